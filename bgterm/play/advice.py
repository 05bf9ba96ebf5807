"""Hints and the tutor: an engine's recommendations to the players of one terminal, without a screen."""

from asyncio import Task
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from itertools import count
from logging import WARNING
from typing import Any, TypeVar

from bgterm.catalog import _
from bgterm.editing.turn_draft import Draft
from bgterm.engine.hint import MOST, Hint, kind_of_decision
from bgterm.engine.levels import WORLD_CLASS
from bgterm.engine.match_analysis import Situation
from bgterm.engine.messages import action as action_text
from bgterm.engine.protocol import Act, EngineRequest, QuestionKind
from bgterm.play.actions.looking import may_hint
from bgterm.play.actions.turn import CONFIRM, END_TURN
from bgterm.play.participant import Action, Participant
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import MatchState
from bgterm.storage.log import log
from bgterm.text.joining import sentence

_T = TypeVar("_T")
_Work = Coroutine[Any, Any, None]
_About = tuple[str, MatchState, Draft | None]
"""The subject of a question to the engine: the action's id or "hint", the match, and the draft that is judged."""
_ACTS = {"roll": Act.NO_DOUBLE, "double": Act.DOUBLE, "take": Act.TAKE, "pass": Act.PASS, "beaver": Act.BEAVER}
"""The decisions about the cube, by the ids of their actions."""


class Adviser:
    """The hints and the tutor at one terminal. It has at most one question open with the engine."""

    def __init__(
        self,
        here: Participant,
        say: Callable[[str], object],
        start: Callable[[_Work], Task[None]],
        later: Callable[[Callable[[], _Work]], None] | None,
    ) -> None:
        """Advise the players here; `say` shows a message.

        With `later`, the engine is asked in a task that `start` begins, and its answer is queued, so that the
        players can act meanwhile.
        """
        self._here, self._say, self._start, self._later = here, say, start, later
        self._tutor_works = True
        self._hint: Hint | None = None
        self._times = count()
        """The number of times that the hint has been shown."""
        self._about: _About | None = None
        """The subject of the question that the engine is asked; None without one."""
        self._task: Task[None] | None = None

    async def hint(self, show: Callable[[Hint, int], Awaitable[None]]) -> None:
        """Call `show` with the hint for the present decision, and how often this hint was shown before, from 0.

        Nothing is shown when there is nothing to decide, or where hints still need the opponent's agreement: that
        is asked for instead.
        """
        match, kind = self._here.view.match, self._kind
        if self._here.venue.may_ask_for_hints:
            self._here.venue.set_hints(wanted=True)
        if kind is None:
            return

        async def show_next(hint: Hint) -> None:
            if hint is not self._hint:
                self._hint, self._times = hint, count()
            if self._kind is kind:
                await show(hint, next(self._times))

        if self._hint and (self._hint.match, self._hint.kind) == (match, kind):
            await show_next(self._hint)
        else:
            thinking = _("The engine is thinking; go on as you like.")
            await self._ask(
                ("hint", self._here.table.match, None), partial(self._asked, kind), show_next, thinking
            )

    def concerns(self, action: Action) -> bool:
        """Return whether an action, such as ending the turn, makes a decision that the tutor can judge."""
        match self._kind:
            case QuestionKind.PLAYS:
                draft = self._here.drafted
                return self._tutor_works and action in (END_TURN, CONFIRM) and draft.complete and not draft.forced
            case QuestionKind.CUBE | QuestionKind.TAKE:
                return self._tutor_works and action.id in _ACTS
            case _:
                return False

    async def check(self, action: Action, limit: float, then: Callable[[str], Awaitable[None]]) -> None:
        """Judge the decision that an action would make, and call `then` with the tutor's objection.

        The objection is empty if the decision loses at most `limit` in normalised equity. `then` is not called if
        the draft has changed by that time. The engine judges each decision once. After a failure, `then` is called
        with a report of it, and the tutor is off for the rest of the match.
        """
        draft = self._here.view.draft

        async def judged(question: str) -> None:
            self._say("")
            if self._here.view.draft == draft:
                await then(question)

        about, checking = (action.id, self._here.table.match, draft), _("The tutor is checking your decision.")
        await self._ask(about, partial(self._question, action, limit), judged, checking)

    def stop(self) -> None:
        """Cancel the question that the engine is asked, if there is one; its answer is not shown."""
        if self._task:
            self._task.cancel()
        self._about = None

    @property
    def _kind(self) -> QuestionKind | None:
        """The kind of decision that a hint would be about; None when there is nothing to decide."""
        return kind_of_decision(self._here.view.can) if may_hint(self._here) else None

    async def _ask(
        self,
        about: _About,
        question: Callable[[], Awaitable[_T]],
        then: Callable[[_T], Awaitable[None]],
        thinking: str,
    ) -> None:
        """Show the message `thinking`, await the answer to a question and call `then` with it.

        Nothing is called if the match has changed by that time. A question `about` the same is asked only once.
        """
        later = self._later
        if not later:
            await then(await question())
            return
        self._say(thinking)
        if about == self._about:
            return

        async def answer() -> None:
            try:
                answered: Callable[[], Awaitable[None]] = partial(then, await question())
            except BackgammonError as error:
                answered = partial(self._refuse, error)

            async def go_on() -> None:
                if self._about is about:
                    self._about = None
                    if about[1] == self._here.table.match:
                        await answered()

            later(go_on)

        self.stop()
        self._about, self._task = about, self._start(answer())

    async def _refuse(self, error: BackgammonError) -> None:
        self._say(sentence(str(error)))

    async def _asked(self, kind: QuestionKind, count: int = MOST) -> Hint:
        """Return the engine's hint for the decision. Raises EngineError, NotationError."""
        match = self._here.view.match
        return Hint(match, kind, await self._here.venue.advise(EngineRequest.of(match, kind, WORLD_CLASS, count)))

    async def _question(self, action: Action, limit: float) -> str:
        """Return the question about a decision that loses more than `limit`, nothing, or a report of a failure."""
        view, draft = self._here.view, self._here.view.draft
        try:
            answer = (await self._asked(self._kind or QuestionKind.PLAYS, 0)).answer
        except BackgammonError as error:
            log("tutor failed", WARNING, reason=str(error))
            self._tutor_works = False
            return _("{reason} The tutor is off for this match.", reason=sentence(str(error)))
        act, play = (Act.PLAY, draft.moves) if draft else (_ACTS[action.id], ())
        decision = Situation(0, view.match, view.player, act, play).judged(answer.plays, answer.cube)
        if decision is None or decision.cost <= limit:
            return ""
        best = action_text(decision.act, decision.best)
        return _("This loses {loss}: {best} is better.", loss=f"{decision.cost:.3f}", best=best)
