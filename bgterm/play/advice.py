"""Hints and the tutor: an engine's recommendations to the players of one terminal, without a screen."""

from logging import WARNING

from bgterm.catalog import _
from bgterm.editing.turn_draft import Draft
from bgterm.engine.hint import MOST, Hint, kind_of_decision
from bgterm.engine.levels import WORLD_CLASS
from bgterm.engine.match_analysis import best_act, worth_of_acts
from bgterm.engine.messages import action as action_text
from bgterm.engine.messages import tutor_question
from bgterm.engine.protocol import Act, EngineAnswer, EngineRequest, QuestionKind
from bgterm.notation.plays import play_text
from bgterm.play.actions.looking import may_hint
from bgterm.play.actions.turn import CONFIRM, END_TURN
from bgterm.play.participant import Action, Participant
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import MatchState
from bgterm.storage.log import log
from bgterm.text.joining import sentence

_ACTS = {"roll": Act.NO_DOUBLE, "double": Act.DOUBLE, "take": Act.TAKE, "pass": Act.PASS, "beaver": Act.BEAVER}
"""The decisions about the cube, by the ids of their actions."""


def kind_of_hint(here: Participant) -> QuestionKind | None:
    """Return the kind of decision that a hint would be about; None when there is nothing to decide."""
    return kind_of_decision(here.view.can) if may_hint(here) else None


async def ask(here: Participant, match: MatchState, kind: QuestionKind, count: int = MOST) -> Hint:
    """Return the engine's hint for the decision. Raises EngineError, NotationError."""
    return Hint(match, kind, await here.venue.advise(EngineRequest.of(match, kind, WORLD_CLASS, count)))


class Tutor:
    """An engine that judges each decision before it is made, until the engine fails."""

    def __init__(self, here: Participant) -> None:
        """Judge the decisions of the players here."""
        self._here, self._works = here, True

    def concerns(self, action: Action) -> bool:
        """Return whether an action makes a decision that the tutor can judge."""
        match kind_of_hint(self._here):
            case QuestionKind.PLAYS:
                draft = self._here.drafted
                return self._works and action in (END_TURN, CONFIRM) and draft.complete and not draft.forced
            case QuestionKind.CUBE | QuestionKind.TAKE:
                return self._works and action.id in _ACTS
            case _:
                return False

    async def question(self, action: Action, limit: float) -> str:
        """Return the question about a decision that loses more than `limit`, or a report of a failure."""
        try:
            return await self._fault(action, limit)
        except BackgammonError as error:
            log("tutor failed", WARNING, reason=str(error))
            self._works = False
            return _("{reason} The tutor is off for this match.", reason=sentence(str(error)))

    async def _fault(self, action: Action, limit: float) -> str:
        """Return the question about a decision that loses more than `limit`, or nothing. Raises EngineError."""
        match, draft = self._here.view.match, self._here.view.draft
        kind = kind_of_hint(self._here) or QuestionKind.PLAYS
        answer = (await ask(self._here, match, kind, 0)).answer
        loss, best = 0.0, ""
        if draft and answer.plays:
            loss, best = (
                _loss(draft, answer),
                play_text(draft.plays.board, draft.plays.player, answer.plays[0].play),
            )
        elif answer.cube:
            act, worth = _ACTS[action.id], worth_of_acts(kind, answer.cube, match)
            better = best_act(worth, act)
            loss, best = worth[better] - worth[act], action_text(better, better.value)
        return tutor_question(loss, best) if loss > limit else ""


def _loss(draft: Draft, answer: EngineAnswer) -> float:
    """Return the equity that the draft loses to the best play; 0 if the engine did not analyse its play."""
    start, player = draft.plays.board, draft.plays.player
    made = (ranked.equity for ranked in answer.plays if start.played(player, ranked.play) == draft.board)
    return answer.plays[0].equity - next(made, answer.plays[0].equity)
