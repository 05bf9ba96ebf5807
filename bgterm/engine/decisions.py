"""Decisions from equities and chances, for every engine: noise, the cube and resignations."""

from collections.abc import Sequence
from random import Random

from bgterm.engine.protocol import CubeAction, CubeAnswer, Kind, Probabilities, Question, RankedPlay, ResignAnswer
from bgterm.rules.board import Player
from bgterm.rules.cube import may_beaver
from bgterm.rules.match import Match, Resignation, Win
from bgterm.rules.moves.base import Play
from bgterm.rules.scoring import counts_as_single, wins_of

_LOST = 0.001
"""The chance to win at which a game is given up."""
_CERTAIN = 0.99
"""The chance of a gammon at which it is offered with the game."""


def recommended(question: Question, plays: Sequence[RankedPlay]) -> Play:
    """Return the play to make at the level of the question: the best after noise is added to each equity.

    Plays that were looked ahead less than the first are left out: their equities do not compare.
    """
    random = _random(question)
    comparable = [ranked for ranked in plays if ranked.plies == plays[0].plies]
    return max(comparable, key=lambda ranked: ranked.equity + random.gauss(0.0, question.level.noise)).play


def cube_answer(
    question: Question,
    equities: tuple[float, float, float],
    chances: Probabilities,
    plies: int,
) -> CubeAnswer:
    """Return the answer for the cube: `equities` are those of no double, of a double taken and of one passed."""
    random = _random(question)
    no_double, take, drop = (equity + random.gauss(0.0, question.level.noise) for equity in equities)
    if question.kind is Kind.TAKE:
        action = _reply(question.match(), take)
    else:
        action = CubeAction.DOUBLE if min(take, drop) >= no_double else CubeAction.NO_DOUBLE
    return CubeAnswer(*equities, chances, action, plies)


def _reply(match: Match, take: float) -> CubeAction:
    """Return the answer to a double, a beaver or a raccoon, by what a take is worth to the player who doubled.

    Each beaver doubles what both answers cost, so that the same limits apply to all of them. [RULES A-63]
    """
    raises = match.game.raises
    lost, worse_for_opponent = (take < -1, take > 0) if raises % 2 else (take > 1, take < 0)
    if worse_for_opponent and may_beaver(match.ruleset, raises):
        return CubeAction.BEAVER
    return CubeAction.PASS if lost else CubeAction.TAKE


def resign_answer(match: Match, on_roll: Probabilities) -> ResignAnswer:
    """Return what to resign or whether to accept a resignation, by the chances of the player on roll.

    A resignation is accepted when it is worth as much as playing on without the cube; one is offered when the
    game is lost and it is certain how.
    """
    player = match.to_act or match.game.on_roll or Player.WHITE
    chances = on_roll if player is match.game.on_roll else inverted(on_roll)
    offer = match.game.pending
    if isinstance(offer, Resignation):
        return ResignAnswer(accept=_points(match, player, offer.win) >= _expected(match, player, chances))
    if chances.win > _LOST or _undecided(chances) > 1 - _CERTAIN:
        return ResignAnswer()
    lost = 1 + (chances.lose_gammon > _CERTAIN) + (chances.lose_backgammon > _CERTAIN)
    return ResignAnswer(offer=min(Win(lost), max(wins_of(match.variant, match.ruleset))))


def _undecided(chances: Probabilities) -> float:
    """Return how far it is from certain how a lost game is lost."""
    return max(min(chance, 1 - chance) for chance in (chances.lose_gammon, chances.lose_backgammon))


def inverted(chances: Probabilities) -> Probabilities:
    """Return the chances of the other player."""
    return Probabilities(
        1 - chances.win,
        chances.lose_gammon,
        chances.lose_backgammon,
        chances.win_gammon,
        chances.win_backgammon,
    )


def _expected(match: Match, player: Player, chances: Probabilities) -> float:
    """Return how many points the game is worth to the player if the cube is not turned again."""
    mine = (chances.win, chances.win_gammon, chances.win_backgammon)
    theirs = (1 - chances.win, chances.lose_gammon, chances.lose_backgammon)
    return _worth(match, player, mine) - _worth(match, player.opponent, theirs)


def _worth(match: Match, winner: Player, at_least: tuple[float, ...]) -> float:
    """Return the expected points of a winner with these chances of at least a single, a gammon, a backgammon."""
    steps = zip(at_least, (0, *Win), Win, strict=False)
    return sum(
        chance * (_points(match, winner, win) - (_points(match, winner, Win(less)) if less else 0))
        for chance, less, win in steps
    )


def _points(match: Match, winner: Player, win: Win) -> int:
    """Return what a win counts, no more than the winner needs. [RULES A-66, A-75]"""
    points = match.game.cube.value * (1 if counts_as_single(match) else win)
    return min(points, match.need(winner)) if match.ruleset.length else points


def _random(question: Question) -> Random:
    """Return the source of the noise of a question: the same for the same question."""
    return Random(f"{question.seed}:{question.kind.value}:{question.position}")  # noqa: S311 - no secret
