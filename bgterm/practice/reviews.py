"""The entries of a journal of reviews: cards, their reviews, and marks on them."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, IntEnum

from bgterm.practice.question import Choice, Question

GOOD = 0.010
"""The largest cost of an answer that is graded good."""


class Grade(IntEnum):
    """The grades of an answer to a card, with the numbers of FSRS."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4
    """Easily remembered; this grade is never proposed, only chosen by the player."""


@dataclass(frozen=True, slots=True)
class Card:
    """A question that is asked repeatedly, with the decision that it was made from."""

    question: Question
    made: Choice | None = None
    """The answer in the match; None for a drill."""
    match: str = ""
    """A digest of the match, or the name of the drill."""
    step: int = 0
    """The number of the step in the replay of the match."""
    title: str = ""
    """The names of the match's players and its date."""
    game: int = 0
    """The number of the game in the match."""
    engine: str = ""
    """The engine of the analysis with its version and plies, in words."""
    key: str = ""
    """The key of the question; the journal stores it, so that it never changes."""

    def __post_init__(self) -> None:
        """Set the key if it is not given."""
        if not self.key:
            object.__setattr__(self, "key", self.question.key)

    @property
    def cost(self) -> float:
        """The cost of the answer in the match; 0 for a drill."""
        return self.made.cost if self.made else 0.0


@dataclass(frozen=True, slots=True)
class Review:
    """A graded answer to a card."""

    card: str
    """The key of the card."""
    at: str
    """The moment of the answer, in ISO 8601 and UTC."""
    grade: Grade
    answer: Choice


@dataclass(frozen=True, slots=True)
class Undone:
    """A review that was taken back."""

    card: str
    at: str
    """The moment of the review, in ISO 8601 and UTC."""


class Mark(Enum):
    """The marks that decide whether a card is asked."""

    ASIDE = "aside"
    """The card is not asked until it is restored."""
    RESTORED = "restored"
    DELETED = "deleted"
    """The card is never asked again, and no new card is made from the same decision."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A card that the player has set aside, restored or deleted."""

    card: str
    at: str
    mark: Mark


Entry = Card | Review | Undone | Marked
"""An entry of a journal, after its first line."""


def moment(text: str) -> datetime:
    """Return the moment in an ISO 8601 text, in UTC. Raises ValueError when it has no time zone."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(text)
    return found.astimezone(UTC)


def proposed_grade(question: Question, answer: Choice, threshold: float) -> Grade:
    """Return the proposed grade of an answer by its cost; up to `threshold`, a decision is hard."""
    good, hard = question.limits or (GOOD, threshold)
    if answer.cost <= good and not answer.is_least:
        return Grade.GOOD
    return Grade.HARD if answer.cost <= hard else Grade.AGAIN
