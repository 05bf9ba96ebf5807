"""A form for the keyboard: up and down walk over its rows, left and right change a choice, letters type a text."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.reactive import reactive

from bgterm.rules.variants import VARIANTS
from bgterm.tui.widgets.takes_text import TakesText

Value = str | int | bool
"""What a field can hold."""
Values = Mapping[str, Value]
"""What the fields of a form hold, by their names."""

_LABEL = 24
"""The columns of the labels."""
_AROUND = 3
"""The columns around a text that is typed: two blanks, and where the next letter goes."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that can be set."""

    name: str
    label: str
    explanation: str
    """What it means, in a line."""
    options: tuple[tuple[Value, str], ...] = ()
    """The values to choose from and how each is shown; empty for a text that is typed."""
    longest: int = 40
    """How many characters a text may have."""


YES_NO: tuple[tuple[Value, str], ...] = ((True, "yes"), (False, "no"))
"""The options of a field that is on or off."""


class FieldRow(TakesText, can_focus=True):
    """A label and a value that the keys change."""

    DEFAULT_CSS = """
    FieldRow { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: clip; }
    FieldRow:focus { text-style: bold reverse; }
    FieldRow.-idle { color: $text-muted; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "change", key_display="arrows", id="field-left"),
        Binding("right", "step(1)", show=False, id="field-right"),
        Binding("up,shift+tab", "app.focus_previous", "walk", show=False, id="field-up"),
        Binding("down,tab", "app.focus_next", show=False, id="field-down"),
    ]

    value: reactive[Value] = reactive[Value]("", layout=False, init=False)

    def __init__(self, field: Field, value: Value, label: int, changed: Callable[[str, Value], None]) -> None:
        """Make the row of a field, with so many columns for its label.

        `changed` is told its name and what it holds now: at once, since the next key may act on it.
        """
        super().__init__(id=f"field-{field.name}")
        self.field, self._changed = field, changed
        self._label = label
        self._idle = ""
        self._digits = ""
        self.set_reactive(FieldRow.value, value)

    def apply(self, value: Value, idle: str) -> None:
        """Show a value; `idle` says why it does not matter, and is empty when it does."""
        self.value = value
        if idle != self._idle:
            self._idle = idle
            self.set_class(bool(idle), "-idle")
            self.refresh()

    def render(self) -> Content:
        """Give the label and the value; arrows beside what can be changed."""
        shown = f"  {self._shown()}"
        if self._idle:
            shown += f"   ({self._idle})"
        elif self.has_focus:
            shown = f"< {self._shown()} >" if self.field.options else f"  {self._end()}_"
        return Content(f"{self.field.label:<{self._label}}{shown}".ljust(self.size.width))

    def _shown(self) -> str:
        return dict(self.field.options).get(self.value, str(self.value)) if self.field.options else str(self.value)

    def _end(self) -> str:
        """Give as much of the text as there is room for, from its end, where one types."""
        text = self._shown()
        room = max(self.size.width - self._label - _AROUND, 1)
        while cell_len(text) > room:
            text = text[1:]
        return text

    def _change(self, value: Value) -> None:
        self.value = value
        self._changed(self.field.name, value)

    def on_focus(self) -> None:
        """Forget digits typed on an earlier visit."""
        self._digits = ""

    def action_step(self, by: int) -> None:
        """Choose the next or the previous value."""
        values = [value for value, _ in self.field.options]
        if values and not self._idle:
            at = values.index(self.value) if self.value in values else 0
            self._change(values[(at + by) % len(values)])

    def take(self, key: events.Key) -> bool:
        """Type: a text letter by letter, a number of the options by its digits, a space for the next option."""
        typed = key.character or ""
        if self._idle:
            return False
        if self.field.options and typed == " ":
            self.action_step(1)
        elif self.field.options and typed and typed in "0123456789":
            self._choose_number(typed)
        elif self.field.options:
            return False
        elif key.key == "backspace":
            self._change(str(self.value)[:-1])
        elif typed.isprintable() and typed:
            self._write(typed)
        else:
            return False
        return True

    def on_paste(self, event: events.Paste) -> None:
        """Take pasted text as if it were typed, in one line."""
        if not (self._idle or self.field.options):
            self._write(" ".join(event.text.split()))
            event.stop()

    def _write(self, text: str) -> None:
        self._change(f"{self.value}{text}"[: self.field.longest])

    def _choose_number(self, digit: str) -> None:
        numbers = {str(value): value for value, _ in self.field.options if type(value) is int}
        alone = digit if digit != "0" or not self._digits else ""  # a nought too many is no number of its own
        for typed in (self._digits + digit, alone):
            if typed in numbers:
                self._digits = typed
                self._change(numbers[typed])
                return


class Form(VerticalScroll, can_focus=False):
    """Rows of fields."""

    DEFAULT_CSS = """
    Form { height: auto; max-height: 70vh; scrollbar-size-vertical: 0; }
    """

    def __init__(
        self,
        fields: Sequence[Field],
        values: Values,
        settle: Callable[[Values, str], Values] = lambda values, _: values,
        idle: Callable[[Values], Mapping[str, str]] = lambda _: {},
        *,
        label: int = _LABEL,
    ) -> None:
        """Make a form with a value for each field, and so many columns for the labels.

        `settle` gives all values after the field named has changed, since others may follow it; `idle` says of
        the fields that do not matter with these values why not.
        """
        super().__init__()
        self.values: Values = {field.name: values[field.name] for field in fields}
        self._settle, self._idle = settle, idle
        self._rows = [FieldRow(field, values[field.name], label, self._changed) for field in fields]

    def compose(self) -> ComposeResult:
        """Give the rows."""
        yield from self._rows

    def on_mount(self) -> None:
        """Start on the first row."""
        self._apply()
        self._rows[0].focus()

    def on_descendant_focus(self) -> None:
        """Bring the row with the keys into view, once all rows are where they were scrolled to."""
        self.call_after_refresh(self._show_focused)

    def _show_focused(self) -> None:
        row = self.screen.focused if self.is_attached else None  # by now the form may be done with
        if row in self._rows:
            row.scroll_visible(animate=False, immediate=True)

    def _changed(self, name: str, value: Value) -> None:
        """Keep the value, and what follows from it."""
        self.values = self._settle({**self.values, name: value}, name)
        self._apply()

    def _apply(self) -> None:
        idle = self._idle(self.values)
        for row in self._rows:
            row.apply(self.values[row.field.name], idle.get(row.field.name, ""))


def with_usual_cube(values: Values, changed: str) -> Values:
    """Give the values after one changed: a game that is chosen has its own custom with the cube. [RULES L35]"""
    return {**values, "cube": VARIANTS[str(values["variant"])].cube} if changed == "variant" else values
