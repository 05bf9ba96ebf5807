"""Going to tables from the lobby: joining, sitting down, watching, opening and setting aside."""

from collections.abc import Callable
from functools import partial

from bgterm.lobby.lobby import Lobby
from bgterm.lobby.open_tables import QUICK, OpenTable
from bgterm.lobby.participant import Participant
from bgterm.lobby.session import LobbySession
from bgterm.lobby.shared_table import SharedTable
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.tui.acts import Act


class LobbyTables:
    """The actions of one session on tables. Each method raises LobbyError or SaveError when it cannot."""

    def __init__(
        self,
        lobby: Lobby,
        session: LobbySession,
        workspace: Workspace,
        show: Callable[[LobbySession, Participant], None],
    ) -> None:
        """Take the session in the lobby, and what shows a table at which it is."""
        self._lobby, self._session, self._workspace, self._show = lobby, session, workspace, show

    def way_to(self, code: str) -> Act:
        """Return how the user gets to the table of the code: sitting down, joining or watching."""
        table = self._lobby.match_at(code)
        if table is None:
            return partial(self.join, code.upper())
        go = self.watch if table.player_of(self._session.user) is None else self.sit
        return partial(go, table.code)

    async def join(self, code: str) -> None:
        """Join an open table, and sit down there."""
        await self._lobby.join(self._session.user, code)
        await self.sit(code)

    async def sit(self, code: str) -> None:
        """Sit down at the user's match."""
        self._show(self._session, await self._lobby.sit(self._session, code))

    async def watch(self, code: str) -> None:
        """Watch a match."""
        self._show(self._session, await self._lobby.watch(self._session, code))

    async def go_back(self, table: SharedTable) -> None:
        """Sit down where the user is awaited, unless somebody sits there by now."""
        if table.awaits(self._session.user):
            await self.sit(table.code)

    async def open_quick(self) -> OpenTable | None:
        """Open a table for a quick game; None when the user has one already."""
        user = self._session.user
        if self._lobby.own_quick_table(user):
            return None
        return await self._lobby.open_table(user, QUICK)

    async def open(self, invited: str, settings: Settings) -> tuple[OpenTable, str]:
        """Open a table, and keep its settings for the next; return it and what is wrong with keeping them."""
        said = await self._workspace.change(settings)
        return await self._lobby.open_table(self._session.user, settings, invited=invited), said

    def opponent_at(self, code: str) -> str:
        """Return the name of the opponent in the user's match of the code; empty when there is none."""
        table = self._lobby.match_at(code)
        me = table.player_of(self._session.user) if table else None
        return table.header.names[me.opponent.index] if table and me is not None else ""

    async def set_aside(self, code: str) -> None:
        """Take a match off the user's list."""
        await self._lobby.set_aside(self._session.user, code)
