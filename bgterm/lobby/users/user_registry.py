"""The users of a server: every player is a public key, with a name that they pick."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Protocol, TypeVar

from bgterm.background import SharedLock
from bgterm.catalog import N_, _
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.users.names import are_alike, checked_name, is_reserved, lookalikes
from bgterm.storage.errors import Overtaken

_T = TypeVar("_T")
GUEST = "guest"
"""The prefix of a guest's key: guests have no key of their own, and cannot return to a seat."""
BOT = "bot"
"""The prefix of the key of a bot, before the name of its engine."""
NAME_LENGTH = 16
"""How many characters of a name are kept, unless something else is wanted."""
_SEEN_ANEW = timedelta(days=30)
"""After how long it is recorded again that a player was seen."""
_RENAMED_LATELY = timedelta(days=30)
"""How long others are shown the former name of a player."""
_AWAY = timedelta(days=90)
"""After how long a player may be forgotten, if there are as many names as there can be."""
_MOST_KEYS = 10
"""How many keys a player may have."""


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who has come to the server."""

    key: str
    """The fingerprint of the user's public key, `SHA256:...`; `guest:7` for the seventh without one."""
    name: str = field(compare=False)
    """Their unique name; empty until they have picked one."""
    address: str = field(default="", compare=False)
    """The origin of the user's address, which others may share."""

    @property
    def is_guest(self) -> bool:
        """Whether the user has no key, and so cannot be recognised again."""
        return self.key.partition(":")[0] == GUEST

    @property
    def is_bot(self) -> bool:
        """Whether it is an engine that plays for the server."""
        return is_bot(self.key)

    @property
    def seat(self) -> str:
        """The user of a seat as written in a record: the key; for every guest the same word."""
        return GUEST if self.is_guest else self.key


def is_bot(key: str) -> bool:
    """Return whether the key is that of a bot."""
    return key.partition(":")[0] == BOT


class NamesStore(Protocol):
    """Where names are kept: in a file, or in a database that several processes share."""

    @property
    def path(self) -> Path | str:
        """The name of it in messages."""

    def read(self) -> Iterable[tuple[int, object]]:
        """Return the facts of each line with its number; None for a line that has none. Raises LobbyError."""

    async def read_on(self) -> Iterable[object]:
        """Return the facts of the lines that others have kept since. Raises SaveError."""

    async def keep(self, key: str, **facts: str) -> None:
        """Keep the facts about a key. Raises LobbyError, and Overtaken if others have kept a name like it."""

    def post(self, key: str, **facts: str) -> None:
        """Replace facts about a key, but not its names, without waiting; a failure is only logged."""

    def close(self) -> None:
        """Close it once all is kept."""


async def _keep_nothing(_key: str) -> None:
    """Do nothing: only the name of a player is kept."""


class UserRegistry:
    """The names of all who have ever come, and those of the guests who are here."""

    def __init__(
        self,
        names: NamesStore,
        most: int = 100_000,
        today: Callable[[], date] = date.today,
    ) -> None:
        """Read the names, of which there are at most `most`. Raises LobbyError."""
        self._most, self._today = most, today
        self._seen: dict[str, date] = {}
        """The day on which each key was last seen, where it is known."""
        self._names: dict[str, str] = {}
        self._former: dict[str, tuple[str, date]] = {}
        """The name that each renamed key had before, and when it was changed."""
        self._owners: dict[str, str] = {}
        """The first key of the player, for each further one."""
        self._claims: dict[str, frozenset[str]] = {}
        """The form in which each key's names, including the former one, are compared."""
        self._taken = defaultdict[str, set[str]](set)
        """The keys that have a name which is compared by this."""
        self._turn = SharedLock()
        """Lets one change at a time be kept, so that the next is judged after it."""
        self.faults: tuple[str, ...] = ()
        """A sentence for each line of the file that could not be read."""
        self.forgets: Callable[[str], Awaitable[None]] = _keep_nothing
        """Removes what else is kept of a player who is forgotten, by their key."""
        self._file = names
        self._load()

    def close(self) -> None:
        """Close the file once all is kept, so that another server can open it."""
        self._file.close()

    def identity(self, key: str) -> str:
        """Return the key by which the player is known who has this one: their first, or this one itself."""
        return self._owners.get(key, key)

    def name_of(self, key: str) -> str:
        """Return the name that belongs to the key; empty when none has been picked."""
        return self._names.get(self.identity(key), "")

    def keys_of(self, name: str) -> list[str]:
        """Return all keys of the player of that name, the first one first; none when nobody has the name.

        Names are compared by their looks. Of several players whose names are alike, as old files may have
        them, only one whose name is exactly this is found.
        """
        looks = (self._taken.get(look, set()) for look in lookalikes(name))
        alike = [key for key in set().union(*looks) if are_alike(self._names[key], name)]
        exact = [key for key in alike if self._names[key] == name]
        (owner,) = exact or alike if len(exact or alike) == 1 else [""]
        return [owner, *(key for key, of in self._owners.items() if of == owner)] if owner else []

    def former_name(self, key: str) -> str:
        """Return the name that the player had until not long ago; empty when they have not changed it lately."""
        name, since = self._former.get(key, ("", date.min))
        return name if self._today() - since < _RENAMED_LATELY else ""

    async def pick(self, user: User, text: str) -> User:
        """Return the user with the name they want, and keep it for good; that of a guest until they leave.

        Raises LobbyError when the name cannot be shown, when it looks like another's, or when it cannot be kept.
        """

        async def act() -> User:
            if known := self.name_of(user.key):
                return replace(user, name=known)
            name = self._free_name(user, text)
            if len(self._names) >= self._most:
                raise LobbyError(N_("This server has no room for more names: ask its operator."))
            if not user.is_guest:
                await self._keep(user.key, name=name)
            self._add(user.key, name)
            return replace(user, name=name)

        return await self._in_turn(act)

    async def rename(self, user: User, text: str, *, openly: bool = True) -> User:
        """Return the user with another name. Raises as `pick` does.

        If it is done `openly`, the name they had is shown beside it for a while, and stays closed to others until
        they change again.
        """

        async def act() -> User:
            name, was = self._free_name(user, text), self._names.get(user.key)
            if was is None or was == name:  # a guest may have left meanwhile
                return user
            former = {"was": was, "renamed": str(self._today())} if openly else {}
            if not user.is_guest:
                await self._keep(user.key, name=name, **former)
            self._add(user.key, name, was if openly else "", self._today())
            return replace(user, name=name)

        return await self._in_turn(act)

    async def delete(self, user: User) -> None:
        """Forget the names of a user, and all their keys. Raises LobbyError when that cannot be kept."""

        async def act() -> None:
            if user.key in self._names and not user.is_guest:
                await self._forget(user.key)

        await self._in_turn(act)

    async def _forget(self, key: str) -> None:
        await self.forgets(key)
        await self._keep(key, name="")
        self._drop(key)

    async def add_key(self, key: str, owner: str) -> None:
        """Add a key to the player whose first key is `owner`.

        Raises LobbyError when they have the most keys allowed, or when it cannot be saved.
        """

        async def act() -> None:
            if [*self._owners.values()].count(owner) + 1 >= _MOST_KEYS:
                message = N_("You have {count} keys already, which is as many as a player may have.")
                raise LobbyError(message, count=_MOST_KEYS)
            await self._file.keep(key, of=owner)
            self._owners[key] = owner

        await self._in_turn(act)

    async def read_on(self) -> None:
        """Read the names that other processes have kept. Raises SaveError."""
        async with self._turn:
            await self._read_on()

    async def _read_on(self) -> None:
        for facts in await self._file.read_on():
            self._take_line(facts)

    async def _in_turn(self, act: Callable[[], Awaitable[_T]]) -> _T:
        """Return what the act returns, one at a time; again when another process has kept a name first."""
        async with self._turn:
            while True:
                try:
                    return await act()
                except Overtaken:
                    await self._read_on()

    def _free_name(self, user: User, text: str) -> str:
        """Return the name as it is shown. Raises LobbyError when the user cannot have it."""
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
        """Record that the user is here today, once in a while, without waiting for the disk."""
        today, name = self._today(), self._names.get(user.key)
        if name and not user.is_guest and today - self._last(user.key) >= _SEEN_ANEW:
            was, renamed = self._former.get(user.key, ("", today))
            former = {"was": was, "renamed": str(renamed)} if was else {}
            self._seen[user.key] = today
            self._file.post(user.key, name=name, seen=str(today), **former)

    async def make_room(self, needed: Collection[str]) -> None:
        """If there are too many names, forget the player who has been away longest, but none of the `needed` keys.

        Raises LobbyError when that cannot be kept.
        """

        async def act() -> None:
            if len(self._names) < self._most:
                return
            here_only = (GUEST, BOT)
            known = (key for key in self._names if key.partition(":")[0] not in here_only and key not in needed)
            key = min(known, key=self._last, default="")
            if key and self._today() - self._last(key) >= _AWAY:
                await self._forget(key)

        await self._in_turn(act)

    def _last(self, key: str) -> date:
        return self._seen.get(key, date.min)

    def add(self, user: User) -> None:
        """Take the name of a bot, or of a guest whose session another process serves; it is not kept."""
        if user.is_guest or user.is_bot:
            self._add(user.key, user.name)

    def forget_guest(self, user: User) -> None:
        """Free the name of a guest who has left."""
        if user.is_guest and user.key in self._names:
            self._drop(user.key)

    def _add(self, key: str, name: str, was: str = "", renamed: date = date.min) -> None:
        """Remember the key's name, and the one it had before."""
        self._unclaim(key)
        self._names[key] = name
        self._former.pop(key, None)
        if was:
            self._former[key] = was, renamed
        self._claims[key] = lookalikes(name) | (lookalikes(was) if was else frozenset())
        for look in self._claims[key]:
            self._taken[look].add(key)

    def _drop(self, key: str) -> None:
        """Forget a player: their names, and all their keys."""
        self._unclaim(key)
        del self._names[key]
        self._former.pop(key, None)
        self._owners = {other: owner for other, owner in self._owners.items() if owner != key}

    def _unclaim(self, key: str) -> None:
        for look in self._claims.pop(key, frozenset()):
            self._taken[look].discard(key)
            if not self._taken[look]:
                del self._taken[look]

    def _load(self) -> None:
        """Read the names."""
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
        """Remember what a line says; return whether it says something that can be."""
        match facts:
            case {"key": str(key), "name": "", "seen": str()} if key in self._names:
                self._drop(key)
            case {"key": str(key), "name": str(name), **rest} if name:
                try:
                    days = {one: date.fromisoformat(str(rest[one])) for one in ("seen", "renamed") if one in rest}
                except ValueError:
                    return False
                was = str(rest.get("was", "")) if "renamed" in days else ""
                self._add(key, name, was, days.get("renamed", date.min))
                if "seen" in days:
                    self._seen[key] = days["seen"]
            case {"key": str(key), "of": str(owner)} if owner in self._names and key not in self._names:
                self._owners[key] = owner
            case _:
                return False
        return True

    async def _keep(self, key: str, name: str, **former: str) -> None:
        """Append a line about a player seen today, and wait until it is safe on the disk. Raises LobbyError."""
        today = self._today()
        await self._file.keep(key, name=name, seen=str(today), **former)
        self._seen[key] = today


def find_user(name: str, users: Iterable[User]) -> User | None:
    """Return the user of that name, in capitals or not; None when there is none."""
    return next((user for user in users if are_alike(user.name, name)), None)
