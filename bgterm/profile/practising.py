"""The practice that a player asks for, from their own settings, matches and reviews."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from bgterm.catalog import _
from bgterm.formats.record import GameRecord
from bgterm.play.analysing import MatchAnalysis
from bgterm.practice import messages
from bgterm.practice.cards import AnalysedMatch, due_and_new, names_in, without_commas, worst
from bgterm.practice.practice import Clock, Practice, utc_now
from bgterm.practice.question import Card
from bgterm.profile.workspace import MatchFile, Workspace
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState

if TYPE_CHECKING:
    from bgterm.practice.mistakes import Figure

_CARDS = 10
"""The number of cards in a practice by default."""
_DRILL_CARDS = 5
"""The number of questions in a drill by default."""
AskWhose = Callable[[tuple[str, str]], Awaitable[Sequence[Player] | None]]
"""A function that asks which of two names are the person's; it returns these players, None without an answer."""


class Wanted(NamedTuple):
    """The subject of a practice: a match, a drill, or by default the cards that are due, with new ones."""

    match: MatchFile | None = None
    """The match whose worst decisions are asked; None for none."""
    drill: str = ""
    """The name of a drill; empty for none."""
    seed: MatchState | None = None
    """The match near whose position the drill `positions` is; None for the opening position."""
    most: int = 0
    """The most cards to ask; 0 for the default."""
    clock: Clock = utc_now


DUE = Wanted()


async def find_practice(
    workspace: Workspace, wanted: Wanted, ask_whose: AskWhose | None = None
) -> Practice | None:
    """Return the practice that is asked for; without a card, its notice states the reason.

    For a match between unknown names, `ask_whose` asks which players are this person; without an answer there is
    no card and no notice. If the match is not analysed yet, begin its analysis and return None. Raises
    BackgammonError.
    """
    place, threshold = workspace.practice, workspace.settings.threshold
    analysis, seats, notice = None, tuple[Player, ...](), ""
    if match := wanted.match:
        analysis = await _complete_analysis(workspace, match)
        if analysis is None:
            if not workspace.analyses.runs(match.path):
                workspace.analyses.begin(*match, workspace.settings.engine)
            return None
        seats = tuple(place.seats(match.record))
        if not seats and ask_whose:
            seats = tuple(await ask_whose(match.record.header.names) or ())
            if not seats:
                return Practice(place.reviews, ())
            notice = await _keep_names(workspace, match.record, seats)

    def find(matches: Sequence[AnalysedMatch]) -> Sequence[Card]:
        schedule = place.reviews.read()
        if analysis:
            return worst(analysis, seats, threshold, schedule)
        if not wanted.drill:
            return due_and_new(schedule, matches, place.seats, threshold, wanted.clock(), wanted.most or _CARDS)
        from bgterm.practice.drills import drill_cards  # only for a drill

        most, random = wanted.most or _DRILL_CARDS, Random()  # noqa: S311 - not secret
        return drill_cards(wanted.drill, most, random, wanted.seed)

    async with place.work():
        cards = await asyncio.to_thread(find, () if match or wanted.drill else await place.matches())
    notices = [notice, messages.damaged(place.reviews.name, place.reviews.faults)]
    if not cards:
        notices = [_reason(workspace, wanted)]
    return Practice(place.reviews, cards, threshold, wanted.clock, " ".join(filter(None, notices)))


def _reason(workspace: Workspace, wanted: Wanted) -> str:
    """Return the reason why a practice has no card."""
    if wanted.seed:
        return _("No position near this one has a best play that is clear.")
    if wanted.drill:
        return _("The drill found no question with a clear answer: try again.")
    if wanted.match:
        threshold = workspace.settings.threshold
        return _("No decision of yours in this match cost more than {threshold:.3f}.", threshold=threshold)
    if due := workspace.practice.reviews.schedule.next_due():
        return _("No card is due; the next one is on {day}.", day=due.astimezone().date().isoformat())
    if workspace.practice.knows_player():
        return _("No analysed match has a decision of yours to practise: press P at a finished match.")
    return _("No analysed match has a decision of yours: press P at a match in the library, which analyses it.")


async def _complete_analysis(workspace: Workspace, match: MatchFile) -> MatchAnalysis | None:
    """Return the analysis of a match; None if it is missing or incomplete."""
    analysis = workspace.analyses.analysis
    if analysis is None or analysis.record is not match.record:
        analysis, _remark = await workspace.analyses.kept(match.record, match.path)
    return analysis if analysis and analysis.is_complete else None


async def _keep_names(workspace: Workspace, record: GameRecord, seats: Sequence[Player]) -> str:
    """Add these players' names to the settings as the player's own; return the warning if that fails."""
    names = names_in(workspace.settings.own_names)
    own = ", ".join([*names, *(without_commas(record.header.names[player.index]) for player in seats)])
    return await workspace.change(replace(workspace.settings, own_names=own))


async def find_figures(workspace: Workspace) -> "tuple[list[Figure], list[Figure]]":
    """Return the figures of the player's decisions by kind and by match. Raises BackgammonError."""
    from bgterm.practice.mistakes import figures  # only for the figures

    place = workspace.practice
    async with place.work():
        return await asyncio.to_thread(figures, await place.matches(), place.seats)
