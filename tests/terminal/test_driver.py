"""The driver on a real pseudo-terminal: every way to end, events that must not end it, and the window's title."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from bgterm.terminal.driver import why_no_screen
from bgterm.terminal.window import WindowTitle
from tools.terminal import Terminal

NO_TERMINAL = (
    "{stream} is not a terminal, so the board cannot be shown: run bgterm in a terminal window, or use "
    "--plain, as in {program} play --plain, for lines of text"
)
POOR_TERMINAL = (
    "a terminal of type {term} cannot place text on the screen: set TERM to yours, like xterm, or use "
    "--plain, as in {program} play --plain, for lines of text"
)

SMALL_APP = (sys.executable, "-m", "tests.tui.small_app")
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.pty


@pytest.fixture
def small_app() -> Iterator[Terminal]:
    """The small app, drawn and waiting for a key."""
    with Terminal(SMALL_APP, cwd=ROOT) as terminal:
        terminal.wait_for("80 by 24")
        terminal.wait_for("no key yet")
        yield terminal


@pytest.fixture(scope="module")
def running() -> Iterator[Terminal]:
    """One small app for the tests that only send it keys."""
    with Terminal(SMALL_APP, cwd=ROOT) as terminal:
        terminal.wait_for("no key yet")
        yield terminal


def assert_given_back(terminal: Terminal) -> None:
    assert terminal.changed_modes == set()
    assert terminal.is_cooked


def test_running_app_asks_for_no_mouse_or_focus_reports(small_app):
    small_app.settle()
    modes = {"alternate screen", "bracketed paste", "cursor", "keyboard protocol", "line wrap"}
    assert small_app.changed_modes == modes
    assert b"?1004h" not in small_app.output
    assert not small_app.is_cooked


@pytest.mark.long
def test_clicks_are_read_where_the_mouse_is_on_and_it_ends():
    with Terminal([*SMALL_APP, "mouse"], cwd=ROOT) as terminal:
        terminal.wait_for("no key yet")
        assert "mouse" in terminal.changed_modes
        assert b"?1003h" not in terminal.output
        terminal.send("\x1b[<0;5;9M\x1b[<0;5;9m")
        terminal.wait_for("clicked 4 8")
        terminal.send("q")
        assert terminal.wait() == 0
        assert_given_back(terminal)


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM])
def test_signal_ends_with_its_status_and_gives_the_terminal_back(small_app, number):
    small_app.signal(number)
    assert small_app.wait() == 128 + number
    assert_given_back(small_app)


@pytest.mark.long
def test_crash_ends_with_an_error_and_gives_the_terminal_back(small_app):
    small_app.send("c")
    assert small_app.wait() == 1
    assert_given_back(small_app)
    assert b"crash on purpose" in small_app.output


@pytest.mark.long
def test_signal_ends_an_app_that_hangs(small_app):
    small_app.send("w")
    small_app.wait_for("wedged")
    small_app.signal(signal.SIGTERM)
    assert small_app.wait() == 128 + signal.SIGTERM
    assert_given_back(small_app)


@pytest.mark.long
def test_signal_ends_an_app_whose_terminal_takes_no_more(small_app):
    small_app.send("o")
    small_app.wait_for(lambda terminal: "xxxx" in terminal.text)
    small_app.signal(signal.SIGTERM)
    assert small_app.wait_unread() == 128 + signal.SIGTERM
    assert small_app.is_cooked


@pytest.mark.parametrize(
    "before",
    [(), pytest.param(("sh", "-c", 'trap "" HUP; "$@"; exit $?', "sh"), marks=pytest.mark.long)],
    ids=["signal", "none"],
)
def test_lost_terminal_ends_the_app_even_without_the_signal(before):
    with Terminal((*before, *SMALL_APP), cwd=ROOT) as terminal:
        terminal.wait_for("no key yet")
        terminal.hangup()
        assert terminal.wait() == 129


@pytest.mark.long
def test_end_of_input_ends_the_app():
    reader, writer = os.pipe()
    with Terminal(SMALL_APP, cwd=ROOT, stdin=reader) as terminal:
        os.close(reader)
        terminal.wait_for("no key yet")
        os.write(writer, b"x")
        terminal.wait_for("key x")
        os.close(writer)
        assert terminal.wait() == 129
        assert_given_back(terminal)


@pytest.mark.parametrize(
    "keys",
    [
        [(b"\xe9", ""), ("1", "key 1"), ("é", "key é")],
        [("\x1b[99999999u", ""), ("2", "key 2")],
        [("\x1b", "key escape"), ("\x1b[A", "key up")],
        [("\x1b[200~" + "xq\r" * 3000 + "\x1b[201~", ""), ("3", "key 3")],
    ],
    ids=["no UTF-8", "a sequence that no terminal sends", "escape alone", "a paste that is too long"],
)
def test_bytes_are_the_keys_they_are(running, keys):
    before = len(running.output)
    for written, shown in keys:
        running.send(written)
        running.wait_for(shown)
    assert not re.search(rb"key (x|q|enter)", running.output[before:])


@pytest.mark.long
def test_suspending_restores_the_terminal_and_resuming_redraws(small_app):
    small_app.send("a")
    small_app.wait_for("key a")
    small_app.settle()
    small_app.send("\x1a")
    assert small_app.wait_stopped() == signal.SIGSTOP
    assert_given_back(small_app)
    small_app.clear()
    small_app.signal(signal.SIGCONT)
    small_app.wait_for("80 by 24")
    small_app.wait_for("key a")
    small_app.send("q")
    assert small_app.wait() == 0
    assert_given_back(small_app)


def test_stop_that_nobody_announced_is_survived(small_app):
    small_app.signal(signal.SIGSTOP)
    small_app.wait_stopped()
    small_app.clear()
    small_app.signal(signal.SIGCONT)
    small_app.wait_for("80 by 24")
    small_app.send("q")
    assert small_app.wait() == 0
    assert_given_back(small_app)


def test_smallest_terminal_and_back(small_app):
    small_app.resize(1, 1)
    small_app.settle()
    small_app.resize(100, 30)
    small_app.wait_for("100 by 30")
    small_app.send("a")
    small_app.wait_for("key a")


class _Console(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stdin", "stderr", "environment", "rule"),
    [
        (_Console(), _Console(), {"TERM": "xterm-256color"}, None),
        (_Console(), _Console(), {"TERM": "linux"}, None),
        (StringIO(), _Console(), {"TERM": "xterm-256color"}, NO_TERMINAL),
        (_Console(), StringIO(), {"TERM": "xterm-256color"}, NO_TERMINAL),
        (None, _Console(), {"TERM": "xterm-256color"}, NO_TERMINAL),
        (_Console(), _Console(), {"TERM": "dumb"}, POOR_TERMINAL),
        (_Console(), _Console(), {"TERM": "unknown"}, POOR_TERMINAL),
        (_Console(), _Console(), {"TERM": ""}, POOR_TERMINAL),
        (_Console(), _Console(), {}, POOR_TERMINAL),
    ],
)
def test_screen_needs_a_terminal_that_can_place_text(stdin, stderr, environment, rule):
    reason = why_no_screen(stdin, stderr, environment)
    assert (reason and reason.msgid) == rule


# The title of the window: the score, and at the end the old title again

SAVE, GIVE_BACK = "\x1b[22;2t", "\x1b[23;2t"


@pytest.mark.parametrize(
    ("term", "shown"),
    [
        ("xterm-256color", [f"{SAVE}\x1b]2;bgterm\x07", "", "\x1b]2;bgterm: Ann 2, Bob 1\x07", GIVE_BACK, ""]),
        *((term, [""] * 5) for term in ("linux", "dumb", "vt220")),
    ],
)
def test_title_is_saved_once_and_given_back_where_a_window_is(term, shown):
    title = WindowTitle(term)
    texts = ("bgterm", "bgterm", "bgterm: Ann 2, Bob 1", "", "")
    assert [title.show(text) for text in texts] == shown


def test_names_bring_no_control_characters_into_the_title():
    shown = WindowTitle("xterm").show("bgterm: A\x1b]0;x\x07n\x9cn 2, Bob\n 1")
    assert shown.removeprefix(f"{SAVE}\x1b]2;").removesuffix("\x07").isprintable()


def test_score_is_in_the_title_until_the_end(tmp_path):
    command = (sys.executable, "-m", "bgterm", "play", "--names", "Ann,Bob", "--no-save")
    with Terminal(command, cwd=tmp_path) as terminal:
        terminal.wait_for("Roll one die each")
        terminal.send("q")
        terminal.wait()
        assert f"{SAVE}\x1b]2;bgterm: Ann 0, Bob 0\x07".encode() in terminal.output
        assert terminal.output.index(GIVE_BACK.encode()) < terminal.output.index(b"\x1b[?1049l")
