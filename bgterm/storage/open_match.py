"""A match that is open for appending, in a file or in a database.

A match is kept as the lines of a journal (`bgterm.notation.json_codec`), numbered from 0, the header. A line is
added after all that its writer knows. Where several processes play one match, the one that is overtaken by another
has to read on first, and to judge again.
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


class News(Enum):
    """The consequence of an event for the lists that show its match elsewhere."""

    NONE = "-"
    TURN = "turn"
    """Another player is to act."""
    GAME = "game"
    """A game has ended."""


class OpenMatch(ABC):
    """A match that is open for appending. Its calls wait for the disk, so a `Writer` makes them.

    A new match is saved with its first event, and with it all notes before: however the program ends until then,
    nothing of it is left behind.
    """

    def __init__(self, items: Iterable[Event | Note] = (), unsaved: Header | None = None) -> None:
        """Take what the match contains, or the header of a new match."""
        self.items = [*items]
        """The events and notes so far, in the order in which they are kept."""
        self._unsaved, self._secret = unsaved, b""
        self.kept = True
        """Whether a new match is saved at all; one that is not is lost when the program ends."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the match; it is final once the match is saved."""

    @property
    def saved(self) -> bool:
        """Whether the match is kept: a new one is when something has happened."""
        return self._unsaved is None

    def append(self, item: Event | Note, news: News = News.NONE) -> None:
        """Add a line; when this returns, it is safe on the disk. Other processes are notified with the `news`.

        Raises SaveError when it is not; the match is then as it was before. Raises Overtaken when another process
        has added lines that are not read yet.
        """
        if self.saved:
            self._append(item, news)
        else:
            self._append_unsaved(item)

    def add(self, note: Note) -> None:
        """Add a note in any case, after lines that are not read yet too. Raises SaveError."""
        self.append(note)

    def post(self, note: Note) -> None:
        """Add a note as `add`, if that is possible; where it will be later, then, and before all later lines."""
        with suppress(SaveError):
            self.add(note)

    def read_on(self) -> Sequence[Event | Note]:
        """Return what other processes have added since. Raises SaveError."""
        return ()

    def save(self) -> None:
        """Keep a new match from now on. Raises SaveError."""
        if self._unsaved:
            self._begin(self._unsaved)
            self._unsaved = None

    @abstractmethod
    def close(self) -> None:
        """Release the match. Nothing can be added any more."""

    def finish(self, record: GameRecord) -> None:  # noqa: B027 - a file needs no note of it
        """Take note that nothing more will happen, for the lists of matches. Raises SaveError."""

    def read_secret(self) -> bytes:
        """Return what is kept in private beside the match; nothing when it cannot be read. Raises SaveError."""
        if self.saved:
            self._secret = self._read_secret()
        return self._secret

    def write_secret(self, data: bytes) -> None:
        """Replace what is kept in private, safe on the disk when this returns.

        Raises SaveError, and Overtaken when another process has replaced it since it was read.
        """
        if self.saved:
            self._write_secret(data)
        self._secret = data

    def remove_secret(self) -> None:
        """Remove what is kept in private, if it is there and that is possible."""
        if self.saved:
            self._remove_secret()
        self._secret = b""

    def follow(self, look: Callable[[], None]) -> Callable[[], None]:  # noqa: ARG002 - nobody else adds lines
        """Call `look`, in the event loop, when another process may have added lines; return what ends that."""
        return lambda: None

    def _append_unsaved(self, item: Event | Note) -> None:
        """Add a line to a new match; with an event it is saved. Raises SaveError."""
        self.items.append(item)
        if self.kept and not isinstance(item, Note):
            try:
                self.save()
            except BaseException:
                self.items.pop()
                raise

    @abstractmethod
    def _begin(self, header: Header) -> None:
        """Save for the first time, with the lines and the secret so far; all or nothing. Raises SaveError."""

    @abstractmethod
    def _append(self, item: Event | Note, news: News) -> None:
        """Add a line to the saved match, as `append`."""

    @abstractmethod
    def _read_secret(self) -> bytes:
        """Return what is kept in private beside the saved match."""

    @abstractmethod
    def _write_secret(self, data: bytes) -> None:
        """Replace what is kept in private beside the saved match."""

    @abstractmethod
    def _remove_secret(self) -> None:
        """Remove what is kept in private beside the saved match."""
