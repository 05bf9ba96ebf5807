"""Cards from the analysed matches of a player: their decisions that cost more than a threshold."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bgterm.engine.match_analysis import Decision
from bgterm.formats.engine_notes import engine_seat
from bgterm.formats.record import GameRecord
from bgterm.play.analysing import MatchAnalysis, analysis_of
from bgterm.play.analysis_file import Kept, read_analysis
from bgterm.practice.journal import ReviewJournal, own_journal
from bgterm.practice.question import Card, question_of
from bgterm.practice.schedule import Schedule
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Moved
from bgterm.storage.journal import ANALYSIS, SUFFIX, load

_NEW_CARDS = 5
"""The most new cards in a practice."""
_OF_A_MATCH = 3
"""The most decisions that are asked after a match."""


class AnalysedMatch(NamedTuple):
    """A match of a player that may have a saved analysis, from which cards are made."""

    path: Path
    """The path of the analysis file."""
    load: Callable[[], GameRecord]
    """Returns the record of the match. Raises SaveError."""


Seats = Callable[[GameRecord], Sequence[Player]]
"""A function that returns the players of a match whose decisions are practised."""


@dataclass(frozen=True, slots=True)
class PracticePlace:
    """The access of a practice to one player's data: the matches to make cards of, and the journal of reviews."""

    reviews: ReviewJournal
    """The journal of the player's reviews."""
    matches: Callable[[], Awaitable[Sequence[AnalysedMatch]]]
    """Returns the player's matches that may have analyses, the latest first. Raises SaveError."""
    seats: Seats
    """Returns the players of a match who are this player; empty if that is unknown."""
    knows_player: Callable[[], bool] = lambda: True
    """Returns whether the player's decisions can be told from others'."""
    work: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
    """Returns the lock for collecting cards; entering it raises BackgammonError above a limit."""


def own_place(saves: Path, reviews: Path, names: Callable[[], str]) -> PracticePlace:
    """Return the practice at one keyboard: with the matches in a folder and the reviews in a file.

    `names` returns the present value of the setting `own_names`: the player's names, separated by commas.
    """
    return PracticePlace(
        own_journal(reviews),
        partial(asyncio.to_thread, _analysed, saves),
        lambda record: own_seats(record, names_in(names())),
        lambda: bool(names()),
    )


def _analysed(saves: Path) -> list[AnalysedMatch]:
    """Return the saved matches with analyses, the latest analysis first."""
    paths = sorted(saves.glob(f"*{ANALYSIS}"), key=_changed, reverse=True)
    return [AnalysedMatch(path, partial(load, path.with_suffix(SUFFIX))) for path in paths]


def _changed(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_mtime_ns
    return 0


def names_in(text: str) -> tuple[str, ...]:
    """Return the names in a text, where commas separate them."""
    return tuple(filter(None, (name.strip() for name in text.split(","))))


def without_commas(name: str) -> str:
    """Return a name as it is stored in a list of names: `Smith, John` becomes `Smith John`."""
    return " ".join(name.replace(",", " ").split())


def own_seats(record: GameRecord, names: Collection[str]) -> tuple[Player, ...]:
    """Return the players of a match who are the person with these names.

    Against an engine it is always the engine's opponent. Empty when no player has one of the names.
    """
    if seat := engine_seat(record.items):
        return (seat.player.opponent,)
    own = {name.casefold() for name in names}
    here = record.header.names
    return tuple(player for player in Player if without_commas(here[player.index]).casefold() in own)


def cards_of(analysis: MatchAnalysis, seats: Collection[Player], threshold: float) -> list[Card]:
    """Return cards for the decisions of these players that cost more than `threshold`, the costliest first."""
    cards = (_card(analysis, each) for each in own_decisions(analysis, seats) if each.cost > threshold)
    return sorted(filter(None, cards), key=lambda card: card.cost, reverse=True)


def own_decisions(analysis: MatchAnalysis, seats: Collection[Player]) -> list[Decision]:
    """Return the decisions of these players that count, without forced and close ones."""
    return [each for each in analysis.decisions if each.counts and each.player in seats]


def _card(analysis: MatchAnalysis, decision: Decision) -> Card | None:
    step, header = analysis.steps[decision.step - 1], analysis.record.header
    question = question_of(step.before, decision)
    if question is None:
        return None
    play = step.event.play if isinstance(step.event, Moved) else ()
    made = question.judged(decision.act, play)
    title = " ".join(filter(None, (" - ".join(header.names), header.date[:10])))
    return Card(question, made, analysis.head.match, decision.step, title, decision.game, analysis.engine_line)


def library_cards(
    matches: Iterable[AnalysedMatch], seats: Seats, threshold: float, schedule: Schedule, most: int
) -> list[Card]:
    """Return cards of these matches that are not in the schedule.

    Matches are read until there are at least `most` cards.
    """
    cards: dict[str, Card] = {}
    analyses = kept_analyses(matches, partial(_has_new, threshold=threshold, known=schedule.decisions))
    while len(cards) < most and (analysis := next(analyses, None)):
        for card in cards_of(analysis, seats(analysis.record), threshold):
            if card.key not in schedule.cards and schedule.may_ask(card):
                cards.setdefault(card.key, card)
    return [*cards.values()]


def kept_analyses(
    matches: Iterable[AnalysedMatch], is_wanted: Callable[[Kept], bool] = lambda _kept: True
) -> Iterator[MatchAnalysis]:
    """Yield the saved analyses of these matches for which `is_wanted` returns True.

    Matches that cannot be read, or were continued since their analysis, are left out.
    """
    for match in matches:
        with suppress(BackgammonError, OSError):
            kept = read_analysis(match.path.read_bytes())
            if is_wanted(kept) and (analysis := analysis_of(match.load(), kept)):
                yield analysis


def _has_new(kept: Kept, threshold: float, known: Collection[tuple[str, int]]) -> bool:
    """Return whether an analysis has a costly decision whose match and step are not `known`."""
    decisions = (each for found in kept.found.values() for each in found if isinstance(each, Decision))
    costly = (each for each in decisions if each.counts and each.cost > threshold)
    return any(kept.head and (kept.head.match, each.step) not in known for each in costly)


def due_and_new(
    schedule: Schedule, matches: Iterable[AnalysedMatch], seats: Seats, threshold: float, now: datetime, most: int
) -> list[Card]:
    """Return the cards of a practice: at most `most`, those that are due and new ones of the player's matches."""
    new = schedule.new()
    new += library_cards(matches, seats, threshold, schedule, _NEW_CARDS - len(new))
    return mixed(schedule.due(now), sorted(new, key=lambda card: card.cost, reverse=True)[:_NEW_CARDS], most)


def worst(analysis: MatchAnalysis, seats: Collection[Player], threshold: float, schedule: Schedule) -> list[Card]:
    """Return at most three cards for the costliest decisions above `threshold`, without consecutive ones.

    Cards that are deleted or set aside are left out.
    """
    cards = cards_of(analysis, seats, threshold)
    return apart([card for card in cards if schedule.may_ask(card)])[:_OF_A_MATCH]


APART = 8
"""Decisions of one game that are fewer steps apart are consecutive: one may give away the other's answer."""


def apart(cards: Sequence[Card]) -> list[Card]:
    """Return the cards reordered so that no two neighbours are within `APART` steps of one game.

    Cards for which that is impossible are left out; another practice can ask them.
    """
    rest, order = list(cards), list[Card]()
    while rest:
        card = next((one for one in rest if not (order and _consecutive(order[-1], one))), None)
        if card is None:
            break
        rest.remove(card)
        order.append(card)
    return order


def _consecutive(one: Card, other: Card) -> bool:
    same_game = one.made and (one.match, one.game) == (other.match, other.game)
    return bool(same_game) and abs(one.step - other.step) < APART


def mixed(due: Sequence[Card], new: Sequence[Card], most: int) -> list[Card]:
    """Return up to `most` cards: the due ones in their order, with the new ones spread among them."""
    new = new[: max(most - len(due), most // 2)]
    order = [*due[: most - len(new)]]
    gap = max(len(order) // (len(new) + 1), 1)
    for number, card in enumerate(new, 1):
        order.insert(number * (gap + 1) - 1, card)
    return apart(order)
