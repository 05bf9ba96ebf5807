"""Setting up a match of two at one keyboard, who may begin it from any position."""

from collections.abc import Mapping

from bgterm.catalog import _
from bgterm.notation.json_codec import write_ruleset
from bgterm.notation.parse_position import read_position
from bgterm.notation.position import Position
from bgterm.profile.settings import Settings
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import GameSetup
from bgterm.rules.variants import VARIANTS
from bgterm.tui.screens.setup.forms import SetupScreen
from bgterm.tui.widgets.form_state import Field, Group, Idle, Values, reading


class NewMatchScreen(SetupScreen):
    """The form for a match that two players agree on, with its first position."""

    start: GameSetup | None = None
    """The position from which the match begins, once chosen; None for the opening."""

    def groups(self) -> tuple[Group, ...]:
        """Return the fields under their headings."""
        position = Field(
            "position",
            _("Starting position"),
            _("Begin from a Position ID, one with a Match ID after a colon, or an XGID; empty for the opening"),
            longest=400,
            empty=_("the opening"),
        )
        return (*super().groups(), Group(_("Position"), (position,)))

    def settings_of(self, values: Values) -> Settings:
        """Return the settings, and keep the position to begin from, which is none of them. Raises FieldFault."""
        settings = super().settings_of({name: value for name, value in values.items() if name != "position"})
        with reading("position"):
            position = self._position(values)
            self.start = position.under(settings.ruleset).start if position else None
        return settings

    def _settle(self, values: Values, changed: str) -> Values:
        """The rules that the position states override all others."""
        values = super()._settle(values, changed)
        values = {**values, **self._told(values)}
        return {**values, "preset": self._preset_of(values)}

    def _idle(self, values: Values) -> Mapping[str, Idle]:
        told = dict.fromkeys(self._told(values), Idle(_("told by the position"), in_force=True))
        return {**super()._idle(values), **told}

    def _told(self, values: Values) -> Values:
        """Return the rules that the position tells; none while it cannot be read."""
        try:
            position = self._position(values)
        except BackgammonError:
            return {}
        if position is None:
            return {}
        rules = write_ruleset(position.rules_over(self._played(values).ruleset))
        return {name: value for name, value in rules.items() if name in position.told and isinstance(value, int)}

    def _position(self, values: Values) -> Position | None:
        """Return the position, or None for the opening. Raises NotationError for a text that is not a position."""
        text = str(values["position"]).strip()
        return read_position(text, VARIANTS[str(values["variant"])]) if text else None
