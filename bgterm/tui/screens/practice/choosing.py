"""The list of practices to choose from: the player's own mistakes, or a drill."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from bgterm.catalog import N_, _
from bgterm.practice.drills import FIGURES, POSITIONS, Offer, offers, seed_in
from bgterm.profile.practising import Wanted
from bgterm.profile.workspace import Workspace
from bgterm.tui.input import bind
from bgterm.tui.screens.base import BaseScreen, asks
from bgterm.tui.screens.dialogs import TextDialog
from bgterm.tui.screens.practice.mistakes import show_mistakes
from bgterm.tui.screens.practice.preparing import PreparingScreen
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.row_list import RowList

_LABEL = 25
"""The columns of an entry's label."""
_LONGEST = 200
"""The most characters of a position's id."""


def _draw(row: Offer, marked: bool, _width: int, _cut: str) -> Content:
    label = f" {row.label} "
    return Content.assemble(
        "> " if marked else "  ", (label, "bold reverse" if marked else ""), " " * (_LABEL - len(label)), row.about
    )


class ChoosingScreen(BaseScreen):
    """The list of practices to choose from."""

    DEFAULT_CSS = """
    ChoosingScreen { align: center middle; background: $background; }
    ChoosingScreen Static { width: 76; max-width: 100%; height: auto; padding: 0 1 1 1; color: $accent; }
    ChoosingScreen RowList { width: 76; max-width: 100%; height: auto; }
    ChoosingScreen KeyBar { dock: bottom; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter,space", "choose", "practise-choose", N_("practise"), shown="Enter", rank=1),
        bind("i", "near", "practise-near", N_("from an id"), N_("random positions near the position of an id")),
        bind("q,escape", "leave", "leave", N_("leave"), shown="q", leaves=True),
    ]

    def __init__(self, workspace: Workspace) -> None:
        """Make the list for a player's workspace."""
        super().__init__()
        self._workspace = workspace
        self._list = RowList(_draw, key=lambda row: row.label, one_click=True)

    def compose(self) -> ComposeResult:
        """Yield the list and the keys."""
        yield Static(_("What would you like to practise?"))
        yield self._list
        yield KeyBar()

    def on_mount(self) -> None:
        """Fill the list."""
        self._list.fill([*offers(own=self._workspace.practice.reviews.keeps)])

    @asks
    async def action_choose(self) -> None:
        """Begin the practice of the marked entry, or show the figures of the player's mistakes."""
        row = self._list.marked
        if row and row.name == FIGURES:
            await show_mistakes(self.app, self._workspace)
        elif row:
            self.app.push_screen(PreparingScreen(self._workspace, Wanted(drill=row.name)))

    @asks
    async def action_near(self) -> None:
        """Ask for the id of a position, and begin the drill of random positions near it."""
        hint = _("A Position ID, alone or with a Match ID after a colon, or an XGID.")
        dialog = TextDialog(
            _("Random positions"), _("Near"), hint=hint, longest=_LONGEST, prose=True, accept=seed_in
        )
        if seed := await self.app.push_screen_wait(dialog):
            self.app.push_screen(PreparingScreen(self._workspace, Wanted(drill=POSITIONS, seed=seed)))
