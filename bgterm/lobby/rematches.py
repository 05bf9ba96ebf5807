"""Rematches: matches with the same seats and rules, which begin when both players want them."""

from dataclasses import replace

from bgterm.background import BackgroundTasks
from bgterm.formats.sharing_notes import Sharing
from bgterm.lobby.hub import Hub, MovedOn
from bgterm.lobby.matches import Matches
from bgterm.lobby.matchmaking import Matchmaking
from bgterm.lobby.notifications import Message, Notice
from bgterm.lobby.open_tables import OpenTables
from bgterm.lobby.quotas import Quotas
from bgterm.lobby.table_code import new_code
from bgterm.lobby.tables.occupancy import Occupancy
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import User, UserRegistry
from bgterm.play.match_offer import rematch_of
from bgterm.rules.errors import BackgammonError
from bgterm.text.joining import sentence


class Rematches:
    """Begins the rematches of a lobby."""

    def __init__(
        self,
        matchmaking: Matchmaking,
        matches: Matches,
        open_tables: OpenTables,
        quotas: Quotas,
        registry: UserRegistry,
        hub: Hub,
    ) -> None:
        """Begin them as other matches, under codes that are neither a match's nor an open table's."""
        self._matchmaking, self._matches, self._open_tables = matchmaking, matches, open_tables
        self._quotas, self._registry, self._hub = quotas, registry, hub
        self.tasks = BackgroundTasks("rematch failed")
        """The rematches that begin because of wishes on other processes."""

    async def ask(self, occupancy: Occupancy) -> None:
        """Record a player's wish for a rematch; when both have it, one begins with the same seats and rules.

        Raises LobbyError when one of those there has too many matches, SaveError when it cannot be kept.
        """
        async with self._matchmaking.lock:
            before = occupancy.at
            players = [player.user for player in before.seating.players]
            self._quotas.check_beginning(occupancy.user, *players)
            if occupancy.want_rematch() and before.begins_rematch_here:
                await self._begin(before, occupancy.user)
        self._hub.changed()

    async def _begin(self, before: SharedTable, by: User) -> None:
        """Begin a match with the same seats and rules, and send everyone there."""
        players = [player.user for player in before.seating.players]
        code = new_code(self._matches.codes, [table.code for table in self._open_tables])
        white, black = (self._registry.name_of(one.key) or one.name for one in players)
        header = replace(rematch_of(before.header), names=(white, black))
        await self._matchmaking.begin(header, players, Sharing(code, before.watchable), before.engine, by=by)
        before.move_on(code)
        self._hub.send(MovedOn(before.code, code))

    def begin_soon(self, table: SharedTable) -> None:
        """Begin a rematch in the background, after the second player has agreed to it in another process."""
        white = table.seating.players[0]

        async def begin() -> None:
            async with self._matchmaking.lock:
                if not table.seating.both_want_rematch:  # one has left, or it has begun
                    return
                try:
                    self._quotas.check_beginning(white.user, *(player.user for player in table.seating.players))
                    await self._begin(table, white.user)
                except BackgammonError as error:
                    white.listener(Notice(Message("{said}", {"said": sentence(str(error))})))

        self.tasks.start(begin())
