"""Bots in the lobby: they sit down with their opponents, play at a level, and try again when they fail.

Of several processes, each bot acts in the one of its opponent, and follows them to another.
"""

import asyncio
from contextlib import asynccontextmanager

import pytest

from bgterm.engine.adapters.gnubg import Gnubg
from bgterm.engine.engines import Engines
from bgterm.engine.errors import EngineError
from bgterm.engine.levels import CASUAL, WORLD_CLASS
from bgterm.formats.engine_notes import EngineSeat
from bgterm.lobby.bots import Bot, Bots
from bgterm.lobby.errors import LobbyError
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.notifications import Redirected
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import UserRegistry
from bgterm.play.match_offer import MatchOffer
from bgterm.rules.board import Player
from bgterm.rules.events import Moved, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Phase, Win
from tests.fake_engine import FakePool, fails, sensible
from tests.lobby.visitors import ANN, BOB, CLEO, Guest, running_worker
from tests.waiting import until

WHITE, BLACK = Player
TO_ONE = MatchOffer().changed(length=1, level="casual")


class House:
    """A lobby with two bots, of both engines, whose answers a test may replace; and Ann, a visitor."""

    def __init__(self, folder, strongest=WORLD_CLASS):
        self.pools = {"gnubg": FakePool(), "builtin": FakePool()}
        bots = [Bot("gnubg", strongest), Bot("builtin")]
        self.bots = Bots(bots, Engines(lambda name: self.pools[name]), lambda: asyncio.sleep(0))
        self.registry = UserRegistry(NamesFile(folder / "names.jsonl"))
        self.lobby = Lobby(folder / "matches", self.registry, bots=self.bots)
        self.ann = Guest(self.lobby, ANN)

    async def begin(self, offer=TO_ONE, name="Bot gnubg"):
        """Begin a match of Ann against a bot, and sit down as her; return her place."""
        table = await self.lobby.matchmaking.open_table(ANN, offer, invited=name)
        place = await self.lobby.go(self.ann.lobby_session, table.code)
        place.listener = self.ann.heard.append
        return place

    async def to_move(self, place):
        """Throw for the start, and wait until Ann is to act; return the table."""
        while place.table.match.game.phase is Phase.OPENING:
            await place.table.roll(place.player)
        await until(lambda: place.table.match.to_act is place.player)
        return place.table

    async def until_asked(self, place):
        """Play until the bot has to act, and wait until Ann has read a notice."""
        while place.table.match.game.phase is Phase.OPENING:
            await place.table.roll(place.player)
        if place.table.match.to_act is place.player:
            await place.table.apply(ResignationOffered(place.player, Win.SINGLE))
        await until(lambda: self.ann.read)


@asynccontextmanager
async def house(folder, monkeypatch, **how):
    monkeypatch.setattr(Gnubg, "missing", lambda _: None)
    opened = House(folder, **how)
    yield opened
    opened.ann.leave()
    await opened.bots.aclose()
    opened.registry.close()


@pytest.fixture
async def at(tmp_path, monkeypatch):
    async with house(tmp_path, monkeypatch) as at:
        yield at


async def test_a_bot_sits_down_and_leaves_with_its_opponent(at):
    place = await at.begin()
    assert place.at.engine == EngineSeat(place.player.opponent, "gnubg", "casual")
    assert place.at.seating.is_seated(place.player.opponent)
    await at.to_move(place)
    place.leave()
    assert place.at.seating.empty
    again = await at.lobby.go(at.ann.lobby_session, place.at.code)
    assert again.at.seating.is_seated(place.player.opponent)


async def test_who_is_not_here_is_refused_with_the_bots_names(at):
    told = "Bot builtin is not here: challenge Bot gnubg or Bot bgterm, or open a table and tell its code."
    with pytest.raises(LobbyError, match=told):
        at.lobby.matchmaking.find_opponent("Bot builtin")


async def test_a_bot_plays_no_stronger_than_the_operator_wants(tmp_path, monkeypatch):
    async with house(tmp_path, monkeypatch, strongest=CASUAL) as at:
        assert [level.name for level in next(iter(at.lobby.bots)).levels] == ["novice", "casual"]
        place = await at.begin(MatchOffer().changed(level="expert"))
        assert place.at.engine.level == "casual"


async def test_a_bot_does_not_begin_what_it_cannot_play(at):
    with pytest.raises(EngineError, match="GNU Backgammon does not play Long"):
        await at.begin(MatchOffer().changed(variant="long"))
    assert not at.lobby.open_tables.seen_by(ANN)
    assert not at.lobby.matches_of(ANN)


async def test_host_whose_table_was_joined_plays_no_bot_besides(at):
    Guest(at.lobby, CLEO)
    matchmaking = at.lobby.matchmaking
    hers = await matchmaking.open_table(ANN, TO_ONE)
    begun = matchmaking.join(CLEO, hers.code), matchmaking.open_table(ANN, TO_ONE, invited="Bot gnubg")
    ends = await asyncio.gather(*begun, return_exceptions=True)
    assert [type(end) for end in ends] == [SharedTable, LobbyError]
    assert len(at.lobby.matches.of(ANN)) == 1


async def test_unplayed_match_of_a_host_withdraws_the_table_and_goes(at):
    await at.lobby.matchmaking.open_table(ANN, TO_ONE)
    place = await at.begin()
    assert at.lobby.open_tables.seen_by(ANN) == []
    place.leave()
    assert not at.lobby.matches_of(ANN)


def test_a_bot_whose_engine_is_missing_is_refused():
    with pytest.raises(EngineError, match="GNU Backgammon is not installed: install it"):
        Bot("gnubg")


async def test_a_bot_agrees_to_a_rematch(at):
    place = await at.begin()
    table = await at.to_move(place)
    await table.apply(ResignationOffered(place.player, Win.BACKGAMMON))
    await until(lambda: isinstance(table.history[-1], ResignationAccepted))
    assert at.pools["gnubg"].players == {ANN.key}
    await at.lobby.matchmaking.ask_rematch(place)
    (code,) = (one.code for one in at.ann.heard if isinstance(one, Redirected))
    place.leave()
    again = await at.lobby.go(at.ann.lobby_session, code)
    assert (again.at.engine, again.player) == (place.at.engine, place.player)
    await at.to_move(again)


async def test_a_failing_engine_is_replaced_and_told_of_once(at):
    at.pools["gnubg"].answer = fails
    place = await at.begin()
    table = await at.to_move(place)
    await table.apply(ResignationOffered(place.player, Win.SINGLE))
    await until(lambda: table.match.winner)
    said = "GNU Backgammon failed (it was killed). The built-in engine plays on."
    assert at.ann.read == [said]
    assert place.at.fault() == said


async def test_a_bot_that_cannot_act_tries_again(at):
    for pool in at.pools.values():
        pool.answer = fails
    place = await at.begin()
    await at.until_asked(place)
    assert at.ann.read == ["GNU Backgammon failed (it was killed). Bot gnubg tries again soon."]
    for pool in at.pools.values():
        pool.answer = sensible
    loop = asyncio.get_running_loop()
    before, ahead = loop.time, 60.0
    loop.time = lambda: before() + ahead
    await until(lambda: not place.at.fault())


async def test_an_error_in_a_bot_is_logged_with_its_traceback(at, caplog):
    async def broken(_question):
        raise ValueError

    at.pools["gnubg"].answer = broken
    await at.until_asked(await at.begin())
    assert at.ann.read == ["Bot gnubg has stopped. Leave and come back to try again."]
    (failed,) = [record for record in caplog.records if record.message.startswith("bot failed")]
    assert failed.exc_info


async def test_spectators_see_a_match_with_a_bot(at):
    place = await at.begin()
    watching = await at.lobby.watch(Guest(at.lobby, CLEO).lobby_session, place.at.code)
    place.drop()
    assert watching.at.attendance.missing == ()
    assert not watching.at.seating.is_seated(place.player.opponent)


# Bots of several processes


def with_bot(address, folder, name):
    """Open the lobby of one process, with a bot whose engine answers at once."""
    bots = Bots([Bot("builtin")], Engines(lambda _name: FakePool()), lambda: asyncio.sleep(0))
    return running_worker(address, folder, name, bots)


async def test_a_bot_is_served_where_its_opponent_is(database_url, tmp_path):
    async with with_bot(database_url, tmp_path, "1") as one, with_bot(database_url, tmp_path, "2") as two:
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
    async with with_bot(database_url, tmp_path, "1") as one, with_bot(database_url, tmp_path, "2") as two:
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
