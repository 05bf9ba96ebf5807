"""Plain mode over SSH: the lobby and whole matches in lines of text, and the lines that keys become."""

import asyncio
import re
from collections.abc import AsyncIterator
from gettext import NullTranslations
from pathlib import Path
from random import Random

import pytest

from bgterm.net.limits import Limits
from bgterm.net.plain_session import LONGEST, LineInput, Signal
from bgterm.rules.board import Player
from tests.net.client import ANN, BOB, player
from tests.net.pairs import Seat, SeatedPlayer
from tests.net.servers import Server, with_limits
from tests.net.talkers import Talker, club, come_in, kept, play, talker
from tests.pseudo import Pseudo, pseudo


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Server]:
    async with club(tmp_path) as running:
        yield running


@pytest.fixture
async def ann(running: Server) -> AsyncIterator[Talker]:
    async with talker(running.port, ANN) as ann:
        await come_in(ann, "Ann")
        yield ann


@pytest.mark.long
async def test_plain_player_meets_one_at_the_full_screen(running, ann, tmp_path):
    code = (await ann.ask("open hyper 1", "^Your table")).split()[2]
    async with player(running.port, BOB, options={"username": code}) as bob:
        await bob.wait_for("Name")
        await bob.press("Bob\r", "Roll one die each")
        (journal,) = (tmp_path / "matches").glob("*.jsonl")
        (begun,) = kept(tmp_path)
        mine = Player(begun.header.names.index("Bob"))
        seated = SeatedPlayer(Seat("Bob", BOB, mine, journal, "127.0.0.1"), bob, 3)
        _, match = await asyncio.gather(play(ann, Random(4)), seated.play())
        won = f"{match.names[match.winner.index]} wins"
        await bob.wait_for(won)
    await ann.ask("quit", "Come again")
    assert await ann.status() == 0
    assert any(line.startswith(won) for line in ann.heard)
    assert all(line.isprintable() for line in ann.heard)
    assert [record.match for record in kept(tmp_path)] == [match]


# Coming in


async def test_option_brings_a_player_to_plain_mode_by_any_name(running):
    async with talker(running.port, ANN) as ann:
        await come_in(ann, "Ann")
        await ann.ask("options", "^4: Lines of text over SSH, from next time on: no")
        await ann.hears("^5: Ask once before a play or an action with the cube that loses much: no")
        await ann.ask("4", "^Lines of text over SSH, from next time on: yes.$")
        ann.type("quit")
        assert await ann.status() == 0
    async with talker(running.port, ANN, "Ann", term_type="xterm") as ann:
        await ann.hears("You are Ann, in the lobby")
    async with player(running.port, BOB, options={"username": "Bob"}) as bob:
        await bob.wait_for("Name")


async def test_code_behind_plain_leads_to_the_table(running, ann):
    code = (await ann.ask("open 5", "^Your table")).split()[2]
    async with talker(running.port, BOB, f"plain-{code}") as bob:
        await bob.hears("Type the name")
        await bob.ask("Bob", "^You sit down with Ann")


async def test_lines_that_were_sent_are_answered_before_the_end(tmp_path):
    async with club(tmp_path) as running, talker(running.port, ANN) as ann:
        ann.send("Ann\nwho\nlist")
        ann.end()
        await ann.hears("^No table is open")
        assert await ann.status() == 0


# What nobody types


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ("x" * 5000, "That line is too long: a line has at most 1000 characters."),
        ("\x00\x01\x02\x7f\x9b31m", 'Unknown command "'),
        ("\x1b]0;title\x07\x1b[2J", 'Unknown command "'),
        ("李🎲\u202e" * 50, 'Unknown command "'),
        ("open " + "9" * 500, "is not part of an offer"),
        ("join " + "é" * 500, "There is no table"),
        ("name " + "\u0301" * 300, "invisible characters|no visible characters"),
        ("challenge " + "z" * 900, "Nobody here is called"),
        ("say", "say something to everyone in the lobby"),
        ("99", 'Unknown command "99"'),
    ],
)
async def test_hostile_line_is_answered_by_one_sentence(ann, sent, said):
    ann.type(sent, "who")
    heard = [await ann.line()]
    while not heard[-1].startswith("Ann, in the lobby"):
        heard.append(await ann.line())
    assert len(heard) == 2
    assert re.search(said, heard[0])
    assert heard[0].isprintable()
    assert len(heard[0]) < 400


async def test_binary_input_ends_only_its_own_session(tmp_path):
    async with club(tmp_path, Limits()) as running, talker(running.port, ANN) as ann:
        await come_in(ann, "Ann")
        async with talker(running.port, BOB, encoding=None) as bob:
            bob.process.stdin.write(Random(1).randbytes(200_000))
            assert await bob.status() is not None
        await ann.ask("who", "^Ann, in the lobby")


async def test_too_many_waiting_lines_end_the_session(tmp_path):
    async with club(tmp_path, with_limits(lines_waiting=5)) as running, talker(running.port, ANN) as ann:
        await come_in(ann, "Ann")
        ann.type(*["who"] * 50)
        await ann.hears("Too much input, so you were disconnected. Your match is kept.")
        await ann.status()


async def test_each_session_speaks_the_language_of_its_client(tmp_path, monkeypatch):
    known = {"xx_XX.UTF-8": Pseudo()}
    monkeypatch.setattr(
        "bgterm.net.session.translations_for", lambda env: known.get(env.get("LANG"), NullTranslations())
    )
    async with (
        club(tmp_path) as running,
        talker(running.port, ANN, env={"LANG": "xx_XX.UTF-8"}) as ann,
        talker(running.port, BOB) as bob,
    ):
        await come_in(bob, "Bob")
        await ann.hears(pseudo("Type the name"))
        await ann.ask("Ann", pseudo("in the lobby"))
        await ann.ask("xyz", pseudo("Unknown command"))
        await bob.ask("xyz", "Unknown command")
        await running.state.close()
        await ann.hears(pseudo("The server is shutting down"))
        await bob.hears("The server is shutting down")


# Lines from keys


class Typing:
    """A line input, and the text that it has written."""

    def __init__(self, *, terminal: bool = True, columns: int = 0) -> None:
        self._written = bytearray()
        self.input = LineInput(self._written.extend, (lambda: columns) if terminal else None)

    def __call__(self, *data: bytes) -> list[str | Signal]:
        return [line for part in data for line in self.input.feed(part)]

    @property
    def written(self) -> str:
        return self._written.decode()


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (b"roll\r", ["roll"]),
        (b"roll\r\nboard\n", ["roll", "board"]),
        (b"\r\r", ["", ""]),
        (b"rolk\x7fl\r", ["roll"]),
        (b"\x08\x08a\r", ["a"]),
        (b"take 8/5\x15roll\r", ["roll"]),
        (b"done 8/5 6/5\x17\r", ["done 8/5"]),
        (b"\x1b[A\x1b[1;5Croll\x1bOH\x1b[3~\r", ["roll"]),
        (b"ro\x00\x01ll\r", ["roll"]),
        ("Jürgen\r".encode(), ["Jürgen"]),
        (b"\xff\r", ["\ufffd"]),
        (b"\x03", [Signal.END]),
        (b"\x04", [Signal.END]),
        (b"a\x04\r", ["a"]),
        (b"x" * (LONGEST + 1) + b"\r", [Signal.TOO_LONG]),
        (b"x" * LONGEST + b"\r", ["x" * LONGEST]),
        (b"x" * (LONGEST + 1) + b"\x15y\r", ["y"]),
    ],
)
def test_keys_become_lines(typed, lines):
    assert Typing()(typed) == lines
    assert Typing()(*(typed[at : at + 1] for at in range(len(typed)))) == lines


def test_typed_letters_are_echoed_and_erased_without_escapes():
    typing = Typing()
    typing(b"ab\x7fc\r")
    assert typing.written == "ab\b \bc\r\n"
    typing(bytes(range(256)), b"\r")
    assert "\x1b" not in typing.written
    wide = Typing()
    wide("李\x7f".encode())
    assert wide.written == "李\b\b  \b\b"


def test_line_being_typed_is_written_again_after_what_is_said():
    typing = Typing()
    typing(b"do")
    typing.input.say("Bob rolls.")
    typing.input.say("Your turn.")
    assert typing.written == "do\r\nBob rolls.\r\nYour turn.\r\n"
    typing.input.resume()
    typing.input.resume()
    assert typing.written.endswith("Your turn.\r\ndo")
    typing.input.say("Cat is here.")
    assert typing(b"ne\r") == ["done"]  # typing on writes the line again first
    typing.input.say("Done.")
    assert typing.written.endswith("Cat is here.\r\ndone\r\nDone.\r\n")


def test_said_lines_are_broken_and_have_nothing_a_terminal_obeys():
    typing = Typing(columns=10)
    typing.input.say("a\x1b[2Jb\nc")
    typing.input.say("Ann, you rolled 5 4.")
    assert typing.written == "a?[2Jb?c\r\nAnn, you\r\nrolled 5\r\n4.\r\n"


def test_without_a_terminal_nothing_is_echoed():
    typing = Typing(terminal=False)
    assert typing(b"roll\nbo") == ["roll"]
    typing.input.say("Ann rolls.")
    assert typing.written == "Ann rolls.\n"
    assert list(typing.input.end()) == ["bo", Signal.END]
