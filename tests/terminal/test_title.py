"""The title of the terminal's window: the score, and at the end the old title again."""

import sys

import pytest

from bgterm.terminal.window import WindowTitle
from tools.terminal import Terminal

SAVE, GIVE_BACK = "\x1b[22;2t", "\x1b[23;2t"


def test_title_is_saved_once_and_given_back():
    title = WindowTitle("xterm-256color")
    texts = ("bgterm", "bgterm", "bgterm: Ann 2, Bob 1", "", "")
    assert [title.show(text) for text in texts] == [
        f"{SAVE}\x1b]2;bgterm\x07",
        "",
        "\x1b]2;bgterm: Ann 2, Bob 1\x07",
        GIVE_BACK,
        "",
    ]


def test_names_bring_no_control_characters_into_the_title():
    shown = WindowTitle("xterm").show("bgterm: A\x1b]0;x\x07n\x9cn 2, Bob\n 1")
    assert shown.removeprefix(f"{SAVE}\x1b]2;").removesuffix("\x07").isprintable()


@pytest.mark.parametrize("term", ["linux", "dumb", "vt220"])
def test_terminal_without_a_window_has_no_title(term):
    title = WindowTitle(term)
    assert (title.show("bgterm"), title.show("")) == ("", "")


@pytest.mark.pty
def test_score_is_in_the_title_until_the_end(tmp_path):
    command = (sys.executable, "-m", "bgterm", "play", "--names", "Ann,Bob", "--no-save")
    with Terminal(command, cwd=tmp_path) as terminal:
        terminal.wait_for("Roll one die each")
        terminal.send("q")
        terminal.wait()
        assert f"{SAVE}\x1b]2;bgterm: Ann 0, Bob 0\x07".encode() in terminal.output
        assert terminal.output.index(GIVE_BACK.encode()) < terminal.output.index(b"\x1b[?1049l")
