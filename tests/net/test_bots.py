"""Bots over SSH: whole matches with the built-in engine in a child, money sessions, faults, a restart."""

import asyncio
import os
import signal
from random import Random

import pytest

from bgterm.engine.engines import Engines
from bgterm.engine.pool import EnginePool, EngineProcess, PoolLimits
from bgterm.formats.engine_notes import engine_seat
from bgterm.lobby.bots import Bot, Bots
from bgterm.rules.board import Player
from tests.net.client import ANN, visitor
from tests.net.talkers import Talker, club, come_in, kept, play, play_until, talker


class OneChild:
    """A server's bots, whose engine has one process, and the processes that run."""

    def __init__(self) -> None:
        self.pools: list[EnginePool] = []
        self.bots = Bots([Bot("builtin")], Engines(self._make), lambda: asyncio.sleep(0))

    def _make(self, name: str) -> EnginePool:
        self.pools.append(EnginePool(name, PoolLimits(children=1)))
        return self.pools[-1]

    @property
    def children(self) -> list[EngineProcess]:
        children = (child for pool in self.pools for child in pool.children)
        return [child for child in children if child._process.returncode is None]  # noqa: SLF001 - what runs


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
    assert len(server.pools) == 1  # of one child
    (record,) = kept(tmp_path)
    seat = engine_seat(record.items)
    assert (record.damage, seat.engine, seat.level) == (None, "builtin", "casual")
    assert record.header.seats[seat.player.index] == "bot:builtin"
    assert set(record.header.names) == {"Ann", "Bot bgterm"}
    assert record.match.winner in Player


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
