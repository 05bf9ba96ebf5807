"""The state of a form without a widget: its values, its cursor, and the last error."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from bgterm.catalog import N_, _
from bgterm.rules.errors import BackgammonError
from bgterm.tui.widgets.text_edit import TextEdit

Value = str | int | bool
"""The value of a field."""
Values = Mapping[str, Value]
"""The values of the fields of a form, by their names."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form without its current value: a text to type, or a choice of values."""

    name: str
    label: str
    explanation: str
    """The explanation of the field, in one line."""
    options: tuple[tuple[Value, str], ...] = ()
    """The values to choose from, each with its label; empty for a typed text."""
    details: tuple[str, ...] = ()
    """The explanation of each value, empty for a clear one; no items if all are clear."""
    longest: int = 40
    """How many characters a text may have."""
    empty: str | Callable[[Values], str] = ""
    """The placeholder of an empty text; it may depend on the values of the form."""
    prose: bool = False
    """Whether the text may contain any character; in others `?` asks for help."""

    def meaning(self, value: Value) -> str:
        """Return the explanation of one of the field's values, or that of the field if the value has none."""
        described = dict(zip((one for one, _text in self.options), self.details, strict=False))
        return described.get(value) or self.explanation


class Group(NamedTuple):
    """Fields of a form that belong together, under a heading."""

    heading: str
    """The heading; empty for a group without one."""
    fields: tuple[Field, ...]


class Idle(NamedTuple):
    """Why a field of a form cannot be changed now, because of the values of other fields."""

    reason: str
    in_force: bool = False
    """Whether the field's value still applies, so that it is always shown."""


class FieldFault(BackgammonError):
    """Raised for a value that is rejected; `name` is the field of the value, to which a form moves its cursor."""

    name: str


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Return a context manager that turns a BackgammonError in its block into a FieldFault of the field `name`."""
    try:
        yield
    except BackgammonError as error:
        raise FieldFault(N_("{error}"), name=name, error=error) from error


class FormState:
    """The state of a form without its widget: values, the cursor on a field or button, and the last refusal."""

    def __init__(
        self,
        groups: Sequence[Group],
        values: Values,
        settle: Callable[[Values, str], Values] = lambda values, _: values,
        idle: Callable[[Values], Mapping[str, Idle]] = lambda _: {},
        button: str = "",
    ) -> None:
        """Make a form with a value for each field, and a button if it has a label, with the cursor on the first.

        `settle` returns all values after the named field has changed, since other fields may follow it; `idle`
        returns why fields cannot be changed.
        """
        self.groups, self.button = tuple(groups), button
        self.fields = tuple(field for group in groups for field in group.fields)
        self.values: Values = {field.name: values[field.name] for field in self.fields}
        self.hides = False
        """Whether fields that cannot apply are hidden, for lack of room."""
        self.edit = TextEdit()
        """The editor of the current field's text; None for a choice."""
        self.refusal = ""
        """Why the last key or the form was rejected; empty if it was not."""
        self._settle, self._idle = settle, idle
        self.idle = idle(self.values)
        """Why fields cannot be changed, by their names."""
        self._at = ""
        self._digits = ""
        self.enter(self.fields[0].name)

    # Contents

    @property
    def shown(self) -> list[Field]:
        """The fields that are not hidden, from top to bottom."""
        hidden = {name for name, why in self.idle.items() if self.hides and not why.in_force}
        return [field for field in self.fields if field.name not in hidden]

    def lines(self, *, every: bool = False) -> list[Field | str]:
        """Return headings, as texts, and fields from top to bottom: those not hidden or, with `every`, all."""
        shown = self.fields if every else self.shown
        lines: list[Field | str] = []
        for group in self.groups:
            fields = [field for field in group.fields if field in shown]
            lines += [group.heading] if group.heading and fields else []
            lines += fields
        return lines

    @property
    def field(self) -> Field | None:
        """The field with the cursor; None while the cursor is on the button."""
        return next((field for field in self.fields if field.name == self._at), None)

    @property
    def why_idle(self) -> str:
        """A sentence about why the current field cannot be changed; empty when it can be."""
        field = self.field
        return f"{field.label}: {self.idle[field.name].reason}." if field and field.name in self.idle else ""

    @property
    def is_typed(self) -> bool:
        """Whether the cursor is on a field for typed text, neither on a choice nor on the button."""
        return self.field is not None and not self.field.options

    # The cursor

    def enter(self, name: str) -> None:
        """Move the cursor to the field called `name`, with its text selected, or for "" to the button."""
        self._at, self._digits, self.refusal = name, "", ""
        self.edit = TextEdit.entered(str(self.values[name])) if self.is_typed else TextEdit()

    def move(self, by: int) -> None:
        """Move the cursor down for 1, or up for -1, over fields and button; the first follows the last."""
        stops = self._stops
        self.enter(stops[(stops.index(self._at) + by) % len(stops)])

    def move_to(self, at: int) -> None:
        """Move the cursor to the first field for 0, or to the last stop for -1: the button, or else a field."""
        self.enter(self._stops[at])

    def turn(self, by: int) -> None:
        """Move the cursor to the first field of the next group for 1, or of the previous group for -1.

        The button counts as a group, and the last group is followed by the first.
        """
        shown = {field.name for field in self.shown}
        names = [[field.name for field in group.fields if field.name in shown] for group in self.groups]
        groups = [group for group in names if group] + ([[""]] if self.button else [])
        at = next(number for number, group in enumerate(groups) if self._at in group)
        self.enter(groups[(at + by) % len(groups)][0])

    def hide(self, hides: bool) -> None:
        """Hide the fields that cannot apply if `hides`, else show them.

        If the cursor's field is hidden by that, the cursor moves to the next field.
        """
        self.hides = hides
        if self._at not in self._stops:
            names = [field.name for field in self.fields]
            after = names[names.index(self._at) :]
            self.enter(next((name for name in self._stops if name in after), self._stops[-1]))

    @property
    def _stops(self) -> list[str]:
        return [field.name for field in self.shown] + ([""] if self.button else [])

    # Keys

    def refuse(self, text: str, name: str | None = None) -> None:
        """Set the refusal to `text`, and move the cursor to the field called `name`; for None it stays."""
        if name is not None:
            self.enter(name)
        self.refusal = text

    def step(self, by: int) -> None:
        """Choose the next value of the current field for 1, or the previous for -1, wrapping around.

        Do nothing in a typed text or on the button.
        """
        if (field := self._changeable()) and field.options:
            values = [value for value, _ in field.options]
            at = values.index(self.values[field.name]) if self.values[field.name] in values else 0
            self._change(values[(at + by) % len(values)])

    def takes(self, text: str) -> bool:
        """Return whether a typed character is meant for the current field.

        None is on the button, and `?` is only for fields of prose, because elsewhere it asks for help.
        """
        return self.field is not None and (text != "?" or self.field.prose)

    def type(self, text: str) -> None:
        """Insert a typed or pasted text into the current field's text.

        On a choice, choose the value that starts with it: a number by its digits, or the next value with that
        first letter.
        """
        field = self.field
        if field is None or not self.takes(text):
            return
        if not self._changeable():
            pass
        elif not field.options:
            kept = 0 if self.edit.selected else len(self.edit.text)
            self.change_text(lambda edit: edit.insert(text, field.longest))
            if kept + len(text) > field.longest:
                self.refusal = _("There is room for {count} characters.", count=field.longest)
        elif text == " ":
            self.step(1)
        elif not (self._choose_number(field, text) or self._choose_initial(field, text)):
            self.refusal = _('No choice starts with "{text}". Left and right change it.', text=text)

    def change_text(self, change: Callable[[TextEdit], TextEdit]) -> None:
        """Replace the editor of the current field's text by the one that `change` returns for it.

        On a choice or a field that cannot be changed, set the refusal instead.
        """
        if (field := self._changeable()) and not field.options:
            self.edit = change(self.edit)
            if self.edit.text != self.values[field.name]:
                self._change(self.edit.text)
        elif field:
            self.refusal = _("Left and right change it.")

    def _changeable(self) -> Field | None:
        """Return the current field; if it cannot be changed, set the refusal and return None."""
        self.refusal = self.why_idle
        return None if self.refusal else self.field

    def _change(self, value: Value) -> None:
        self.values = self._settle({**self.values, self._at: value}, self._at)
        self.idle = self._idle(self.values)

    def _choose_number(self, field: Field, digit: str) -> bool:
        """Choose a number by the digits typed so far; return whether there is such a value."""
        numbers = {str(value): value for value, _ in field.options if type(value) is int}
        alone = digit if digit != "0" or not self._digits else ""  # the 0 of 10 alone would be a number, too
        for typed in (self._digits + digit, alone):
            if typed in numbers:
                self._digits = typed
                self._change(numbers[typed])
                return True
        return bool(numbers) and digit.isdecimal()

    def _choose_initial(self, field: Field, letter: str) -> bool:
        """Choose the next value that starts with a letter; return whether there is such a value."""
        values = [value for value, _ in field.options]
        at = values.index(self.values[field.name]) if self.values[field.name] in values else 0
        after = (*field.options[at + 1 :], *field.options[: at + 1])
        found = next((value for value, text in after if text.casefold().startswith(letter.casefold())), None)
        if found is not None:
            self._change(found)
        return found is not None
