"""Whether processes have nothing to do: all of their threads sleep, and none has run meanwhile. On Linux only."""

import re
from collections.abc import Iterable
from pathlib import Path

_FACTS = re.compile(r"^(?:State|(?:non)?voluntary_ctxt_switches):\s+(\S+)", re.MULTILINE)
_RESTING = {"S", "T", "Z"}
"""The states asleep, stopped and ended; a process that waits for a processor or a disk has another one."""

Threads = frozenset[tuple[str, ...]]
"""The path of each thread in /proc, its state, and how often it has given up the processor."""


def threads(pids: Iterable[int]) -> Threads:
    """Return the present states of all threads of the processes."""
    return frozenset((str(path), *_facts(path)) for pid in pids for path in _statuses(pid))


def _statuses(pid: int) -> list[Path]:
    """Return the paths of the status files of a process's threads; none when it has just ended."""
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
    """Return whether all of the threads are asleep, stopped or ended."""
    return all(state in _RESTING for _, state, *_ in now)
