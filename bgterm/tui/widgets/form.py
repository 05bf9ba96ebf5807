"""A form for the keyboard: rows under headings, what the row with the cursor means, and a button to finish it."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset, Size
from textual.style import Style

from bgterm.catalog import _
from bgterm.tui.clicks import Clickable
from bgterm.tui.text_columns import ellipsis
from bgterm.tui.widgets.form_drawing import beside, draw_button, draw_meaning, draw_row, label_width, wrapped
from bgterm.tui.widgets.form_keys import BINDINGS
from bgterm.tui.widgets.form_state import Field, FormState, Group, Idle, Values
from bgterm.tui.widgets.look_preview import LookPreview
from bgterm.tui.widgets.marked_list import scrolled
from bgterm.tui.widgets.text_edit import EDITS, TakesText

_AIRY = 14
"""The rows of a form from which on a blank one stands above what a row means."""
_BESIDE = (22, 40)
"""The fewest and the most columns of the meaning of a row beside the rows."""
_TYPED, _SHORT, _LONG = 20, 23, 46
"""The columns of a text at least, and those of a value at most: alone, and with the reason why it is idle."""
_SHORTEST = 10
"""The columns of a value at most where a preview needs the others."""
_PREVIEWED = 3
"""The rows of what a row means, above its preview."""
_DIVIDER = " │  "
_OUTSIDE = 3
"""The rows around a form: the border of its box, and the keys."""


class Form(Clickable, TakesText, can_focus=True):
    """One widget for all its rows: a row of its own for each would take keys from a queue of its own.

    The meaning of the row with the cursor stands beside the rows where there is room, else below them. Where all
    rows fit, those that cannot apply are shown with the reason; elsewhere they are hidden.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"form--muted"}
    DEFAULT_CSS = """
    Form { height: auto; width: 1fr; overflow: hidden; text-wrap: nowrap; text-overflow: clip; }
    Form > .form--muted { color: $board-quiet; }
    """

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(
        self,
        groups: Sequence[Group],
        values: Values,
        settle: Callable[[Values, str], Values] = lambda values, _: values,
        idle: Callable[[Values], Mapping[str, Idle]] = lambda _: {},
        *,
        button: str = "",
        summary: Callable[[Values], str] = lambda _: "",
        notice: str = "",
        preview: LookPreview | None = None,
    ) -> None:
        """Make a form with a value for each field, and the label of its button, if it has one.

        `settle` returns all values after the field named has changed, since others may follow it; `idle` says why
        fields cannot be changed; `summary` is shown on the button. `notice` is shown before the first row is
        explained. `preview` is shown beside the rows at its fields.
        """
        super().__init__()
        self.state = FormState(groups, values, settle, idle, button)
        self._summary, self._notice, self._top, self._preview = summary, notice, 0, preview

    def compose(self) -> ComposeResult:
        """Yield the preview."""
        if self._preview:
            yield self._preview

    @property
    def values(self) -> Values:
        """The values of the fields."""
        return self.state.values

    def say(self, text: str) -> None:
        """Show a notice below the rows until the next key."""
        self._notice = text
        self._show()

    def refuse(self, text: str, name: str | None = None) -> None:
        """Show why the form cannot be accepted; the cursor goes to the field at fault, if there is one."""
        self._notice = ""
        self.state.refuse(text, name)
        self._show()

    # Keys

    def take(self, key: events.Key) -> bool:
        """Type into a text, or choose by a digit or a letter."""
        typed = key.character or ""
        used = bool(typed) and typed.isprintable() and self.state.type(typed)
        if used:
            self._acted()
        return used

    def on_paste(self, event: events.Paste) -> None:
        """Take pasted text as if it were typed, in one line."""
        event.stop()
        text = " ".join(event.text.split())
        if text and self.state.is_typed:
            self.state.type(text)
        else:
            self.state.refuse(_("There is nothing to paste into here."))
        self._acted()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Left, right, Home and End choose a value, or move in a text; what deletes is refused by a choice."""
        if action == "move_group":
            return len(self.state.groups) > 1
        if action in ("step", "choose"):
            return self.state.field is not None and not self.state.is_typed
        if action == "edit":
            moves = parameters[0] in ("left", "right", "home", "end")
            return self.state.is_typed or (self.state.field is not None and not moves)
        return True

    def action_step(self, by: int) -> None:
        """Choose the next or the previous value."""
        self.state.step(by)
        self._acted()

    def action_choose(self, at: int) -> None:
        """Choose the first or the last value."""
        self.state.choose(at)
        self._acted()

    def action_edit(self, how: str) -> None:
        """Move in the text, or delete."""
        self.state.change_text(EDITS[how])
        self._acted()

    def action_move(self, by: int) -> None:
        """Move the cursor to the next or the previous row."""
        self.state.move(by)
        self._acted()

    def action_move_group(self, by: int) -> None:
        """Move the cursor to the next or the previous group."""
        self.state.move_group(by)
        self._acted()

    def clicked(self, at: Offset, *, again: bool) -> str:
        """Press the button, or go to the row that was clicked; on the row with the cursor, change the choice."""
        width, height = self.content_size
        room = max(height - self._below(width) - self._has_gap(width, height), 1)
        field = next(iter(self._window(room)[0][at.y : at.y + 1]), None) if at.y >= 0 else None
        if self.state.button and at.y == height - 1:
            self.enter_button()
            return "enter"
        if isinstance(field, Field) and field is self.state.field:
            return "right" if field.options else ""
        if isinstance(field, Field):
            self.state.enter(field.name)
            self._acted()
        return ""

    def enter_button(self) -> None:
        """Move the cursor to the button."""
        self.state.enter("")
        self._acted()

    def _acted(self) -> None:
        self._notice = ""
        self._show()

    def _show(self) -> None:
        self.refresh(layout=self._needed(self.content_size.width) > self.content_size.height)
        self.set_class(bool(self._message), "-told")
        self._show_preview()
        self.screen.refresh_bindings()

    # How it looks

    def on_mount(self) -> None:
        """Take the keys."""
        self.focus()

    def on_resize(self) -> None:
        """Hide what cannot apply where there is no room for all."""
        size = self.content_size
        self.state.hide(len(self._lines(every=True)) + self._below(size.width) > size.height)
        self.refresh()
        self._show_preview()

    def _show_preview(self) -> None:
        """Show the preview below the meaning of its field, where there is room for it."""
        if preview := self._preview:
            width, height = self.content_size
            rows = self._preview_rows
            preview.display = bool(rows)
            if rows:
                preview.styles.offset = (width - self._beside(width), height - bool(self.state.button) - rows)
                preview.show(self.values, rows)

    @property
    def _preview_rows(self) -> int:
        """The rows that the preview takes beside the rows; 0 while it is not shown."""
        (width, height), field = self.content_size, self.state.field
        preview = self._preview_in(width)
        if not preview or not field or field.name not in preview.fields:
            return 0
        return preview.rows_of(height - bool(self.state.button) - 1)

    def _preview_in(self, width: int) -> LookPreview | None:
        """Return the preview, if a form of so many columns has room for it."""
        preview = self._preview
        return preview if preview and self._beside(width) >= preview.columns else None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the visible rows of all fields and of the lines below them."""
        return max(min(self._needed(width), viewport.height - _OUTSIDE), 1)

    def _needed(self, width: int) -> int:
        rows = len(self._lines(every=True)) + 1
        if preview := self._preview_in(width):
            rows = max(rows, preview.rows + _PREVIEWED)
        return rows + self._below(width)

    def _below(self, width: int) -> int:
        """Return the rows that the message and the button take."""
        return self._message_rows(width) + bool(self.state.button)

    def _beside(self, width: int) -> int:
        """Return the columns beside the rows for the meaning of one; 0 where it stands below them."""
        if not self.state.button:
            return 0
        label, idle = label_width(self.state, width), {} if self.state.hides else self.state.idle
        longest = max(
            max([cell_len(text) for __, text in field.options] or [_TYPED])
            + (len(f"   ({idle[field.name].reason})") if field.name in idle else len(" >"))
            for field in self.state.fields
        )
        least, most = _BESIDE
        room = width - len("> ") - label - len("< ") - len(_DIVIDER)
        if self._preview and room >= self._preview.columns + _SHORTEST:
            least = self._preview.columns
        elif room < least + min(longest, _LONG if idle else _SHORT):
            return 0
        return min(max(room - longest, least), most)

    def _message_rows(self, width: int) -> int:
        if self._beside(width):
            return 0
        fields = self.state.fields
        texts = [text for field in fields for text in (field.explanation, *field.details)] + [self._message]
        return max(len(wrapped(text, width)) for text in texts)

    @property
    def _message(self) -> str:
        """The text below the rows: an error, a notice, or the meaning of the row with the cursor."""
        field = self.state.field
        meaning = field.meaning(self.values[field.name]) if field else self._summary(self.values)
        return self.state.refusal or self._notice or self.state.why_idle or meaning

    def _lines(self, *, every: bool = False) -> "list[Field | str]":
        """Return fields and headings from top to bottom; those that are shown, or every one."""
        shown = self.state.fields if every else self.state.shown
        lines: list[Field | str] = []
        for group in self.state.groups:
            fields = [field for field in group.fields if field in shown]
            lines += [group.heading] if group.heading and fields else []
            lines += fields
        return lines

    def render(self) -> Content:
        """Draw the rows around the cursor, the message and the button."""
        width, height = self.content_size
        gap, aside = int(self._has_gap(width, height)), self._beside(width)
        room = max(height - self._below(width) - gap, 1)
        rows, above, below = self._window(room)
        across = width - aside - len(_DIVIDER) if aside else width
        lines = [draw_row(self.state, row, across, self._muted) for row in rows]
        lines += [Content()] * (room - len(rows) + gap)
        message = [Content.styled(text, self._message_style) for text in wrapped(self._message, aside or width)]
        ascii_only = self.app.has_class("-ascii")
        if aside:
            meaning = draw_meaning(self.state, message, aside, len(lines) - self._preview_rows, self._muted)
            divider = Content.styled(" |  " if ascii_only else _DIVIDER, self._muted)
            lines = beside(lines, across, divider, meaning, ellipsis(self.app))
        else:
            lines += message
        if self.state.button:
            lines += [Content()] * (height - 1 - len(lines))
            button = draw_button(self.state, above, below, width, ascii_only=ascii_only)
            lines = [*lines[: height - 1], button]
        return Content("\n").join(line.truncate(width) for line in lines[:height])

    def _has_gap(self, width: int, height: int) -> bool:
        """Return whether a blank row stands below the rows: not where all of them fit only without it."""
        if len(self._lines()) + self._below(width) == height:
            return False
        return height >= _AIRY or not self.state.button

    def _window(self, room: int) -> "tuple[list[Field | str], int, int]":
        """Return the rows there is room for, and how many fields are above and below them."""
        lines, field = self._lines(), self.state.field
        at = lines.index(field) if field else len(lines) - 1
        first = at - 1 if at and isinstance(lines[at - 1], str) else at  # with its heading
        self._top = scrolled(self._top, at, len(lines), room, first=first)
        rows, end = lines[self._top : self._top + room], self._top + room
        while isinstance(rows[-1], str):  # a heading of nothing
            rows.pop()
        return rows, _fields(lines[: self._top]), _fields(lines[end:])

    @property
    def _muted(self) -> Style:
        return self.get_visual_style("form--muted", partial=True)

    @property
    def _message_style(self) -> str | Style:
        return "bold $warning" if self.state.refusal or self._notice else self._muted


def _fields(lines: "Sequence[Field | str]") -> int:
    return sum(isinstance(line, Field) for line in lines)
