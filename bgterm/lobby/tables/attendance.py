"""The people at a table: players and spectators, with the absent players.

Nothing here knows the table itself, the disk or the lobby.
"""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, replace
from time import time_ns
from typing import NamedTuple, Protocol

from bgterm.formats.sharing_notes import Sharing
from bgterm.lobby.notifications import Listener
from bgterm.lobby.users.user_registry import GUEST, User, is_bot
from bgterm.rules.board import Player


class Attendance(NamedTuple):
    """The people at a table at one moment: absent players by reason, spectators, and the players' wishes."""

    dropped: tuple[Player, ...] = ()
    """Players whose connection has dropped; their seats are kept."""
    elsewhere: tuple[Player, ...] = ()
    """Players who have a session on the server and were notified, but are not at the table."""
    left: tuple[Player, ...] = ()
    """Players who have left on purpose; their seats are kept as well."""
    gone: tuple[Player, ...] = ()
    """Guests whose last session has ended; they cannot come back."""
    missing: tuple[Player, ...] = ()
    """Bots that the server no longer has."""
    watchers: int = 0
    """The number of spectators."""
    watchable: bool = True
    """Whether spectators are allowed."""
    rematch: tuple[Player, ...] = ()
    """The players who would like a rematch."""
    hints: tuple[Player, ...] = ()
    """The players who would like hints for both."""
    no_hints: Player | None = None
    """The player who has turned hints off for both; None until then, and when somebody asks for hints again."""

    @property
    def away(self) -> tuple[Player, ...]:
        """The players who are not at the table."""
        return (*self.dropped, *self.elsewhere, *self.left, *self.gone, *self.missing)


class Occupant(Protocol):
    """A session that this process serves, with its place at a table: a player or a spectator."""

    user: User
    player: Player | None
    """The player of the seat; None for a spectator."""
    listener: Listener
    """The function that receives the notifications of the table."""
    order: int
    """A number that decides between two sessions on one seat: the greater one has the seat."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A session that another process serves: its user, and its place at a table or in the lobby."""

    user: User
    code: str = ""
    """The code of the table; empty for a session in the lobby."""
    player: Player | None = None
    order: int = 0
    wants_rematch: bool = False
    session: int = 0
    """The number of the session, counted in its process."""


class Seating:
    """The seats and the spectators of one table, across all processes."""

    def __init__(self, seats: tuple[str, str], guests: Mapping[str, Player]) -> None:
        """Begin with nobody there; `seats` are the players' keys, `guests` the seats of guests by their keys."""
        self.sharing = Sharing()
        """The spectators' permission, the players' wishes for hints, and the players who have left."""
        self._seats, self._guests = seats, dict(guests)
        self.gone = {player for player in Player if seats[player.index] == GUEST} - set(guests.values())
        """The guests who have left the server, so that the match cannot be resumed."""
        self.bots = {player for player in Player if is_bot(seats[player.index])}
        """The players who are bots."""
        self._seated: dict[Player, Occupant] = {}
        self.watching: list[Occupant] = []
        """The spectators whose sessions this process serves."""
        self.remote: list[Visitor] = []
        """The sessions at this table that other processes serve."""
        self.rematch: set[Player] = set()
        """The players who have asked for a rematch on this process."""

    @property
    def live(self) -> bool:
        """Whether a player, perhaps a bot, is at the table on any process."""
        return any(map(self.is_seated, Player))

    @property
    def empty(self) -> bool:
        """Whether nobody is at the table on any process, neither players nor spectators."""
        return self.empty_here and not self.remote

    @property
    def empty_here(self) -> bool:
        """Whether no session that this process serves is at the table, neither players nor spectators."""
        return not self._seated and not self.watching

    @property
    def everyone(self) -> tuple[Occupant, ...]:
        """The players and then the spectators whose sessions this process serves."""
        return (*self._seated.values(), *self.watching)

    @property
    def watchers(self) -> int:
        """The number of users who watch, on all processes."""
        remote = {one.user.key for one in self.remote if one.player is None}
        return len(remote.union(one.user.key for one in self.watching))

    @property
    def players(self) -> tuple[Occupant | Visitor, ...]:
        """The sessions of the players at the table, on any process, White first."""
        return tuple(filter(None, map(self._occupant_of, Player)))

    def _occupant_of(self, player: Player) -> Occupant | Visitor | None:
        """Return the session on the player's seat; None when the seat is empty."""
        return self._seated.get(player) or self._remote_occupant_of(player)

    def _remote_occupant_of(self, player: Player) -> Visitor | None:
        """Return the session of another process on the player's seat; a bot sits on its opponent's process."""
        played_by = player.opponent if player in self.bots else player
        seated = (one for one in self.remote if one.player is played_by)
        last = max(seated, key=lambda one: one.order, default=None)
        if last and player in self.bots:
            return replace(last, user=User(self._seats[player.index], ""), player=player)
        return last

    @property
    def keys(self) -> tuple[str, ...]:
        """The user keys of both players, White first, and then those of guests who still have a session.

        A guest among the first two has only the word for every guest.
        """
        return (*self._seats, *self._guests)

    @property
    def is_abandoned(self) -> bool:
        """Whether both players have left for good. A dropped connection does not count; bots leave with them."""
        return self.sharing.left | self.sharing.aside | self.gone | self.bots == set(Player)

    def is_seated(self, player: Player) -> bool:
        """Return whether the player is at the table on any process."""
        return self._occupant_of(player) is not None

    def is_seated_here(self, player: Player) -> bool:
        """Return whether the player is at the table with a session that this process serves."""
        return player in self._seated

    def keeps_times(self, player: Player) -> bool:
        """Return whether this process runs the player's clock, because it serves the player.

        The process of the opponent runs the clock of an absent player; without both, one with nobody there may.
        """
        for each in (player, player.opponent):
            if self.is_seated(each):
                return self.is_seated_here(each)
        return self.empty_here or not self.remote

    def has(self, occupant: Occupant) -> bool:
        """Return whether this session of this process still has its place at the table."""
        return any(one is occupant for one in self.everyone)

    def player_of(self, user: User) -> Player | None:
        """Return the player whose seat is the user's; None when the user has no seat."""
        if user.is_guest:
            return self._guests.get(user.key)
        return next((player for player in Player if self._seats[player.index] == user.key), None)

    def awaits(self, user: User) -> bool:
        """Return whether the user has an empty seat here and did not leave it on purpose."""
        player = self.player_of(user)
        return player is not None and not self.is_seated(player) and player not in self.sharing.left

    def attendance(self, is_connected: Callable[[str], bool]) -> Attendance:
        """Return the people at the table now; `is_connected` tells whether a user's key has a session anywhere."""
        absent = [player for player in Player if not self.is_seated(player)]
        away = [player for player in absent if player not in self.gone | self.bots]
        left = [player for player in away if player in self.sharing.left]
        called = [player for player in away if player not in left and is_connected(self._key_of(player))]
        return Attendance(
            dropped=tuple(player for player in away if player not in (*left, *called)),
            elsewhere=tuple(called),
            left=tuple(left),
            gone=_ordered(self.gone),
            missing=tuple(one for one in absent if one in self.bots and not is_connected(self._key_of(one))),
            watchers=self.watchers,
            watchable=self.sharing.watchable,
            rematch=_ordered(self._wanting_rematch),
            hints=_ordered(self.sharing.hints),
            no_hints=self.sharing.no_hints,
        )

    def _key_of(self, player: Player) -> str:
        """Return the key of the user who has this seat."""
        guests = {seated: key for key, seated in self._guests.items()}
        return guests.get(player, self._seats[player.index])

    # Arrival and departure

    def add(self, occupant: Occupant) -> Occupant | None:
        """Add a player or a spectator; return the session here that loses its seat to it, None without one."""
        if occupant.player is None:
            self.watching.append(occupant)
            return None
        former, remote = self._seated.get(occupant.player), self._remote_occupant_of(occupant.player)
        occupant.order = max([time_ns(), *(one.order + 1 for one in (former, remote) if one)])
        self._seated[occupant.player] = occupant
        return former

    def set_remote(self, visitors: list[Visitor]) -> bool:
        """Replace the sessions of other processes at this table; return whether there was a difference."""
        before, self.remote = self.remote, visitors
        for one in visitors:
            if one.user.is_guest and one.player:
                self._guests[one.user.key] = one.player
                self.gone.discard(one.player)
        return before != visitors

    def take_displaced(self) -> list[Occupant]:
        """Remove and return the players here who have sat down again on another process."""
        remote = {player: self._remote_occupant_of(player) for player in self._seated}
        lost = [player for player, one in remote.items() if one and one.order > self._seated[player].order]
        return [self._seated.pop(player) for player in lost]

    def remove(self, occupant: Occupant) -> None:
        """Remove a player or a spectator of this process."""
        if occupant.player is None:
            self.watching.remove(occupant)
        else:
            del self._seated[occupant.player]
            self.rematch.discard(occupant.player)

    def forget_guest(self, user: User) -> bool:
        """Record that a guest has left the server; return whether the guest had a seat here."""
        if user.key not in self._guests:
            return False
        self.gone.add(self._guests.pop(user.key))
        return True

    def want_rematch(self, player: Player) -> bool:
        """Record the player's wish for a rematch; return whether both players want one. A bot here always does."""
        self.rematch |= {player, *filter(self.is_seated, self.bots)}
        return self.both_want_rematch

    @property
    def both_want_rematch(self) -> bool:
        """Whether both players want a rematch, each on any process."""
        return len(self._wanting_rematch) == len(Player)

    @property
    def _wanting_rematch(self) -> set[Player]:
        return self.rematch | {one.player for one in self.remote if one.player and one.wants_rematch}

    @property
    def allows_hints(self) -> bool:
        """Whether hints are allowed: both players would like them, or one is a bot."""
        return bool(self.bots) or len(self.sharing.hints) == len(Player)


def _ordered(players: Set[Player]) -> tuple[Player, ...]:
    return tuple(player for player in Player if player in players)
