"""The lobby over SSH: visitors are recognised, and nobody can write on another's screen."""

import re

import pytest

from tests.net.client import ANN, BOB, Client, player
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


async def test_host_reads_how_a_friend_joins_and_the_friend_joins(tmp_path):
    async with club(tmp_path) as running, player(running.port, ANN, options={"username": "Ann"}) as ann:
        await come_in(ann, "")
        await ann.press("n", "Match to")
        ann.send(ENTER * 2)
        await ann.wait_for("a friend comes here with")
        told = re.search(r"with ssh -p (\d+) (\w+)@\.\.\.", ann.text)
        assert told
        async with player(int(told[1]), BOB, options={"username": told[2]}) as bob:
            await bob.wait_for("Name")
            await bob.press(f"Bob{ENTER}", "Roll one die")
            await ann.wait_for("Roll one die")


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
