"""The keys of a form."""

from textual.binding import Binding, BindingType

from bgterm.catalog import N_

BINDINGS: list[BindingType] = [
    Binding("left", "step(-1)", N_("change"), key_display="left/right", id="field-left"),
    Binding("right", "step(1)", show=False, id="field-right"),
    Binding("home", "choose(0)", N_("first choice"), show=False, key_display="Home", id="field-first"),
    Binding("end", "choose(-1)", N_("last choice"), show=False, key_display="End", id="field-last"),
    Binding("left", "edit('left')", N_("move in the text"), show=False, key_display="left/right", id="text-left"),
    Binding("right", "edit('right')", show=False, id="text-right"),
    Binding("home", "edit('home')", N_("start of the text"), show=False, key_display="Home", id="text-home"),
    Binding("end", "edit('end')", N_("end of the text"), show=False, key_display="End", id="text-end"),
    Binding(
        "backspace",
        "edit('backspace')",
        N_("delete before"),
        show=False,
        key_display="Bksp",
        id="text-backspace",
    ),
    Binding("delete", "edit('delete')", N_("delete"), show=False, key_display="Del", id="text-delete"),
    Binding(
        "ctrl+u",
        "edit('delete_before')",
        N_("delete all before"),
        show=False,
        key_display="Ctrl+U",
        id="text-delete-all",
    ),
    Binding(
        "ctrl+w",
        "edit('delete_word')",
        N_("delete a word"),
        show=False,
        key_display="Ctrl+W",
        id="text-delete-word",
    ),
    Binding("up,shift+tab", "move(-1)", N_("row above"), show=False, key_display="up", id="field-up"),
    Binding("down,tab", "move(1)", N_("row below"), show=False, key_display="down", id="field-down"),
    Binding(
        "pageup", "move_group(-1)", N_("previous group"), show=False, key_display="PageUp", id="field-group-up"
    ),
    Binding(
        "pagedown",
        "move_group(1)",
        N_("next group"),
        show=False,
        key_display="PageDown",
        id="field-group-down",
    ),
]
