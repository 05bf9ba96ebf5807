"""The cards that a player practises, by their own settings, matches and reviews."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import NamedTuple

from bgterm.formats.record import GameRecord
from bgterm.play.analysing import MatchAnalysis, kept_analysis
from bgterm.practice import messages
from bgterm.practice.cards import names_in, without_commas
from bgterm.practice.choosing import due_and_new, of_match
from bgterm.practice.practice import Clock, Practice
from bgterm.practice.reviews import Card
from bgterm.profile.workspace import SettingsNotSaved, Workspace
from bgterm.rules.board import Player
from bgterm.text.joining import sentence


class Found(NamedTuple):
    """The cards of a practice."""

    cards: Sequence[Card]
    reason: str = ""
    """A sentence about why there is none."""


async def find_due(workspace: Workspace, now: datetime, most: int) -> Found:
    """Return the cards that are due, with new ones. Raises FileError, SaveError."""
    place, threshold = workspace.practice, workspace.settings.threshold
    async with place.work():
        matches = await place.matches()
        cards = await asyncio.to_thread(due_and_new, place.reviews, matches, place.seats, threshold, now, most)
    next_due = place.reviews.schedule.next_due()
    return Found(cards, "" if cards else messages.nothing_to_ask(next_due, names=place.knows_player))


async def complete_analysis(workspace: Workspace, record: GameRecord, path: Path) -> MatchAnalysis | None:
    """Return the analysis of the match at a path; None where it is still to be made."""
    analysis = workspace.analyses.analysis
    if analysis is None or analysis.record is not record:
        analysis, _remark = await asyncio.to_thread(kept_analysis, record, path, workspace.saves)
    return analysis if analysis and analysis.is_complete else None


async def find_figures(workspace: Workspace, bar: str = "") -> str:
    """Return the text about what the player's decisions cost, with bars of these characters. Raises SaveError."""
    from bgterm.practice.mistakes import figures, report  # only for the figures

    place = workspace.practice
    async with place.work():
        return report(*await asyncio.to_thread(figures, await place.matches(), place.seats), bar)


async def find_drill(workspace: Workspace, name: str, most: int) -> Found:
    """Return up to so many cards of a drill. Raises NotationError for an unknown one, and FileError."""
    from bgterm.practice.drills import drill_cards  # only for a drill

    chance = Random()  # noqa: S311 - nothing is secret here
    async with workspace.practice.work():
        await asyncio.to_thread(workspace.practice.reviews.read)
        return Found(await asyncio.to_thread(drill_cards, name, most, chance))


async def find_worst(workspace: Workspace, analysis: MatchAnalysis, seats: Collection[Player]) -> Found:
    """Return the worst decisions of the players with these seats. Raises FileError."""
    threshold = workspace.settings.threshold
    async with workspace.practice.work():
        await asyncio.to_thread(workspace.practice.reviews.read)
    cards = of_match(analysis, seats, threshold, workspace.practice.reviews.schedule)
    return Found(cards, "" if cards else messages.no_mistake(threshold))


async def keep_names(workspace: Workspace, record: GameRecord, seats: Collection[Player]) -> str:
    """Keep the names of these players for the player's own; return why the settings cannot be saved."""
    names = names_in(workspace.settings.own_names)
    own = ", ".join([*names, *(without_commas(record.header.names[player.index]) for player in seats)])
    try:
        await workspace.change(replace(workspace.settings, own_names=own))
    except SettingsNotSaved as error:
        return sentence(str(error))
    return ""


def practice_of(workspace: Workspace, cards: Sequence[Card], clock: Clock) -> tuple[Practice, str]:
    """Return a practice of these cards, and a sentence about a damaged journal."""
    journal = workspace.practice.reviews
    practice = Practice(journal, cards, workspace.settings.threshold, clock)
    return practice, messages.damaged(journal.name, journal.faults) if journal.faults else ""
