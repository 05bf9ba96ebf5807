"""A match from one game to the next: the start of the first game, and of each next one."""

from bgterm.rules.board import Player
from bgterm.rules.match import Game, Header, MatchState, Result, crawford_follows
from bgterm.rules.persistent import PersistentList
from bgterm.rules.ruleset import NextGame, without_inapplicable
from bgterm.rules.validation import faults, without_idle_crawford


def start(header: Header) -> MatchState:
    """Return the match of a header before its first event.

    Options that cannot apply are left out of its ruleset. Raises ImpossiblePosition when the header's game is a
    position that cannot occur in a game.
    """
    ruleset, game = without_inapplicable(header.variant, header.ruleset), Game(header.variant.board)
    if header.start is not None:
        game = position_in(without_idle_crawford(ruleset, header.start))
        if wrong := faults(header.variant, ruleset, game):
            raise wrong[0]
    game = game._replace(double_offered=game.double_offered or game.doubled)
    return MatchState(header.variant, ruleset, header.names, game)


def position_in(game: Game) -> Game:
    """Return a game without its history: its present position, from which a new match can start.

    The last play, which cannot be taken back or challenged in the new match, and a pending take-back are left out.
    """
    return game._replace(pending=game.resignation, throws=(), refused=(), last_turn=None, result=None)


def started_here(match: MatchState, **changes: object) -> MatchState:
    """Return a new match that starts from the present position of this one; `changes` are fields of its game."""
    game = position_in(match.game)._replace(**changes)  # type: ignore[arg-type]
    return match._replace(game=game, results=PersistentList(), finished=None)


def with_result(match: MatchState, result: Result) -> MatchState:
    """Return the match after its game has ended with this result.

    The next game is set up unless the match is over.
    """
    match = match._replace(game=match.game._replace(result=result), results=match.results.added(result))
    if match.winner is not None:
        return match
    starter = _next_starter(match)
    game = Game(match.variant.board, starter, score=match.score, crawford=crawford_follows(match), starter=starter)
    return match._replace(game=game._replace(number=match.game.number + 1), finished=match.game)


def _next_starter(match: MatchState) -> Player | None:
    """Return the player who starts the next game; None when an opening throw decides."""
    last = match.game.starter
    match match.ruleset.next_game:
        case NextGame.OPENING:
            return None
        case NextGame.WINNER:
            return match.results.last.winner
        case NextGame.ALTERNATE:
            return None if last is None else last.opponent
