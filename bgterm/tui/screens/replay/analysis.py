"""The analysis of a replayed match, its verdict on each step, and the page of a rollout of a decision."""

import asyncio
from asyncio import to_thread
from collections.abc import Callable, Iterator
from operator import attrgetter
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.binding import BindingType
from textual.content import Content

from bgterm.catalog import N_, _
from bgterm.engine.analysis_report import figures, formulas, mistake
from bgterm.engine.errors import engine_failed
from bgterm.engine.hint import Hint
from bgterm.engine.levels import TRIALS
from bgterm.engine.match_analysis import NO_FAULT, Decision, Luck
from bgterm.engine.messages import action
from bgterm.engine.protocol import Act, RankedPlay
from bgterm.formats.record import GameRecord
from bgterm.notation.plays import play_text
from bgterm.play.analysing import MatchAnalysis
from bgterm.play.analysis_file import kept_path
from bgterm.play.rollouts import Rollout
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.replay import Replay
from bgterm.text.events import LastEvent
from bgterm.text.joining import sentence
from bgterm.tui.board.scene import LastPlay, Scene
from bgterm.tui.input import bind
from bgterm.tui.screens.dialogs import PageScreen, help_screen
from bgterm.tui.screens.pages import MarkedPage, hint_text
from bgterm.tui.widgets.chart import Bars, equity
from bgterm.tui.widgets.text_line import table


class ReplayAnalysis:
    """The analysis of a replayed match as the replay shows it: verdicts by step, figures and rollouts.

    It is the saved one, or the one that runs in the background and still grows.
    """

    def __init__(self, record: GameRecord, replay: Replay, workspace: Workspace, path: Path | None) -> None:
        """Use the match and the path of its file; without a path no analysis can be saved."""
        self._record, self._replay, self._workspace, self._path = record, replay, workspace, path
        self.analysis: MatchAnalysis | None = None
        """The analysis as far as it is complete; None without one."""
        self._better: dict[int, RankedPlay | None] = {}
        """A cache of the better plays by step."""

    @property
    def is_possible(self) -> bool:
        """Whether the match can be analysed, because its file and results have a place to be saved."""
        return self._path is not None

    @property
    def is_running(self) -> bool:
        """Whether an analysis of this match runs in the background."""
        return self._path is not None and self._workspace.analyses.runs(self._path)

    @property
    def is_complete(self) -> bool:
        """Whether the whole match is analysed."""
        return self.analysis is not None and self.analysis.is_complete

    async def load(self) -> str:
        """Read the saved analysis, unless one runs; return why it cannot be used, or an empty text."""
        if self._path is None:
            return ""
        if self.is_running:
            self.update()
            return ""
        analysis, remark = await self._workspace.analyses.kept(self._record, self._path)
        self.analysis = self.analysis or analysis
        return _(remark) if remark else ""

    def update(self) -> str:
        """Use the results of the running analysis so far; once it has ended, return the sentence about that.

        Otherwise return an empty text.
        """
        analyses = self._workspace.analyses
        if analyses.path != self._path:
            return ""
        if analyses.analysis and self.analysis is not analyses.analysis:
            self.analysis = analyses.analysis
            self._better.clear()
        return "" if analyses.is_running else analyses.outcome

    def progress(self) -> str:
        """Return a line with the progress of this match's running analysis and a bar; empty when none runs."""
        workspace = self._workspace
        return workspace.analyses.progress(ascii_only=workspace.ascii_only) if self.is_running else ""

    # The verdicts on a step

    def _decisions(self, step: int) -> list[Decision]:
        """Return the decisions that led to a step; none without an analysis."""
        found = self.analysis.found.get(step, ()) if self.analysis else ()
        return [each for each in found if isinstance(each, Decision)]

    def luck(self, step: int) -> str:
        """Return a phrase with the luck, in equity, of the roll played at a step; empty where it is unknown."""
        found = self.analysis.found.get(step, ()) if self.analysis else ()
        luck = next((each.luck for each in found if isinstance(each, Luck)), None)
        return "" if luck is None else _("luck of the roll {luck:+z.3f}", luck=luck)

    def verdict(self, step: int) -> str:
        """Return sentences about the decisions that led to a step: what each cost, in equity, and what was better.

        Each names the source of its judgement. Empty for a step without a judged decision.
        """
        said = ((_verdict(each), each.source) for each in self._decisions(step))
        return " ".join(f"{verdict} ({source})" if source else verdict for verdict, source in said if verdict)

    # Mistakes

    def _mark(self, step: int) -> str:
        """Return the worst mark of the decisions that led to a step; empty without one."""
        decision = self.decision(step)
        return decision.mark if decision else ""

    def mistake(self, step: int, way: int) -> int | None:
        """Return the next step after `step` with a mistake, or the one before if `way` is negative; else None."""
        steps = range(step + 1, self._replay.last + 1) if way > 0 else range(step - 1, 0, -1)
        return next(filter(self._mark, steps), None)

    def better(self, step: int) -> RankedPlay | None:
        """Return the best play in place of the one made at a step; None if that was the best, or is not judged."""
        play = next((each for each in self._decisions(step) if each.act is Act.PLAY and each.plays), None)
        if play is None or play.cost < NO_FAULT:
            return None
        if step not in self._better:
            best = max(play.plays, key=lambda ranked: ranked.rank)
            legal = legal_plays(self._replay.at(step - 1))
            self._better[step] = best if legal and best.play in legal else None
        return self._better[step]

    def with_better(self, scene: Scene, step: int, best: RankedPlay) -> tuple[str, Scene]:
        """Return a headline with the play `best` and its equity, and `scene` as it would be after that play.

        `scene` is the one of the step at which another play was made.
        """
        turn = self._replay.at(step).shown_game.last_turn
        if turn is None:
            return "", scene
        board, text = turn.board.played(turn.player, best.play), play_text(turn.board, turn.player, best.play)
        note = LastEvent(text, _("Better:"))
        headline = _("Better: {play}, equity {equity:+z.3f}", play=text, equity=best.equity)
        return headline, scene._replace(board=board, last=LastPlay.of(turn, board), note=note)

    # Rollouts

    def decision(self, step: int) -> Decision | None:
        """Return the decision of a step that cost most, of equal ones the last; None if none of it is analysed."""
        return max(self._decisions(step)[::-1], key=attrgetter("cost"), default=None)

    def rollout(self, step: int, decision: Decision | None) -> Rollout | None:
        """Return the rollout of a decision of a step, continuing a saved one; None if only one play was legal.

        Without a `decision`, because the step is not analysed, its last decision is rolled out.
        """
        acted = [*self._replay.steps()][step - 1]
        return Rollout.of(acted, self._workspace.saves.parent / "rollouts", decision.act if decision else None)

    async def judge_anew(self, decision: Decision | None, rollout: Rollout | None) -> None:
        """Replace bgterm's judgement of a decision by that of a finished rollout, and save the analysis.

        Do nothing for a rollout of too few trials, or an analysis of another program. Raises SaveError when it
        cannot be saved.
        """
        analysis, hint = self.analysis, rollout and rollout.hint
        if not (analysis and decision and rollout and hint and self._path) or self.is_running:
            return
        if analysis.head.plies >= 0 and hint.answer.trials >= max(TRIALS, decision.trials):
            path = kept_path(self._record, self._path, self._workspace.saves)
            await asyncio.to_thread(analysis.replace_in, path, rollout.decision(decision))
            self._better.clear()

    # The whole match

    def equities(self, now: int, height: int) -> Bars:
        """Return bars of White's equity after each decision; that of the step `now` is highlighted."""
        moments = [(0, 0.0, ""), *self._moments()]
        present = sum(step <= now for step, _value, _mark in moments) - 1
        return equity([each[1] for each in moments], present, [each[2] for each in moments], height)

    def _moments(self) -> Iterator[tuple[int, float, str]]:
        """Yield each step with a judged decision, White's equity after it, and the worst mark."""
        for step in sorted(self.analysis.found if self.analysis else ()):
            if judged := [each for each in self._decisions(step) if each.plays or each.cube]:
                last = judged[-1]
                value = last.equity - last.cost
                yield step, value if last.player is Player.WHITE else -value, self._mark(step)

    def page(self, now: int, go: Callable[[int], None]) -> PageScreen:
        """Return the page of the analysis: both players' figures, their explanation, and a list of all mistakes.

        The first mistake at the step `now` or later is marked; choosing one calls `go` with its step.
        """
        analysis = self.analysis
        assert analysis is not None  # noqa: S101 - the key is only there with an analysis
        rows = [mistake(analysis.record, analysis.steps, each) for each in analysis.mistakes]
        steps = [each.step for each in analysis.mistakes]
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


def _verdict(decision: Decision) -> str:
    """Return a sentence about a decision; empty for a double that is out of the question."""
    best, cost = action(decision.act, decision.best), f"{decision.mark} {decision.cost:.3f}".strip()
    if decision.act is Act.PLAY:
        if not decision.counts:
            return _("Forced.")
        if decision.cost < NO_FAULT:
            return _("The best play.")
        return _("Costs {cost}: {best} is better.", cost=cost, best=best)
    made = action(decision.act, decision.made)
    if decision.cost >= NO_FAULT:
        return sentence(_("{made} costs {cost}: {best} is right.", made=made, cost=cost, best=best))
    return sentence(_("{made} is right.", made=made)) if decision.counts else ""


class RolloutScreen(PageScreen):
    """The page of the rollout of one decision, updated with each trial.

    Each time it is opened, it adds trials up to the next multiple of the usual number.
    """

    BINDINGS: ClassVar[list[BindingType]] = [bind("question_mark,f1", "help", "help", N_("help"), shown="?")]

    def __init__(self, headline: str, make: Callable[[], Rollout | None]) -> None:
        """Roll out what `make` returns, the decision of the `headline`; None if nothing was decided."""
        self._headline, self._make = Content.styled(headline, "bold"), make
        super().__init__(_("Rollout"), self._so_far)
        self._known: str | Hint = ""
        """The results so far, or a message in their place."""
        self.rollout: Rollout | None = None
        """The rollout, once it has begun."""
        self._trials, self._stopped = 0, False

    def on_mount(self) -> None:
        """Begin or continue the rollout in a thread."""
        self._run()

    def on_unmount(self) -> None:
        """Cancel the trial that runs in a thread."""
        self._stopped = True

    def action_help(self) -> None:
        """Show the keys, while the rollout goes on."""
        self.app.push_screen(help_screen(self.active_bindings))

    @work
    async def _run(self) -> None:
        try:
            self.rollout = await to_thread(self._make)
            if self.rollout is None:
                self._show(_("Only one play was legal."))
                return
            before = self.rollout.hint
            self._trials = ((before.answer.trials if before else 0) // TRIALS + 1) * TRIALS
            self._show(_("The engine is starting."))
            hints = self.rollout.run(self._trials, self._check)
            while hint := await to_thread(next, hints, None):
                self._show(hint)
        except BackgammonError as error:
            self._show(sentence(str(error)))

    def _check(self) -> None:
        if self._stopped:
            raise engine_failed("builtin", "cancelled")

    def _so_far(self, width: int) -> Content:
        """Return the headline and what is known so far."""
        known = self._known
        if isinstance(known, str):
            return Content("\n").join([self._headline, Content(known)])
        number, count = known.answer.trials, self._trials
        end = _("Esc closes; r in the replay continues.")
        if number < count:
            end = _("Trial {number} of {count}. Esc stops; r in the replay continues.", number=number, count=count)
        results = [Content(known.title), Content(), hint_text(known, width), Content(end)]
        return Content("\n").join([self._headline, *results])

    def _show(self, known: str | Hint) -> None:
        self._known = known
        self.on_resize()
