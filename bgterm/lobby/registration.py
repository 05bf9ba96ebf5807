"""How visitors get names and keys: newcomers, guests, other names, further keys, and the limits of all that."""

import asyncio
from collections.abc import Callable, Collection
from itertools import count

from bgterm.lobby import name_messages
from bgterm.lobby.limits import Limits
from bgterm.lobby.rate_limit import Pace
from bgterm.lobby.table_code import new_key_code
from bgterm.lobby.users import LobbyError, People, Visitor

_DAY = 24 * 60 * 60.0
_HOUR = 60 * 60.0


class Registration:
    """Gives visitors their names and keys."""

    def __init__(
        self, people: People, limits: Limits, now: Callable[[], float], needed: Callable[[], Collection[str]]
    ) -> None:
        """Take the file of names; the keys that are `needed`, for unfinished matches, are never forgotten."""
        self._people, self._now, self._needed = people, now, needed
        self._guests = count(1)
        self._lock = asyncio.Lock()
        """Held while a name is given: the next one is judged after it."""
        self._names = Pace(limits.names_a_day, _DAY)
        self._renames = Pace(limits.renames_a_day, _DAY)
        self._wrong_codes = Pace(limits.wrong_key_codes, _HOUR)
        self._code_seconds = limits.key_code_seconds
        self._codes: dict[str, tuple[str, float]] = {}
        """For each code that adds a key: the first key of its player, and when it ends to be valid."""

    def guest(self, address: str = "") -> Visitor:
        """Return a visitor who has no key, and no name yet."""
        return Visitor(f"guest:{next(self._guests)}", "", address)

    async def pick(self, visitor: Visitor, text: str) -> Visitor:
        """Return the visitor with the name they want. Raises as `People.pick`, and beyond the limits."""
        async with self._lock:
            if not visitor.is_guest and not self._names.may(visitor.address, self._now()):
                raise LobbyError(name_messages.TOO_MANY_NEW)
            await self._people.make_room(self._needed())
            named = await self._people.pick(visitor, text)
            if not visitor.is_guest:
                self._names.did(visitor.address, self._now())
            return named

    async def rename(self, visitor: Visitor, text: str) -> Visitor:
        """Return the visitor with another name. Raises as `People.rename`, and beyond the limits."""
        async with self._lock:
            if not self._renames.may(visitor.key, self._now()):
                raise LobbyError(name_messages.TOO_MANY_RENAMES)
            renamed = await self._people.rename(visitor, text)
            self._renames.did(visitor.key, self._now())
            return renamed

    @property
    def key_code_minutes(self) -> int:
        """How many minutes a code that adds a key is valid."""
        return round(self._code_seconds / 60)

    def key_code(self, visitor: Visitor) -> str:
        """Return a code with which the visitor can add another key to their own. Raises LobbyError for guests."""
        if visitor.is_guest:
            raise LobbyError(name_messages.NO_KEYS_FOR_GUESTS)
        now = self._now()
        valid = {code: (key, end) for code, (key, end) in self._codes.items() if key != visitor.key and end > now}
        code = new_key_code()
        self._codes = {**valid, code: (visitor.key, now + self._code_seconds)}
        return code

    async def add_key(self, visitor: Visitor, code: str) -> Visitor:
        """Return the player who asked for the code, to whom the visitor's key belongs from now on.

        Raises LobbyError when the code is not valid, or when the key cannot be kept.
        """
        if visitor.is_guest:
            raise LobbyError(name_messages.NO_KEYS_FOR_GUESTS)
        if not self._wrong_codes.may(visitor.address, self._now()):
            raise LobbyError(name_messages.TOO_MANY_CODES)
        owner, end = self._codes.pop(code.upper(), ("", 0.0))
        if end <= self._now():
            self._wrong_codes.did(visitor.address, self._now())
            raise LobbyError(name_messages.BAD_CODE)
        await self._people.add_key(visitor.key, owner)
        return Visitor(owner, self._people.name_of(owner), visitor.address)
