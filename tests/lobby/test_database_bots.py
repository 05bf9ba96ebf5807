"""Bots of several processes: each bot acts in the process of its opponent, and follows them to another."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from bgterm.engine.engines import Engines
from bgterm.lobby.bots import Bot, Bots
from bgterm.lobby.cluster.database_hub import DatabaseHub, Replica
from bgterm.lobby.cluster.shared_names import SharedNames
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.limits import Limits
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.users.user_registry import UserRegistry
from bgterm.rules.events import Moved, ResignationOffered
from bgterm.rules.match import Phase, Win
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.matches import DatabaseLibrary
from tests.fake_engine import FakePool
from tests.lobby.test_bots import TO_ONE, until
from tests.lobby.test_database_hub import Worker
from tests.lobby.visitors import ANN, BOB


@asynccontextmanager
async def worker(address, folder, name):
    """Yield a lobby of one process, with a bot whose engine answers at once."""
    database = await Database.open(address)
    hub = await DatabaseHub.enter(database, name)
    registry = UserRegistry(await SharedNames.open(database))
    bots = Bots([Bot("builtin")], Engines(lambda _name: FakePool()), lambda: asyncio.sleep(0))
    store = DatabaseLibrary(database)
    lobby = await asyncio.to_thread(lambda: Lobby(folder, registry, Limits(), hub=hub, store=store, bots=bots))
    try:
        await hub.start(Replica(lobby), {})
        await database.notifications.listening.wait()
        yield Worker(lobby, hub, database)
    finally:
        await hub.leave()
        await bots.aclose()
        await database.close()


async def test_a_bot_is_served_where_its_opponent_is(database_url, tmp_path):
    async with worker(database_url, tmp_path, "1") as one, worker(database_url, tmp_path, "2") as two:
        ann, bob = one.enter(ANN), two.enter(BOB)
        code = (await one.lobby.matchmaking.open_table(ANN, TO_ONE, invited="Bot bgterm")).code
        place = await one.lobby.go(ann, code)
        me, bot = place.player, place.player.opponent
        await two.until(lambda: (match := two.lobby.matches.at(code)) and match.seating.live)
        here, there = one.lobby.matches.at(code), two.lobby.matches.at(code)
        watching = await two.lobby.watch(bob, code)
        assert (here.seating.is_seated_here(bot), there.seating.is_seated_here(bot)) == (True, False)
        assert there.seating.is_seated(bot)
        assert there.attendance.away == ()
        assert two.lobby.sessions.users == (BOB, ANN)

        while place.table.match.game.phase is Phase.OPENING:
            await place.table.roll(me)
        if place.table.match.to_act is bot:
            await until(lambda: place.table.match.to_act is me)
            await until(lambda: any(isinstance(event, Moved) for event in watching.table.history))

        place = await two.lobby.go(two.enter(ANN), code)
        assert there.seating.is_seated_here(bot)
        await until(lambda: not here.seating.is_seated_here(bot))
        assert here.seating.is_seated(bot)
        await place.table.apply(ResignationOffered(me, Win.SINGLE))
        await until(lambda: place.table.match.winner is bot)


async def test_host_joined_on_another_process_plays_no_bot(database_url, tmp_path):
    async with worker(database_url, tmp_path, "1") as one, worker(database_url, tmp_path, "2") as two:
        one.enter(ANN)
        two.enter(BOB)
        hers = await one.lobby.matchmaking.open_table(ANN, TO_ONE)
        await two.until(lambda: two.lobby.open_tables.at(hers.code))
        await two.lobby.matchmaking.join(BOB, hers.code)
        one.lobby.open_tables.replace([hers])  # it is not known yet that hers has gone
        with pytest.raises(LobbyError, match="own table"):
            await one.lobby.matchmaking.open_table(ANN, TO_ONE, invited="Bot bgterm")
        await one.until(lambda: not one.lobby.open_tables.seen_by(ANN))
        await one.until(lambda: one.lobby.matches.at(hers.code))
        assert len(one.lobby.matches.of(ANN)) == 1
