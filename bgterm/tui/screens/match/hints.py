"""Hints during a match: an engine's recommended plays and cube actions.

As a tutor, the engine also questions a decision that would lose much, once.
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
        """How much equity a decision may lose before the tutor questions it."""

    def begin_task(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Do something in the background; an error that it raises ends the app."""

    def notify_line(self, text: str) -> None:
        """Show a notice until the match continues."""

    def edit(self, change: Change) -> None:
        """Change the draft, and show it."""

    def confirm_mistake(self, question: str, end: Callable[[], None]) -> None:
        """Ask whether to make a decision that loses much; `end` makes it."""


class Hints:
    """The hints for the current decision: the first key press asks the engine, later ones show further plays."""

    def __init__(self, here: Participant, display: HintDisplay) -> None:
        """Begin without a hint."""
        self._here, self._display = here, display
        self._match: MatchState | None = None
        self._kind, self._next = QuestionKind.PLAYS, 0
        self._hint: Hint | None = None
        self._tutor = Tutor(here)
        self._thought: asyncio.Task[None] | None = None
        """The task that asks the engine, perhaps ended."""
        self._checked: tuple[Action, MatchState, Draft | None] | None = None
        """The decision that the tutor is judging."""

    def show(self) -> None:
        """Show the next hint, as soon as the engine has answered."""
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
        """Perform an action with `end`, after a question if it loses much; do nothing if the draft has changed.

        The engine judges each decision once. After a failure, which is reported, it is not asked again.
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
        """Cancel the question to the engine."""
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
    """Return the draft with this play in place of its own moves."""
    return draft.cleared().chosen(play)
