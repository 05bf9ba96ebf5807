"""Counts the calls of functions of bgterm: loaded by Python at start, as the `sitecustomize` of `tools.walks`.

SIGUSR1 begins to count, in all threads; SIGUSR2 writes the counts as JSON to the file that $WALK_OUT names. Only
functions of files below $WALK_ROOT count. Each resume of a generator is a call, too. The `sitecustomize` that this
one hides is loaded as well.
"""

import json
import os
import signal
import sys
import threading
from collections import Counter
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import PurePath
from types import FrameType

ROOT = os.environ["WALK_ROOT"] + os.sep
OUT = os.environ["WALK_OUT"]


class Counts:
    """The function calls since counting began."""

    def __init__(self) -> None:
        """Begin with no calls."""
        self.clear()

    def clear(self) -> None:
        """Forget all calls."""
        self.functions = Counter[tuple[str, str]]()
        """How often each function was called, by its file and its name."""
        self.across = 0
        """How many calls came from another file, or from no function of bgterm."""

    def record(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call, as a profile function of Python."""
        name = frame.f_code.co_filename
        if event != "call" or not name.startswith(ROOT):
            return
        self.functions[name, frame.f_code.co_qualname] += 1
        outer = frame.f_back
        while outer is not None and not outer.f_code.co_filename.startswith(ROOT):
            outer = outer.f_back
        self.across += outer is None or outer.f_code.co_filename != name

    def write(self) -> None:
        """Write what was counted to the file."""
        packages = Counter[str]()
        for (file, _), calls in self.functions.items():
            packages[_package(file)] += calls
        report = {
            "files": len({file for file, _ in self.functions}),
            "functions": len(self.functions),
            "calls": self.functions.total(),
            "across": self.across,
            "packages": dict(packages.most_common()),
        }
        with open(OUT, "w", encoding="utf-8") as out:  # noqa: PTH123 - loaded before anything else
            json.dump(report, out)


def _package(file: str) -> str:
    """Return the package of a file, at most two levels of it: `tui/screens` for `tui/screens/match/screen.py`."""
    return "/".join(PurePath(file.removeprefix(ROOT)).parent.parts[:2]) or "."


COUNTS = Counts()


def begin(*_: object) -> None:
    """Count from now on."""
    COUNTS.clear()
    threading.setprofile(COUNTS.record)
    sys.setprofile(COUNTS.record)


def end(*_: object) -> None:
    """Count no more, and write the counts."""
    sys.setprofile(None)
    threading.setprofile(None)
    COUNTS.write()


def load_hidden() -> None:
    """Load the `sitecustomize` that Python would have found without this one."""
    folder = os.path.dirname(__file__)  # noqa: PTH120 - as it stands in sys.path
    spec = PathFinder.find_spec("sitecustomize", [path for path in sys.path if path != folder])
    if spec and spec.loader:
        spec.loader.exec_module(module_from_spec(spec))


load_hidden()
signal.signal(signal.SIGUSR1, begin)
signal.signal(signal.SIGUSR2, end)
