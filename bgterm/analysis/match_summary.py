"""The end of a match or of a money session: who won, the games, and the luck of the dice in short."""

from collections.abc import Iterable
from dataclasses import dataclass

from bgterm.analysis.dice_statistics import EXPECTED_PIPS, pips_a_roll
from bgterm.analysis.ledger import GameLine, how_won, ledger, settlement
from bgterm.rules.board import Player
from bgterm.rules.events import Event
from bgterm.rules.match import Ending, Match
from bgterm.text.score import kind, lead, win_name

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary shown at the end."""

    heading: str
    """`Ann wins the match`."""
    score: str
    """`5-1, match to 3`, or who owes whom how much."""
    games: tuple[Row, ...]
    """Each game as a row: number, winner, how it was won, cube, score after it."""
    luck: tuple[str, ...]
    """The average roll of each player, in two lines; none without rolls."""


HEAD = ("game", "winner", "won as", "cube", "score")
"""The heads of the columns of games."""
_NAME, _HOW = 8, 12
"""The characters of a name, and of how a game was won, in a narrow window."""


def summary_of(match: Match, events: Iterable[Event], stake: str) -> Summary:
    """Return the summary of a match that is won, or else of a money session."""
    games = tuple(_row(match, line) for line in ledger(match))
    luck = _luck(match.names, pips_a_roll(events))
    winner = match.winner
    if winner is None:
        owed = settlement(match.names, match.score, stake)
        return Summary("The session is over", f"{lead(match.names, match.score)}. {owed}", games, luck)
    mine, theirs = match.score[winner.index], match.score[winner.opponent.index]
    on_time = match.last_game.result is not None and match.last_game.result.ending is Ending.ON_TIME
    score = f"{'on time, at ' if on_time else ''}{mine}-{theirs}, {kind(match)}"
    return Summary(f"{match.names[winner.index]} wins the match", score, games, luck)


def shorter(row: Row) -> Row:
    """Return the row of a game, or the heads, for a narrow window."""
    number, winner, how, cube, score = row
    how = how.removeprefix("resigned ").removeprefix("double ")
    return number.removeprefix("game"), winner[:_NAME], how[:_HOW], cube, score


def earlier(count: int) -> str:
    """Describe how many games there is no room for."""
    return f"{count} earlier {'game' if count == 1 else 'games'}: r shows them"


def _row(match: Match, line: GameLine) -> Row:
    result = line.result
    winner = "nobody" if result.winner is None else match.names[result.winner.index]
    how = how_won(match, result)
    if result.as_single and result.ending is Ending.BORNE_OFF:
        how = f"{win_name(match.variant, result.win)} as 1"
    white, black = line.score
    return str(line.number), winner, how, str(result.cube), f"{white}-{black}"


def _luck(names: tuple[str, str], pips: tuple[float, float]) -> tuple[str, ...]:
    if not all(pips):
        return ()
    return (
        f"Pips a roll, {EXPECTED_PIPS:.2f} expected:",
        ", ".join(f"{names[player.index]} {pips[player.index]:.2f}" for player in Player),
    )
