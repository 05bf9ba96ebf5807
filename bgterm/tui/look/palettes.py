"""The colours of each theme.

Felt and points lie in the middle of the scale of lightness, so that white and black checkers both stand out on
them, for every eye and in grey: at least 3 to 1, as WCAG measures contrast.
"""

from typing import NamedTuple


class Palette(NamedTuple):
    """The colours of a theme for the page and the board, each a colour as Textual writes it."""

    background: str
    """The background of the screen around the board."""
    surface: str
    """The background of dialogs."""
    foreground: str
    quiet: str
    """Secondary text: words beside numbers, older plays, keys."""
    accent: str
    """The colour of warnings."""
    error: str
    """The colour of errors."""
    acting: str
    """The background of the card of the player to act, if there is room for large cards."""
    felt: str
    """The background of points, dice, note and trays."""
    rail: str
    """The frame, the bar and the surroundings of the trays."""
    label: str
    """The numbers of the points, on the rail."""
    point_0: str
    """The colour of every other point."""
    point_1: str
    """The colour of the points between those of `point_0`."""
    white: str
    """White's checkers and dice."""
    white_rim: str
    """The rims of White's checkers and dice."""
    on_white: str
    """The text on White's checkers and dice."""
    black: str
    """Black's checkers and dice."""
    black_rim: str
    """The rims of Black's checkers and dice."""
    on_black: str
    """The text on Black's checkers and dice."""
    cube: str
    on_cube: str
    """The text on the cube."""
    picked: str
    """The checker that is picked up."""
    picked_rim: str
    """The rim of the checker that is picked up."""
    target: str
    """A target of the picked checker."""
    arrived: str
    """The marks of the last play."""
    note: str
    """The text on the felt."""
    faint: str
    """Dice that have been played."""
    tray: str = ""
    """The background of checkers in trays, on the bar and beside names; empty for the felt."""


WALNUT = Palette(
    *("#17120f", "#261d18", "#e9dfce", "#a8967c", "#ffd75f", "#ff8787", "#352c19"),  # the page
    *("#35694f", "#3b2318", "#cdb796", "#b76040", "#a58258"),  # the board
    *("#fbf5e6", "#c2ab80", "#1c1612"),  # White's checkers
    *("#080608", "#40393c", "#fbf5e6"),  # Black's checkers
    *("#e6b43c", "#1c1612"),  # the cube
    *("#ffd75f", "#c4922a"),  # a checker that is picked up
    *("#ffd75f", "#ffb454", "#e6dcc4", "#24503c"),  # the marks
)

WALNUT_256 = Palette(
    *("#1c1c1c", "#303030", "#ffffd7", "#af875f", "#ffd75f", "#ff8787", "#3a3a3a"),  # the page
    *("#00875f", "#303030", "#d7af87", "#875f00", "#af875f"),  # the board
    *("#ffffff", "#d7af87", "#1c1c1c"),  # White's checkers
    *("#080808", "#3a3a3a", "#ffffd7"),  # Black's checkers
    *("#d7af00", "#1c1c1c"),  # the cube
    *("#ffd75f", "#af8700"),  # a checker that is picked up
    *("#ffd75f", "#ffaf5f", "#ffffd7", "#005f00"),  # the marks
)

MIDNIGHT = Palette(
    *("#0d1117", "#1a212c", "#d9e0ea", "#8493ab", "#ffd75f", "#ff8787", "#2c2b20"),  # the page
    *("#30669e", "#1b2433", "#9fb0c8", "#257f79", "#7d80bd"),  # the board
    *("#f6f8fd", "#a9b6cf", "#0d1117"),  # White's checkers
    *("#06080d", "#363c4a", "#f6f8fd"),  # Black's checkers
    *("#e6b43c", "#0d1117"),  # the cube
    *("#ffd75f", "#c4922a"),  # a checker that is picked up
    *("#ffd75f", "#ffae49", "#e8eef8", "#1d3f6b"),  # the marks
)

MIDNIGHT_256 = Palette(
    *("#121212", "#262626", "#dadada", "#8787af", "#ffd75f", "#ff8787", "#3a3a3a"),  # the page
    *("#5f5f87", "#1c1c1c", "#afafd7", "#008787", "#8787af"),  # the board
    *("#ffffff", "#afafd7", "#1c1c1c"),  # White's checkers
    *("#080808", "#3a3a3a", "#ffffff"),  # Black's checkers
    *("#d7af00", "#1c1c1c"),  # the cube
    *("#ffd75f", "#af8700"),  # a checker that is picked up
    *("#ffd75f", "#ffaf5f", "#eeeeee", "#444444"),  # the marks
)

PAPER = Palette(
    *("#f5efe2", "#e8dec9", "#2b241c", "#6f6250", "#8a2418", "#b00020", "#ecd9b4"),  # the page
    *("#7c8fa5", "#dccbaa", "#4a3f30", "#8f5a3c", "#5a7f76"),  # the board
    *("#ffffff", "#d9cdb4", "#2b241c"),  # White's checkers
    *("#0c0a0c", "#3b353a", "#ffffff"),  # Black's checkers
    *("#8a5e12", "#ffffff"),  # the cube
    *("#f2c14e", "#b98a1c"),  # a checker that is picked up
    *("#ffdf6b", "#ffb24d", "#1f1810", "#b3bfcc"),  # the marks
)

PAPER_256 = Palette(
    *("#eeeeee", "#dadada", "#262626", "#626262", "#870000", "#af0000", "#ffd7af"),  # the page
    *("#8787af", "#d7d7af", "#444444", "#875f5f", "#5f875f"),  # the board
    *("#ffffff", "#dadada", "#262626"),  # White's checkers
    *("#080808", "#3a3a3a", "#ffffff"),  # Black's checkers
    *("#875f00", "#ffffff"),  # the cube
    *("#ffd75f", "#af8700"),  # a checker that is picked up
    *("#ffd75f", "#ffaf5f", "#1c1c1c", "#afafd7"),  # the marks
)

CONTRAST = Palette(
    *("#000000", "#1c1c1c", "#ffffff", "#b2b2b2", "#ffff00", "#ff8787", "#262626"),  # the page
    *("#3a3a3a", "#1c1c1c", "#ffffff", "#8a8a8a", "#949494"),  # the board
    *("#ffffff", "#b2b2b2", "#000000"),  # White's checkers
    *("#000000", "#b2b2b2", "#ffffff"),  # Black's checkers, whose light edge stands out on the felt
    *("#ffd700", "#000000"),  # the cube
    *("#ffff00", "#afaf00"),  # a checker that is picked up
    *("#ffff87", "#ffaf87", "#ffffff", "#303030"),  # the marks
    tray="#8a8a8a",
)
"""All colours of this palette are among xterm's 256."""

TERMINAL = Palette(
    *(
        "ansi_black",
        "ansi_black",
        "ansi_white",
        "ansi_white",
        "ansi_bright_yellow",
        "ansi_bright_red",
        "ansi_black",
    ),  # the page
    *("ansi_black", "ansi_black", "ansi_white", "ansi_yellow", "ansi_green"),  # the board
    *("ansi_bright_white", "ansi_white", "ansi_black"),  # White's checkers
    *("ansi_white", "ansi_white", "ansi_black"),  # Black's checkers
    *("ansi_bright_yellow", "ansi_black"),  # the cube
    *("ansi_bright_yellow", "ansi_yellow"),  # a checker that is picked up
    *("ansi_bright_green", "ansi_bright_cyan", "ansi_white", "ansi_bright_black"),  # the marks
)

NONE = "ansi_default"
"""The terminal's default colour."""

MONO = Palette(**dict.fromkeys(Palette._fields, NONE))
