"""Who plays on a server: everyone is his public key, with a name that he picks once.

The names are kept in a private file, one line each, in the order in which they were picked, with the day on which
who has it was seen last, more or less. A later line about the same key holds; one with an empty name forgets it:

    {"key":"SHA256:mVPwvezndPv/ARoIadVY98vAC0g+P/5633yTC4d/wXE","name":"Ann","seen":"2026-11-22"}

One server at a time has the file. A line that a crash left unfinished is cut off.
"""

import fcntl
import json
import os
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path

from bgterm.notation import name_words
from bgterm.notation.clean import clean_line
from bgterm.notation.troubles import reason_of

GUEST = "guest"
"""How the key of a guest begins, who has no key of his own and so cannot come back to a seat."""
NAME_LENGTH = 16
"""How many characters of a name are kept, unless something else is wanted."""
_SEEN_ANEW = timedelta(days=30)
"""After how long it is written down again that somebody was seen."""
_OPEN = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC


class LobbyError(Exception):
    """Something that a visitor, or who runs the server, asked for and cannot have; its text is the sentence."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who has come to the server."""

    key: str
    """The fingerprint of his public key, `SHA256:...`; `guest:7` for the seventh without one."""
    name: str
    """What he is called, which no other is; empty until he has picked a name."""
    address: str = field(default="", compare=False)
    """What stands for the place he calls from, which may be that of others too."""

    @property
    def is_guest(self) -> bool:
        """Whether he has no key, so that nobody can know him again."""
        return self.key.partition(":")[0] == GUEST

    @property
    def seat(self) -> str:
        """What a record says of who sits at a seat: his key; of a guest only that he was one."""
        return GUEST if self.is_guest else self.key


class People:
    """The names of all who have ever come, and those of the guests who are here."""

    def __init__(
        self,
        path: Path,
        most: int = 100_000,
        longest: int = NAME_LENGTH,
        today: Callable[[], date] = date.today,
        away: timedelta = timedelta(days=90),
    ) -> None:
        """Open the file of names, or begin one; `most` are taken, so long each. Raises LobbyError.

        When they are too many, who has not been seen for as long as `away` may be forgotten.
        """
        self._path, self._most, self._longest = path, most, longest
        self._today, self._away = today, away
        self._seen: dict[str, date] = {}
        """On which day each who has a key was seen, if that is known."""
        self._names: dict[str, str] = {}
        self._taken: dict[str, str] = {}
        """The keys by the names they have, as `_alike` writes them."""
        try:
            path.parent.mkdir(0o700, parents=True, exist_ok=True)
            self._file = os.open(path, _OPEN, 0o600)
        except OSError as error:
            raise LobbyError(name_words.names_unreadable(str(path), reason_of(error))) from error
        try:
            self._load()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let another server have the file."""
        os.close(self._file)

    def name_of(self, key: str) -> str:
        """Give the name that belongs to the key; empty when none has been picked."""
        return self._names.get(key, "")

    def pick(self, visitor: Visitor, text: str) -> Visitor:
        """Give the visitor with the name he wants, cleaned, and keep it for good; that of a guest until he goes.

        Raises LobbyError when nothing is left of it, when it is taken, or when it cannot be kept.
        """
        if known := self.name_of(visitor.key):
            return replace(visitor, name=known)
        name = clean_line(text, self._longest)
        if not name:
            raise LobbyError(name_words.NO_NAME)
        if _alike(name) in self._taken:
            raise LobbyError(name_words.name_taken(name))
        if len(self._names) >= self._most:
            raise LobbyError(name_words.TOO_MANY_NAMES)
        if not visitor.is_guest:
            self._keep(visitor.key, name, self._today())
        self._add(visitor.key, name)
        return replace(visitor, name=name)

    def came(self, visitor: Visitor) -> None:
        """Know that the visitor is here today; it is written down once in a while. Raises LobbyError."""
        today, name = self._today(), self._names.get(visitor.key)
        if name and not visitor.is_guest and today - self._last(visitor.key) >= _SEEN_ANEW:
            self._keep(visitor.key, name, today)

    def make_room(self, needed: Collection[str]) -> None:
        """If there are too many names, forget that of who has been away longest, but none of the `needed` keys.

        Raises LobbyError when that cannot be kept.
        """
        if len(self._names) < self._most:
            return
        known = (key for key in self._names if key.partition(":")[0] != GUEST and key not in needed)
        key = min(known, key=self._last, default="")
        if key and self._today() - self._last(key) >= self._away:
            self._keep(key, "", self._today())
            self._drop(key)

    def _last(self, key: str) -> date:
        return self._seen.get(key, date.min)

    def forget_guest(self, visitor: Visitor) -> None:
        """Let others have the name of a guest who has gone."""
        if visitor.is_guest and visitor.key in self._names:
            self._drop(visitor.key)

    def _drop(self, key: str) -> None:
        del self._taken[_alike(self._names.pop(key))]

    def _add(self, key: str, name: str) -> None:
        self._names[key] = name
        self._taken[_alike(name)] = key

    def _load(self) -> None:
        """Read the names, once nobody else has them open."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            *lines, torn = self._path.read_bytes().split(b"\n")
            os.ftruncate(self._file, self._path.stat().st_size - len(torn))
        except BlockingIOError as error:
            raise LobbyError(name_words.names_in_use(str(self._path))) from error
        except OSError as error:
            reason = reason_of(error)
            raise LobbyError(name_words.names_unreadable(str(self._path), reason)) from error
        for number, line in enumerate(lines, 1):
            match _read(line):
                case {"key": str(key), "name": "", "seen": date()} if key in self._names:
                    self._drop(key)
                case {"key": str(key), "name": str(name), **rest} if name:
                    self._add(key, name)
                    match rest:
                        case {"seen": date() as seen}:
                            self._seen[key] = seen
                case _:
                    raise LobbyError(name_words.names_damaged(str(self._path), number))

    def _keep(self, key: str, name: str, seen: date) -> None:
        """Write a name down and wait until it is safe on the disk. Raises LobbyError."""
        facts = {"key": key, "name": name, "seen": seen.isoformat()}
        text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
        line = f"{text}\n".encode(errors="backslashreplace")
        size = os.fstat(self._file).st_size
        try:
            while line:
                line = line[os.write(self._file, line) :]
            os.fsync(self._file)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._file, size)
            raise LobbyError(name_words.name_not_kept(reason_of(error))) from error
        self._seen[key] = seen


def find_visitor(name: str, visitors: Iterable[Visitor]) -> Visitor | None:
    """Give the one of that name, in capitals or not; None when there is none."""
    return next((visitor for visitor in visitors if _alike(visitor.name) == _alike(name)), None)


def _alike(name: str) -> str:
    """Give the name as it is compared: names that differ only in capitals, width or blanks are the same."""
    return "".join(_letters(unicodedata.normalize("NFKC", name).casefold()))


def _letters(text: str) -> Iterator[str]:
    return (char for char in text if not char.isspace())


def _read(line: bytes) -> object:
    """Give what a line says, with a day as one; None when it says nothing that can be."""
    try:
        match json.loads(line):
            case {"seen": str(seen), **rest}:
                return {**rest, "seen": date.fromisoformat(seen)}
            case found:
                return found
    except (ValueError, RecursionError):
        return None
