"""The log of the server: a private file that cannot grow for ever.

It tells who came and went, by address and fingerprint, what was refused, and what went wrong, without the values
of any variables. What is typed, names and table codes are not in it.
"""

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path

LOG = logging.getLogger("bgterm.net")
"""Where everything of the server is told."""

_SIZE = 1_000_000
_FILES = 5


class _PrivateFile(RotatingFileHandler):
    """A file that only its user can read, and after a megabyte another one."""

    def _open(self):  # type: ignore[no-untyped-def]  # noqa: ANN202 - the base's type is a private one
        stream = super()._open()
        os.fchmod(stream.fileno(), 0o600)
        return stream


def open_log(path: Path) -> logging.Handler:
    """Write the log to the file from now on, and nowhere else; give what does, to close it. Raises OSError."""
    handler = _PrivateFile(path, maxBytes=_SIZE, backupCount=_FILES, encoding="utf-8", errors="backslashreplace")
    handler.setFormatter(_OneLine("%(asctime)s %(levelname)s %(message)s"))
    for logger, level in ((LOG, logging.INFO), (logging.getLogger("asyncssh"), logging.WARNING), (_ASYNCIO, _ALL)):
        logger.setLevel(level)
        logger.addHandler(handler)
        logger.propagate = False
    return handler


def close_log(handler: logging.Handler) -> None:
    """Write no more."""
    for logger in (LOG, logging.getLogger("asyncssh"), _ASYNCIO):
        logger.removeHandler(handler)
    handler.close()


class _OneLine(logging.Formatter):
    """Keeps what a client has sent from writing lines of its own."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """Give the line, with nothing in it that moves a cursor."""
        return "".join(c if c.isprintable() else repr(c)[1:-1] for c in super().formatMessage(record))


_ASYNCIO = logging.getLogger("asyncio")
_ALL = logging.WARNING
