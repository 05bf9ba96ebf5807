"""Runs bgterm, and writes which of its modules are loaded to the file $LOADED at SIGUSR1."""

import os
import signal
import sys
from pathlib import Path

from bgterm.cli.main import main


def write(*_: object) -> None:
    """Write the names of the loaded modules, one a line."""
    names = sorted(name for name in sys.modules if name.startswith("bgterm."))
    Path(os.environ["LOADED"]).write_text("".join(f"{name}\n" for name in names), encoding="utf-8")


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, write)
    sys.exit(main())
