"""The question of a practice that is answered by typing a number."""

from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from bgterm.catalog import N_, _
from bgterm.practice import messages
from bgterm.tui.input.bindings import bind, key_named
from bgterm.tui.screens.practice.answer import AnswerScreen
from bgterm.tui.screens.practice.card import HELP, TURN, UNDO, CardScreen, end
from bgterm.tui.widgets.text_line import Line

_LONGEST = 5
"""The most characters of a number."""
BINDINGS: list[BindingType] = [
    bind("enter", "confirm", "practice-answer", N_("answer"), shown="Enter", decides=True, rank=1),
    bind("backspace", "erase", "practice-erase", N_("erase"), shown="Bksp", rank=2),
    *(
        bind(key_named(digit), f"type('{digit}')", f"practice-type-{key_named(digit)}", listed=False)
        for digit in "0123456789."
    ),
    UNDO,
    TURN,
    HELP,
    bind("q", "leave", "leave", N_("leave"), N_("leave the practice; every grade is kept"), leaves=True),
]


class NumberScreen(CardScreen):
    """The question for a number about a position; the pip counts beside the board are hidden."""

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    _text = ""
    """The characters typed so far."""

    def on_mount(self) -> None:
        """Hide the pip counts beside the board."""
        self.table_view.hides_pips = True

    def show_text(self) -> None:
        """Show the question and the typed characters."""
        progress = messages.progress(self._practice)
        self.query_one("#notice", Line).show(progress)
        typed = Content.assemble(("> ", "bold $accent"), (f"{self._text}_", "bold"))
        question = messages.number_question(self._card.question)
        self._area.ask("number", (question, typed, progress if self.has_class("-low") else ""))

    def action_type(self, character: str) -> None:
        """Append a typed character to the number."""
        if len(self._text) < _LONGEST and not (character == "." and "." in self._text):
            self._text += character
            self.show_text()

    def action_erase(self) -> None:
        """Erase the last character of the number."""
        self._text = self._text[:-1]
        self.show_text()

    def action_confirm(self) -> None:
        """Answer the card with the typed number."""
        if not self._text.strip("."):
            self.reply(_("Type a number first."))
            return
        self._practice.take(self._card.question.judged_number(float(self._text)))
        self.give_way(AnswerScreen(self._practice, self._workspace, self._next_screen))

    def action_leave(self) -> None:
        """End the practice and show its summary."""
        end(self, self._practice)
