"""The log of the server: a private, rotating file, or standard error, with one line for each event.

    2026-11-22T19:30:00+0100 INFO session begins key=SHA256:mVPw... address=203.0.113.7
    2026-11-22T19:30:05+0100 WARNING connection refused address=203.0.113.8 reason="The server is full."

Time and level are followed by the event and its facts as `name=value`, quoted as in JSON where needed. The log has
connections by address and fingerprint, refusals with reasons, failures of files and disks, and crashes without the
values of variables. It does not contain input, table codes, or names of players except in names of files.
"""

import logging
import os
from collections.abc import Callable
from functools import partial
from logging.handlers import QueueHandler, QueueListener, RotatingFileHandler
from pathlib import Path
from queue import SimpleQueue

from bgterm.storage.log import LOG

_LIBRARIES = (logging.getLogger("asyncssh"), logging.getLogger("asyncio"))
_SIZE = 2_000_000
_FILES = 5


class _PrivateFile(RotatingFileHandler):
    """A rotating file that only its user can read."""

    def _open(self):  # type: ignore[no-untyped-def]  # noqa: ANN202 - the base's type is a private one
        stream = super()._open()
        os.fchmod(stream.fileno(), 0o600)
        return stream


def open_log(path: Path | None) -> Callable[[], None]:
    """Begin to write the log in a separate thread to the file, or to standard error for None.

    Returns the function that writes the remaining lines and closes the log. Raises OSError when the file cannot
    be opened.
    """
    file = _file(path) if path else logging.StreamHandler()
    lines = SimpleQueue[logging.LogRecord]()
    handler, listener = QueueHandler(lines), QueueListener(lines, file)
    handler.setFormatter(_OneLine("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%S%z"))
    LOG.setLevel(logging.INFO)
    for logger in (LOG, *_LIBRARIES):
        logger.addHandler(handler)
        logger.propagate = False
    for logger in _LIBRARIES:
        logger.setLevel(logging.WARNING)
    logging.getLogger("asyncpg").setLevel(logging.CRITICAL)  # asyncpg raises its errors, and bgterm logs them
    listener.start()
    return partial(_close, handler, listener, file)


def _file(path: Path) -> logging.Handler:
    """Return the handler that writes to a rotating file. Raises OSError."""
    return _PrivateFile(path, maxBytes=_SIZE, backupCount=_FILES, encoding="utf-8", errors="backslashreplace")


def _close(handler: QueueHandler, listener: QueueListener, file: logging.Handler) -> None:
    for logger in (LOG, *_LIBRARIES):
        logger.removeHandler(handler)
    listener.stop()
    file.close()


class _OneLine(logging.Formatter):
    """Formats a log record as one line, with control characters escaped, so that a client cannot forge lines."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """Return the line of a record, with every unprintable character escaped."""
        return "".join(c if c.isprintable() else repr(c)[1:-1] for c in super().formatMessage(record))
