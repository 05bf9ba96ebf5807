"""The finished matches of a player on a server, to replay, with their dice and their proof."""

from typing import ClassVar

from textual import work
from textual.binding import BindingType

from bgterm.catalog import N_, _
from bgterm.formats.record import GameRecord
from bgterm.lobby import messages
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.user_registry import User
from bgterm.profile.workspace import Workspace
from bgterm.storage.index import Entry
from bgterm.text import library
from bgterm.tui.input import bind
from bgterm.tui.screens.analysing import MISTAKES
from bgterm.tui.screens.library.match_list import MatchListScreen, outcome


class FinishedMatchesScreen(MatchListScreen):
    """The list of one player's finished matches."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter,r", "replay", "finished-replay", N_("replay"), shown="Enter"),
        bind("P", "practise", "finished-practise", N_("practise"), N_("be asked your worst decisions of it")),
        bind("m", "mistakes", "finished-mistakes", N_("mistakes"), MISTAKES),
        bind("dollar_sign", "ledger", "finished-ledger", N_("ledger"), shown="$"),
        bind("escape,q", "leave", "finished-back", N_("back"), shown="q"),
        bind("question_mark,f1", "help", "help", N_("help"), shown="?"),
    ]

    def __init__(self, lobby: Lobby, user: User, workspace: Workspace) -> None:
        """Make the screen for a user's finished matches."""
        super().__init__(workspace)
        self._lobby, self._user = lobby, user
        self._is_read = False

    def on_mount(self) -> None:
        """Find the matches."""
        self.list_matches(_("Your finished matches"), ())
        self._find()

    @work
    async def _find(self) -> None:
        entries = await self._lobby.finished.of(self._user)
        self._is_read = True
        title = _("Your finished matches")
        if entries:
            title = _("Your finished matches: {matches}", matches=library.matches(len(entries)))
        names = [entry.name for entry in entries]
        marked = self._workspace.marked_match
        self.list_matches(title, entries, names.index(marked) if marked in names else None)

    async def read(self, entry: Entry) -> GameRecord:
        """Return the record of a match. Raises BackgammonError."""
        return await self._lobby.finished.read(entry.name)

    def describe(self, entry: Entry | None) -> str:
        """Return how the marked match ended, or the description of an empty list."""
        if entry:
            return outcome(entry)
        return _(messages.NONE_FINISHED) if self._is_read else ""
