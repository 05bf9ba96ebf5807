"""Real dice: the players roll them, and type what they show."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key

from bgterm.catalog import N_, _
from bgterm.rules.board import Player
from bgterm.rules.match import Phase
from bgterm.tui.bindings import decision
from bgterm.tui.match_view import MatchView
from bgterm.tui.prompts.base import Answer, Changed, Lines
from bgterm.tui.prompts.choice import Offered, Option
from bgterm.tui.prompts.simple import RollPrompt


@dataclass(frozen=True, slots=True)
class Fell(Answer):
    """The dice show this: a player's two, or White's and Black's."""

    player: Player
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class Cocked(Answer):
    """A roll did not count."""

    player: Player
    """The player who rolled."""
    said: str
    """The sentence that says so."""


class DicePrompt(RollPrompt):
    """Roll: two digits and Enter enter the dice; a cocked roll is made again. [RULES A-71]"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "1", "type('1')", N_("dice"), key_display="1-6", id="type-dice", tooltip=N_("type what the dice show")
        ),
        *(Binding(digit, f"type({digit!r})", show=False) for digit in "23456"),
        decision("enter", "enter", "enter-dice", N_("confirm"), shown_as="Enter"),
        Binding("backspace", "back", N_("undo"), key_display="Bksp", id="undo-dice"),
        Binding("escape", "clear", show=False, id="clear-dice"),
        decision("c", "cocked", "cocked", N_("cocked"), N_("a die did not lie flat: throw again")),
    ]

    _digits = ""

    def ask(self, view: MatchView) -> None:
        """Ask for the next roll."""
        self._digits = ""
        super().ask(view)

    def lines(self) -> Lines:
        """Return the player who rolls, the typed text, and the reason against a double."""
        question, _hint, below = super().lines()
        from bgterm.analysis.dice_messages import dice_wanted  # only for dice that are typed

        typed = Content.assemble(
            (_("dice> "), "bold"), self._digits, ("_", "bold"), f"   {dice_wanted(self.match)}"
        )
        return question, typed, below

    def _show_typed(self, digits: str) -> None:
        self._digits = digits
        self.answer(Changed())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Two digits can be entered; doubling comes before any, and nothing is cocked once both are typed."""
        match action:
            case "throw":
                return False
            case "type":
                return len(self._digits) < len("31")
            case "enter":
                return len(self._digits) == len("31")
            case "back" | "clear":
                return bool(self._digits)
            case "act":
                return not self._digits and super().check_action(action, parameters)
            case "cocked":
                return len(self._digits) < len("31")
            case _:
                return super().check_action(action, parameters)

    def why_not(self, key: Key) -> str:
        """Describe what to type."""
        typed = key.character or ""
        if key.key in ("space", "r", "enter"):
            from bgterm.analysis.dice_messages import type_dice  # only for dice that are typed

            return type_dice(self.match)
        if typed in ("c", "d") and self._digits:
            return _("Press Esc to clear the dice you typed first.")
        if typed.isdecimal() and typed not in "123456":
            return _("A die shows 1 to 6.")
        if typed.isdecimal():
            return _("Both dice are typed: press Enter, or Bksp to undo.")
        return ""

    def action_type(self, digit: str) -> None:
        """Type a digit of the dice."""
        self._show_typed(self._digits + digit)

    def action_enter(self) -> None:
        """Enter the roll."""
        one, other = map(int, self._digits)
        self.answer(Fell(self.player, one, other))

    def action_back(self) -> None:
        """Delete a digit."""
        self._show_typed(self._digits[:-1])

    def action_clear(self) -> None:
        """Delete all digits."""
        self._show_typed("")

    def action_cocked(self) -> None:
        """Report a cocked roll; in the opening ask first whose die it was. [RULES A-71]"""
        match = self.match
        if match.game.phase is not Phase.OPENING:
            self._cocked(self.player, "")
            return
        from bgterm.analysis.dice_messages import WHOSE_DIE

        white, black = match.names
        typed = self._digits
        dice = [
            Option(white, partial(self._cocked, Player.WHITE, "")),
            Option(black, partial(self._cocked, Player.BLACK, typed)),
        ]
        self.answer(Offered(_(WHOSE_DIE), dice))

    def _cocked(self, player: Player, typed: str) -> None:
        """Ask the player to roll again; digits typed for a die that lies flat stay."""
        from bgterm.analysis.dice_messages import cocked

        match = self.match
        said = cocked(match.names[player.index], opening=match.game.phase is Phase.OPENING)
        self._show_typed(typed)
        self.answer(Cocked(player, said))
