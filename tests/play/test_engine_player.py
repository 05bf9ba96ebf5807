"""An engine as a player: it acts in its turn, by the rules, and reports when it cannot."""

import asyncio
from contextlib import suppress
from functools import partial

import pytest

from bgterm.engine.engines import Engines
from bgterm.engine.errors import EngineFailed, engine_failed, engine_timed_out
from bgterm.engine.protocol import Act, EngineRequest, QuestionKind, ResignAnswer
from bgterm.formats.engine_notes import EngineSeat, engine_seat
from bgterm.notation.json_codec import Note
from bgterm.play.clocks import Clocks
from bgterm.play.dice.sources import dice_source
from bgterm.play.engine_player import EnginePlayer, with_built_in
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError, IllegalPlay
from bgterm.rules.events import (
    Beavered,
    Challenged,
    Doubled,
    Dropped,
    FlagClaimed,
    Moved,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Rolled,
    TakeBackAsked,
    Taken,
    TakenBack,
)
from bgterm.rules.games import start
from bgterm.rules.match import Game, Header, Phase, Win
from bgterm.rules.ruleset import Clock, Ruleset
from bgterm.rules.time_control import DELAY
from bgterm.rules.variants import BACKGAMMON, VARIANTS
from bgterm.storage.errors import SaveError
from bgterm.storage.journal import load
from tests.builders import FIVE_POINT, Time, board, play
from tests.fake_engine import FakePool, answering, cube, sensible
from tests.scripted_dice import ScriptedDice
from tests.storage.faults import Saboteur
from tests.tables import begin_table
from tests.waiting import written

WHITE, BLACK = Player
BLACK_SEAT = EngineSeat(BLACK, "fake", "expert")
MATCH = Ruleset(length=5)
RESIGNED = ResignationOffered(WHITE, Win.GAMMON)
ACCEPTS, REFUSES = (answering(QuestionKind.RESIGN, resign=ResignAnswer(accept=accept)) for accept in (True, False))
DOUBLED = (FIVE_POINT, Rolled(BLACK, Dice(6, 5)), Moved(BLACK, play("24/18 18/13")), Doubled(WHITE))
"""The events of two turns after the opening, and White's double."""
HEADER = Header(BACKGAMMON, MATCH, ("Ann", "Bob"))
TAKE = EngineRequest.of(start(HEADER), QuestionKind.TAKE)


def taking(action):
    """Return an engine that answers a double with an action."""
    return answering(QuestionKind.TAKE, **cube(action))


class Evening:
    """A table with engines as players, and the events there."""

    def __init__(self, table):
        self.table, self.news, self._tasks = table, asyncio.Queue(), []
        table.event_watchers.add(lambda _match, event: self.news.put_nowait(event))

    def seat(self, seat=BLACK_SEAT, ask=sensible):
        player = EnginePlayer(self.table, seat, ask, partial(asyncio.sleep, 0), self.news.put_nowait)
        self._tasks.append(asyncio.create_task(player.play()))
        return player

    async def next(self, *kinds):
        """Return the next event, or with `kinds` the next one of these classes."""
        while True:
            event = await self.news.get()
            if not kinds or isinstance(event, kinds):
                return event

    async def over(self):
        await asyncio.gather(*self._tasks)

    async def close(self):
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self.table.close().result()


@pytest.fixture
async def evening(tmp_path):
    evenings = []

    def begin(source=None, header=HEADER, **more):
        evenings.append(Evening(begin_table(tmp_path, header, source or dice_source("seed:7"), **more)))
        return evenings[-1]

    yield begin
    for one in evenings:
        await one.close()


@pytest.mark.parametrize(("level", "questions"), [("expert", 1), ("novice", 2)])
async def test_one_position_is_one_question_at_a_level_without_noise(evening, level, questions):
    asked = set()

    async def ask(question):
        asked.add(question)
        return await sensible(question)

    for throws in ((3, 1),), ((2, 2), (3, 1)):
        match = evening(ScriptedDice(throws))
        match.seat(EngineSeat(WHITE, "fake", level), ask)
        for _ in throws:
            await match.table.roll(WHITE)
        await match.next(Moved)
    assert len(asked) == questions


@pytest.mark.parametrize(
    "variant", ["backgammon", "nackgammon", "hyper-1", pytest.param("long", marks=pytest.mark.long)]
)
async def test_engines_play_a_whole_match(evening, variant):
    header = Header(VARIANTS[variant], Ruleset(length=2, cube=VARIANTS[variant].cube), ("Ann", "Bob"))
    match = evening(header=header)
    for player in Player:
        match.seat(EngineSeat(player, "fake", "expert"))
    begin = asyncio.create_task(openings(match))
    await match.over()
    begin.cancel()
    await asyncio.to_thread(written)
    assert load(match.table.path).match == match.table.match
    assert match.table.match.winner is not None


async def openings(match):
    """Throw for the opening of each game, which engines do not."""
    while True:
        if match.table.match.game.phase is Phase.OPENING:
            await match.table.roll(WHITE)
        await match.next()


async def black_on_roll(evening, **more):
    """Begin a match in which White has made the five point."""
    match = evening(ScriptedDice([(3, 1), (6, 5), (2, 1)]), **more)
    await match.table.roll(WHITE)
    await match.table.apply(FIVE_POINT)
    return match


async def test_the_engine_resigns_once_a_turn(evening):
    race = HEADER._replace(start=Game(board("6:5 / 6:5"), BLACK))
    match = evening(ScriptedDice([(2, 1)] * 4), race)
    match.seat(ask=answering(QuestionKind.RESIGN, resign=ResignAnswer(offer=Win.SINGLE)))
    for _ in range(2):
        assert await match.next() == ResignationOffered(BLACK, Win.SINGLE)
        await match.table.apply(ResignationRefused(WHITE))
        assert [type(await match.next()) for _ in range(3)] == [ResignationRefused, Rolled, Moved]
        await match.table.roll(WHITE)
        await match.table.apply(Moved(WHITE, play("6/4 6/5")))
        assert [type(await match.next()) for _ in range(2)] == [Rolled, Moved]


@pytest.mark.parametrize(
    ("rules", "happened", "ask", "answer"),
    [
        (MATCH, (FIVE_POINT,), answering(QuestionKind.CUBE, **cube(Act.DOUBLE)), Doubled),
        (MATCH, DOUBLED, taking(Act.PASS), Dropped),
        (MATCH, DOUBLED, taking(Act.TAKE), Taken),
        (Ruleset(beavers=1), DOUBLED, taking(Act.BEAVER), Beavered),
        (MATCH, DOUBLED, taking(Act.BEAVER), Taken),
        (MATCH, (RESIGNED,), ACCEPTS, ResignationAccepted),
        (MATCH, (RESIGNED,), REFUSES, ResignationRefused),
        (Ruleset(length=5, take_back=True), (FIVE_POINT, TakeBackAsked(WHITE)), sensible, TakenBack),
        (Ruleset(length=5, policing=True), (Moved(WHITE, play("13/5")),), sensible, Challenged),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else None,
)
async def test_the_engine_acts_and_answers_in_its_turn(evening, rules, happened, ask, answer):
    match = evening(ScriptedDice([(3, 1), (2, 1)]), HEADER._replace(ruleset=rules))
    await match.table.roll(WHITE)
    for event in happened:
        await match.table.apply(event)
    match.seat(ask=ask)
    *_, event = [await match.next() for _ in range(len(happened) + 2)]
    assert event == answer(BLACK)


async def test_a_failed_engine_tells_and_tries_again(evening):
    match, broken = await black_on_roll(evening), [True]

    async def ask(question):
        if broken:
            raise engine_failed("fake", "it was killed")
        return await sensible(question)

    player = match.seat(ask=ask)
    fault = await match.next(EngineFailed)
    assert str(fault) == "fake failed (it was killed)"
    assert not player.thinking
    broken.clear()
    player.wake()
    assert await match.next(Rolled)


@pytest.mark.parametrize("moves", ["8/2", "6/off", ""])
async def test_an_illegal_play_is_told_once_and_not_made(evening, moves):
    match, asked = await black_on_roll(evening), []

    async def ask(question):
        asked.append(question.kind)
        return await answering(QuestionKind.PLAYS, recommended=play(moves) if moves else ())(question)

    player = match.seat(ask=ask)
    assert isinstance(await match.next(BackgammonError), IllegalPlay)
    await player.idle.wait()
    assert not player.thinking
    assert match.news.empty()
    assert asked.count(QuestionKind.PLAYS) == 1
    await match.table.apply(ResignationOffered(WHITE, Win.SINGLE))
    assert await match.next(ResignationAccepted, BackgammonError) == ResignationAccepted(BLACK)


def engines_with(**errors):
    """Return engines that raise the next of their errors when they are asked, or answer for None."""

    async def ask(name, question):
        if error := errors.get(name) and errors[name].pop(0):
            raise error
        return await sensible(question)

    return Engines(lambda name: FakePool(partial(ask, name)))


async def test_another_engine_is_told_of_once_while_its_reason_holds():
    reasons, said = ["killed", "killed", "", "killed", "too old"], []
    errors = [reason and engine_failed("fake", reason) for reason in reasons]
    ask = with_built_in(engines_with(fake=errors), "fake", lambda error: said.append(str(error or "works")))
    while errors:
        assert (await ask(TAKE)).cube
    assert said == ["fake failed (killed)", "works", "fake failed (killed)", "fake failed (too old)"]


async def test_built_in_engine_that_has_hung_is_asked_once_more():
    errors = [engine_timed_out("builtin", 30), None]
    assert (await with_built_in(engines_with(builtin=errors), "builtin", lambda _error: None)(TAKE)).cube
    assert errors == []


async def test_a_failed_disk_costs_nothing_and_is_told(evening):
    saboteur = Saboteur()
    match = await black_on_roll(evening, disk=saboteur.disk)
    saboteur.plan = "the write fails"
    player = match.seat()
    assert await match.next(SaveError)
    player.wake()
    assert await match.next(Rolled)


@pytest.mark.parametrize("fails", [False, True], ids=["an answer", "an error"])
async def test_an_answer_for_an_old_state_is_not_used(evening, fails):
    match, asked, go = await black_on_roll(evening), asyncio.Event(), asyncio.Event()

    async def ask(question):
        is_first = not asked.is_set()
        asked.set()
        await go.wait()
        if fails and is_first:
            raise engine_failed("fake", "it was killed")
        return await answering(QuestionKind.CUBE, **cube(Act.DOUBLE))(question)

    match.seat(ask=ask)
    await asked.wait()
    await match.table.apply(ResignationOffered(WHITE, Win.SINGLE))
    go.set()
    kinds = Doubled, ResignationRefused, ResignationAccepted, EngineFailed
    assert await match.next(*kinds) == ResignationAccepted(BLACK)


@pytest.mark.long
async def test_the_engine_claims_the_flag_of_its_opponent(evening):
    match = evening(ScriptedDice([(3, 1)]), HEADER._replace(ruleset=Ruleset(length=5, clock=Clock.DELAY)))
    time = Time()
    clocks = Clocks(match.table, time)
    await match.table.roll(WHITE)
    player = match.seat()
    await player.idle.wait()
    time.passes(clocks.left(WHITE))
    await player.idle.wait()
    assert match.table.match.winner is None
    time.passes(DELAY)
    assert await match.next(FlagClaimed) == FlagClaimed(BLACK)
    await match.over()
    assert match.table.match.winner is BLACK


def test_the_seat_of_an_engine_is_read_from_its_note():
    seat = EngineSeat(WHITE, "gnubg", "casual")
    about = {"player": "white", "engine": "gnubg", "level": "casual"}
    assert seat.note == Note("engine", about)
    assert engine_seat([Note("clock"), seat.note]) == seat
    assert engine_seat([Note("engine", {})]) is engine_seat([Note("engine", about | {"player": "red"})]) is None
