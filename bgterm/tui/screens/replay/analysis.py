"""The analysis of a replayed match: read from its file, or made in the background."""

import asyncio
from collections.abc import Callable, Sequence
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region

from bgterm.catalog import N_, _
from bgterm.engine.levels import TRIALS
from bgterm.formats.record import GameRecord
from bgterm.profile.workspace import Workspace
from bgterm.rules.replay import Replay
from bgterm.tui.input.bindings import bind
from bgterm.tui.screens.pages.page import PageScreen
from bgterm.tui.text_columns import hanging, table

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
        engine, ratings = Content.styled(analysis.engine_line, "bold"), figures(analysis.record, analysis.findings)
        above = Content("\n").join([engine, table(ratings, right=(1, 2)), Content()])
        below = table([["", ""], *formulas()])
        if not rows:
            return PageScreen(_("The analysis"), Content("\n").join([above, below]))
        listed = table([[""] * len(rows[0]), *rows]).split("\n")[1:]
        marked = next((number for number, step in enumerate(steps) if step >= now), len(steps) - 1)
        return MistakesScreen(above, listed, below, marked, lambda number: go(steps[number]))


class MistakesScreen(PageScreen):
    """The page of an analysis; arrows mark a mistake, and Enter goes to it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "go", "mistake-go", N_("go there"), shown="Enter", rank=1),
        bind("down,j", "walk(1)", "mistake-down", N_("mistake"), shown="up/down"),
        bind("up,k", "walk(-1)", "mistake-up"),
    ]

    def __init__(
        self, above: Content, mistakes: Sequence[Content], below: Content, marked: int, go: Callable[[int], None]
    ) -> None:
        """Make a page of the mistakes between two texts; `go` is called with the number of the chosen one."""
        super().__init__(_("The analysis"), above)
        self._above, self._mistakes, self._below, self._marked, self._go = above, mistakes, below, marked, go
        self._text = self._whole

    @property
    def _whole(self) -> Content:
        rows = [row.stylize("bold reverse") if n == self._marked else row for n, row in enumerate(self._mistakes)]
        return Content("\n").join([self._above, *rows, self._below])

    def action_walk(self, by: int) -> None:
        """Mark the next or the previous mistake, and scroll to it."""
        self._marked = (self._marked + by) % len(self._mistakes)
        self._text = self._whole
        self.on_resize()
        width, page = self.text_width, self.query_one(VerticalScroll)
        before = Content("\n").join([self._above, *self._mistakes[: self._marked]])
        y = hanging(before, width, self.indent).plain.count("\n") + 1
        page.scroll_to_region(Region(0, y, 1, 1), animate=False)

    def action_go(self) -> None:
        """Go to the marked mistake."""
        self.dismiss()
        self._go(self._marked)
