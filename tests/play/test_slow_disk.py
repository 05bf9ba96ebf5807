"""Events at a table while the disk takes its time."""

import asyncio
import errno
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from bgterm.lobby.errors import NoTable
from bgterm.lobby.notifications import ignore
from bgterm.lobby.session import LobbySession
from bgterm.lobby.users.user_registry import User
from bgterm.play.clocks import Clocks
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ActionRule, IllegalAction
from bgterm.rules.events import Doubled, OpeningThrown, Rolled
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.errors import SaveBusy, SaveError
from bgterm.storage.journal import load
from tests.builders import FIVE_POINT, Time
from tests.lobby.visitors import ANN, BOB, CLEO, TO_THREE, lobby_in
from tests.scripted_dice import ScriptedDice
from tests.storage.faults import SlowDisk
from tests.tables import begin_table, resume_table
from tests.waiting import until_all_wait, until_begun

NAME_TAKEN = "{name} is somebody else here: pick another name."

WHITE, BLACK = Player
OPENING, ROLLED = OpeningThrown(3, 1), Rolled(BLACK, Dice(6, 4))
HEADER = Header(BACKGAMMON, Ruleset(length=5, clock=Clock.DELAY), ("Ann", "Bob"), "random", "2026-11-20T19:30")


@pytest.fixture
def slow() -> SlowDisk:
    return SlowDisk()


@pytest.fixture
async def table(tmp_path: Path, slow: SlowDisk):
    """A table at which White is to play 3-1."""
    table = begin_table(tmp_path, HEADER, ScriptedDice([(3, 1), (6, 4)]), slow.disk)
    await table.roll(WHITE)
    return table


@asynccontextmanager
async def being_kept(table: Table, slow: SlowDisk) -> AsyncIterator[None]:
    """Make the five point, and hold the disk until the end of the block; then wait until the play is kept."""
    async with slow.held():
        act = asyncio.create_task(table.apply(FIVE_POINT))
        await slow.reached()
        yield
    await act


async def test_nothing_is_seen_before_it_is_kept_but_at_other_tables(table, slow, tmp_path):
    told, before = [], table.match
    table.event_watchers.add(lambda *news: told.append(news))
    other = begin_table(tmp_path, HEADER, ScriptedDice([(3, 1)]))
    async with being_kept(table, slow):
        await other.roll(WHITE)
        await other.apply(FIVE_POINT)
        assert (table.match, table.history, told) == (before, (OPENING,), [])
    assert told == [(table.match, FIVE_POINT)]
    assert other.history == table.history == (OPENING, FIVE_POINT)
    other.close().result()


async def test_second_act_is_judged_after_the_first(table, slow):
    told = []
    table.event_watchers.add(lambda *news: told.append(news))
    async with slow.held():
        works = table.apply(FIVE_POINT), table.apply(FIVE_POINT), table.roll(BLACK)
        acts = [asyncio.create_task(work) for work in works]
        await slow.reached()
        assert load(table.path).events[:2] == (OPENING, FIVE_POINT)
        assert table.history == (OPENING,)
    first, again, roll = await asyncio.gather(*acts, return_exceptions=True)
    assert (first, again.rule, roll) == (None, ActionRule.NOT_YOUR_TURN, None)
    assert [event for _, event in told] == [FIVE_POINT, ROLLED]
    assert load(table.path).events == table.history == (OPENING, FIVE_POINT, ROLLED)


async def test_a_cancelled_act_is_done_first(table, slow):
    told, after = [], []
    table.event_watchers.add(lambda *news: told.append(news))

    async def act() -> None:
        await table.apply(FIVE_POINT)
        after.append("applied")
        await asyncio.sleep(0)
        after.append("shown")

    async with slow.held():
        task = asyncio.create_task(act())
        await slow.reached()
        task.cancel()
        await until_all_wait()
        task.cancel()
        await until_all_wait()
        assert not task.done()
    with suppress(asyncio.CancelledError):
        await task
    assert (task.cancelled(), after) == (True, ["applied"])
    assert (table.history, len(told)) == ((OPENING, FIVE_POINT), 1)
    assert load(table.path).events == table.history
    await table.apply(Doubled(BLACK))


async def test_a_table_is_closed_after_what_is_being_kept(table, slow):
    async with being_kept(table, slow):
        closing = table.close()
        with pytest.raises(SaveBusy):
            resume_table(table.path)
        assert not closing.done()
    await asyncio.wrap_future(closing)
    again = resume_table(table.path)
    assert again.history == table.history == (OPENING, FIVE_POINT)


async def test_clocks_stand_while_an_act_is_kept(table, slow):
    time = Time()
    clocks = Clocks(table, time)
    time.passes(12 + 20)
    async with being_kept(table, slow):
        time.now += 5000
        assert (clocks.left(WHITE), clocks.fallen) == (600 - 20, None)
    assert (clocks.left(WHITE), clocks.left(BLACK), clocks.running) == (580, 600, BLACK)
    time.passes(12 + 7)
    assert clocks.left(BLACK) == 593


async def test_the_flag_of_who_has_acted_in_time_is_not_claimed(table, slow):
    time = Time()
    clocks = Clocks(table, time)
    time.passes(600)
    async with being_kept(table, slow):
        time.now += 5000
        claim = asyncio.create_task(clocks.claim(BLACK))
        await until_all_wait()
        assert not claim.done()
    with pytest.raises(IllegalAction):
        await claim
    assert table.match.winner is None


# A server


@pytest.fixture
async def lobby(tmp_path, slow):
    return lobby_in(tmp_path, disk=slow.disk)


async def opened(lobby):
    """Return the code of a table that Ann has opened in the lobby, where Bob and Cleo are, too."""
    lobby_sessions = [lobby.enter(LobbySession(user, ignore)) for user in (ANN, BOB, CLEO)]
    return lobby_sessions, (await lobby.matchmaking.open_table(ANN, TO_THREE)).code


async def test_of_two_who_join_at_once_one_does(lobby, slow):
    _, code = await opened(lobby)
    async with slow.held():
        acts = [asyncio.create_task(lobby.matchmaking.join(user, code)) for user in (BOB, CLEO)]
        await slow.reached()
        assert (lobby.matches_of(BOB), len(lobby.open_tables.seen_by(CLEO))) == ([], 1)
    table, refused = await asyncio.gather(*acts, return_exceptions=True)
    assert type(refused) is NoTable
    assert (lobby.matches_of(ANN), lobby.matches_of(BOB), lobby.matches_of(CLEO)) == ([table], [table], [])


async def test_match_that_cannot_be_kept_leaves_the_table_open(lobby, slow, tmp_path):
    _, code = await opened(lobby)
    slow.fault = OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(SaveError, match=r": nothing changed\. Try again"):
        await lobby.matchmaking.join(BOB, code)
    assert ([*(tmp_path / "matches").iterdir()], lobby.matches_of(ANN)) == ([], [])
    slow.fault = None
    assert await lobby.matchmaking.join(BOB, code) is lobby.matches.at(code)


async def test_seat_waits_for_what_is_kept_there(lobby, slow):
    (ann, bob, _), code = await opened(lobby)
    await lobby.matchmaking.join(BOB, code)
    white = await lobby.go(ann, code)
    async with slow.held():
        act = asyncio.create_task(white.table.apply(OPENING))
        await slow.reached()
        white.drop()
        sitting = asyncio.create_task(lobby.go(bob, code))
        await until_all_wait()
        assert not sitting.done()
    await act
    assert (await sitting).table.history == (OPENING,)


async def test_session_that_ends_meanwhile_keeps_no_seat(lobby):
    (_, bob, _), code = await opened(lobby)
    table = await lobby.matchmaking.join(BOB, code)
    sitting = asyncio.create_task(lobby.go(bob, code))
    await until_begun(sitting)
    assert not sitting.done()
    lobby.leave(bob)
    await sitting
    assert table.seating.empty
    assert lobby.match_awaiting(BOB) is table


async def test_of_two_who_want_a_name_at_once_one_has_it(lobby):
    strangers = [User(f"SHA256:{number}", "") for number in range(2)]
    named, refused = await asyncio.gather(
        *(lobby.registration.pick(stranger, "Zoe") for stranger in strangers), return_exceptions=True
    )
    assert (named.name, refused.msgid) == ("Zoe", NAME_TAKEN)
    assert lobby.registry.keys_of("Zoe") == ["SHA256:0"]
