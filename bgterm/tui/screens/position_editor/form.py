"""The part of a position that the board does not show: the variant, the match length, the score."""

from dataclasses import replace

from bgterm.catalog import N_, _
from bgterm.notation.position import Position
from bgterm.play.match_offer import MatchOffer
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Pair
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import VARIANTS, Variant
from bgterm.tui.screens.dialogs import FormDialog
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
from bgterm.tui.widgets.form_state import Field, Group, Idle, Values, reading, yes_no

_DIGITS = 6
"""How many digits a score may have."""


class PositionForm(FormDialog[tuple[MatchOffer, Pair, bool]]):
    """A form for the part of a position that the board does not show.

    It returns the offer of the match, the score, and whether this is the Crawford game.
    """

    def __init__(self, position: Position, offer: MatchOffer) -> None:
        """Make the form of a position."""
        super().__init__(_("Set up a position"), self._form, self._choice)
        self._position, self._offer = position, offer

    def _form(self) -> Form:
        start, rules = self._position.start, self._position.ruleset
        crawford = _("Whether this is the game without doubling")
        scores = [
            Field(side, name, _("How many points {name} has", name=name), longest=_DIGITS, empty="0")
            for side, name in zip(("white", "black"), player_names(self._offer), strict=True)
        ]
        groups = (
            Group(_("Length and cube"), declared("variant", "length", "cube")),
            Group(_("Score"), (*scores, Field("crawford", _("Crawford game"), crawford, yes_no()))),
            Group(_("Players"), opponent_fields()),
        )
        white, black = map(str, start.score)
        offered = replace(self._offer, variant=self._position.variant, ruleset=rules).values
        values = {**offered, "white": white, "black": black, "crawford": start.crawford}
        return Form(groups, values, with_usual_cube, self._idle, button=_("Done"))

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
