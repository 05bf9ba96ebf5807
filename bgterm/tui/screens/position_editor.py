"""Setting up a position by keyboard or mouse, and playing from it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import methodcaller
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from bgterm.catalog import N_, _, ngettext
from bgterm.editing.position_editor import Editing
from bgterm.notation.dice import read_roll
from bgterm.notation.parse_position import read_position
from bgterm.notation.position import Position
from bgterm.play.match_offer import MatchOffer
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import BAR, POINTS, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Pair
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import VARIANTS, Variant
from bgterm.text import questions
from bgterm.text.events import LastEvent
from bgterm.text.joining import join_list
from bgterm.tui.board.pointing import Spot, Way, step
from bgterm.tui.board.scene import Scene
from bgterm.tui.input import bind
from bgterm.tui.screens.base import asks
from bgterm.tui.screens.board import BoardScreen
from bgterm.tui.screens.dialogs import ConfirmDialog, FormDialog, TextDialog, help_screen
from bgterm.tui.screens.match.screen import at_one_keyboard
from bgterm.tui.screens.pages import PositionIdsScreen
from bgterm.tui.screens.setup.fields import (
    check_engine,
    declared,
    idle_level,
    idle_rules,
    opponent_fields,
    player_names,
    with_usual_cube,
)
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import Field, FormState, Group, Idle, Values, reading
from bgterm.tui.widgets.table_view import Course
from bgterm.tui.widgets.text_line import Line

_STOPS = (*POINTS, BAR)
"""The points where the cursor can be, with bar and tray."""

_DOUBLED = N_("a double waits for its answer")
BINDINGS: list[BindingType] = [
    bind("enter", "play", "edit-play", N_("play"), N_("play from this position"), "Enter", rank=1),
    bind("space,plus", "at('put')", "edit-put", N_("put"), N_("put a checker down"), "Space", rank=2),
    bind("backspace,minus", "at('take')", "edit-take", N_("take"), N_("take a checker away"), "Bksp"),
    bind("tab", "side", "edit-side", N_("side"), N_("put the other side's checkers"), "Tab"),
    bind("left,h", "walk('LEFT')", "edit-left", N_("walk"), shown="arrows", listed=False),
    bind("right,l", "walk('RIGHT')", "edit-right"),
    bind("up,k", "walk('UP')", "edit-up"),
    bind("down,j", "walk('DOWN')", "edit-down"),
    *(
        bind(str(digit), f"at('set', {digit})", f"edit-{digit}", N_("so many"), shown="0-9", listed=False)
        for digit in range(10)
    ),
    bind("u", "change('undone')", "edit-undo", N_("undo"), N_("undo the last change")),
    bind("q", "leave", "edit-leave", N_("leave"), leaves=True),
    bind("r", "change('pass_turn')", "edit-roll", N_("turn"), N_("who is on roll: White, Black, nobody yet")),
    bind("d", "dice", "edit-dice", N_("dice"), N_("what the dice show")),
    bind("c", "change('turn_cube')", "edit-cube", N_("cube"), N_("turn the cube")),
    bind("C", "change('give_cube')", "edit-owner", N_("owner"), N_("who owns the cube"), listed=False),
    bind("D", "change('offer_double')", "edit-doubled", N_("doubled"), _DOUBLED, listed=False),
    bind("p", "paste", "edit-paste", N_("paste"), N_("paste an id")),
    bind("e", "agree", "edit-score", N_("score"), N_("game, length, score, Crawford game, opponent")),
    bind("n", "change('opening')", "edit-start", N_("start"), N_("set up the starting position"), listed=False),
    bind("x", "change('cleared')", "edit-clear", N_("clear"), N_("take all checkers off"), listed=False),
    bind("f", "turn_board", "edit-turn", N_("turn the board"), N_("turn the board"), listed=False),
    bind("i", "ids", "edit-ids", N_("ids"), N_("the position as ids, to be copied"), listed=False),
    bind("question_mark,f1", "help", "help", N_("help"), shown="?"),
]


class PositionEditorScreen(BoardScreen):
    """The screen on which a position is set up by keyboard or mouse, and from which a match is started.

    It lists the faults of the position, which cannot be played until they are gone.
    """

    DEFAULT_CSS = """
    PositionEditorScreen #hand { text-style: bold; padding: 0 1; }
    PositionEditorScreen #turn { padding: 0 1; }
    PositionEditorScreen #faults { height: 3; width: 1fr; padding: 0 1; color: $warning; }
    PositionEditorScreen.-playable #faults { color: $success; }
    PositionEditorScreen.-low #turn { display: none; }
    PositionEditorScreen.-low #faults { height: 2; }
    """

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, workspace: Workspace) -> None:
        """Start with the initial position of the variant last played, under its rules."""
        super().__init__()
        offer = workspace.settings.offer
        self._workspace = workspace
        self._offer = offer
        self._editing = Editing.of(offer.variant, offer.ruleset)
        self._safe = self._editing.position
        """The last position that leaving does not lose: the initial one, or the one last played from."""
        self._cursor = max(POINTS)
        self._bottom = Player.WHITE

    def below(self) -> Sequence[Widget]:
        """Return the lines below the board: what the editor places, and the faults of the position."""
        return (Line(id="hand"), Line(id="turn"), Static(id="faults"))

    def on_mount(self) -> None:
        """Show the board."""
        self.table_view.board.on_spot = self._clicked
        self.table_view.sheet.explain([key for key in BINDINGS if isinstance(key, Binding)])
        self.lay_out(self.app.size)

    def lay_out(self, size: Size) -> None:
        """Lay the screen out in a window of this size, with as many faults as there is room for."""
        super().lay_out(size)
        self._show()

    # Display

    def _show(self) -> None:
        editing, names = self._editing, self._names
        match = editing.position.match(names)
        self.table_view.show(match, self._scene(), Course())
        self.query_one("#hand", Line).show(in_hand(editing, names, self._cursor))
        self.query_one("#turn", Line).show(join_list([questions.question(match), self._opponent]))
        room = 2 if self.has_class("-low") else 3
        faults = fault_lines(editing, names, room)
        self.query_one("#faults", Static).update(Content("\n".join(faults)))
        self.set_class(not editing.position.faults, "-playable")
        self.refresh_bindings()

    @property
    def _names(self) -> tuple[str, str]:
        return player_names(self._offer)

    @property
    def _opponent(self) -> str:
        """A remark about the engine that plays the other side; empty for a person."""
        if not self._offer.opponent:
            return ""
        fields = {field.name: dict(field.options) for field in opponent_fields()}
        engine, level = fields["opponent"][self._offer.opponent], fields["level"][self._offer.level]
        return _("against {engine} ({level})", engine=engine, level=level)

    def _scene(self) -> Scene:
        scene = Scene.of(
            self._editing.position.match(self._names),
            mover=self._editing.hand,
            bottom=self._bottom,
            home_right=self._workspace.settings.home_right,
            note=LastEvent(_("Set up a position")),
        )
        return scene._replace(cursor=self._cursor)

    def _become(self, editing: Editing) -> None:
        self._editing = editing
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action applies: playing needs a position without faults, undoing an earlier change."""
        if action in ("play", "ids"):
            return not self._editing.position.faults
        return parameters != ("undone",) or bool(self._editing.past)

    def no_use(self, key: Key) -> str:
        """Return the message that a key does nothing now; for Enter, the first fault of the position."""
        faults = self._editing.position.faults
        if key.key != "enter" or not faults:
            return super().no_use(key)
        return _("This cannot be played: {fault}.", fault=faults[0].describe(self._names))

    # The checkers

    def action_walk(self, way: str) -> None:
        """Move the cursor one step; `way` is the name of a member of `Way`, such as "LEFT"."""
        there = step(self._scene().perspective, _STOPS, self._cursor, Way[way])
        self._cursor = there or self._cursor
        self._show()

    undo_key = "backspace"

    def _clicked(self, spot: int | Spot | None, _again: bool) -> str:
        """Move the cursor to a clicked point, or put a checker on it if it is there already."""
        if spot == self._cursor:
            self.action_at("put")
        elif isinstance(spot, int) and spot in _STOPS:
            self._cursor = spot
            self._show()
        return ""

    def action_at(self, what: str, *count: int) -> None:
        """Change the checkers under the cursor by the method of `Editing` named `what`, perhaps to a `count`."""
        self._become(methodcaller(what, self._cursor, *count)(self._editing))

    def action_side(self) -> None:
        """Switch to placing the other side's checkers; the cursor stays in its place on the screen."""
        if self._cursor != BAR:
            self._cursor = self._editing.position.start.board.opponent_point(self._cursor)
        self._become(self._editing.other_hand())

    def action_change(self, what: str) -> None:
        """Change the position as a whole, by the method of `Editing` whose name is `what`."""
        self._become(methodcaller(what)(self._editing))

    def action_dice(self) -> None:
        """Ask for a roll, and set it as the dice of the position."""
        dice = self._editing.position.start.dice
        text = f"{dice.high}{dice.low}" if dice else ""
        hint = _("What they show, like 31; empty before the roll")
        self._ask(_("Dice"), text, hint, lambda said: self._editing.thrown(_dice(said)))

    def action_paste(self) -> None:
        """Ask for the id of a position, and set up that position."""
        hint = _("A Position ID, one with a Match ID after a colon, or an XGID")
        self._ask(_("Position"), "", hint, self._pasted)

    def receive_paste(self, text: str) -> None:
        """Set up the position whose id was pasted."""
        with self.refusals_shown():
            self._become(self._pasted(text))

    def show_notice(self, text: str) -> None:
        """Show a message until the position is changed."""
        self.query_one("#hand", Line).show(text)

    def _pasted(self, text: str) -> Editing:
        position = read_position(text, self._editing.position.variant)
        self._bottom = position.start.on_roll or Player.WHITE
        return self._editing.pasted(position)

    @asks
    async def _ask(self, what: str, text: str, hint: str, read: Callable[[str], Editing]) -> None:
        """Ask for a text, and set the position that `read` returns for it; errors are shown in the dialog."""
        ask = TextDialog(what, what, text, hint=hint, longest=400, accept=read)
        if editing := await self.app.push_screen_wait(ask):
            self._become(editing)

    @asks
    async def action_agree(self) -> None:
        """Ask in a form for the variant, the match length, the cube, the score and the opponent."""
        form = PositionForm(self._editing.position, self._offer)
        if chosen := await self.app.push_screen_wait(form):
            self._offer, score, crawford = chosen
            variant, ruleset = self._offer.variant, self._offer.ruleset
            self._become(self._editing.under_rules(variant, ruleset, score, crawford=crawford))

    # Leaving it

    def action_play(self) -> None:
        """Start a match from the position, under the rules it was set up with."""
        position, workspace = self._editing.position, self._workspace
        offer = replace(self._offer, variant=position.variant, ruleset=position.ruleset)
        with self.refusals_shown():
            self.app.push_screen(at_one_keyboard(workspace.new_table(offer, start=position.start), workspace))
            self._safe = position

    def action_turn_board(self) -> None:
        """Flip the board, so that the other player's home is at the bottom."""
        self._bottom = self._bottom.opponent
        self._show()

    def action_ids(self) -> None:
        """Open the page with the position's ids for other programs."""
        self.app.push_screen(PositionIdsScreen(self._editing.position, self._names))

    def action_help(self) -> None:
        """Show the keys."""
        how = _(
            "Arrows move the cursor, Space adds a checker of the selected side, Backspace removes one, digits set "
            "how many; Tab changes the side. Missing checkers count as borne off."
        )
        self.app.push_screen(help_screen(self.active_bindings, (how,), heading=_("How to set up a position")))

    @asks
    async def action_leave(self) -> None:
        """Leave without playing; ask first if a position that was set up would be lost."""
        question = _("Leave without playing? The position you have set up is not saved and would be lost.")
        if self._editing.position == self._safe or await self.app.push_screen_wait(ConfirmDialog(question)):
            self.leave()


def in_hand(editing: Editing, names: tuple[str, str], cursor: int) -> str:
    """Describe whose checkers the editor places, and the point under the cursor, in one line.

    `names` are White's and Black's names; `cursor` is the point as the player whose checkers are placed counts.
    """
    name = names[editing.hand.index]
    if cursor == BAR:
        return _("Placing {name}'s checkers: the cursor is on {name}'s bar.", name=name)
    return _("Placing {name}'s checkers: the cursor is on {name}'s {point} point.", name=name, point=cursor)


def fault_lines(editing: Editing, names: tuple[str, str], most: int) -> list[str]:
    """Return the faults of the position, one to a line, in at most `most` lines.

    Without a fault, return one line that says it can be played. `names` are White's and Black's names.
    """
    match = editing.position.match(names)
    lines = [f"- {fault.describe(match.names)}" for fault in editing.position.faults]
    if len(lines) > most:
        more = len(lines) - most + 1
        lines[most - 1 :] = [ngettext("- and {count} more fault", "- and {count} more faults", more)]
    return lines or [_("The position is legal. Press Enter to play.")]


def _dice(text: str) -> Dice | None:
    """Return the roll in a text; None for an empty one. Raises NotationError."""
    return Dice.of(*read_roll(text)) if text.strip() else None


# The form for what the board does not show

_DIGITS = 6
"""How many digits a score may have."""


class PositionForm(FormDialog[tuple[MatchOffer, Pair, bool]]):
    """A form for the part of a position that the board does not show: variant, length, cube, score and opponent.

    Its result is the offer of the match, the score, and whether this is the Crawford game.
    """

    def __init__(self, position: Position, offer: MatchOffer) -> None:
        """Make the form of a position."""
        super().__init__(_("Set up a position"), self._form, self._choice)
        self._position, self._offer = position, offer

    def _form(self) -> Form:
        start, rules = self._position.start, self._position.ruleset
        crawford, yes_no = _("Whether this is the game without doubling"), ((True, _("yes")), (False, _("no")))
        scores = [
            Field(side, name, _("How many points {name} has", name=name), longest=_DIGITS, empty="0")
            for side, name in zip(("white", "black"), player_names(self._offer), strict=True)
        ]
        groups = (
            Group(_("Length and cube"), declared("variant", "length", "cube")),
            Group(_("Score"), (*scores, Field("crawford", _("Crawford game"), crawford, yes_no))),
            Group(_("Players"), opponent_fields()),
        )
        white, black = map(str, start.score)
        offered = replace(self._offer, variant=self._position.variant, ruleset=rules).values
        values = {**offered, "white": white, "black": black, "crawford": start.crawford}
        return Form(FormState(groups, values, with_usual_cube, self._idle, _("Done")))

    def _idle(self, values: Values) -> dict[str, Idle]:
        """Return why fields do not apply: the Crawford game, or the level without an engine."""
        variant, ruleset = self._chosen(values)
        crawford = {name: idle for name, idle in idle_rules(variant, ruleset).items() if name == "crawford"}
        return {**crawford, **idle_level(values)}

    def _chosen(self, values: Values) -> tuple[Variant, Ruleset]:
        ruleset = replace(self._position.ruleset, length=int(values["length"]), cube=bool(values["cube"]))
        return VARIANTS[str(values["variant"])], ruleset

    def _choice(self, values: Values) -> tuple[MatchOffer, Pair, bool]:
        """Return the choice. Raises FieldFault for scores that are not numbers."""
        white, black = (_score(values, side) for side in ("white", "black"))
        crawford = bool(values["crawford"]) and "crawford" not in self._idle(values)
        variant, ruleset = self._chosen(values)
        check_engine(variant, values)
        opponent, level = str(values["opponent"]), str(values["level"])
        name = self._offer.black if opponent == self._offer.opponent else ""
        offer = replace(self._offer, variant=variant, ruleset=ruleset, black=name, opponent=opponent, level=level)
        return offer, (white, black), crawford


def _score(values: Values, side: str) -> int:
    score = str(values[side]).strip() or "0"
    with reading(side):
        if not (score.isascii() and score.isdecimal()):
            raise BackgammonError(N_("A score is a number: 0, 1, 2 and so on."))
    return int(score)
