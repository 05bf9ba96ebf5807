"""Decisions from equities and chances, for every engine: noise, the cube and resignations."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from bgterm.catalog import _
from bgterm.engine import protocol
from bgterm.engine.builtin.stakes import stakes_of
from bgterm.engine.errors import engine_failed
from bgterm.rules.board import Player
from bgterm.rules.choices import why_not_double
from bgterm.rules.cube import may_beaver
from bgterm.rules.games import started_here
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import Ending, MatchState, Win, result_of, wins_of
from bgterm.rules.moves.base import LegalPlays, Play

_LOST = 0.001
"""The chance to win up to which a game is resigned."""
_ROUNDING = 1e-9
"""The difference of two values that counts as none."""
_CERTAIN = 0.99
"""The chance of a gammon or backgammon from which it is offered as the resignation."""


def roll_to_play(match: MatchState, engine: str) -> LegalPlays:
    """Return the legal plays of the roll. Raises EngineFailed when there is no roll to play."""
    legal = legal_plays(match)
    if legal is None:
        raise engine_failed(engine, _("no roll is to be played"))
    return legal


def before_double(match: MatchState) -> MatchState:
    """Return the match before the double that is to be answered, and before the roll."""
    cube = match.game.cube.before_double(match.game.raises, match.game.on_roll)
    return started_here(match, dice=None, doubled=False, raises=0, cube=cube)


def recommended_play(question: protocol.EngineRequest, plays: Sequence[protocol.RankedPlay]) -> Play:
    """Return the play to make at the level of the question: the best after noise is added to each equity.

    Plays that were looked ahead less than the first are left out, because their equities cannot be compared.
    """
    random = _random(question)
    comparable = [ranked for ranked in plays if ranked.plies == plays[0].plies]
    return max(comparable, key=lambda ranked: ranked.equity + random.gauss(0.0, question.level.noise)).play


def cube_answer(
    question: protocol.EngineRequest, evaluate: Callable[[MatchState], protocol.CubeAnswer]
) -> protocol.CubeAnswer:
    """Return the answer about the cube; `evaluate` returns the equities before the double and before the roll."""
    random, match = _random(question), question.match()
    found = evaluate(before_double(started_here(match, pending=None)))
    no_double, take, drop = (equity + random.gauss(0.0, question.level.noise) for equity in found.equities)
    if question.kind is protocol.QuestionKind.TAKE:
        action = _reply(match, take)
    else:
        may_double = why_not_double(match, match.game.on_roll or Player.WHITE) is None
        double = may_double and min(take, drop) >= no_double
        action = protocol.Act.DOUBLE if double else protocol.Act.NO_DOUBLE
    return replace(found, action=action)


def _reply(match: MatchState, take: float) -> protocol.Act:
    """Return the answer to a double, a beaver or a raccoon, from the equity of a take for the first doubler.

    Each beaver doubles the equities of both answers, so the same limits apply to all of them. [RULES A-63]
    """
    raises = match.game.raises
    lost, worse_for_opponent = (take < -1, take > 0) if raises % 2 else (take > 1, take < 0)
    if worse_for_opponent and may_beaver(match.ruleset, raises):
        return protocol.Act.BEAVER
    return protocol.Act.PASS if lost else protocol.Act.TAKE


def resign_answer(match: MatchState, on_roll: protocol.Probabilities) -> protocol.ResignAnswer:
    """Return the resignation to offer, or whether to accept one, from the chances of the player on roll.

    A resignation is accepted when it is worth at least as much as playing on without the cube. One is offered when
    the game is surely lost, and surely as a single game, a gammon or a backgammon.
    """
    player = match.to_act or match.game.on_roll or Player.WHITE
    chances = on_roll if player is match.game.on_roll else on_roll.inverted
    if offer := match.game.resignation:
        stakes, points = stakes_of(match, player), result_of(match, player, offer.win, Ending.RESIGNED).points
        return protocol.ResignAnswer(accept=stakes.value(points) > stakes.cubeless(chances) - _ROUNDING)
    undecided = max(min(chance, 1 - chance) for chance in (chances.lose_gammon, chances.lose_backgammon))
    if chances.win > _LOST or undecided > 1 - _CERTAIN:
        return protocol.ResignAnswer()
    lost = 1 + (chances.lose_gammon > _CERTAIN) + (chances.lose_backgammon > _CERTAIN)
    return protocol.ResignAnswer(offer=min(Win(lost), max(wins_of(match.variant, match.ruleset))))


def _random(question: protocol.EngineRequest) -> Random:
    """Return the source of noise for a question, which is the same for equal questions."""
    return Random(f"{question.seed}:{question.kind.value}:{question.position}")  # noqa: S311 - no secret
