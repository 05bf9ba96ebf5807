"""The analysis of a replayed match: read from its file, or made in the background."""

import asyncio
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from bgterm.catalog import _
from bgterm.engine.levels import TRIALS
from bgterm.formats.record import GameRecord
from bgterm.profile.workspace import Workspace
from bgterm.rules.replay import Replay
from bgterm.tui.screens.pages.marked import MarkedPage
from bgterm.tui.screens.pages.page import PageScreen
from bgterm.tui.text_columns import table

if TYPE_CHECKING:
    from bgterm.engine.match_analysis import Decision
    from bgterm.play.rollouts import KeptRollout
    from bgterm.tui.screens.replay.verdicts import Verdicts


class ReplayAnalysis:
    """The analysis of one match, as its replay shows it."""

    def __init__(self, record: GameRecord, replay: Replay, workspace: Workspace, path: Path | None) -> None:
        """Use the match and the path of its file; without a path no analysis can be saved."""
        self._record, self._replay, self._workspace, self._path = record, replay, workspace, path
        self.verdicts: Verdicts | None = None
        """The verdicts on the steps, as far as they are analysed; None without an analysis."""

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
        """Whether the whole match is analysed."""
        return self.verdicts is not None and self.verdicts.analysis.is_complete

    async def load(self) -> str:
        """Read the saved analysis; return why it is not used, or an empty text."""
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
        """Update the verdicts from the running analysis; return a sentence about its end, or an empty text."""
        from bgterm.tui.screens.replay.verdicts import Verdicts  # loaded on demand

        analyses = self._workspace.analyses
        if analyses.path != self._path:
            return ""
        if analyses.analysis and (self.verdicts is None or self.verdicts.analysis is not analyses.analysis):
            self.verdicts = Verdicts(analyses.analysis, self._replay)
        return "" if analyses.is_running else analyses.outcome

    def progress(self) -> str:
        """Return the progress of this match's running analysis, with a bar; empty when none is running."""
        workspace = self._workspace
        return workspace.analyses.progress(ascii_only=workspace.ascii_only) if self.is_running else ""

    def decision(self, step: int) -> "Decision | None":
        """Return the decision of a step that cost most, the last of equal ones; None without an analysis of it."""
        decisions = self.verdicts.decisions(step)[::-1] if self.verdicts else []
        return max(decisions, key=attrgetter("cost"), default=None)

    def rollout(self, step: int, decision: "Decision | None") -> "KeptRollout | None":
        """Return the rollout of this or the last decision of a step; None if there was no choice."""
        from bgterm.play.rollouts import KeptRollout  # loaded on demand

        acted = [*self._replay.steps()][step - 1]
        return KeptRollout.of(acted, self._workspace.saves.parent / "rollouts", decision.act if decision else None)

    async def judge_anew(self, decision: "Decision | None", rollout: "KeptRollout | None") -> None:
        """Judge a decision of bgterm's analysis by a whole rollout, and save that. Raises SaveError."""
        from bgterm.play.analysis_file import kept_path  # loaded on demand
        from bgterm.tui.screens.replay.verdicts import Verdicts  # loaded on demand

        analysis, hint = self.verdicts and self.verdicts.analysis, rollout and rollout.hint
        if not (analysis and decision and rollout and hint and self._path) or self.is_running:
            return
        if analysis.head.plies >= 0 and hint.answer.trials >= max(TRIALS, decision.trials):
            path = kept_path(self._record, self._path, self._workspace.saves)
            await asyncio.to_thread(analysis.replace_in, path, rollout.decision(decision))
            self.verdicts = Verdicts(analysis, self._replay)

    def page(self, now: int, go: Callable[[int], None]) -> PageScreen:
        """Return the page with both players' figures, their explanation, and all mistakes; `go` goes to a step.

        The mistake at the step `now`, or the next one, is marked.
        """
        from bgterm.engine.analysis_report import figures, formulas, mistakes  # loaded on demand
        from bgterm.engine.match_analysis import Decision  # loaded on demand

        assert self.verdicts is not None  # noqa: S101 - the key is only there with an analysis
        analysis = self.verdicts.analysis
        rows = [*mistakes(analysis.record, analysis.steps, analysis.findings)]
        steps = [each.step for each in analysis.findings if isinstance(each, Decision) and each.mark]
        engine, ratings = Content.styled(analysis.title, "bold"), figures(analysis.record, analysis.findings)
        above = Content("\n").join([engine, table(ratings, right=(1, 2)), Content()])
        below = table([["", ""], *formulas()])
        if not rows:
            return PageScreen(_("The analysis"), Content("\n").join([above, below]))
        listed = table([[""] * len(rows[0]), *rows]).split("\n")[1:]
        marked = next((number for number, step in enumerate(steps) if step >= now), len(steps) - 1)
        return MarkedPage(
            _("The analysis"), lambda _width: (above, listed), below, marked, lambda number: go(steps[number])
        )
