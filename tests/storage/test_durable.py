"""Files that survive crashes, and the thread that writes them.

After each fault, a file has the old content or the new, and never a mixture.
"""

import asyncio
import os
import stat
from threading import Event, Thread

import pytest

from bgterm.storage.durable import AppendOnlyFile, replace
from bgterm.storage.writer import Writer
from tests.storage.faults import DEATHS, FAILURES, PLANS, Died, Saboteur
from tests.waiting import until_all_wait


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "file.toml"
    path.write_bytes(b"old\n")
    return path


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("plan", PLANS)
def test_replaced_file_is_whole_after_any_fault(plan, private, path):
    saboteur = Saboteur(plan)
    try:
        replace(path, b"new and longer\n", saboteur.disk, private=private)
    except (OSError, Died):
        assert plan in (*FAILURES, *DEATHS)
        assert path.read_bytes() == b"old\n"
    else:
        assert path.read_bytes() == b"new and longer\n"
    assert [*path.parent.iterdir()] == [path]


def test_replaced_file_keeps_its_permissions(path):
    path.chmod(0o640)
    replace(path, b"new\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_private_file_is_private_from_now_on(path):
    path.chmod(0o644)
    replace(path, b"new\n", private=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_new_file_has_the_permissions_of_the_umask(tmp_path):
    before = os.umask(0o027)
    try:
        replace(tmp_path / "new", b"new\n")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_target_of_a_symbolic_link_is_replaced(path, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(path)
    replace(link, b"new\n")
    assert link.is_symlink()
    assert path.read_bytes() == b"new\n"


@pytest.mark.parametrize("plan", FAILURES)
def test_failed_append_leaves_nothing_in_the_next_one(plan, path):
    saboteur = Saboteur(plan)
    with AppendOnlyFile.open(path, saboteur.disk) as file:
        with pytest.raises(OSError, match=r"\[Errno"):
            file.append(b"first\n")
        file.append(b"second\n")
    assert path.read_bytes() == b"old\nsecond\n"


def test_bytes_that_are_not_valid_go_with_the_next_append(path):
    path.write_bytes(b"old\nto")
    with AppendOnlyFile.open(path) as file:
        file.keep(4)
        file.keep(4)
        assert path.read_bytes() == b"old\nto"
        file.append(b"new\n")
    assert path.read_bytes() == b"old\nnew\n"


def test_file_is_locked_until_it_is_closed(path):
    with AppendOnlyFile.open(path), pytest.raises(BlockingIOError):
        AppendOnlyFile.open_or_create(path)
    AppendOnlyFile.open(path).close()


def test_file_takes_the_first_name_that_is_free(tmp_path):
    names = [tmp_path / "a", tmp_path / "b"]
    names[0].touch()
    path, file = AppendOnlyFile.create(names)
    file.close()
    assert path == names[1]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


# The thread that writes to the disk


async def test_waiter_that_is_cancelled_stops_no_call():
    writer, disk = Writer(), Event()
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
    def refuse(_thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    writer = Writer()
    assert writer.post(lambda: "first").result() == "first"
    assert writer.post(lambda: "second").result() == "second"
