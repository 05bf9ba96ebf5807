"""The form for the opponent in a match that continues from a position."""

from typing import ClassVar

from textual.binding import BindingType

from bgterm.catalog import N_, _
from bgterm.formats.engine_notes import EngineSeat
from bgterm.rules.board import Player
from bgterm.rules.variants import Variant
from bgterm.tui.screens.dialogs import FormDialog, enter_keys
from bgterm.tui.screens.setup.fields import check_engine, idle_level, opponent_fields
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import Group, Values


class OpponentForm(FormDialog[tuple[EngineSeat | None]]):
    """The form that returns (the engine's seat,), with None for two people; the record's is preselected."""

    BINDINGS: ClassVar[list[BindingType]] = enter_keys(N_("go to Play"), N_("play"))

    def __init__(self, variant: Variant, seat: EngineSeat | None, side: Player, level: str) -> None:
        """Make the form with the `seat` in the record; another engine plays `side`, initially at `level`."""
        super().__init__(_("Play on from here"))
        self._variant, self._seat, self._side, self._level = variant, seat, side, level

    def make_form(self) -> Form:
        """Make the form."""
        engine, level = (self._seat.engine, self._seat.level) if self._seat else ("", self._level)
        return Form(
            [Group("", opponent_fields())], {"opponent": engine, "level": level}, idle=idle_level, button=_("Play")
        )

    async def accept(self, values: Values) -> tuple[EngineSeat | None]:
        """Return the choice. Raises FieldFault for an engine that cannot play here."""
        check_engine(self._variant, values)
        if not values["opponent"]:
            return (None,)
        side = self._seat.player if self._seat else self._side
        return (EngineSeat(side, str(values["opponent"]), str(values["level"])),)
