"""The keys of the position editor."""

from collections.abc import Callable, Mapping

from textual.binding import Binding, BindingType

from bgterm.catalog import N_
from bgterm.editing.position_editor import Editing

CHANGES: Mapping[str, Callable[[Editing], Editing]] = {
    "undo": Editing.undone,
    "opening": Editing.opening,
    "clear": Editing.cleared,
    "turn": Editing.pass_turn,
    "cube": Editing.turn_cube,
    "owner": Editing.give_cube,
    "doubled": Editing.offer_double,
}
"""The changes that need nothing else, by their names in the bindings."""

BINDINGS: list[BindingType] = [
    Binding(
        "enter", "play", N_("play"), key_display="Enter", id="edit-play", tooltip=N_("play from this position")
    ),
    Binding("space,plus", "put", N_("put"), key_display="Space", id="edit-put", tooltip=N_("put a checker down")),
    Binding(
        "backspace,minus",
        "take",
        N_("take"),
        key_display="Bksp",
        id="edit-take",
        tooltip=N_("take a checker away"),
    ),
    Binding(
        "tab",
        "side",
        N_("side"),
        key_display="Tab",
        id="edit-side",
        tooltip=N_("put the other side's checkers"),
    ),
    Binding("left,h", "walk('LEFT')", N_("walk"), key_display="arrows", show=False, id="edit-left"),
    Binding("right,l", "walk('RIGHT')", show=False, id="edit-right"),
    Binding("up,k", "walk('UP')", show=False, id="edit-up"),
    Binding("down,j", "walk('DOWN')", show=False, id="edit-down"),
    *(
        Binding(str(digit), f"set({digit})", N_("so many"), key_display="0-9", show=False, id=f"edit-{digit}")
        for digit in range(10)
    ),
    Binding("u", "change('undo')", N_("undo"), id="edit-undo", tooltip=N_("undo the last change")),
    Binding("q", "leave", N_("leave"), id="edit-leave"),
    Binding(
        "r",
        "change('turn')",
        N_("turn"),
        id="edit-roll",
        tooltip=N_("who is on roll: White, Black, nobody yet"),
    ),
    Binding("d", "dice", N_("dice"), id="edit-dice", tooltip=N_("what the dice show")),
    Binding("c", "change('cube')", N_("cube"), id="edit-cube", tooltip=N_("turn the cube")),
    Binding("C", "change('owner')", N_("owner"), show=False, id="edit-owner", tooltip=N_("who owns the cube")),
    Binding(
        "D",
        "change('doubled')",
        N_("doubled"),
        show=False,
        id="edit-doubled",
        tooltip=N_("a double waits for its answer"),
    ),
    Binding("p", "paste", N_("paste"), id="edit-paste", tooltip=N_("paste an id")),
    Binding("e", "agree", N_("score"), id="edit-score", tooltip=N_("game, length, score, Crawford game")),
    Binding(
        "n",
        "change('opening')",
        N_("start"),
        show=False,
        id="edit-start",
        tooltip=N_("set up the starting position"),
    ),
    Binding("x", "change('clear')", N_("clear"), show=False, id="edit-clear", tooltip=N_("take all checkers off")),
    Binding("f", "turn_board", N_("turn the board"), show=False, id="edit-turn", tooltip=N_("turn the board")),
    Binding("i", "ids", N_("ids"), show=False, id="edit-ids", tooltip=N_("the position as ids, to be copied")),
    Binding("question_mark,f1", "help", N_("help"), key_display="?", id="help"),
]
