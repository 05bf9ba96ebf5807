"""The program is killed while contributions to verifiable dice are exchanged, and resumes at the same step."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from bgterm.notation.dice_evidence import Evidence, evidence
from bgterm.rules.events import OpeningThrown
from bgterm.storage.journal import load
from tests.sealed import CONTRIBUTION, FINGERPRINT
from tools.terminal import Terminal

ROOT = Path(__file__).parents[1]
BGTERM = (sys.executable, "-m", "bgterm")
PLAY = (*BGTERM, "play", "--match", "1", "--names", "Ann,Bob", "--dice", "verifiable")
STEPS = (
    ("Do you want to add to the dice?", ("w", "1", FINGERPRINT, "\r")),
    ("Ann has sealed. Bob, what do you add?", ("w", "seven bells", "\r")),
    ("Ann, open your contribution.", ("w", CONTRIBUTION, "\r")),
    ("Roll one die each", (" ",)),
)
"""The questions of an exchange, and the answers typed to each, at once or one after another."""

pytestmark = [pytest.mark.long, pytest.mark.pty]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Return a function that starts a program; all of them share one home."""
    home = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with ExitStack() as running:
        yield lambda *command: running.enter_context(Terminal(command, env=home, cwd=ROOT))


def record(folder: Path):
    (path,) = (folder / "bgterm" / "matches").glob("*.jsonl")
    return load(path)


def kept(folder: Path) -> Evidence:
    return evidence(record(folder).items)


def answer(program: Terminal, entries: Sequence[str]) -> None:
    """Type the entries one by one, each when the effect of the last one is shown."""
    for entry in entries:
        program.settle()
        program.send(entry)


@pytest.mark.parametrize("killed_after", [1, 2, 3])
def test_after_a_kill_the_exchange_goes_on_where_it_stood(start, tmp_path, killed_after):
    first = start(*PLAY)
    for question, entries in STEPS[:killed_after]:
        first.wait_for(question)
        answer(first, entries)
    first.wait_for(STEPS[killed_after][0])
    first.signal(signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL
    commitment = kept(tmp_path).commitment
    second = start(*BGTERM, "resume")
    for question, entries in STEPS[killed_after:]:
        second.wait_for(question)
        answer(second, entries)
    second.wait_for(lambda _: bool(record(tmp_path).events))
    found = kept(tmp_path)
    assert found.commitment == commitment
    assert [one.text for one in found.contributions] == [CONTRIBUTION, "seven bells"]
    assert (found.settled, found.thrown_unsettled) == (True, False)
    assert isinstance(record(tmp_path).events[0], OpeningThrown)
