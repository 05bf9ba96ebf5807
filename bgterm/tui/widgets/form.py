"""A form for the keyboard: rows under headings, an explanation of the current row, and a submit button."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from operator import methodcaller
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Offset, Size
from textual.style import Style
from textual.widget import Widget

from bgterm.catalog import N_, _
from bgterm.tui.input import Clickable, bind
from bgterm.tui.widgets.form_drawing import beside, draw_button, draw_meaning, draw_row, label_width, wrapped
from bgterm.tui.widgets.form_state import Field, FormState, Values
from bgterm.tui.widgets.text_line import ellipsis, scrolled

if TYPE_CHECKING:
    from bgterm.tui.widgets.look_preview import LookPreview

_OUTSIDE = 3
"""The rows of the window that a form cannot have: the border of its box, and the key bar."""


BINDINGS: list[BindingType] = [
    bind("left", "do('step', -1)", "field-left", N_("change"), shown="left/right"),
    bind("right", "do('step', 1)", "field-right"),
    bind("home", "do('move_to', 0)", "field-first", N_("first row"), shown="Home", listed=False),
    bind("end", "do('move_to', -1)", "field-last", N_("last row"), shown="End", listed=False),
    bind("left", "edit('left')", "text-left", N_("move in the text"), shown="left/right", listed=False),
    bind("right", "edit('right')", "text-right"),
    bind("home", "edit('home')", "text-home", N_("start of the text"), shown="Home", listed=False),
    bind("end", "edit('end')", "text-end", N_("end of the text"), shown="End", listed=False),
    bind("backspace", "edit('backspace')", "text-backspace", N_("delete before"), shown="Bksp", listed=False),
    bind("delete", "edit('delete')", "text-delete", N_("delete"), shown="Del", listed=False),
    bind(
        "ctrl+u", "edit('delete_before')", "text-delete-all", N_("delete all before"), shown="Ctrl+U", listed=False
    ),
    bind("ctrl+w", "edit('delete_word')", "text-delete-word", N_("delete a word"), shown="Ctrl+W", listed=False),
    bind("up,shift+tab", "do('move', -1)", "field-up", N_("row above"), shown="up", listed=False),
    bind("down,tab", "do('move', 1)", "field-down", N_("row below"), shown="down", listed=False),
    bind("pageup", "do('turn', -1)", "field-group-up", N_("previous group"), shown="PageUp", listed=False),
    bind("pagedown", "do('turn', 1)", "field-group-down", N_("next group"), shown="PageDown", listed=False),
]


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
    """The measures of a form in a box of `width` columns and `height` rows, computed from its present state."""

    state: FormState
    message: str
    """The text below or beside the rows, usually the explanation of the current row."""
    preview: "LookPreview | None"
    width: int
    height: int = 0

    @property
    def button(self) -> int:
        """The rows of the button: 1, or 0 for a form without one."""
        return int(bool(self.state.button))

    @property
    def needed(self) -> int:
        """The rows of the form when all fields are visible, also those that have no effect now."""
        rows = len(self.state.lines(every=True)) + 1
        if self._fitting:
            rows = max(rows, self._fitting.rows + _PREVIEWED)
        return rows + self.below

    @property
    def below(self) -> int:
        """The rows of the button and, if the message is not beside the fields, those of the message."""
        return self._message_rows + self.button

    @property
    def gap(self) -> int:
        """The number of blank rows below the fields: 0 or 1."""
        if len(self.state.lines()) + self.below == self.height:
            return 0
        return int(self.height >= _AIRY or not self.button)

    @property
    def room(self) -> int:
        """The rows in which fields and headings are visible; further ones must be scrolled to."""
        return max(self.height - self.below - self.gap, 1)

    @property
    def across(self) -> int:
        """The width in columns of the rows of fields, without the explanation beside them."""
        return self.width - self.beside - len(DIVIDER) if self.beside else self.width

    @cached_property
    def beside(self) -> int:
        """The columns of the explanation to the right of the fields; 0 if it is below them."""
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
        """The rows of the preview of the look, to the right of the fields; 0 while it is not shown."""
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


class Form(Clickable, Widget, can_focus=True):
    """The widget of a form: fields under headings, the explanation of the current field, and a button.

    It is a single widget, because with one for each row, keys would wait in the queue of the row. The explanation
    is beside the rows where there is room, else below them. If all rows fit, fields that have no effect are shown
    with the reason; otherwise they are hidden.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"form--muted"}
    DEFAULT_CSS = """
    Form { height: auto; width: 1fr; overflow: hidden; text-wrap: nowrap; text-overflow: clip; }
    Form > .form--muted { color: $board-quiet; }
    """

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(
        self,
        state: FormState,
        summary: Callable[[Values], str] = lambda _: "",
        notice: str = "",
        preview: "LookPreview | None" = None,
    ) -> None:
        """Show a form; `summary` returns the text on its button, and `notice` is shown before the first key.

        `preview` is shown beside the rows at its own fields.
        """
        super().__init__(*([preview] if preview else ()))
        self.state, self._summary, self._notice, self._top, self._preview = state, summary, notice, 0, preview

    @property
    def values(self) -> Values:
        """The values of the fields, by their names."""
        return self.state.values

    def say(self, text: str) -> None:
        """Show a notice in place of the explanation until the next key."""
        self._notice = text
        self._show()

    def refuse(self, text: str, name: str | None = None) -> None:
        """Show until the next key why the form is rejected, with the cursor on the field `name` if given."""
        self._notice = ""
        self.state.refuse(text, name)
        self._show()

    # Keys

    def takes(self, key: events.Key) -> bool:
        """Return whether a key would be typed into the current field's text or choose its value."""
        typed = key.character or ""
        return bool(typed) and typed.isprintable() and self.state.takes(typed)

    def take(self, key: events.Key) -> bool:
        """Type a key into the current field's text, or choose its value by it; return False for any other key."""
        if not self.takes(key):
            return False
        self.state.type(key.character or "")
        self._acted()
        return True

    def on_paste(self, event: events.Paste) -> None:
        """Insert pasted text into the current field's text, with line breaks as blanks; refuse it elsewhere."""
        event.stop()
        text = " ".join(event.text.split())
        if text and self.state.is_typed:
            self.state.type(text)
        else:
            self.state.refuse(_("There is nothing to paste into here."))
        self._acted()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action applies: Left, Right, Home and End move in a text and change a choice.

        Keys that delete apply also on a choice if the form has texts, and then do nothing.
        """
        match parameters:
            case ("turn", _):
                return len(self.state.groups) > 1
            case ("step", _):
                return self.state.field is not None and not self.state.is_typed
            case ("move_to", _):
                return not self.state.is_typed
            case (how,) if action == "edit":
                moves = how in ("left", "right", "home", "end")
                has_texts = any(not field.options for field in self.state.fields)
                return self.state.is_typed or (has_texts and self.state.field is not None and not moves)
        return True

    def action_edit(self, how: str) -> None:
        """Edit the current field's text, or move in it, by the method of `TextEdit` whose name is `how`."""
        self.action_do("change_text", methodcaller(how))

    def action_do(self, change: str, how: object) -> None:
        """Call the method of `FormState` whose name is `change` with the argument `how`, and draw the form."""
        methodcaller(change, how)(self.state)
        self._acted()

    def clicked(self, at: Offset, *, again: bool) -> str:
        """Handle a click: press the button, change the current row, or go to a row; return a key or ""."""
        layout = self._layout
        field = next(iter(self._window(layout.room)[0][at.y : at.y + 1]), None) if at.y >= 0 else None
        if self.state.button and at.y == layout.height - 1:
            self.action_do("enter", "")
            return "enter"
        if isinstance(field, Field) and field is self.state.field:
            return "right" if field.options else ""
        if isinstance(field, Field):
            self.action_do("enter", field.name)
        return ""

    def _acted(self) -> None:
        self._notice = ""
        self._show()

    def _show(self) -> None:
        self.refresh(layout=self._layout.needed > self.content_size.height)
        self.set_class(bool(self._message), "-told")
        self._show_preview()
        self.screen.refresh_bindings()

    # Display

    def on_mount(self) -> None:
        """Take the focus."""
        self.focus()

    def on_resize(self) -> None:
        """Hide the fields that have no effect if not all rows fit, or show them again."""
        layout = self._layout
        self.state.hide(len(self.state.lines(every=True)) + layout.below > layout.height)
        self.refresh()
        self._show_preview()

    def _show_preview(self) -> None:
        """Show the preview below the explanation of its field, if there is room."""
        if preview := self._preview:
            layout = self._layout
            rows = layout.preview_rows
            preview.display = bool(rows)
            if rows:
                preview.styles.offset = layout.width - layout.beside, layout.height - layout.button - rows
                preview.show(self.values, rows)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows that the form takes: those it needs for all fields, at most those of the window."""
        needed = FormLayout(self.state, self._message, self._preview, width).needed
        return max(min(needed, viewport.height - _OUTSIDE), 1)

    @property
    def _layout(self) -> FormLayout:
        return FormLayout(self.state, self._message, self._preview, *self.content_size)

    @property
    def _message(self) -> str:
        """The text below the rows: an error, a notice, or the explanation of the current row."""
        field = self.state.field
        meaning = field.meaning(self.values[field.name]) if field else self._summary(self.values)
        return self.state.refusal or self._notice or self.state.why_idle or meaning

    def render(self) -> Content:
        """Return the visible rows with the current one among them, the message or explanation, and the button."""
        layout = self._layout
        (width, height), room, aside = self.content_size, layout.room, layout.beside
        rows, above, below = self._window(room)
        lines = [draw_row(self.state, row, layout.across, self._muted) for row in rows]
        lines += [Content()] * (room - len(rows) + layout.gap)
        style = "bold $warning" if self.state.refusal or self._notice else self._muted
        message = [Content.styled(text, style) for text in wrapped(self._message, aside or width)]
        ascii_only = self.app.has_class("-ascii")
        if aside:
            free = len(lines) - layout.preview_rows
            meaning = islice(draw_meaning(self.state, message, aside, free, self._muted), free)
            divider = Content.styled(" |  " if ascii_only else DIVIDER, self._muted)
            lines = beside(lines, layout.across, divider, meaning, ellipsis(self.app))
        else:
            lines += message
        if self.state.button:
            lines += [Content()] * (height - 1 - len(lines))
            button = draw_button(self.state, above, below, width, ascii_only=ascii_only)
            lines = [*lines[: height - 1], button]
        return Content("\n").join(line.truncate(width) for line in lines[:height])

    def _window(self, room: int) -> "tuple[list[Field | str], int, int]":
        """Return the rows that fit, and how many fields are above and below them."""
        lines, field = self.state.lines(), self.state.field
        at = lines.index(field) if field else len(lines) - 1
        first = at - 1 if at and isinstance(lines[at - 1], str) else at  # with the heading above the field
        self._top = scrolled(self._top, at, len(lines), room, first=first)
        rows, end = lines[self._top : self._top + room], self._top + room
        while isinstance(rows[-1], str):  # a heading without fields
            rows.pop()
        return rows, _fields(lines[: self._top]), _fields(lines[end:])

    @property
    def _muted(self) -> Style:
        return self.get_visual_style("form--muted", partial=True)


def _fields(lines: "Sequence[Field | str]") -> int:
    return sum(isinstance(line, Field) for line in lines)
