"""Every theme is complete, exact and fit for its terminal."""

import re

import pytest
from textual.color import Color

from bgterm.tui.board import dice_painter, painter
from bgterm.tui.themes import THEMES, ascii_wanted, default_theme

LEVELS = {0, 95, 135, 175, 215, 255}


def palette_of_xterm():
    cube = {(r, g, b) for r in LEVELS for g in LEVELS for b in LEVELS}
    return cube | {(grey, grey, grey) for grey in range(8, 239, 10)}


def names_used():
    sources = [open(module.__file__, encoding="utf-8").read() for module in (painter, dice_painter)]  # noqa: PTH123, SIM115 - two short files
    return {name for source in sources for name in re.findall(r'"(board-[a-z-]+)"', source)}


@pytest.mark.parametrize("look", THEMES.values(), ids=lambda look: look.name)
def test_a_theme_defines_every_colour_of_the_board(look):
    assert names_used() | {"board-point-0", "board-point-1"} <= set(look.theme.variables)


@pytest.mark.parametrize("look", [look for look in THEMES.values() if not look.ansi], ids=lambda look: look.name)
def test_full_colour_looks_the_same_in_256_colours(look):
    values = [
        *look.palette.variables().values(),
        look.background,
        look.surface,
        look.foreground,
        look.accent,
        look.error,
    ]
    assert {Color.parse(value).rgb for value in values} <= palette_of_xterm()


@pytest.mark.parametrize("look", THEMES.values(), ids=lambda look: look.name)
def test_the_sides_differ_by_brightness_or_by_shape(look):
    by_shape = look.glyphs.discs["normal"][0] != look.glyphs.discs["normal"][1]
    white, black = (Color.parse(value).brightness for value in (look.palette.white, look.palette.black))
    assert by_shape or white - black > 0.3


def test_the_sixteen_colours_are_the_terminals_own():
    variables = THEMES["sixteen"].palette.variables()
    assert all(
        Color.parse(value).ansi is not None and Color.parse(value).ansi >= 0 for value in variables.values()
    )


def test_monochrome_names_no_colour():
    values = THEMES["mono"].theme.to_color_system().generate().values()
    named = {value for value in values if value.startswith(("ansi_", "#", "rgb"))}
    assert {value.split()[0] for value in named} == {"ansi_default"}


@pytest.mark.parametrize(
    ("env", "name"),
    [
        ({"TERM": "xterm-256color"}, "felt"),
        ({"TERM": "tmux-256color"}, "felt"),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "felt"),
        ({"TERM": "xterm-kitty"}, "felt"),
        ({"TERM": "linux"}, "sixteen"),
        ({"TERM": "vt100"}, "mono"),
        ({"TERM": "xterm-16color"}, "sixteen"),
        ({"TERM": "xterm"}, "sixteen"),
        ({}, "sixteen"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "mono"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "felt"),
    ],
)
def test_the_terminal_decides_the_default(env, name):
    assert default_theme(env) == name


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
