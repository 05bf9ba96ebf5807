"""The command that starts bgterm in the shell of the user, for sentences that name one."""

import shlex
import shutil
import sys
from pathlib import Path

_NAME = "bgterm"
_PYTHONS = ("python", "python3")


def program() -> str:
    """Return `bgterm` where it is on PATH, and else the command by which this process was started."""
    return _NAME if shutil.which(_NAME) else started_as(Path(sys.argv[0]), sys.executable)


def started_as(started: Path, python: str) -> str:
    """Return the command that starts bgterm as a process was started: by the script `started`, or by `python -m`.

    `started` is the first of the arguments of the process, and `python` is its interpreter.

    >>> started_as(Path("/opt/bgterm/bin/bgterm"), "/opt/bgterm/bin/python")
    '/opt/bgterm/bin/bgterm'
    """
    if started.name == _NAME:
        return _from_here(started)
    if (started.parent.name, started.name) == (_NAME, "__main__.py"):
        on_path = (name for name in _PYTHONS if shutil.which(name) == python)
        return f"{next(on_path, '') or _from_here(Path(python))} -m {_NAME}"
    return _NAME


def _from_here(path: Path) -> str:
    """Return the path as a user types it: relative when it is inside the current folder."""
    try:
        here = Path.cwd()
    except OSError:  # the folder has been removed
        return shlex.quote(str(path))
    whole = here / path
    if not whole.is_relative_to(here):
        return shlex.quote(str(whole))
    inside = whole.relative_to(here)
    return shlex.quote(str(inside) if len(inside.parts) > 1 else f"./{inside}")
