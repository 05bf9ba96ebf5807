"""A server on a slow disk, for the bench: `python -m tools.slow_server SECONDS FOLDER JOURNAL ...`."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path


def slow(sync: Callable[[int], None], seconds: float, journals: Sequence[str]) -> Callable[[int], None]:
    """Return a function that syncs a file as `sync` does, `seconds` seconds later if it is one of the journals."""

    def slow_sync(file: int) -> None:
        if str(Path(f"/proc/self/fd/{file}").readlink()) in journals:
            time.sleep(seconds)
        sync(file)

    return slow_sync


def main(seconds: str, folder: str, *journals: str) -> int:
    """Serve the folder with a disk that is slower for the journals, and return the exit status."""
    setattr(os, "fsync", slow(os.fsync, float(seconds), journals))  # noqa: B010 - of another type for mypy
    from bgterm.cli.main import main as bgterm  # which looks the disk up when it is imported

    return bgterm(
        ["serve", "--port", "0", "--data", folder, "--max-sessions", "1000", "--max-per-address", "1000"]
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
