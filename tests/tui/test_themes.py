"""Every theme is complete, exact, fit for its terminal, and can be told apart by every eye."""

import re

import pytest
from babel.messages.pofile import read_po
from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown
from bgterm.tui.board import blocks, characters, dice_painter, painter, styled_rows
from bgterm.tui.look.themes import (
    LIGHT_SCREEN,
    THEMES,
    Colours,
    NumberedColours,
    ascii_wanted,
    colours_of,
    default_theme,
    glyphs_of,
    theme_for,
)
from bgterm.tui.screens.position_editor import PositionEditorScreen
from tests.tui.screen_cells import strips
from tests.tui.seat import at_table
from tools.messages import TEMPLATE

LEVELS = {0, 95, 135, 175, 215, 255}
PALETTES = {
    f"{look.name}-{depth}": palette
    for look in THEMES.values()
    if not look.ansi
    for depth, palette in (("full", look.full), ("256", look.xterm))
}
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""The linear red, green and blue that each eye sees: Machado, Oliveira and Fernandes (2009), severity 1."""
CONTRAST = THEMES["contrast"].full


def linear(colour):
    channels = (part / 255 for part in Color.parse(colour).rgb)
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]


def luminance(colour, eye):
    """Return WCAG's relative luminance of a colour as an eye sees it."""
    red, green, blue = (sum(a * b for a, b in zip(row, linear(colour), strict=True)) for row in eye)
    return 0.2126 * min(max(red, 0), 1) + 0.7152 * min(max(green, 0), 1) + 0.0722 * min(max(blue, 0), 1)


def contrast(one, other):
    """Return WCAG's contrast ratio, from 1 to 21, for the eye that sees least contrast."""
    seen = (sorted(luminance(colour, eye) for colour in (one, other)) for eye in EYES.values())
    return min((light + 0.05) / (dark + 0.05) for dark, light in seen)


def test_contrast_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


BOARD = ("felt", "point_0", "point_1")


@pytest.mark.parametrize(
    ("colours", "others", "least"),
    [
        (("white",), (*BOARD, "tray"), 3),
        (("black",), (*BOARD[1:], "tray"), 3),
        (("white",), ("black",), 10),
        (("foreground",), ("background", "surface", "acting"), 4.5),
        (("quiet", "accent"), ("background",), 4.5),
        (("label", "accent"), ("rail",), 4.5),
        (("on_white",), ("white", "picked"), 4.5),
        (("on_black",), ("black",), 4.5),
        (("on_cube",), ("cube",), 4.5),
        (("note",), ("felt",), 3),
        (("label",), ("faint",), 3),
        (("error",), ("background",), 3),
        (("cube",), ("white",), 1.3),
        (("cube",), ("black",), 3),
        (("cube",), ("rail",), 2),
        (("cube",), ("felt",), 1.5),
        (("felt", "point_0"), ("point_1",), 1.12),
        (("felt",), ("point_0",), 1.12),
        (("target",), BOARD, 2.2),
        (("arrived",), (*BOARD, "white", "black"), 1.5),
        (("white",), ("white_rim",), 1.35),
        (("black",), ("black_rim",), 1.6),
        (("picked",), ("picked_rim",), 1.35),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else f"{value}",
)
def test_colours_of_a_theme_stand_out_from_others(colours, others, least):
    """Checkers from the board, text from its ground, the cube from dice, points, marks, and edges of checkers."""
    pairs = [
        (name, one, other, contrast(getattr(palette, one), getattr(palette, other) or palette.felt))
        for name, palette in PALETTES.items()
        for one in colours
        for other in others
    ]
    assert [pair for pair in pairs if pair[-1] < least] == []


@pytest.mark.parametrize("name", PALETTES)
def test_black_stands_out_by_its_colour_or_its_edge(name):
    palette = PALETTES[name]
    highest = palette == CONTRAST
    assert contrast(palette.black, palette.felt) >= (1.8 if highest else 3)
    for point in (palette.point_0, palette.point_1):
        assert contrast(palette.black_rim, point) >= (1.4 if highest else 1.8)
        assert not highest or contrast(point, palette.felt) >= 3
    if highest:
        assert min(contrast(palette.black_rim, colour) for colour in (palette.felt, palette.black)) >= 3


@pytest.mark.parametrize("eye", EYES)
def test_the_sides_differ_in_lightness(eye):
    for palette in PALETTES.values():
        assert luminance(palette.white, EYES[eye]) > 0.7
        assert luminance(palette.black, EYES[eye]) < 0.02


def palette_of_xterm():
    cube = {(r, g, b) for r in LEVELS for g in LEVELS for b in LEVELS}
    return cube | {(grey, grey, grey) for grey in range(8, 239, 10)}


def names_used():
    modules = (painter, dice_painter, blocks, characters, styled_rows)
    sources = [open(module.__file__, encoding="utf-8").read() for module in modules]  # noqa: PTH123, SIM115 - short files
    return {name for source in sources for name in re.findall(r'"(board-[a-z-]+[a-z])"', source)}


@pytest.mark.parametrize("colours", Colours)
@pytest.mark.parametrize("name", THEMES)
def test_a_theme_defines_every_colour_of_the_board(name, colours):
    assert names_used() | {"board-point-0", "board-point-1"} <= set(theme_for(name, colours).variables)


@pytest.mark.parametrize("look", [look for look in THEMES.values() if not look.ansi], ids=lambda look: look.name)
def test_colours_of_a_theme_are_exact_and_as_dark_as_it_says(look):
    values = {getattr(look.xterm, name) for name in look.xterm._fields} - {""}
    assert {Color.parse(value).rgb for value in values} <= palette_of_xterm()
    for palette in (look.full, look.xterm):
        background, text = (
            luminance(colour, EYES["usual"]) for colour in (palette.background, palette.foreground)
        )
        assert look.dark == (background < text)


@pytest.mark.parametrize(("light", "filled"), [("", Player.WHITE), ("yes", Player.BLACK)])
@pytest.mark.parametrize("name", ["mono", "terminal"])
def test_white_is_the_bright_disc_on_dark_and_on_light_screens(name, light, filled):
    variables = theme_for(name, Colours.NO_COLOUR).variables
    glyphs = glyphs_of(variables | {f"board{LIGHT_SCREEN}": light})
    assert glyphs.marks[filled.index] == "●"
    assert "█" in glyphs.discs[filled.index]


def test_a_terminal_of_sixteen_colours_is_sent_its_own_only():
    palette = THEMES["terminal"].full
    assert {palette.white, palette.black, palette.black_rim} == {"ansi_bright_white", "ansi_white"}, (
        "no red for black"
    )
    for name in THEMES:
        theme = theme_for(name, Colours.SIXTEEN)
        values = [value for key, value in theme.variables.items() if key.startswith("board-") and "_" in value]
        assert theme.name == name
        assert all(value.startswith("ansi_") for value in (*values, theme.background, theme.foreground))


@pytest.mark.parametrize("name", THEMES)
def test_a_terminal_without_colours_is_sent_none(name):
    values = theme_for(name, Colours.NO_COLOUR).to_color_system().generate().values()
    named = {value for value in values if value.startswith(("ansi_", "#", "rgb"))}
    assert {value.split()[0] for value in named} == {"ansi_default"}


def test_description_of_a_theme_is_a_message():
    with TEMPLATE.open("rb") as file:
        messages = read_po(file)
    assert [look.name for look in THEMES.values() if look.description not in messages] == []


@pytest.mark.parametrize(
    ("env", "colours", "name"),
    [
        ({"TERM": "xterm-256color"}, Colours.XTERM, "walnut"),
        ({"TERM": "tmux-256color"}, Colours.XTERM, "walnut"),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, Colours.FULL, "walnut"),
        ({"TERM": "xterm-direct"}, Colours.FULL, "walnut"),
        ({"TERM": "xterm-kitty"}, Colours.XTERM, "walnut"),
        *(({"TERM": term}, Colours.SIXTEEN, "terminal") for term in ("linux", "screen", "tmux")),
        ({"TERM": "vt100"}, Colours.NO_COLOUR, "mono"),
        ({"TERM": "xterm-16color"}, Colours.SIXTEEN, "terminal"),
        ({"TERM": "xterm"}, Colours.SIXTEEN, "terminal"),
        ({}, Colours.SIXTEEN, "terminal"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, Colours.NO_COLOUR, "mono"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, Colours.NO_COLOUR, "mono"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, Colours.XTERM, "walnut"),
    ],
)
def test_the_terminal_decides_colours_and_default(env, colours, name):
    assert colours_of(env) is colours
    assert default_theme(colours) == name


@pytest.mark.parametrize(
    ("env", "encoding", "wanted"),
    [
        ({"LANG": "en_US.UTF-8"}, "utf-8", False),
        ({"LANG": "C.utf8"}, "UTF-8", False),
        ({"LANG": "C"}, "utf-8", True),
        ({}, "utf-8", True),
        ({"LANG": "de_DE.UTF-8", "LC_CTYPE": "de_DE.ISO-8859-1"}, "utf-8", True),
        ({"LANG": "C", "LC_ALL": "en_US.UTF-8"}, "utf-8", False),
        ({"LANG": "en_US.UTF-8", "LC_ALL": ""}, "utf-8", False),
        ({"LANG": "en_US.UTF-8"}, "ascii", True),
    ],
)
def test_ascii_is_wanted_where_locale_or_stream_cannot_say_more(env, encoding, wanted):
    assert ascii_wanted(env, encoding) is wanted


# Rich makes light greys of the 256 colours darker, and the terminal is sent exactly those of the theme


@pytest.mark.parametrize(
    ("value", "number"),
    [("#e4e4e4", 254), ("#eeeeee", 255), ("#dadada", 253), ("#303030", 236), ("#ffffff", 231), ("#af875f", 137)],
)
def test_a_colour_of_the_256_is_named_by_its_number(value, number):
    style = Style(color=RichColor.parse(value), bgcolor=RichColor.parse(value), bold=True)
    ((_, named, _),) = NumberedColours().apply([Segment("text", style)], Color(0, 0, 0))
    assert (named.color, named.bgcolor, named.bold) == (*[RichColor.from_ansi(number)] * 2, True)


@pytest.mark.parametrize("colour", ["#123456", "red", "default"])
def test_other_colours_stay_as_they_are(colour):
    segments = [Segment("text", Style(color=RichColor.parse(colour))), Segment("plain")]
    assert NumberedColours().apply(segments, Color(0, 0, 0)) == segments


# On sixteen colours, text can be read whatever the terminal's own foreground and background are


def mixed(app):
    """Return the texts with one colour of the terminal's own and the other of the theme."""
    pieces = [piece for strip in strips(app) for piece in strip if piece.text.strip() and piece.style]
    own = {None, "default"}
    return [
        piece.text.strip()
        for piece in pieces
        if ((piece.style.color and piece.style.color.name) in own)
        is not ((piece.style.bgcolor and piece.style.bgcolor.name) in own)
    ]


async def check_each(seat, keys):
    """Check the screen at first and after each key, which Escape undoes."""
    seat.app.theme = "terminal"
    await seat.settle()
    assert mixed(seat.app) == []
    before = seat.shown
    for key in keys:
        await seat.press(key)
        assert (key, seat.shown != before, mixed(seat.app)) == (key, True, [])
        await seat.press("escape")
        assert (key, seat.shown) == (key, before)


@pytest.mark.long
async def test_no_page_mixes_colours_with_the_terminals_own(menu):
    await check_each(menu, ["n", "o", "b", "h", "question_mark"])
    await menu.press("e")
    assert isinstance(menu.app.screen, PositionEditorScreen)
    assert mixed(menu.app) == []
    await menu.resize(30, 10)
    assert menu.shows("Nothing is lost.")
    assert mixed(menu.app) == []


async def test_no_match_mixes_colours_with_the_terminals_own(tmp_path):
    async with at_table(tmp_path, past=[OpeningThrown(3, 1)]) as (seat, _):
        await check_each(seat, ["question_mark", "m", "x", "tab", "o", "s", "i"])
