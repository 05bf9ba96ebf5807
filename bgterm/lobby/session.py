"""The sessions of users in the lobby and at its tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count

from bgterm.lobby.hub import Hub, Told
from bgterm.lobby.notifications import Challenge, Listener, Message, Notice, Notification, Refreshed
from bgterm.lobby.tables.attendance import Visitor
from bgterm.lobby.tables.occupancy import Occupancy
from bgterm.lobby.users.user_registry import User


@dataclass(eq=False, slots=True)
class LobbySession:
    """One session of a user in the lobby, with its places at tables; a user may have several sessions."""

    user: User
    listener: Listener
    """The function that receives the notifications of the lobby."""
    occupancies: list[Occupancy] = field(default_factory=list)
    """The places at tables that the session has taken, newest last."""
    has_left: bool = False
    number: int = 0
    """The number of the session, counted from 1 in each process; 0 before it enters the lobby."""

    @property
    def occupancy(self) -> Occupancy | None:
        """The place at a table that the session has now; None while it is in the lobby."""
        return next((occupancy for occupancy in reversed(self.occupancies) if occupancy.taken), None)

    @property
    def visitor(self) -> Visitor:
        """The session and its place, as other processes know it."""
        place = self.occupancy
        if place is None:
            return Visitor(self.user, session=self.number)
        wants = place.player in place.at.seating.rematch
        return Visitor(self.user, place.at.code, place.player, place.order, wants, self.number)

    def take_place(self, occupancy: Occupancy) -> Occupancy:
        """Record a new place of the session at a table, and return it. An ended session leaves it at once."""
        self.occupancies = [*(one for one in self.occupancies if one.taken), occupancy]
        if self.has_left:
            occupancy.drop()
        return occupancy

    def drop_places(self) -> None:
        """Leave all tables as if the connection had dropped, because the session ends."""
        self.has_left = True
        for occupancy in self.occupancies:
            occupancy.drop()
        self.occupancies.clear()


class Sessions:
    """The sessions of a lobby: in order of arrival those that this process serves, and those of the others."""

    def __init__(self, hub: Hub) -> None:
        """Begin without a session; `hub` reaches those that other processes serve."""
        self._hub = hub
        self._sessions: list[LobbySession] = []
        self._numbers = count(1)
        self.remote: Sequence[Visitor] = ()
        """The sessions that other processes serve."""

    def __len__(self) -> int:
        """Return the number of sessions that this process serves."""
        return len(self._sessions)

    def __iter__(self) -> Iterator[LobbySession]:
        """Yield the sessions that this process serves."""
        return iter(tuple(self._sessions))

    @property
    def users(self) -> tuple[User, ...]:
        """The users of all sessions, each once: first those of this process, in order of arrival."""
        return tuple(dict.fromkeys(one.user for one in chain[LobbySession | Visitor](self._sessions, self.remote)))

    def is_here(self, key: str) -> bool:
        """Return whether the user with that key, `SHA256:...` or a guest's, has a session on any process."""
        return any(one.user.key == key for one in chain[LobbySession | Visitor](self._sessions, self.remote))

    def add(self, session: LobbySession) -> None:
        """Add a new session that this process serves, and number it."""
        session.number = next(self._numbers)
        self._sessions.append(session)

    def remove(self, session: LobbySession) -> bool:
        """Remove a session that has ended; return whether it was there."""
        was_there = session in self._sessions
        if was_there:
            self._sessions.remove(session)
        return was_there

    def changed(self) -> None:
        """Notify all sessions, of other processes too, of a change in the lobby that this process has made."""
        self.refresh()
        self._hub.changed()

    def refresh(self) -> None:
        """Notify the sessions of this process of a change in the lobby, the latest arrival first."""
        for session in reversed(self._sessions):
            session.listener(Refreshed())

    def send(self, notification: Notification) -> int:
        """Send a notification to all sessions of this process, and return how many these are."""
        for session in self:
            session.listener(notification)
        return len(self)

    def tell(self, user: User, said: Message, *, challenge: bool = False) -> None:
        """Send a message to all sessions of a user on all processes; `challenge` marks it as a challenge."""
        message = Told(user.key, said, challenge)
        self.hear(message)
        self._hub.send(message)

    def hear(self, message: Told) -> None:
        """Send a message, from any process, to those sessions of its user that this process serves."""
        notice = Challenge(message.said) if message.challenge else Notice(message.said)
        for session in self:
            if session.user.key == message.key:
                session.listener(notice)
