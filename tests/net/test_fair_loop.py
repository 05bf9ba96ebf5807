"""The processor is divided fairly between the sessions of a server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextvars import Context, copy_context
from dataclasses import dataclass, field

import pytest

from bgterm.background import SharedLock, awaited
from bgterm.net.fair_loop import ProcessorTime, Share, current_share


def context_of(share: Share) -> Context:
    """Return a context whose work is charged to a share."""
    context = copy_context()
    context.run(current_share.set, share)
    return context


@dataclass
class Processor:
    """A processor clock that tests set, and the names of the sessions in the order of their steps."""

    used: float = 0.0
    done: list[str] = field(default_factory=list)
    shares: list[Share] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def share(self, origin: ProcessorTime | None = None, rate: float = 1e-3) -> Share:
        """Return a session's share with a burst of one second, which is hardly ever refilled."""
        share = Share(origin or ProcessorTime(rate, 1000), lambda: self.used)
        self.shares.append(share)
        return share

    def begin(self, share: Share, name: str, *steps: float, lock: SharedLock | None = None) -> asyncio.Task[None]:
        """Begin a session's work, whose steps take `steps` seconds each; return its task."""
        task = asyncio.create_task(self._work(name, steps, lock), context=context_of(share))
        self.tasks.append(task)
        return task

    async def _work(self, name: str, steps: tuple[float, ...], lock: SharedLock | None) -> None:
        if lock:
            async with lock:
                await self._work(name, steps, None)
            return
        for number, seconds in enumerate(steps):
            if number:
                await asyncio.sleep(0)
            self.used += seconds
            self.done.append(name)


@pytest.fixture
async def processor() -> AsyncIterator[Processor]:
    made = Processor()
    yield made
    for share in made.shares:
        share.is_ending = True
    for task in made.tasks:
        task.cancel()
    await asyncio.gather(*made.tasks, return_exceptions=True)


async def turns(count: int = 30) -> None:
    """Wait for `count` turns of the event loop."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_who_is_over_the_budget_waits_and_others_do_not(processor):
    processor.begin(processor.share(), "greedy", 1.5, 0.1, 0.1)
    await turns()
    await processor.begin(processor.share(), "modest", *[0.01] * 20)
    await turns()
    assert processor.done == ["greedy", *["modest"] * 20]
    refilled = processor.share(ProcessorTime(1e6, 1000))
    await processor.begin(refilled, "refilled", 3.0, 3.0)
    assert processor.done[21:] == ["refilled"] * 2


async def test_sessions_of_one_origin_have_one_budget(processor):
    origin = ProcessorTime(1e-3, 1000)
    await processor.begin(processor.share(origin), "one", 0.999)
    processor.begin(processor.share(origin), "other", 0.1, 0.1)
    await turns()
    assert processor.done == ["one", "other"]


async def test_who_has_used_least_comes_first(processor):
    much, little = processor.share(), processor.share()
    await processor.begin(much, "much", 0.5)
    tasks = [processor.begin(much, "much", 0.01), processor.begin(little, "little", 0.01)]
    await asyncio.wait(tasks)
    assert processor.done == ["much", "little", "much"]


async def test_the_newest_is_served_beside_many_within_their_budgets(processor):
    crowd = [processor.share(rate=1e9) for _ in range(3)]
    for share in crowd:
        processor.begin(share, "crowd", *[0.02] * 100_000)
    await turns(5)
    processor.begin(processor.share(rate=1e9), "newest", 0.02)
    await turns(5)
    assert "newest" in processor.done


async def test_a_key_comes_before_news_of_others(processor):
    sessions = [processor.share() for _ in range(3)]
    await asyncio.wait([processor.begin(share, "earlier", 0.01) for share in sessions])
    processor.done.clear()
    sessions[2].take_key()
    tasks = [processor.begin(share, name, 0.01, 0.01) for share, name in zip(sessions, "abc", strict=True)]
    await asyncio.wait(tasks)
    assert processor.done == [*"cc", *"aa", *"bb"]


async def test_newcomer_comes_after_a_key_and_before_equal_users(processor):
    crowd, newcomer, modest = (processor.share() for _ in range(3))
    newcomer.first_until = asyncio.get_running_loop().time() + 1000
    for share in (crowd, newcomer):
        await processor.begin(share, "earlier", 0.1)
    modest.take_key()
    processor.done.clear()
    tasks = [
        processor.begin(crowd, "crowd", 0.01, 0.01),
        processor.begin(newcomer, "new", 0.01, 0.01),
        processor.begin(modest, "key", 0.001, 0.001),
    ]
    await asyncio.wait(tasks)
    assert processor.done == ["key", "key", "new", "new", "crowd", "crowd"]


async def test_sessions_of_equal_rank_take_turns(processor):
    crowd = [processor.share(rate=1e9) for _ in range(3)]
    for share, name in zip(crowd, "abc", strict=True):
        processor.begin(share, name, *[0.0] * 100_000)
    await turns()
    assert {*processor.done} == {*"abc"}


async def test_session_that_waits_long_comes_first(processor):
    share = processor.share()
    await processor.begin(share, "earlier", 0.03)
    now = asyncio.get_running_loop().time()
    assert share.rank(now + 0.5) > 10 > 0.1 > share.rank(now + 10)


async def test_next_key_of_a_session_waits_no_longer_for_the_last(processor):
    long, short = (processor.share() for _ in range(2))
    for share, used in ((long, 0.03), (short, 0.01)):
        share.take_key()
        await processor.begin(share, "key", used)
    long.take_key()
    tasks = [processor.begin(short, "short", 0.001), processor.begin(long, "next", 0.001)]
    await asyncio.wait(tasks)
    assert processor.done == ["key", "key", "next", "short"]


async def test_who_has_a_lock_of_others_does_not_wait(processor):
    lock = SharedLock()
    greedy = processor.begin(processor.share(), "greedy", 1.5, 0.1, lock=lock)
    await processor.begin(processor.share(), "other", 0.01, lock=lock)
    assert processor.done == ["greedy", "greedy", "other"]
    await greedy


async def test_lock_that_a_task_ceases_to_wait_for_changes_nothing(processor):
    lock = SharedLock()
    await lock.acquire()
    share = processor.share()
    task = processor.begin(share, "greedy", 1.0, lock=lock)
    await turns()
    task.cancel()
    await asyncio.wait([task])
    lock.release()
    assert not lock.locked()
    assert processor.done == []


async def test_task_for_several_sessions_does_not_wait(processor):
    share = processor.share()
    await processor.begin(share, "greedy", 1.5)
    context = awaited()
    context.run(current_share.set, share)
    await asyncio.create_task(turns(), context=context)


async def test_task_begun_under_a_lock_of_others_waits(processor):
    share, lock = processor.share(), SharedLock()
    begun = list[asyncio.Task[None]]()

    async def work() -> None:
        async with lock:
            processor.used += 1.5
            begun.append(asyncio.create_task(turns()))

    await asyncio.create_task(work(), context=context_of(share))
    await turns()
    assert not begun[0].done()
    share.is_ending = True
    await begun[0]


async def test_timers_are_charged_to_their_session(processor):
    share, now, rung = processor.share(), asyncio.get_running_loop().time(), asyncio.Event()

    def ring() -> None:
        processor.used += 0.5
        rung.set()

    asyncio.get_running_loop().call_later(0, ring, context=context_of(share))
    await rung.wait()
    assert share.origin.used(now) > 0
    assert share.origin.level(asyncio.get_running_loop().time()) < 501


async def test_a_session_that_ends_does_not_wait(processor):
    share = processor.share()
    await processor.begin(share, "greedy", 1.5)
    share.is_ending = True
    await processor.begin(share, "end", 0.1, 0.1)
    assert processor.done == ["greedy", "end", "end"]


async def test_cancelled_step_is_not_run(processor):
    context = context_of(processor.share())
    loop, called = asyncio.get_running_loop(), []
    handles = [loop.call_soon(called.append, number, context=context) for number in range(3)]
    handles[1].cancel()
    await turns()
    assert called == [0, 2]


async def test_error_of_a_step_ends_no_other(processor):
    loop, faults = asyncio.get_running_loop(), []
    loop.set_exception_handler(lambda _loop, context: faults.append(context["exception"]))
    fail: Callable[[], object] = {}.popitem
    loop.call_soon(fail, context=context_of(processor.share()))
    await processor.begin(processor.share(), "other", 0.01)
    assert processor.done == ["other"]
    assert [type(fault) for fault in faults] == [KeyError]
