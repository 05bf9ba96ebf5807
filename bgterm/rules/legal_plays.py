"""The legal plays of a match: the one place that chooses the implementation for a variant."""

from bgterm.rules.board import HEAD, Board, Movement, Player
from bgterm.rules.dice import Dice
from bgterm.rules.match import Game, MatchState
from bgterm.rules.moves.base import LegalPlays
from bgterm.rules.moves.hitting import HittingPlays
from bgterm.rules.ruleset import Ruleset


def plays_of(
    ruleset: Ruleset, board: Board, player: Player, dice: Dice, *, first_turn: bool = False
) -> LegalPlays:
    """Return the legal plays of a player's roll on a board, under the ruleset and the board's kind of movement.

    `first_turn` is whether this is the player's first turn of the game.
    """
    if board.movement is Movement.HITTING:
        return HittingPlays(board, player, dice, ruleset)
    from bgterm.rules.moves.narde import NardePlays  # only for its variants

    return NardePlays(board, player, dice, ruleset, first_turn=first_turn)


def legal_plays(match: MatchState) -> LegalPlays | None:
    """Return the legal plays of the roll to be played now; None when no roll is waiting."""
    game = match.game
    if game.on_roll is None or game.dice is None:
        return None
    first_turn = _is_first_turn(game, game.on_roll)
    return plays_of(match.ruleset, game.board, game.on_roll, game.dice, first_turn=first_turn)


def _is_first_turn(game: Game, player: Player) -> bool:
    """Return whether this is the player's first turn of the game. [RULES L13]

    A game set up from a position does not record how many turns a player has had, but a player who can move leaves
    the head in the first one.
    """
    mine = game.board.counts(player)
    return game.turns < len(Player) and (bool(game.throws) or mine[HEAD] == sum(mine))


def last_play_was_legal(match: MatchState) -> bool:
    """Whether the last play of the game was legal; true when there was none. [RULES A-73]"""
    turn = match.shown_game.last_turn
    return turn is None or turn.play in plays_of(match.ruleset, turn.board, turn.player, turn.dice)
