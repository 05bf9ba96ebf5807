"""The match book: every match that is kept, to go on with, to look at again, to give away or to throw away."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from bgterm.analysis.head_to_head import head_to_head, unfinished_note
from bgterm.catalog import N_, _
from bgterm.formats.messages import fault_line
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.storage.index import Entry, Query, Show, Sort
from bgterm.storage.journal import load
from bgterm.storage.library import Library
from bgterm.storage.match_files import read_file
from bgterm.text import library
from bgterm.text.joining import join_list
from bgterm.tui.screens.base import BaseScreen, asks
from bgterm.tui.screens.dialogs import ConfirmDialog, TextDialog
from bgterm.tui.screens.match.screen import at_one_keyboard
from bgterm.tui.screens.pages.page import PageScreen, help_screen
from bgterm.tui.text_columns import table
from bgterm.tui.widgets.library_list import WIDE, LibraryList
from bgterm.tui.widgets.match_panels import KeyBar
from bgterm.tui.widgets.text_line import Line

_E = TypeVar("_E", bound=Enum)

_LONGEST_PATH = 1000
"""How many characters the name of a file may have."""
_AT_ONCE = 20
"""How many saves that the book does not know are read before keys are looked at again."""
_OF_ONE = frozenset({"open", "replay", "export", "compare", "ledger", "rename", "delete"})
"""The actions on the marked match."""


class LibraryScreen(BaseScreen):
    """The match book."""

    DEFAULT_CSS = """
    LibraryScreen { background: $background; }
    LibraryScreen #heading { text-style: bold; padding: 0 1; }
    LibraryScreen #detail { height: 2; width: 1fr; color: $text-muted; padding: 0 1; }
    LibraryScreen.-narrow #detail { height: 4; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "open",
            N_("open"),
            key_display="Enter",
            id="book-open",
            tooltip=N_("go on, or look at it again"),
        ),
        Binding("escape,q", "back", N_("back"), key_display="q", id="book-back"),
        Binding("r", "replay", N_("replay"), id="book-replay", tooltip=N_("look at it again, move by move")),
        Binding("slash", "find", N_("find"), key_display="/", id="book-find", tooltip=N_("type a part of a name")),
        Binding("e", "export", N_("export"), id="book-export", tooltip=N_("write it as .mat and .sgf files")),
        Binding(
            "dollar_sign",
            "ledger",
            N_("ledger"),
            key_display="$",
            id="book-ledger",
            tooltip=N_("the games of a money session, and who owes what"),
        ),
        Binding(
            "i", "import", N_("import"), id="book-import", tooltip=N_("keep the match of a file of any program")
        ),
        Binding(
            "h", "compare", N_("head to head"), id="book-compare", tooltip=N_("all that these two have played")
        ),
        Binding("n", "rename", N_("rename"), id="book-rename"),
        Binding(
            "D,delete",
            "delete",
            N_("delete"),
            key_display="D",
            id="book-delete",
            tooltip=N_("delete it (asks first)"),
        ),
        Binding("s", "sort", N_("sort"), id="book-sort", tooltip=N_("last played, last begun, by names")),
        Binding(
            "v",
            "view",
            N_("view"),
            id="book-view",
            tooltip=N_("cycle the filter: all, unfinished, finished, damaged"),
        ),
        Binding("question_mark,f1", "help", N_("help"), key_display="?", id="help"),
    ]

    def __init__(self, workspace: Workspace) -> None:
        """Open the book of a player's workspace."""
        super().__init__()
        self._workspace = workspace
        self._book = Library(workspace.saves)
        self._query = Query()
        self._reading = False
        self._said_of_reading = ""
        self._said_at: Entry | None = None
        """The match that was marked when the notice was shown."""

    def compose(self) -> ComposeResult:
        """Yield the list, with its title above and the marked match below."""
        yield Line(id="heading")
        yield LibraryList(self._fetch)
        yield Static(id="detail")
        yield Line(id="notice")
        yield KeyBar()

    def on_mount(self) -> None:
        """Take the keys."""
        self._list.focus()

    def on_resize(self, event: Resize) -> None:
        """Show the summary of the marked match on more lines in a narrow window."""
        self.set_class(event.size.width < WIDE, "-narrow")

    def on_unmount(self) -> None:
        """Close the book."""
        self._book.close()

    def on_screen_resume(self) -> None:
        """See what has changed meanwhile."""
        self._look()

    def _look(self) -> None:
        self._book.look()
        if not self._reading:
            self._read_on()

    @property
    def _list(self) -> LibraryList:
        return self.query_one(LibraryList)

    def _fetch(self, first: int, most: int) -> Sequence[Entry]:
        return self._book.page(self._query, first, most)

    def _read_on(self) -> None:
        """Read some of the saves that are not indexed yet, show them, and continue after the waiting keys."""
        if not self.is_attached:
            return
        self._book.read(_AT_ONCE)
        self._reading = bool(self._book.left)
        self._show()
        if self._reading:
            self.call_after_refresh(self._read_on)

    def _mark(self, name: str) -> None:
        """Mark the match of that name, which was just imported or found; list all when it is not listed."""
        self._book.look()
        self._book.read(self._book.left)  # the import has read all others
        if self._book.place(self._query, name) is None:
            self._query = Query(sort=self._query.sort)
        self._show(self._book.place(self._query, name))

    def _show(self, place: int | None = None) -> None:
        """Show what is wanted, with the match at that `place` marked; the mark stays where it is by default."""
        query, count = self._query, self._book.count(self._query)
        view = library.view(count, query.show.name, query.sort.name, query.text)
        self.query_one("#heading", Line).show(_("Match book: {view}", view=view))
        self._list.show(count, place)
        reading = library.reading(self._book.left)
        if reading != self._said_of_reading:
            self._said_of_reading = reading
            self._say(reading)

    def _say(self, text: str) -> None:
        """Show a notice until another match is marked."""
        self._said_at = self._list.marked
        self.query_one("#notice", Line).show(text)

    @on(LibraryList.Marked)
    def _marked(self) -> None:
        """Show more about the marked match."""
        entry = self._list.marked
        if entry != self._said_at:
            self._say("")
        if entry is None:
            if self._query == Query(sort=self._query.sort):
                said = _(
                    "No match is kept yet. Begin one with New match in the menu; every match is kept here by "
                    "itself."
                )
            else:
                said = _("No match fits that: Escape shows them all.")
        elif entry.fault:
            said = entry.fault
        else:
            outcome = library.outcome(
                entry.names, entry.score, entry.length, entry.game, entry.winner, closed=entry.closed
            )
            said = f"{outcome}\n{_('kept as {name}', name=entry.name)}"
        self.query_one("#detail", Static).update(Content(said))
        self.refresh_bindings()

    # Which are listed

    @asks
    async def action_find(self) -> None:
        """Ask for a part of a name, and list the matches with it."""
        ask = TextDialog(_("Find a match"), _("Name"), self._query.text)
        if (text := await self.app.push_screen_wait(ask)) is not None:
            self._want(replace(self._query, text=text))

    def action_sort(self) -> None:
        """Take the next order."""
        self._want(replace(self._query, sort=_next(Sort, self._query.sort)))

    def action_view(self) -> None:
        """List others."""
        self._want(replace(self._query, show=_next(Show, self._query.show)))

    def _want(self, query: Query) -> None:
        self._query = query
        self._say("")
        self._list.mark_first()
        self._show()

    def action_back(self) -> None:
        """List all again, or leave when they are."""
        if self._query.text or self._query.show is not Show.ALL:
            self._want(Query(sort=self._query.sort))
        else:
            self.leave()

    # What is done with the marked one

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Of a damaged match, and of none, less can be done."""
        if action not in _OF_ONE or not self.is_mounted:
            return True
        entry = self._list.marked
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
            self._say(f"{error}.")

    def action_open(self) -> None:
        """Resume the match, or replay it when it is finished."""
        if (entry := self._list.marked) and not entry.finished:
            with self._refusals_shown():
                table = self._workspace.resumed_table(entry.name)
                self.app.push_screen(at_one_keyboard(table, self._workspace))
        else:
            self.action_replay()

    def action_replay(self) -> None:
        """Replay the match."""
        from bgterm.tui.screens.replay import ReplayScreen  # loaded on demand

        if entry := self._list.marked:
            with self._refusals_shown():
                found = read_file(self._book.path(entry.name))
                self.app.push_screen(ReplayScreen(found, self._workspace, entry.name, at_one_keyboard))

    def action_export(self) -> None:
        """Write the match for other programs."""
        from bgterm.tui.screens.pages.record import export_page  # loaded on demand

        if (entry := self._list.marked) and (folder := self._workspace.exports):
            with self._refusals_shown():
                record = load(self._book.path(entry.name))
                self.app.push_screen(export_page(folder, record.header, record.items, entry.name))

    @asks
    async def action_import(self) -> None:
        """Ask for the file of a match, and keep it."""
        hint = _("A match file of any program: .mat, .txt, .sgf or .jsonl.")
        ask = TextDialog(_("Import a match"), _("File"), hint=hint, longest=_LONGEST_PATH, prose=True)
        if text := await self.app.push_screen_wait(ask):
            try:
                lines = self._import(Path(text).expanduser())
            except BackgammonError as error:
                lines = [f"{error}."]
            if lines:
                self.app.push_screen(PageScreen(_("Import a match"), Content("\n".join(lines))))

    def _import(self, path: Path) -> list[str]:
        """Keep the match of a file; return what is to be said of it at length."""
        from bgterm.storage.importing import import_match  # loaded on demand

        found = read_file(path)
        done = import_match(self._workspace.saves, found, path.name)
        if done.duplicate:
            said = _("{file} is kept already, as {name}.", file=path.name, name=done.name)
        else:
            said = _("Imported as {name}.", name=done.name)
        self._mark(done.name)
        self._say(said)
        return [said, "", *map(fault_line, found.faults)] if found.faults else []

    def action_ledger(self) -> None:
        """Show the games of a money session, and who owes whom how much."""
        from bgterm.tui.screens.pages.record import ledger_page  # loaded on demand

        if entry := self._list.marked:
            with self._refusals_shown():
                record = load(self._book.path(entry.name))
                self.app.push_screen(ledger_page(record.match, record.header.stake, self.app.size.width))

    def action_compare(self) -> None:
        """Show all that the two have played with each other."""
        if entry := self._list.marked:
            with self._refusals_shown():
                tally = self._book.tally(entry.names)
                rows = table(head_to_head(tally), right=(1, 2))
                left = self._book.left
                title = join_list([_("Head to head"), library.reading(left)])
                lines = [rows, Content(), Content(unfinished_note(tally))]
                self.app.push_screen(PageScreen(title, Content("\n").join(lines)))

    @asks
    async def action_rename(self) -> None:
        """Ask for another name for the save, and rename it."""
        if entry := self._list.marked:
            hint = _("Letters and digits are kept, in small letters; all else becomes a dash.")
            ask = TextDialog(_("Rename the match"), _("Name"), entry.name, hint=hint, longest=60)
            if (name := await self.app.push_screen_wait(ask)) is not None:
                with self._refusals_shown():
                    new = self._book.rename(entry.name, name)
                    self._show()
                    self._say(_("{old} is now called {new}.", old=entry.name, new=new))

    @asks
    async def action_delete(self) -> None:
        """Ask whether the save is to be deleted, and delete it."""
        entry = self._list.marked
        if entry is None:
            return
        question = _("Delete {name} for good? Nothing brings it back.", name=entry.name)
        if await self.app.push_screen_wait(ConfirmDialog(question)):
            with self._refusals_shown():
                self._book.delete(entry.name)
                self._show()
                self._say(_("{name} is deleted.", name=entry.name))

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(help_screen(self.active_bindings))


def _next(kind: type[_E], value: _E) -> _E:
    """Return the member that comes after, the first after the last."""
    members = list(kind)
    return members[(members.index(value) + 1) % len(members)]
