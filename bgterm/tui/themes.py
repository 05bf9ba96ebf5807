"""The themes: a palette for board and text, and the characters the board is drawn with.

The values of the full-colour themes exist among the 256 colours of xterm, so that they look the same in both.
Sixteen colours and none at all have tables of their own; nothing is left to a downgrade.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from textual.app import App
from textual.theme import Theme

from bgterm.tui.glyphs import ASCII, CHIPS, CONSOLE, SHAPES, TRIANGLES, Glyphs


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of the board; `felt` is the theme variable `$board-felt`, and so on."""

    felt: str
    """The ground the points lie on, also under dice and note."""
    rail: str
    """The frame, the bar and the tray."""
    label: str
    """The numbers of the points, on the rail."""
    point_0: str
    """One half of the points."""
    point_1: str
    """The other half."""
    white: str
    """White's checkers and dice."""
    on_white: str
    """What is written on them."""
    black: str
    """Black's checkers and dice."""
    on_black: str
    """What is written on them."""
    cube: str
    on_cube: str
    """The text on the cube."""
    cursor: str
    """The number under the cursor."""
    picked: str
    """The checker that is picked up."""
    target: str
    """A target of the checker."""
    note: str
    """The text on the felt."""
    faint: str
    """Spent dice."""

    def variables(self) -> dict[str, str]:
        """Return the theme variables, by name."""
        return {f"board-{name.replace('_', '-')}": value for name, value in asdict(self).items()}


@dataclass(frozen=True, slots=True)
class Look:
    """A theme as a player chooses it."""

    name: str
    description: str
    """A description, or the terminal it is for."""
    glyphs: Glyphs
    palette: Palette
    background: str
    """Of the screen around the board."""
    surface: str
    """Of dialogs."""
    foreground: str
    accent: str
    """Warnings."""
    error: str
    """Errors."""
    dark: bool = True
    ansi: bool = False
    """Whether the values are names of the terminal's own colours."""

    @property
    def theme(self) -> Theme:
        """The theme for Textual."""
        theme = self._base
        if self.ansi:
            theme.variables |= _ansi_variables(theme, colourless=self.accent == _NONE)
        theme.variables |= self.palette.variables()
        return theme

    @property
    def _base(self) -> Theme:
        return Theme(
            name=self.name,
            primary=self.accent,
            secondary=self.accent,
            accent=self.accent,
            warning=self.accent,
            error=self.error,
            success=self.accent,
            foreground=self.foreground,
            background=self.background,
            surface=self.surface,
            panel=self.surface,
            boost=self.surface,
            dark=self.dark,
            ansi=self.ansi,
        )


_NONE = "ansi_default"
"""Not a colour but whatever the terminal has."""


def _ansi_variables(theme: Theme, colourless: bool) -> dict[str, str]:
    """Return the variables that a theme of the terminal's own colours must bring along."""
    variables = {"ansi-background": theme.background or _NONE, "ansi-foreground": theme.foreground or _NONE}
    if colourless:
        made = theme.to_color_system().generate()
        variables |= {name: _NONE for name, value in made.items() if value.startswith("ansi_")}
    return variables | {"block-cursor-text-style": "reverse", "input-cursor-text-style": "reverse"}


_FELT = Palette(
    felt="#262626",
    rail="#3a3a3a",
    label="#a8a8a8",
    point_0="#005f5f",
    point_1="#4e4e4e",
    white="#eeeeee",
    on_white="#1c1c1c",
    black="#ff5f00",
    on_black="#1c1c1c",
    cube="#ffd75f",
    on_cube="#1c1c1c",
    cursor="#ffd75f",
    picked="#ffd75f",
    target="#ffd75f",
    note="#dadada",
    faint="#6c6c6c",
)

_WOOD = Palette(
    felt="#d7af87",
    rail="#875f00",
    label="#ffffd7",
    point_0="#af5f00",
    point_1="#5f875f",
    white="#ffffff",
    on_white="#1c1c1c",
    black="#1c1c1c",
    on_black="#eeeeee",
    cube="#ffd75f",
    on_cube="#1c1c1c",
    cursor="#ffffff",
    picked="#00afff",
    target="#005faf",
    note="#1c1c1c",
    faint="#87875f",
)

_SIXTEEN = Palette(
    felt="ansi_black",
    rail="ansi_black",
    label="ansi_white",
    point_0="ansi_cyan",
    point_1="ansi_cyan",
    white="ansi_bright_white",
    on_white="ansi_black",
    black="ansi_bright_red",
    on_black="ansi_black",
    cube="ansi_bright_yellow",
    on_cube="ansi_black",
    cursor="ansi_bright_yellow",
    picked="ansi_bright_yellow",
    target="ansi_bright_green",
    note="ansi_white",
    faint="ansi_bright_black",
)

_MONO = Palette(**dict.fromkeys(Palette.__dataclass_fields__, _NONE))

_FELT_LOOK = Look(
    "felt",
    "light and orange checkers on dark felt",
    CHIPS,
    _FELT,
    background="#1c1c1c",
    surface="#303030",
    foreground="#dadada",
    accent="#ffd75f",
    error="#ff8787",
)

_LOOKS = (
    _FELT_LOOK,
    Look(
        "wood",
        "white and black checkers on a wooden board",
        CHIPS,
        _WOOD,
        background="#1c1c1c",
        surface="#303030",
        foreground="#dadada",
        accent="#ffaf5f",
        error="#ff8787",
    ),
    replace(
        _FELT_LOOK,
        name="shapes",
        description="rings and discs on dark felt, told apart without colour",
        glyphs=TRIANGLES,
    ),
    Look(
        "sixteen",
        "rings and discs in the sixteen colours of any terminal",
        CONSOLE,
        _SIXTEEN,
        background="ansi_black",
        surface="ansi_black",
        foreground="ansi_white",
        accent="ansi_bright_yellow",
        error="ansi_bright_red",
        ansi=True,
    ),
    Look(
        "mono",
        "rings and discs without any colour",
        SHAPES,
        _MONO,
        background=_NONE,
        surface=_NONE,
        foreground=_NONE,
        accent=_NONE,
        error=_NONE,
        ansi=True,
    ),
)

THEMES: Mapping[str, Look] = {look.name: look for look in _LOOKS}
"""Every theme by its name, the default first."""


def register(app: App[Any]) -> None:
    """Make every theme known to the app, so that `app.theme` can be set to its name."""
    for look in _LOOKS:
        app.register_theme(look.theme)


def default_theme(env: Mapping[str, str]) -> str:
    """Return the name of the theme for a terminal with this environment."""
    term = env.get("TERM", "")
    if env.get("NO_COLOR") or term.startswith(_COLOURLESS):
        return "mono"
    if env.get("COLORTERM") in {"truecolor", "24bit"} or any(part in term for part in _RICH_TERMS):
        return "felt"
    return "sixteen"


_COLOURLESS = ("vt1", "vt2", "vt3", "vt4", "vt5")
"""How the names of DEC's terminals begin: they know bold and reverse, and no colour."""
_RICH_TERMS = ("256", "direct", "kitty", "ghostty", "alacritty", "wezterm", "foot")
"""Part of the name of a terminal with 256 colours or more."""


def ascii_wanted(env: Mapping[str, str], encoding: str) -> bool:
    """Whether to write ASCII only: the locale or the stream's encoding cannot say more.

    Python sends UTF-8 even where the locale is C, and then says so in LC_CTYPE [PEP 538]; so that is not believed
    where nothing else says it. [POSIX: LC_ALL, LC_CTYPE, LANG]
    """
    asked = {name: env[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if env.get(name)}
    if asked.get("LC_CTYPE") == _COERCED:
        del asked["LC_CTYPE"]
    locale = next(iter(asked.values()), "C")
    return not (_is_utf8(locale) and _is_utf8(encoding))


_COERCED = "C.UTF-8"


def _is_utf8(name: str) -> bool:
    return "utf8" in name.lower().replace("-", "")


def glyphs_of(theme: str, ascii_only: bool) -> Glyphs:
    """Return the characters for a theme."""
    return ASCII if ascii_only else THEMES[theme].glyphs
