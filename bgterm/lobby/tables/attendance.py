"""The people at a table: players, spectators, absent players, and those who cannot come back.

Nothing here knows the table itself, the disk or the lobby.
"""

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, replace
from itertools import chain
from time import time_ns
from typing import Protocol

from bgterm.formats.sharing_notes import Sharing
from bgterm.lobby.notifications import Listener
from bgterm.lobby.users.user_registry import GUEST, User, is_bot
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
    missing: tuple[Player, ...] = ()
    """Bots that the server does not have any more."""
    watchers: int = 0
    """The number of spectators."""
    watchable: bool = True
    """Whether others may come and watch."""
    rematch: tuple[Player, ...] = ()
    """The players who would like another match."""
    hints: tuple[Player, ...] = ()
    """The players who would like hints for both."""
    no_hints: Player | None = None
    """The player who has turned hints off, until somebody asks for them again."""

    @property
    def away(self) -> tuple[Player, ...]:
        """The players who are not at the table."""
        return (*self.dropped, *self.elsewhere, *self.left, *self.gone, *self.missing)


class Occupant(Protocol):
    """Somebody at a table."""

    user: User
    player: Player | None
    """The player of the seat; None for a spectator."""
    listener: Listener
    """Called with the notifications of the table."""
    order: int
    """Of two who claim a seat the one with the greater number has it."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A session that another process serves: its user, and the place at a table."""

    user: User
    code: str = ""
    """The code of the match; empty in the lobby."""
    player: Player | None = None
    order: int = 0
    wants_rematch: bool = False
    session: int = 0
    """The number of the session, among those of its process."""


class Seating:
    """The seats and the spectators of one table, in this process and in others."""

    def __init__(self, seats: tuple[str, str], sharing: Sharing, guests: Mapping[str, Player]) -> None:
        """Begin with nobody there; `seats` are the keys of the players, `guests` the seats of the guests here."""
        self.sharing = sharing
        """How the match is shared, with the players who have left it."""
        self._seats, self._guests = seats, dict(guests)
        self._gone = {player for player in Player if seats[player.index] == GUEST} - set(guests.values())
        self._bots = {player for player in Player if is_bot(seats[player.index])}
        self._seated: dict[Player, Occupant] = {}
        self._watching: list[Occupant] = []
        self._remote: dict[str, list[Visitor]] = {}
        """Those who are here by way of each other process."""
        self._rematch: set[Player] = set()

    @property
    def live(self) -> bool:
        """Whether a player is there."""
        return any(map(self.is_seated, Player))

    @property
    def empty(self) -> bool:
        """Whether nobody is there at all."""
        return self.empty_here and not self.has_remote

    @property
    def empty_here(self) -> bool:
        """Whether nobody is there whose session this process serves."""
        return not self._seated and not self._watching

    @property
    def has_remote(self) -> bool:
        """Whether anybody is there whose session another process serves."""
        return any(self._remote.values())

    @property
    def everyone(self) -> tuple[Occupant, ...]:
        """The players and the spectators whose sessions this process serves."""
        return (*self._seated.values(), *self._watching)

    @property
    def spectators(self) -> tuple[Occupant, ...]:
        """The spectators whose sessions this process serves."""
        return tuple(self._watching)

    @property
    def watchers(self) -> int:
        """The number of users who watch."""
        remote = {one.user.key for one in self._all_remote if one.player is None}
        return len(remote.union(one.user.key for one in self._watching))

    @property
    def players(self) -> tuple[Occupant | Visitor, ...]:
        """The players who are there, White first."""
        return tuple(filter(None, map(self._occupant_of, Player)))

    @property
    def _all_remote(self) -> tuple[Visitor, ...]:
        return tuple(chain.from_iterable(self._remote.values()))

    def _occupant_of(self, player: Player) -> Occupant | Visitor | None:
        """Return the user on the player's seat; None when it is empty."""
        return self._seated.get(player) or self._remote_occupant_of(player)

    def _remote_occupant_of(self, player: Player) -> Visitor | None:
        """Return the user on the player's seat by way of another process; a bot is where its opponent is."""
        played_by = player.opponent if player in self._bots else player
        seated = (one for one in self._all_remote if one.player is played_by)
        last = max(seated, key=lambda one: one.order, default=None)
        if last and player in self._bots:
            return replace(last, user=User(self._seats[player.index], ""), player=player)
        return last

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
        """Whether both players have left for good. A dropped connection is not leaving; bots go with players."""
        return self.sharing.left | self.sharing.aside | self._gone | self._bots == set(Player)

    def is_seated(self, player: Player) -> bool:
        """Return whether the player is there."""
        return self._occupant_of(player) is not None

    def is_seated_here(self, player: Player) -> bool:
        """Return whether the player is there, and this process serves the session."""
        return player in self._seated

    def keeps_times(self, player: Player) -> bool:
        """Return whether this process runs the player's clock: the one that seats them, or else the opponent."""
        for each in (player, player.opponent):
            if self.is_seated(each):
                return self.is_seated_here(each)
        return self.empty_here or not self.has_remote

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
        return player is not None and not self.is_seated(player) and player not in self.sharing.left

    def attendance(self, is_connected: Callable[[str], bool]) -> Attendance:
        """Return the people there; `is_connected` says whether the player of a key is anywhere on the server."""
        absent = [player for player in Player if not self.is_seated(player)]
        away = [player for player in absent if player not in self._gone | self._bots]
        left = [player for player in away if player in self.sharing.left]
        called = [player for player in away if player not in left and is_connected(self._key_of(player))]
        return Attendance(
            dropped=tuple(player for player in away if player not in (*left, *called)),
            elsewhere=tuple(called),
            left=tuple(left),
            gone=_ordered(self._gone),
            missing=tuple(one for one in absent if one in self._bots and not is_connected(self._key_of(one))),
            watchers=self.watchers,
            watchable=self.sharing.watchable,
            rematch=_ordered(self._wanting_rematch),
            hints=_ordered(self.sharing.hints),
            no_hints=self.sharing.no_hints,
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
        former, remote = self._seated.get(occupant.player), self._remote_occupant_of(occupant.player)
        occupant.order = max([time_ns(), *(one.order + 1 for one in (former, remote) if one)])
        self._seated[occupant.player] = occupant
        return former

    def set_remote(self, process: str, visitors: list[Visitor]) -> bool:
        """Take those who are here by way of another process; return whether anything is new."""
        before, self._remote[process] = self._remote.get(process, []), visitors
        for one in visitors:
            if one.user.is_guest and one.player:
                self._guests[one.user.key] = one.player
                self._gone.discard(one.player)
        return before != visitors

    def take_displaced(self) -> list[Occupant]:
        """Remove and return the players who sat down again by way of another process."""
        remote = {player: self._remote_occupant_of(player) for player in self._seated}
        lost = [player for player, one in remote.items() if one and one.order > self._seated[player].order]
        return [self._seated.pop(player) for player in lost]

    def remove(self, occupant: Occupant) -> None:
        """Remove somebody who is there."""
        if occupant.player is None:
            self._watching.remove(occupant)
        else:
            del self._seated[occupant.player]
            self._rematch.discard(occupant.player)

    def forget_guest(self, user: User) -> bool:
        """Take note that a guest has gone for good; return whether they had a seat here."""
        if user.key not in self._guests:
            return False
        self._gone.add(self._guests.pop(user.key))
        return True

    def want_rematch(self, player: Player) -> bool:
        """Take note that the player would like another match; return whether both would. A bot always agrees."""
        self._rematch |= {player, *filter(self.is_seated, self._bots)}
        return self.both_want_rematch

    @property
    def both_want_rematch(self) -> bool:
        """Whether both players would like another match."""
        return len(self._wanting_rematch) == len(Player)

    def wants_rematch(self, player: Player | None) -> bool:
        """Return whether the player has asked this process for another match."""
        return player in self._rematch

    @property
    def _wanting_rematch(self) -> set[Player]:
        return self._rematch | {one.player for one in self._all_remote if one.player and one.wants_rematch}

    @property
    def allows_hints(self) -> bool:
        """Whether both players would like hints, or one is a bot."""
        return self.has_bot or len(self.sharing.hints) == len(Player)

    @property
    def has_bot(self) -> bool:
        """Whether a player is a bot."""
        return bool(self._bots)

    def forget_rematch(self) -> None:
        """Take note that nobody waits for a rematch any more."""
        self._rematch.clear()


def _ordered(players: Set[Player]) -> tuple[Player, ...]:
    return tuple(player for player in Player if player in players)
