"""Hides the optional packages and IPv6 from a test that does not ask for them by a marker.

It is imported by the process of the tests and, as `sitecustomize` on its PYTHONPATH, by every Python that a test
starts. It imports nothing that costs time there.
"""

import os
import sys
from errno import EAFNOSUPPORT

VISIBLE = "BGTERM_VISIBLE"
"""The environment variable with the markers of the test, separated by spaces."""
PACKAGES = {"bgsage": "bgsage", "metrics": "prometheus_client", "postgres": "asyncpg"}
"""The optional packages by their markers."""
_PYTHONS = ("bgterm", "python", "sh")
"""The beginnings of the names of programs that are a Python or may start one."""


def is_visible(marker: str) -> bool:
    """Return whether the running test has the marker."""
    return marker in os.environ.get(VISIBLE, "").split()


def hidden_packages() -> list[str]:
    """Return the optional packages that the running test has no marker for."""
    return [package for marker, package in PACKAGES.items() if not is_visible(marker)]


def guard() -> None:
    """Refuse IPv6 sockets without the marker, and children that would see more than the test, by an audit hook.

    There is no hook while coverage is measured. Python 3.11 cannot install the trace function of a thread while an
    audit hook handles that of another one: the thread ends before it has begun, and what waits for it hangs.
    """
    if sys.gettrace() is None:
        sys.addaudithook(_audit)


def _audit(event: str, arguments: tuple[object, ...]) -> None:
    match event, arguments:
        case "socket.__new__", (_, family, *_) if family == sys.modules["socket"].AF_INET6:
            if not is_visible("ipv6"):
                raise OSError(EAFNOSUPPORT, "the test has no marker ipv6")
        case "subprocess.Popen", (program, _, _, dict(environment)) if _may_be_python(str(program)):
            _check(environment)
        case "os.exec", (_, _, dict(environment)):
            _check(environment)


def _may_be_python(program: str) -> bool:
    return program.rpartition("/")[2].startswith(_PYTHONS)


def _check(environment: dict[str, str]) -> None:
    """Raise RuntimeError where a Python with this environment would not import this module."""
    if not environment.get("PYTHONPATH", "").endswith(os.environ.get("PYTHONPATH", "")):
        raise RuntimeError("a test starts a process without its PYTHONPATH, which hides what is optional")


if __name__ == "sitecustomize":
    sys.modules.update(dict.fromkeys(hidden_packages()))  # type: ignore[arg-type]
    guard()
