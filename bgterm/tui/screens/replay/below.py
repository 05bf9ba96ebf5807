"""The lines and charts below the board of a replay."""

from functools import partial

from textual.app import ComposeResult
from textual.containers import Vertical

from bgterm.tui.screens.replay.analysis import ReplayAnalysis
from bgterm.tui.screens.replay.step import ReplayStep
from bgterm.tui.widgets.chart import BarChart, race
from bgterm.tui.widgets.text_line import Line

_CHARTS = {56: 7, 36: 5}
"""The rows of the equity chart, by the fewest rows of the window; 2 in a lower one."""


class Below(Vertical):
    """The event and the race; with an analysis, the verdict on the event and the equity in place of the race."""

    DEFAULT_CSS = """
    Below { height: auto; padding: 0 1; margin-bottom: 1; }
    Below #headline { text-style: bold; }
    Below #verdict, Below #equity { display: none; }
    Below.-analysing #verdict, Below.-analysed #verdict, Below.-analysed #equity { display: block; }
    Below.-analysed #race { display: none; }
    Below.-analysing, Below.-analysed { margin-bottom: 0; }
    Below.-tall { margin-bottom: 1; }
    """

    def __init__(self) -> None:
        """Make the lines and the charts, empty."""
        self.headline, self._verdict = Line(id="headline"), Line(id="verdict")
        self._equity = BarChart(id="equity")
        self._race = BarChart(id="race")
        super().__init__()

    def compose(self) -> ComposeResult:
        """Yield the parts."""
        yield from (self.headline, self._verdict, self._equity, self._race)

    def lay_out(self, height: int, *, analysed: bool) -> int:
        """Lay out for a window of so many rows; return how many rows more than usual are needed."""
        rows = next((rows for least, rows in _CHARTS.items() if height >= least), 2)
        self.set_class(analysed, "-analysed")
        self.set_class(analysed and rows > 2, "-tall")
        self._equity.styles.height = rows
        return rows - 1 if self.has_class("-tall") else 0

    def show(self, step: ReplayStep, headline: str, analysis: ReplayAnalysis) -> None:
        """Show a step under its headline, with what an analysis says of it."""
        self.headline.show(headline)
        self._race.tell(partial(race, *step.pips()))
        self.show_analysis(step, analysis)

    def show_analysis(self, step: ReplayStep, analysis: ReplayAnalysis) -> None:
        """Show the progress of the analysis, its verdict on the step, and the equity over the match."""
        self.set_class(analysis.is_running, "-analysing")
        self._verdict.show("  ".join(filter(None, [analysis.progress(), analysis.verdict(step.number)])))
        self._equity.tell(partial(analysis.equities, step.number))
