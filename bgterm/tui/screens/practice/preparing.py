"""The first screens of a practice: one collects its cards, one lists practices; and the page of mistakes."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from bgterm.catalog import N_, _
from bgterm.practice.drills import FIGURES, POSITIONS, Offer, offers, seed_in
from bgterm.practice.mistakes import Figure, report
from bgterm.practice.practice import Practice
from bgterm.profile.practising import DUE, Wanted, find_figures, find_practice
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.text.joining import sentence
from bgterm.tui.input import bind
from bgterm.tui.look.themes import glyphs_of
from bgterm.tui.screens.analysing import AnalysingScreen
from bgterm.tui.screens.base import asks
from bgterm.tui.screens.dialogs import FormDialog, PageScreen, TextDialog
from bgterm.tui.screens.practice.card import CardScreen
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import Field, FormState, Group, Values
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.text_line import RowList

_LABEL = 25
"""The columns of an entry's label."""
_WIDE = 74
"""The columns of a window from which each entry has its description beside it."""
_LONGEST = 200
"""The most characters of a position's id."""


def mistakes_page(kinds: Sequence[Figure], matches: Sequence[Figure], *, solid: bool) -> PageScreen:
    """Return the page of figures about a player's decisions, with a chart if there is room for it.

    `kinds` are the figures by kind of decision, `matches` those by match. The chart is drawn with box characters
    if `solid`, otherwise in ASCII.
    """
    marks = "─●" if solid else "-o"
    return PageScreen(_("Your mistakes"), lambda width: Content(report(kinds, matches, width, marks)))


async def show_mistakes(app: App[str], workspace: Workspace) -> None:
    """Open the page of the player's mistakes in their analysed matches, or a page that says why there is none."""
    try:
        page = mistakes_page(*await find_figures(workspace), solid=glyphs_of(app.theme_variables).solid)
    except BackgammonError as error:
        page = PageScreen(_("Your mistakes"), Content(sentence(str(error))))
    app.push_screen(page)


class PreparingScreen(AnalysingScreen):
    """The screen that collects the cards of a practice, after analysing its match if that was not done before.

    The screen of the first card replaces it; if there is no card, it shows why.
    """

    DEFAULT_CSS = """
    PreparingScreen { align: center middle; }
    PreparingScreen Static { width: 70; max-width: 100%; height: auto; padding: 0 1; }
    PreparingScreen KeyBar { dock: bottom; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("q,escape", "leave", "leave", N_("leave"), shown="q", leaves=True),
    ]

    def __init__(self, workspace: Workspace, wanted: Wanted = DUE) -> None:
        """Prepare the practice that the player wants, by default one of the due cards."""
        super().__init__(workspace)
        self._wanted, self._text = wanted, Static()

    def compose(self) -> ComposeResult:
        """Yield a text in the middle, and the key bar."""
        yield self._text
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin what the screen is for: see `begin`."""
        self.begin()

    def begin(self) -> None:
        """Begin to collect the cards of the practice; a subclass first lets the player choose a practice."""
        self.prepare()

    def open(self, practice: Practice) -> None:
        """Show the first card of a practice, in place of this screen."""
        self.give_way(CardScreen(practice, self._workspace))

    @asks
    async def prepare(self) -> None:
        """Collect the cards and show the first, or why there are none, or the progress of an analysis."""
        if self._wanted.drill:
            self.show_notice(_("Making the questions..."))
        with self.refusals_shown():
            practice = await find_practice(self._workspace, self._wanted, self._ask_whose)
            if practice is None:
                self.show_analysis()
            elif practice.cards:
                self.open(practice)
            elif practice.notice:
                self.say(practice.notice)
            else:
                self.leave()

    async def _ask_whose(self, names: tuple[str, str]) -> tuple[Player, ...] | None:
        """Ask whose decisions are practised; return the players, None if the dialog is cancelled."""
        white, black = names
        players = (("white", white), ("black", black), ("both", _("both")))
        field = Field("player", _("Player"), _("The name is kept in your options"), players)
        state = FormState([Group("", (field,))], {"player": "white"}, button=_("Practise"))
        dialog = FormDialog(_("Whose decisions are practised?"), partial(Form, state), _chosen)
        return await self.app.push_screen_wait(dialog)

    # The analysis

    def outcome(self) -> str:
        """Begin the practice when the analysis of its match is complete; return why it ended early, if it did.

        Return an empty text while it runs, and for another match's analysis.
        """
        match, analyses = self._wanted.match, self._workspace.analyses
        if match is None or analyses.path != match.path or analyses.is_running:
            return ""
        if analyses.is_complete:
            self.prepare()
            return ""
        return analyses.outcome

    def show_analysis(self) -> None:
        """Show the progress of the analysis that the practice waits for."""
        match, analyses = self._wanted.match, self._workspace.analyses
        if match and analyses.runs(match.path):
            progress = analyses.progress(ascii_only=self._workspace.ascii_only)
            self.show_notice(_("Analysing {name}. {progress}", name=match.name, progress=progress))

    def show_notice(self, text: str) -> None:
        """Show a message in the middle."""
        self._text.update(Content(text))


def _chosen(values: Values) -> tuple[Player, ...]:
    """Return the chosen players: White, Black or both."""
    return tuple(player for player in Player if values["player"] in (player.name.lower(), "both"))


def _draw(row: Offer, marked: bool, width: int, _cut: str) -> Content:
    label = f" {row.label} "
    about = f"{'':{_LABEL - len(label)}}{row.about}" if width >= _WIDE - 2 else ""
    return Content.assemble("> " if marked else "  ", (label, "bold reverse" if marked else ""), about)


class ChoosingScreen(PreparingScreen):
    """The list of practices from which the player chooses one: the cards of their own mistakes, or a drill."""

    DEFAULT_CSS = """
    ChoosingScreen Static { padding: 0 1 1 1; color: $accent; }
    ChoosingScreen RowList { width: 76; max-width: 100%; height: auto; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter,space", "choose", "practise-choose", N_("practise"), shown="Enter", rank=1),
        bind("i", "near", "practise-near", N_("from an id"), N_("random positions near the position of an id")),
    ]

    def __init__(self, workspace: Workspace) -> None:
        """Make the list for a player's workspace."""
        super().__init__(workspace)
        self._list = RowList(_draw, key=lambda row: row.label, one_click=True)

    def compose(self) -> ComposeResult:
        """Yield the text above the list, the list and the key bar."""
        yield from (self._text, self._list, KeyBar())

    def begin(self) -> None:
        """Fill the list of practices; the cards are collected once one is chosen."""
        self._list.fill([*offers(own=self._workspace.practice.reviews.keeps)])
        self._describe()

    @on(RowList.Marked)
    @on(Resize)
    def _describe(self) -> None:
        """Show the heading, and the description of the marked entry if there is no room beside the entry."""
        heading, row = _("What would you like to practise?"), self._list.marked
        self.show_notice(f"{heading}\n{row.about}" if row and self.app.size.width < _WIDE else heading)

    def open(self, practice: Practice) -> None:
        """Show the first card of a practice above this screen, so that the player returns to the list."""
        self.begin()
        self.app.push_screen(CardScreen(practice, self._workspace))

    @asks
    async def action_choose(self) -> None:
        """Begin the practice of the marked entry, or show the figures of the player's mistakes."""
        row = self._list.marked
        if row and row.name == FIGURES:
            await show_mistakes(self.app, self._workspace)
        elif row:
            self._begin(Wanted(drill=row.name))

    @asks
    async def action_near(self) -> None:
        """Ask for the id of a position, and begin the drill of random positions near it."""
        hint = _("A Position ID, alone or with a Match ID after a colon, or an XGID.")
        dialog = TextDialog(
            _("Random positions"), _("Near"), hint=hint, longest=_LONGEST, prose=True, accept=seed_in
        )
        if seed := await self.app.push_screen_wait(dialog):
            self._begin(Wanted(drill=POSITIONS, seed=seed))

    def _begin(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self.prepare()
