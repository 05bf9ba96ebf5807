"""The keys of the position editor."""

from collections.abc import Callable, Mapping

from textual.binding import BindingType

from bgterm.catalog import N_
from bgterm.editing.position_editor import Editing
from bgterm.tui.input.bindings import bind

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
    bind("enter", "play", "edit-play", N_("play"), N_("play from this position"), "Enter", rank=1),
    bind("space,plus", "put", "edit-put", N_("put"), N_("put a checker down"), "Space", rank=2),
    bind("backspace,minus", "take", "edit-take", N_("take"), N_("take a checker away"), "Bksp"),
    bind("tab", "side", "edit-side", N_("side"), N_("put the other side's checkers"), "Tab"),
    bind("left,h", "walk('LEFT')", "edit-left", N_("walk"), shown="arrows", listed=False),
    bind("right,l", "walk('RIGHT')", "edit-right"),
    bind("up,k", "walk('UP')", "edit-up"),
    bind("down,j", "walk('DOWN')", "edit-down"),
    *(
        bind(str(digit), f"set({digit})", f"edit-{digit}", N_("so many"), shown="0-9", listed=False)
        for digit in range(10)
    ),
    bind("u", "change('undo')", "edit-undo", N_("undo"), N_("undo the last change")),
    bind("q", "leave", "edit-leave", N_("leave"), leaves=True),
    bind("r", "change('turn')", "edit-roll", N_("turn"), N_("who is on roll: White, Black, nobody yet")),
    bind("d", "dice", "edit-dice", N_("dice"), N_("what the dice show")),
    bind("c", "change('cube')", "edit-cube", N_("cube"), N_("turn the cube")),
    bind("C", "change('owner')", "edit-owner", N_("owner"), N_("who owns the cube"), listed=False),
    bind(
        "D", "change('doubled')", "edit-doubled", N_("doubled"), N_("a double waits for its answer"), listed=False
    ),
    bind("p", "paste", "edit-paste", N_("paste"), N_("paste an id")),
    bind("e", "agree", "edit-score", N_("score"), N_("game, length, score, Crawford game")),
    bind("n", "change('opening')", "edit-start", N_("start"), N_("set up the starting position"), listed=False),
    bind("x", "change('clear')", "edit-clear", N_("clear"), N_("take all checkers off"), listed=False),
    bind("f", "turn_board", "edit-turn", N_("turn the board"), N_("turn the board"), listed=False),
    bind("i", "ids", "edit-ids", N_("ids"), N_("the position as ids, to be copied"), listed=False),
    bind("question_mark,f1", "help", "help", N_("help"), shown="?"),
]
