"""A whole match as lines of JSON, read as far as it is valid, with the fault of the rest."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from bgterm.formats.judged import Judgement
from bgterm.notation.dice_evidence import Evidence, evidence
from bgterm.notation.errors import UnfinishedLine, invalid_line, unfinished_line
from bgterm.notation.json_codec import Line, Note, read_line
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event
from bgterm.rules.games import start
from bgterm.rules.match import Header, MatchState
from bgterm.rules.referee import apply_recorded

SESSION_CLOSED = Note("session_closed")
"""The note that ends a money session: nothing happens after it."""


class Problem(NamedTuple):
    """Something in a journal or a match file that is wrong, or that is not told."""

    game: int
    """The number of the game; 0 before the first."""
    line: int
    """The number of the line, from 1."""
    reason: str
    """A sentence, without its full stop."""
    error: BackgammonError | None = None
    """The error of a line of a journal: it cannot be parsed, or cannot happen there."""

    @property
    def torn(self) -> bool:
        """Whether only the last line is unfinished, so that nothing that anybody saw is lost."""
        return isinstance(self.error, UnfinishedLine)


class GameRecord(NamedTuple):
    """A match from a journal or a match file: everything that is valid, and the problems."""

    header: Header
    match: MatchState
    """The match after all events."""
    items: tuple[Event | Note, ...] = ()
    """Events, and notes where the format has them, in their order."""
    problems: tuple[Problem, ...] = ()
    """The problems by line; a journal has at most one, and ends before it."""
    foreign: bool = False
    """Whether it does not tell the rules of the match; a play that is not legal is then among the problems."""
    size: int = 0
    """How many bytes of a journal are valid."""
    is_outline: bool = False
    """Whether only the header and the notes were read of a match in which something has happened."""
    program: str = ""
    """The program whose analysis is in a match file."""
    judged: Mapping[int, Judgement] = MappingProxyType({})
    """The judgements of that program, by the number of the event, from 1."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, without the notes."""
        return tuple(item for item in self.items if not isinstance(item, Note))

    @property
    def over(self) -> bool:
        """Whether the match has ended: it is won, or a note has ended it."""
        return self.match.winner is not None or is_closed(self.items)

    @property
    def evidence(self) -> Evidence:
        """The evidence about verifiable dice."""
        return evidence(self.items)

    @property
    def damage(self) -> Problem | None:
        """The first problem."""
        return self.problems[0] if self.problems else None


def read_record(text: bytes) -> GameRecord:
    """Parse the lines of a record, every event checked by the referee, up to the first one that is wrong.

    A line counts once its line end is written. Raises NotationError when the first line is not a header,
    ImpossiblePosition when the match begins from a position that cannot arise.
    """
    *lines, torn = text.split(b"\n")
    header = _read(lines[0]) if lines else None
    if not isinstance(header, Header):
        raise invalid_line(lines[0].decode()) if lines else unfinished_line()
    match, items, size = start(header), list[Event | Note](), len(lines[0]) + 1
    wrong: tuple[int, BackgammonError] | None = (len(lines) + 1, unfinished_line()) if torn else None
    for number, line in enumerate(lines[1:], 2):
        try:
            item = read_item(line)
            match = match if isinstance(item, Note) else apply_recorded(match, item)
        except BackgammonError as fault:
            wrong = number, fault
            break
        items.append(item)
        size += len(line) + 1
    problems = [
        Problem(match.shown_game.number, number, fault.describe(match.names), fault)
        for number, fault in ([wrong] if wrong else [])
    ]
    return GameRecord(header, match, tuple(items), tuple(problems), size=size)


def is_closed(items: Collection[Event | Note]) -> bool:
    """Return whether a note of a record has ended it: a money session was closed, or the match is void."""
    return SESSION_CLOSED in items or evidence(items).void is not None


def _read(line: bytes) -> Line:
    try:
        return read_line(line.decode())
    except UnicodeDecodeError as error:
        raise invalid_line(line.decode(errors="replace")) from error


def read_item(line: bytes) -> Event | Note:
    """Parse a line of a record that is not the first. Raises NotationError."""
    item = _read(line)
    if isinstance(item, Header):
        raise invalid_line(line.decode())
    return item
