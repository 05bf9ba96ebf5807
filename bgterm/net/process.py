"""The process of a server: the signals that end it, its parent process, and the service manager."""

import asyncio
import os
import resource
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from logging import WARNING

from bgterm.catalog import N_, _
from bgterm.storage.log import log

_ORPHAN_CHECK = 1.0
"""Seconds between two checks whether the parent of a worker still runs."""
_FILES = 4
"""The open files that a session may need: its connection, a second one that is logging in, and its match."""
START_AGAIN = 75
"""The exit status of a worker that the parent must start again: EX_TEMPFAIL."""
SOCKET_PASSED = "BGTERM_SOCKET"
"""The environment variable with the descriptor of an open listening socket."""
PARENT = "BGTERM_PARENT"
"""The environment variable with the process id of a worker's parent."""
SUPERVISED = "BGTERM_SUPERVISED"
"""The environment variable with the description of the workers for the process that starts them."""
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end the server."""


async def until_orphaned(parent: int, stopped: asyncio.Event) -> None:
    """Wait until the process with the id `parent` has ended, then set `stopped` to end this worker.

        Only that process could restart it.

    With 0 there is no parent, and the function returns at once.
    """
    while parent and os.getppid() == parent:
        await asyncio.sleep(_ORPHAN_CHECK)
    if parent:
        log("parent has ended", WARNING)
        stopped.set()


def end_at_signals(stopped: asyncio.Event, drain: Callable[[], None], *, is_worker: bool) -> None:
    """Make SIGINT, SIGTERM and SIGHUP set `stopped`; in a worker, SIGTERM calls `drain` first.

    A worker handles SIGINT, which its parent sends, even if a script that started both ignores it.
    """

    def stop(number: int) -> None:
        if is_worker and number == signal.SIGTERM:
            drain()
        stopped.set()

    loop = asyncio.get_running_loop()
    unasked = "only a server of several processes starts them again"
    loop.add_signal_handler(signal.SIGUSR1, partial(log, "signal ignored", WARNING, reason=unasked))
    for number in ENDINGS:
        is_sent_by_parent = is_worker and number == signal.SIGINT
        # under nohup the process ignores SIGHUP
        if is_sent_by_parent or signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, stop, number)


def notify_manager(text: str) -> None:
    """Send a text to the service manager as systemd's `sd_notify`; do nothing if none started this process."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, suppress(OSError):
            manager.sendto(text.encode(), address.replace("@", "\0", 1) if address[0] == "@" else address)


def allow_files(sessions: int, warn: Callable[[str], None]) -> None:
    """Raise this process's limit of open files for so many sessions; if it stays too low, `warn` of that."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES * sessions
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed < wanted:
        said = N_(
            "bgterm: {sessions} sessions may need {wanted} open files, and this process may have {most}: "
            "raise its limit, for instance with ulimit -n."
        )
        warn(_(said, sessions=sessions, wanted=wanted, most=allowed))
