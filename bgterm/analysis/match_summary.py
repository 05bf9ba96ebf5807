"""The summary of a game, a match or a money session: the winner, the games, and the average rolls."""

from collections.abc import Iterable
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Summary:
    """The texts and games that are shown when a game, a match or a money session is over."""

    heading: str
    """The result in words: `Ann wins the match`."""
    facts: tuple[str, ...]
    """The score, `5-1, match to 3`, or a session's debt; for a game, its points with their reason, and score."""
    match: MatchState
    games: tuple[GameLine, ...] = ()
    luck: tuple[str, ...] = ()
    """The average roll of each player, in two lines; empty without rolls."""


def game_summary(match: MatchState, vocabulary: WinNames) -> Summary:
    """Return the summary of a game that is over, in a match that goes on."""
    return Summary(headline(match, vocabulary), (arithmetic(match), score_line(match)), match)


def summary_of(match: MatchState, events: Iterable[Event], stake: str) -> Summary:
    """Return the summary of a finished match, or of a money session."""
    games = (*ledger(match),)
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


def game_cells(match: MatchState, games: Iterable[GameLine], *, narrow: bool) -> list[Cells]:
    """Return finished games as rows of a table for a wide or a narrow window, the head first."""
    head = "" if narrow else _("game"), _("winner"), _("won as"), _("cube"), _("score")
    return [head, *(_cells(match, game, narrow=narrow) for game in games)]


def earlier(count: int) -> str:
    """Return the sentence that so many earlier games are not shown, for want of room."""
    return ngettext("{count} earlier game: r shows it", "{count} earlier games: r shows them", count)


def _cells(match: MatchState, game: GameLine, *, narrow: bool) -> Cells:
    result, (white, black) = game.result, game.score
    as_one = result.ending is Ending.BORNE_OFF and result.as_single
    how = how_won(match, result, brief=narrow or as_one)
    how = _("{win} as 1", win=how) if as_one else how
    winner, shown = winner_name(match, result), how[:_HOW] if narrow else how
    return str(game.number), winner, shown, str(result.cube), f"{white}-{black}"


def _luck(names: tuple[str, str], pips: tuple[float, float]) -> tuple[str, ...]:
    if not all(pips):
        return ()
    return (
        _("Pips a roll, {pips:.2f} expected:", pips=EXPECTED_PIPS),
        ", ".join(f"{names[player.index]} {pips[player.index]:.2f}" for player in Player),
    )
