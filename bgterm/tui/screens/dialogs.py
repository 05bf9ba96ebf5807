"""Dialogs: a form in a box, the question for a line of text, and the question before something is lost."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.markup import escape
from textual.widget import Widget
from textual.widgets import Static

from bgterm.catalog import N_, _
from bgterm.rules.errors import BackgammonError
from bgterm.tui.input import bind
from bgterm.tui.screens.base import Dialog, Result, asks
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import Field, FieldFault, Group, Values
from bgterm.tui.widgets.key_bar import KeyBar


class FormDialog(Dialog[Result | None]):
    """A form in a box. Its button returns the result; Escape returns None, asking first if anything was filled in.

    Enter moves from a text to the next row and from a choice to the button, so that a hurried extra Enter cannot
    submit the form.
    """

    DEFAULT_CSS = "FormDialog > Vertical { width: 108; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "next", "form-next", N_("next"), shown="Enter", moves=True, rank=1),
        bind("enter", "to_button", "form-to-button", N_("go to the button"), shown="Enter", rank=2),
        bind("enter,space", "accept", "form-accept", N_("ok"), shown="Enter", rank=3),
        bind("escape", "cancel", "form-back", N_("cancel"), shown="Esc"),
        bind("question_mark,f1", "help", "help", N_("help"), shown="?"),
    ]

    def __init__(
        self,
        heading: str,
        make_form: Callable[[], Form],
        accept: Callable[[Values], Result | Awaitable[Result]],
        describe: Callable[[BackgammonError], str] = str,
    ) -> None:
        """Make the dialog under a heading.

        `accept` converts the values of the form to the result, or raises BackgammonError for rejected values;
        `describe` turns that error into a message.
        """
        super().__init__()
        self._heading, self._make_form, self._accept, self._describe = heading, make_form, accept, describe

    def compose(self) -> ComposeResult:
        """Yield the box, and the keys below."""
        self._at_first = self.form.values
        self._name_button(self.form.state.button)
        with Vertical() as box:
            box.border_title = escape(self._heading)
            yield from self.above()
            yield self.form
        yield KeyBar()

    def above(self) -> Iterator[Widget]:
        """Yield the widgets above the form."""
        yield from ()

    @cached_property
    def form(self) -> Form:
        """The form."""
        return self._make_form()

    def _name_button(self, button: str) -> None:
        """Name the button, if the form has one, in the descriptions of Enter."""
        texts = {"to_button": _("go to {button}", button=button), "accept": button.lower()} if button else {}
        for key, keys in self._bindings.key_to_bindings.items():  # private in Textual 8.2.8
            named = [replace(one, description=texts.get(one.action, one.description)) for one in keys]
            self._bindings.key_to_bindings[key] = named

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action applies: Enter has only one of its three actions at a time."""
        state = self.form.state
        finished = state.field is None or not state.button
        if action == "next":
            return state.is_typed and not finished
        if action == "to_button":
            return not state.is_typed and not finished
        if action == "accept":
            return finished
        return super().check_action(action, parameters)

    def action_next(self) -> None:
        """Go to the next row."""
        self.form.action_do("move", 1)

    def action_to_button(self) -> None:
        """Go to the button."""
        self.form.action_do("enter", "")

    async def action_accept(self) -> None:
        """Return the result of the form, or show why it is rejected."""
        try:
            result = self._accept(self.form.values)
            result = await result if isinstance(result, Awaitable) else result
        except BackgammonError as error:
            self.form.refuse(self._describe(error), error.name if isinstance(error, FieldFault) else None)
        else:
            self.dismiss(result)

    @asks
    async def action_cancel(self) -> None:
        """Return None; ask first before dropping more than a single line."""
        state = self.form.state
        filled = state.button and state.values != self._at_first
        question = _("Drop what you have changed here?")
        if not filled or await self.app.push_screen_wait(ConfirmDialog(question)):
            self.dismiss(None)

    def action_help(self) -> None:
        """Show what the field with the cursor means, and the keys."""
        from bgterm.tui.screens.pages.page import form_help  # loaded when needed

        self.app.push_screen(form_help(self.form.state, self.active_bindings))


class TextDialog(FormDialog[Any]):
    """Asks for a line of text. It returns the text, or the value that was made of it."""

    DEFAULT_CSS = """
    TextDialog { background: transparent; }
    TextDialog > Vertical { width: 70; }
    """

    def __init__(
        self,
        title: str,
        label: str,
        text: str = "",
        *,
        hint: str = "",
        longest: int = 40,
        prose: bool = False,
        accept: Callable[[str], object] = str,
        describe: Callable[[BackgammonError], str] = str,
    ) -> None:
        """Ask for a line of at most `longest` characters; typing replaces the initial `text`.

        The `hint` is below the line. `accept` gets the answer, and may return a value in place of it. If it raises
        an error, the dialog stays and shows the message that `describe` returns. `prose` allows every character,
        `?` included.
        """
        field = Field("text", label, hint, longest=longest, prose=prose)

        async def accepted(values: Values) -> object:
            answer = str(values["text"]).strip()
            value = accept(answer)
            value = await value if isinstance(value, Awaitable) else value
            return answer if value is None else value

        form = partial(Form, [Group("", (field,))], {"text": text})
        super().__init__(title, form, accepted, describe)


class ConfirmDialog(Dialog[bool]):
    """Asks for confirmation before something is lost for good. Only `y` confirms; Enter and Space do nothing."""

    DEFAULT_CSS = """
    ConfirmDialog { align: center bottom; background: transparent; }
    ConfirmDialog > Vertical { width: 70; border: solid $accent; }
    ConfirmDialog Static { width: 1fr; height: auto; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("y", "answer(True)", "sure-yes", N_("yes")),
        bind("n,escape", "answer(False)", "sure-no", N_("no"), shown="n"),
    ]

    def __init__(self, question: str) -> None:
        """Make the question."""
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Yield the question."""
        with Vertical():
            yield Static(Content(self._question))
        yield KeyBar()

    def action_answer(self, sure: bool) -> None:
        """Close with the answer."""
        self.dismiss(sure)
