"""The entries of a journal of reviews: cards, the answers to them, and decisions about them."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, IntEnum

from bgterm.practice.question import Choice, Question

GOOD = 0.010
"""The largest cost of a good answer."""


class Grade(IntEnum):
    """How well a card was remembered. The numbers are those of FSRS."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4
    """Never proposed: only the player says so."""


@dataclass(frozen=True, slots=True)
class Card:
    """A question that is asked again and again, with the answer that it was made from."""

    question: Question
    made: Choice | None = None
    """The answer in the match; None for a drill."""
    match: str = ""
    """A digest of the match, or the name of a drill."""
    step: int = 0
    """The step of the replay that the decision led to."""
    title: str = ""
    """The players of the match and its date, as text."""
    game: int = 0
    """The number of the game."""
    engine: str = ""
    """The engine of the analysis, its version and plies, as text."""
    key: str = ""
    """The key of the question; a journal has it, so that it stays for ever."""

    def __post_init__(self) -> None:
        """Compute the key where it is not given."""
        if not self.key:
            object.__setattr__(self, "key", self.question.key)

    @property
    def cost(self) -> float:
        """The cost of the answer in the match; 0 for a drill."""
        return self.made.cost if self.made else 0.0


@dataclass(frozen=True, slots=True)
class Review:
    """An answer to a card."""

    card: str
    """The key of the card."""
    at: str
    """When it was given, as ISO 8601 in UTC."""
    grade: Grade
    answer: Choice


@dataclass(frozen=True, slots=True)
class Undone:
    """A review that was taken back."""

    card: str
    at: str
    """The moment of the review."""


class Mark(Enum):
    """The marks of a card that say whether it is asked."""

    ASIDE = "aside"
    """It is not asked until it is restored."""
    RESTORED = "restored"
    DELETED = "deleted"
    """It is never asked again, nor made again from the same decision."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A card that the player has marked to be set aside, restored or deleted."""

    card: str
    at: str
    mark: Mark


Entry = Card | Review | Undone | Marked
"""An entry of the journal after its head."""


def moment(text: str) -> datetime:
    """Return the moment that a journal has as text. Raises ValueError where it has no time zone."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(text)
    return found.astimezone(UTC)


def proposed_grade(question: Question, answer: Choice, threshold: float) -> Grade:
    """Return the grade of an answer by its cost; up to the `threshold` a decision is graded hard."""
    good, hard = question.limits or (GOOD, threshold)
    if answer.cost <= good and not answer.is_least:
        return Grade.GOOD
    return Grade.HARD if answer.cost <= hard else Grade.AGAIN
