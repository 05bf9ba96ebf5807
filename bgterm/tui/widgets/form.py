"""A form for the keyboard: up and down walk over its rows, left and right change a choice, letters type a text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

Value = str | int | bool
"""What a field can hold."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that can be set."""

    name: str
    label: str
    explanation: str
    """What it means, in a line."""
    options: tuple[tuple[Value, str], ...] = ()
    """The values to choose from and how each is shown; empty for a text that is typed."""
    only_if: str = ""
    """The name of a field that must be set for this one to apply."""
    otherwise: str = ""
    """Why it does not apply when that field is not set."""


YES_NO: tuple[tuple[Value, str], ...] = ((True, "yes"), (False, "no"))
"""The options of a field that is on or off."""


class FieldRow(Widget, can_focus=True):
    """A label and a value that the keys change."""

    DEFAULT_CSS = """
    FieldRow { height: 1; padding: 0 1; }
    FieldRow:focus { text-style: bold reverse; }
    FieldRow.-idle { color: $text-muted; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "change", key_display="left/right", id="field-left"),
        Binding("right", "step(1)", show=False, id="field-right"),
        Binding("up", "app.focus_previous", "walk", key_display="up/down", id="field-up"),
        Binding("down", "app.focus_next", show=False, id="field-down"),
    ]

    @dataclass
    class Changed(Message):
        """The value of a field has changed."""

        name: str
        value: Value

    value: reactive[Value] = reactive[Value]("", layout=False, init=False)

    def __init__(self, field: Field, value: Value) -> None:
        """Make the row of a field."""
        super().__init__(id=f"field-{field.name}")
        self.field = field
        self.idle_reason = ""
        self._digits = ""
        self.set_reactive(FieldRow.value, value)

    def apply_to(self, reason: str) -> None:
        """Show whether the field applies; `reason` says why not and is empty when it does."""
        self.idle_reason = reason
        self.set_class(bool(reason), "-idle")
        self.refresh()

    def render(self) -> Content:
        """Give the label and the value; arrows beside what can be changed."""
        shown = f"  {self._shown()}"
        if self.idle_reason:
            shown += f"   ({self.idle_reason})"
        elif self.has_focus:
            shown = f"< {self._shown()} >" if self.field.options else f"{shown}_"
        return Content(f"{self.field.label:<24}{shown}".ljust(self.size.width))

    def _shown(self) -> str:
        return dict(self.field.options).get(self.value, str(self.value)) if self.field.options else str(self.value)

    def watch_value(self, value: Value) -> None:
        """Say so."""
        self.post_message(self.Changed(self.field.name, value))

    def on_focus(self) -> None:
        """Forget digits typed on an earlier visit."""
        self._digits = ""

    def action_step(self, by: int) -> None:
        """Choose the next or the previous value."""
        values = [value for value, _ in self.field.options]
        if values and not self.idle_reason:
            at = values.index(self.value) if self.value in values else 0
            self.value = values[(at + by) % len(values)]

    def on_key(self, event: events.Key) -> None:
        """Type: a text letter by letter, a number of the options by its digits, a space for the next option."""
        if self.idle_reason:
            return
        if self.field.options:
            self._choose_by_key(event)
        elif event.key == "backspace":
            self.value = str(self.value)[:-1]
            event.stop()
        elif event.character and event.character.isprintable():
            self.value = f"{self.value}{event.character}"[:24]
            event.stop()

    def _choose_by_key(self, event: events.Key) -> None:
        if event.character == " ":
            self.action_step(1)
            event.stop()
        elif event.character and event.character in "0123456789":
            self._choose_number(event.character)
            event.stop()

    def _choose_number(self, digit: str) -> None:
        numbers = {str(value): value for value, _ in self.field.options if type(value) is int}
        for typed in (self._digits + digit, digit):
            if typed in numbers:
                self._digits, self.value = typed, numbers[typed]
                return


class Form(VerticalScroll, can_focus=False):
    """Rows of fields under headings."""

    DEFAULT_CSS = """
    Form { height: auto; max-height: 1fr; scrollbar-size-vertical: 0; }
    """

    def __init__(self, fields: Sequence[Field], values: dict[str, Value]) -> None:
        """Make a form with a value for each field."""
        super().__init__()
        self.values = {field.name: values[field.name] for field in fields}
        self._rows = [FieldRow(field, values[field.name]) for field in fields]

    def compose(self) -> ComposeResult:
        """Give the rows."""
        yield from self._rows

    def on_mount(self) -> None:
        """Start on the first row."""
        self._apply()
        self._rows[0].focus()

    def on_field_row_changed(self, changed: FieldRow.Changed) -> None:
        """Keep the value, and see which other fields now apply."""
        self.values[changed.name] = changed.value
        self._apply()

    def _apply(self) -> None:
        for row in self._rows:
            field = row.field
            applies = not field.only_if or bool(self.values[field.only_if])
            row.apply_to("" if applies else field.otherwise)
