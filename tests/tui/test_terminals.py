"""The output of the program to limited terminals and to windows that are too small."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cases import rest_long
from tools.terminal import Terminal

ROOT = Path(__file__).parents[2]
PLAY = (sys.executable, "-m", "bgterm", "play", "--seed", "16", "--names", "Ann,Bob")
ESCAPE = "\x1b[27u"
ASK_BACKGROUND = b"\x1b]11;?\x1b\\"
"""The request for the background colour. [xterm control sequences, OSC 11]"""
PAPER = b"48;5;187"
"""The colour of the rail in the theme `paper`, #d7d7af, by its number among the 256 of xterm."""
_STYLE = re.compile(r"\x1b\[([\d;]*)m")

Start = Callable[..., Terminal]

pytestmark = pytest.mark.pty


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Yield a function that starts a game with options, an environment and other arguments of a terminal."""
    home = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with ExitStack() as running:
        yield lambda *options, env=(), **more: running.enter_context(
            Terminal((*PLAY, *options), env=home | dict(env), cwd=ROOT, **more)
        )


def look_around(terminal: Terminal) -> str:
    """Throw, move a checker, open the help, the list of plays and the options; return all output."""
    terminal.wait_for("Game 1")
    terminal.send(" ")
    terminal.wait_for("to move 5-4")
    for keys, shown in (
        ("  ", "legal"),
        (f"{ESCAPE}?", "rules of this match"),
        (ESCAPE, "to move 5-4"),
        ("13/8", "= 13/8"),
        (f"{ESCAPE}24/22\r", "needs a 2"),
        (f"{ESCAPE}x", "what do you resign?"),
        (ESCAPE, "to move 5-4"),
        ("o", "Theme"),
        (ESCAPE, "to move 5-4"),
    ):
        terminal.send(keys)
        terminal.wait_for(shown)
    terminal.send("q")
    assert terminal.wait() == 0
    return terminal.output.decode()


def colours(sent: str) -> set[str]:
    """Return the kinds of colours in the output: of 16, of 256, or by red, green and blue."""
    kinds = set()
    for style in _STYLE.findall(sent):
        numbers = iter(int(number or 0) for number in style.split(";"))
        for number in numbers:
            if number in (38, 48):
                is_rgb = next(numbers) == 2
                kinds.add("rgb" if is_rgb else "256")
                _ = [next(numbers) for _ in range(3 if is_rgb else 1)]
            elif 30 <= number <= 37 or 40 <= number <= 47 or 90 <= number <= 107:
                kinds.add("16")
    return kinds


@pytest.mark.parametrize(
    ("env", "kinds"),
    rest_long(
        1,
        [
            ({"TERM": "xterm-256color"}, {"256"}),
            ({"TERM": "linux"}, {"16"}),
            ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, set()),
        ],
        tuples=True,
    ),
    ids=str,
)
def test_only_colours_the_terminal_has_are_sent(start, env, kinds):
    assert colours(look_around(start(env=env))) == kinds


@pytest.mark.parametrize(
    ("options", "env"), [((), {"LANG": "C"}), pytest.param(("--ascii",), {}, marks=pytest.mark.long)], ids=str
)
def test_only_ascii_is_sent_where_nothing_else_can_be_shown(start, options, env):
    assert look_around(start(*options, env=env)).isascii()


@pytest.mark.parametrize("term", rest_long(1, ["xterm-256color", "tmux-256color"]))
def test_a_light_background_gets_the_theme_for_it(start, term):
    terminal = start(env={"TERM": term})
    terminal.wait_for("Game 1")
    assert PAPER not in terminal.output
    terminal.send("\x1b]11;rgb:ffff/ffff/ffff\x1b\\")
    terminal.wait_for(lambda terminal: PAPER in terminal.output)
    assert ASK_BACKGROUND in terminal.output
    terminal.send(" ")
    terminal.wait_for("to move 5-4")


@pytest.mark.parametrize("term", rest_long(1, ["linux", "screen", "vt100"]))
def test_terminals_without_an_answer_are_not_asked(start, term):
    terminal = start(env={"TERM": term})
    terminal.wait_for("Game 1")
    assert ASK_BACKGROUND not in terminal.output


def test_keys_from_a_file_are_refused_with_a_sentence(start):
    keys = os.open(os.devnull, os.O_RDONLY)
    terminal = start(stdin=keys)
    os.close(keys)
    assert terminal.wait() == 1
    assert b"stdin is not a terminal" in terminal.output
    assert b"\x1b" not in terminal.output


@pytest.mark.long
def test_the_mouse_is_used_here_and_not_in_a_shell_over_ssh(start):
    here, there = start(env={"SSH_CONNECTION": ""}), start()
    for terminal in (here, there):
        terminal.wait_for("Game 1")
    assert ("mouse" in here.changed_modes, "mouse" in there.changed_modes) == (True, False)


def test_unknown_theme_in_the_settings_is_named_at_the_start(start, tmp_path):
    (tmp_path / "bgterm").mkdir()
    (tmp_path / "bgterm" / "settings.toml").write_text('theme = "neon"\n')
    terminal = start()
    terminal.wait_for("no theme neon")
    terminal.send("q")
    assert terminal.wait() == 0
