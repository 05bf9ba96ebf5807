"""The layout of a form: its rows, the explanation of the current row beside or below them, and the button."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from rich.cells import cell_len

from bgterm.tui.widgets.form_drawing import label_width, wrapped
from bgterm.tui.widgets.form_state import FormState

if TYPE_CHECKING:
    from bgterm.tui.widgets.look_preview import LookPreview

_AIRY = 14
"""The rows of a form from which there is a blank row above the explanation."""
_BESIDE = (22, 40)
"""The fewest and the most columns of an explanation beside the rows."""
_TYPED, _SHORT, _LONG = 20, 23, 46
"""The fewest columns of a typed text, and the most of a value: alone, and with the reason why it is idle."""
_SHORTEST = 10
"""The most columns of a value if a preview needs the rest."""
_PREVIEWED = 3
"""The rows of the explanation above a preview."""
DIVIDER = " │  "
"""The text between the rows and the explanation beside them."""


@dataclass(frozen=True)
class FormLayout:
    """The layout of a form in so many columns and rows."""

    state: FormState
    message: str
    """The text below or beside the rows, usually the explanation of the current row."""
    preview: "LookPreview | None"
    width: int
    height: int = 0

    @property
    def button(self) -> int:
        """The rows of the button."""
        return int(bool(self.state.button))

    @property
    def needed(self) -> int:
        """The rows in which all fields are visible."""
        rows = len(self.state.lines(every=True)) + 1
        if self._fitting:
            rows = max(rows, self._fitting.rows + _PREVIEWED)
        return rows + self.below

    @property
    def below(self) -> int:
        """The rows of the button, and of the message if it is below the fields."""
        return self._message_rows + self.button

    @property
    def gap(self) -> int:
        """The blank rows below the fields, none if the fields need them."""
        if len(self.state.lines()) + self.below == self.height:
            return 0
        return int(self.height >= _AIRY or not self.button)

    @property
    def room(self) -> int:
        """The rows for fields and headings."""
        return max(self.height - self.below - self.gap, 1)

    @property
    def across(self) -> int:
        """The width of the form's rows, in columns."""
        return self.width - self.beside - len(DIVIDER) if self.beside else self.width

    @cached_property
    def beside(self) -> int:
        """The columns of the explanation beside the rows; 0 if it is below them."""
        if not self.button:
            return 0
        label, idle = label_width(self.state, self.width), {} if self.state.hides else self.state.idle
        longest = max(
            max([cell_len(text) for __, text in field.options] or [_TYPED])
            + (len(f"   ({idle[field.name].reason})") if field.name in idle else len(" >"))
            for field in self.state.fields
        )
        least, most = _BESIDE
        room = self.width - len("> ") - label - len("< ") - len(DIVIDER)
        if self.preview and room >= self.preview.columns + _SHORTEST:
            least = self.preview.columns
        elif room < least + min(longest, _LONG if idle else _SHORT):
            return 0
        return min(max(room - longest, least), most)

    @property
    def preview_rows(self) -> int:
        """The rows that the preview takes beside the fields; 0 while it is not shown."""
        preview, field = self._fitting, self.state.field
        if not preview or not field or field.name not in preview.fields:
            return 0
        return preview.rows_of(self.height - self.button - 1)

    @property
    def _fitting(self) -> "LookPreview | None":
        """The preview, if there is room for it beside the rows."""
        return self.preview if self.preview and self.beside >= self.preview.columns else None

    @cached_property
    def _message_rows(self) -> int:
        if self.beside:
            return 0
        fields = self.state.fields
        texts = [text for field in fields for text in (field.explanation, *field.details)] + [self.message]
        return max(len(wrapped(text, self.width)) for text in texts)
