"""The verdicts of an analysis on the steps of a replay."""

from collections.abc import Iterator

from bgterm.catalog import _
from bgterm.engine.match_analysis import NO_FAULT, Decision, Luck
from bgterm.engine.messages import action
from bgterm.engine.protocol import Act, RankedPlay
from bgterm.notation.plays import play_text
from bgterm.play.analysing import MatchAnalysis
from bgterm.rules.board import Player
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.replay import Replay
from bgterm.text.events import LastEvent
from bgterm.text.joining import sentence
from bgterm.tui.board.scene import LastPlay, Scene
from bgterm.tui.widgets.chart import Bars, equity


class Verdicts:
    """The findings of an analysis by step, which may still grow."""

    def __init__(self, analysis: MatchAnalysis, replay: Replay) -> None:
        """Take an analysis of the match of the replay."""
        self.analysis, self._replay = analysis, replay
        self._better: dict[int, RankedPlay | None] = {}
        """A cache of the better plays by step."""

    def decisions(self, step: int) -> list[Decision]:
        """Return the decisions that led to this step."""
        return [each for each in self.analysis.found.get(step, ()) if isinstance(each, Decision)]

    def luck(self, step: int) -> str:
        """Return the luck of the roll played at this step; empty where it is unknown."""
        luck = next((each.luck for each in self.analysis.found.get(step, ()) if isinstance(each, Luck)), None)
        return "" if luck is None else _("luck of the roll {luck:+z.3f}", luck=luck)

    def of(self, step: int) -> str:
        """Return the cost of the decisions that led to this step, and the better ones."""
        return " ".join(filter(None, map(_with_level, self.decisions(step))))

    # Mistakes

    def _mark(self, step: int) -> str:
        """Return the worst mark of the decisions that led to this step; empty without one."""
        return max((each.mark for each in self.decisions(step)), key=_MARKS.index, default="")

    def mistake(self, step: int, way: int) -> int | None:
        """Return the next step with a mistake, or the previous one if `way` is negative; None without one."""
        steps = range(step + 1, self._replay.last + 1) if way > 0 else range(step - 1, 0, -1)
        return next(filter(self._mark, steps), None)

    def better(self, step: int) -> RankedPlay | None:
        """Return the best play if another one was made at this step; else None."""
        play = next((each for each in self.decisions(step) if each.act is Act.PLAY and each.plays), None)
        if play is None or play.cost < NO_FAULT:
            return None
        if step not in self._better:
            best = max(play.plays, key=lambda ranked: ranked.rank)
            legal = legal_plays(self._replay.at(step - 1))
            self._better[step] = best if legal and best.play in legal else None
        return self._better[step]

    def better_line(self, step: int, best: RankedPlay) -> str:
        """Return the best play and its equity as text."""
        turn = self._replay.at(step).shown_game.last_turn
        text = play_text(turn.board, turn.player, best.play) if turn else ""
        return _("Better: {play}, equity {equity:+z.3f}", play=text, equity=best.equity)

    def better_scene(self, scene: Scene, step: int, best: RankedPlay) -> Scene:
        """Return the scene of a step with the best play in place of the actual one."""
        turn = self._replay.at(step).shown_game.last_turn
        if turn is None:
            return scene
        board = turn.board.played(turn.player, best.play)
        note = LastEvent(play_text(turn.board, turn.player, best.play), _("Better:"))
        return scene._replace(board=board, last=LastPlay.of(turn, board), note=note)

    # The chart

    def equities(self, now: int, height: int) -> Bars:
        """Return bars of the equity after each decision of the match; `now` is the current step."""
        moments = [(0, 0.0, ""), *self._moments()]
        present = sum(step <= now for step, _value, _mark in moments) - 1
        return equity([each[1] for each in moments], present, [each[2] for each in moments], height)

    def _moments(self) -> Iterator[tuple[int, float, str]]:
        """Yield each step with a judged decision, White's equity after it, and the worst mark."""
        for step in sorted(self.analysis.found):
            if judged := [each for each in self.decisions(step) if each.plays or each.cube]:
                last = judged[-1]
                value = last.equity - last.cost
                yield step, value if last.player is Player.WHITE else -value, self._mark(step)


_MARKS = ("", "?!", "?", "??")
"""The marks of mistakes, the worst last."""


def _with_level(decision: Decision) -> str:
    """Return a sentence about a decision, with the level of another program or the trials that judged it."""
    said = _verdict(decision)
    return f"{said} ({decision.source})" if said and decision.source else said


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
