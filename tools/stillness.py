"""Whether a process has nothing to do: all of its threads sleep, and none has run meanwhile. On Linux only."""

import re
from collections.abc import Iterable
from pathlib import Path

_FACTS = re.compile(r"^(?:State|(?:non)?voluntary_ctxt_switches):\s+(\S+)", re.MULTILINE)
_RESTING = {"S", "T", "Z"}
"""Asleep, stopped or ended; a process that waits for a processor or a disk is not at rest."""

Threads = frozenset[tuple[str, ...]]
"""Of each thread its path, its state, and how often it has given up the processor."""


def threads(pids: Iterable[int]) -> Threads:
    """Return what the threads of the processes are doing."""
    return frozenset((str(path), *_facts(path)) for pid in pids for path in _statuses(pid))


def _statuses(pid: int) -> list[Path]:
    """Return the files about the threads of a process; none when it has just ended."""
    try:
        return list(Path(f"/proc/{pid}/task").glob("*/status"))
    except (FileNotFoundError, ProcessLookupError):
        return []


def _facts(path: Path) -> tuple[str, ...]:
    try:
        return tuple(_FACTS.findall(path.read_text()))
    except (FileNotFoundError, ProcessLookupError):
        return ("Z",)


def rest(now: Threads) -> bool:
    """Return whether none of the threads has anything to do."""
    return all(state in _RESTING for _, state, *_ in now)
