"""A practice: some cards one after the other, each answered, graded and written to the journal.

It is independent of screens and plain mode.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from bgterm.practice.journal import ReviewJournal
from bgterm.practice.question import Choice
from bgterm.practice.reviews import Card, Entry, Grade, Mark, Marked, Review, Undone, proposed_grade
from bgterm.storage.writer import Writer

THRESHOLD = 0.050
"""The cost above which a decision becomes a card."""

Clock = Callable[[], datetime]
"""Returns the present moment, with its time zone."""


def utc_now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


def clock_at(moment: datetime | None) -> Clock:
    """Return a clock that stands at a moment; without one, the real clock."""
    return utc_now if moment is None else lambda: moment


class Practice:
    """The cards of one sitting, and which of them is asked now."""

    def __init__(
        self,
        journal: ReviewJournal,
        cards: Sequence[Card],
        threshold: float = THRESHOLD,
        clock: Clock = utc_now,
        notice: str = "",
    ) -> None:
        """Begin with the first card. The journal has been read."""
        self.journal, self.cards, self.threshold, self.clock = journal, list(cards), threshold, clock
        self.notice = notice
        """A sentence for the first question, or about the reason why there is no card."""
        self.at = 0
        """The number of the card that is asked, from 0."""
        self.answer: Choice | None = None
        """The answer to it, once there is one."""
        self.grade = Grade.GOOD
        """The grade of the answer: the proposed one, or the player's own."""
        self.done: list[Review | Marked] = []
        """The entries about the cards before, the last one last."""
        self._writer = Writer()

    @property
    def card(self) -> Card | None:
        """The card that is asked; None at the end."""
        return self.cards[self.at] if self.at < len(self.cards) else None

    @property
    def asked(self) -> Card:
        """The card that is asked. Raises IndexError at the end."""
        return self.cards[self.at]

    @property
    def reviews(self) -> list[Review]:
        """The answers of this practice that were graded."""
        return [one for one in self.done if isinstance(one, Review)]

    def take(self, answer: Choice) -> None:
        """Take an answer to the card, and propose its grade."""
        self.answer, self.grade = answer, proposed_grade(self.asked.question, answer, self.threshold)

    def due_after(self) -> datetime | None:
        """Return when the card is due with the present grade; None where it is not kept."""
        review = self._review()
        return self.journal.schedule.after(review) if self._is_kept(review) else None

    def _is_kept(self, review: Review) -> bool:
        """Return whether the journal keeps a review: of a drill not before something was not known."""
        return self.asked.made is not None or review.grade < Grade.GOOD or self._is_known(review.card)

    def _is_known(self, key: str) -> bool:
        return any(isinstance(one, Card) and one.key == key for one in self.journal.entries)

    async def confirm(self) -> None:
        """Write the review of the card, and go on. Raises FileError, and nothing has changed then."""
        await self._settle(self._review())

    async def mark(self, mark: Mark) -> None:
        """Set the card aside or delete it, and go on. Raises FileError."""
        await self._settle(Marked(self.asked.key, self._moment, mark))

    async def undo(self) -> bool:
        """Take the last grade back, or that a card was set aside, and ask it again; return whether there was one.

        A graded answer is there again, to be graded otherwise. Raises FileError.
        """
        if not self.done:
            return False
        last = self.done[-1]
        if isinstance(last, Review):
            if last in self.journal.entries:
                await self._write(Undone(last.card, last.at))
            self.answer, self.grade = last.answer, last.grade
        else:
            await self._write(Marked(last.card, self._moment, Mark.RESTORED))
            self.answer = None
        self.done.pop()
        self.at -= 1
        return True

    async def _settle(self, entry: Review | Marked) -> None:
        """Write what was decided about the card, after the card itself where the journal does not have it."""
        if not isinstance(entry, Review) or self._is_kept(entry):
            await self._write(*([] if self._is_known(entry.card) else [self.asked]), entry)
        if isinstance(entry, Marked) and entry.mark is Mark.DELETED:
            del self.cards[self.at]
        else:
            self.done.append(entry)
            self.at += 1
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
