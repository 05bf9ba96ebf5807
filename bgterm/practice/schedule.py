"""The schedule of cards: spaced repetition (FSRS-6), computed from the journal of reviews alone.

`docs/practice.md` describes the rule, with its source.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bgterm.practice.question import Card, Entry, Mark, Marked, Review, Undone, moment

if TYPE_CHECKING:
    from fsrs import Card as Memory
    from fsrs import Scheduler

EARLY = timedelta(hours=12)
"""The time before its moment when a card counts as due: a card reviewed in the evening is asked the next day."""


def usual_scheduler() -> "Scheduler":
    """Return the scheduler of the library `fsrs` with its default weights; no card is asked twice on one day."""
    from fsrs import Scheduler  # only where a card is reviewed

    return Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


class Schedule:
    """The cards of a journal of reviews, with the moments when they are due."""

    def __init__(self, scheduler: "Scheduler", entries: Iterable[Entry]) -> None:
        """Compute the schedule from the entries of a journal, whose moments may be in any order."""
        self.cards: dict[str, Card] = {}
        """The cards by key, without deleted ones."""
        self.reviews: dict[str, list[Review]] = defaultdict(list)
        """The reviews of each card by key, oldest first."""
        self.decisions: set[tuple[str, int]] = set()
        """The match and the step of every card, including deleted ones."""
        self.aside: set[str] = set()
        """The keys of the cards that are set aside."""
        self.deleted: set[str] = set()
        """The keys of the deleted cards."""
        self._scheduler = scheduler
        self._memories: dict[str, Memory] = {}
        self._take(entries)

    def _take(self, entries: Iterable[Entry]) -> None:
        reviews: list[Review] = []
        for entry in entries:
            match entry:
                case Card():
                    self.cards.setdefault(entry.key, entry)
                    self.decisions.add((entry.match, entry.step))
                case Review():
                    reviews.append(entry)
                case Undone(card, at):
                    reviews = [one for one in reviews if (one.card, one.at) != (card, at)]
                case Marked(card, mark=Mark.DELETED):
                    self.deleted.add(card)
                case Marked(card, mark=mark):
                    (self.aside.add if mark is Mark.ASIDE else self.aside.discard)(card)
        for card in self.deleted:
            self.cards.pop(card, None)
        for review in sorted(reviews, key=lambda one: moment(one.at)):
            self._memories[review.card] = self._reviewed(review)
            self.reviews[review.card].append(review)

    def _reviewed(self, review: Review) -> "Memory":
        """Return the memory state of a card, as FSRS has it, after one more review."""
        from fsrs import Card as Memory  # only where a card is reviewed
        from fsrs import Rating

        before = self._memories.get(review.card) or Memory(card_id=0)
        return self._scheduler.review_card(before, Rating(review.grade), moment(review.at))[0]

    def may_ask(self, card: Card) -> bool:
        """Return whether a card may be asked: it is neither deleted nor set aside."""
        return card.key not in self.deleted and card.key not in self.aside

    def due_at(self, key: str) -> datetime | None:
        """Return the moment when a card is due; None if it was never reviewed."""
        return self._memories[key].due if key in self._memories else None

    def after(self, review: Review) -> datetime:
        """Return the moment when a card would be due after one more review."""
        return self._reviewed(review).due

    def due(self, now: datetime) -> list[Card]:
        """Return the cards that are due by `EARLY` after `now`, those most likely forgotten first."""
        latest = now.astimezone(UTC) + EARLY
        keys = [key for key in self._asked() if (due := self.due_at(key)) and due <= latest]
        return [self.cards[key] for key in sorted(keys, key=lambda key: self._chance(key, now))]

    def new(self) -> list[Card]:
        """Return the cards that were never reviewed."""
        return [self.cards[key] for key in self._asked() if key not in self._memories]

    def next_due(self) -> datetime | None:
        """Return the moment when the next card is due; None if no card was reviewed."""
        return min(filter(None, map(self.due_at, self._asked())), default=None)

    def _asked(self) -> list[str]:
        return [key for key in self.cards if key not in self.aside]

    def _chance(self, key: str, now: datetime) -> tuple[float, datetime]:
        """Return the chance that the card is remembered, and the moment when it was due."""
        memory = self._memories[key]
        return self._scheduler.get_card_retrievability(memory, now.astimezone(UTC)), memory.due
