"""Hints at a match: an engine says which play or which action with the cube it recommends.

As a tutor it asks once before a decision is made that loses much.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from logging import WARNING
from typing import Protocol

from bgterm.catalog import _
from bgterm.editing.turn_draft import Draft
from bgterm.engine.analysis_report import action as action_text
from bgterm.engine.levels import WORLD_CLASS
from bgterm.engine.match_analysis import Act, best_act, worth_of_acts
from bgterm.engine.messages import cube_hint, play_hint, resignation_hint, tutor_question
from bgterm.engine.protocol import EngineAnswer, EngineRequest, QuestionKind
from bgterm.notation.plays import play_text
from bgterm.play.actions.looking import may_hint
from bgterm.play.actions.turn import END_TURN
from bgterm.play.participant import Action, Change, Participant
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Match
from bgterm.rules.moves.base import Play
from bgterm.storage.log import log
from bgterm.text.joining import sentence

_MOST = 5
"""How many plays are shown."""
_ACTS = {"roll": Act.NO_DOUBLE, "double": Act.DOUBLE, "take": Act.TAKE, "pass": Act.PASS, "beaver": Act.BEAVER}
"""The decisions about the cube, by the ids of the actions that make them."""


class HintDisplay(Protocol):
    """The screen that shows hints."""

    @property
    def mistake(self) -> float:
        """How much a decision may lose before the tutor asks."""

    def begin_task(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Do something in the background; an error that it raises ends the app."""

    def notify_line(self, text: str) -> None:
        """Show a notice until the match goes on."""

    def edit(self, change: Change) -> None:
        """Change the draft, and show it."""

    def confirm_mistake(self, question: str, end: Callable[[], None]) -> None:
        """Ask whether a decision is made all the same; `end` makes it."""


class Hints:
    """The hints for the present decision: the first key asks the engine, each further one shows the next play."""

    def __init__(self, here: Participant, display: HintDisplay) -> None:
        """Begin without a hint."""
        self._here, self._display = here, display
        self._match: Match | None = None
        self._kind, self._next = QuestionKind.PLAYS, 0
        self._answer: EngineAnswer | None = None
        self._tutors = True
        """Whether the tutor is asked: until the engine has failed."""
        self._thought: asyncio.Task[None] | None = None
        """The task that asks the engine; the last one, if it has ended."""
        self._checked: tuple[Action, Match, Draft | None] | None = None
        """The decision at which the tutor looks."""

    def show(self) -> None:
        """Show the next hint; where the engine has not been asked yet, as soon as it has answered."""
        match, kind = self._here.view.match, kind_of_hint(self._here)
        if kind is None:
            return
        if (match, kind) != (self._match, self._kind):
            self._match, self._kind, self._answer, self._next = match, kind, None, 0
            self.stop()
        if self._answer:
            self._show(self._answer)
        elif self._thought is None or self._thought.done():
            self._display.notify_line(_("The engine is thinking; go on as you like."))
            self._thought = self._display.begin_task(self._ask(match))

    def concern(self, action: Action) -> bool:
        """Return whether an action makes a decision that the tutor can judge."""
        match kind_of_hint(self._here):
            case QuestionKind.PLAYS:
                return self._tutors and action is END_TURN and not self._here.drafted.forced
            case QuestionKind.CUBE | QuestionKind.TAKE:
                return self._tutors and action.id in _ACTS
            case _:
                return False

    def check(self, action: Action, end: Callable[[], None]) -> None:
        """Perform an action with `end`; ask first where it loses much. A draft that changes is not ended.

        The engine is asked once about each decision. Its failure is reported once, and it is not asked again.
        """
        checked = action, self._here.view.match, self._here.view.draft
        if checked != self._checked:
            self.stop()
            self._checked, self._thought = checked, self._display.begin_task(self._check(action, end))
        self._display.notify_line(_("The tutor is checking your decision."))

    async def _check(self, action: Action, end: Callable[[], None]) -> None:
        match, draft = self._here.view.match, self._here.view.draft
        question = ""
        try:
            question = await self._fault(action, match, draft)
        except BackgammonError as error:
            log("tutor failed", WARNING, reason=str(error))
            self._tutors = False
            question = _("{reason} The tutor is off for this match.", reason=sentence(str(error)))
        self._checked = None
        if self._here.view.match is not match:
            return
        self._display.notify_line("")
        if self._here.view.draft is not draft:
            return
        if question:
            self._display.confirm_mistake(question, end)
        else:
            end()

    async def _fault(self, action: Action, match: Match, draft: Draft | None) -> str:
        """Return the question about a decision that loses much; nothing about a good one. Raises EngineError."""
        kind = kind_of_hint(self._here) or QuestionKind.PLAYS
        answer = await self._asked(match, kind, 0)
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
        return tutor_question(answer.measure, loss, best) if loss > self._display.mistake else ""

    def stop(self) -> None:
        """Ask no longer."""
        if self._thought:
            self._thought.cancel()
        self._thought = self._checked = None

    async def _ask(self, match: Match) -> None:
        try:
            answer = await self._asked(match, self._kind, _MOST)
        except BackgammonError as error:
            self._display.notify_line(sentence(str(error)))
        else:
            if self._here.view.match is match and kind_of_hint(self._here) is self._kind:
                self._answer = answer
                self._show(answer)

    async def _asked(self, match: Match, kind: QuestionKind, count: int) -> EngineAnswer:
        """Return the answer of the engine that gives hints. Raises EngineError, NotExpressible."""
        return await self._here.venue.advise(EngineRequest.of(match, kind, WORLD_CLASS, count))

    def _show(self, answer: EngineAnswer) -> None:
        match self._kind:
            case QuestionKind.PLAYS:
                number, self._next = self._next, (self._next + 1) % min(len(answer.plays), _MOST)
                self._display.edit(partial(_played, play=answer.plays[number].play))
                said = play_hint(self._here.view.match, answer, number)
            case QuestionKind.RESIGN:
                said = resignation_hint(answer)
            case kind:
                said = cube_hint(kind, answer)
        self._display.notify_line(said)


def kind_of_hint(here: Participant) -> QuestionKind | None:
    """Return what a hint would be about now; None where there is nothing to decide."""
    if not may_hint(here):
        return None
    if here.view.draft:
        return QuestionKind.PLAYS
    if here.view.can.answer_double:
        return QuestionKind.TAKE
    return QuestionKind.RESIGN if here.view.can.answer_resignation else QuestionKind.CUBE


def _played(draft: Draft, play: Play) -> Draft:
    """Return the draft with this play made instead of what it has."""
    return draft.cleared().chosen(play)


def _loss(draft: Draft, answer: EngineAnswer) -> float:
    """Return how much the draft is worse than the best play; nothing where the engine has not looked at it."""
    start, player = draft.plays.board, draft.plays.player
    made = (ranked.equity for ranked in answer.plays if start.played(player, ranked.play) == draft.board)
    return answer.plays[0].equity - next(made, answer.plays[0].equity)
