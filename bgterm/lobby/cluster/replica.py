"""The copy that each process has of a lobby, kept equal to the copies of the other processes."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from bgterm.lobby.chat import ChatLine
from bgterm.lobby.hub import Acted, Advanced, Begun, HubMessage, KeyCode, Said, Told
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import Challenge, Notice
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.session import LobbySession
from bgterm.lobby.tables.attendance import Visitor
from bgterm.lobby.users.user_registry import User
from bgterm.rules.board import Player


class Replica:
    """The copy of the lobby in this process: it applies messages of others, and lists the state to send."""

    def __init__(self, lobby: Lobby) -> None:
        """Wrap the lobby of this process."""
        self._lobby, self._sessions, self._matches = lobby, lobby.sessions, lobby.matches

    @property
    def visitors(self) -> list[Visitor]:
        """The sessions that this process serves, with their places at tables."""
        return [_visitor(session) for session in self._sessions]

    @property
    def hosted(self) -> list[OpenTable]:
        """The open tables whose hosts this process serves."""
        here = {session.user for session in self._sessions}
        return [table for table in self._lobby.open_tables if table.host in here]

    def set_remote(self, process: str, visitors: Sequence[Visitor]) -> None:
        """Replace the sessions that another process serves."""
        before, self._sessions.remote[process] = self._sessions.remote.get(process, ()), visitors
        self._place(process, before)
        for user in {visitor.user for visitor in before} ^ {visitor.user for visitor in visitors}:
            if self._sessions.is_here(user.key):
                self._lobby.registry.add(user)
                self._matches.refresh(user)
            else:
                self._lobby.forget(user)
        self._sessions.refresh()

    def _place(self, process: str, before: Sequence[Visitor] = ()) -> None:
        """Place the visitors of another process at their tables, and remove those that were there `before`."""
        places = defaultdict[str, list[Visitor]](list)
        for visitor in self._sessions.remote[process]:
            places[visitor.code].append(visitor)
        for code in {visitor.code for visitor in before} | {*places}:
            if table := self._matches.at(code):
                table.set_remote(process, places[code])

    def set_open_tables(self, tables: Iterable[OpenTable]) -> None:
        """Replace the open tables of all processes."""
        before = [*map(_shown, self._lobby.open_tables)]
        self._lobby.open_tables.replace(tables)
        if before != [*map(_shown, self._lobby.open_tables)]:
            self._sessions.refresh()

    async def hear(self, message: HubMessage) -> None:
        """Apply a message of another process."""
        match message:
            case Said(name, text):
                self._lobby.chat.hear(ChatLine(name, text))
                self._sessions.refresh()
            case Told("", said):
                self._sessions.send(Notice(said))
            case Told(key, said, challenge):
                self._sessions.tell_here(User(key, ""), Challenge(said) if challenge else Notice(said))
            case Begun(name, guests):
                await self._matches.find_begun(name, {key: Player[player] for key, player in guests.items()})
                for process in self._sessions.remote:
                    self._place(process)
                self._sessions.refresh()
            case Advanced():
                await self._follow(message)
            case Acted(limit, who):
                self._lobby.rates.hear(limit, who)
            case KeyCode():
                self._lobby.registration.hear(message)
            case _ if table := self._matches.at(message.code):
                table.hear(message)

    async def _follow(self, advanced: Advanced) -> None:
        """Update a match that another process plays, if a session here shows its state."""
        if table := self._matches.named(advanced.name):
            table.hear(advanced)
            if advanced.ended or any(table.player_of(session.user) for session in self._sessions):
                await table.read_on()


def _shown(table: OpenTable) -> tuple[object, ...]:
    """Return the values of an open table that the lobby shows, except its age, which always changes."""
    return table.code, table.host.name, table.invited, table.offer


def _visitor(session: LobbySession) -> Visitor:
    place = session.occupancy
    if place is None:
        return Visitor(session.user, session=session.number)
    wants = place.at.seating.wants_rematch(place.player)
    return Visitor(session.user, place.at.code, place.player, place.order, wants, session.number)
