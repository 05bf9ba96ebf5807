"""The built-in engine in pure Python: neural networks for all variants, trained by self-play."""

from collections.abc import Sequence
from dataclasses import replace

from bgterm.engine.adapter import Adapter
from bgterm.engine.builtin.judge import Judge, close_plays, mean_of
from bgterm.engine.builtin.tables import known_chances
from bgterm.engine.protocol import Act, CubeAnswer, EngineAnswer, EngineRequest, Measure, QuestionKind, RankedPlay
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.variants import VARIANTS

_VERSION = "12"
"""The version of the networks, the tables and the cube model."""
CANDIDATES, CLOSE = 4, 0.06
"""The most plays that are looked ahead, and the greatest loss of equity at 0 plies that one of them may have."""
CLOSE_DOUBLE = 0.16
"""Up to this cost at 0 plies, a double is looked ahead."""


class Builtin(Adapter):
    """The adapter of the built-in engine."""

    name = "builtin"
    label = "Built-in bot"
    variants = frozenset(VARIANTS)
    deepest = 1

    def version(self) -> str:
        """Return the version that names the networks, the tables and the cube model together."""
        return _VERSION

    def answer(self, question: EngineRequest) -> EngineAnswer:
        """Return the answer to a question. Raises EngineError."""
        found = super().answer(question)
        return replace(found, measure=Measure.CUBELESS) if question.kind is QuestionKind.PLAYS else found

    def plays(
        self, question: EngineRequest, match: MatchState, legal: LegalPlays, wanted: Play | None
    ) -> Sequence[RankedPlay]:
        """Return all plays of the roll, best first; only the `wanted` one and a few others are looked ahead."""
        judge, player = Judge(match), legal.player
        ranked = judge.ranked(legal)
        for each in close_plays(ranked, CANDIDATES, CLOSE, wanted) if question.level.plies else ():
            chances = judge.after_replies(legal.board.played(player, each.play), player)
            ranked[ranked.index(each)] = RankedPlay(each.play, judge.equity(chances, player), chances, 1)
        return sorted(ranked, key=lambda play: play.rank, reverse=True)

    def chances(self, question: EngineRequest, match: MatchState) -> CubeAnswer:
        """Return the equities of the cube before a roll.

        At 0 plies without noise, takes and close doubles are looked ahead by one roll all the same: such decisions
        are rare, and errors in them cost much.
        """
        plies = min(question.level.plies, self.deepest)
        found = _chances(match, plies)
        if plies or question.level.noise:
            return found
        cost = found.no_double - min(found.double_take, found.double_pass)
        close = question.kind is QuestionKind.CUBE and cost < CLOSE_DOUBLE
        return _chances(match, 1) if close or question.kind is QuestionKind.TAKE else found


def _chances(match: MatchState, plies: int) -> CubeAnswer:
    judge, game = Judge(match), match.game
    player = game.on_roll or Player.WHITE
    rolls = judge.rolls(game.board, player) if plies else []
    looked_ahead = mean_of(rolls) if rolls else judge.before_roll(game.board, player)
    chances = known_chances(game.board, player) or looked_ahead
    stakes = judge.stakes[player]
    after = [(count, judge.cube(game.board, player, best.probabilities).doubled()) for count, best in rolls]
    lost = sum(count for count, value in after if stakes.normalised(value) > 1) / 36 if rolls else None
    equities = judge.cube_equities(player, chances)
    return CubeAnswer(*equities, 1.0, chances, Act.NO_DOUBLE, plies, market_losers=lost)
