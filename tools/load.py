"""`make load`: pairs of players who play whole matches over SSH on this machine, all at once.

    python -m tools.load 20

Every match must end as its two players saw it, and its journal must replay to that end.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.net.pairs import begin_matches, check_journals, play_all
from tests.net.processes import bgterm_server

PAIRS = 20
MANY = ("--max-sessions", "1000", "--max-per-address", "1000")


def main(pairs: int = PAIRS) -> None:
    """Play the matches of `pairs` pairs, and print how long they took."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        begun = begin_matches(folder, pairs)
        with bgterm_server(folder, *MANY) as server:
            start = perf_counter()
            ends = asyncio.run(play_all(server.port, begun, seed=1))
            seconds = perf_counter() - start
            events = sum(check_journals(begun, ends))
            print(
                f"{pairs} matches of {events} events in {seconds:.0f} s, {events / seconds:.0f} events a second;"
            )
            print(f"all journals replay; the server has {server.memory / 2**20:.0f} MB")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
