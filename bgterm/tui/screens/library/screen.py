"""The match library, with all saved matches; and on a server, the finished matches of a player."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.binding import BindingType
from textual.content import Content
from textual.events import ScreenResume

from bgterm.catalog import N_, _
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.lobby import messages
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.user_registry import User
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.storage.index import Entry, Query
from bgterm.storage.journal import load
from bgterm.storage.library import Library
from bgterm.storage.match_files import read_file
from bgterm.text import library
from bgterm.tui.input import bind
from bgterm.tui.screens.analysing import MISTAKES, chosen_analysis
from bgterm.tui.screens.base import asks
from bgterm.tui.screens.dialogs import ConfirmDialog, PageScreen, TextDialog
from bgterm.tui.screens.library.match_list import MatchListScreen, outcome, sure_to_delete
from bgterm.tui.screens.match.screen import at_one_keyboard

_FILTERS = N_("cycle the filter: all, unfinished, finished, damaged")
_LEDGER = N_("the games of a money session, and who owes what")
_LONGEST_PATH = 1000
"""How many characters a path may have."""
_AT_ONCE = 20
"""How many unindexed saves are read before waiting keys are handled."""
BINDINGS: list[BindingType] = [
    bind("enter", "open", "library-open", N_("open"), N_("resume, or replay it"), "Enter", rank=1),
    bind("escape", "stop_analysis", "library-stop", N_("stop"), shown="Esc"),
    bind("escape,q", "back", "library-back", N_("back"), shown="q", leaves=True),
    bind("r", "replay", "library-replay", N_("replay"), N_("look at it again, move by move")),
    bind("a", "analyse", "library-analyse", N_("analyse"), N_("analyse it in the background")),
    chosen_analysis("library-analyse-by"),
    bind("P", "practise", "library-practise", N_("practise"), N_("be asked your worst decisions of it")),
    bind("m", "mistakes", "library-mistakes", N_("mistakes"), MISTAKES),
    bind("slash", "find", "library-find", N_("find"), N_("type a part of a name"), "/"),
    bind("e", "export", "library-export", N_("export"), N_("write it as .mat and .sgf files")),
    bind("dollar_sign", "ledger", "library-ledger", N_("ledger"), _LEDGER, "$"),
    bind("i", "import", "library-import", N_("import"), N_("keep the match of a file of any program")),
    bind("h", "compare", "library-compare", N_("head to head"), N_("all that these two have played")),
    bind("n", "rename", "library-rename", N_("rename")),
    bind("D,delete", "delete", "library-delete", N_("delete"), N_("delete it (asks first)"), "D"),
    bind("s", "cycle('sort')", "library-sort", N_("sort"), N_("last played, last begun, by names")),
    bind("v", "cycle('show')", "library-view", N_("view"), _FILTERS),
    bind("question_mark,f1", "help", "help", N_("help"), shown="?"),
]


@dataclass(frozen=True, slots=True)
class _Found(Sequence[Entry]):
    """The matches of a query as a sequence that fetches only the visible entries, even of ten thousand."""

    library: Library
    query: Query
    length: int

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, part: slice) -> Sequence[Entry]:  # type: ignore[override]  # lists ask for ranges only
        return self.library.page(self.query, part.start, part.stop - part.start)


class LibraryScreen(MatchListScreen):
    """The match library: the list of all saved matches, to resume, replay, export, rename or delete one.

    The list grows while saves are still being read.
    """

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, workspace: Workspace) -> None:
        """Open the library of a player's workspace, with a list of all matches."""
        super().__init__(workspace)
        self._library, self._query = Library(workspace.saves), Query()
        self._reading = False
        self._said_of_reading = ""

    def on_mount(self) -> None:
        """Show the progress of an analysis that already runs in the background."""
        self.show_analysis()

    def on_unmount(self) -> None:
        """Stop reading saves for the list."""
        self._library.close()

    def on_screen_resume(self, _event: ScreenResume) -> None:
        """Update the list after changes made elsewhere; the mark stays with its match."""
        name = self.marked.name if self.marked else self._workspace.marked_match
        self._library.look()
        if not self._reading:
            self._read_on(name)

    def _read_on(self, name: str = "") -> None:
        """Read some unindexed saves, show them with the save `name` marked, and continue after waiting keys."""
        if not self.is_attached:
            return
        self._library.read(_AT_ONCE)
        self._reading = bool(self._library.left)
        self._update_list(self._library.place(self._query, name))
        if self._reading:
            self.call_after_refresh(self._read_on)

    # Which matches are listed

    def _update_list(self, place: int | None = None) -> None:
        """Show the matches of the query, with the one at `place` marked; by default the mark stays."""
        query, count = self._query, self._library.count(self._query)
        view = library.view(count, query.show.name, query.sort.name, query.text)
        self.list_matches(_("Match library: {view}", view=view), _Found(self._library, query, count), place)
        reading = library.reading(self._library.left)
        if reading != self._said_of_reading:
            self._said_of_reading = reading
            self.show_notice(reading)

    def _want(self, query: Query) -> None:
        """Show another query; the mark stays with its match, or goes to the first one."""
        name, self._query = self.marked.name if self.marked else "", query
        self.show_notice("")
        self._update_list(self._library.place(query, name) or 0)

    def _mark(self, name: str) -> None:
        """Mark the match of that name, which was just imported; list all matches if it is not listed."""
        self._library.look()
        self._library.read(self._library.left)  # the import has read all others
        if self._library.place(self._query, name) is None:
            self._query = self._all
        self._update_list(self._library.place(self._query, name))

    @property
    def _all(self) -> Query:
        """The query for all matches, in the present order."""
        return Query(sort=self._query.sort)

    @asks
    async def action_find(self) -> None:
        """Ask for part of a name, and list the matches whose names contain it."""
        ask = TextDialog(_("Find a match"), _("Name"), self._query.text)
        if (text := await self.app.push_screen_wait(ask)) is not None:
            self._want(replace(self._query, text=text))

    def action_cycle(self, part: str) -> None:
        """List the matches in the next sort order for the `part` "sort", or by the next filter for "show"."""
        now: Enum = getattr(self._query, part)
        members = [*type(now)]
        self._want(replace(self._query, **{part: members[(members.index(now) + 1) % len(members)]}))

    def action_back(self) -> None:
        """Drop the filter and the search if there is one, so that all matches are listed; otherwise leave."""
        if self._query == self._all:
            self.leave()
        else:
            self._want(self._all)

    # Actions on the marked match

    async def read(self, entry: Entry) -> GameRecord:
        """Read and return the record of a saved match. Raises SaveError when it cannot be read."""
        return await asyncio.to_thread(load, self._library.path(entry.name))

    def describe(self, entry: Entry | None) -> str:
        """Return the description of a saved match; for None, the reason why the list is empty."""
        if entry:
            saved = _("saved as {name}", name=entry.name)
            stands = [outcome(entry), saved] if entry.readable else []
            return "\n".join([f"! {entry.fault}" if stands else entry.fault, *stands] if entry.fault else stands)
        if self._query == self._all:
            return _(
                "No match is saved yet. Begin one with New match in the menu; every match is saved automatically."
            )
        return _("No match fits that: Escape shows them all.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action applies: to the marked match, or to an analysis that runs."""
        if action == "stop_analysis":
            return self._workspace.analyses.is_running
        if action == "analyse_by" and self._workspace.analyses.is_running:
            return False
        return super().check_action(action, parameters)

    def action_open(self) -> None:
        """Resume the marked match, or open its replay if it is finished."""
        if not (entry := self.marked):
            return
        if entry.finished:
            self.action_replay()
            return
        with self.refusals_shown():
            table = self._workspace.resumed_table(entry.name)
            self.app.push_screen(at_one_keyboard(table, self._workspace))

    # The analysis

    def outcome(self) -> str:
        """Return the message to show when an analysis has just ended; otherwise an empty text."""
        analyses = self._workspace.analyses
        return "" if analyses.is_running else f"{analyses.name}: {analyses.outcome}"

    def show_analysis(self) -> None:
        """Draw the progress of the running analysis below the list, or remove it when none is running."""
        analyses = self._workspace.analyses
        self._progress.set_class(analyses.is_running, "-shown")
        if analyses.is_running:
            progress = analyses.progress(ascii_only=self._workspace.ascii_only)
            self._progress.show(_("Analysing {name}. {progress}", name=analyses.name, progress=progress))
        self.refresh_bindings()

    def action_export(self) -> None:
        """Write the marked match as files for other programs, and show their names."""
        from bgterm.tui.screens.pages import export_page  # loaded on demand

        if folder := self._workspace.exports:
            self.open_marked(
                lambda match: export_page(folder, match.record.header, match.record.items, match.name)
            )

    def action_compare(self) -> None:
        """Open a page of all matches between the two players of the marked match."""
        from bgterm.tui.screens.pages import head_to_head_page  # loaded on demand

        if entry := self.marked:
            reading = library.reading(self._library.left)
            self.app.push_screen(head_to_head_page(self._library.tally(entry.names), reading))

    @asks
    async def action_import(self) -> None:
        """Ask for the path of a match file of another program, and save its match in the library."""
        hint = _("A match file of any program: .mat, .txt, .sgf, .xg, .bgf or .jsonl.")
        ask = TextDialog(_("Import a match"), _("File"), hint=hint, longest=_LONGEST_PATH, prose=True)
        if text := await self.app.push_screen_wait(ask):
            try:
                path = Path(text).expanduser()
                lines = self._import(await asyncio.to_thread(read_file, path), path)
            except BackgammonError as error:
                lines = [f"{error}."]
            if lines:
                self.app.push_screen(PageScreen(_("Import a match"), Content("\n".join(lines))))

    def _import(self, record: GameRecord, path: Path) -> list[str]:
        """Save an imported match; return lines to show about it, if there are any."""
        from bgterm.play.analysing import keep_analysis  # loaded on demand
        from bgterm.storage.importing import import_match  # loaded on demand

        imported = import_match(self._workspace.saves, record, path.name)
        if imported.duplicate:
            message = _("{file} is saved already, as {name}.", file=path.name, name=imported.name)
        else:
            message = _("Imported as {name}.", name=imported.name)
            with suppress(OSError):  # the match is saved also where its analysis cannot be
                keep_analysis(record, self._library.path(imported.name))
        self._mark(imported.name)
        self.say(message)
        return [message, "", *map(fault_line, record.problems)] if record.problems else []

    @asks
    async def action_rename(self) -> None:
        """Ask for another name for the save of the marked match, and rename its file."""
        if entry := self.marked:
            hint = _("Letters and digits are kept, in small letters; all else becomes a dash.")
            ask = TextDialog(_("Rename the match"), _("Name"), entry.name, hint=hint, longest=60)
            if (name := await self.app.push_screen_wait(ask)) is not None:
                with self.refusals_shown():
                    new = self._library.rename(entry.name, name)
                    self._mark(new)
                    self.say(_("{old} is now called {new}.", old=entry.name, new=new))

    @asks
    async def action_delete(self) -> None:
        """Ask whether to delete the save of the marked match, and delete its file."""
        entry = self.marked
        if entry is None:
            return
        if await self.app.push_screen_wait(ConfirmDialog(sure_to_delete(entry))):
            with self.refusals_shown():
                self._library.delete(entry.name)
                self._update_list()
                self.say(_("{name} is deleted.", name=entry.name))


# On a server


class FinishedMatchesScreen(MatchListScreen):
    """The list of a player's finished matches on a server, to replay one or see its dice or their proof."""

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
        """Begin to read the player's matches in the background; the list stays empty until they are known."""
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
        """Read and return the record of a finished match. Raises BackgammonError when it cannot be read."""
        return await self._lobby.finished.read(entry.name)

    def describe(self, entry: Entry | None) -> str:
        """Return how a finished match ended; for None, the reason why the list is empty."""
        if entry:
            return outcome(entry)
        return _(messages.NONE_FINISHED) if self._is_read else ""
