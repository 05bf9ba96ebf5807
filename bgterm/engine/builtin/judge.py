"""The evaluation of positions by networks and tables, at once or looking one roll ahead."""

from collections.abc import Sequence
from operator import mul

from bgterm.engine.builtin.cube import EFFICIENCY, LiveCube, efficiency_of
from bgterm.engine.builtin.network import Evaluate, network_name, networks_of
from bgterm.engine.builtin.stakes import stakes_of
from bgterm.engine.builtin.tables import exact_equities, known_chances, mean_rolls, race_chances
from bgterm.engine.protocol import Probabilities, RankedPlay
from bgterm.rules.board import HOME, OFF, Board, Player
from bgterm.rules.dice import ROLLS
from bgterm.rules.legal_plays import plays_of
from bgterm.rules.match import MatchState, Win, win_on_board
from bgterm.rules.moves.base import LegalPlays, Play


def mean_of(rolls: Sequence[tuple[int, RankedPlay]]) -> Probabilities:
    """Return the mean of the chances after the best play of each roll; each pair is a roll's weight and play."""
    counts, plays = zip(*rolls, strict=True)
    columns = zip(*(best.probabilities for best in plays), strict=True)
    return Probabilities(*(sum(map(mul, counts, column)) / sum(counts) for column in columns))


def close_plays(
    ranked: Sequence[RankedPlay], most: int, loss: float, wanted: Play | None = None
) -> list[RankedPlay]:
    """Return the best of the `ranked` plays, at most `most`, that cost less than `loss` in equity.

    The `wanted` play is added if it is not among them.
    """
    near = sum(play.equity > ranked[0].equity - loss for play in ranked[:most])
    return [play for place, play in enumerate(ranked) if place < near or play.play == wanted]


class Judge:
    """The judge of positions by networks and tables, at the score and the cube of one match."""

    def __init__(self, match: MatchState) -> None:
        """Load the networks of the match's variant, unless they are loaded. Raises EngineError."""
        self._match, self._networks = match, networks_of(network_name(match.variant))
        self.stakes = {player: stakes_of(match, player) for player in Player}
        """The stakes of the game for each player."""

    def cube(self, board: Board, player: Player, chances: Probabilities) -> LiveCube:
        """Return the value of a position with the cube, before a roll of `player`, whose `chances` are given."""
        is_end = race_chances(board, player)
        efficiency = efficiency_of(mean_rolls(board.counts(player)[OFF + 1 : HOME + 1])) if is_end else EFFICIENCY
        return LiveCube(chances, self.stakes[player], self.stakes[player.opponent], efficiency)

    def cube_equities(self, player: Player, chances: Probabilities) -> tuple[float, float]:
        """Return two normalised equities of the player on roll: without a double, and after a double and a take.

        The position is that of the match, and `chances` are those of `player`, who is on roll.
        """
        game, stakes = self._match.game, self.stakes[player]
        if exact := self._exact_cube(player):
            return exact
        cube, owner = self.cube(game.board, player, chances), game.cube.owner
        in_play = self._match.cube is not None
        no_double = cube.undoubled(
            mine=in_play and owner is not player.opponent, theirs=in_play and owner is not player
        )
        return stakes.normalised(no_double), stakes.normalised(cube.doubled())

    def _exact_cube(self, player: Player) -> tuple[float, float] | None:
        """Return the exact equities from Hyper-backgammon's table, for money by the usual rules; else None."""
        match, cube, stakes = self._match, self._match.cube, self.stakes[player]
        if match.ruleset.length or cube is None or stakes.as_single or stakes.times != (1, 2, 3):
            return None
        found = exact_equities(match.game.board, player)
        owner = (None, player, player.opponent).index(cube.owner)
        return (found[owner], 2 * found[2]) if found else None

    def equity(self, chances: Probabilities, player: Player) -> float:
        """Return the cubeless equity of a player's chances: 1 for a single win at the present cube."""
        stakes = self.stakes[player]
        return stakes.normalised(stakes.cubeless(chances))

    def ranked(self, legal: LegalPlays, near: Evaluate | None = None) -> list[RankedPlay]:
        """Return the legal plays with their equities, best first, without looking ahead.

        `near` evaluates boards from the opponent's side, and is passed to share its cache with other calls.
        """
        player = legal.player
        near = near or self._networks.near(legal.board, player.opponent)
        after = ((play, self._after(board, player, near)) for play, board in legal.results())
        plays = (RankedPlay(play, self.equity(chances, player), chances) for play, chances in after)
        return sorted(plays, key=lambda play: play.equity, reverse=True)

    def before_roll(self, board: Board, player: Player) -> Probabilities:
        """Return the chances of the player before their roll, from a table or a network."""
        return known_chances(board, player) or self._networks.near(board, player)(board)

    def rolls(self, board: Board, player: Player) -> list[tuple[int, RankedPlay]]:
        """Return for each of the 21 rolls its weight, 1 for a double and else 2, and the player's best play."""
        near = self._networks.near(board, player.opponent)
        rolls = ((dice, plays_of(self._match.ruleset, board, player, dice)) for dice in ROLLS)
        return [(1 if dice.is_double else 2, self.ranked(legal, near)[0]) for dice, legal in rolls]

    def after_replies(self, board: Board, player: Player) -> Probabilities:
        """Return the chances of a player after their play: the mean over the opponent's best replies."""
        return self._after(board, player, lambda board: mean_of(self.rolls(board, player.opponent)))

    def _after(self, board: Board, player: Player, evaluate: Evaluate) -> Probabilities:
        """Return the chances of a player who has played; `evaluate` returns those of the opponent, to roll."""
        if certain := self.certain(board, player):
            return certain
        return (known_chances(board, player.opponent) or evaluate(board)).inverted

    def certain(self, board: Board, player: Player) -> Probabilities | None:
        """Return the chances of a player who has borne off all checkers, each 0 or 1; None otherwise."""
        if not board.is_off(player):
            return None
        over = self._match._replace(game=self._match.game._replace(board=board))
        win = win_on_board(over, player.opponent)
        return Probabilities(1.0, float(win >= Win.GAMMON), float(win >= Win.BACKGAMMON))
