"""Checks whether an engine's answer fits its question: the position, the plays and the numbers."""

from itertools import pairwise
from math import isfinite

from bgterm.engine.errors import wrong_answer
from bgterm.engine.protocol import Act, EngineAnswer, EngineRequest, Probabilities, QuestionKind
from bgterm.rules.legal_plays import legal_plays

_ROUNDING = 1e-4
"""The tolerance for rounded probabilities."""


def check_answer(question: EngineRequest, answer: EngineAnswer) -> None:
    """Raise EngineError unless the answer fits the question."""
    if fault := _fault(question, answer):
        raise wrong_answer(answer.engine, fault)


def _fault(question: EngineRequest, answer: EngineAnswer) -> str:
    """Return a description of the fault, for the log; empty when the answer fits."""
    if answer.id != question.id:
        return f"it answers question {answer.id} instead of {question.id}"
    if answer.position != question.position:
        return f"it answers for {answer.position} instead of {question.position}"
    if not all(_possible(part.probabilities) for part in (*answer.plays, answer.cube) if part):
        return "its probabilities are impossible"
    equities = [ranked.equity for ranked in answer.plays]
    if not all(map(isfinite, [*equities, *(answer.cube.equities if answer.cube else ())])):
        return "its equities are not numbers"
    if question.kind is QuestionKind.PLAYS:
        return _fault_of_plays(question, answer)
    if question.kind is QuestionKind.RESIGN:
        return _fault_of_resignation(question, answer)
    if answer.cube is None:
        return "it has no answer for the cube"
    act = answer.cube.action
    fits = act is Act.NO_DOUBLE if question.kind is QuestionKind.ANALYSE else act.kind is question.kind
    return "" if fits else "its action is of another question"


def _fault_of_plays(question: EngineRequest, answer: EngineAnswer) -> str:
    legal = legal_plays(question.match())
    if legal is None or not answer.plays or answer.recommended is None:
        return "it has no play"
    for play in (*(ranked.play for ranked in answer.plays), answer.recommended):
        if play not in legal:
            return f"{' '.join(map(str, play))} is not legal"
    if question.including is None:
        return ""
    wanted = legal.canonical(question.including)
    if wanted in (legal.canonical(ranked.play) for ranked in answer.plays):
        return ""
    return f"{' '.join(map(str, question.including))} is not among its plays"


def _fault_of_resignation(question: EngineRequest, answer: EngineAnswer) -> str:
    if answer.resign is None:
        return "it has no answer for the resignation"
    offered = question.match().game.pending is not None
    return "" if offered == (answer.resign.accept is not None) else "it answers no offer"


def _possible(chances: Probabilities) -> bool:
    """Return whether these are probabilities, and none exceeds that of an outcome that includes it."""
    won = (0.0, chances.win_backgammon, chances.win_gammon, chances.win, 1.0)
    lost = (0.0, chances.lose_backgammon, chances.lose_gammon, 1.0 - chances.win, 1.0)
    return all(less <= more + _ROUNDING for side in (won, lost) for less, more in pairwise(side))
