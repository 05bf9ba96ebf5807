"""The drawing of a form: headings, fields with their values, explanations, and the button."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat

from textual.content import Content
from textual.style import Style

from bgterm.catalog import _
from bgterm.tui.widgets.form_state import Field, FormState, Idle
from bgterm.tui.widgets.text_edit import TextEdit
from bgterm.tui.widgets.text_line import ellipsize, scrolled

_WIDE = 50
"""The columns from which the marks for fields above and below the button are in words."""


_VALUE = 14
"""The fewest columns beside the labels, for the cursor's mark and a value between arrows."""


def label_width(state: FormState, width: int) -> int:
    """Return the columns for the fields' labels in a form `width` columns wide."""
    return min(max(len(field.label) for field in state.fields) + 1, width - _VALUE)


def draw_row(state: FormState, row: Field | str, width: int, muted: Style) -> Content:
    """Return a form's row, `width` cells wide: a field with its value, or a heading; `muted` is a style."""
    if isinstance(row, str):
        return Content.styled(row, "$accent")
    label = label_width(state, width)
    marked, idle, room = row is state.field, state.idle.get(row.name), width - len("> ") - label
    value = _edited(state.edit, room) if marked and not row.options and not idle else None
    head_style = "bold" if marked else muted if idle else ""
    value = value or _value(state, row, idle, muted, room, marked=marked)
    label -= min(max(value.cell_length - room, 0), max(label - len(row.label) - 1, 0))
    head = f"{'>' if marked else ' '} {row.label[:label]:<{label}}"
    return Content.assemble((head, head_style), value)


def _value(state: FormState, field: Field, idle: Idle | None, muted: Style, room: int, *, marked: bool) -> Content:
    """Return the value of a field that is not being typed, with the reason why it is idle if that fits."""
    current = state.values[field.name]
    empty = field.empty(state.values) if callable(field.empty) else field.empty
    text = dict(field.options).get(current, str(current)) if field.options else str(current) or empty
    if idle:
        alone = Content.styled(f"  {text}", muted)
        explained = alone + Content.styled(f"   ({idle.reason})", muted)
        return explained if explained.cell_length <= room else alone
    if marked:
        return Content.assemble(("< ", "bold"), (text, "bold reverse"), (" >", "bold"))
    return Content.assemble("  ", (text, "" if field.options or current else muted))


def _edited(edit: TextEdit, room: int) -> Content:
    """Draw an edited text: in brackets while all of it is selected, otherwise with its cursor."""
    here, end = edit.cursor, edit.right().cursor
    before, at, after = edit.text[:here], edit.text[here:end], edit.text[end:]
    while Content(before).cell_length > room - 4:  # the end of the text stays visible
        before = before[1:]
    if edit.selected:
        return Content.assemble((" [", "bold"), (before, "bold reverse"), ("]", "bold"))
    return Content.assemble("  ", (before, "bold"), (at or " ", "reverse"), (after, "bold"))


def draw_button(state: FormState, above: int, below: int, width: int, *, ascii_only: bool) -> Content:
    """Return the row of the button, with the numbers of fields hidden `above` and `below` the visible rows."""
    up, down = ("^", "v") if ascii_only else ("↑", "↓")
    marked = state.field is None
    wide, more = width >= _WIDE, []
    if above:
        more.append(_("{arrow} {count} more above", arrow=up, count=above) if wide else f"{up} {above}")
    if below and wide:
        more.append(_("{arrow} {count} more below", arrow=down, count=below))
    elif below:
        more.append(_("{arrow} {count} more", arrow=down, count=below))
    button = Content.assemble(
        "> " if marked else "  ", (f"[ {state.button} ]", "bold reverse" if marked else "bold")
    )
    counts = Content.styled("  ".join(more), "bold $primary")
    gap = max(width - button.cell_length - counts.cell_length, 1)
    return Content.assemble(button, " " * gap, counts)


def draw_meaning(
    state: FormState, message: Sequence[Content], width: int, height: int, muted: Style
) -> Iterator[Content]:
    """Yield the lines beside the rows: the current field's label, the message, and the values to choose from.

    They have `width` columns and are meant for `height` rows; `muted` is the style of values not chosen.
    """
    field = state.field
    yield Content.styled(field.label if field else "", "bold")
    yield from message
    if not field or not field.options:
        return
    yield Content()
    values, room = [value for value, __ in field.options], max(height - len(message) - 2, 1)
    now = state.values[field.name]
    at = values.index(now) if now in values else 0
    first = scrolled(at - room // 2, at, len(values), room)
    for value, text in field.options[first : first + room]:
        chosen = value == now
        for row, part in enumerate(wrapped(text, width - len("> "))):
            yield Content.styled(f"{'>' if chosen and not row else ' '} {part}", "bold" if chosen else muted)


def beside(
    rows: Sequence[Content], width: int, divider: Content, others: Iterable[Content], cut: str
) -> list[Content]:
    """Return rows of `width` columns, each followed by the divider and one of the lines in `others`.

    A longer row is cut and ends in `cut`; once the lines in `others` are used up, the rest is blank.
    """
    return [
        Content.assemble(ellipsize(row, width, cut).pad_right(max(width - row.cell_length, 0)), divider, text)
        for row, text in zip(rows, chain(others, repeat(Content())), strict=False)
    ]


def wrapped(text: str, width: int) -> list[str]:
    """Wrap a text into rows of at most `width` columns, and return them; an empty text is one empty row."""
    return [line.plain.rstrip() for line in Content(text).wrap(max(width, 1))] if text else [""]
