"""The form that asks whose decisions of a match are practised."""

from typing import ClassVar

from textual.binding import BindingType

from bgterm.catalog import N_, _
from bgterm.rules.board import Player
from bgterm.tui.screens.dialogs import FormDialog, enter_keys
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import Field, Group, Values


class WhoseForm(FormDialog[tuple[Player, ...]]):
    """Returns the players whose decisions are practised."""

    BINDINGS: ClassVar[list[BindingType]] = enter_keys(N_("go to Practise"), N_("practise"))

    def __init__(self, names: tuple[str, str]) -> None:
        """Ask which of the two players of these names is at the keyboard, or whether both are."""
        super().__init__(_("Whose decisions are practised?"))
        self._names = names

    def make_form(self) -> Form:
        """Make the form."""
        white, black = self._names
        players = (("white", white), ("black", black), ("both", _("both")))
        kept = _("The name is kept in your options")
        return Form(
            [Group("", (Field("player", _("Player"), kept, players),))], {"player": "white"}, button=_("Practise")
        )

    async def accept(self, values: Values) -> tuple[Player, ...]:
        """Return the players."""
        return tuple(player for player in Player if values["player"] in (player.name.lower(), "both"))
