"""The process of a server: the signals that end it, its parent, and the manager that has started it."""

import asyncio
import os
import resource
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from logging import WARNING

from bgterm.catalog import _
from bgterm.storage.log import log

_ORPHAN_CHECK = 1.0
"""Seconds between two looks whether the parent of a worker runs."""
_FILES = 4
"""How many files a session may need: its connection, a second one that is logging in, and its match."""
START_AGAIN = 75
"""The exit status of a worker that ends alone, and is to be started again: EX_TEMPFAIL."""
SOCKET_PASSED = "BGTERM_SOCKET"
"""The environment variable with the descriptor of a socket that listens already."""
PARENT = "BGTERM_PARENT"
"""The environment variable with the number of the process that has started a worker, and ends with it."""
SUPERVISED = "BGTERM_SUPERVISED"
"""The environment variable that describes the workers to their parent."""
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end the server."""


async def until_orphaned(parent: int, stopped: asyncio.Event) -> None:
    """End the server when the process that has started it has ended, which cannot start it again any more."""
    while parent and os.getppid() == parent:
        await asyncio.sleep(_ORPHAN_CHECK)
    if parent:
        log("parent has ended", WARNING)
        stopped.set()


def end_at_signals(stopped: asyncio.Event, drain: Callable[[], None], *, is_worker: bool) -> None:
    """End the server at a signal; `drain` is called before if it is the one that ends only this process.

    A worker is always ended by SIGINT, which its parent sends, even if a script that started both ignores it.
    """

    def stop(number: int) -> None:
        if number == signal.SIGTERM:
            drain()
        stopped.set()

    loop = asyncio.get_running_loop()
    unasked = "only a server of several processes starts them again"
    loop.add_signal_handler(signal.SIGUSR1, partial(log, "signal ignored", WARNING, reason=unasked))
    for number in ENDINGS:
        is_sent_by_parent = is_worker and number == signal.SIGINT
        if is_sent_by_parent or signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            loop.add_signal_handler(number, stop, number)


def notify_manager(text: str) -> None:
    """Send a text to the program that has started this one, as systemd's `sd_notify` does, if it wants one."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, suppress(OSError):
            manager.sendto(text.encode(), address.replace("@", "\0", 1) if address[0] == "@" else address)


def allow_files(sessions: int, warn: Callable[[str], None]) -> None:
    """Raise the limit of open files for so many sessions; warn where the system allows fewer."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES * sessions
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed < wanted:
        warn(
            _(
                "bgterm: {sessions} sessions may need {wanted} open files, and this process may have {most}: "
                "raise its limit, for instance with ulimit -n.",
                sessions=sessions,
                wanted=wanted,
                most=allowed,
            )
        )
