"""The built-in engine in pure Python: neural networks for all variants, trained by self-play."""

from collections.abc import Sequence
from dataclasses import replace

from bgterm.engine.adapter import Check
from bgterm.engine.builtin.judge import Judge, known_chances, mean_of
from bgterm.engine.decisions import Evaluator, answered, roll_to_play
from bgterm.engine.protocol import Act, CubeAnswer, EngineAnswer, EngineRequest, Measure, QuestionKind, RankedPlay
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState
from bgterm.rules.moves.base import Play
from bgterm.rules.variants import VARIANTS

_VERSION = "9"
"""The version of the networks, the tables and the cube model."""
CANDIDATES, CLOSE = 4, 0.06
"""The most plays that are looked ahead, and the greatest loss of equity at 0 plies that one of them may have."""
CLOSE_DOUBLE = 0.16
"""Up to this cost at 0 plies, a double is looked ahead."""


class Builtin:
    """The adapter of the built-in engine."""

    name = "builtin"
    label = "Built-in bot"
    variants = frozenset(VARIANTS)
    kinds = frozenset(QuestionKind)
    deepest = 1

    def missing(self) -> None:
        """Return None, because the engine is a part of bgterm."""

    def version(self) -> str:
        """Return the version of the networks, the tables and the cube model."""
        return _VERSION

    def answer(self, question: EngineRequest, check: Check) -> EngineAnswer:
        """Return the answer to a question. Raises EngineError."""
        asked = _BuiltinEvaluator(question, check)
        found = answered(asked, question, self.name, _VERSION)
        if question.kind is not QuestionKind.PLAYS:
            return found
        count = question.count or len(found.plays)
        kept = [
            ranked for place, ranked in enumerate(found.plays) if place < count or ranked.play == asked.included
        ]
        return replace(found, measure=Measure.CUBELESS, plays=tuple(kept))

    def close(self) -> None:
        """Do nothing: the engine has started no program."""


class _BuiltinEvaluator(Evaluator):
    """One question to the built-in engine."""

    def __init__(self, question: EngineRequest, check: Check) -> None:
        """Prepare the question; `check` is called now and then, and raises when the question was cancelled."""
        self.included: Play | None = None
        """The play that leads to the same position as the play that the question demands; None without one."""
        self._question, self._check = question, check
        self._plies = min(question.level.plies, Builtin.deepest)

    def plays(self, match: MatchState) -> Sequence[RankedPlay]:
        """Return all plays of the roll, best first; the demanded play and a few others are looked ahead."""
        legal = roll_to_play(match, Builtin.label)
        judge, player = Judge(match), legal.player
        judged = judge.judged(legal)
        ranked = [RankedPlay(found.play, judge.equity(found.chances, player), found.chances) for found in judged]
        wanted = self._question.including
        if wanted is not None:
            after = legal.board.played(player, wanted)
            self.included = next((found.play for found in judged if found.board == after), None)
        if not self._plies:
            return ranked
        near = sum(play.equity > ranked[0].equity - CLOSE for play in ranked[:CANDIDATES])
        candidates = [found for place, found in enumerate(judged) if place < near or found.play == self.included]
        for found in candidates:
            chances = judge.after_replies(found.board, player)
            ranked[judged.index(found)] = RankedPlay(found.play, judge.equity(chances, player), chances, 1)
            self._check()
        return sorted(ranked, key=lambda play: play.rank, reverse=True)

    def chances(self, match: MatchState) -> CubeAnswer:
        """Return the equities of the cube before a roll.

        A level of 0 plies without noise looks one roll ahead for a take, and for a double with a small cost: such
        decisions are rare, and errors in them cost much.
        """
        found, question = self._chances(match, self._plies), self._question
        if self._plies or question.level.noise:
            return found
        cost = found.no_double - min(found.double_take, found.double_pass)
        close = question.kind is QuestionKind.CUBE and cost < CLOSE_DOUBLE
        return self._chances(match, 1) if close or question.kind is QuestionKind.TAKE else found

    def _chances(self, match: MatchState, plies: int) -> CubeAnswer:
        judge, game = Judge(match), match.game
        player = game.on_roll or Player.WHITE
        rolls = judge.rolls(game.board, player) if plies else []
        looked_ahead = mean_of(rolls) if rolls else judge.before_roll(game.board, player)
        chances = known_chances(game.board, player) or looked_ahead
        stakes = judge.stakes(player)
        after = [(count, judge.cube(game.board, player, best.chances).doubled()) for count, best in rolls]
        lost = sum(count for count, value in after if stakes.normalised(value) > 1) / 36 if rolls else None
        equities = judge.cube_equities(player, chances)
        return CubeAnswer(*equities, 1.0, chances, Act.NO_DOUBLE, plies, market_losers=lost)
