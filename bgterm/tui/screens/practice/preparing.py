"""The first screen of a practice: it collects the cards, after an analysis of their match if there is none."""

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from bgterm.catalog import N_, _
from bgterm.profile.practising import DUE, Wanted, find_practice
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.text.joining import sentence
from bgterm.tui.input import bind
from bgterm.tui.screens.analysing import AnalysingScreen
from bgterm.tui.screens.base import asks
from bgterm.tui.screens.dialogs import FormDialog
from bgterm.tui.screens.practice.card import CardScreen
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import Field, Group, Values
from bgterm.tui.widgets.key_bar import KeyBar


class PreparingScreen(AnalysingScreen):
    """Collects the cards of a practice, and is replaced by the first question, or shows why there is none."""

    DEFAULT_CSS = """
    PreparingScreen { align: center middle; background: $background; }
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
        """Yield a text in the middle, and the keys."""
        yield self._text
        yield KeyBar()

    def on_mount(self) -> None:
        """Begin to collect the cards."""
        self.prepare()

    @asks
    async def prepare(self) -> None:
        """Collect the cards and ask the first; else show an analysis's progress, or why there is no card."""
        if self._wanted.drill:
            self._show(_("Making the questions..."))
        try:
            practice = await find_practice(self._workspace, self._wanted, self._ask_whose)
        except BackgammonError as error:
            self.say(sentence(str(error)))
            return
        if practice is None:
            self.show_analysis()
        elif practice.cards:
            self.give_way(CardScreen(practice, self._workspace))
        elif practice.notice:
            self.say(practice.notice)
        else:
            self.leave()

    async def _ask_whose(self, names: tuple[str, str]) -> tuple[Player, ...] | None:
        """Ask whose decisions are practised; return the players, None if the dialog is cancelled."""
        white, black = names
        players = (("white", white), ("black", black), ("both", _("both")))
        field = Field("player", _("Player"), _("The name is kept in your options"), players)
        form = partial(Form, [Group("", (field,))], {"player": "white"}, button=_("Practise"))
        return await self.app.push_screen_wait(FormDialog(_("Whose decisions are practised?"), form, _chosen))

    # The analysis

    def outcome(self) -> str:
        """Begin the practice when the analysis is complete; otherwise return why it failed, or an empty text."""
        match, analyses = self._wanted.match, self._workspace.analyses
        if match is None or analyses.path != match.path or analyses.is_running:
            return ""
        if analyses.is_complete:
            self.prepare()
            return ""
        return analyses.outcome

    def show_analysis(self) -> None:
        """Show the progress of the analysis."""
        match, analyses = self._wanted.match, self._workspace.analyses
        if match and analyses.runs(match.path):
            progress = analyses.progress(ascii_only=self._workspace.ascii_only)
            self._show(_("Analysing {name}. {progress}", name=match.name, progress=progress))

    def say(self, text: str) -> None:
        """Show a message, and add it to the last messages."""
        self.keep_notice(text)
        self._show(text)

    def _show(self, text: str) -> None:
        self._text.update(Content(text))


def _chosen(values: Values) -> tuple[Player, ...]:
    """Return the chosen players: White, Black or both."""
    return tuple(player for player in Player if values["player"] in (player.name.lower(), "both"))
