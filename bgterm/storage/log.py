"""The log of a server, one line for each event; nothing is written until a log is opened."""

import json
import logging
import re

LOG = logging.getLogger("bgterm")
LOG.addHandler(logging.NullHandler())
_PLAIN = r"(?a:[\w.:/+@,%=\[\]-]+)"
"""The pattern of values that need no quotes."""


def log(event: str, level: int = logging.INFO, *, fault: BaseException | None = None, **facts: object) -> None:
    """Write an event, its `facts` as `name=value` and the traceback of `fault` to the log, if one is open."""
    LOG.log(level, " ".join([event, *(f"{name}={_value(fact)}" for name, fact in facts.items())]), exc_info=fault)


def _value(fact: object) -> str:
    text = str(fact)
    return text if re.fullmatch(_PLAIN, text) else json.dumps(text, ensure_ascii=False)
