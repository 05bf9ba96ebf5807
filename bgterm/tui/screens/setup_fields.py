"""The fields of the forms in which a match is set up and a terminal's options are changed."""

from collections.abc import Iterable

from bgterm.lobby import messages
from bgterm.profile.settings import NAME_LENGTH
from bgterm.rules.match import NAMES
from bgterm.rules.variants import VARIANTS, Ruleset, Variant
from bgterm.text import errors
from bgterm.text.ruleset_options import options
from bgterm.tui.themes import THEMES
from bgterm.tui.widgets.form_state import YES_NO, Field, Group, Idle, Values


def idle_rules(variant: Variant, ruleset: Ruleset) -> dict[str, Idle]:
    """Return which rules cannot apply beside the others, and why."""
    return {name: Idle(reason) for name, reason in errors.idle_options(variant, ruleset).items()}


def with_usual_cube(values: Values, changed: str) -> Values:
    """Return the values after one changed: a variant has its own custom with the cube. [RULES L35]"""
    return {**values, "cube": VARIANTS[str(values["variant"])].cube} if changed == "variant" else values


def rule_fields(names: Iterable[str]) -> tuple[Field, ...]:
    """Return the fields of these rules."""
    rules = {rule.name: rule for rule in options()}
    return tuple(
        Field(rule.name, rule.label, rule.explanation, rule.values) for rule in (rules[name] for name in names)
    )


CUBE_RULES = ("cube", "crawford", "jacoby", "beavers", "automatic_doubles", "gammons")
CLOCK_RULES = ("clock", "pause")
HOUSE_RULES = tuple(rule.name for rule in options() if rule.name not in ("length", *CUBE_RULES, *CLOCK_RULES))
"""The rules without a place of their own."""

VARIANT = Field(
    "variant",
    "Variant",
    "Which game of the backgammon family is played",
    tuple((slug, variant.name) for slug, variant in VARIANTS.items()),
)
WHITE = Field("white", "First player", "Plays White: type a name", longest=NAME_LENGTH, empty=NAMES[0])
BLACK = Field("black", "Second player", "Plays Black: type a name", longest=NAME_LENGTH, empty=NAMES[1])
LOT = Field("seats_by_lot", "Random sides", "Whether a lot decides who plays White", YES_NO)
STAKE = Field("stake", "Stake per point", "What a point is worth, such as 0.50 euro; may be empty", empty="none")
WIN_NAMES = Field("mars_koks", "Mars and Koks", "Call a gammon Mars and a backgammon Koks", YES_NO)
DICE = Field(
    "dice",
    "Dice",
    "Thrown by bgterm; thrown so that anyone can check them; or thrown by you on a real table, and typed",
    (("random", "random"), ("verifiable", "verifiable"), ("manual", "your own")),
)
SERVER_DICE = Field("dice", "Dice", messages.SERVER_THROWS, (("random", "random"), ("verifiable", "verifiable")))
TABLE = (
    Field("listed", "Open to all", "Whether everyone sees the table; otherwise it needs its code", YES_NO),
    Field("watchable", "Spectators", "Whether others may watch; you can change it at the table, too", YES_NO),
)

LOOK = (
    Field(
        "theme",
        "Theme",
        "Colours and shapes; all themes are colour-blind safe",
        (("", "auto"), *((look.name, f"{look.name}: {look.description}") for look in THEMES.values())),
    ),
    Field("home_right", "Home boards", "On which side the home boards are", ((True, "right"), (False, "left"))),
)
TERMINAL_GROUPS = (
    Group(
        "Look",
        (
            *LOOK,
            Field("turn_board", "Flip the board", "Flip it to the player to act; f does so at the table", YES_NO),
            Field("throw_animation", "Dice animation", "A short tumble before they land; never over SSH", YES_NO),
        ),
    ),
    Group(
        "Automatic actions",
        (
            Field("auto_roll", "Auto-roll", "Roll where no double could be offered", YES_NO),
            Field(
                "auto_play_forced",
                "Auto-play forced moves",
                "Play, and end the turn, when there is only one play; not with dice that you type",
                YES_NO,
            ),
            Field(
                "auto_confirm_race",
                "Auto-end turns in a race",
                "End the turn when a play is complete and the sides have passed each other",
                YES_NO,
            ),
        ),
    ),
    Group("Sound", (Field("bell", "Bell", "Beep when it is your turn, or somebody calls you, over SSH", YES_NO),)),
    Group("Screen readers", (Field("plain", "Plain mode", "Lines of text over SSH, from next time on", YES_NO),)),
)
"""The options that each terminal has for itself."""
