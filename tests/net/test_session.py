"""A session over SSH: its screen, its terminal, its user, its end, and the lobby."""

import re
from functools import partial
from logging import INFO, WARNING

import pytest

from bgterm.net.app import pens_for
from bgterm.terminal.key_reader import ASK_BACKGROUND
from bgterm.tui.look.themes import Colours
from tests.net.client import ANN, BOB, eventually, player, shown, visitor
from tests.net.servers import server
from tests.net.small_screen import Party, SmallScreen
from tests.net.talkers import club

LIGHT = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
"""The answer of a terminal with a white background."""


@pytest.mark.parametrize(
    ("asked", "given"), [((100, 40), b"100 by 40"), ((3000, 3000), b"250 by 80"), ((1, 1), b"20x10")]
)
async def test_a_new_size_of_the_window_is_drawn_within_limits(ann, asked, given):
    await ann.wait_for("80 by 24")
    ann.chan.change_terminal_size(*asked)
    await ann.line.until(lambda: given in ann.line.output)


@pytest.mark.parametrize(("asked", "given"), [((300, 100), b"250 by 80"), ((0, 0), b"80 by 24")])
async def test_a_session_begins_with_a_sensible_size(running, asked, given):
    async with player(running.port, size=asked) as ann:
        await ann.line.until(lambda: given in ann.line.output)


async def test_an_escape_that_nothing_follows_is_the_escape_key(ann):
    await ann.press("\x1b", "pressed escape")
    await ann.press("\x1b[A", "pressed up")
    await ann.press(b"\xc3", "pressed up")
    await ann.press(b"\xa9", "pressed é")
    await ann.press(b"\xe9a", "pressed a")


async def test_terminal_reports_of_size_and_mouse_are_ignored(ann):
    await ann.press("\x1b[48;3000;3000;0;0t\x1b[<0;5;5M\x1b[<0;5;5m\x1b[Ia", "pressed a as number 1")
    assert "80 by 24" in ann.text


async def test_the_mouse_is_on_for_a_player_who_has_chosen_it(tmp_path):
    name = ANN.get_fingerprint().rpartition(":")[2].replace("/", "_")
    config = tmp_path / "settings" / name / "settings.toml"
    config.parent.mkdir(parents=True)
    config.write_text('mouse = "on"\n')
    async with server(tmp_path) as running, player(running.port) as ann, player(running.port, BOB) as bob:
        await ann.press("\x1b[<0;5;5M\x1b[<0;5;5m\x1b[<65;5;5M", "pressed down as number 1")
        await bob.press("\x1b[<65;5;5Ma", "pressed a as number 1")
        ann.send("q")
        assert await ann.wait_closed() == 0
        switches = (b"\x1b[?1000h\x1b[?1006h", b"\x1b[?1006l\x1b[?1000l")
        assert [ann.line.output.count(switch) for switch in switches] == [1, 1]
        assert [bob.line.output.count(switch) for switch in switches] == [0, 0]


async def test_leaving_gives_the_terminal_back_with_a_word(ann):
    ann.send("q")
    assert await ann.wait_closed() == 0
    restored, said = bytes(ann.line.output).rsplit(b"\x1b[?25h", 1)
    assert said == b"Goodbye.\r\n"
    assert restored.endswith(b"\x1b[?1049l")


async def test_end_of_input_ends_the_session(ann):
    ann.chan.write_eof()
    assert await ann.wait_closed() == 129


@pytest.mark.parametrize(
    ("term", "env", "theme"),
    [
        ("xterm-256color", {}, "walnut"),
        ("xterm", {}, "terminal"),
        ("linux", {}, "terminal"),
        ("screen", {}, "terminal"),
        ("tmux-256color", {}, "walnut"),
        ("vt100", {}, "mono"),
        ("xterm-256color", {"NO_COLOR": "1"}, "mono"),
    ],
)
async def test_colours_follow_the_terminal_of_the_client(tmp_path, monkeypatch, term, env, theme):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    async with server(tmp_path) as running, player(running.port, term=term, env=env) as ann:
        await ann.wait_for(f"80 by 24 {theme}")


@pytest.mark.parametrize(
    ("colours", "pen"),
    [
        (Colours.XTERM, ("1", "38;5;67", "48;5;238", "31", "39")),
        (Colours.SIXTEEN, ("1", "37", "100", "31", "39")),
        (Colours.NO_COLOUR, ("1",)),
    ],
)
def test_colours_that_a_terminal_lacks_are_replaced(colours, pen):
    assert pens_for(colours)(("1", "38;2;95;135;175", "48;2;68;68;69", "31", "39")) == pen


async def test_theme_follows_the_background_of_the_client(running, ann):
    await ann.wait_for("80 by 24 walnut")
    assert ASK_BACKGROUND.encode() in ann.line.output
    await ann.press(LIGHT, "80 by 24 paper")
    async with player(running.port, term="linux") as console:
        await console.wait_for("80 by 24 terminal")
        assert ASK_BACKGROUND.encode() not in console.line.output


async def test_sessions_with_many_and_with_no_colours_do_not_mix(tmp_path):
    async with (
        server(tmp_path) as running,
        player(running.port, term="vt100") as plain,
        player(running.port, BOB) as rich,
    ):
        await plain.wait_for("80 by 24 mono")
        await rich.wait_for("80 by 24 walnut")
        await plain.press("a", "pressed a")
        await rich.wait_for("heard a")
        assert b"38;" not in plain.line.output
        assert b"48;" not in plain.line.output
        assert b"38;5;" in rich.line.output
        assert b"38;2;" not in rich.line.output


async def test_a_session_cut_while_starting_is_no_error(tmp_path, caplog):
    class Cut(SmallScreen):
        """Misses a part of itself, as a screen does that is to end before it is mounted."""

        async def on_mount(self) -> None:
            await eventually(lambda: clients)
            clients[0].conn.abort()
            await eventually(lambda: self.app._exit)  # noqa: SLF001 - no other sign
            self.query_one("#missing")

    caplog.set_level(INFO, "bgterm")
    party, clients = Party(), []
    async with server(tmp_path, first_screen=partial(Cut, party)) as running:
        async with player(running.port) as client:
            clients.append(client)
            await eventually(lambda: "session ends" in caplog.text)
        assert running.state.counts["crashed_total"] == 0
    assert [record.getMessage() for record in caplog.records if record.levelno >= WARNING] == []


async def test_fault_of_a_session_that_ends_is_no_crash(tmp_path, caplog):
    async with server(tmp_path) as running, shown(running.port, ANN):
        (session,) = running.state.open_sessions
        session.end()
        session.crash(KeyError("taken apart"))
        assert running.state.counts["crashed_total"] == 0
        assert caplog.messages[-1].startswith("fault at the end of a session reason=")
        assert all(record.exc_info is None for record in caplog.records)


# The lobby

HARM = "\u202e\u200b\x9b31m\u0301\u0301\u0301😀"
"""Characters that reverse the text, are invisible, change colours, pile up, and fill two cells."""


@pytest.mark.parametrize("key", [ANN, None], ids=["with a key", "as a guest"])
async def test_name_and_options_are_kept_but_not_those_of_a_guest(tmp_path, key):
    async with club(tmp_path) as running:
        async with visitor(running.port, "Ann", key) as ann:
            await ann.press("o", "Theme")
            await ann.press("\x1b[C", "walnut")
            await ann.press("\r\r", "open a table")
        async with player(running.port, key, options={"username": "Anna"}) as ann:
            await ann.wait_for("lobby, Ann " if key else "Name  [Anna]")
        settings = [path.read_text() for path in tmp_path.glob("settings/*/settings.toml")]
        assert ["theme" in text for text in settings] == [True] * bool(key)


async def test_host_reads_how_a_friend_joins_and_the_friend_joins(tmp_path):
    async with club(tmp_path) as running, visitor(running.port, "Ann", ANN) as ann:
        await ann.press("n", "Match to")
        await ann.press("\r\r", "a friend comes here with")
        told = re.search(r"with ssh -p (\d+) (\w+)@\.\.\.", ann.text)
        assert told
        async with player(int(told[1]), BOB, options={"username": told[2]}) as bob:
            await bob.wait_for("Name")
            await bob.press("Bob\r", "Roll one die")
            await ann.wait_for("Roll one die")


@pytest.mark.parametrize("key", [ANN, None], ids=["with a key", "as a guest"])
async def test_a_name_cannot_carry_what_a_terminal_would_obey(tmp_path, key):
    async with (
        club(tmp_path) as running,
        visitor(running.port, "Bob", BOB) as bob,
        visitor(running.port, "Evil", key, f"Evil{HARM}"),
    ):
        row = "Evil.* in the lobby(, a guest)? *$"
        await bob.line.until(lambda: bool(re.search(row, bob.text, re.MULTILINE)), "the row")
        assert not {"\u202e", "\u200b", "\x9b"} & set(bytes(bob.line.output).decode())
