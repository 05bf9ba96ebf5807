"""The people at a table: players, spectators, absent players, and those who cannot come back.

Nothing here knows the table itself, the disk or the lobby.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from bgterm.formats.sharing_notes import Sharing
from bgterm.lobby.notifications import Listener
from bgterm.lobby.users import GUEST, User
from bgterm.rules.board import Player


@dataclass(frozen=True, slots=True)
class Attendance:
    """The people at a table."""

    dropped: tuple[Player, ...] = ()
    """Players whose connection has dropped; their seats are kept."""
    elsewhere: tuple[Player, ...] = ()
    """Players who are connected, and have been called, but are not at the table yet."""
    left: tuple[Player, ...] = ()
    """Players who have left; their seats are kept as well."""
    gone: tuple[Player, ...] = ()
    """Guests who have gone and cannot come back."""
    watchers: int = 0
    """The number of spectators."""
    watchable: bool = True
    """Whether others may come and watch."""
    rematch: tuple[Player, ...] = ()
    """The players who would like another match."""

    @property
    def away(self) -> tuple[Player, ...]:
        """The players who are not at the table."""
        return (*self.dropped, *self.elsewhere, *self.left, *self.gone)


class Occupant(Protocol):
    """Somebody at a table."""

    user: User
    player: Player | None
    """The player of the seat; None for a spectator."""
    listener: Listener
    """Called with the notifications of the table."""


class Seating:
    """The seats and the spectators of one table."""

    def __init__(self, seats: tuple[str, str], sharing: Sharing, guests: Mapping[str, Player]) -> None:
        """Begin with nobody there; `seats` are the keys of the players, `guests` the seats of the guests here."""
        self.sharing = sharing
        """How the match is shared, with the players who have left it."""
        self._seats, self._guests = seats, dict(guests)
        self._gone = {player for player in Player if seats[player.index] == GUEST} - set(guests.values())
        self._seated: dict[Player, Occupant] = {}
        self._watching: list[Occupant] = []
        self._rematch: set[Player] = set()

    @property
    def live(self) -> bool:
        """Whether a player is there."""
        return bool(self._seated)

    @property
    def empty(self) -> bool:
        """Whether nobody is there at all."""
        return not self._seated and not self._watching

    @property
    def everyone(self) -> tuple[Occupant, ...]:
        """The players and the spectators who are there."""
        return (*self._seated.values(), *self._watching)

    @property
    def spectators(self) -> tuple[Occupant, ...]:
        """The spectators."""
        return tuple(self._watching)

    @property
    def players(self) -> tuple[Occupant, ...]:
        """The players who are there, White first."""
        return tuple(self._seated[player] for player in Player if player in self._seated)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the players; of guests the keys that they have while they are here."""
        return (*self._seats, *self._guests)

    @property
    def has_lost_a_guest(self) -> bool:
        """Whether a guest has gone for good, so that the match cannot be resumed."""
        return bool(self._gone)

    @property
    def is_abandoned(self) -> bool:
        """Whether both players have left for good. A dropped connection is not leaving."""
        return self.sharing.left | self.sharing.aside | self._gone == set(Player)

    def is_seated(self, player: Player) -> bool:
        """Return whether the player is there."""
        return player in self._seated

    def has(self, occupant: Occupant) -> bool:
        """Return whether the occupant is still there."""
        return any(one is occupant for one in self.everyone)

    def player_of(self, user: User) -> Player | None:
        """Return whose seat the user has; None when they have none."""
        if user.is_guest:
            return self._guests.get(user.key)
        return next((player for player in Player if self._seats[player.index] == user.key), None)

    def awaits(self, user: User) -> bool:
        """Return whether the user has an empty seat here that they never left on purpose."""
        player = self.player_of(user)
        return player is not None and player not in self._seated and player not in self.sharing.left

    def attendance(self, is_connected: Callable[[str], bool]) -> Attendance:
        """Return who is there now; `is_connected` says whether the player of a key is anywhere on the server."""
        away = [player for player in Player if player not in self._seated and player not in self._gone]
        left = [player for player in away if player in self.sharing.left]
        called = [player for player in away if player not in left and is_connected(self._key_of(player))]
        return Attendance(
            dropped=tuple(player for player in away if player not in (*left, *called)),
            elsewhere=tuple(called),
            left=tuple(left),
            gone=_ordered(self._gone),
            watchers=len({one.user.key for one in self._watching}),
            watchable=self.sharing.watchable,
            rematch=_ordered(self._rematch),
        )

    def _key_of(self, player: Player) -> str:
        """Return the key of the player who has the seat."""
        guests = {seated: key for key, seated in self._guests.items()}
        return guests.get(player, self._seats[player.index])

    # Coming and going

    def add(self, occupant: Occupant) -> Occupant | None:
        """Seat a player or add a spectator; return the occupant whose seat that player takes over."""
        if occupant.player is None:
            self._watching.append(occupant)
            return None
        former = self._seated.get(occupant.player)
        self._seated[occupant.player] = occupant
        return former

    def remove(self, occupant: Occupant) -> bool:
        """Remove somebody; return whether they were still there."""
        if not self.has(occupant):
            return False
        if occupant.player is None:
            self._watching.remove(occupant)
        else:
            del self._seated[occupant.player]
            self._rematch.discard(occupant.player)
        return True

    def forget_guest(self, user: User) -> bool:
        """Take note that a guest has gone for good; return whether they had a seat here."""
        if user.key not in self._guests:
            return False
        self._gone.add(self._guests.pop(user.key))
        return True

    def set_left(self, player: Player, *, has_left: bool) -> None:
        """Take note that a player has left on purpose, or come back."""
        left = self.sharing.left | {player} if has_left else self.sharing.left - {player}
        self.sharing = replace(self.sharing, left=left)

    def want_rematch(self, player: Player) -> bool:
        """Take note that the player would like another match; return whether both would."""
        self._rematch.add(player)
        return len(self._rematch) == len(Player)

    def forget_rematch(self) -> None:
        """Take note that nobody waits for a rematch any more."""
        self._rematch.clear()


def _ordered(players: set[Player]) -> tuple[Player, ...]:
    return tuple(player for player in Player if player in players)
