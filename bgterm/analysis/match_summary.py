"""The summary of a game, a match or a money session: the winner, the games, and the average rolls."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from bgterm.analysis.dice_statistics import EXPECTED_PIPS, pips_a_roll
from bgterm.analysis.ledger import GameLine, how_won, ledger, settlement, winner_name
from bgterm.catalog import _, ngettext
from bgterm.rules.board import Player
from bgterm.rules.events import Event
from bgterm.rules.match import Ending, MatchState
from bgterm.text.score import WinNames, arithmetic, headline, kind, lead, score_line

Cells = tuple[str, str, str, str, str]

_HOW = 12
"""The most characters of the way of winning in a narrow window."""


class GameRow(NamedTuple):
    """The row of a game in the summary."""

    number: str
    winner: str
    how: str
    """The way of winning: `resigned gammon`."""
    brief: str
    """The way of winning in a narrow window: `gammon`."""
    cube: str
    score: str
    """The score after the game."""

    def cells(self, *, narrow: bool) -> Cells:
        """Return the columns for a wide or a narrow window."""
        if narrow:
            return self.number, self.winner, self.brief[:_HOW], self.cube, self.score
        return self.number, self.winner, self.how, self.cube, self.score


def heads(*, narrow: bool) -> Cells:
    """Return the heads of the columns."""
    return "" if narrow else _("game"), _("winner"), _("won as"), _("cube"), _("score")


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary that is shown at the end of a game, a match or a session."""

    heading: str
    """The result in words: `Ann wins the match`."""
    facts: tuple[str, ...]
    """The score, `5-1, match to 3`, or a session's debt; for a game, its points with their reason, and score."""
    match: MatchState
    games: tuple[GameRow, ...] = ()
    luck: tuple[str, ...] = ()
    """The average roll of each player, in two lines; empty without rolls."""


def game_summary(match: MatchState, vocabulary: WinNames) -> Summary:
    """Return the summary of a game that is over, in a match that goes on."""
    return Summary(headline(match, vocabulary), (arithmetic(match), score_line(match)), match)


def summary_of(match: MatchState, events: Iterable[Event], stake: str) -> Summary:
    """Return the summary of a finished match, or of a money session."""
    games = game_rows(match)
    luck = _luck(match.names, pips_a_roll(events))
    winner = match.winner
    if winner is None:
        owed = settlement(match.names, match.score, stake)
        facts = (f"{lead(match.names, match.score)}. {owed}",)
        return Summary(_("The session is over"), facts, match, games, luck)
    name, won, lost = match.names[winner.index], match.score[winner.index], match.score[winner.opponent.index]
    score = f"{won}-{lost}, {kind(match)}"
    if match.shown_game.result and match.shown_game.result.ending is Ending.ON_TIME:
        score = _("on time, at {score}", score=score)
    return Summary(_("{name} wins the match", name=name), (score,), match, games, luck)


def game_rows(match: MatchState) -> tuple[GameRow, ...]:
    """Return the rows of the finished games of a match or a money session."""
    return tuple(_row(match, line) for line in ledger(match))


def earlier(count: int) -> str:
    """Return the sentence about the games for which there is no room."""
    return ngettext("{count} earlier game: r shows it", "{count} earlier games: r shows them", count)


def _row(match: MatchState, line: GameLine) -> GameRow:
    result = line.result
    how, brief = how_won(match, result), how_won(match, result, brief=True)
    if result.ending is Ending.BORNE_OFF and result.as_single:
        how = brief = _("{win} as 1", win=brief)
    white, black = line.score
    return GameRow(str(line.number), winner_name(match, result), how, brief, str(result.cube), f"{white}-{black}")


def _luck(names: tuple[str, str], pips: tuple[float, float]) -> tuple[str, ...]:
    if not all(pips):
        return ()
    return (
        _("Pips a roll, {pips:.2f} expected:", pips=EXPECTED_PIPS),
        ", ".join(f"{names[player.index]} {pips[player.index]:.2f}" for player in Player),
    )
