"""A match of a database that is open for appending, in one of the processes that play it."""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from logging import ERROR
from uuid import UUID, uuid4

from bgterm.formats.record import GameRecord
from bgterm.notation.errors import invalid_line
from bgterm.notation.json_codec import Note, read_line
from bgterm.rules.errors import NotationError
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.storage.errors import DatabaseAway, Overtaken, SaveError, overtaken, save_damaged
from bgterm.storage.log import log
from bgterm.storage.postgres.lines import MatchLines
from bgterm.storage.store import News


@dataclass(slots=True)
class _Posted:
    """A note to be added, with what tells a later try that an earlier one has added it."""

    note: Note
    seq: int
    """The number that its line is to have."""
    token: UUID = field(default_factory=uuid4)


class DatabaseMatch:
    """A match of a database that is open for appending."""

    def __init__(self, lines: MatchLines, name: str, header: Header | None = None) -> None:
        """Take the name of a match; with a `header` it is a new one, which is not saved yet."""
        self._lines, self._name = lines, name
        self._number: int | None = None
        self.items: list[Event | Note] = []
        """The events and notes so far."""
        self._header = header
        self._secret = b""
        self._seen = 1
        """The number of lines that are read, the header among them."""
        self._posted = deque[_Posted]()
        """Notes that could not be added yet."""
        self._own = set[int]()
        """The numbers of notes that were added after lines that are not read."""
        self._heard = 0
        """The number of the last line that was heard of."""
        self._look_on: Callable[[], None] | None = None

    def take(self, number: int, record: GameRecord) -> None:
        """Take what the match contains."""
        self._number, self.items, self._seen = number, [*record.items], len(record.items) + 1

    @property
    def name(self) -> str:
        """The name of the match; it is final once the match is saved."""
        return self._name

    @property
    def saved(self) -> bool:
        """Whether the match is in the database."""
        return self._number is not None

    def append(self, item: Event | Note, news: News = News.NONE) -> None:
        """Add a line after those that are read, as `OpenMatch.append`."""
        if self._number is None:
            self._add_unsaved(item)
            return
        self._add_posted()
        self._lines.append(self._number, self._name, self._seen, [item], news=news)
        self._seen += 1
        self.items.append(item)

    def add(self, note: Note) -> None:
        """Add a note after all lines, as `OpenMatch.add`."""
        if self._number is None:
            self._add_unsaved(note)
            return
        self._add_posted()
        self._add(_Posted(note, self._seen))

    def post(self, note: Note) -> None:
        """Add a note now, or else before the next line or when the database is back."""
        if self._number is None:
            self._add_unsaved(note)
            return
        self._posted.append(_Posted(note, self._seen))
        with suppress(DatabaseAway):
            self._add_posted()

    def _add_posted(self) -> None:
        """Add the notes that could not be added yet. Raises DatabaseAway."""
        while self._posted:
            try:
                self._add(self._posted[0])
            except DatabaseAway:
                raise
            except SaveError as error:
                log("note not kept", ERROR, match=self._name, reason=str(error))
            self._posted.popleft()

    def _add(self, posted: "_Posted") -> None:
        """Add a note after all lines. Raises SaveError, after which it may be tried again."""
        while self._number is not None:
            try:
                self._lines.append(self._number, self._name, posted.seq, [posted.note], posted.token)
                break
            except Overtaken:
                posted.seq = self._lines.count(self._number, self._name)
        if posted.seq == self._seen:
            self._seen += 1
            self.items.append(posted.note)
        else:
            self._own.add(posted.seq)

    def read_on(self) -> Sequence[Event | Note]:
        """Return what other processes have added since, as `OpenMatch.read_on`."""
        self._add_posted()
        lines = self._lines.read_from(self._number, self._name, self._seen) if self._number is not None else []
        others = list[Event | Note]()
        for seq, line in lines:
            item = _item(self._name, seq, line)
            self.items.append(item)
            self._seen = seq + 1
            if seq in self._own:
                self._own.remove(seq)
            else:
                others.append(item)
        return others

    def save(self) -> None:
        """Keep from now on what was created lazily. Raises SaveError."""
        if self._number is None and self._header:
            number, self._name = self._lines.begin(self._name, [self._header, *self.items], self._secret)
            self._number, self._seen = number, len(self.items) + 1
            self._lines.follow(number, self.hear)

    def close(self) -> None:
        """Stop following other processes."""
        if self._number is not None:
            with suppress(DatabaseAway):
                self._add_posted()
            self._lines.unfollow(self._number, self.hear)

    def finish(self, record: GameRecord) -> None:
        """Note for the lists that nothing more will happen. Raises SaveError."""
        if self._number is not None:
            self._lines.finish(self._number, self._name, record)

    def read_secret(self) -> bytes:
        """Return what is kept in private beside the match; nothing when there is nothing. Raises SaveError."""
        if self._number is not None:
            self._secret = self._lines.secret(self._number, self._name)
        return self._secret

    def write_secret(self, data: bytes) -> None:
        """Replace what is kept in private. Raises SaveError, Overtaken when another process was first."""
        if self._number is not None and not self._lines.write_secret(self._number, self._name, self._secret, data):
            raise overtaken()
        self._secret = data

    def remove_secret(self) -> None:
        """Remove what is kept in private, if that is possible now."""
        if self._number is not None:
            with suppress(SaveError):
                self._lines.remove_secret(self._number, self._name)
        self._secret = b""

    def follow(self, look: Callable[[], None]) -> Callable[[], None]:
        """Call `look` when another process may have added lines; return what ends that."""
        self._look_on = look
        if self._heard >= self._seen:  # while it was read
            self._lines.call_soon(look)

        def stop() -> None:
            self._look_on = None

        return stop

    def hear(self, seq: int) -> None:
        """Take note that the match has a line of this number."""
        self._heard = max(seq, self._heard)
        if (seq >= self._seen or self._posted) and self._look_on:
            self._look_on()

    def _add_unsaved(self, item: Event | Note) -> None:
        """Add a line to a match that is not saved yet; with an event it is saved. Raises SaveError."""
        self.items.append(item)
        if not isinstance(item, Note):
            try:
                self.save()
            except BaseException:
                self.items.pop()
                raise


def _item(name: str, seq: int, line: str) -> Event | Note:
    """Parse a line that is not the first. Raises SaveError."""
    try:
        item = read_line(line)
    except NotationError as fault:
        raise save_damaged(name, seq + 1, fault) from fault
    if isinstance(item, Header):
        raise save_damaged(name, seq + 1, invalid_line(line))
    return item
