"""The values of the outcomes of a game: points in a money session, chances to win it in a match.

The chance to win a match of backgammon or Nackgammon in which both need at most 25 points is that of the table
Kazaross XG2. For other matches it follows Janowski's formula before the Crawford game: 50 % and 85 % of the lead
divided by the sum of the points that the trailer needs and 6. In and after the Crawford game, and in matches
without a cube, it is counted from game to game: each player wins half of them, a quarter of those as gammons;
after the Crawford game the trailer doubles at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files

from bgterm.engine.builtin.network import network_name
from bgterm.engine.errors import data_damaged
from bgterm.engine.protocol import Probabilities
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState, Win, counts_as_single, wins_of

_LONGEST = 25
"""The longest match, in points needed, in the table."""
_KAZAROSS, _JANOWSKI = "Kazaross XG2", "Janowski"
"""The names of the table and of the formula for longer matches."""
_GAMMONS = 0.25
"""The share of gammons in all games won."""

Value = Callable[[int], float]
"""A function that returns the value of winning so many points, or with a minus of losing them."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """The values of the possible results of a game to one player.

    Values are points in a money session, and in a match chances to win the match.
    """

    value: Value
    cube: int
    times: tuple[int, int, int]
    """The multiples of the cube that a single win, a gammon and a backgammon count."""
    as_single: bool
    """Whether gammons do not count at the present cube, as by the Jacoby rule before a double."""
    cube_counts: Callable[[int], bool]
    """A function that returns whether the player may gain by owning a cube of that value."""

    def won(self, chances: Probabilities, cube: int) -> float:
        """Return the mean value of the games that the player wins, by the player's `chances` and at this cube."""
        return self._mean(chances.win, chances.win_gammon, chances.win_backgammon, cube)

    def lost(self, chances: Probabilities, cube: int) -> float:
        """Return the mean value of the games that the player loses, by the player's `chances` and at this cube."""
        return self._mean(1 - chances.win, chances.lose_gammon, chances.lose_backgammon, -cube)

    def _mean(self, all_of: float, gammons: float, backgammons: float, cube: int) -> float:
        all_times = (1, 1, 1) if self.as_single and abs(cube) == self.cube else self.times
        single, gammon, backgammon = (self.value(times * cube) for times in all_times)
        if all_of <= 0:
            return single
        return single + (gammons * (gammon - single) + backgammons * (backgammon - gammon)) / all_of

    def cubeless(self, chances: Probabilities) -> float:
        """Return the value of a game to the player, who has these chances, if the cube is never turned again."""
        won, lost = self.won(chances, self.cube), self.lost(chances, self.cube)
        return lost + chances.win * (won - lost)

    def normalised(self, value: float) -> float:
        """Return the equity for a value to the player: 1 for a single win at the present cube, -1 for a loss.

        `value` is in points in a money session, and a chance to win the match in a match.
        """
        lost, won = self.value(-self.cube), self.value(self.cube)
        return 2 * (value - lost) / (won - lost) - 1


def stakes_of(match: MatchState, player: Player) -> Stakes:
    """Return the stakes of the present game from one player's side, at the score of the match."""
    ruleset, game = match.ruleset, match.game
    most = max(wins_of(match.variant, ruleset)) if ruleset.gammons else Win.SINGLE
    times, as_single = (1, min(2, most), min(3, most)), counts_as_single(match)
    if not ruleset.length:
        return Stakes(float, game.cube.value, times, as_single, lambda _cube: True)
    mine, theirs = match.need(player), match.need(player.opponent)
    crawford_is_over = min(mine, theirs) == 1
    has_table = _has_table(match)

    def value(points: int) -> float:
        needs = mine - max(points, 0), theirs + min(points, 0)
        crawford = ruleset.crawford and not crawford_is_over
        if has_table and min(needs) > 0 and max(needs) <= _LONGEST:
            return _in_table(*needs, crawford=crawford)
        return _chance(*needs, cube=ruleset.cube, crawford=crawford)

    return Stakes(value, game.cube.value, times, as_single, lambda cube: cube < mine)


def _has_table(match: MatchState) -> bool:
    return match.ruleset.cube and network_name(match.variant) == "backgammon"


def table_name(match: MatchState) -> str:
    """Return the name of the match equity table that fits the match.

    It is empty for a money session and for a match without a cube.
    """
    length = match.ruleset.length
    if not (length and match.ruleset.cube):
        return ""
    return _KAZAROSS if _has_table(match) and length <= _LONGEST else _JANOWSKI


def equity_table(length: int) -> tuple[str, list[list[float]]]:
    """Return the name of the match equity table for matches to `length`, and its chances.

    Row i and column j, from 0, have the chance to win of a player who needs i + 1 points when the opponent needs j
    + 1, with the Crawford game still to come.
    """
    name, chance = (_KAZAROSS, _in_table) if length <= _LONGEST else (_JANOWSKI, partial(_chance, cube=True))
    needs = range(1, length + 1)
    return name, [[chance(mine, theirs, crawford=True) for theirs in needs] for mine in needs]


@cache
def _kazaross() -> list[list[float]]:
    file = files("bgterm.engine.builtin") / "kazaross_xg2.txt"
    try:
        lines = file.read_text(encoding="ascii").splitlines()
        rows = [[*map(float, line.split())] for line in lines if not line.startswith("#")]
    except (OSError, ValueError):
        rows = []
    if [*map(len, rows)] != [_LONGEST] * (_LONGEST + 1):
        raise data_damaged(file.name)
    return rows


def _in_table(mine: int, theirs: int, *, crawford: bool) -> float:
    """Return the chance to win a match from the table, by the points that both sides need.

    `crawford` is whether the Crawford game is still to come.
    """
    *before, after = _kazaross()
    if crawford or min(mine, theirs) > 1:
        return before[mine - 1][theirs - 1]
    return after[mine - 1] if theirs == 1 else 1 - after[theirs - 1]


def _chance(mine: int, theirs: int, *, cube: bool, crawford: bool) -> float:
    """Return the chance to win a match by the points that both need, with or without a cube, before a game."""
    if mine <= 0 or theirs <= 0:
        return float(mine <= 0)
    if mine == theirs:
        return 0.5
    if mine > theirs:
        return 1 - _chance(theirs, mine, cube=cube, crawford=crawford)
    if not cube:
        return _without_cube(mine, theirs)
    if mine == 1:
        return 1 - _trailer(theirs, 1 if crawford else 2)
    return 0.5 + 0.85 * (theirs - mine) / (theirs + 6)


@cache
def _without_cube(mine: int, theirs: int) -> float:
    if mine <= 0 or theirs <= 0:
        return float(mine <= 0)
    won, won_gammon = _without_cube(mine - 1, theirs), _without_cube(mine - 2, theirs)
    lost, lost_gammon = _without_cube(mine, theirs - 1), _without_cube(mine, theirs - 2)
    return ((1 - _GAMMONS) * (won + lost) + _GAMMONS * (won_gammon + lost_gammon)) / 2


@cache
def _trailer(needs: int, cube: int = 2) -> float:
    """Return the trailer's chance to win a match when the leader needs one point.

    `cube` is 1 if the next game is the Crawford game, else 2: the trailer doubles at once.
    """
    if needs <= 0:
        return 1.0
    single, gammon = _trailer(needs - cube), _trailer(needs - 2 * cube)
    return ((1 - _GAMMONS) * single + _GAMMONS * gammon) / 2
