"""Engine processes that answer, fail, hang and lie: nothing waits for ever, and nothing is left running."""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bgterm.engine.adapter import ADAPTERS, open_adapter
from bgterm.engine.engines import Engines
from bgterm.engine.errors import EngineError, EngineFailed
from bgterm.engine.pool import EnginePool, PoolLimits
from bgterm.engine.protocol import EngineRequest, QuestionKind, write_message
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ImpossiblePosition
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import LONG, VARIANTS
from tests.builders import Time
from tests.engine.fake import Fake
from tests.engine.positions import opening
from tests.waiting import until

QUESTION = EngineRequest.of(opening(Dice(3, 1), Ruleset()), QuestionKind.PLAYS)
EASY = replace(QUESTION, seed=1)
"""A question that every fake engine answers."""
NONSENSE = ("nonsense", "{}", '{"message":"cancel","id":1}', "\\", "[1]")
"""Lines that are not messages of an engine."""


@asynccontextmanager
async def pool_of(behaviour: str, *more: str, adapter: Fake | None = None, clock: Time | None = None, **limits):
    command = [sys.executable, "-m", "tests.engine.fake", behaviour, *more]
    pool = EnginePool(
        "fake", PoolLimits(**limits), adapter=adapter or Fake(), command=command, clock=clock or Time()
    )
    try:
        yield pool
    finally:
        await pool.aclose()


def is_running(pid: int) -> bool:
    """Return whether a process runs; one that has ended does not, even before its status is read."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:1]
    except OSError:
        return False


def open_files() -> int:
    """Return how many files and pipes this process has open."""
    return len([*Path("/proc/self/fd").iterdir()])


async def test_equal_questions_are_one_and_others_are_asked_at_once():
    async with pool_of("good", children=2) as pool:
        others = [replace(QUESTION, seed=seed) for seed in (1, 2)]
        one, other, *different = await asyncio.gather(*map(pool.ask, (QUESTION, QUESTION, *others)))
        assert one is other
        assert len({one.id, *(answer.id for answer in different)}) == 3
        assert len(pool.children) == 2


async def test_question_is_answered_while_anybody_asks_it_by_one_child():
    async with pool_of("good", children=1) as pool:
        assert not pool.children
        first, second = (asyncio.create_task(pool.ask(QUESTION, player=name)) for name in ("Ann", "Bob"))
        await asyncio.sleep(0)
        first.cancel()
        answer, next_one = await second, await pool.ask(QUESTION)
        assert first.cancelled()
        assert answer.recommended in legal_plays(QUESTION.match())
        assert (answer.id, next_one.id) == (1, 2)  # it was answered before
        assert answer.version == next_one.version  # the number of its process


@pytest.mark.parametrize("behaviour", ["hang", "good"])
async def test_a_child_that_answers_too_late_is_killed(behaviour):
    async with pool_of(behaviour, children=1, grace=60.0 if behaviour == "good" else 0.0) as pool:
        before = await pool.ask(EASY)
        with pytest.raises(EngineError, match="fake did not answer within 0 seconds"):
            await pool.ask(QUESTION, seconds=0)
        after = await pool.ask(EASY)
        assert (after.version == before.version) == (behaviour == "good")
        assert is_running(int(before.version)) == (behaviour == "good")


async def test_an_asker_who_goes_away_frees_the_child_without_failure():
    async with pool_of("hang", children=1, grace=0.0, failures=1) as pool:
        await pool.ask(EASY)
        task = asyncio.create_task(pool.ask(QUESTION, player="Ann"))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await pool.ask(EASY, player="Ann")


async def test_a_child_that_is_killed_in_a_thought_is_replaced(tmp_path):
    thinks = tmp_path / "thinks"
    async with pool_of("hang", str(thinks), children=1, grace=60.0) as pool:
        before = await pool.ask(EASY)
        task = asyncio.create_task(pool.ask(QUESTION))
        await until(thinks.exists)
        os.kill(int(before.version), signal.SIGKILL)
        task.cancel()
        await asyncio.wait([task])
        assert (await pool.ask(EASY)).version != before.version


WRONG = r"gave a wrong answer \("


@pytest.mark.parametrize(
    ("engine", "error", "sentence"),
    [
        (["die"], EngineFailed, r"fake failed \(exit status -9\)"),
        (["raise"], EngineFailed, r"fake failed \(exit status 1\)"),
        (["stillborn"], EngineFailed, r"fake failed \(exit status 3\)"),
        (["ends"], EngineFailed, r"^fake failed \(it has ended\)$"),
        (["refuse"], EngineFailed, r"^fake failed \(too difficult\)$"),
        (["old"], EngineFailed, "fake 0.1 is too old: install 1.0 or a later version"),
        (["position"], EngineError, WRONG + "it answers for 4HPwATDgc/ABMA:cAkAAAAAAAAA instead of"),
        (["id"], EngineError, WRONG + "it answers question 2 instead of 1"),
        (["illegal"], EngineError, WRONG + "24/1 is not legal"),
        *((["babble", line, "1"], EngineError, WRONG) for line in NONSENSE),
        (["babble", "x", "5000000"], EngineError, "its line is too long"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
async def test_a_failure_or_a_wrong_answer_is_one_sentence(engine, error, sentence):
    async with pool_of(*engine) as pool:
        with pytest.raises(error, match=sentence):
            await pool.ask(QUESTION)


@pytest.mark.parametrize(
    ("behaviour", "is_dead"),
    [("print", False), ("ended", False), ("die-once", True)],
    ids=["text that it prints is not an answer", "a program that has ended", "a child that dies"],
)
async def test_a_question_is_answered_nonetheless(behaviour, is_dead, tmp_path):
    async with pool_of(behaviour, str(tmp_path / "died"), children=1) as pool:
        assert (await pool.ask(QUESTION)).recommended
        assert len(pool.children) == 1
        assert (tmp_path / "died").exists() is is_dead


async def test_an_engine_that_does_not_start_in_time_is_killed():
    async with pool_of("silent") as pool:
        with pytest.raises(EngineError, match="did not answer within"):
            await pool.ask(QUESTION, seconds=0)


async def test_a_program_that_cannot_be_run_is_a_failure(tmp_path):
    pool = EnginePool("fake", adapter=Fake(), command=[str(tmp_path / "none")])
    with pytest.raises(EngineFailed, match="No such file"):
        await pool.ask(QUESTION)
    await pool.aclose()


async def test_an_engine_that_fails_too_often_is_left_alone():
    clock = Time()
    async with pool_of("die", failures=2, rest=60.0, clock=clock) as pool:
        with pytest.raises(EngineFailed):
            await pool.ask(QUESTION)
        with pytest.raises(EngineError, match="fake has failed too often"):
            await pool.ask(EASY)
        clock.passes(60)
        assert await pool.ask(EASY)


@pytest.mark.parametrize(
    ("change", "adapter", "error", "sentence"),
    [
        ({}, Fake(remedy="apt install fake"), EngineError, "fake is not installed: apt install fake"),
        ({"variant": LONG}, Fake(), EngineError, "fake does not play Long backgammon"),
        ({"kind": QuestionKind.TAKE}, Fake(), EngineError, "fake cannot answer take questions"),
        ({"position": "AAAAAAAAAAAAAA" + QUESTION.position[14:]}, Fake(), ImpossiblePosition, "."),
    ],
    ids=["not installed", "another variant", "another kind of question", "an impossible position"],
)
async def test_an_engine_is_asked_only_about_what_it_knows(change, adapter, error, sentence):
    async with pool_of("good", adapter=adapter) as pool:
        with pytest.raises(error, match=sentence):
            await pool.ask(replace(QUESTION, **change))
        assert not pool.children


@pytest.mark.long
async def test_200_questions_at_once():
    async with pool_of("good", children=2, waiting=4) as pool:
        asked = [pool.ask(replace(QUESTION, seed=number), player=number // 8) for number in range(200)]
        results = await asyncio.gather(*asked, return_exceptions=True)
        refused = [result for result in results if isinstance(result, EngineError)]
        assert len(refused) == 100
        too_many = "4 questions are waiting for their answers already: try again later"
        assert {str(result) for result in refused} == {too_many}
        assert len({result.id for result in results if not isinstance(result, BaseException)}) == 100
        assert len(pool.children) == 2
        assert await pool.ask(QUESTION, player=0)


async def test_nothing_is_left_running_or_open_when_the_pool_is_closed():
    before = open_files()
    async with pool_of("hang", children=2, grace=60.0) as pool:
        child = int((await pool.ask(EASY)).version)
        asked = [asyncio.create_task(pool.ask(replace(QUESTION, seed=seed))) for seed in (2, 3, 4)]
        await asyncio.sleep(0)
        await pool.aclose()
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert [str(result) for result in results] == ["fake has been closed"] * 3
        assert (is_running(child), open_files()) == (False, before)
        with pytest.raises(EngineError, match="fake has been closed"):
            await pool.ask(EASY)


@pytest.mark.parametrize("behaviour", ["hang", "silent"])
async def test_pool_closed_twice_while_children_start_ends(behaviour):
    async with pool_of(behaviour, children=3, grace=60.0) as pool:
        asked = [asyncio.create_task(pool.ask(EASY)) for _ in range(3)]
        await asyncio.sleep(0)
        await asyncio.gather(pool.aclose(), pool.aclose())
        assert all(isinstance(task.exception(), EngineError) for task in asked)
        assert not pool.children


@pytest.mark.parametrize("behaviour", ["hang", "grandchild"])
def test_a_child_ends_with_its_parent_whatever_it_thinks_about(behaviour):
    """The pipe of a parent that is killed is closed; everybody who holds the child's own pipe has then ended."""
    command = [sys.executable, "-m", "tests.engine.fake", behaviour]
    with subprocess.Popen(
        command, stdin=-1, stdout=-1, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as child:
        assert child.stdin
        assert child.stdout
        assert child.stderr
        for question in (EASY, QUESTION):
            child.stdin.write(write_message(question) + "\n")
            child.stdin.flush()
        assert '"answer"' in child.stdout.readline()
        if behaviour == "grandchild":
            assert child.stderr.readline() == "started\n"
        child.stdin.close()
        assert child.stdout.read() == ""
        assert child.stderr.read() == ""
        assert child.wait() == -signal.SIGKILL


async def test_no_engine_is_started_once_all_are_closed():
    engines = Engines()
    await engines.aclose()
    with pytest.raises(EngineError, match="builtin has been closed"):
        await engines.pool("builtin").ask(QUESTION)


def test_every_engine_of_the_list_can_be_made_and_no_other():
    for name in ADAPTERS:
        adapter = open_adapter(name)
        assert adapter.name == name
        assert adapter.variants <= set(VARIANTS)
        assert adapter.kinds
    with pytest.raises(EngineError, match='unknown engine "hal"'):
        EnginePool("hal")
