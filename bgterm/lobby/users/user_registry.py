"""The users of a server: every player has a public key and a name of their choice."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from bgterm.background import SharedLock
from bgterm.catalog import N_, _
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.users.names import are_alike, checked_name, is_reserved, lookalikes
from bgterm.storage.errors import Overtaken

_T = TypeVar("_T")
GUEST = "guest"
"""The prefix of a guest's key; guests have no public key, and cannot return to a seat."""
BOT = "bot"
"""The prefix of a bot's key, before the name of its engine."""
NAME_LENGTH = 16
"""The most characters of a name."""
_SEEN_ANEW = timedelta(days=30)
"""The time after which it is recorded again that a player was seen."""
_RENAMED_LATELY = timedelta(days=30)
"""The time for which others see the former name of a player."""
_AWAY = timedelta(days=90)
"""The time of absence after which a player may be forgotten to make room for new names."""
_MOST_KEYS = 10
"""The most keys of a player."""


@dataclass(frozen=True, slots=True)
class User:
    """A person or a bot on the server; two values with the same key are equal."""

    key: str
    """The fingerprint of the user's first public key, `SHA256:...`, or `guest:7` for the seventh guest."""
    name: str = field(compare=False)
    """The user's unique name; empty until they have picked one."""
    address: str = field(default="", compare=False)
    """The address or network that limits count the user under; several users may share it."""

    @property
    def is_guest(self) -> bool:
        """Whether the user has no public key, and so cannot be recognised in another session."""
        return self.key.partition(":")[0] == GUEST

    @property
    def is_bot(self) -> bool:
        """Whether the user is an engine of the server."""
        return is_bot(self.key)

    @property
    def seat(self) -> str:
        """The user in a record's header: the key, or the same word for every guest."""
        return GUEST if self.is_guest else self.key


Forget = Callable[[str], Awaitable[None]]
"""A function that deletes the data of the player with this key, except names and keys."""


def is_bot(key: str) -> bool:
    """Return whether the user key is that of a bot."""
    return key.partition(":")[0] == BOT


class NamesStore(Protocol):
    """The store that saves the names of a registry: a file, or a database that several processes share."""

    @property
    def path(self) -> Path | str:
        """The file, or the name of the database, for messages."""

    def read(self) -> Iterable[tuple[int, object]]:
        """Return each line's number and its facts about a key, None for an unreadable line. Raises LobbyError."""

    async def read_on(self) -> Iterable[object]:
        """Return the facts about keys that other processes have saved since the last call. Raises SaveError."""

    async def keep(self, key: str, **facts: str) -> None:
        """Save the facts about a key, in place of older ones, and wait until they are saved.

        Raises LobbyError if that fails, and Overtaken if another process has saved a similar name.
        """

    def post(self, key: str, **facts: str) -> None:
        """Save the facts about a key in the background; a failure is only logged. Not for a new name."""

    def close(self) -> None:
        """Close the store after all pending writes."""


class _SavedName(NamedTuple):
    """The name of a player, as it is saved."""

    name: str
    """The name; empty for a player who is deleted."""
    seen: date = date.min
    """The day on which the player was last seen, if it is known."""
    was: str = ""
    """The former name; empty without one."""
    renamed: date = date.min
    """The day on which the former name was changed."""

    @property
    def facts(self) -> dict[str, str]:
        """The facts in the line or row of the player."""
        former = {"was": self.was, "renamed": str(self.renamed)} if self.was else {}
        return {"name": self.name, "seen": str(self.seen), **former}


_NOBODY = _SavedName("")


class UserRegistry:
    """The names and keys of all players, and the names of the guests who have a session."""

    def __init__(
        self,
        names: NamesStore,
        most: int = 100_000,
        today: Callable[[], date] = date.today,
    ) -> None:
        """Read the names, at most `most` in all; `today` returns the date. Raises LobbyError."""
        self._most, self._today = most, today
        self._names: dict[str, _SavedName] = {}
        """The name of each player, guest and bot, by key."""
        self._owners: dict[str, str] = {}
        """The first key of the player, for each further key."""
        self._claims: dict[str, frozenset[str]] = {}
        """The lookalike forms of the names, current and former, of each key."""
        self._taken = defaultdict[str, set[str]](set)
        """The keys whose names have a lookalike form, by that form."""
        self._turn = SharedLock()
        """Held during a change, so that the next is checked against its result."""
        self.faults: tuple[str, ...] = ()
        """A sentence for each line that could not be read."""
        self._file = names
        self._load()

    def close(self) -> None:
        """Close the store after all pending writes, so that another server can open it."""
        self._file.close()

    def identity(self, key: str) -> str:
        """Return the first key of the player with this key; the key itself when it belongs to no player."""
        return self._owners.get(key, key)

    def name_of(self, key: str) -> str:
        """Return the name of the player with this key; empty when none has been picked."""
        return self._names.get(self.identity(key), _NOBODY).name

    def keys_of(self, name: str) -> list[str]:
        """Return all keys of the player with that name, the first one first; empty when nobody has the name.

        Lookalike names match too. If several names are alike, as in old files, only an exact match counts.
        """
        looks = (self._taken.get(look, set()) for look in lookalikes(name))
        alike = [key for key in set().union(*looks) if are_alike(self._names[key].name, name)]
        exact = [key for key in alike if self._names[key].name == name]
        (owner,) = exact or alike if len(exact or alike) == 1 else [""]
        return [owner, *(key for key, of in self._owners.items() if of == owner)] if owner else []

    def former_name(self, key: str) -> str:
        """Return the name that the player with this first key had before a recent change; empty without one."""
        known = self._names.get(key, _NOBODY)
        return known.was if self._today() - known.renamed < _RENAMED_LATELY else ""

    async def pick(self, user: User, text: str) -> User:
        """Save `text` as the name of a user who has none, and return the user with it. A guest's is not saved.

        A user who has a name by now keeps it. Raises LobbyError when the name cannot be shown, when it looks like
        another's, when there is no room, or when it cannot be saved.
        """

        async def act() -> User:
            if known := self.name_of(user.key):
                return replace(user, name=known)
            name = self._free_name(user, text)
            if len(self._names) >= self._most:
                raise LobbyError(N_("This server has no room for more names: ask its operator."))
            await self._keep(user, _SavedName(name, self._today()))
            return replace(user, name=name)

        return await self._in_turn(act)

    async def rename(self, user: User, text: str, *, openly: bool = True) -> User:
        """Replace the user's name by `text`, and return the user with it.

        If `openly`, the former name is shown beside it for a month, and nobody else may take it until the next
        change. Raises LobbyError when the new name is not allowed or cannot be saved.
        """

        async def act() -> User:
            name, known = self._free_name(user, text), self._names.get(user.key)
            if known is None or known.name == name:  # a guest may have left meanwhile
                return user
            today = self._today()
            await self._keep(user, _SavedName(name, today, known.name if openly else "", today))
            return replace(user, name=name)

        return await self._in_turn(act)

    async def delete(self, user: User, forget: Forget) -> None:
        """Delete the names and all keys of a user, after `forget`, called with their key, has deleted other data.

        A guest or an unknown user is ignored. Raises LobbyError when the deletion cannot be saved.
        """
        async with self._turn:
            if user.key in self._names and not user.is_guest:
                await self._forget(user.key, forget)

    async def _forget(self, key: str, forget: Forget) -> None:
        await forget(key)
        await self._file.keep(key, **_SavedName("", self._today()).facts)
        self._drop(key)

    async def add_key(self, key: str, owner: str) -> None:
        """Add a key to the player whose first key is `owner`.

        Raises LobbyError when they have the most keys allowed, or when it cannot be saved.
        """
        async with self._turn:
            if [*self._owners.values()].count(owner) + 1 >= _MOST_KEYS:
                message = N_("You have {count} keys already, which is as many as a player may have.")
                raise LobbyError(message, count=_MOST_KEYS)
            await self._file.keep(key, of=owner)
            self._owners[key] = owner

    async def read_on(self) -> None:
        """Read and apply the changes of names that other processes have saved. Raises SaveError."""
        async with self._turn:
            await self._read_on()

    async def _read_on(self) -> None:
        for facts in await self._file.read_on():
            self._take_line(facts)

    async def _in_turn(self, act: Callable[[], Awaitable[_T]]) -> _T:
        """Return the result of `act`, called one at a time, and again if another process has just added a name."""
        async with self._turn:
            while True:
                try:
                    return await act()
                except Overtaken:
                    await self._read_on()

    def _free_name(self, user: User, text: str) -> str:
        """Return the name as it is shown. Raises LobbyError when the user may not have it."""
        try:
            name = checked_name(text)
        except ValueError as error:
            raise LobbyError(
                N_("That name has invisible characters or piled-up accents: type only letters that can be seen.")
            ) from error
        if not name:
            message = N_("That name has no visible characters: type letters, up to sixteen of them.")
            raise LobbyError(message)
        if len(name) > NAME_LENGTH:
            raise LobbyError(N_("A name has at most {count} characters: type a shorter one."), count=NAME_LENGTH)
        if is_reserved(name):
            raise LobbyError(N_("{name} could be the operator or a bot: pick another name."), name=name)
        if any(self._taken.get(look, set()) - {user.key} for look in lookalikes(name)):
            raise LobbyError(N_("{name} is somebody else here: pick another name."), name=name)
        return name

    def came(self, user: User) -> None:
        """Record in the background that the user was seen today, at most once in 30 days."""
        today, known = self._today(), self._names.get(user.key)
        if known and not user.is_guest and today - known.seen >= _SEEN_ANEW:
            self._names[user.key] = seen = known._replace(seen=today)
            self._file.post(user.key, **seen.facts)

    async def make_room(self, needed: Collection[str], forget: Forget) -> None:
        """If there is no room for a new name, delete the player away longest, but none with a key in `needed`.

        `forget` is called with the first key of the player, to delete their other data. Only players who were away
        for 90 days are deleted. Raises LobbyError when that cannot be saved.
        """
        async with self._turn:
            if len(self._names) < self._most:
                return
            here_only = (GUEST, BOT)
            known = (key for key in self._names if key.partition(":")[0] not in here_only and key not in needed)
            key = min(known, key=lambda key: self._names[key].seen, default="")
            if key and self._today() - self._names[key].seen >= _AWAY:
                await self._forget(key, forget)

    def add(self, user: User) -> None:
        """Add the name of a bot, or of a guest whose session another process serves, without saving it."""
        if user.is_guest or user.is_bot:
            self._add(user.key, _SavedName(user.name))

    def forget_guest(self, user: User) -> None:
        """Remove the name of a guest whose last session has ended."""
        if user.is_guest and user.key in self._names:
            self._drop(user.key)

    def _add(self, key: str, known: _SavedName) -> None:
        """Set the key's name, and its former name."""
        self._unclaim(key)
        self._names[key] = known
        self._claims[key] = lookalikes(known.name) | (lookalikes(known.was) if known.was else frozenset())
        for look in self._claims[key]:
            self._taken[look].add(key)

    def _drop(self, key: str) -> None:
        """Remove a player in memory: the names, and all their keys."""
        self._unclaim(key)
        del self._names[key]
        self._owners = {other: owner for other, owner in self._owners.items() if owner != key}

    def _unclaim(self, key: str) -> None:
        for look in self._claims.pop(key, frozenset()):
            self._taken[look].discard(key)
            if not self._taken[look]:
                del self._taken[look]

    def _load(self) -> None:
        """Read all names from the store, and collect the faults."""
        self.faults = tuple(
            _(
                '{path}, line {line} passed over: write it like {{"key":"SHA256:...","name":"Ann"}}, or remove it',
                path=self._file.path,
                line=number,
            )
            for number, facts in self._file.read()
            if not self._take_line(facts)
        )

    def _take_line(self, facts: object) -> bool:
        """Apply the facts of a line; return whether they are valid."""
        match facts:
            case {"key": str(key), "name": "", "seen": str()} if key in self._names:
                self._drop(key)
            case {"key": str(key), "name": str(name), **rest} if name:
                try:
                    days = {one: date.fromisoformat(str(rest[one])) for one in ("seen", "renamed") if one in rest}
                    days = {"seen": self._names.get(key, _NOBODY).seen, **days}
                except ValueError:
                    return False
                was = str(rest.get("was", "")) if "renamed" in days else ""
                self._add(key, _SavedName(name, was=was, **days))
            case {"key": str(key), "of": str(owner)} if owner in self._names and key not in self._names:
                self._owners[key] = owner
            case _:
                return False
        return True

    async def _keep(self, user: User, known: _SavedName) -> None:
        """Set a user's name once it is safe; a guest's is not saved. Raises LobbyError, Overtaken."""
        if not user.is_guest:
            await self._file.keep(user.key, **known.facts)
        self._add(user.key, known)


def find_user(name: str, users: Iterable[User]) -> User | None:
    """Return the user whose name is this one, or differs only in case or similar letters; None without one."""
    return next((user for user in users if are_alike(user.name, name)), None)
