"""Bots over SSH: whole matches with the built-in engine in a child, money sessions, faults, a restart."""

import asyncio
import os
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bgterm.cli.main import main
from bgterm.engine.engines import Engines
from bgterm.engine.pool import EnginePool, PoolLimits
from bgterm.engine.process import EngineProcess
from bgterm.engine.protocol import EngineAnswer, EngineRequest, QuestionKind, ResignAnswer
from bgterm.formats.engine_notes import engine_seat
from bgterm.formats.record import GameRecord, read_record
from bgterm.lobby.bots import Bot, Bots
from bgterm.rules.board import Player
from bgterm.rules.match import Win
from tests.fake_engine import answering
from tests.net.client import ANN, BOB, visitor
from tests.net.talkers import Talker, club, come_in, play, play_until, talker


async def no_pause() -> None:
    await asyncio.sleep(0)


class OneChild:
    """A server's bots, whose engine has one process, and the processes that run."""

    def __init__(self) -> None:
        self.pools: list[EnginePool] = []
        self.bots = Bots([Bot("builtin")], Engines(self._make), no_pause)

    def _make(self, name: str) -> EnginePool:
        self.pools.append(EnginePool(name, PoolLimits(children=1)))
        return self.pools[-1]

    @property
    def children(self) -> list[EngineProcess]:
        children = (child for pool in self.pools for child in pool.children)
        return [child for child in children if child._process.returncode is None]  # noqa: SLF001 - what runs


class Scripted:
    """A server's bots, whose engine gives the answers of the test, and sensible ones to other questions."""

    def __init__(self) -> None:
        self.answers: dict[QuestionKind, dict[str, Any]] = {}
        self.bots = Bots([Bot("builtin")], Engines(lambda _name: self), no_pause)  # type: ignore[arg-type, return-value]

    async def ask(self, question: EngineRequest, **_: object) -> EngineAnswer:
        return await answering(question.kind, **self.answers.get(question.kind, {}))(question)

    async def aclose(self) -> None:
        pass


def kept(folder: Path) -> list[GameRecord]:
    return [read_record(path.read_bytes()) for path in (folder / "matches").glob("*.jsonl")]


async def challenge(player: Talker, name: str, offer: str) -> None:
    await come_in(player, name)
    await player.ask(f"challenge bot bgterm {offer}", "^Bot bgterm is a bot of level Casual.")


@pytest.mark.parametrize(
    "offer",
    [
        pytest.param("backgammon 3 casual", marks=pytest.mark.long),
        pytest.param("long 1 casual", marks=pytest.mark.long),
        "hyper 1 dice=verifiable casual",
    ],
)
async def test_a_whole_match_against_a_bot(tmp_path, offer):
    server = OneChild()
    async with club(tmp_path, bots=server.bots) as running, talker(running.port, ANN) as ann:
        await challenge(ann, "Ann", offer)
        if "verifiable" in offer:
            ann.type("decline")
        await play(ann, Random(3))
    (record,) = kept(tmp_path)
    seat = engine_seat(record.items)
    assert (record.damage, seat.engine, seat.level) == (None, "builtin", "casual")
    assert record.header.seats[seat.player.index] == "bot:builtin"
    assert set(record.header.names) == {"Ann", "Bot bgterm"}
    assert record.match.winner in Player


@pytest.mark.long
async def test_a_bot_resigns_and_asks_once_a_turn(tmp_path):
    server = Scripted()
    server.answers = {QuestionKind.RESIGN: {"resign": ResignAnswer(offer=Win.SINGLE)}}
    async with club(tmp_path, bots=server.bots) as running, talker(running.port, ANN) as ann:
        await challenge(ann, "Ann", "backgammon money casual")
        offered = "^Bot bgterm resigns a single game"
        await play_until(ann, offered)
        ann.type("refuse")
        assert "to move" in await play_until(ann, f"{offered}|^Bot bgterm to move")
        await play_until(ann, offered)
        await ann.ask("accept", "^Bot bgterm resigns: Ann wins a single game")


async def test_a_match_goes_on_when_the_engine_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr("bgterm.lobby.bots._AGAIN", 0.0)  # seconds, after a child that has not even started
    server = OneChild()
    async with club(tmp_path, bots=server.bots) as running, talker(running.port, ANN) as ann:
        await challenge(ann, "Ann", "hyper 1 casual")
        killing = asyncio.create_task(kill(server))
        await play(ann, Random(4))
        assert await killing
    (record,) = kept(tmp_path)
    assert (record.damage, record.match.winner is None) == (None, False)


async def kill(server: OneChild) -> bool:
    """Kill the first process of an engine."""
    while not server.children:
        await asyncio.sleep(0.01)
    os.kill(server.children[0]._process.pid, signal.SIGKILL)  # noqa: SLF001 - it has no public way to die
    return True


async def test_a_match_with_a_bot_waits_for_a_server_that_offers_it(tmp_path):
    first = OneChild()
    async with club(tmp_path, bots=first.bots) as running, talker(running.port, ANN) as ann:
        await challenge(ann, "Ann", "hyper 1 casual")
        await play_until(ann, "^Bot bgterm played")
    assert not first.children
    async with club(tmp_path) as running, talker(running.port, ANN) as ann:
        await ann.hears("^Bot bgterm does not play here any more. Wait, or type quit: everything is kept.")
    async with club(tmp_path, bots=OneChild().bots) as running, talker(running.port, ANN) as ann:
        await ann.hears("^You sit down with Bot bgterm")
        await play(ann, Random(5))
    (record,) = kept(tmp_path)
    assert (record.damage, record.match.winner is None) == (None, False)


@pytest.mark.long
async def test_two_tables_share_one_child(tmp_path):
    server, most = OneChild(), 0
    async with (
        club(tmp_path, bots=server.bots) as running,
        talker(running.port, ANN) as ann,
        talker(running.port, BOB) as bob,
    ):
        for one, name in ((ann, "Ann"), (bob, "Bob")):
            await challenge(one, name, "hyper 1 casual")
        await asyncio.gather(play(ann, Random(6)), play(bob, Random(7)))
        most = len(server.children)
    assert (most, len(server.pools), server.children) == (1, 1, [])
    assert all(record.match.winner for record in kept(tmp_path))
    assert len(kept(tmp_path)) == 2


async def test_a_bot_is_challenged_at_the_full_screen(tmp_path):
    async with club(tmp_path, bots=OneChild().bots) as running, visitor(running.port, "Ann", ANN) as ann:
        await ann.wait_for("Bot bgterm")
        assert "a bot, ready to play" in ann.text
        await ann.press("\x1b[F", "Enter: choose a match and a level, and play")
        await ann.press("\r", "How well an engine plays")
        await ann.press("\x1b[D\r", "Open")
        await ann.press("\r", "Roll one die each")
        assert "Bot bgterm is a bot of level Advanced" in ann.text
        await ann.press("q", "Open tables")


async def test_people_agree_on_hints_in_lines_and_end_them(tmp_path):
    async with (
        club(tmp_path, bots=OneChild().bots) as running,
        talker(running.port, ANN) as ann,
        talker(running.port, BOB) as bob,
    ):
        await come_in(ann, "Ann")
        await come_in(bob, "Bob")
        ann.type("open 3")
        code = (await ann.hears("^Your table")).split()[2]
        bob.type(f"join {code}")
        for one in (ann, bob):
            await one.hears("^You sit down with")
        await ann.ask("hints", "^You would like hints for both: Bob is asked.$")
        await bob.hears("^Ann would like hints for both: type hints to agree, or hints off.$")
        bob.type("hints")
        for one in (ann, bob):
            await one.hears("^Both players have hints: hints off turns them off.$")
        ann.type("hints", "hints off")
        await ann.hears("^Both players have hints: hints off turns them off.$")
        await ann.hears("^Hints are off for both of you.$")
        await bob.hears("^Ann wants no hints: they are off for both.$")
        bob.type("hints off", "hints on")
        await bob.hears("^There are no hints here: type hints to ask for them.$")
        await bob.hears("^hints: ask for hints of an engine for both players, or agree to them")


@pytest.mark.parametrize("options", [[], ["--database", "postgresql://x", "--workers", "2"]])
def test_bots_that_cannot_be_are_refused(tmp_path, capsys, options):
    assert main(["serve", "--data", str(tmp_path / "data"), "--port", "0", "--bots", "foo", *options]) == 1
    said = 'unknown engine "foo"; bgterm knows gnubg, bgsage, builtin, ubgi.'
    assert capsys.readouterr().err == f"bgterm: {said}\n"
