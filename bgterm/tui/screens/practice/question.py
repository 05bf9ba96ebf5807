"""The question of a practice that is answered by a play or cube action, with the keys of a match."""

from textual.events import Key

from bgterm.catalog import _
from bgterm.practice import messages
from bgterm.practice.practice import Practice
from bgterm.practice.table import FIRST_KEYS, KEYS_OF_QUESTIONS, question_venue
from bgterm.profile.workspace import Workspace
from bgterm.rules.replay import Step
from bgterm.tui.input.key_rule import KeyMeaning
from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.practice.answer import AnswerScreen
from bgterm.tui.screens.practice.card import end
from bgterm.tui.screens.practice.number import NumberScreen


class QuestionScreen(MatchScreen):
    """A position in which the player makes one decision, on the screen of a match."""

    def __init__(self, practice: Practice, workspace: Workspace) -> None:
        """Ask the current card of a practice; the practice's notice and the number of the card are shown first."""
        self._practice, self._question = practice, practice.asked.question
        said = "  ".join(filter(None, (messages.progress(practice), practice.notice)))
        actions = KEYS_OF_QUESTIONS if practice.done else FIRST_KEYS
        venue = question_venue(self._question)
        super().__init__(venue, workspace, (self._question.player,), said, actions)
        self._own = {**self._own, "undo-grade": self._undo}

    @property
    def how_to_quit(self) -> str:
        """The answer to Ctrl+C: how to leave the practice or quit."""
        return _("Press q to leave or Ctrl+Q to quit; every grade is kept.")

    def painted(self, key: Key) -> KeyMeaning:
        """Return the meaning of a key; a deciding key pressed twice counts on one screen of the practice only."""
        return super().painted(key)._replace(screen=self._practice)

    def show_event(self, happened: Step) -> None:
        """Take the player's event as the answer, and show the screen of the answer."""
        super().show_event(happened)
        answer = self._question.judged_event(happened.event)
        if answer and self._practice.answer is None:
            self._practice.take(answer)
            self.give_way(AnswerScreen(self._practice, self.workspace, next_screen))

    def _undo(self) -> None:
        """Take back the last grade, and show that card again."""

        async def undo() -> None:
            await self._practice.undo()
            self.give_way(next_screen(self._practice, self.workspace))

        self.act(undo)

    def action_leave(self) -> None:
        """End the practice and show its summary."""
        end(self, self._practice)


def next_screen(practice: Practice, workspace: Workspace) -> BaseScreen:
    """Return the screen of the current card: its answer if it has one, otherwise its question."""
    if practice.answer:
        return AnswerScreen(practice, workspace, next_screen)
    if practice.asked.question.number_kind:
        return NumberScreen(practice, workspace, next_screen)
    return QuestionScreen(practice, workspace)
