"""A whole match as lines of JSON, read as far as it is valid, with the fault of the rest."""

from collections.abc import Collection
from dataclasses import dataclass

from bgterm.notation.dice_evidence import evidence
from bgterm.notation.errors import InvalidLine, UnfinishedLine
from bgterm.notation.json_codec import Line, Note, read_line
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event
from bgterm.rules.games import start
from bgterm.rules.match import Header, Match
from bgterm.rules.referee import replay

SESSION_CLOSED = Note("session_closed")
"""The note that ends a money session: nothing happens after it."""


@dataclass(frozen=True, slots=True)
class Damage:
    """The place where a record stops being valid, with the reason."""

    line: int
    """The number of the bad line, from 1."""
    fault: BackgammonError
    """The fault of the line: it cannot be parsed, or cannot happen there."""

    @property
    def torn(self) -> bool:
        """Whether only the last line is unfinished, so that nothing that anybody saw is lost."""
        return isinstance(self.fault, UnfinishedLine)


@dataclass(frozen=True, slots=True)
class Record:
    """The contents of a record, as far as it is valid."""

    header: Header
    match: Match
    """The match after all events."""
    items: tuple[Event | Note, ...] = ()
    """Events and notes in their order."""
    size: int = 0
    """How many bytes of the text are valid."""
    damage: Damage | None = None
    """The fault of the bytes after them."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, without the notes."""
        return tuple(item for item in self.items if not isinstance(item, Note))


def read_record(text: bytes) -> Record:
    """Parse the lines of a record, every event checked by the referee, up to the first one that is wrong.

    A line counts once its line end is written. Raises NotationError when the first line is not a header,
    ImpossiblePosition when the match begins from a position that cannot arise.
    """
    *lines, torn = text.split(b"\n")
    header = _read(lines[0]) if lines else None
    if not isinstance(header, Header):
        raise InvalidLine(text=lines[0].decode()) if lines else UnfinishedLine()
    match, items, size = start(header), list[Event | Note](), len(lines[0]) + 1
    damage = Damage(len(lines) + 1, UnfinishedLine()) if torn else None
    for number, line in enumerate(lines[1:], 2):
        try:
            item = _item(line)
            match = match if isinstance(item, Note) else replay(match, item)
        except BackgammonError as fault:
            damage = Damage(number, fault)
            break
        items.append(item)
        size += len(line) + 1
    return Record(header, match, tuple(items), size, damage)


def is_closed(items: Collection[Event | Note]) -> bool:
    """Return whether a note of a record has ended it: a money session was closed, or the match is void."""
    return SESSION_CLOSED in items or evidence(items).void is not None


def _read(line: bytes) -> Line:
    try:
        return read_line(line.decode())
    except UnicodeDecodeError as error:
        raise InvalidLine(text=line.decode(errors="replace")) from error


def _item(line: bytes) -> Event | Note:
    item = _read(line)
    if isinstance(item, Header):
        raise InvalidLine(text=line.decode())
    return item
