"""A page with the rollout of a decision in a replay, which runs while the page is open."""

from asyncio import to_thread
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from bgterm.catalog import N_, _
from bgterm.engine.errors import engine_failed
from bgterm.engine.hint import Hint
from bgterm.engine.levels import TRIALS
from bgterm.play.rollouts import KeptRollout
from bgterm.rules.errors import BackgammonError
from bgterm.text.joining import sentence
from bgterm.tui.input.bindings import bind
from bgterm.tui.screens.pages.marked import hint_text
from bgterm.tui.screens.pages.page import PageScreen, help_screen


class RolloutScreen(PageScreen):
    """A rollout; each time the page is opened, it goes on to the next multiple of the usual number of trials."""

    BINDINGS: ClassVar[list[BindingType]] = [bind("question_mark,f1", "help", "help", N_("help"), shown="?")]

    def __init__(self, headline: str, make: Callable[[], KeptRollout | None]) -> None:
        """Roll out what `make` returns, the decision of the `headline`; None if nothing was decided."""
        self._headline, self._make = Content.styled(headline, "bold"), make
        super().__init__(_("Rollout"), self._headline)
        self._said: Callable[[int], Content] = lambda _width: Content()
        """Returns the text below the headline for a width."""
        self.rollout: KeptRollout | None = None
        """The rollout, once it has begun."""
        self._stopped = False

    def on_mount(self) -> None:
        """Begin the rollout."""
        self.run_worker(self._begin())

    def on_unmount(self) -> None:
        """Stop the trial that runs in a thread."""
        self._stopped = True

    def action_help(self) -> None:
        """Show the keys, while the rollout goes on."""
        self.app.push_screen(help_screen(self.active_bindings))

    async def _begin(self) -> None:
        try:
            await self._run()
        except BackgammonError as error:
            self._say(sentence(str(error)))

    async def _run(self) -> None:
        self.rollout = await to_thread(self._make)
        if self.rollout is None:
            self._say(_("Only one play was legal."))
            return
        before = self.rollout.hint
        trials = ((before.answer.trials if before else 0) // TRIALS + 1) * TRIALS
        self._say(_("The engine is starting."))
        hints = self.rollout.run(trials, self._check)
        while hint := await to_thread(next, hints, None):
            self._show(partial(self._results, hint, trials))

    def _check(self) -> None:
        if self._stopped:
            raise engine_failed("builtin", "cancelled")

    def text_for(self, width: int) -> Content:
        """Return the headline and what is known so far."""
        return Content("\n").join([self._headline, self._said(width)])

    def _results(self, hint: Hint, trials: int, width: int) -> Content:
        """Return the results of a rollout that goes on to `trials` trials, for lines of a width."""
        number = hint.answer.trials
        going = _("Trial {number} of {count}. Esc stops; r in the replay continues.", number=number, count=trials)
        end = going if number < trials else _("Esc closes; r in the replay goes on.")
        return Content("\n").join([Content(hint.title), Content(), hint_text(hint, width), Content(end)])

    def _say(self, text: str) -> None:
        self._show(lambda _width: Content(text))

    def _show(self, said: Callable[[int], Content]) -> None:
        self._said = said
        self.on_resize()
