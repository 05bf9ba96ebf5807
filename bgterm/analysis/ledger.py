"""The ledger of a money session, game by game, with the debts. [RULES A-48]"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bgterm.notation.plural import counted
from bgterm.notation.stake import Stake, read_stake
from bgterm.rules.board import Player
from bgterm.rules.errors import NotationError
from bgterm.rules.match import Ending, Match, Pair, Result
from bgterm.text.score import win_name

LEDGER = "The ledger"
"""The title of the page."""
HEAD = ("game", "won as", "times", "cube", "points")
"""The heads of the columns before the players' sums: a win counts so many times what the cube shows."""
NO_GAMES = "No game is finished yet."
"""The text in place of games before the first."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of a session."""

    number: int
    """Which game it is, from 1."""
    result: Result
    score: Pair
    """The totals of White and Black after it."""


def ledger(match: Match) -> Iterator[GameLine]:
    """Yield the finished games, each with the sum after it; a session need not begin at 0-0 or with game 1."""
    white, black = (match.score[player.index] - _won(match.results, player) for player in Player)
    first = match.last_game.number - len(match.results) + (match.last_game.result is not None)
    for number, result in enumerate(match.results, first):
        white += _points(result, Player.WHITE)
        black += _points(result, Player.BLACK)
        yield GameLine(number, result, (white, black))


def ledger_table(match: Match) -> list[tuple[str, ...]]:
    """Return the ledger as the rows of a table, its head first; the last two columns are the players' sums."""
    return [(*HEAD, *match.names), *(_row(match, line) for line in ledger(match))]


def settlement(names: tuple[str, str], score: Pair, stake: str) -> str:
    """Describe who owes whom how much; `stake` is what a point is worth, as in a header, or empty."""
    white, black = score
    if white == black:
        return f"Nobody owes anything: {white}-{black}."
    winner = Player.WHITE if white > black else Player.BLACK
    points = abs(white - black)
    told = counted(points, "point")
    owes = f"{names[winner.opponent.index]} owes {names[winner.index]}"
    if not stake:
        return f"{owes} {told}."
    try:
        worth = read_stake(stake)
    except NotationError:
        return f"{owes} {told} of {stake}."
    return f"{owes} {Stake(points * worth.amount, worth.unit)}: {told} of {worth}."


def sure_to_end(match: Match, stake: str) -> str:
    """Ask whether a money session is to be ended, and say who owes whom how much."""
    return f"End the session for good? {settlement(match.names, match.score, stake)} It cannot be resumed."


def session_over(match: Match, stake: str) -> str:
    """Return the message that a money session is over, and who owes whom how much."""
    return f"The session is over. {settlement(match.names, match.score, stake)}"


def _row(match: Match, line: GameLine) -> tuple[str, ...]:
    result, (white, black) = line.result, line.score
    times = f"{result.times}{_reason(match) if result.as_single else ''}"
    how = how_won(match, result)
    return str(line.number), how, times, str(result.cube), f"+{result.points}", str(white), str(black)


def how_won(match: Match, result: Result) -> str:
    """Return in a word or two how a game was won."""
    match result.ending:
        case Ending.DROPPED:
            return "double passed"
        case Ending.DRAWN:
            return "draw"
        case Ending.ON_TIME:
            return "on time"
        case Ending.UNRECORDED:
            return "not recorded"
        case Ending.RESIGNED:
            return f"resigned {win_name(match.variant, result.win)}"
        case Ending.BORNE_OFF:
            return win_name(match.variant, result.win)


def _reason(match: Match) -> str:
    """Describe why a win counts no more."""
    return " Jacoby" if match.ruleset.gammons else " no gammons"


def _won(results: Sequence[Result], player: Player) -> int:
    return sum(_points(result, player) for result in results)


def _points(result: Result, player: Player) -> int:
    return result.points if result.winner is player else 0
