"""The themes: palettes for board and text, and the characters the board is drawn with.

Each theme has a palette of full colours and one of the 256 colours of xterm; nothing is left to a downgrade. A
terminal of sixteen colours shows every theme as `terminal`, one without colours as `mono`.
"""

from collections.abc import Mapping
from enum import Enum, auto
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import color
from textual.app import App
from textual.filter import LineFilter
from textual.theme import Theme

from bgterm.catalog import N_
from bgterm.tui.look import palettes
from bgterm.tui.look.glyphs import ASCII, CHIPS, CONSOLE, HALVES, SHAPES, SHAPES_ON_LIGHT, Glyphs
from bgterm.tui.look.palettes import NONE, Palette


class Colours(Enum):
    """The number of colours that a terminal can show."""

    FULL = auto()
    """Any red, green and blue."""
    XTERM = auto()
    """The 256 colours of xterm."""
    SIXTEEN = auto()
    """The terminal's own sixteen colours."""
    NO_COLOUR = auto()


class Look(NamedTuple):
    """A theme as defined here: its name, its palettes for terminals of many colours, and its character set.

    `theme_for` makes the Textual theme from it, once the colours of the terminal are known.
    """

    name: str
    description: str
    """A description, or the terminal it is for."""
    full: Palette
    xterm: Palette
    """The palette in the 256 colours of xterm."""
    glyphs: str = "blocks"
    """The name of the character set."""
    dark: bool = True
    ansi: bool = False
    """Whether the colours are names of the terminal's own colours."""


_LOOKS = (
    Look("walnut", N_("green felt in a walnut case"), palettes.WALNUT, palettes.WALNUT_256),
    Look("midnight", N_("blue felt in a dark case"), palettes.MIDNIGHT, palettes.MIDNIGHT_256),
    Look("paper", N_("for light screens"), palettes.PAPER, palettes.PAPER_256, dark=False),
    Look("contrast", N_("greys, for the highest contrast"), palettes.CONTRAST, palettes.CONTRAST),
    Look(
        "terminal",
        N_("rings and discs in the sixteen colours of any terminal"),
        palettes.TERMINAL,
        palettes.TERMINAL,
        "console",
        ansi=True,
    ),
    Look("mono", N_("rings and discs without any colour"), palettes.MONO, palettes.MONO, "shapes", ansi=True),
)

THEMES: Mapping[str, Look] = {look.name: look for look in _LOOKS}
"""Every theme by its name, the default first."""

_GLYPHS: Mapping[str, Glyphs] = {"blocks": CHIPS, "console": CONSOLE, "shapes": SHAPES}


def register(app: App[Any], colours: Colours = Colours.FULL) -> None:
    """Register all themes with an app, for a terminal of so many colours, so that `app.theme` can be set."""
    for name in THEMES:
        app.register_theme(theme_for(name, colours))


@cache
def theme_for(name: str, colours: Colours) -> Theme:
    """Return the theme `name` for so many colours; with sixteen or none it is like `terminal` or `mono`."""
    instead = {Colours.SIXTEEN: "terminal", Colours.NO_COLOUR: "mono"}.get(colours)
    look = THEMES[name if instead is None or name == "mono" else instead]
    palette = look.full if colours is Colours.FULL else look.xterm
    theme = _base(name, look, palette)
    if look.ansi:
        theme.variables |= _ansi_variables(theme, colourless=palette.accent == NONE)
    board = {part: colour for part, colour in palette._asdict().items() if part not in _PAGE}
    board |= {"cursor": palette.accent, "on_picked": palette.on_white, "tray": palette.tray or palette.felt}
    theme.variables |= {f"board-{name.replace('_', '-')}": colour for name, colour in board.items()}
    theme.variables[_GLYPHS_VARIABLE] = look.glyphs
    return theme


@cache
def css_variables(name: str, colours: Colours) -> Mapping[str, str]:
    """Return a theme's CSS variables by name, cached, since Textual computes them three times for each app."""
    theme = theme_for(name, colours)
    return theme.to_color_system().generate() | theme.variables


def _base(name: str, look: Look, palette: Palette) -> Theme:
    """Return a theme without the variables of the board."""
    return Theme(
        name=name,
        primary=palette.accent,
        error=palette.error,
        foreground=palette.foreground,
        background=palette.background,
        surface=palette.surface,
        panel=palette.surface,
        boost=palette.surface,
        dark=look.dark,
        ansi=look.ansi,
    )


_GLYPHS_VARIABLE = "board-glyphs"
_PAGE = ("background", "surface", "foreground", "accent", "error")


def _ansi_variables(theme: Theme, colourless: bool) -> dict[str, str]:
    """Return the variables that Textual does not derive for a theme of the terminal's own colours."""
    variables = {"ansi-background": theme.background or NONE, "ansi-foreground": theme.foreground or NONE}
    if colourless:
        made = theme.to_color_system().generate()
        variables |= {name: NONE for name, value in made.items() if value.startswith("ansi_")}
    return variables | {"block-cursor-text-style": "reverse", "input-cursor-text-style": "reverse"}


def colours_of(env: Mapping[str, str]) -> Colours:
    """Return how many colours a terminal shows, deduced from its environment variables."""
    term = env.get("TERM", "")
    if env.get("NO_COLOR") or term.startswith(_COLOURLESS):
        return Colours.NO_COLOUR
    if env.get("COLORTERM") in {"truecolor", "24bit"} or term.endswith("-direct"):
        return Colours.FULL
    return Colours.XTERM if any(part in term for part in _RICH_TERMS) else Colours.SIXTEEN


def default_theme(colours: Colours) -> str:
    """Return the name of the default theme for a terminal of so many colours."""
    return {Colours.SIXTEEN: "terminal", Colours.NO_COLOUR: "mono"}.get(colours, "walnut")


_COLOURLESS = ("vt1", "vt2", "vt3", "vt4", "vt5")
"""The beginnings of TERM for DEC terminals, which have bold and reverse but no colours."""
_RICH_TERMS = ("256", "direct", "kitty", "ghostty", "alacritty", "wezterm", "foot")
"""The parts of TERM that show 256 colours or more."""


def ascii_wanted(env: Mapping[str, str], encoding: str) -> bool:
    """Return whether to write only ASCII, because the locale in `env` or the stream's `encoding` is not UTF-8.

    Python sets LC_CTYPE to UTF-8 in the C locale [PEP 538], so that value of LC_CTYPE is ignored. [POSIX: LC_ALL,
    LC_CTYPE, LANG]
    """
    asked = {name: env[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if env.get(name)}
    if asked.get("LC_CTYPE") == _COERCED:
        del asked["LC_CTYPE"]
    locale = next(iter(asked.values()), "C")
    return not (_is_utf8(locale) and _is_utf8(encoding))


_COERCED = "C.UTF-8"


def _is_utf8(name: str) -> bool:
    return "utf8" in name.lower().replace("-", "")


def glyphs_of(variables: Mapping[str, str]) -> Glyphs:
    """Return the board's characters by these theme variables, which describe the theme and the terminal."""
    glyphs = ASCII if variables.get(f"board{ASCII_ONLY}") else _GLYPHS[variables[_GLYPHS_VARIABLE]]
    for usual, variable, other in ((CHIPS, HALF_BLOCKS, HALVES), (SHAPES, LIGHT_SCREEN, SHAPES_ON_LIGHT)):
        if glyphs is usual and variables.get(f"board{variable}"):
            return other
    return glyphs


ASCII_ONLY = "-ascii"
"""The class of an app that writes only ASCII."""
HALF_BLOCKS = "-half-blocks"
"""The class of an app whose boards are cut at halves of a cell only."""
LIGHT_SCREEN = "-light-screen"
"""The class of an app whose terminal has a light background."""


def terminal_variables(app: App[Any]) -> dict[str, str]:
    """Return the board's theme variables that depend on the terminal: only ASCII, half blocks, light background.

    Each is present, with the value "yes", only if the app has the CSS class for it.
    """
    true = (name for name in (ASCII_ONLY, HALF_BLOCKS, LIGHT_SCREEN) if app.has_class(name))
    return {f"board{name}": "yes" for name in true}


def board_variables(app: App[Any], theme: str, *, half_blocks: bool) -> Mapping[str, str]:
    """Return the variables for a board in the theme called `theme`, such as a preview of one not yet chosen.

    `half_blocks` is whether blocks are cut only at halves of a cell. An unknown theme is replaced by the app's.
    """
    chosen = app.available_themes.get(theme) or app.current_theme
    background, halves = chosen.background or NONE, {f"board{HALF_BLOCKS}": "yes" if half_blocks else ""}
    return chosen.variables | {"background": background} | terminal_variables(app) | halves


def set_terminal_class(app: App[Any], name: str, on: bool) -> None:
    """Set the CSS class `name` of the app if `on`, else clear it, and redraw the boards if that changes anything.

    `name` is one of the classes that describe the terminal, such as `LIGHT_SCREEN`.
    """
    if on != app.has_class(name):
        app.set_class(on, name)
        app.call_next(partial(app.refresh_css, animate=False))
        app.call_next(app.theme_changed_signal.publish, app.current_theme)


# The 256 colours of xterm by number, because Rich picks a neighbour of the lighter greys

_LEVELS = (0, 95, 135, 175, 215, 255)
_GREYS = range(8, 239, 10)


def _number(red: int, green: int, blue: int) -> int | None:
    """Return the number of an xterm colour: a cube of six levels from 16, and greys from 232; None for others."""
    if {red, green, blue} <= set(_LEVELS):
        return 16 + 36 * _LEVELS.index(red) + 6 * _LEVELS.index(green) + _LEVELS.index(blue)
    if red == green == blue and red in _GREYS:
        return 232 + _GREYS.index(red)
    return None


def numbered(colour: Color | None) -> Color | None:
    """Return a colour as its number in xterm's palette if that contains it exactly; otherwise unchanged."""
    found = _number(*colour.triplet) if colour and colour.triplet else None
    return colour if found is None else Color.from_ansi(found)


class NumberedColours(LineFilter):
    """A filter that sends colours to a terminal of 256 colours by their numbers instead of red, green and blue."""

    def apply(self, segments: list[Segment], background: color.Color) -> list[Segment]:
        """Return the segments with each colour that xterm's palette contains replaced by its number."""
        return [Segment(text, style and _numbered_style(style), control) for text, style, control in segments]


@lru_cache(maxsize=4096)
def _numbered_style(style: Style) -> Style:
    colours = [(colour, numbered(colour)) for colour in (style.color, style.bgcolor)]
    if all(old is new for old, new in colours):
        return style
    return style.without_color + Style(color=colours[0][1], bgcolor=colours[1][1])
