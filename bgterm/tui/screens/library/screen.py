"""The match library: all saved matches, to resume, replay, export, rename or delete."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import ScreenResume
from textual.screen import Screen

from bgterm.catalog import N_, _
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.profile.workspace import MatchFile, Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.storage.index import Entry
from bgterm.storage.journal import load
from bgterm.storage.library import Library
from bgterm.storage.match_files import read_file
from bgterm.text import library
from bgterm.tui.input.bindings import bind
from bgterm.tui.screens.analysing import MISTAKES, AnalysingScreen, PracticeWanted, chosen_analysis
from bgterm.tui.screens.base import asks
from bgterm.tui.screens.dialogs import ConfirmDialog, TextDialog
from bgterm.tui.screens.library.browser import LibraryBrowser
from bgterm.tui.screens.match.screen import at_one_keyboard
from bgterm.tui.screens.pages.page import PageScreen, help_screen
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.library_view import sure_to_delete
from bgterm.tui.widgets.text_line import Line

_FILTERS = N_("cycle the filter: all, unfinished, finished, damaged")
_LEDGER = N_("the games of a money session, and who owes what")
_LONGEST_PATH = 1000
"""How many characters a path may have."""
_OF_ONE = frozenset(
    {"open", "replay", "analyse", "analyse_by", "practise", "export", "compare", "ledger", "rename", "delete"}
)
"""The actions on the marked match."""


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


class LibraryScreen(AnalysingScreen):
    """The match library."""

    DEFAULT_CSS = """
    LibraryScreen { background: $background; }
    LibraryScreen #analysis { display: none; padding: 0 1; }
    LibraryScreen #analysis.-shown { display: block; }
    """

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, workspace: Workspace) -> None:
        """Open the library of a player's workspace."""
        super().__init__(workspace)
        self._library = Library(workspace.saves)
        self._view = LibraryBrowser(self._library, workspace)

    def compose(self) -> ComposeResult:
        """Yield the list and the keys."""
        yield self._view
        yield Line(id="analysis")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the analysis in the background."""
        self.show_analysis()

    def on_unmount(self) -> None:
        """Close the library."""
        self._library.close()

    def on_screen_resume(self, _event: ScreenResume) -> None:
        """Update the list after changes made elsewhere."""
        self._view.look()

    # Which matches are listed

    @asks
    async def action_find(self) -> None:
        """Ask for part of a name, and list the matches whose names contain it."""
        ask = TextDialog(_("Find a match"), _("Name"), self._view.text)
        if (text := await self.app.push_screen_wait(ask)) is not None:
            self._view.find(text)

    def action_cycle(self, part: str) -> None:
        """Use the next sort order or filter, by the name of that part of the query."""
        self._view.cycle(part)

    def action_back(self) -> None:
        """List all matches again, or leave if all are listed."""
        if self._view.lists_all:
            self.leave()
        else:
            self._view.list_all()

    # Actions on the marked match

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key applies to the marked match; fewer do for a damaged one, or none."""
        if action == "stop_analysis":
            return self._workspace.analyses.is_running
        if action == "analyse_by" and self._workspace.analyses.is_running:
            return False
        if action not in _OF_ONE or not self.is_mounted:
            return True
        entry = self._view.marked
        if entry is None:
            return False
        if action == "ledger":
            return entry.readable and not entry.length
        return entry.readable or action in ("rename", "delete")

    @contextmanager
    def _refusals_shown(self) -> Iterator[None]:
        try:
            yield
        except BackgammonError as error:
            self.say(f"{error}.")

    def _open(self, screen_of: Callable[[Entry], Screen[None]]) -> None:
        """Open the screen that `screen_of` returns for the marked match, or show why there is none."""
        if entry := self._view.marked:
            with self._refusals_shown():
                self.app.push_screen(screen_of(entry))

    def action_open(self) -> None:
        """Resume the match, or replay it when it is finished."""
        self._open(lambda entry: self._replay(entry) if entry.finished else self._resumed(entry))

    def action_replay(self) -> None:
        """Replay the match."""
        self._open(self._replay)

    def _resumed(self, entry: Entry) -> Screen[None]:
        return at_one_keyboard(self._workspace.resumed_table(entry.name), self._workspace)

    def _replay(self, entry: Entry) -> Screen[None]:
        from bgterm.tui.screens.replay.screen import ReplayScreen  # loaded on demand

        path = self._library.path(entry.name)
        return ReplayScreen(read_file(path), self._workspace, entry.name, at_one_keyboard, path)

    def action_practise(self) -> None:
        """Practise the worst decisions of the match."""
        if entry := self._view.marked:
            with self._refusals_shown():
                path = self._library.path(entry.name)
                self.app.post_message(PracticeWanted(MatchFile(read_file(path), entry.name, path)))

    # The analysis

    async def subject(self) -> MatchFile | None:
        """Return the marked match."""
        self.say("")
        if (entry := self._view.marked) is None:
            return None
        path = self._library.path(entry.name)
        record = await asyncio.to_thread(read_file, path)
        return MatchFile(record, entry.name, path)

    def outcome(self) -> str:
        """Return the message that an analysis has ended, or an empty text."""
        analyses = self._workspace.analyses
        return "" if analyses.is_running else f"{analyses.name}: {analyses.outcome}"

    def show_analysis(self) -> None:
        """Show the progress of the running analysis."""
        analyses, line = self._workspace.analyses, self.query_one("#analysis", Line)
        line.set_class(analyses.is_running, "-shown")
        if analyses.is_running:
            progress = analyses.progress(ascii_only=self._workspace.ascii_only)
            line.show(_("Analysing {name}. {progress}", name=analyses.name, progress=progress))
        self.refresh_bindings()

    def say(self, text: str) -> None:
        """Show a notice until another match is marked."""
        self.keep_notice(text)
        self._view.say(text)

    def _open_record(self, page_of: Callable[[GameRecord, str], Screen[None]]) -> None:
        """Open the page that `page_of` returns for the record of the marked match and the name of its save."""
        self._open(lambda entry: page_of(load(self._library.path(entry.name)), entry.name))

    def action_export(self) -> None:
        """Write the match for other programs."""
        from bgterm.tui.screens.pages.record import export_page  # loaded on demand

        if folder := self._workspace.exports:
            self._open_record(lambda record, name: export_page(folder, record.header, record.items, name))

    def action_ledger(self) -> None:
        """Show the games of a money session and the debts."""
        from bgterm.tui.screens.pages.record import ledger_page  # loaded on demand

        width = self.app.size.width
        self._open_record(lambda record, _name: ledger_page(record.match, record.header.stake, width))

    def action_compare(self) -> None:
        """Show all matches between the two players of the marked match."""
        from bgterm.tui.screens.pages.record import head_to_head_page  # loaded on demand

        reading = library.reading(self._library.left)
        self._open(lambda entry: head_to_head_page(self._library.tally(entry.names), reading))

    @asks
    async def action_import(self) -> None:
        """Ask for a match file, and import it."""
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
        self._view.mark(imported.name)
        self.say(message)
        return [message, "", *map(fault_line, record.problems)] if record.problems else []

    @asks
    async def action_rename(self) -> None:
        """Ask for another name for the save, and rename it."""
        if entry := self._view.marked:
            hint = _("Letters and digits are kept, in small letters; all else becomes a dash.")
            ask = TextDialog(_("Rename the match"), _("Name"), entry.name, hint=hint, longest=60)
            if (name := await self.app.push_screen_wait(ask)) is not None:
                with self._refusals_shown():
                    new = self._library.rename(entry.name, name)
                    self._view.mark(new)
                    self.say(_("{old} is now called {new}.", old=entry.name, new=new))

    @asks
    async def action_delete(self) -> None:
        """Ask whether the save is to be deleted, and delete it."""
        entry = self._view.marked
        if entry is None:
            return
        if await self.app.push_screen_wait(ConfirmDialog(sure_to_delete(entry))):
            with self._refusals_shown():
                self._library.delete(entry.name)
                self._view.update_list()
                self.say(_("{name} is deleted.", name=entry.name))

    @asks
    async def action_mistakes(self) -> None:
        """Show what the player's decisions cost, by kind and over time."""
        from bgterm.tui.screens.practice.mistakes import show_mistakes  # loaded on demand

        await show_mistakes(self.app, self._workspace)

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(help_screen(self.active_bindings))
