"""Nothing is ever lost: a match with a fault at every step is the same match.

After each fault, a file has the old content or the new, and never a mixture.
"""

import asyncio
import os
import resource
import signal
import stat
import subprocess
import sys
import threading
from functools import cache
from random import Random
from typing import get_args
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.rules.events import Beavered, Event, FlagClaimed, OpeningCorrected, RollCorrected, Unrecorded
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import HYPER
from bgterm.storage.durable import AppendOnlyFile, replace
from bgterm.storage.errors import SaveBusy, SaveError
from bgterm.storage.journal import load
from bgterm.storage.writer import Writer
from tests.cases import rest_long
from tests.states import states
from tests.storage.faults import DEATHS, FAILURES, PLANS, Died, Saboteur, dies
from tests.strategies import cuts, in_whole_matches, stride
from tests.tables import begin_table, resume_table
from tests.tables import step as random_step
from tests.waiting import until_all_wait

HEADER = Header(HYPER, Ruleset(length=4, policing=True), ("Ann", "Bob"), "seed:23632", "2026-11-20T19:30")


def step(table):
    """Apply the next event of the match, which depends on its dice and its length so far."""
    random_step(table, Random(f"{table.header.dice} {len(table.history)}"))


def play_to_the_end(table):
    while table.match.winner is None:
        step(table)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The events of the match without a fault."""
    table = begin_table(tmp_path_factory.mktemp("saves"), HEADER)
    play_to_the_end(table)
    table.close().result()
    return table.history


@cache
def matches(events):
    return list(states(HEADER, events))


def test_in_the_undisturbed_match_everything_happens(undisturbed):
    elsewhere = {Beavered, FlagClaimed, Unrecorded, OpeningCorrected, RollCorrected}
    assert set(map(type, undisturbed)) == set(get_args(Event)) - elsewhere, (
        "beavers are for money sessions, flags for clocks, gaps for files, corrections for dice that are typed"
    )
    assert 60 < len(undisturbed) < 120


@pytest.mark.parametrize("plan", rest_long(7, [*PLANS, "dies before telling", "dies between two watchers"]))
def test_a_match_with_one_fault_at_every_step_is_the_same_match(plan, undisturbed, tmp_path):
    saboteur, first = Saboteur(), len(plan) % stride()
    table = begin_table(tmp_path, HEADER, disk=saboteur.disk)
    for number in range(len(undisturbed)):
        if number % stride() == first:
            table = disturbed(plan, table, saboteur)
        assert table.history in (undisturbed[:number], undisturbed[: number + 1])
        assert table.match == matches(undisturbed)[len(table.history)]
        if len(table.history) == number:
            step(table)
        assert table.history == undisturbed[: number + 1]
    assert load(table.path).events == undisturbed
    table.close().result()


@pytest.mark.long
@in_whole_matches
@given(
    plans=st.lists(st.sampled_from(["", *PLANS, "dies before telling", "dies between two watchers"]), min_size=30)
)
def test_a_match_with_any_faults_is_the_same_match(plans, undisturbed, tmp_path_factory):
    folder, saboteur = tmp_path_factory.mktemp("saves"), Saboteur()
    table = begin_table(folder, HEADER, disk=saboteur.disk)
    for plan in plans:
        if table.match.winner is None:
            table = disturbed(plan, table, saboteur)
    play_to_the_end(table)
    assert load(table.path).events == table.history == undisturbed
    table.close().result()


LEFT_TORN = (0, True, 0)
"""The outcome when the last line is torn, or a copy of a torn file was being made before the write."""
AFTER_DEATH = {
    "dies before the write": (0, False, 0),
    "dies in the write": LEFT_TORN,
    "dies after the write": (1, False, 0),
    "the power fails before the sync": LEFT_TORN,
    "dies after the sync": (1, False, 0),
    "dies before telling": (1, False, 0),
    "dies between two watchers": (1, False, 1),
}
"""The outcome of each death: events kept beyond those before, whether a torn line is left, events told."""


def disturbed(plan, table, saboteur):
    """Play one step with one fault; return the table after it, resumed if the program died."""
    told, before = [], table.history
    unwatch = [table.event_watchers.add(watcher) for watcher in watchers(plan, told)]
    saboteur.plan = plan
    try:
        step(table)
        assert plan not in (*DEATHS, *FAILURES)
        assert len(table.history) == len(before) + 1
    except SaveError:
        assert plan in FAILURES
        assert table.history == before
        assert load(table.path).events[: len(before)] == before
        assert not told
    except Died:
        table.close().result()
        table = resume_table(table.path, disk=saboteur.disk)
        in_copy = plan in DEATHS and saboteur.spoiled != table.path.stat().st_ino
        kept, torn, heard = LEFT_TORN if in_copy else AFTER_DEATH[plan]
        assert len(table.history) == len(before) + kept
        assert (table.damage.torn if table.damage else False) is torn
        assert (table.damage is not None) is torn
        assert told == list(table.history[len(before) :][:heard])
    for done in unwatch:
        done()
    saboteur.plan = ""
    return table


def watchers(plan, told):
    def listens(_match, event):
        told.append(event)

    orders = {"dies before telling": [dies, listens], "dies between two watchers": [listens, dies]}
    return orders.get(plan, [listens])


def test_the_system_itself_refuses_a_longer_file(tmp_path, undisturbed):
    table = begin_table(tmp_path, HEADER)
    path, limits = table.path, resource.getrlimit(resource.RLIMIT_FSIZE)
    for number in range(20):
        good = path.read_bytes()
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(good) + number, limits[1]))
        try:
            with pytest.raises(SaveError) as caught:
                step(table)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert vars(caught.value) == {"name": "2026-11-20-ann-bob", "reason": "File too large"}
        assert path.read_bytes() == good
        assert table.match == matches(undisturbed)[number]
        step(table)
    assert table.history == undisturbed[:20]
    table.close().result()


HOLD = """
import sys
from pathlib import Path
from tests.tables import resume_table
table = resume_table(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""

PLAY = """
import sys
from pathlib import Path
from tests.storage.test_faults import step
from tests.tables import resume_table

table = resume_table(Path(sys.argv[1]))
table.event_watchers.add(lambda match, event: print(len(table.history), flush=True))
while table.match.winner is None:
    step(table)
"""


def program(script, path):
    command = [sys.executable, "-c", script, str(path)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def new_save(folder):
    table = begin_table(folder, HEADER)
    step(table)
    table.close().result()
    return table.path


def test_a_killed_program_leaves_no_lock(tmp_path):
    path = new_save(tmp_path)
    with program(HOLD, path) as first:
        assert first.stdout.readline() == "open\n"
        with pytest.raises(SaveBusy) as caught:
            resume_table(path)
        assert vars(caught.value) == {"name": "2026-11-20-ann-bob"}
        first.send_signal(signal.SIGKILL)
    table = resume_table(path)
    step(table)
    table.close().result()


@pytest.mark.long
@pytest.mark.parametrize("lines", [1, 7, 30])
def test_a_program_killed_while_it_plays_has_kept_all_it_told(lines, undisturbed, tmp_path):
    path = new_save(tmp_path)
    with program(PLAY, path) as player:
        for _ in range(lines):
            told = int(player.stdout.readline())
        player.send_signal(signal.SIGKILL)
    table = resume_table(path)
    assert told <= len(table.history)
    assert table.history == undisturbed[: len(table.history)]
    play_to_the_end(table)
    assert table.history == undisturbed
    table.close().result()


@pytest.mark.long
def test_a_save_cut_off_anywhere_becomes_the_same_match(tmp_path):
    path = new_save(tmp_path)
    table = resume_table(path)
    while len(table.history) < 8:
        step(table)
    table.close().result()
    text = path.read_bytes()
    for size in cuts(text, text.index(b"\n") + 1):
        path.write_bytes(text[:size])
        table = resume_table(path)
        while len(table.history) < 8:
            step(table)
        table.close().result()
        assert path.read_bytes() == text
        copies = [copy for copy in tmp_path.iterdir() if copy != path]
        assert [copy.read_bytes() for copy in copies] == ([] if text[size - 1 : size] == b"\n" else [text[:size]])
        for copy in copies:
            copy.unlink()


# Files and their thread


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "file.toml"
    path.write_bytes(b"old\n")
    return path


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("plan", PLANS)
def test_replaced_file_is_whole_after_any_fault(plan, private, path):
    try:
        replace(path, b"new and longer\n", Saboteur(plan).disk, private=private)
    except (OSError, Died):
        assert plan in (*FAILURES, *DEATHS)
        assert path.read_bytes() == b"old\n"
    else:
        assert path.read_bytes() == b"new and longer\n"
    assert [*path.parent.iterdir()] == [path]


@pytest.mark.parametrize("plan", FAILURES)
def test_failed_append_leaves_nothing_in_the_next_one(plan, path):
    with AppendOnlyFile.open(path, Saboteur(plan).disk) as file:
        with pytest.raises(OSError, match=r"\[Errno"):
            file.append(b"first\n")
        file.append(b"second\n")
    assert path.read_bytes() == b"old\nsecond\n"


def test_file_loses_its_invalid_end_by_an_append_and_is_locked(path):
    path.write_bytes(b"old\nto")
    with AppendOnlyFile.open(path) as file:
        with pytest.raises(BlockingIOError):
            AppendOnlyFile.open_or_create(path)
        file.keep(4)
        file.keep(4)
        assert path.read_bytes() == b"old\nto"
        file.append(b"new\n")
    assert path.read_bytes() == b"old\nnew\n"
    AppendOnlyFile.open(path).close()


async def test_waiter_that_is_cancelled_stops_no_call():
    writer, disk = Writer(), threading.Event()
    first = writer.post(disk.wait)
    waiter = asyncio.wrap_future(first)
    waiter.cancel()
    await until_all_wait()
    cancelled = first.cancelled()
    second = writer.post(lambda: "written")
    disk.set()
    assert not cancelled
    assert first.result()
    assert second.result() == "written"


def test_calls_are_made_where_no_thread_can_start(monkeypatch):
    monkeypatch.setattr(threading.Thread, "start", Mock(side_effect=RuntimeError("can't start new thread")))
    writer = Writer()
    assert [writer.post(lambda text=text: text).result() for text in ("first", "second")] == ["first", "second"]


@pytest.mark.parametrize(
    ("before", "private", "after"), [(0o640, False, 0o640), (0o644, True, 0o600), (None, False, 0o640)]
)
def test_replaced_file_keeps_its_link_and_permissions_as_a_rule(path, before, private, after):
    os.umask(0o027)
    path.unlink() if before is None else path.chmod(before)
    (link := path.with_name("link")).symlink_to(path)
    replace(link, b"new\n", private=private)
    assert (link.is_symlink(), path.read_bytes()) == (True, b"new\n")
    assert stat.S_IMODE(path.stat().st_mode) == after
