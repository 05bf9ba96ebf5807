"""The practice that a player wants, by their own settings, matches and reviews."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from bgterm.formats.record import GameRecord
from bgterm.play.analysing import MatchAnalysis, kept_analysis
from bgterm.practice import messages
from bgterm.practice.cards import AnalysedMatch, due_and_new, names_in, without_commas, worst
from bgterm.practice.practice import Clock, Practice, utc_now
from bgterm.practice.reviews import Card
from bgterm.profile.workspace import MatchFile, SettingsNotSaved, Workspace
from bgterm.rules.board import Player
from bgterm.text.joining import sentence

_CARDS = 10
"""How many cards a practice has at most."""
_DRILL_CARDS = 5
"""How many questions a drill has."""
AskWhose = Callable[[tuple[str, str]], Awaitable[Sequence[Player] | None]]
"""Asks which players of these names the person is; returns none of them where nobody answers."""


class Wanted(NamedTuple):
    """The wish of a player: without a match or a drill they practise the cards that are due, with new ones."""

    match: MatchFile | None = None
    """The match whose worst decisions are asked."""
    drill: str = ""
    """The name of a drill."""
    most: int = 0
    """How many cards are asked at most; 0 for the usual number."""
    clock: Clock = utc_now


DUE = Wanted()


async def find_practice(
    workspace: Workspace, wanted: Wanted, ask_whose: AskWhose | None = None
) -> Practice | None:
    """Return a practice. Where it has no card its notice says why, unless the player did not say who they are.

    It is None where the match is not analysed yet: the analysis is begun. Raises BackgammonError.
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

        return drill_cards(wanted.drill, wanted.most or _DRILL_CARDS, Random())  # noqa: S311 - not secret

    async with place.work():
        cards = await asyncio.to_thread(find, () if match or wanted.drill else await place.matches())
    notices = [notice, messages.damaged(place.reviews.name, place.reviews.faults)]
    if not cards:
        due = place.reviews.schedule.next_due()
        known = place.knows_player()
        notices = [messages.no_mistake(threshold) if match else messages.nothing_to_ask(due, names=known)]
    return Practice(place.reviews, cards, threshold, wanted.clock, " ".join(filter(None, notices)))


async def _complete_analysis(workspace: Workspace, match: MatchFile) -> MatchAnalysis | None:
    """Return the analysis of a match; None where it is still to be made."""
    analysis = workspace.analyses.analysis
    if analysis is None or analysis.record is not match.record:
        analysis, _remark = await asyncio.to_thread(kept_analysis, match.record, match.path, workspace.saves)
    return analysis if analysis and analysis.is_complete else None


async def _keep_names(workspace: Workspace, record: GameRecord, seats: Sequence[Player]) -> str:
    """Keep the names of these players for the player's own; return why the settings cannot be saved."""
    names = names_in(workspace.settings.own_names)
    own = ", ".join([*names, *(without_commas(record.header.names[player.index]) for player in seats)])
    try:
        await workspace.change(replace(workspace.settings, own_names=own))
    except SettingsNotSaved as error:
        return sentence(str(error))
    return ""


async def find_figures(workspace: Workspace, bar: str = "") -> str:
    """Return the text about what the player's decisions cost, with bars of these characters. Raises SaveError."""
    from bgterm.practice.mistakes import figures, report  # only for the figures

    place = workspace.practice
    async with place.work():
        return report(*await asyncio.to_thread(figures, await place.matches(), place.seats), bar)
