"""Hints at a match: an engine says which play or which action with the cube it recommends.

As a tutor it asks once before a decision is made that loses much.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Protocol

from bgterm.catalog import _
from bgterm.editing.turn_draft import Draft
from bgterm.engine.hint import MOST, Hint
from bgterm.engine.protocol import QuestionKind
from bgterm.play.advice import Tutor, ask, kind_of_hint
from bgterm.play.participant import Action, Change, Participant
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import MatchState
from bgterm.rules.moves.base import Play
from bgterm.text.joining import sentence


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
        self._match: MatchState | None = None
        self._kind, self._next = QuestionKind.PLAYS, 0
        self._hint: Hint | None = None
        self._tutor = Tutor(here)
        self._thought: asyncio.Task[None] | None = None
        """The task that asks the engine; the last one, if it has ended."""
        self._checked: tuple[Action, MatchState, Draft | None] | None = None
        """The decision at which the tutor looks."""

    def show(self) -> None:
        """Show the next hint; where the engine has not been asked yet, as soon as it has answered."""
        match, kind = self._here.view.match, kind_of_hint(self._here)
        if kind is None:
            return
        if (match, kind) != (self._match, self._kind):
            self._match, self._kind, self._hint, self._next = match, kind, None, 0
            self.stop()
        if self._hint:
            self._show(self._hint)
        elif self._thought is None or self._thought.done():
            self._display.notify_line(_("The engine is thinking; go on as you like."))
            self._thought = self._display.begin_task(self._ask(match))

    def concern(self, action: Action) -> bool:
        """Return whether an action makes a decision that the tutor can judge."""
        return self._tutor.concerns(action)

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
        question = await self._tutor.question(action, self._display.mistake)
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

    def stop(self) -> None:
        """Ask no longer."""
        if self._thought:
            self._thought.cancel()
        self._thought = self._checked = None

    async def _ask(self, match: MatchState) -> None:
        try:
            hint = await ask(self._here, match, self._kind)
        except BackgammonError as error:
            self._display.notify_line(sentence(str(error)))
        else:
            if self._here.view.match is match and kind_of_hint(self._here) is self._kind:
                self._hint = hint
                self._show(hint)

    def _show(self, hint: Hint) -> None:
        number, plays = self._next, hint.answer.plays
        if plays:
            self._next = (number + 1) % min(len(plays), MOST)
            self._display.edit(partial(_played, play=plays[number].play))
        self._display.notify_line(hint.line(number))


def _played(draft: Draft, play: Play) -> Draft:
    """Return the draft with this play made instead of what it has."""
    return draft.cleared().chosen(play)
