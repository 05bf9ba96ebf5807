"""The analysis of the match that is replayed: read from its file, or made in the background."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from bgterm.catalog import _
from bgterm.formats.record import GameRecord
from bgterm.profile.workspace import Workspace
from bgterm.rules.replay import Replay
from bgterm.tui.screens.pages.page import PageScreen
from bgterm.tui.text_columns import table

if TYPE_CHECKING:
    from bgterm.tui.screens.replay.verdicts import Verdicts


class ReplayAnalysis:
    """The analysis of one match, for its replay."""

    def __init__(self, record: GameRecord, replay: Replay, workspace: Workspace, path: Path | None) -> None:
        """Take the match and the path of its file; None where an analysis cannot be kept."""
        self._record, self._replay, self._workspace, self._path = record, replay, workspace, path
        self.verdicts: Verdicts | None = None
        """The verdicts on the steps, as far as the analysis is made."""

    @property
    def is_possible(self) -> bool:
        """Whether the match can be analysed here."""
        return self._path is not None

    @property
    def is_running(self) -> bool:
        """Whether this match is being analysed."""
        return self._path is not None and self._workspace.analyses.runs(self._path)

    @property
    def is_complete(self) -> bool:
        """Whether all of the match is analysed."""
        return self.verdicts is not None and self.verdicts.analysis.is_complete

    async def load(self) -> str:
        """Read the analysis that is kept; return why it is not used, or nothing."""
        from bgterm.play.analysing import kept_analysis  # loaded on demand

        if self._path is None:
            return ""
        if self.is_running:
            self.update()
            return ""
        about = self._record, self._path, self._workspace.saves
        analysis, remark = await asyncio.to_thread(kept_analysis, *about)
        if analysis and not self.verdicts:
            from bgterm.tui.screens.replay.verdicts import Verdicts  # loaded on demand

            self.verdicts = Verdicts(analysis, self._replay)
        return _(remark) if remark else ""

    def update(self) -> str:
        """Take what the running analysis has found; return the sentence about its end, or nothing."""
        from bgterm.tui.screens.replay.verdicts import Verdicts  # loaded on demand

        analyses = self._workspace.analyses
        if analyses.path != self._path:
            return ""
        if analyses.analysis and (self.verdicts is None or self.verdicts.analysis is not analyses.analysis):
            self.verdicts = Verdicts(analyses.analysis, self._replay)
        return "" if analyses.is_running else analyses.outcome

    def progress(self, *, ascii_only: bool) -> str:
        """Return how far the running analysis of this match is, with a bar; empty where none runs."""
        return self._workspace.analyses.progress(ascii_only=ascii_only) if self.is_running else ""

    def page(self) -> PageScreen:
        """Return the figures of both players, how they are computed, and every mistake."""
        from bgterm.engine.analysis_report import figures, formulas, mistakes  # loaded on demand

        assert self.verdicts is not None  # noqa: S101 - the key is only there with an analysis
        analysis = self.verdicts.analysis
        rows = [*mistakes(analysis.record, analysis.steps, analysis.findings)]
        parts = [
            Content.styled(analysis.engine_line, "bold"),
            table(figures(analysis.record, analysis.findings), right=(1, 2)),
            *([table([[""] * len(rows[0]), *rows])] if rows else []),
            table([["", ""], *formulas()]),
        ]
        return PageScreen(_("The analysis"), Content("\n").join(parts))
