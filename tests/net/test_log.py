"""The log of the server, which is private and cannot grow for ever."""

import stat
import threading
from contextlib import ExitStack
from datetime import datetime
from errno import ENOSPC
from logging import ERROR, WARNING
from logging.handlers import RotatingFileHandler
from pathlib import Path

import pytest

from bgterm.net.operator.log import open_log
from bgterm.storage.durable import Disk
from bgterm.storage.errors import SaveError
from bgterm.storage.library import last_unfinished
from bgterm.storage.log import LOG
from bgterm.storage.log import log as write
from tests.builders import header
from tests.tables import begin_table


@pytest.fixture
def log(tmp_path: Path):
    """A function that closes the log of a server, and returns its text."""
    path = tmp_path / "server.log"
    with ExitStack() as log:
        log.callback(open_log(path))

        def text() -> str:
            log.close()
            return path.read_text()

        yield text


def test_it_turns_over_and_keeps_the_latest_in_private_files(log, tmp_path):
    for number in range(1500):
        LOG.info("%s %s", number, "x" * 10_000)
    assert log()
    files = [tmp_path / "server.log", *(tmp_path / f"server.log.{number}" for number in range(1, 6))]
    assert sorted(tmp_path.iterdir()) == files
    assert max(file.stat().st_size for file in files) <= 2_000_000
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert [line.split()[2] for line in files[0].read_text().splitlines()][-1] == "1499"
    kept = [int(line.split()[2]) for file in reversed(files) for line in file.read_text().splitlines()]
    assert kept == [*range(kept[0], 1500)]
    assert sum(file.stat().st_size for file in files) > 10_000_000


def test_what_a_client_sends_makes_no_line_of_its_own(log):
    LOG.info("refused: %s", "\r\n2026-01-01 00:00:00,000 INFO \x1b[2J\x9b31m\u2028all is well")
    (line,) = log().splitlines()
    assert line.isprintable()
    assert "\\x1b[2J" in line


def test_readable_log_is_made_private_when_it_is_written_again(tmp_path):
    path = tmp_path / "server.log"
    path.write_text("before\n")
    path.chmod(0o644)
    open_log(path)()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_text() == "before\n"


def test_one_line_has_the_facts_as_values(log):
    write("session refused", WARNING, address="203.0.113.7", reason='The server is "full".\x1b[2J')
    (line,) = log().splitlines()
    at, rest = line.split(" ", 1)
    assert datetime.fromisoformat(at).tzinfo
    assert rest == 'WARNING session refused address=203.0.113.7 reason="The server is \\"full\\".\\u001b[2J"'


def test_failing_disk_and_damaged_journal_are_in_the_log(log, tmp_path):
    def fail(_file: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    with pytest.raises(SaveError):
        begin_table(tmp_path, header(date="2026-11-22"), disk=Disk(sync=fail))
    (tmp_path / "odd.jsonl").write_text("no match\n")
    assert last_unfinished(tmp_path) is None
    text = log()
    assert 'ERROR disk failed file=2026-11-22-ann-bob.jsonl reason="No space left on device"' in text
    assert "WARNING journal unreadable file=odd.jsonl reason=" in text


def test_slow_disk_holds_up_nobody_who_writes(log, monkeypatch):
    writers = set[threading.Thread]()
    note = lambda _file, _record: writers.add(threading.current_thread())  # noqa: E731 - called for each line
    monkeypatch.setattr(RotatingFileHandler, "shouldRollover", note)
    for number in range(100):
        write(f"event {number}")
    assert [line.split()[-1] for line in log().splitlines()] == [str(number) for number in range(100)]
    assert len(writers) == 1
    assert threading.current_thread() not in writers


def test_traceback_is_written_below_its_line(log):
    try:
        int("crash on purpose")
    except ValueError as fault:
        write("session crashed", ERROR, fault=fault)
    first, second, *_, last = log().splitlines()
    assert first.endswith("ERROR session crashed")
    assert second == "Traceback (most recent call last):"
    assert last.startswith("ValueError: invalid literal")


def test_it_goes_to_standard_error_instead_while_it_is_open(capfd):
    write("disk failed", ERROR)
    close = open_log(None)
    write("session begins", address="203.0.113.7")
    close()
    write("disk failed", ERROR)
    out, errors = capfd.readouterr()
    assert (out, errors.split(" ", 1)[1]) == ("", "INFO session begins address=203.0.113.7\n")
