"""The form for the engine of an analysis and the plies that it looks ahead."""

from collections.abc import Iterator

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bgterm.catalog import N_, _
from bgterm.engine.adapter import installed_engines
from bgterm.engine.errors import no_engine
from bgterm.engine.levels import DEFAULT_PLIES, MAX_PLIES
from bgterm.engine.protocol import QuestionKind
from bgterm.play.analysing import MatchAnalysis
from bgterm.rules.variants import Variant
from bgterm.tui.screens.dialogs import FormDialog
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import Field, Group, Values

_COMPLETE = N_("Analysed by {engine}. Another choice replaces this analysis.")
_PARTLY = N_(
    "Partly analysed by {engine}. The analysis continues with the same engine, version and plies, and starts over "
    "with any other."
)


class AnalysisForm(FormDialog[tuple[str, int]]):
    """A form for the engine and plies of an analysis, with a note on the existing analysis."""

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
        """Yield a note on the existing analysis and its fate."""
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
        return Form([Group("", fields)], values, button=_("Analyse"))


def _chosen(values: Values) -> tuple[str, int]:
    """Return the engine and the number of plies that were chosen."""
    return str(values["engine"]), int(values["plies"])
