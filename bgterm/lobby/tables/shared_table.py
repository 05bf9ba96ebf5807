"""A match whose players sit at terminals of their own.

A seat belongs to a player as long as the match lasts. Players may leave and come back, or lose the connection. The
table of the match is closed when nobody is left, and opened again when somebody sits down. Everything that must
survive a restart of the server is noted in the record (`bgterm.formats.sharing_notes`).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from bgterm.catalog import N_
from bgterm.formats.engine_notes import engine_seat
from bgterm.formats.record import SESSION_CLOSED, GameRecord, is_closed
from bgterm.formats.sharing_notes import TAKEN_UP, changes_lists, set_aside, sharing, went, wish_for_hints
from bgterm.lobby.chat import Chat, chat_lines
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.hub import Advanced, Contribution, Drafted, HubMessage, LobbyContext, MovedOn, Sent
from bgterm.lobby.notifications import (
    Closed,
    Contributed,
    Message,
    Notification,
    Redirected,
    Refreshed,
    Words,
    ignore,
)
from bgterm.lobby.tables.attendance import Attendance, Occupant, Seating, Visitor
from bgterm.lobby.tables.table_parts import SharedDraft, TableOpener, has_begun
from bgterm.lobby.users.user_registry import User
from bgterm.notation.json_codec import Note
from bgterm.play.clocks import Clocks
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.events import Event
from bgterm.rules.match import MatchState
from bgterm.rules.moves.base import LegalPlays
from bgterm.storage.errors import NoSuchSave
from bgterm.storage.open_match import ListChange
from bgterm.storage.store import MatchStore

_ELSEWHERE = N_("You are at this table from another terminal now.")


class TableWatcher(Protocol):
    """The lobby, as its tables know it: the functions that they call on changes, and for permissions."""

    def table_changed(self, table: "SharedTable") -> None:
        """Update the lobby's lists after a change at the table: of the people, the result or the permissions."""

    def turn_passed(self, table: "SharedTable") -> None:
        """Notify the players who are not at the table that the turn has passed."""

    def is_connected(self, key: str) -> bool:
        """Return whether the user with that key has a session anywhere on the server, or is a bot."""

    def ready_for_rematch(self, table: "SharedTable") -> None:
        """Begin the rematch of this table, which both players want."""

    def check_talk(self, user: User) -> None:
        """Raise LobbyError for a user who may not chat, because the operator has muted them."""


class SharedTable:
    """A match between two users with its seats, spectators and chat, whether or not somebody is there now."""

    def __init__(
        self,
        context: LobbyContext,
        watcher: TableWatcher,
        store: MatchStore,
        name: str,
        record: GameRecord,
        guests: Mapping[str, Player],
    ) -> None:
        """Begin with the match that the store keeps as `name`, its `record`, and the seats of `guests` by key.

        The `watcher` and the other processes are notified of changes.
        """
        self.name, self.header = name, record.header
        self.engine = engine_seat(record.items)
        """The seat of the bot; None when two people play."""
        self.fault: Words = str
        """A function that returns the problem of the bot; the text is empty while the bot plays."""
        self.seating = Seating(self.header.seats, guests)
        """The people at the table."""
        self.turn = SharedDraft(self.seating, self.tell, context.hub.send)
        """The unfinished turn."""
        self._context, self._watcher = context, watcher
        self.check_talk = watcher.check_talk
        """Raises LobbyError for a user who may not chat."""
        self._learn(record)
        self._opener = TableOpener(store, name)
        self._chat: Chat | None = None
        self.clocks: Clocks | None = None
        """The clocks while the table is open; None when it is closed or the match has no clock."""
        self._absent = frozenset(Player)
        """The players who were away when the clocks were paused last."""

    # The match

    def _learn(self, record: GameRecord) -> None:
        """Set the state of the match, and how it is shared, from its record; a code that the table has stays."""
        found = sharing(record.items)
        self.match, self.seating.sharing = record.match, replace(found, code=self.code or found.code)
        self.is_outline, self._closed = record.is_outline, is_closed(record.items)
        self._played = record.is_outline or has_begun(record)
        """Whether a roll or a sealed contribution to the dice was recorded."""

    @property
    def code(self) -> str:
        """The code by which users join the table; empty when the record of the match does not have one."""
        return self.seating.sharing.code

    @property
    def watchable(self) -> bool:
        """Whether spectators are allowed."""
        return self.seating.sharing.watchable

    @property
    def table(self) -> Table:
        """The open table of the match. Raises LobbyError when it is closed, because nobody is there."""
        if self._opener.table is None:
            raise self._nobody_there()
        return self._opener.table

    @property
    def chat(self) -> Chat:
        """The chat of the open table. Raises LobbyError when it is closed."""
        if self._chat is None:
            self._chat = Chat(self.table, self._context.limits.chat, self._context.now)
        return self._chat

    @property
    def over(self) -> bool:
        """Whether the match has ended: it has a winner, the session is closed, or the match is void."""
        return self.match.winner is not None or self._closed

    @property
    def goes_on(self) -> bool:
        """Whether the match can be resumed: it is neither over nor removed, and no guest has left the server."""
        return not self.over and not self.seating.gone and not self._opener.is_removed

    # The people at the table

    @property
    def attendance(self) -> Attendance:
        """The people at the table now, and the wishes of the players."""
        return self.seating.attendance(self._watcher.is_connected)

    def player_of(self, user: User) -> Player | None:
        """Return the player whose seat is the user's; None when the user has no seat."""
        return self.seating.player_of(user)

    def awaits(self, user: User) -> bool:
        """Return whether the match goes on and the user has an empty seat that they did not leave on purpose."""
        return self.seating.awaits(user) and self.goes_on

    def is_listed(self, user: User) -> bool:
        """Return whether the match is on the user's list: it can be resumed, and they have not set it aside."""
        return self.goes_on and self.player_of(user) not in self.seating.sharing.aside

    # Arrival and departure

    async def open(self) -> Table:
        """Return the table of the match, opened if it is closed. Raises SaveError when it cannot be opened."""
        return await self._opener.open(self._opened)

    async def check_watchable(self) -> None:
        """Raise LobbyError when spectators are not allowed, or no player is at the table."""
        if not self.watchable:
            raise self._closed_to_spectators()
        await self._opener.wait()  # a player who is about to sit down does so first
        if not self.seating.live:
            raise self._nobody_there()

    def add(self, occupant: Occupant) -> None:
        """Add a player or a spectator to the open table; a session here that had the player's seat must leave."""
        if former := self.seating.add(occupant):
            former.listener(Closed(Message(_ELSEWHERE)))
        if occupant.player is not None:
            if occupant.player in self.seating.sharing.left:
                self._post(went(occupant.player, back=True))
            self._list_again()
        self._moved()

    def remove(self, occupant: Occupant, *, on_purpose: bool) -> None:
        """Remove a player or a spectator; do nothing if their place was lost or left before.

        The record notes a player who left `on_purpose`, rather than by a dropped connection.
        """
        occupant.listener = ignore
        if not self.seating.has(occupant):
            return
        if occupant.player is not None and occupant.player is self.match.game.on_roll:
            self.turn.show(occupant, None)
        self.seating.remove(occupant)
        if occupant.player is not None and on_purpose:
            self._post(went(occupant.player, back=False))
        self._moved()

    def forget_guest(self, user: User) -> None:
        """Record that a guest has left the server, so that their match here, if they had a seat, cannot go on."""
        if self.seating.forget_guest(user):
            self._moved()

    async def set_aside(self, user: User) -> None:
        """Take the match off the user's list, until somebody sits down or the opponent challenges the user.

        Raises LobbyError when the user has no seat here or somebody is at the table, SaveError when it cannot be
        saved.
        """
        player = self.player_of(user)
        if player is None:
            raise LobbyError(N_("You have no seat at table {code}: you can watch."), code=self.code)
        table = await self.open()
        if self.seating.live:
            raise LobbyError(N_("Somebody sits at that table: it stays on your list."))
        try:
            await table.note(set_aside(player))
            self._follow(set_aside(player))
        finally:
            self._moved()

    async def list_again(self) -> None:
        """Put the match back on both players' lists. Raises SaveError when it cannot be opened."""
        if self.seating.sharing.aside:
            await self.open()
            try:
                self._list_again()
            finally:
                self._moved()

    # Actions besides playing

    async def let_watch(self, occupant: Occupant, watchable: bool) -> None:
        """Allow or forbid spectators; those there must then leave. A spectator's call does nothing.

        Raises SaveError when that cannot be saved.
        """
        if occupant.player is None:
            return
        note = replace(self.seating.sharing, watchable=watchable).note
        await self.table.note(note)
        self._follow(note)
        self._moved()

    async def end_session(self, occupant: Occupant) -> None:
        """Close the money session for both players, as `occupant` wants; do nothing for a spectator.

        Raises IllegalAction unless a money session is between two games, SaveError when that cannot be saved.
        """
        if occupant.player is None:
            return
        await self.table.close_session()
        self._follow(SESSION_CLOSED)
        self._moved()

    def contributed(self, table: Table, said: Words) -> None:
        """Notify everyone, by the sentence `said`, of a contribution to the dice, which may have ended the match.

        `table` is the open table of the match.
        """
        self.tell(Contributed(said))
        if self.seating.remote:
            self._context.hub.send(Contribution(self.code, said()))
        self._follow_exchange(table)

    def set_hints(self, player: Player, *, wanted: bool) -> None:
        """Record that a player wants hints for both, or none, and notify everyone; a failing disk is ignored."""
        self._post(wish_for_hints(player, wanted=wanted))
        self.tell(Refreshed())

    def want_rematch(self, player: Player) -> bool:
        """Record the player's wish for a rematch, and notify everyone; return whether both players have it."""
        both = self.seating.want_rematch(player)
        self.tell(Refreshed())
        return both

    @property
    def begins_rematch_here(self) -> bool:
        """Whether this process begins the rematch: only the one that serves White does."""
        return self.seating.is_seated_here(Player.WHITE)

    def move_on(self, code: str) -> None:
        """Send everyone at the table on this process to the match with this code."""
        self.seating.rematch.clear()
        self.tell(Redirected(code))

    # Messages of other processes

    def set_remote(self, visitors: list[Visitor]) -> None:
        """Replace the sessions of other processes at this table.

        Players who sat down there lose their seat here.
        """
        if not self.seating.set_remote(visitors):
            return
        for former in self.seating.take_displaced():
            former.listener(Closed(Message(_ELSEWHERE)))
        self.turn.follow_seats(self.match.to_act)
        self._moved()
        if self.seating.both_want_rematch and self.begins_rematch_here:
            self._watcher.ready_for_rematch(self)

    def hear(self, message: HubMessage) -> None:
        """Apply a message of another process about this table."""
        match message:
            case Drafted(_, moves):
                self.turn.hear(moves, self._plays())
            case Advanced(_, change):
                self._played |= change is not ListChange.NOTE
            case Contribution(_, said):
                self.tell(Contributed(Message("{said}", {"said": said})))
            case Sent(_, said):
                self.tell(Closed(said))
            case MovedOn(_, code):
                self.move_on(code)

    async def read_on(self) -> None:
        """Read the state of a match that other processes play, unless its table is open here. Raises SaveError."""
        if self._opener.table:
            return
        before = self._listed
        try:
            record = await self._opener.read()
        except NoSuchSave:  # another process has removed it
            self._opener.close(and_remove=True)
        else:
            if self._opener.table is None:
                self._learn(record)
        if self._listed == before:
            self._watcher.turn_passed(self)
        else:
            self._moved()

    @property
    def _listed(self) -> tuple[object, ...]:
        """The values on which the lists of all users depend."""
        return self.match.results, self.seating.sharing, self._closed, self._opener.is_removed

    def _plays(self) -> LegalPlays | None:
        """Return the legal plays of the turn; None when its roll has not been read, or the table is closed."""
        mover = self.match.to_act
        return self.table.choices(mover).plays if self._opener.table and mover else None

    def tell(self, notification: Notification, but: Occupant | None = None) -> None:
        """Send a notification to everyone at the table on this process, except `but`."""
        for occupant in self.seating.everyone:
            if occupant is not but:
                occupant.listener(notification)

    # Within

    def _nobody_there(self) -> LobbyError:
        white, black = self.header.names
        return LobbyError(N_("Neither {white} nor {black} is at the table."), white=white, black=black)

    def _closed_to_spectators(self) -> LobbyError:
        white, black = self.header.names
        return LobbyError(N_("{white} and {black} allow no spectators now."), white=white, black=black)

    def _opened(self, table: Table) -> None:
        table.event_watchers.add(self._happened)
        table.note_watchers.add(self._noted)
        self.clocks = Clocks(table, self._context.now, self.seating.keeps_times) if table.match.timed else None
        self._learn(table.record)

    def _post(self, note: Note) -> None:
        """Apply a note about how the match is shared, and save it in the background.

        If saving fails, the note is lost when the table is closed.
        """
        self._follow(note)
        self.table.post(note)

    def _follow(self, note: Note) -> None:
        """Apply a note about how the match is shared; spectators who are not allowed return to the lobby."""
        self.seating.sharing = self.seating.sharing.after(note)
        self._closed |= note == SESSION_CLOSED
        for spectator in () if self.watchable else tuple(self.seating.watching):
            spectator.listener(Closed(lambda: str(self._closed_to_spectators())))
            self.remove(spectator, on_purpose=True)

    def _list_again(self) -> None:
        """Note that no player has set the match aside."""
        if self.seating.sharing.aside:
            self._post(TAKEN_UP)

    def _moved(self) -> None:
        """Notify everyone that somebody came or left; close the table when nobody is left."""
        if self.clocks:
            self._pause(self.clocks)
        if self.seating.empty_here and (self._opener.table or self._is_unwanted):
            self._opener.close(and_remove=self._is_unwanted)
            self._chat = self.clocks = None
        self.tell(Refreshed())
        self._watcher.table_changed(self)

    def _pause(self, clocks: Clocks) -> None:
        """Pause the clock of each absent player, and stop all clocks when this process has nobody at the table."""
        absent = frozenset(player for player in Player if not self.seating.is_seated(player))
        if absent - self._absent and not self._context.hub.is_alone:
            clocks.save()  # for the process that the player comes back to
        for player in Player:
            (clocks.pause if player in absent else clocks.resume)(player)
        self._absent = absent
        if self.seating.empty_here:
            clocks.stop()

    @property
    def _is_unwanted(self) -> bool:
        """Whether both players have left for good before the match began, so that it is removed."""
        played = self._played or self.over or self._opener.is_removed
        return self.seating.is_abandoned and self.seating.empty and not played

    def _noted(self, note: Note) -> None:
        """Apply a note that another process has added to the record."""
        if self.clocks:
            self.clocks.hear(note)
        for line in chat_lines([note]) if self._chat else ():
            self.chat.hear(line)
            self.tell(Refreshed())
        if changes_lists(note):
            self._follow(note)
            self._moved()
        if table := self._opener.table:
            self._follow_exchange(table)

    def _follow_exchange(self, table: Table) -> None:
        """Update the state after a contribution to the dice, which may have ended the match."""
        found = table.evidence
        self._played |= bool(found and found.sealed)
        if table.closed != self._closed:
            self._closed = table.closed
            self._moved()

    def _happened(self, match: MatchState, _event: Event) -> None:
        """Update the state after an event of the match, and the lists that show its result or whose turn it is."""
        before, self.match, self._played = self.match, match, True
        self.turn.begin_turn(match.to_act, self._plays)
        if match.results != before.results:
            self._watcher.table_changed(self)
        elif before.to_act is not match.to_act:
            self._watcher.turn_passed(self)
