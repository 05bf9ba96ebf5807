"""One line for each thing that happened, for the log of a server; where no log is open, nothing is written."""

import json
import logging
import re

LOG = logging.getLogger("bgterm")
LOG.addHandler(logging.NullHandler())
_PLAIN = r"(?a:[\w.:/+@,%=\[\]-]+)"
"""Values that need no quotes."""


def log(event: str, level: int = logging.INFO, *, fault: BaseException | None = None, **facts: object) -> None:
    """Write that something happened, with its facts, and where the program was when `fault` was raised."""
    LOG.log(level, " ".join([event, *(f"{name}={_value(fact)}" for name, fact in facts.items())]), exc_info=fault)


def _value(fact: object) -> str:
    text = str(fact)
    return text if re.fullmatch(_PLAIN, text) else json.dumps(text, ensure_ascii=False)
