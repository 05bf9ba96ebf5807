"""`make stress`: the tests again and again, each time in another order, on a machine that has other work to do.

    python -m tools.stress --repeat 3 tests/tui

Every run is told of when it is over: its seed, how it ended, and what failed. `pytest --randomly-seed=SEED` runs
the tests in the same order again. The status is 1 when any run failed.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from tempfile import mkdtemp
from time import monotonic

ROOT = Path(__file__).parents[1]
BUSY = """
import os, sys, threading
threading.Thread(target=lambda: sys.stdin.read() or os._exit(0)).start()
while True: pass
"""
"""The source of a program that keeps a processor busy until its standard input is closed."""


@dataclass(frozen=True)
class Run:
    """A run of the tests: its seed, exit status, seconds and log."""

    seed: int
    status: int
    seconds: float
    log: Path

    @property
    def failures(self) -> list[str]:
        """The lines of the log that name failed tests."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in lines if line.startswith(("FAILED ", "ERROR "))]

    def __str__(self) -> str:
        """Return a line about the run, and one for each failure."""
        ending = "passed" if self.status == 0 else f"FAILED with status {self.status}, see {self.log}"
        head = f"seed {self.seed}: {ending} ({self.seconds:.0f} s)"
        return "\n".join((head, *(f"  {line}" for line in self.failures)))


@contextmanager
def busy(processors: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Keep this many processors busy until the end of the block."""
    others = [subprocess.Popen((sys.executable, "-c", BUSY), stdin=subprocess.PIPE) for _ in range(processors)]
    try:
        yield others
    finally:
        for other in others:
            other.communicate()


def run(seed: int, options: Sequence[str], folder: Path) -> Run:
    """Run the tests once, in the order of the seed, and return how they ended."""
    log, start = folder / f"{seed}.log", monotonic()
    command = (sys.executable, "-m", "pytest", f"--randomly-seed={seed}", "-vv", "-rfE", *options)
    with log.open("wb") as output:
        done = subprocess.run(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, check=False)
    return Run(seed, done.returncode, monotonic() - start, log)


def stress(seeds: Sequence[int], options: Sequence[str], folder: Path, say: Callable[[str], None]) -> int:
    """Run the tests once for each seed on a busy machine; return 1 when a run failed, else 0."""
    with busy(os.cpu_count() or 1):
        runs = []
        for number, seed in enumerate(seeds, 1):
            runs.append(run(seed, options, folder))
            say(f"{number}/{len(seeds)} {runs[-1]}")
    failed = [one.seed for one in runs if one.status]
    say(f"{len(runs) - len(failed)} of {len(runs)} runs passed" + (f"; failed: {failed}" if failed else ""))
    return 1 if failed else 0


def main() -> int:
    """Run the tests by the options, which are those of pytest and two more; return the status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=10, help="how many runs; 10 by default")
    parser.add_argument("--seed", type=int, help="the seed of the first run; the others count on from it")
    asked, options = parser.parse_known_args()
    first = SystemRandom().randrange(2**31) if asked.seed is None else asked.seed
    seeds = range(first, first + asked.repeat)
    options = ["-n", "auto", "--dist", "worksteal", *options]
    return stress(seeds, options, Path(mkdtemp(prefix="bgterm-stress-")), print)


if __name__ == "__main__":
    sys.exit(main())
