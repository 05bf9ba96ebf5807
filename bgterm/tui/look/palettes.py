"""The colours of each theme.

Felt and points lie in the middle of the scale of lightness, so that white and black checkers both stand out on
them, for every eye and in grey: at least 3 to 1, as WCAG measures contrast.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """The colours of the page and of the board."""

    background: str
    """Of the screen around the board."""
    surface: str
    """Of dialogs."""
    foreground: str
    quiet: str
    """Words that may wait: beside numbers, of older plays, of keys."""
    accent: str
    """Warnings."""
    error: str
    """Errors."""
    acting: str
    """The ground of the card of the player to act, where there is room for large cards."""
    felt: str
    """The ground the points lie on, also under dice, note and trays."""
    rail: str
    """The frame, the bar and what is around the trays."""
    label: str
    """The numbers of the points, on the rail."""
    point_0: str
    """One half of the points."""
    point_1: str
    """The other half."""
    white: str
    """White's checkers and dice."""
    white_rim: str
    """Their edges."""
    on_white: str
    """The text on them."""
    black: str
    """Black's checkers and dice."""
    black_rim: str
    """Their edges."""
    on_black: str
    """The text on them."""
    cube: str
    on_cube: str
    """The text on the cube."""
    cursor: str
    """The number under the cursor."""
    picked: str
    """The checker that is picked up."""
    picked_rim: str
    """Its edge."""
    on_picked: str
    """The text on it."""
    target: str
    """A target of the checker."""
    arrived: str
    """The marks of the last play."""
    note: str
    """The text on the felt."""
    faint: str
    """Dice that have been played."""


WALNUT = Palette(
    background="#17120f",
    surface="#261d18",
    foreground="#e9dfce",
    quiet="#a8967c",
    accent="#ffd75f",
    error="#ff8787",
    acting="#352c19",
    felt="#35694f",
    rail="#3b2318",
    label="#cdb796",
    point_0="#b76040",
    point_1="#a58258",
    white="#fbf5e6",
    white_rim="#c2ab80",
    on_white="#1c1612",
    black="#080608",
    black_rim="#40393c",
    on_black="#fbf5e6",
    cube="#e6b43c",
    on_cube="#1c1612",
    cursor="#ffd75f",
    picked="#ffd75f",
    picked_rim="#c4922a",
    on_picked="#1c1612",
    target="#ffd75f",
    arrived="#ffb454",
    note="#e6dcc4",
    faint="#24503c",
)

WALNUT_256 = Palette(
    background="#1c1c1c",
    surface="#303030",
    foreground="#ffffd7",
    quiet="#af875f",
    accent="#ffd75f",
    error="#ff8787",
    acting="#3a3a3a",
    felt="#00875f",
    rail="#303030",
    label="#d7af87",
    point_0="#875f00",
    point_1="#af875f",
    white="#ffffff",
    white_rim="#d7af87",
    on_white="#1c1c1c",
    black="#080808",
    black_rim="#3a3a3a",
    on_black="#ffffd7",
    cube="#d7af00",
    on_cube="#1c1c1c",
    cursor="#ffd75f",
    picked="#ffd75f",
    picked_rim="#af8700",
    on_picked="#1c1c1c",
    target="#ffd75f",
    arrived="#ffaf5f",
    note="#ffffd7",
    faint="#005f00",
)

MIDNIGHT = Palette(
    background="#0d1117",
    surface="#1a212c",
    foreground="#d9e0ea",
    quiet="#8493ab",
    accent="#ffd75f",
    error="#ff8787",
    acting="#2c2b20",
    felt="#30669e",
    rail="#1b2433",
    label="#9fb0c8",
    point_0="#257f79",
    point_1="#7d80bd",
    white="#f6f8fd",
    white_rim="#a9b6cf",
    on_white="#0d1117",
    black="#06080d",
    black_rim="#363c4a",
    on_black="#f6f8fd",
    cube="#e6b43c",
    on_cube="#0d1117",
    cursor="#ffd75f",
    picked="#ffd75f",
    picked_rim="#c4922a",
    on_picked="#0d1117",
    target="#ffd75f",
    arrived="#ffae49",
    note="#e8eef8",
    faint="#1d3f6b",
)

MIDNIGHT_256 = Palette(
    background="#121212",
    surface="#262626",
    foreground="#dadada",
    quiet="#8787af",
    accent="#ffd75f",
    error="#ff8787",
    acting="#3a3a3a",
    felt="#5f5f87",
    rail="#1c1c1c",
    label="#afafd7",
    point_0="#008787",
    point_1="#8787af",
    white="#ffffff",
    white_rim="#afafd7",
    on_white="#1c1c1c",
    black="#080808",
    black_rim="#3a3a3a",
    on_black="#ffffff",
    cube="#d7af00",
    on_cube="#1c1c1c",
    cursor="#ffd75f",
    picked="#ffd75f",
    picked_rim="#af8700",
    on_picked="#1c1c1c",
    target="#ffd75f",
    arrived="#ffaf5f",
    note="#eeeeee",
    faint="#444444",
)

PAPER = Palette(
    background="#f5efe2",
    surface="#e8dec9",
    foreground="#2b241c",
    quiet="#6f6250",
    accent="#8a2418",
    error="#b00020",
    acting="#ecd9b4",
    felt="#7c8fa5",
    rail="#dccbaa",
    label="#4a3f30",
    point_0="#8f5a3c",
    point_1="#5a7f76",
    white="#ffffff",
    white_rim="#d9cdb4",
    on_white="#2b241c",
    black="#0c0a0c",
    black_rim="#3b353a",
    on_black="#ffffff",
    cube="#8a5e12",
    on_cube="#ffffff",
    cursor="#8a2418",
    picked="#f2c14e",
    picked_rim="#b98a1c",
    on_picked="#2b241c",
    target="#ffdf6b",
    arrived="#ffb24d",
    note="#1f1810",
    faint="#b3bfcc",
)

PAPER_256 = Palette(
    background="#eeeeee",
    surface="#dadada",
    foreground="#262626",
    quiet="#626262",
    accent="#870000",
    error="#af0000",
    acting="#ffd7af",
    felt="#8787af",
    rail="#d7d7af",
    label="#444444",
    point_0="#875f5f",
    point_1="#5f875f",
    white="#ffffff",
    white_rim="#dadada",
    on_white="#262626",
    black="#080808",
    black_rim="#3a3a3a",
    on_black="#ffffff",
    cube="#875f00",
    on_cube="#ffffff",
    cursor="#870000",
    picked="#ffd75f",
    picked_rim="#af8700",
    on_picked="#262626",
    target="#ffd75f",
    arrived="#ffaf5f",
    note="#1c1c1c",
    faint="#afafd7",
)

CONTRAST = Palette(
    background="#000000",
    surface="#1c1c1c",
    foreground="#ffffff",
    quiet="#b2b2b2",
    accent="#ffff00",
    error="#ff8787",
    acting="#262626",
    felt="#5f5f5f",
    rail="#1c1c1c",
    label="#ffffff",
    point_0="#767676",
    point_1="#8a8a8a",
    white="#ffffff",
    white_rim="#b2b2b2",
    on_white="#000000",
    black="#000000",
    black_rim="#3a3a3a",
    on_black="#ffffff",
    cube="#ffd700",
    on_cube="#000000",
    cursor="#ffff00",
    picked="#ffff00",
    picked_rim="#afaf00",
    on_picked="#000000",
    target="#ffff87",
    arrived="#ffaf00",
    note="#ffffff",
    faint="#303030",
)

CONTRAST_256 = CONTRAST
"""All of these are among the 256 already."""

TERMINAL = Palette(
    background="ansi_black",
    surface="ansi_black",
    foreground="ansi_white",
    quiet="ansi_white",
    accent="ansi_bright_yellow",
    error="ansi_bright_red",
    acting="ansi_black",
    felt="ansi_black",
    rail="ansi_black",
    label="ansi_white",
    point_0="ansi_yellow",
    point_1="ansi_green",
    white="ansi_bright_white",
    white_rim="ansi_white",
    on_white="ansi_black",
    black="ansi_bright_red",
    black_rim="ansi_red",
    on_black="ansi_black",
    cube="ansi_bright_yellow",
    on_cube="ansi_black",
    cursor="ansi_bright_yellow",
    picked="ansi_bright_yellow",
    picked_rim="ansi_yellow",
    on_picked="ansi_black",
    target="ansi_bright_green",
    arrived="ansi_bright_cyan",
    note="ansi_white",
    faint="ansi_bright_black",
)

NONE = "ansi_default"
"""Not a colour but whatever the terminal has."""

MONO = Palette(**dict.fromkeys(Palette.__dataclass_fields__, NONE))
