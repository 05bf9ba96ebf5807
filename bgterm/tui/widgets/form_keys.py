"""The keys of a form."""

from textual.binding import BindingType

from bgterm.catalog import N_
from bgterm.tui.input.bindings import bind

BINDINGS: list[BindingType] = [
    bind("left", "step(-1)", "field-left", N_("change"), shown="left/right"),
    bind("right", "step(1)", "field-right"),
    bind("home", "choose(0)", "field-first", N_("first choice"), shown="Home", listed=False),
    bind("end", "choose(-1)", "field-last", N_("last choice"), shown="End", listed=False),
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
    bind("up,shift+tab", "move(-1)", "field-up", N_("row above"), shown="up", listed=False),
    bind("down,tab", "move(1)", "field-down", N_("row below"), shown="down", listed=False),
    bind("pageup", "move_group(-1)", "field-group-up", N_("previous group"), shown="PageUp", listed=False),
    bind("pagedown", "move_group(1)", "field-group-down", N_("next group"), shown="PageDown", listed=False),
]
