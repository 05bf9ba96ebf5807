"""A match whose players sit at terminals of their own: who sits where, who is away, and who looks on.

A seat belongs to a player as long as the match lasts. Whoever has it may go and come back; so may his line. When
nobody is left the match is put away, and it is opened again when somebody sits down. What must be known when the
server was stopped meanwhile is noted in the record (`bgterm.formats.sharing_notes`).
"""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

from bgterm.editing.turn_draft import Draft
from bgterm.formats.record import Record, is_closed
from bgterm.formats.sharing_notes import TAKEN_UP, set_aside, sharing, went
from bgterm.lobby import table_messages
from bgterm.lobby.chat import Chat, ChatLimits
from bgterm.lobby.notifications import Changed, Company, Contributed, Drafted, Ended, MovedOn, News
from bgterm.lobby.seat import Chair, deaf
from bgterm.lobby.users import GUEST, LobbyError, Visitor
from bgterm.notation.dice_evidence import evidence
from bgterm.play.clocks import Clocks, clocks_of
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.events import Event
from bgterm.rules.match import Match
from bgterm.storage.journal import DISK, SECRET, Disk, remove
from bgterm.storage.writer import Writer

NO_GUESTS: Mapping[str, Player] = MappingProxyType({})
"""Two players who both have a key."""


class SharedTable:
    """A match between two visitors, whether anybody is there now or not."""

    def __init__(
        self,
        path: Path,
        record: Record,
        changed: Callable[["SharedTable"], None],
        turned: Callable[["SharedTable"], None],
        limits: ChatLimits,
        now: Callable[[], float],
        guests: Mapping[str, Player] = NO_GUESTS,
        connected: Callable[[str], bool] = lambda _key: False,
        disk: Disk = DISK,
    ) -> None:
        """Take the match that is kept at `path` and says `record`, and the keys of the guests who play it.

        `changed` is called when everyone in the lobby should look at the table again, and `turned` when only its
        players should, because the turn has passed. `now` returns the time in seconds, and `connected` whether the
        player of a key is anywhere on the server.
        """
        self.path, self.header = path, record.header
        self.match = record.match
        """The match as it stands."""
        self.draft: Draft | None = None
        """The turn that is being made, while there are moves in it."""
        self._sharing = sharing(record.items)
        self._changed, self._turned = changed, turned
        self._limits, self._now, self._connected = limits, now, connected
        self._disk = disk
        self._seated: dict[Player, Chair] = {}
        self._watching: list[Chair] = []
        self._rematch: set[Player] = set()
        self._guests = dict(guests)
        seats = zip(Player, self.header.seats, strict=True)
        self._gone = {player for player, key in seats if key == GUEST} - set(guests.values())
        self._closed = is_closed(record.items)
        self._played = bool(record.events) or evidence(record.items).sealed
        """Whether anything has happened in the match: a roll, or a contribution to its dice was sealed."""
        self._discarding: Future[None] | None = None
        """The end of the removal of the match, because both left before its first roll."""
        self._table: Table | None = None
        self._opening = asyncio.Lock()
        self._writer = Writer()
        """Opens the table, after the one before is closed."""
        self._chat: Chat | None = None
        self._clocks: Clocks | None = None

    # Looking

    @property
    def code(self) -> str:
        """What it is found by; empty when the record does not say."""
        return self._sharing.code

    @property
    def watchable(self) -> bool:
        """Whether others may look on."""
        return self._sharing.watchable

    @property
    def table(self) -> Table:
        """The table, which is open while somebody is there. Raises LobbyError when nobody is."""
        if self._table is None:
            raise LobbyError(table_messages.nobody_there(self.header.names))
        return self._table

    async def _open(self) -> Table:
        """Return the table, opened for the first to come, once all is kept that was done there before.

        Raises SaveError when it cannot be opened.
        """
        async with self._opening:
            if self._table is None:
                self._table = await self._writer.run(partial(Table.resume, self.path, disk=self._disk))
                self._table.watch(self._happened)
                self._clocks = clocks_of(self._table, self._now)
                self.match = self._table.match
            return self._table

    @property
    def chat(self) -> Chat:
        """What is said there."""
        if self._chat is None:
            self._chat = Chat(self.table, self._limits)
        return self._chat

    @property
    def clocks(self) -> Clocks | None:
        """The clocks, while somebody is there; None when the match is played without."""
        return self._clocks

    @property
    def over(self) -> bool:
        """Whether nothing more can happen: there is a winner, the session is closed, or the match is void."""
        return self.match.winner is not None or self._closed

    @property
    def live(self) -> bool:
        """Whether a player is there."""
        return bool(self._seated)

    @property
    def empty(self) -> bool:
        """Whether nobody is there at all."""
        return not self._seated and not self._watching

    @property
    def goes_on(self) -> bool:
        """Whether it can be resumed: it is neither over nor removed, and no guest has gone for good."""
        return not self.over and not self._gone and not self._discarded

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of those who have a seat, of guests those that they have while they are here."""
        return (*self.header.seats, *self._guests)

    @property
    def company(self) -> Company:
        """Who is there now."""
        away = [player for player in Player if player not in self._seated and player not in self._gone]
        left = [player for player in away if player in self._sharing.left]
        called = [player for player in away if player not in left and self._connected(self._key_of(player))]
        return Company(
            dropped=tuple(player for player in away if player not in (*left, *called)),
            elsewhere=tuple(called),
            left=tuple(left),
            gone=tuple(player for player in Player if player in self._gone),
            watchers=len({chair.visitor.key for chair in self._watching}),
            watchable=self.watchable,
            rematch=tuple(player for player in Player if player in self._rematch),
        )

    def _key_of(self, player: Player) -> str:
        """Return the key of the player who has the seat, of a guest the one they have while they are here."""
        guests = {seated: key for key, seated in self._guests.items()}
        return guests.get(player, self.header.seats[player.index])

    def player_of(self, visitor: Visitor) -> Player | None:
        """Return whose seat the visitor has; None when he has none."""
        if visitor.is_guest:
            return self._guests.get(visitor.key)
        return next((player for player in Player if self.header.seats[player.index] == visitor.key), None)

    @property
    def watching(self) -> tuple[Visitor, ...]:
        """The spectators."""
        return tuple(chair.visitor for chair in self._watching)

    @property
    def seated(self) -> tuple[Visitor, ...]:
        """The players who are there, White first."""
        return tuple(self._seated[player].visitor for player in Player if player in self._seated)

    def is_seated(self, player: Player) -> bool:
        """Whether the player is there."""
        return player in self._seated

    def has(self, chair: Chair) -> bool:
        """Whether somebody sits on the chair."""
        return chair in self._watching or chair in self._seated.values()

    def awaits(self, visitor: Visitor) -> bool:
        """Whether the visitor has an empty seat here that he never left on purpose."""
        player = self.player_of(visitor)
        if player is None or player in self._seated:
            return False
        return player not in self._sharing.left and self.goes_on

    def is_listed(self, visitor: Visitor) -> bool:
        """Whether it is on the visitor's list of matches: it can go on, and he has not set it aside."""
        return self.goes_on and self.player_of(visitor) not in self._sharing.aside

    # Coming and going

    async def sit(self, visitor: Visitor) -> Chair:
        """Let the visitor take his seat; who has it in another session is told, and must get up there.

        Raises LobbyError when he has no seat here, SaveError when the match cannot be opened.
        """
        player = self._seat_of(visitor)
        await self._open()
        chair = Chair(self, visitor, player)
        former, self._seated[player] = self._seated.get(player), chair
        if former:
            former.listener(Ended(table_messages.SEAT_TAKEN_OVER))
        if player in self._sharing.left:
            self._went(chair.table, player, back=True)
        self._take_up()
        self._moved()
        return chair

    async def set_aside(self, visitor: Visitor) -> None:
        """Take the match off the visitor's list, until somebody sits down there or the other challenges him.

        Raises LobbyError when he has no seat here or somebody sits here, SaveError when it cannot be kept.
        """
        player = self._seat_of(visitor)
        table = await self._open()
        if self.live:
            raise LobbyError(table_messages.SOMEBODY_THERE)
        try:
            await table.note(set_aside(player))
            self._sharing = replace(self._sharing, aside=self._sharing.aside | {player})
        finally:
            self._moved()

    async def take_up(self) -> None:
        """Put the match on both players' lists again. Raises SaveError when it cannot be opened."""
        if self._sharing.aside:
            await self._open()
            try:
                self._take_up()
            finally:
                self._moved()

    def _take_up(self) -> None:
        """Note that it is on both lists again. If the disk fails, it is until the server ends: no harm."""
        if self._sharing.aside:
            self._sharing = replace(self._sharing, aside=frozenset())
            self.table.post(TAKEN_UP)

    def _seat_of(self, visitor: Visitor) -> Player:
        """Return whose seat the visitor has. Raises LobbyError when he has none."""
        player = self.player_of(visitor)
        if player is None:
            raise LobbyError(table_messages.no_seat(self.code))
        return player

    async def watch(self, visitor: Visitor) -> Chair:
        """Return a place to look on. Raises LobbyError when the visitor may not, or when no player is there."""
        if not self.watchable:
            raise LobbyError(table_messages.closed_to_watchers(self.header.names))
        async with self._opening:  # a player who is about to sit down does so first
            pass
        if not self.live:
            raise LobbyError(table_messages.nobody_there(self.header.names))
        chair = Chair(self, visitor, None)
        self._watching.append(chair)
        self._moved()
        return chair

    def get_up(self, chair: Chair, *, on_purpose: bool) -> None:
        """Let whoever sits there go; nothing when he has gone already, or another has taken over his seat."""
        chair.listener = deaf
        if chair in self._watching:
            self._watching.remove(chair)
        elif chair.player is not None and self._seated.get(chair.player) is chair:
            if chair.player is self.match.game.on_roll:
                self.show_draft(chair, None)
            del self._seated[chair.player]
            self._rematch.discard(chair.player)
            if on_purpose:
                self._went(chair.table, chair.player, back=False)
        else:
            return
        self._moved()

    def forget_guest(self, visitor: Visitor) -> None:
        """Know that a guest has gone for good."""
        if visitor.key in self._guests:
            self._gone.add(self._guests.pop(visitor.key))
            self._moved()

    def show_draft(self, mover: Chair, draft: Draft | None) -> None:
        """Let all others see the moves that the mover has made so far; nothing of it is kept."""
        before = self.draft.moves if self.draft else ()
        if self.has(mover) and (draft.moves if draft else ()) != before:
            self.draft = draft
            self.tell(Drafted(), but=mover)

    async def let_watch(self, watchable: bool) -> None:
        """Let others look on or not; who looks on already has to go then. Raises SaveError."""
        changed = replace(self._sharing, watchable=watchable)
        await self.table.note(changed.note)
        self._sharing = changed
        for chair in () if watchable else tuple(self._watching):
            chair.listener(Ended(table_messages.closed_to_watchers(self.header.names)))
            self.get_up(chair, on_purpose=True)
        self._moved()

    async def end_session(self) -> None:
        """Close the money session. Raises as `Table.close_session`."""
        await self.table.close_session()
        self._closed = True
        self._moved()

    def contributed(self, table: Table, said: str) -> None:
        """Tell everyone what a player has done at the table about a contribution; it may have ended the match."""
        found = table.dice_evidence
        self._played |= bool(found and found.sealed)
        self.tell(Contributed(said))
        if table.closed != self._closed:
            self._closed = table.closed
            self._moved()

    def want_rematch(self, player: Player) -> bool:
        """Note that the player would like another match; return whether both would."""
        self._rematch.add(player)
        self.tell(Changed())
        return len(self._rematch) == len(Player)

    def move_on(self, code: str) -> None:
        """Send everyone who is there to the next match."""
        self._rematch.clear()
        self.tell(MovedOn(code))

    def dismiss(self, said: str) -> None:
        """Send everyone who is there back to the lobby, and say why. The match is kept."""
        self.tell(Ended(said))

    def tell(self, news: News, but: Chair | None = None) -> None:
        """Tell everyone who is there, but for one who knows it."""
        for chair in (*self._seated.values(), *self._watching):
            if chair is not but:
                chair.listener(news)

    def _moved(self) -> None:
        """Tell everyone that somebody came or went; put the match away when nobody is left."""
        if self._clocks:
            self._run(self._clocks)
        if self.empty and (self._table or self._deserted):
            self._put_away()
        self.tell(Changed())
        self._changed(self)

    @property
    def _deserted(self) -> bool:
        """Whether both players have left for good before the first roll. A dropped connection is not leaving."""
        away = self._sharing.left | self._sharing.aside | self._gone
        return not (self._played or self.over or self._discarded) and away == set(Player)

    @property
    def _discarded(self) -> bool:
        """Whether the match is removed, as far as is known by now."""
        return self._discarding is not None and not (self._discarding.done() and self._discarding.exception())

    def _put_away(self) -> None:
        """Close the match; one that both have left before its first roll is removed, if the disk allows it."""
        if self._table:
            self._writer.post(self._table.close().result)
        if self._deserted and not (self._table and self._table.acting):
            self._discarding = self._writer.post(partial(remove, self.path, (SECRET,)))
        self._table = self._chat = self._clocks = None

    def _run(self, clocks: Clocks) -> None:
        """Let the clocks stand while somebody is away, and put them away with the match."""
        for player in Player:
            if player in self._seated:
                clocks.resume(player)
            else:
                clocks.pause(player)
        if self.empty:
            clocks.stop()

    def _went(self, table: Table, player: Player, *, back: bool) -> None:
        """Note that a player left or came back. If the disk fails, it counts until the server ends: no harm."""
        note = went(player, back=back)
        self._sharing = replace(self._sharing, left=self._sharing.left ^ {player})
        table.post(note)

    def _happened(self, match: Match, _: Event, __: int) -> None:
        """Follow the match. The lobby shows its results, and to its players whose turn it is."""
        before, self.match, self.draft, self._played = self.match, match, None, True
        if match.results != before.results:
            self._changed(self)
        elif before.to_act is not match.to_act:
            self._turned(self)
