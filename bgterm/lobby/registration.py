"""Names and keys of users: newcomers, guests, changes of name, further keys, and the rate limits for these."""

from collections.abc import Callable, Collection
from itertools import count

from bgterm.background import SharedLock
from bgterm.catalog import N_, _
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.hub import KeyCode, LobbyContext
from bgterm.lobby.messages import HOW_TO_ADD_A_KEY, how_long_a_code_works
from bgterm.lobby.table_code import is_key_code, new_key_code, resembles_key_code
from bgterm.lobby.users.user_registry import GUEST, Forget, User, UserRegistry

_DAY = 24 * 60 * 60.0
_HOUR = 60 * 60.0


class Registration:
    """The service of a lobby that gives users names and further keys, within rate limits."""

    def __init__(
        self, context: LobbyContext, registry: UserRegistry, needed: Callable[[], Collection[str]], forget: Forget
    ) -> None:
        """Use this registry of names; `needed` returns the keys with unfinished matches, never forgotten.

        `forget` deletes the other data of a player whose name is deleted.
        """
        limits, self._now, self._hub, rates = context
        self._registry, self._needed, self._forget = registry, needed, forget
        self._guests = count(1)
        self._lock = SharedLock()
        """Held while a name is given, so that each is checked against all names before it."""
        self._names = rates.add("names", limits.names_a_day, _DAY)
        self._renames = rates.add("renames", limits.renames_a_day, _DAY)
        self._wrong_codes = rates.add("wrong codes", limits.wrong_key_codes, _HOUR)
        self._code_seconds = limits.key_code_seconds
        self._codes: dict[str, tuple[str, float]] = {}
        """For each code that adds a key: the first key of its player, and the moment at which it expires."""

    def guest(self, address: str = "") -> User:
        """Return a new guest: a user without a public key, without a name yet, counted under `address`."""
        return User(f"{GUEST}:{self._hub.name}{next(self._guests)}", "", address)

    async def pick(self, user: User, text: str) -> User:
        """Save the name in `text`, and return the user with the name.

        A code in `text` adds the user's key to the player who asked for the code, and returns that player. Raises
        LobbyError when the name is not allowed, the code is not valid, a limit is reached, or saving fails.
        """
        if is_key_code(text):
            return await self.add_key(user, text)
        if resembles_key_code(text):
            raise LobbyError(
                N_("That looks like a code, but is none: K in the lobby shows one, such as K7Q2M-B4X9W.")
            )
        async with self._lock:
            if not user.is_guest and not self._names.allows(user.address):
                raise LobbyError(N_("Too many new players have come from your address today: come back tomorrow."))
            await self._registry.make_room(self._needed(), self._forget)
            named = await self._registry.pick(user, text)
            if not user.is_guest:
                self._names.record(user.address)
            return named

    async def rename(self, user: User, text: str) -> User:
        """Save `text` as the name of a user in place of their present one; return the user with it.

        Raises LobbyError when the name is not allowed or cannot be saved, or after too many changes today.
        """
        async with self._lock:
            if not self._renames.allows(user.key):
                raise LobbyError(N_("You have changed your name often enough for today: try again tomorrow."))
            renamed = await self._registry.rename(user, text)
            self._renames.record(user.key)
            return renamed

    def key_code(self, user: User) -> str:
        """Return a new code that, typed in a session with another key, adds that key to the user's.

        It replaces an older code. Raises LobbyError for guests.
        """
        if user.is_guest:
            raise _came_without_key()
        made = KeyCode(new_key_code(), user.key, self._code_seconds)
        self.hear(made)
        self._hub.send(made)
        return made.code

    def explained_key_code(self, user: User) -> tuple[str, str, str]:
        """Return how to add another key, with a new code, and how long it works. Raises LobbyError for guests."""
        return _(HOW_TO_ADD_A_KEY), self.key_code(user), how_long_a_code_works(round(self._code_seconds / 60))

    def hear(self, made: KeyCode) -> None:
        """Apply a message about a code, made by any process.

        A new code replaces the player's older, a used one expires.
        """
        now = self._now()
        self._codes = {
            code: (key, end)
            for code, (key, end) in self._codes.items()
            if made.key != key and made.code != code and end > now
        }
        if made.key:
            self._codes[made.code] = made.key, now + made.seconds

    async def add_key(self, user: User, code: str) -> User:
        """Add the user's key to the player who asked for the code, and return that player.

        Raises LobbyError for a guest, when the code is not valid or too many wrong ones were typed, or when the
        key cannot be saved.
        """
        if user.is_guest:
            raise _came_without_key()
        if not self._wrong_codes.allows(user.address):
            raise LobbyError(N_("Too many wrong codes came from your address: try again in an hour."))
        owner, end = self._codes.pop(code.upper(), ("", 0.0))
        if end <= self._now():
            self._wrong_codes.record(user.address)
            message = N_("That code is not valid any more: press K in the lobby for a new one, or pick a name.")
            raise LobbyError(message)
        self._hub.send(KeyCode(code.upper()))
        await self._registry.add_key(user.key, owner)
        return User(owner, self._registry.name_of(owner), user.address)


def _came_without_key() -> LobbyError:
    return LobbyError(N_("You came without a key, so there is no player to add another key to."))
