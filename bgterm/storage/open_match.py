"""A match that is open for appending, in a file or in a database.

A match is kept as the lines of a journal (`bgterm.notation.json_codec`), numbered from 0, the header. Of several
processes that play one match, only one can add a line with the next number; the others must read that line and
judge their action again.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from enum import Enum

from bgterm.formats.record import GameRecord
from bgterm.notation.json_codec import Note
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.storage.errors import SaveError


class ListChange(Enum):
    """The change that a line of a match makes in the lists of matches that other processes show."""

    NONE = "-"
    TURN = "turn"
    """The turn has passed to the other player."""
    GAME = "game"
    """A game has ended."""
    NOTE = "note"
    """A note says how the match is shared, or that it has begun or ended."""


class OpenMatch(ABC):
    """A match that is open for appending, new or saved: the base class for files and for databases.

    Its calls block on the disk, so a `Writer` makes them. A new match is saved with its first event, together with
    all notes before it; if the program ends earlier, nothing of the match is left behind.
    """

    def __init__(self, items: Iterable[Event | Note] = (), unsaved: Header | None = None) -> None:
        """Begin with the items of a saved match, or with the header of a new one."""
        self.items = [*items]
        """The events and notes so far, in the order of their lines."""
        self._unsaved, self._secret = unsaved, b""
        self.kept = True
        """Whether a new match is saved with its first event; otherwise it is lost when the program ends."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the match; it is final once the match is saved."""

    @property
    def saved(self) -> bool:
        """Whether the match is saved, as a new match is with its first event."""
        return self._unsaved is None

    def append(self, item: Event | Note, change: ListChange = ListChange.NONE) -> None:
        """Append an event or note as a line, which is safe on the disk when this returns.

        `change` is what the line changes in lists that other processes show; they are notified. Raises SaveError
        when it cannot be written; the match is then unchanged. Raises Overtaken when another process has added
        lines that this one has not read yet.
        """
        if self.saved:
            self._append(item, change)
        else:
            self._append_unsaved(item)

    def add(self, note: Note) -> None:
        """Append a note, even if other processes have added lines that this one has not read. Raises SaveError."""
        self.append(note)

    def post(self, note: Note) -> None:
        """Append a note as `add` does, but never fail: a note that cannot be written is added later, or lost."""
        with suppress(SaveError):
            self.add(note)

    def read_on(self) -> Sequence[Event | Note]:
        """Return the events and notes that other processes have added since the last call. Raises SaveError."""
        return ()

    def save(self) -> None:
        """Save a new match now, even without an event. Raises SaveError."""
        if self._unsaved:
            self._begin(self._unsaved)
            self._unsaved = None

    @abstractmethod
    def close(self) -> None:
        """Close the match for writing. Nothing can be added any more."""

    def finish(self, record: GameRecord) -> None:  # noqa: B027 - a file needs no note of it
        """Mark the match as finished in lists of matches; `record` is the whole match. Raises SaveError."""

    def read_secret(self) -> bytes:
        """Return the secret of verifiable dice beside the match; empty without one. Raises SaveError."""
        if self.saved:
            self._secret = self._read_secret()
        return self._secret

    def write_secret(self, data: bytes) -> None:
        """Replace the secret of verifiable dice beside the match; it is safe on the disk when this returns.

        Raises SaveError, and Overtaken when another process has replaced it since it was read.
        """
        if self.saved:
            self._write_secret(data)
        self._secret = data

    def remove_secret(self) -> None:
        """Remove the secret of verifiable dice beside the match; failures are ignored."""
        if self.saved:
            self._remove_secret()
        self._secret = b""

    def follow(self, look: Callable[[], None]) -> Callable[[], None]:  # noqa: ARG002 - nobody else adds lines
        """Call `look` in the event loop when another process may have added lines; return a function to stop."""
        return lambda: None

    def _append_unsaved(self, item: Event | Note) -> None:
        """Add a line to a new match; the first event saves it. Raises SaveError."""
        self.items.append(item)
        if self.kept and not isinstance(item, Note):
            try:
                self.save()
            except BaseException:
                self.items.pop()
                raise

    @abstractmethod
    def _begin(self, header: Header) -> None:
        """Save the match for the first time, with its lines and its secret, atomically. Raises SaveError."""

    @abstractmethod
    def _append(self, item: Event | Note, change: ListChange) -> None:
        """Add a line to the saved match. Raises as `append`."""

    @abstractmethod
    def _read_secret(self) -> bytes:
        """Return the secret beside the saved match; empty without one."""

    @abstractmethod
    def _write_secret(self, data: bytes) -> None:
        """Replace the secret beside the saved match. Raises as `write_secret`."""

    @abstractmethod
    def _remove_secret(self) -> None:
        """Remove the secret beside the saved match."""
