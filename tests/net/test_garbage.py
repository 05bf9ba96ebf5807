"""Garbage collection in a server: it delays nobody, and it is not forgotten."""

import pytest

from bgterm.net.garbage import GarbageCollector


class Collection:
    """A garbage collection that takes as many seconds as a test says."""

    def __init__(self) -> None:
        self.count, self.takes, self._now = 0, 0.0, 0.0

    def clock(self) -> float:
        return self._now

    def __call__(self) -> None:
        self.count += 1
        self._now += self.takes


@pytest.fixture
def collection() -> Collection:
    return Collection()


@pytest.fixture
def collector(collection: Collection) -> GarbageCollector:
    return GarbageCollector(collection, collection.clock)


def test_nothing_is_collected_before_some_sessions_ended(collector, collection):
    collector.sweep(now=100, quiet=60, ended=9)
    assert collection.count == 0
    collector.sweep(now=101, quiet=60, ended=10)
    assert collection.count == 1


def test_a_long_collection_waits_for_a_long_silence(collector, collection):
    collection.takes = 0.1
    collector.sweep(now=0, quiet=1.9, ended=10)
    assert collection.count == 0
    collector.sweep(now=1, quiet=2.1, ended=10)
    collector.sweep(now=2, quiet=1.9, ended=20)
    assert collection.count == 1
    collector.sweep(now=3, quiet=2.1, ended=20)
    assert collection.count == 2


def test_after_many_sessions_it_waits_for_nobody(collector, collection):
    collection.takes = 1.0
    collector.sweep(now=1, quiet=60, ended=10)
    collector.sweep(now=2, quiet=0, ended=209)
    assert collection.count == 1
    collector.sweep(now=3, quiet=0, ended=210)
    assert collection.count == 2


def test_what_open_sessions_leave_is_collected_rarely(collector, collection):
    collector.sweep(now=599, quiet=0, ended=0)
    assert collection.count == 0
    collector.sweep(now=600, quiet=60, ended=0)
    assert collection.count == 1
