"""The sessions of the users who are in the lobby or at its tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count

from bgterm.lobby.hub import Hub, Told
from bgterm.lobby.notifications import Challenge, Listener, Message, Notice, Notification, Refreshed
from bgterm.lobby.tables.occupancy import Occupancy
from bgterm.lobby.users.user_registry import User


@dataclass(eq=False, slots=True)
class LobbySession:
    """One session in the lobby. A user may have several."""

    user: User
    listener: Listener
    """Called with the notifications of the lobby."""
    occupancies: list[Occupancy] = field(default_factory=list)
    """The places that it has taken at tables."""
    has_left: bool = False
    number: int = 0
    """Its number among all that this process has served."""

    @property
    def occupancy(self) -> Occupancy | None:
        """The place at which the session is now; None while it is in the lobby."""
        return next((occupancy for occupancy in reversed(self.occupancies) if occupancy.taken), None)

    def take_place(self, occupancy: Occupancy) -> Occupancy:
        """Take a place at a table, and return it; give it up if the session has ended meanwhile."""
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
    """All sessions, those that this process serves in order of arrival."""

    def __init__(self, hub: Hub) -> None:
        """Begin without a session; `hub` reaches those that other processes serve."""
        self._hub = hub
        self._sessions: list[LobbySession] = []
        self._numbers = count(1)
        self._remote: dict[str, Sequence[User]] = {}
        """The user of each session that another process serves, by the process."""

    def __len__(self) -> int:
        """Return how many this process serves."""
        return len(self._sessions)

    def __iter__(self) -> Iterator[LobbySession]:
        """Yield those that this process serves now."""
        return iter(tuple(self._sessions))

    @property
    def users(self) -> tuple[User, ...]:
        """The users of all sessions."""
        return tuple(dict.fromkeys((*(session.user for session in self._sessions), *self._remote_users)))

    @property
    def _remote_users(self) -> Iterator[User]:
        return chain.from_iterable(self._remote.values())

    def is_here(self, key: str) -> bool:
        """Return whether a user of that key has a session."""
        return any(user.key == key for user in chain((one.user for one in self._sessions), self._remote_users))

    def set_remote(self, process: str, users: Sequence[User]) -> set[User]:
        """Take the users of the sessions that another process serves; return those who came or went."""
        before = {*self._remote.get(process, ())}
        self._remote[process] = users
        return before ^ {*users}

    def add(self, session: LobbySession) -> None:
        """Add a session that begins."""
        session.number = next(self._numbers)
        self._sessions.append(session)

    def remove(self, session: LobbySession) -> bool:
        """Remove a session that ends; return whether it was there."""
        was_there = session in self._sessions
        if was_there:
            self._sessions.remove(session)
        return was_there

    def changed(self) -> None:
        """Notify everyone of a change that was made by this process."""
        self.refresh()
        self._hub.changed()

    def refresh(self) -> None:
        """Notify everyone here of a change, the latest arrival first."""
        for session in reversed(self._sessions):
            session.listener(Refreshed())

    def send(self, notification: Notification) -> int:
        """Notify everyone, wherever they are; return how many sessions."""
        for session in self:
            session.listener(notification)
        return len(self)

    def tell(self, user: User, notice: Notice) -> None:
        """Send a message to a user, on whatever process."""
        self.tell_here(user, notice)
        if isinstance(notice.said, Message):
            self._hub.send(Told(user.key, notice.said, isinstance(notice, Challenge)))

    def tell_here(self, user: User, notice: Notice) -> None:
        """Send a message to the sessions of a user that this process serves."""
        for session in self:
            if session.user == user:
                session.listener(notice)
