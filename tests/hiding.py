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


def guard(event: str, arguments: tuple[object, ...]) -> None:
    """As an audit hook, refuse IPv6 sockets without the marker, and children that would see more than the test."""
    match event, arguments:
        case "socket.__new__", (_, family, *_) if family == sys.modules["socket"].AF_INET6:
            if not is_visible("ipv6"):
                raise OSError(EAFNOSUPPORT, "the test has no marker ipv6")
        case "subprocess.Popen", (program, _, _, dict(environment)) if _may_be_python(str(program)):
            _check(environment)
        case "os.exec", (_, _, dict(environment)):
            _check(environment)


def install() -> None:
    """Install the audit hook, which each call of `sys.settrace` runs before it takes effect.

    Python 3.11 refuses to install a trace function while another thread is in that hook. Under coverage a thread
    that is refused ends before it has begun, and the test that waits for its work hangs; so it is installed again.
    """
    sys.addaudithook(guard)
    settrace = sys.settrace

    def insist(function: object) -> None:
        while True:
            try:
                return settrace(function)  # type: ignore[arg-type]
            except RuntimeError:
                continue

    sys.settrace = insist


def _may_be_python(program: str) -> bool:
    return program.rpartition("/")[2].startswith(_PYTHONS)


def _check(environment: dict[str, str]) -> None:
    """Raise RuntimeError where a Python with this environment would not import this module."""
    if not environment.get("PYTHONPATH", "").endswith(os.environ.get("PYTHONPATH", "")):
        raise RuntimeError("a test starts a process without its PYTHONPATH, which hides what is optional")


if __name__ == "sitecustomize":
    sys.modules.update(dict.fromkeys(hidden_packages()))  # type: ignore[arg-type]
    install()
