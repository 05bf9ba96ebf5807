"""Whole matches over SSH, and a server that is killed in the middle of them."""

import asyncio
import signal
from collections.abc import Sequence
from contextlib import suppress
from random import Random

import pytest

from bgterm.formats.record import GameRecord, read_record
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState
from tests.net.client import eventually
from tests.net.pairs import Pair, begin_matches, check_journals, play_all, sitting
from tests.net.processes import ServerProcess, bgterm_server
from tools.hands import asked

MANY = ("--max-sessions", "1000", "--max-per-address", "1000")


def records(pairs: Sequence[Pair]) -> list[GameRecord]:
    return [read_record(white.journal.read_bytes()) for white, _ in pairs]


def lines(pairs: Sequence[Pair]) -> int:
    """Return how many lines all journals have together."""
    return sum(white.journal.read_bytes().count(b"\n") for white, _ in pairs)


@pytest.mark.long
@pytest.mark.parametrize(
    ("count", "kills"), [(3, 2), pytest.param(20, 10, marks=pytest.mark.soak)], ids=["few", "many"]
)
def test_killed_server_resumes_every_match_where_it_was(tmp_path, count, kills):
    pairs, rng = begin_matches(tmp_path, count), Random(1)
    for kill in range(kills):
        moment = lines(pairs) + rng.randint(5, 15) * count
        with bgterm_server(tmp_path, *MANY) as running:
            asyncio.run(play_until(running, pairs, moment, seed=kill))
        killed = records(pairs)
        with bgterm_server(tmp_path, *MANY) as again:
            asyncio.run(see_where_all_stand(again.port, pairs, [record.match for record in killed]))
        assert [record.match for record in records(pairs)] == [record.match for record in killed]
        assert [record.events for record in records(pairs)] == [record.events for record in killed]
    with bgterm_server(tmp_path, *MANY) as last:
        ends = asyncio.run(play_all(last.port, pairs, seed=1))
    assert sum(check_journals(pairs, ends)) > 20 * count


async def play_until(running: ServerProcess, pairs: Sequence[Pair], moment: int, seed: int) -> None:
    """Play until all journals have `moment` lines together, and kill the server then."""
    playing = asyncio.ensure_future(play_all(running.port, pairs, seed))
    await eventually(lambda: playing.done() or lines(pairs) >= moment)
    running.signal(signal.SIGKILL)
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing


async def see_where_all_stand(port: int, pairs: Sequence[Pair], matches: Sequence[MatchState]) -> None:
    """Reconnect, and assert that the players to act get the same prompts with the same dice."""
    for pair, match in zip(pairs, matches, strict=True):
        if match.winner is not None:
            continue
        actor = match.shown_game.to_act
        async with sitting(port, pair[(actor or Player.WHITE).index], seed=0) as player:
            await player.see(asked(match))
