"""The finished matches of a player on a server, to replay, with their dice and their proof."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from bgterm.catalog import N_, _
from bgterm.formats.record import GameRecord
from bgterm.lobby import messages
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.user_registry import User
from bgterm.profile.workspace import MatchFile, Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import MatchState
from bgterm.storage.index import Entry
from bgterm.text import library
from bgterm.tui.input.bindings import bind
from bgterm.tui.screens.analysing import MISTAKES
from bgterm.tui.screens.base import BaseScreen, asks
from bgterm.tui.screens.pages.page import help_screen
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.library_view import LibraryView, outcome


class FinishedMatchesScreen(BaseScreen):
    """The list of one player's finished matches."""

    DEFAULT_CSS = "FinishedMatchesScreen { background: $background; }"

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
        super().__init__()
        self._lobby, self._user, self._workspace = lobby, user, workspace
        self._entries: Sequence[Entry] = ()
        self._read = False
        self._view = LibraryView(self._fetch, self._describe, self._match_of, workspace)

    def compose(self) -> ComposeResult:
        """Yield the list and the keys."""
        yield self._view
        yield KeyBar()

    def on_mount(self) -> None:
        """Find the matches."""
        self._view.show(_("Your finished matches"), 0)
        self.run_worker(self._find())

    async def _find(self) -> None:
        self._entries = await self._lobby.finished.of(self._user)
        self._read = True
        count = len(self._entries)
        title = _("Your finished matches: {matches}", matches=library.matches(count))
        names = [entry.name for entry in self._entries]
        marked = self._workspace.marked_match
        place = names.index(marked) if marked in names else None
        self._view.show(title if count else _("Your finished matches"), count, place)

    def _fetch(self, first: int, most: int) -> Sequence[Entry]:
        return self._entries[first : first + most]

    async def _match_of(self, entry: Entry) -> MatchState:
        return (await self._lobby.finished.read(entry.name)).match

    def _describe(self, entry: Entry | None) -> str:
        if entry:
            return outcome(entry)
        return _(messages.NONE_FINISHED) if self._read else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key applies to the marked match."""
        if action not in ("replay", "practise", "ledger") or not self.is_mounted:
            return True
        entry = self._view.marked
        return entry is not None and (action != "ledger" or not entry.length)

    def action_replay(self) -> None:
        """Replay the marked match."""
        from bgterm.tui.screens.match.screen import at_one_keyboard  # loaded on demand
        from bgterm.tui.screens.replay.screen import ReplayScreen  # loaded on demand

        workspace = self._workspace
        self._open(
            lambda record, name: ReplayScreen(record, workspace, name, at_one_keyboard, workspace.path_of(name))
        )

    def action_practise(self) -> None:
        """Practise the worst decisions of the marked match."""
        from bgterm.profile.practising import Wanted  # loaded on demand
        from bgterm.tui.screens.practice.preparing import PreparingScreen

        workspace = self._workspace
        self._open(
            lambda record, name: PreparingScreen(
                workspace, Wanted(MatchFile(record, name, workspace.path_of(name)))
            )
        )

    def action_ledger(self) -> None:
        """Show the games of a money session and the debts."""
        from bgterm.tui.screens.pages.record import ledger_page  # loaded on demand

        self._open(lambda record, _: ledger_page(record.match, record.header.stake, self.app.size.width))

    def _open(self, screen_of: Callable[[GameRecord, str], Screen[None]]) -> None:
        """Read the marked match, and open the screen that `screen_of` returns for it."""
        if entry := self._view.marked:
            self.run_worker(self._show(entry.name, screen_of), exclusive=True)

    async def _show(self, name: str, screen_of: Callable[[GameRecord, str], Screen[None]]) -> None:
        try:
            record = await self._lobby.finished.read(name)
        except BackgammonError as error:
            self._view.say(f"{error}.")
        else:
            if self.app.screen is self:  # the player may have opened something else meanwhile
                self.app.push_screen(screen_of(record, name))

    @asks
    async def action_mistakes(self) -> None:
        """Show what the player's decisions cost, by kind and over time."""
        from bgterm.tui.screens.practice.mistakes import show_mistakes  # loaded on demand

        await show_mistakes(self.app, self._workspace)

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(help_screen(self.active_bindings))
