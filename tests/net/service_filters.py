"""A server under the filters of system calls that the documented service of systemd has, for x86-64.

    python -m tests.net.service_filters UNIT serve --port 0

systemd 252 lists what is in each group: `systemd-analyze syscall-filter`. The numbers are those of Linux.
"""

import ctypes
import os
import re
import struct
import sys
from collections.abc import Iterable
from errno import EAFNOSUPPORT
from pathlib import Path
from socket import AF_INET, AF_INET6, AF_UNIX

ROOT = Path(__file__).parents[2]
_FAMILIES = {"AF_INET": AF_INET, "AF_INET6": AF_INET6, "AF_UNIX": AF_UNIX}
_DENIED = {
    "@system-service": [
        *(27, 101, 103, 134, 136, 139, *range(153, 157), 159, 161, *range(163, 186), 212, 227, 236, 246),
        *(298, 300, 301, 304, 305, 313, 317, 320, 321, *range(329, 332), *range(428, 434), 438, *range(442, 449)),
    ],
    "~@privileged": [92, 93, 94, 105, 113, 116, 117, 122, 126, 260],
    "~@resources": [141, 142, 144, 160, 203, 237, 238, 251, 256, 279, 314, 450],
}
"""The system calls that each filter denies: those outside the group or, after a tilde, those in it."""
_LOAD, _IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_SOCKET, _X86_64 = 41, 0xC000003E
_KILL, _ALLOW, _REFUSE = 0x80000000, 0x7FFF0000, 0x00050000 | EAFNOSUPPORT
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16
"""The offsets of a call's number, architecture and first argument in the data that a filter is given."""
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _BY_PROGRAM = 38, 22, 2


def filters_in(unit: str) -> bytes:
    """Return the system call filters of a unit as a program for the kernel's Berkeley Packet Filter."""
    denied = [number for name in re.findall(r"(?m)^SystemCallFilter=(.*)", unit) for number in _DENIED[name]]
    (families,) = re.findall(r"(?m)^RestrictAddressFamilies=(.*)", unit)
    program = [
        _step(_LOAD, _MACHINE),
        *_unless([_X86_64], _KILL),
        _step(_LOAD, _NUMBER),
        *(step for number in denied for step in (_step(_IF_EQUAL, number, 0, 1), _step(_RETURN, _KILL))),
        *_unless([_SOCKET], _ALLOW),
        _step(_LOAD, _FIRST_ARGUMENT),
        *_unless([_FAMILIES[name] for name in families.split()], _REFUSE),
        _step(_RETURN, _ALLOW),
    ]
    return b"".join(program)


def _unless(values: list[int], result: int) -> Iterable[bytes]:
    """Return instructions that end with `result` unless the loaded value is one of these."""
    for left, value in zip(range(len(values), 0, -1), values, strict=True):
        yield _step(_IF_EQUAL, value, left)
    yield _step(_RETURN, result)


def _step(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, operand)


def restrict(program: bytes) -> None:
    """Put this process and those that it starts under the filters, for good. Raises OSError."""
    steps = ctypes.create_string_buffer(program, len(program))
    filled = struct.pack("HL", len(program) // 8, ctypes.addressof(steps))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    nothing = ctypes.c_ulong(0)
    for option, value, argument in (
        (_NO_NEW_PRIVILEGES, 1, nothing),
        (_SET_SECCOMP, _BY_PROGRAM, ctypes.create_string_buffer(filled)),
    ):
        if prctl(option, ctypes.c_ulong(value), argument, nothing, nothing):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


if __name__ == "__main__":
    restrict(filters_in(Path(sys.argv[1]).read_text(encoding="utf-8")))
    os.execv(sys.executable, [sys.executable, "-m", "bgterm", *sys.argv[2:]])  # noqa: S606 - no shell is meant
