"""What stands around a position that is set up: the game, the length of the match, the score."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from textual.widget import Widget
from textual.widgets import Static

from bgterm.notation import editing_words
from bgterm.notation.options import options
from bgterm.notation.position import Position
from bgterm.rules.match import Pair
from bgterm.rules.variants import VARIANTS, Ruleset, Variant
from bgterm.tui.screens.ask import FormDialog
from bgterm.tui.widgets.form import YES_NO, Field, Form, Values, with_usual_cube

_DIGITS = 6
"""How many digits a score may have."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was chosen."""

    variant: Variant
    ruleset: Ruleset
    score: Pair
    crawford: bool


class EditorForm(FormDialog[Agreed]):
    """A form for what the board does not show."""

    DEFAULT_CSS = "EditorForm > Vertical { width: 70; padding: 1; background: $background; }"

    def __init__(self, position: Position, names: tuple[str, str]) -> None:
        """Make the form of a position."""
        super().__init__(editing_words.TITLE)
        self._position, self._names = position, names

    def inside(self) -> Iterator[Widget]:
        """Give the fields."""
        start, rules = self._position.start, self._position.ruleset
        length = next(option for option in options() if option.name == "length")
        games = tuple((slug, variant.name) for slug, variant in VARIANTS.items())
        white, black = self._names
        fields = (
            Field("variant", "Game", "", games),
            Field("length", length.label, "", length.values),
            Field("white", f"Score of {white}", "", longest=_DIGITS),
            Field("black", f"Score of {black}", "", longest=_DIGITS),
            Field("crawford", "Crawford game", "", YES_NO),
            Field("cube", "Doubling cube", "", YES_NO),
        )
        values: Values = {
            "variant": self._position.variant.slug,
            "length": rules.length,
            "white": str(start.score[0]),
            "black": str(start.score[1]),
            "crawford": start.crawford,
            "cube": rules.cube,
        }
        yield Form(fields, values, with_usual_cube)
        yield Static(id="said")

    def action_accept(self) -> None:
        """Give what is chosen, if the scores are numbers."""
        values = self.query_one(Form).values
        scores = [str(values[side]).strip() or "0" for side in ("white", "black")]
        if not all(score.isascii() and score.isdecimal() for score in scores):
            self.query_one("#said", Static).update(editing_words.SCORE)
            return
        white, black = map(int, scores)
        ruleset = replace(self._position.ruleset, length=int(values["length"]), cube=bool(values["cube"]))
        variant = VARIANTS[str(values["variant"])]
        self.dismiss(Agreed(variant, ruleset, (white, black), bool(values["crawford"])))
