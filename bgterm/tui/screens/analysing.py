"""The base of the screens from which a match is analysed in the background, and the form for its engine."""

from collections.abc import Iterator
from dataclasses import dataclass

from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from bgterm.catalog import N_, _
from bgterm.engine.adapter import installed_engines
from bgterm.engine.errors import no_engine
from bgterm.engine.levels import DEFAULT_PLIES, MAX_PLIES
from bgterm.engine.protocol import QuestionKind
from bgterm.play.analysing import MatchAnalysis
from bgterm.profile.workspace import MatchFile, Workspace
from bgterm.rules.variants import Variant
from bgterm.tui.input import bind
from bgterm.tui.screens.base import BaseScreen, asks
from bgterm.tui.screens.dialogs import FormDialog, help_screen
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import Field, FormState, Group, Values

MISTAKES = N_("what your decisions cost, by kind and over time")
"""The help of the key that shows the player's mistakes."""


def chosen_analysis(identity: str) -> Binding:
    """Return the binding of the key that asks for an engine and analyses the match by it; `identity` is its id."""
    help_text = N_("analyse it by another engine, or with other plies")
    return bind("A", "analyse_by", identity, N_("engine"), help_text)


@dataclass
class PracticeWanted(Message):
    """A message to the app: the player wants to practise.

    `match` is the match whose worst decisions are practised; None opens the list of practices.
    """

    match: MatchFile | None = None


_COMPLETE = N_("Analysed by {engine}. Another choice replaces this analysis.")
_PARTLY = N_(
    "Partly analysed by {engine}. The analysis continues with the same engine, version and plies, and starts over "
    "with any other."
)


class AnalysisForm(FormDialog[tuple[str, int]]):
    """A form that asks by which engine and with how many plies to analyse a match.

    Its result is the engine's name and the number of plies.
    """

    DEFAULT_CSS = """
    AnalysisForm { background: transparent; }
    AnalysisForm > Vertical { width: 76; }
    AnalysisForm Static { width: 1fr; height: auto; margin-bottom: 1; }
    """

    def __init__(self, variant: Variant, engine: str, kept: MatchAnalysis | None) -> None:
        """Make the form for a variant, with the engine of the player's settings and the existing analysis.

        Raises EngineError when no installed engine can analyse the match.
        """
        super().__init__(_("Analyse the match"), self._form, _chosen)
        self._engine, self._kept = engine, kept
        self._engines = {each.name: each.label for each in installed_engines(variant, QuestionKind.ANALYSE)}
        if not self._engines:
            raise no_engine(_(variant.name))

    def above(self) -> Iterator[Widget]:
        """Yield a note on the existing analysis, if there is one: its engine, and whether it will be continued."""
        if kept := self._kept:
            yield Static(Content(_(_COMPLETE if kept.is_complete else _PARTLY, engine=kept.engine_line)))

    def _form(self) -> Form:
        engines = self._engines
        wanted = self._kept.head.engine if self._kept else self._engine
        plies = self._kept.head.plies if self._kept and self._kept.head.plies >= 0 else DEFAULT_PLIES
        fields = (
            Field(
                "engine", _("Engine"), _("The engines that are installed and play this game"), (*engines.items(),)
            ),
            Field(
                "plies",
                _("Plies"),
                _("How many rolls it looks ahead; more take longer. The built-in engine looks at one at most"),
                tuple((number, str(number)) for number in range(MAX_PLIES + 1)),
            ),
        )
        values: Values = {
            "engine": wanted if wanted in engines else next(iter(engines)),
            "plies": min(plies, MAX_PLIES),
        }
        return Form(FormState([Group("", fields)], values, button=_("Analyse")))


def _chosen(values: Values) -> tuple[str, int]:
    """Return the engine and the number of plies that were chosen."""
    return str(values["engine"]), int(values["plies"])


class AnalysingScreen(BaseScreen):
    """A base for screens with keys that analyse a match; it follows the analysis that runs in the background."""

    def __init__(self, workspace: Workspace) -> None:
        """Make the screen of a player's workspace."""
        super().__init__()
        self._workspace = workspace

    def on_mount(self) -> None:
        """Begin to show the progress of an analysis in the background."""
        self._unwatch = self._workspace.analyses.watchers.add(self._hear_analysis)

    def on_unmount(self) -> None:
        """Stop showing the progress of an analysis."""
        self._unwatch()

    def _hear_analysis(self) -> None:
        outcome = self.outcome()
        if self.is_mounted:
            self.show_analysis()
            if outcome:
                self.say(outcome)

    async def subject(self) -> MatchFile | None:
        """Return the record and path of the match for the analysis keys, or None. Raises BackgammonError."""
        raise NotImplementedError

    def outcome(self) -> str:
        """Return the message to show when the running analysis has ended; empty while it runs, and by default.

        Subclasses may also update what they show from its results, because this is called at each progress.
        """
        return ""

    def show_analysis(self) -> None:
        """Draw the progress of the analysis on the screen; do nothing by default."""

    @asks
    async def action_analyse(self) -> None:
        """Analyse the match in the background by the engine of the player's settings."""
        await self._analyse(chosen=False)

    @asks
    async def action_analyse_by(self) -> None:
        """Ask for an engine and a number of plies, and analyse the match by them in the background."""
        await self._analyse(chosen=True)

    async def _analyse(self, *, chosen: bool) -> None:
        engine, plies = self._workspace.settings.engine, None
        with self.refusals_shown():
            if (match := await self.subject()) is None:
                return
            if chosen:
                kept, _remark = await self._workspace.analyses.kept(match.record, match.path)
                form = AnalysisForm(match.record.header.variant, engine, kept)
                if (choice := await self.app.push_screen_wait(form)) is None:
                    return
                engine, plies = choice
            self._workspace.analyses.begin(*match, engine, plies)
        self.show_analysis()

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(help_screen(self.active_bindings))

    def action_stop_analysis(self) -> None:
        """Stop the analysis; its results so far are saved."""
        self._workspace.analyses.stop()
