"""The first screen: resume a match, start one, read, or quit.

Other screens are imported when they are opened, so that the menu appears sooner.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize, ScreenResume
from textual.geometry import Size
from textual.widgets import Static

from bgterm.catalog import N_, _, ngettext
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import MatchState
from bgterm.rules.variants import BACKGAMMON
from bgterm.text import score
from bgterm.tui.board.scene import Scene
from bgterm.tui.board.widget import Board
from bgterm.tui.input import bind
from bgterm.tui.screens.base import BaseScreen, asks
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.text_line import RowList, hanging

if TYPE_CHECKING:
    from bgterm.play.table import Table
    from bgterm.storage.index import Entry as Save

_MOST_READ = 20
"""How many unindexed saves are read to find a resumable match, so that the menu appears at once."""
_WITH_BOARD = Size(79, 19)
"""The size of a window from which the board is beside the menu."""
_NAME = (
    "█▄▄ ▄▄▄ ▄█▄ ▄▄▄ ▄▄▄ ▄▄▄▄▄",
    "█ █ █▄█  █  █▄█ █   █ █ █",
    "█▄█ ▄▄█  █▄ █▄▄ █   █ █ █",
)
"""The program's name in large letters, by lines."""
_BESIDE = Size(36, 8)
"""The columns and rows of a window that the board cannot have."""
_LARGEST = Size(92, 33)
"""The columns and rows of the largest board."""


_WIDTH, _BLANK = 30, "\n" * 4
"""The columns of the menu, and the rows of an empty description."""


class MenuEntry(NamedTuple):
    """One entry of the menu: its text, and the action that choosing it performs."""

    action: str
    """The name of the screen's action for the entry."""
    text: str
    detail: str = ""
    """A description of the entry, in lines."""


def _draw_entry(entry: MenuEntry, marked: bool, _width: int, _cut: str) -> Content:
    return Content.assemble("> " if marked else "  ", (f" {entry.text:<11} ", "bold reverse" if marked else ""))


class MenuScreen(BaseScreen):
    """The menu, the first screen at a keyboard, with a board beside it where there is room."""

    DEFAULT_CSS = """
    MenuScreen { align: center middle; }
    MenuScreen > Horizontal { width: auto; height: auto; }
    MenuScreen Horizontal > Vertical { width: 30; height: auto; align-vertical: middle; }
    MenuScreen RowList { height: auto; padding: 0; }
    MenuScreen #detail { color: $board-quiet; height: 4; margin-top: 1; }
    MenuScreen Board { background: $board-rail; }
    MenuScreen.-low Board { display: none; }
    MenuScreen #banner { color: $accent; padding: 0 0 1 2; }
    MenuScreen #subject { color: $board-quiet; padding: 0 0 1 2; }
    MenuScreen #notice { width: auto; max-width: 100%; color: $warning; display: none; padding: 0 2; }
    MenuScreen.-said #notice { display: block; }
    MenuScreen.-said.-low #banner { display: none; }
    MenuScreen KeyBar { dock: bottom; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter,space", "choose", "menu-choose", N_("go"), shown="Enter", rank=1),
        bind("q", "leave", "menu-quit", N_("quit"), leaves=True),
        bind("c", "go_on", "menu-continue", N_("continue"), listed=False),
        bind("n", "new", "menu-new", N_("new match"), listed=False),
        bind("b", "library", "menu-library", N_("match library"), listed=False),
        bind("p", "practise", "menu-practise", N_("practise"), listed=False),
        bind("e", "edit", "menu-edit", N_("set up a position"), listed=False),
        bind("o", "settings", "menu-options", N_("options"), listed=False),
        bind("h", "how_to_play", "menu-how-to-play", N_("how to play"), listed=False),
        bind("question_mark,f1", "help", "help", N_("help"), shown="?"),
    ]

    def __init__(self, workspace: Workspace, notice: str = "") -> None:
        """Make the menu of a player's workspace; `notice` is shown first."""
        super().__init__()
        self._workspace, self._notice = workspace, notice
        self._menu = RowList(_draw_entry, key=lambda entry: entry.action, one_click=True)
        self._unfinished: Save | None = None
        self._due = 0
        """How many practice cards are due."""
        self._match: MatchState | None = None
        """The match that can be resumed; None without one."""

    def compose(self) -> ComposeResult:
        """Yield the board, the banner, the entries, a line about the marked entry, a notice and the key bar."""
        ascii_only = self._workspace.ascii_only
        with Horizontal():
            yield Board()
            with Vertical():
                yield Static(Content("bgterm" if ascii_only else "\n".join(_NAME)), id="banner")
                yield Static(Content(_("backgammon for two")), id="subject")
                yield self._menu
                yield Static(id="detail")
        yield Static(id="notice")
        yield KeyBar()

    def _entries(self) -> list[MenuEntry]:
        practise = _("Practise {count}", count=self._due) if self._due else _("Practise")
        entries = [
            MenuEntry("new", _("New match"), _("two players at this keyboard")),
            MenuEntry("library", _("Match library"), _("all matches: replay, export, ledger")),
            MenuEntry("practise", practise, self._practice_detail),
            MenuEntry("edit", _("Position"), _("set one up or paste it, and play on")),
            MenuEntry("settings", _("Options"), _("theme, home side, automatic play")),
            MenuEntry("how_to_play", _("How to play"), _("the rules for beginners, and the variants")),
            MenuEntry("leave", _("Quit")),
        ]
        if self._unfinished:
            from bgterm.text import questions  # not for a terminal without saves

            left = self._unfinished
            game = _("game {number}", number=left.game)
            lines = (
                score.on_scoreboard(left.names, left.score),
                ", ".join((score.kind_of(left.length), game)),
                questions.question(self._match) if self._match else "",
                _("begun {date}", date=left.date[: len("2026-11-20")]) if left.date else "",
            )
            entries.insert(0, MenuEntry("go_on", _("Continue"), "\n".join(filter(None, lines))))
        return entries

    @property
    def _practice_detail(self) -> str:
        about = _("your own mistakes, as questions")
        if not self._due:
            return about
        due = ngettext("{count} card is due", "{count} cards are due", self._due)
        return f"{about}\n{due}"

    def on_mount(self) -> None:
        """Show the notice with which the menu was made."""
        self.say(self._notice)
        self._lay_out(self.app.size)

    def on_resize(self, event: Resize) -> None:
        """Show the board where there is room, larger in a large window."""
        self._lay_out(event.size)

    def _lay_out(self, size: Size) -> None:
        width, height = size
        self.set_class(width < _WITH_BOARD.width or height < _WITH_BOARD.height, "-low")
        room = Size(min(width - _BESIDE.width, _LARGEST.width), min(height - _BESIDE.height, _LARGEST.height))
        board = self.query_one(Board)
        plan = board.plan_in(room)
        rail = 0 if plan.hinge else 1
        board.styles.padding = (0, rail)
        board.styles.width, board.styles.height = plan.width + 2 * rail, plan.height
        board.styles.margin = (max((_WITH_BOARD.height - plan.height) // 2, 0), 3 - 2 * rail, 0, 0)
        self.query_one(Vertical).styles.min_height = 0 if self.has_class("-low") else plan.height

    def on_screen_resume(self, _event: ScreenResume) -> None:
        """Look for a match to resume, and show its board.

        If there was none before, mark the entry that resumes it.
        """
        before, self._unfinished = self._unfinished, self._workspace.unfinished(_MOST_READ)
        if self._unfinished != before:
            self._match = self._read(self._unfinished) if self._unfinished else None
        self._menu.fill(self._entries())
        if self._unfinished and not before:
            self._menu.mark("go_on")
        self._show_detail()
        self.query_one(Board).show(self._scene())
        self._count_due()

    @work
    async def _count_due(self) -> None:
        """Show how many practice cards are due, after reading the journal of reviews in the background."""
        try:
            due = await asyncio.to_thread(self._workspace.due_cards)
        except BackgammonError:  # said when the player practises
            return
        if due != self._due:
            self._due = due
            self._menu.fill(self._entries())
            self._show_detail()

    @on(RowList.Marked)
    def _show_detail(self) -> None:
        """Show the description of the marked entry."""
        if marked := self._menu.marked:
            lines = [f"  {line}" for line in f"{marked.detail}{_BLANK}".splitlines()]
            self.query_one("#detail", Static).update(hanging(Content("\n".join(lines)), _WIDTH, 2))

    def _read(self, save: "Save") -> MatchState | None:
        """Return the match of a save; None if it is unreadable, which is reported when it is opened."""
        from bgterm.storage.journal import load  # a terminal without saves needs neither
        from bgterm.storage.library import find_save

        try:
            return load(find_save(self._workspace.saves, save.name)).match
        except BackgammonError:
            return None

    def _scene(self) -> Scene:
        """Return the position of the resumable match, or the starting position."""
        settings, match = self._workspace.settings, self._match
        if match is None:
            return Scene(board=BACKGAMMON.board, mover=Player.WHITE, bottom=Player.WHITE)
        return Scene.still(match, turned=settings.turn_board, home_right=settings.home_right)

    def show_notice(self, text: str) -> None:
        """Show a message at the bottom of the screen."""
        self.query_one("#notice", Static).update(Content(text))
        self.set_class(bool(text), "-said")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action applies: `go_on` does only if there is an unfinished match."""
        return action != "go_on" or self._unfinished is not None

    async def action_choose(self) -> None:
        """Perform the action of the marked entry."""
        if marked := self._menu.marked:
            await self.run_action(marked.action)

    def action_go_on(self) -> None:
        """Resume the unfinished match whose board the menu shows."""
        if self._unfinished:
            self._sit_down(partial(self._workspace.resumed_table, self._unfinished.name))

    @asks
    async def action_new(self) -> None:
        """Ask for players and rules in a form, and open the new match."""
        from bgterm.tui.screens.setup.forms import NewMatchScreen

        form = NewMatchScreen(self._workspace)
        if settings := await self.app.push_screen_wait(form):
            self.say(await self._workspace.change(settings))
            self.app.theme = self._workspace.theme
            self._sit_down(partial(self._workspace.new_table, start=form.start))

    def _sit_down(self, table: "Callable[[], Table]") -> None:
        from bgterm.tui.screens.match.screen import at_one_keyboard

        with self.refusals_shown():
            self.app.push_screen(at_one_keyboard(table(), self._workspace))

    def action_library(self) -> None:
        """Open the match library."""
        from bgterm.tui.screens.library.screen import LibraryScreen

        self.app.push_screen(LibraryScreen(self._workspace))

    def action_practise(self) -> None:
        """Open the list of practices."""
        from bgterm.tui.screens.analysing import PracticeWanted

        self.app.post_message(PracticeWanted())

    def action_edit(self) -> None:
        """Open the position editor, from which a match can be started."""
        from bgterm.tui.screens.position_editor import PositionEditorScreen

        self.app.push_screen(PositionEditorScreen(self._workspace))

    @asks
    async def action_settings(self) -> None:
        """Open the form of the player's settings, which apply when it is submitted."""
        from bgterm.tui.screens.setup.forms import OptionsScreen

        if (warning := await self.app.push_screen_wait(OptionsScreen(self._workspace))) is not None:
            self.say(warning)

    def action_how_to_play(self) -> None:
        """Open the page that explains backgammon to beginners."""
        from bgterm.tui.screens.dialogs import how_to_play_page

        self.app.push_screen(how_to_play_page())

    def action_help(self) -> None:
        """Open the page of help: the keys, how to move, and the glossary."""
        from bgterm.text import help as text_help
        from bgterm.tui.screens.dialogs import help_screen

        page = help_screen(self.active_bindings, text_help.how_to_move(), heading=_("How to move"))
        self.app.push_screen(page)
