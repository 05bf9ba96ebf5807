"""A practice: cards that are asked one after the other, answered, graded and written to the journal.

It is independent of screens and plain mode.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from bgterm.catalog import N_, _
from bgterm.practice.journal import ReviewJournal
from bgterm.practice.question import Card, Choice, Entry, Grade, Mark, Marked, Review, Undone, proposed_grade
from bgterm.storage.writer import Writer

THRESHOLD = 0.050
"""The cost in normalised equity above which a decision becomes a card."""

_PUT_AWAY = {
    Mark.ASIDE: N_("The last card is set aside until you restore it."),
    Mark.DELETED: N_("The last card is deleted."),
}
"""The notices with the question after a card that the player put away."""
Clock = Callable[[], datetime]
"""A function that returns the present moment, with its time zone."""


def utc_now() -> datetime:
    """Return the present moment in UTC."""
    return datetime.now(UTC)


def clock_at(moment: datetime | None) -> Clock:
    """Return a clock that always returns this moment; for None, the real clock."""
    return utc_now if moment is None else lambda: moment


class Practice:
    """One practice: the cards to ask, which of them is the current one, and its answer and grade."""

    def __init__(
        self,
        journal: ReviewJournal,
        cards: Sequence[Card],
        threshold: float = THRESHOLD,
        clock: Clock = utc_now,
        notice: str = "",
    ) -> None:
        """Begin with the first card. The journal has been read.

        The grade `again` is proposed for a decision that costs more than `threshold`. The `notice` is shown first.
        """
        self.journal, self.cards, self.threshold, self.clock = journal, list(cards), threshold, clock
        self.notice = notice
        """A sentence for the present question or the end, or the reason why there is no card."""
        self.answer: Choice | None = None
        """The answer to the current card; None before there is one."""
        self.grade = Grade.GOOD
        """The grade of the answer: the proposed one, or the player's choice."""
        self.done: list[Review | Marked] = []
        """The entries about the cards before the current one, one each, in order."""
        self._writer = Writer()

    @property
    def card(self) -> Card | None:
        """The current card; None at the end."""
        return next(iter(self.cards[len(self.done) :]), None)

    @property
    def asked(self) -> Card:
        """The current card. Raises IndexError at the end."""
        return self.cards[len(self.done)]

    @property
    def answered(self) -> list[tuple[Review, Card]]:
        """The reviews of this practice, each with its card."""
        done = zip(self.done, self.cards, strict=False)
        return [(entry, card) for entry, card in done if isinstance(entry, Review)]

    def take(self, answer: Choice) -> None:
        """Set the answer to the current card, and propose its grade."""
        self.answer, self.grade = answer, proposed_grade(self.asked.question, answer, self.threshold)

    def due_after(self) -> datetime | None:
        """Return the moment when the card is due with the present grade; None if the review will not be saved."""
        review = self._review()
        return self.journal.schedule.after(review) if self._is_kept(review) else None

    def _is_kept(self, review: Review) -> bool:
        """Return whether the journal stores a review: not for a drill's new card that was answered well."""
        known = self.asked.made is not None or self._is_known(review.card)
        return self.journal.keeps and (known or review.grade < Grade.GOOD)

    def _is_known(self, key: str) -> bool:
        return any(isinstance(one, Card) and one.key == key for one in self.journal.entries)

    async def confirm(self) -> None:
        """Write the review of the card, unless it is a drill's that was known at once, and go to the next card.

        Raises FileError and SaveError; then nothing has changed.
        """
        await self._settle(self._review())

    async def mark(self, mark: Mark) -> None:
        """Set the card aside or delete it, and go to the next card. Raises FileError and SaveError."""
        await self._settle(Marked(self.asked.key, self._moment, mark))
        self.notice = _(_PUT_AWAY[mark])

    async def undo(self) -> None:
        """Ask the last graded or set-aside card again. Raises FileError, SaveError, IndexError without one."""
        last = self.done[-1]
        if isinstance(last, Review):
            if last in self.journal.entries:
                await self._write(Undone(last.card, last.at))
            self.answer, self.grade = last.answer, last.grade
        else:
            await self._write(Marked(last.card, self._moment, Mark.RESTORED))
            self.answer = None
        self.notice = ""
        self.done.pop()

    async def _settle(self, entry: Review | Marked) -> None:
        """Write the entry about the card, preceded by the card if the journal lacks it, and continue."""
        if not isinstance(entry, Review) or self._is_kept(entry):
            await self._write(*([] if self._is_known(entry.card) else [self.asked]), entry)
        if isinstance(entry, Marked) and entry.mark is Mark.DELETED:
            del self.cards[len(self.done)]
        else:
            self.done.append(entry)
        self.answer, self.notice = None, ""

    async def _write(self, *entries: Entry) -> None:
        await self._writer.run(partial(self.journal.append, *entries))

    def _review(self) -> Review:
        if self.answer is None:
            raise RuntimeError("the card is not answered")
        return Review(self.asked.key, self._moment, self.grade, self.answer)

    @property
    def _moment(self) -> str:
        return self.clock().astimezone(UTC).isoformat()
