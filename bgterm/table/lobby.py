"""What the visitors of one server share: who is here, which tables are open, and which matches are played.

It knows neither screens nor connections. Whoever comes in gives a listener, which hears that something is not as
it was, so that he looks here again, or a sentence to be read. All is done in one thread, at once and in order.
"""

from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from bgterm.notation import lobby_words
from bgterm.table.book import unfinished
from bgterm.table.chat import ChatLimits
from bgterm.table.codes import new_code
from bgterm.table.company import Changed, Ended, Listener, MovedOn, Told
from bgterm.table.config import Settings
from bgterm.table.cup import VERIFIABLE
from bgterm.table.desk import agreed, by_lot, now
from bgterm.table.people import LobbyError, People, Visitor, find_visitor
from bgterm.table.seats import Chair, SharedTable

DICE = ("random", VERIFIABLE)
"""The dice there are here: none that one of the two could know, or only he could see."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one visitor, and all together, may have."""

    open_each: int = 3
    """Tables of one visitor that wait for somebody, challenges among them."""
    matches_each: int = 100
    """Matches of one visitor that are not finished."""
    tables: int = 1000
    """Tables in all that wait, or at which somebody is."""
    chat: ChatLimits = field(default_factory=ChatLimits)
    """How much is said at a table."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table at which somebody waits for another."""

    code: str
    """What one types to go there: `K7Q2M`."""
    host: Visitor
    settings: Settings
    """What is to be played."""
    invited: Visitor | None = None
    """Who alone may join; None for whoever comes first."""


class Presence:
    """One session in the lobby. A visitor may have several."""

    def __init__(self, lobby: "Lobby", visitor: Visitor, listener: Listener) -> None:
        """Made by `Lobby.enter`."""
        self._lobby, self.visitor, self.listener = lobby, visitor, listener
        self._chairs: list[Chair] = []

    def sit(self, code: str) -> Chair:
        """Sit down at one's seat at a match. Raises LobbyError when one has none, SaveError."""
        return self._kept(self._lobby.sit(self.visitor, code))

    def watch(self, code: str) -> Chair:
        """Look on at a match. Raises LobbyError when one may not, SaveError."""
        return self._kept(self._lobby.watch(self.visitor, code))

    def rematch(self, chair: Chair) -> None:
        """Say that one would like another match; when both would, it begins. Raises SaveError."""
        self._lobby.rematch(chair)

    def leave(self) -> None:
        """Go, wherever one still sits as if the line had dropped; to have gone already is no error."""
        for chair in self._chairs:
            chair.drop()
        self._chairs.clear()
        self._lobby.leave(self)

    def _kept(self, chair: Chair) -> Chair:
        """Remember the chair, and no more those that were left."""
        self._chairs = [*(one for one in self._chairs if one.taken), chair]
        return chair


class Lobby:
    """All that the visitors of one server share."""

    def __init__(self, folder: Path, people: People, limits: Limits = Limits()) -> None:
        """Find all unfinished matches of the folder again, and keep new ones there."""
        self.people = people
        """Who has which name."""
        self._folder, self._limits = folder, limits
        self._here: list[Presence] = []
        self._open: dict[str, OpenTable] = {}
        self._tables: dict[str, SharedTable] = {}
        self._guests = count(1)
        self._farewell = ""
        for save in unfinished(folder, seated=True):
            self._add(SharedTable(save.path, save.record, self._changed, limits.chat))

    # Looking

    @property
    def visitors(self) -> tuple[Visitor, ...]:
        """Who is here, in the order of coming."""
        return tuple(dict.fromkeys(presence.visitor for presence in self._here))

    def open_tables(self, visitor: Visitor) -> list[OpenTable]:
        """Give the tables that the visitor opened, those to which he is invited, and those open to all."""
        return [
            table
            for table in self._open.values()
            if visitor in (table.host, table.invited) or (table.settings.listed and not table.invited)
        ]

    def matches_of(self, visitor: Visitor) -> list[SharedTable]:
        """Give the matches in which the visitor has a seat and that can go on."""
        return [
            table for table in self._tables.values() if _can_go_on(table) and table.player_of(visitor) is not None
        ]

    def matches(self) -> list[SharedTable]:
        """Give the matches at which a player is."""
        return [table for table in self._tables.values() if table.live]

    def match_at(self, code: str) -> SharedTable | None:
        """Give the match that has the code; None when there is none."""
        return self._tables.get(code.upper())

    def open_at(self, code: str) -> OpenTable | None:
        """Give the open table that has the code; None when there is none."""
        return self._open.get(code.upper())

    def called(self, name: str) -> Visitor | None:
        """Give the visitor of that name who is here."""
        return find_visitor(name, self.visitors)

    def awaiting(self, visitor: Visitor) -> SharedTable | None:
        """Give the match at which the visitor's seat is empty though he never left it: he goes there at once."""
        return next((table for table in self._tables.values() if table.awaits(visitor)), None)

    # Coming and going

    def guest(self) -> Visitor:
        """Give a visitor who has no key, and no name yet."""
        return Visitor(f"guest:{next(self._guests)}", "")

    def enter(self, visitor: Visitor, listener: Listener) -> Presence:
        """Let a visitor in, who has a name. Raises LobbyError when the server is about to end."""
        if self._farewell:
            raise LobbyError(self._farewell)
        presence = Presence(self, visitor, listener)
        self._here.append(presence)
        self._changed()
        return presence

    def leave(self, presence: Presence) -> None:
        """Let a session go; with a visitor's last one go his open tables, and a guest's seats."""
        if presence not in self._here:
            return
        self._here.remove(presence)
        visitor = presence.visitor
        if visitor not in self.visitors:
            self._withdraw_all(visitor)
            for table in tuple(self._tables.values()):
                table.forget_guest(visitor)
            self.people.forget_guest(visitor)
        self._changed()

    def close(self, said: str) -> None:
        """End it all: everyone is told `said` and goes home; the matches are kept as they are."""
        self._farewell = said
        for presence in tuple(self._here):
            presence.listener(Ended(said))

    # Tables that wait

    def open_table(
        self,
        visitor: Visitor,
        settings: Settings,
        *,
        invited: str = "",
    ) -> OpenTable:
        """Open a table for whoever comes first, or for the visitor of the name `invited`, who is told.

        The settings say what is played, whether everyone sees the table, and whether others may look on.
        Raises LobbyError when that cannot be.
        """
        self._demand_room(visitor, settings)
        guest = self._find_guest(visitor, invited) if invited else None
        table = OpenTable(self._new_code(), visitor, settings, guest)
        self._open[table.code] = table
        self._changed()
        if guest:
            self._say(guest, lobby_words.challenged(visitor.name))
        return table

    def withdraw(self, visitor: Visitor, code: str) -> None:
        """Take back an open table, or decline an invitation; nothing when it is neither of the visitor's."""
        table = self._open.get(code)
        if table and visitor in (table.host, table.invited):
            del self._open[code]
            if visitor == table.invited:
                self._say(table.host, lobby_words.declined(visitor.name))
            self._changed()

    def join(self, visitor: Visitor, code: str) -> SharedTable:
        """Sit down at an open table, so that the match begins; the host's seat waits for him.

        Raises LobbyError when the visitor may not, SaveError when the match cannot be kept.
        """
        table = self._open_for(visitor, code)
        self._demand_matches(visitor)
        self._demand_matches(table.host)
        players = (table.host, visitor)
        players = by_lot(players) if table.settings.seats_by_lot else players
        shared = self._begin(table, players)
        self._withdraw_all(table.host)
        self._withdraw_all(visitor)
        self._changed()
        self._say(table.host, lobby_words.joined(visitor.name))
        return shared

    # Matches

    def sit(self, visitor: Visitor, code: str) -> Chair:
        """Give the visitor his seat at a match, as `Presence.sit` does. Raises LobbyError, SaveError."""
        return self._find(code).sit(visitor)

    def watch(self, visitor: Visitor, code: str) -> Chair:
        """Give the visitor a place to look on, as `Presence.watch`. Raises LobbyError, SaveError."""
        return self._find(code).watch(visitor)

    def rematch(self, chair: Chair) -> None:
        """Say that a player would like another match; when both would, it begins with the same seats and rules.

        Raises SaveError when it cannot be kept.
        """
        if not chair.want_rematch():
            return
        before = chair.at
        after = SharedTable.begin(
            self._folder,
            replace(before.header, date=now()),
            self._new_code(),
            before.seated,
            watchable=before.watchable,
            changed=self._changed,
            limits=self._limits.chat,
        )
        self._add(after)
        before.tell(MovedOn(after.code))

    # Inside

    def _begin(self, table: OpenTable, players: tuple[Visitor, Visitor]) -> SharedTable:
        white, black = players
        header = replace(agreed(table.settings, (white.name, black.name)), seats=(white.seat, black.seat))
        shared = SharedTable.begin(
            self._folder,
            header,
            table.code,
            players,
            watchable=table.settings.watchable,
            changed=self._changed,
            limits=self._limits.chat,
        )
        self._add(shared)
        return shared

    def _add(self, table: SharedTable) -> None:
        if not table.code or table.code in self._tables:
            table.code = self._new_code()
        self._tables[table.code] = table

    def _changed(self) -> None:
        """Forget what is finished and left, and let everyone look again, who came last first."""
        for code in [code for code, table in self._tables.items() if table.empty and not _can_go_on(table)]:
            del self._tables[code]
        for presence in reversed(self._here):
            presence.listener(Changed())

    def _say(self, visitor: Visitor, said: str) -> None:
        for presence in self._here:
            if presence.visitor == visitor:
                presence.listener(Told(said))

    def _withdraw_all(self, visitor: Visitor) -> None:
        for code in [code for code, table in self._open.items() if table.host == visitor]:
            del self._open[code]

    def _find(self, code: str) -> SharedTable:
        table = self.match_at(code)
        if table is None:
            raise LobbyError(lobby_words.no_table(code))
        return table

    def _open_for(self, visitor: Visitor, code: str) -> OpenTable:
        """Give the open table of that code which the visitor may join."""
        table = self.open_at(code)
        if table is None:
            raise LobbyError(lobby_words.no_table(code))
        if table.host == visitor:
            raise LobbyError(lobby_words.OWN_TABLE)
        if table.invited not in (None, visitor):
            raise LobbyError(lobby_words.not_invited(table.host.name))
        return table

    def _find_guest(self, visitor: Visitor, name: str) -> Visitor:
        guest = self.called(name)
        if guest is None:
            raise LobbyError(lobby_words.not_here(name))
        if guest == visitor:
            raise LobbyError(lobby_words.ONESELF)
        return guest

    def _demand_room(self, visitor: Visitor, settings: Settings) -> None:
        if settings.dice not in DICE:
            raise LobbyError(lobby_words.SERVER_DICE)
        if sum(table.host == visitor for table in self._open.values()) >= self._limits.open_each:
            raise LobbyError(lobby_words.too_many_open(self._limits.open_each))
        if len(self._open) + len(self.matches()) >= self._limits.tables:
            raise LobbyError(lobby_words.TOO_MANY_TABLES)
        self._demand_matches(visitor)

    def _demand_matches(self, visitor: Visitor) -> None:
        if len(self.matches_of(visitor)) >= self._limits.matches_each:
            raise LobbyError(lobby_words.too_many_matches(visitor.name, self._limits.matches_each))

    def _new_code(self) -> str:
        return new_code({*self._open, *self._tables})


def _can_go_on(table: SharedTable) -> bool:
    return not (table.over or table.lost)
