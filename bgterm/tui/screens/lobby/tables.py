"""The actions of a user on tables in the lobby: opening, joining, sitting down, watching and setting aside."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from textual.app import App

from bgterm.catalog import _
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.open_tables import DICE, OpenTable
from bgterm.lobby.session import LobbySession
from bgterm.lobby.tables.occupancy import Occupancy
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.tui.screens.base import Act
from bgterm.tui.screens.dialogs import ConfirmDialog, TextDialog
from bgterm.tui.screens.lobby.rows import Kind
from bgterm.tui.screens.setup.forms import OpenTableScreen


class Host(Protocol):
    """The screen of the lobby."""

    @property
    def app(self) -> App[Any]:
        """The application."""

    @property
    def is_active(self) -> bool:
        """Whether no other screen lies over it."""

    def act(self, act: Act) -> None:
        """Do something, and show why if it is refused."""

    def say(self, text: str) -> None:
        """Show a message."""

    def look(self) -> None:
        """Show the lobby as it is now."""

    def mark_own(self, table: OpenTable) -> None:
        """Mark the row of a table that the user has opened."""

    def show_table(self, session: LobbySession, occupancy: Occupancy) -> None:
        """Show a table at which the session is."""


class LobbyTables:
    """The actions of one session on tables. What is awaited raises LobbyError or SaveError when it is refused."""

    def __init__(self, host: Host, lobby: Lobby, session: LobbySession, workspace: Workspace) -> None:
        """Take the screen of the lobby, and the session that it shows."""
        self._host, self._lobby, self._session, self._workspace = host, lobby, session, workspace

    def way_to(self, code: str) -> Act:
        """Return how the user gets to the table of the code: sitting down, joining or watching."""
        table = self._lobby.match_at(code)
        if table is None:
            return partial(self._join, code.upper())
        go = self._watch if table.player_of(self._session.user) is None else self._sit
        return partial(go, table.code)

    def choose(self, kind: Kind | None, code: str) -> None:
        """Activate the row of a table."""
        ways: Mapping[Kind | None, Act] = {
            **dict.fromkeys((Kind.MATCH, Kind.DESERTED), partial(self._sit, code)),
            **dict.fromkeys((Kind.INVITATION, Kind.OPEN), partial(self._join, code)),
            Kind.PLAY: partial(self._watch, code),
            Kind.QUICK: self._open_quick,
        }
        if way := ways.get(kind):
            self._host.act(way)

    async def _join(self, code: str) -> None:
        """Join an open table, and sit down there."""
        await self._lobby.matchmaking.join(self._session.user, code)
        await self._sit(code)

    async def _sit(self, code: str) -> None:
        self._host.show_table(self._session, await self._lobby.sit(self._session, code))

    async def _watch(self, code: str) -> None:
        self._host.show_table(self._session, await self._lobby.watch(self._session, code))

    async def go_back(self, table: SharedTable) -> None:
        """Sit down where the user is awaited, unless somebody sits there by now or they are elsewhere."""
        if self._host.is_active and table.awaits(self._session.user):
            await self._sit(table.code)

    async def _open_quick(self) -> None:
        """Open a table for a quick game, unless a double press has opened one, and mark it; or begin a game."""
        match await self._lobby.matchmaking.play_anybody(self._session.user):
            case OpenTable() as own:
                self._host.mark_own(own)
            case begun:
                await self._sit(begun.code)

    async def set_up(self, invited: str = "") -> None:
        """Ask what is to be played, and open a table, for all or for one who is invited."""
        settings = self._workspace.settings
        if settings.offer.dice not in DICE:
            self._workspace.settings = settings.changed(dice=DICE[0])
        form = OpenTableScreen(
            self._workspace, invited, self._lobby.matchmaking.bot_named(invited) if invited else None
        )
        if chosen := await self._host.app.push_screen_wait(form):
            self._host.act(partial(self._open, invited, chosen))

    async def invite(self) -> None:
        """Ask whom to challenge, and set up a table for them."""
        if name := await self._host.app.push_screen_wait(TextDialog(_("Challenge"), _("Name"))):
            await self.set_up(name)

    async def _open(self, invited: str, settings: Settings) -> None:
        """Open a table, mark it, and keep its settings for the next."""
        self._host.mark_own(
            await self._lobby.matchmaking.open_table(self._session.user, settings.offer, invited=invited)
        )
        await self._workspace.change(settings)

    async def set_aside(self, code: str) -> None:
        """Ask whether the user's match is to go off their list, and take it off."""
        table = self._lobby.match_at(code)
        me = table.player_of(self._session.user) if table else None
        if table is None or me is None:
            return
        question = _(
            "Take the match with {name} off your list? It is kept as it stands, and is on the list again when "
            "{name} sits down there, or one of you challenges the other.",
            name=table.header.names[me.opponent.index],
        )
        if await self._host.app.push_screen_wait(ConfirmDialog(question)):
            self._host.act(partial(self._set_aside, code))

    async def _set_aside(self, code: str) -> None:
        await self._lobby.set_aside(self._session.user, code)
        self._host.look()
