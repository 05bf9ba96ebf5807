"""The driver on a real pseudo-terminal: every way to end, and what must not end it."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from bgterm.terminal.driver import NoTerminal, PoorTerminal, why_no_screen
from tests.tools.terminal import Terminal

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


def assert_given_back(terminal: Terminal) -> None:
    assert terminal.changed_modes == set()
    assert terminal.is_cooked


def test_running_app_asks_for_no_mouse_or_focus_reports(small_app):
    small_app.settle()
    assert small_app.changed_modes == {
        "alternate screen",
        "bracketed paste",
        "cursor",
        "keyboard protocol",
        "line wrap",
    }
    assert b"?1004h" not in small_app.output
    assert not small_app.is_cooked


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


def test_quitting_gives_the_terminal_back(small_app):
    small_app.send("q")
    assert small_app.wait() == 0
    assert_given_back(small_app)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM])
def test_signal_ends_with_its_status_and_gives_the_terminal_back(small_app, number):
    small_app.signal(number)
    assert small_app.wait() == 128 + number
    assert_given_back(small_app)


def test_crash_ends_with_an_error_and_gives_the_terminal_back(small_app):
    small_app.send("c")
    assert small_app.wait() == 1
    assert_given_back(small_app)
    assert b"crash on purpose" in small_app.output


def test_signal_ends_an_app_that_hangs(small_app):
    small_app.send("w")
    small_app.wait_for("wedged")
    small_app.signal(signal.SIGTERM)
    assert small_app.wait() == 128 + signal.SIGTERM
    assert_given_back(small_app)


def test_signal_ends_an_app_whose_terminal_takes_no_more(small_app):
    small_app.send("o")
    small_app.wait_for(lambda terminal: "xxxx" in terminal.text)
    small_app.signal(signal.SIGTERM)
    assert small_app.wait_unread() == 128 + signal.SIGTERM
    assert small_app.is_cooked


def test_hangup_ends_the_app(small_app):
    small_app.hangup()
    assert small_app.wait() == 129


def test_lost_terminal_ends_the_app_even_without_the_signal():
    shell = ("sh", "-c", 'trap "" HUP; "$@"; exit $?', "sh", *SMALL_APP)
    with Terminal(shell, cwd=ROOT) as terminal:
        terminal.wait_for("no key yet")
        terminal.hangup()
        assert terminal.wait() == 129


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


def test_byte_that_is_no_utf8_is_one_unknown_key(small_app):
    small_app.send(b"\xe9")
    small_app.send("a")
    small_app.wait_for("key a")
    small_app.send("é")
    small_app.wait_for("key é")


def test_half_a_character_waits_for_its_other_half(small_app):
    small_app.send(b"\xc3")
    small_app.settle()
    small_app.send(b"\xa9")
    small_app.wait_for("key é")


def test_key_sequence_that_no_terminal_sends_is_dropped(small_app):
    small_app.send("\x1b[99999999u")
    small_app.send("a")
    small_app.wait_for("key a")


def test_escape_alone_is_the_escape_key(small_app):
    small_app.send("\x1b")
    small_app.wait_for("key escape")
    small_app.send("\x1b[A")
    small_app.wait_for("key up")


def test_paste_that_is_too_long_is_no_key(small_app):
    small_app.send("\x1b[200~" + "xq\r" * 3000 + "\x1b[201~")
    small_app.send("a")
    small_app.wait_for("key a")
    assert not re.search(rb"key (x|q|enter)", small_app.output)


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
    ("stdin", "stderr", "term", "rule"),
    [
        (_Console(), _Console(), "xterm-256color", None),
        (_Console(), _Console(), "linux", None),
        (StringIO(), _Console(), "xterm-256color", NoTerminal),
        (_Console(), StringIO(), "xterm-256color", NoTerminal),
        (None, _Console(), "xterm-256color", NoTerminal),
        (_Console(), _Console(), "dumb", PoorTerminal),
        (_Console(), _Console(), "unknown", PoorTerminal),
        (_Console(), _Console(), "", PoorTerminal),
    ],
)
def test_screen_needs_a_terminal_that_can_place_text(stdin, stderr, term, rule):
    reason = why_no_screen(stdin, stderr, {"TERM": term})
    assert (type(reason) if reason else None) == rule


def test_screen_needs_to_know_the_terminal():
    reason = why_no_screen(_Console(), _Console(), {})
    assert reason is not None
    assert type(reason) is PoorTerminal
