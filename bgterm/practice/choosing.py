"""The cards of a practice: those that are due, new ones, or the worst decisions of one match."""

from collections.abc import Collection, Iterable
from datetime import datetime

from bgterm.play.analysing import MatchAnalysis
from bgterm.practice.cards import AnalysedMatch, Seats, apart, cards_of, cost_of, library_cards, mixed
from bgterm.practice.journal import ReviewJournal
from bgterm.practice.reviews import Card
from bgterm.practice.schedule import Schedule
from bgterm.rules.board import Player

CARDS = 10
"""How many cards a practice has at most."""
NEW_CARDS = 5
"""How many of them are new at most."""
OF_A_MATCH = 3
"""How many decisions of one match are asked after it."""


def due_and_new(
    journal: ReviewJournal,
    matches: Iterable[AnalysedMatch],
    seats: Seats,
    threshold: float,
    now: datetime,
    most: int = CARDS,
) -> list[Card]:
    """Return the cards of a practice: those that are due, with new ones of the player's matches.

    Raises FileError where the journal cannot be read.
    """
    journal.read()
    schedule = journal.schedule
    new = schedule.new()
    new += library_cards(matches, seats, threshold, schedule, NEW_CARDS - len(new))
    return mixed(schedule.due(now), sorted(new, key=cost_of, reverse=True)[:NEW_CARDS], most)


def of_match(
    analysis: MatchAnalysis,
    seats: Collection[Player],
    threshold: float,
    schedule: Schedule,
) -> list[Card]:
    """Return the worst decisions of a match, without deleted cards and those that are set aside."""
    cards = cards_of(analysis, seats, threshold)
    return apart([card for card in cards if schedule.may_ask(card)])[:OF_A_MATCH]
