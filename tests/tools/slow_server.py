"""A server on a slow disk, for the bench: `python -m tests.tools.slow_server SECONDS FOLDER JOURNAL ...`."""

import os
import sys
import time
from pathlib import Path

_SECONDS, _FOLDER, *_JOURNALS = sys.argv[1:]
_sync = os.fsync


def _slow_sync(file: int) -> None:
    """Take so much longer to sync one of the journals."""
    if str(Path(f"/proc/self/fd/{file}").readlink()) in _JOURNALS:
        time.sleep(float(_SECONDS))
    _sync(file)


os.fsync = _slow_sync

from bgterm.cli.main import main  # noqa: E402 - which looks the disk up when it is imported

if __name__ == "__main__":
    many = ("--max-sessions", "1000", "--max-per-address", "1000")
    sys.exit(main(["serve", "--port", "0", "--data", _FOLDER, *many]))
