"""Plain mode over SSH: the lobby and whole matches in lines of text."""

import asyncio
from random import Random

import pytest

from bgterm.notation.record import read_record
from bgterm.rules.variants import VARIANTS
from tests.net.client import ANN, BOB
from tests.net.talkers import Talker, club, come_in, play, talker


async def opened(host: Talker, offer: str) -> str:
    """Open a table, and return its code."""
    host.type(f"open {offer}")
    said = await host.hears("^Your table")
    return said.split()[2]


def kept(folder):
    (path,) = (folder / "matches").glob("*.jsonl")
    return read_record(path.read_bytes())


@pytest.mark.parametrize("variant", VARIANTS)
async def test_whole_match_is_played_in_lines(tmp_path, variant):
    async with club(tmp_path) as running, talker(running.port, ANN) as ann, talker(running.port, BOB) as bob:
        await come_in(ann, "Ann")
        await come_in(bob, "Bob")
        code = await opened(ann, f"{variant} 3 cube=yes")
        bob.type(f"join {code}")
        await asyncio.gather(play(ann, Random(1), resigns=0.02), play(bob, Random(2)))
        for one in (ann, bob):
            one.type("quit")
            await one.hears("Come again")
            assert await one.status() == 0
    record = kept(tmp_path)
    assert record.damage is None
    assert record.header.variant is VARIANTS[variant]
    winner = record.match.names[record.match.winner]
    for one in (ann, bob):
        assert any(line.startswith(f"{winner} wins the match") for line in one.heard)
        assert all(line.isprintable() for line in one.heard)
