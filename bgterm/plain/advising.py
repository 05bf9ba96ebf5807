"""Hints and the tutor in plain mode. On a server the session does not wait for the engine's answers."""

import asyncio
from collections.abc import Awaitable, Callable

from bgterm.background import BackgroundTasks
from bgterm.catalog import _
from bgterm.editing.turn_draft import Draft
from bgterm.engine.hint import MOST, Hint
from bgterm.plain.lists import Later
from bgterm.play.advice import Tutor, ask, kind_of_hint
from bgterm.play.participant import Action, Participant
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import MatchState
from bgterm.text.joining import sentence

_Decision = tuple[str, MatchState, Draft | None]
"""The subject of a question to the engine: the action's id or "hint", the match and the draft."""


class Advising:
    """The questions to the engine: one at a time, each about one decision."""

    def __init__(self, here: Participant, say: Callable[[str], None], later: Later | None) -> None:
        """Ask for the players here; with `later`, answers are queued, so that others can act meanwhile."""
        self._here, self._say, self._later = here, say, later
        self.tutor = Tutor(here)
        self._hint: Hint | None = None
        self._next = 0
        self._asking: _Decision | None = None
        """The decision that the engine is being asked about; None without one."""
        self._task: asyncio.Task[None] | None = None
        self._background = BackgroundTasks("engine question failed")

    async def hint(self, then: Callable[[str], Awaitable[None]]) -> None:
        """Call `then` with the next hint; the engine is asked only for the first hint about a decision."""
        await self._ask("hint", self._next_hint, then, _("The engine is thinking."))

    async def check(self, action: Action, limit: float, then: Callable[[str], Awaitable[None]]) -> None:
        """Call `then` with the tutor's question about a decision, which is empty if the tutor has no objection."""

        async def question() -> str:
            return await self.tutor.question(action, limit)

        await self._ask(action.id, question, then, _("The tutor is checking your decision."))

    async def _next_hint(self) -> str:
        match, kind, hint = self._here.view.match, kind_of_hint(self._here), self._hint
        if kind is None:
            return ""
        if hint is None or (hint.match, hint.kind) != (match, kind):
            self._hint = hint = await ask(self._here, match, kind)
            self._next = 0
        number, self._next = self._next, (self._next + 1) % max(min(len(hint.answer.plays), MOST), 1)
        return hint.line(number) if hint.answer.plays else " ".join(hint.notes())

    async def _ask(
        self,
        about: str,
        question: Callable[[], Awaitable[str]],
        then: Callable[[str], Awaitable[None]],
        thinking: str,
    ) -> None:
        """Call `then` with the answer to a question, unless the match or the draft has changed by that time."""
        view = self._here.view
        asking = about, self._here.table.match, view.draft
        if not self._later:
            await then(await question())
            return
        self._say(thinking)
        if asking != self._asking:
            self.stop()
            self._asking = asking
            self._task = self._background.start(self._answered(asking, question, then))

    async def _answered(
        self, asking: _Decision, question: Callable[[], Awaitable[str]], then: Callable[[str], Awaitable[None]]
    ) -> None:
        try:
            answer = await question()
        except BackgammonError as error:
            answer = sentence(str(error))

        async def go_on() -> None:
            here = self._here
            if self._asking is asking:
                self._asking = None
                if asking[1:] == (here.table.match, here.view.draft):
                    await then(answer)

        if self._later:
            self._later(go_on)

    def stop(self) -> None:
        """Cancel the open question."""
        if self._task:
            self._task.cancel()
        self._asking = None
