"""A page with the rollout of a decision in a replay, which runs while the page is open."""

from asyncio import to_thread
from collections.abc import Callable
from typing import ClassVar

from textual import work
from textual.binding import BindingType
from textual.content import Content

from bgterm.catalog import N_, _
from bgterm.engine.errors import engine_failed
from bgterm.engine.hint import Hint
from bgterm.engine.levels import TRIALS
from bgterm.play.rollouts import Rollout
from bgterm.rules.errors import BackgammonError
from bgterm.text.joining import sentence
from bgterm.tui.input import bind
from bgterm.tui.screens.pages.marked import hint_text
from bgterm.tui.screens.pages.page import PageScreen, help_screen


class RolloutScreen(PageScreen):
    """A rollout; each time the page is opened, it goes on to the next multiple of the usual number of trials."""

    BINDINGS: ClassVar[list[BindingType]] = [bind("question_mark,f1", "help", "help", N_("help"), shown="?")]

    def __init__(self, headline: str, make: Callable[[], Rollout | None]) -> None:
        """Roll out what `make` returns, the decision of the `headline`; None if nothing was decided."""
        self._headline, self._make = Content.styled(headline, "bold"), make
        super().__init__(_("Rollout"), self._headline)
        self._known: str | Hint = ""
        """The results so far, or a message in their place."""
        self.rollout: Rollout | None = None
        """The rollout, once it has begun."""
        self._trials, self._stopped = 0, False

    def on_mount(self) -> None:
        """Begin the rollout."""
        self._run()

    def on_unmount(self) -> None:
        """Stop the trial that runs in a thread."""
        self._stopped = True

    def action_help(self) -> None:
        """Show the keys, while the rollout goes on."""
        self.app.push_screen(help_screen(self.active_bindings))

    @work
    async def _run(self) -> None:
        try:
            self.rollout = await to_thread(self._make)
            if self.rollout is None:
                self._show(_("Only one play was legal."))
                return
            before = self.rollout.hint
            self._trials = ((before.answer.trials if before else 0) // TRIALS + 1) * TRIALS
            self._show(_("The engine is starting."))
            hints = self.rollout.run(self._trials, self._check)
            while hint := await to_thread(next, hints, None):
                self._show(hint)
        except BackgammonError as error:
            self._show(sentence(str(error)))

    def _check(self) -> None:
        if self._stopped:
            raise engine_failed("builtin", "cancelled")

    def text_for(self, width: int) -> Content:
        """Return the headline and what is known so far."""
        known = self._known
        if isinstance(known, str):
            return Content("\n").join([self._headline, Content(known)])
        number, count = known.answer.trials, self._trials
        end = _("Esc closes; r in the replay continues.")
        if number < count:
            end = _("Trial {number} of {count}. Esc stops; r in the replay continues.", number=number, count=count)
        results = [Content(known.title), Content(), hint_text(known, width), Content(end)]
        return Content("\n").join([self._headline, *results])

    def _show(self, known: str | Hint) -> None:
        self._known = known
        self.on_resize()
