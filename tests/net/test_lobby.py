"""The lobby over SSH: visitors are recognised, and nobody can write on another's screen."""

import re

import pytest

from bgterm.lobby.limits import Limits
from tests.net.client import ANN, BOB, Client, eventually, player
from tests.net.talkers import club

ENTER = "\r"
HARM = "\u202e\u200b\x9b31m\u0301\u0301\u0301😀"
"""Characters that reverse the text, are invisible, change colours, pile up, and fill two cells."""


async def come_in(client: Client, name: str) -> None:
    """Enter this name instead of the one of the login, or with "" keep that, and wait for the lobby."""
    await client.wait_for("Name")
    client.send(name + ENTER)
    await client.wait_for("open a table")


async def test_a_name_is_kept_for_the_key_and_options_are_too(tmp_path):
    async with club(tmp_path) as running:
        async with player(running.port, ANN, options={"username": "Ann"}) as ann:
            await come_in(ann, "")
            await ann.press("o", "Theme")
            await ann.press("\x1b[C", "walnut")
            await ann.press(ENTER * 2, "open a table")
        async with player(running.port, ANN, options={"username": "Anna"}) as ann:
            await ann.wait_for("lobby, Ann ")
        (settings,) = (tmp_path / "settings").glob("*/settings.toml")
        assert "theme" in settings.read_text()


@pytest.mark.long
async def test_huge_paste_is_refused_and_ends_nothing(tmp_path):
    async with club(tmp_path) as running, player(running.port, ANN, options={"username": "Ann"}) as ann:
        await come_in(ann, "")
        for piece in ("\x1b[200~", 500 * 1024 * "q", "\x1b[201~"):
            ann.send(piece)
        await ann.wait_for("That paste is too long: nothing of it is used.")
        ann.send("o")

        def is_read() -> bool:
            running.clock.passes(0.1)
            return "Theme" in ann.text

        await eventually(is_read)


async def test_from_one_address_so_many_new_players_come_in_a_day(tmp_path):
    async with club(tmp_path, of_lobby=Limits(names_a_day=1)) as running:
        async with player(running.port, ANN, options={"username": "Ann"}) as ann:
            await come_in(ann, "")
        async with player(running.port, BOB, options={"username": "Bob"}) as bob:
            await bob.wait_for("Name")
            await bob.press(ENTER, "Too many new players")
        async with player(running.port, ANN) as ann:
            await ann.wait_for("lobby, Ann ")


async def test_host_reads_how_a_friend_joins_and_the_friend_joins(tmp_path):
    async with club(tmp_path) as running, player(running.port, ANN, options={"username": "Ann"}) as ann:
        await come_in(ann, "")
        await ann.press("n", "Match to")
        ann.send(ENTER * 2)
        await ann.wait_for("a friend comes here with")
        told = re.search(r"with ssh -p (\d+) (\w+)@\.\.\.", ann.text)
        assert told
        async with player(int(told[1]), BOB, options={"username": told[2]}) as bob:
            await come_in_at_table(bob, "Bob")
            await ann.wait_for("Roll one die")


async def come_in_at_table(client: Client, name: str) -> None:
    """Enter a name, and wait for the table whose code is in the login before the @."""
    await client.wait_for("Name")
    client.send(name + ENTER)
    await client.wait_for("Roll one die")


async def test_what_a_guest_chooses_is_not_kept(tmp_path):
    async with club(tmp_path) as running, player(running.port, None, options={"username": "Guest"}) as guest:
        await come_in(guest, "")
        await guest.press("o", "Theme")
        await guest.press("\x1b[C", "walnut")
        await guest.press(ENTER * 2, "open a table")
        assert not (tmp_path / "settings").exists()


@pytest.mark.parametrize("key", [ANN, None], ids=["with a key", "as a guest"])
async def test_a_name_cannot_carry_what_a_terminal_would_obey(tmp_path, key):
    async with (
        club(tmp_path) as running,
        player(running.port, BOB, options={"username": "Bob"}) as bob,
        player(running.port, key, options={"username": "Evil"}) as evil,
    ):
        await come_in(bob, "")
        await come_in(evil, f"Evil{HARM}")
        await bob.line.until(
            lambda: bool(re.search("Evil.* in the lobby(, a guest)? *$", bob.text, re.MULTILINE)), "the row"
        )
        assert not {"\u202e", "\u200b", "\x9b"} & set(bytes(bob.line.output).decode())


@pytest.mark.long
async def test_a_line_of_chat_cannot_either(tmp_path):
    async with (
        club(tmp_path) as running,
        player(running.port, ANN, options={"username": "Ann"}) as ann,
        player(running.port, BOB, options={"username": "Bob"}) as bob,
    ):
        await come_in(ann, "")
        await ann.press("n", "Match to")
        ann.send(ENTER * 2)
        await ann.wait_for("yours")
        await come_in(bob, "")
        bob.send(f"\x1b[C{ENTER}")  # a second Enter at once is taken for a double press
        await ann.wait_for("Roll one die")
        await bob.wait_for("Roll one die")
        await ann.press("c", "Say")
        ann.send(f"Hello{HARM}there{ENTER}")
        await bob.wait_for("there")
        assert not {"\u202e", "\u200b", "\x9b"} & set(bytes(bob.line.output).decode())
        await bob.press("f", "Roll one die")
