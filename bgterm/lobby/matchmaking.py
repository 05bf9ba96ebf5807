"""Ways to find an opponent: open tables, invitations, quick games, bots, and rematches."""

from collections.abc import Sequence
from contextlib import suppress

from bgterm.background import BackgroundTasks, SharedLock
from bgterm.catalog import N_, nN_
from bgterm.formats.engine_notes import EngineSeat
from bgterm.formats.sharing_notes import Sharing
from bgterm.lobby.bots import Bot, Bots
from bgterm.lobby.errors import LobbyError, NoTable, no_free_table, no_table
from bgterm.lobby.hub import Begun, LobbyContext, MovedOn
from bgterm.lobby.matches import Matches
from bgterm.lobby.notifications import Message, Notice
from bgterm.lobby.open_tables import QUICK, OpenTable, OpenTables
from bgterm.lobby.session import Sessions
from bgterm.lobby.table_code import new_code
from bgterm.lobby.tables.occupancy import Occupancy
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import User, UserRegistry, find_user
from bgterm.play.match_offer import MatchOffer, rematch_of, shuffled
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Header
from bgterm.storage.errors import SaveError
from bgterm.text.joining import join_or, sentence

_DAY = 24 * 60 * 60.0


class Matchmaking:
    """The service of a lobby that opens tables for users, and begins a match when the second player joins."""

    def __init__(
        self,
        context: LobbyContext,
        tables: OpenTables,
        matches: Matches,
        sessions: Sessions,
        registry: UserRegistry,
        bots: Bots,
    ) -> None:
        """Use the open tables, matches, sessions, names and bots of a lobby."""
        self._limits, self._now, self._hub, rates = context
        self._open_tables, self._matches, self._sessions, self._bots = tables, matches, sessions, bots
        self._registry = registry
        self._lock = SharedLock()
        """Held while a match begins, so that limits are checked against all matches before it."""
        self._challenges = rates.add("challenges", self._limits.challenges, self._limits.challenge_seconds)
        self._openings = rates.add("openings", self._limits.openings, self._limits.opening_seconds)
        self._begun = rates.add("begun", self._limits.matches_a_day, _DAY)
        self.tasks = BackgroundTasks("rematch failed")
        """The tasks that begin rematches after a wish from another process."""

    def bot_named(self, name: str) -> Bot | None:
        """Return the bot whose name is, or looks like, this one; None when there is none."""
        user = find_user(name, [bot.user for bot in self._bots])
        return self._bots.of(user.key) if user else None

    def find_opponent(self, name: str) -> User:
        """Return the user or the bot whose name is, or looks like, this one.

        Raises LobbyError when no user with a session and no bot has it.
        """
        bots = [bot.user for bot in self._bots]
        if user := find_user(name, (*self._sessions.users, *bots)):
            return user
        if not bots:
            raise LobbyError(N_("{name} is not here: open a table, and tell its code."), name=name)
        message = N_("{name} is not here: challenge {bots}, or open a table and tell its code.")
        raise LobbyError(message, name=name, bots=join_or(bot.name for bot in bots))

    async def play_anybody(self, user: User) -> OpenTable | SharedTable:
        """Begin a quick game with the player who has waited longest, and return its match.

        When nobody waits, return the user's open table for a quick game, which is opened if there is none.

        If two users open tables at once on two processes, they meet at the older table. Raises LobbyError when the
        user may not open a table or join, SaveError when the table or the match cannot be saved.
        """
        if other := self._open_tables.quick_for(user):
            return await self.join(user, other.code)
        if own := self._open_tables.quick_of(user):
            return own
        own = await self.open_table(user, QUICK)
        waiting, other = self._open_tables.at(own.code), self._open_tables.quick_for(user)
        if waiting and other and other.since < waiting.since:
            with suppress(NoTable):  # a third player was first
                return await self.join(user, other.code)
        return own

    async def open_table(self, user: User, offer: MatchOffer, *, invited: str = "") -> OpenTable:
        """Open and return a table for anyone, or for the user or bot named `invited`.

        Another user is notified of the challenge. A bot joins at once, and the match can be entered by the table's
        code. Raises LobbyError when the user may not open it, EngineError when the bot does not play the variant,
        SaveError when the table cannot be saved.
        """
        if invited and (bot := self.bot_named(invited)):
            return await self._open_with_bot(user, bot, offer)
        guest = self.find_opponent(invited) if invited else None
        self._check_opening(user, challenges=guest is not None)
        table = self._open_tables.open(user, offer, guest, self._matches.codes, self._now())
        try:
            await self._hub.add(table)
        except BackgammonError:
            self._open_tables.remove(table.code)
            raise
        self._record_opening(user, challenges=guest is not None)
        self._sessions.changed()
        if guest:
            said = Message(N_("{name} challenges you: see the lobby."), {"name": user.name})
            self._sessions.tell(guest, said, challenge=True)
            await self._list_again(user, guest)
        return table

    async def _list_again(self, challenger: User, challenged: User) -> None:
        """Put all matches of the two on both lists again."""
        for table in self._matches.of(challenged):
            if table.player_of(challenger) is not None:
                with suppress(SaveError):  # a table that cannot be opened can wait: the challenge is for another
                    await table.list_again()

    async def _open_with_bot(self, user: User, bot: Bot, offer: MatchOffer) -> OpenTable:
        """Begin a match with a bot at once, and return its open table, by whose code the user sits down."""
        offer, own = bot.allowed(offer), self._open_tables.of(user)
        async with self._lock:
            self._check_opening(user, challenges=False)
            self._check_beginning(user, user)
            table = self._open_tables.open(user, offer, bot.user, self._matches.codes, self._now())
            try:
                await self._begin_at(table, bot.user, own, by=user)
            finally:
                self._open_tables.remove(table.code)
            self._record_opening(user, challenges=False)
        self._sessions.changed()
        return table

    def withdraw(self, user: User, code: str) -> None:
        """Withdraw the user's open table with this code, or decline an invitation to them and tell its host.

        Any other code does nothing.
        """
        table = self._open_tables.at(code)
        if table and user in (table.host, table.invited):
            declined = Message(N_("{name} would rather not play now."), {"name": user.name})
            self.close(table, declined if user == table.invited else None)

    def close(self, table: OpenTable, said: Message | None) -> None:
        """Withdraw an open table on all processes, and send its host a message; None for no message."""
        self._open_tables.remove(table.code)
        self._hub.withdraw([table.code])
        if said:
            self._sessions.tell(table.host, said)
        self._sessions.changed()

    async def join(self, user: User, code: str) -> SharedTable:
        """Begin the match of the open table with this code, notify its host, and return the match.

        Nobody is seated yet.

        Raises LobbyError when the user may not join, or when somebody has just joined a table of theirs; SaveError
        when the match cannot be saved.
        """
        own = self._open_tables.of(user)
        async with self._lock:
            table = self._open_tables.joinable(user, code)
            self._check_beginning(user, table.host, user)
            shared = await self._begin_at(table, user, own, by=user)
        self._sessions.changed()
        joined = N_("{name} has joined your table and waits for you.")
        accepted = N_("{name} accepts your challenge and waits for you.")
        message = Message(accepted if table.invited else joined, {"name": user.name})
        self._sessions.tell(table.host, message)
        return shared

    async def _begin_at(self, table: OpenTable, guest: User, own: Sequence[OpenTable], *, by: User) -> SharedTable:
        """Begin the match of an open table; it counts against the limits of the player `by`.

        Raises LobbyError when somebody has just joined it or one of the tables `own` of that player; SaveError.
        """
        if not all(self._open_tables.at(one.code) for one in own):
            raise _own_table_joined()
        joined = [] if by == table.host else [table]
        if not await self._hub.take([*joined, *own], by):
            self._open_tables.remove(table.code)
            raise no_table(table.code) if joined else _own_table_joined()
        try:
            return await self._begin_taken(table, guest, by)
        except BackgammonError:
            self._hub.release(table, guest)
            raise
        except BaseException:  # the match may have begun
            self._hub.withdraw([table.code], (table.host, guest))
            raise

    async def _begin_taken(self, table: OpenTable, guest: User, by: User) -> SharedTable:
        """Begin the match of a table that is reserved in all processes."""
        players = (table.host, guest)
        white, black = players = shuffled(players) if table.offer.seats_by_lot else players
        header = table.offer.header((white.name, black.name))._replace(seats=(white.seat, black.seat))
        bot = self._bots.of(guest.key)
        seat = EngineSeat(Player(players.index(guest)), bot.engine, table.offer.level) if bot else None
        shared_as = Sharing(table.code, table.offer.watchable)
        shared = await self.begin(header, players, shared_as, seat, by=by)
        withdrawn = (code for player in players for code in self._open_tables.withdraw_all(player))
        self._hub.withdraw({table.code, *withdrawn}, players)
        return shared

    async def begin(
        self, header: Header, players: Sequence[User], shared_as: Sharing, bot: EngineSeat | None, *, by: User
    ) -> SharedTable:
        """Begin a match of two players, White first, on all processes; return it.

        `shared_as` has its code and the permission to watch; `bot` is the seat of a bot, None without one. The
        match counts against the limits of the player `by`. Raises SaveError when the match cannot be saved.
        """
        shared = await self._matches.begin(header, players, shared_as, bot)
        guests = {user.key: player.name for player, user in zip(Player, players, strict=True) if user.is_guest}
        self._hub.send(Begun(shared.name, guests))
        self._begun.record(by.address)
        for user in players:
            if user.is_guest and user not in self._sessions.users:  # the guest has left meanwhile
                shared.forget_guest(user)
        return shared

    # Rematches

    async def ask_rematch(self, occupancy: Occupancy) -> None:
        """Record the wish of the player at this place for a rematch; when both have it, begin one and move there.

        It has the same seats and rules.

        Raises LobbyError when one of the players has too many matches, SaveError when the match cannot be saved.
        """
        async with self._lock:
            before = occupancy.at
            self._check_beginning(occupancy.user, *(player.user for player in before.seating.players))
            if occupancy.want_rematch() and before.begins_rematch_here:
                await self._begin_rematch(before, occupancy.user)
        self._hub.changed()

    async def _begin_rematch(self, before: SharedTable, by: User) -> None:
        """Begin a match with the same seats and rules, and send everyone at the table there."""
        players = [player.user for player in before.seating.players]
        code = new_code(self._matches.codes, [table.code for table in self._open_tables])
        white, black = (self._registry.name_of(one.key) or one.name for one in players)
        header = rematch_of(before.header)._replace(names=(white, black))
        await self.begin(header, players, Sharing(code, before.watchable), before.engine, by=by)
        before.move_on(code)
        self._hub.send(MovedOn(before.code, code))

    def begin_rematch_soon(self, table: SharedTable) -> None:
        """Begin a rematch in a task, after the second player has agreed to it on another process."""
        white = next(one for one in table.seating.everyone if one.player is Player.WHITE)

        async def begin() -> None:
            async with self._lock:
                if not table.seating.both_want_rematch:  # a player has left, or the rematch has begun
                    return
                try:
                    self._check_beginning(white.user, *(player.user for player in table.seating.players))
                    await self._begin_rematch(table, white.user)
                except BackgammonError as error:
                    white.listener(Notice(Message("{said}", {"said": sentence(str(error))})))

        self.tasks.start(begin())

    # Limits

    def _check_opening(self, user: User, *, challenges: bool) -> None:
        """Raise LobbyError unless the user may open another table; `challenges` if it is for one opponent."""
        if len(self._open_tables) + len(self._matches.live) >= self._limits.tables:
            raise no_free_table()
        if challenges and not self._challenges.allows(user.key):
            messages = nN_(
                "At most {count} challenge in {seconds} seconds: try again in a moment.",
                "At most {count} challenges in {seconds} seconds: try again in a moment.",
            )
            raise LobbyError(*messages, count=self._challenges.most, seconds=round(self._challenges.seconds))
        if not self._openings.allows(user.address):
            messages = nN_(
                "Your address may open {count} table in {seconds} seconds. Try again in a moment.",
                "Your address may open {count} tables in {seconds} seconds. Try again in a moment.",
            )
            raise LobbyError(*messages, count=self._limits.openings, seconds=round(self._limits.opening_seconds))
        self._check_matches(user)

    def _record_opening(self, user: User, *, challenges: bool) -> None:
        """Count a table that the user has opened; `challenges` if it was for one opponent."""
        self._openings.record(user.address)
        if challenges:
            self._challenges.record(user.key)

    def _check_matches(self, *users: User) -> None:
        """Raise LobbyError if the server or one of the users has as many unfinished matches as allowed."""
        if len(self._matches) >= self._limits.matches:
            raise LobbyError(
                N_("This server keeps as many unfinished matches as it can: finish one, or contact the operator.")
            )
        for user in (user for user in users if not user.is_bot):
            if sum(table.goes_on for table in self._matches.of(user)) >= self._limits.matches_each:
                messages = nN_(
                    "{name} has {count} match to finish: finish one first.",
                    "{name} has {count} matches to finish: finish one first.",
                )
                raise LobbyError(*messages, name=user.name, count=self._limits.matches_each)

    def _check_beginning(self, user: User, *players: User) -> None:
        """Raise LobbyError unless the user may begin another match with these players."""
        self._check_matches(*players)
        if not self._begun.allows(user.address):
            messages = nN_(
                "At most {count} match a day may begin from your address: continue one of yours.",
                "At most {count} matches a day may begin from your address: continue one of yours.",
            )
            raise LobbyError(*messages, count=self._limits.matches_a_day)


def _own_table_joined() -> LobbyError:
    return LobbyError(N_("Somebody may have joined your own table: look at your matches first."))
