"""Match files of eXtreme Gammon and BGBlitz, read by the library gammonview, the extra `bgterm[xg]`.

The library runs in a child process with limits of memory and time, because such files may be malicious.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple

from bgterm.catalog import N_
from bgterm.formats import bgf, xg
from bgterm.formats.importer import import_transcript
from bgterm.formats.record import GameRecord
from bgterm.formats.transcript import Transcript
from bgterm.rules.errors import NotationError
from bgterm.text.installing import pip_install

_SECONDS = 30
"""The seconds that the child process may take, even on a busy machine."""


class Kind(NamedTuple):
    """A file format of another program."""

    name: str
    """The name of the format, as an argument of the child process."""
    program: str
    read: Callable[[Any], Transcript]
    """A function that returns the transcript in the JSON value that the child process writes."""


_XG, _BGF = Kind("xg", xg.PROGRAM, xg.read), Kind("bgf", bgf.PROGRAM, bgf.read)
_MAGIC: Mapping[bytes, Kind] = {b"RGMH": _XG, b'{"format":"BGF"': _BGF, b'{ "format":"BGF"': _BGF}
"""The formats, keyed by the first bytes of a file."""


def kind_of(data: bytes) -> Kind | None:
    """Return the format of data from its first bytes; None for an unknown one."""
    return next((kind for magic, kind in _MAGIC.items() if data.startswith(magic)), None)


def read_foreign(kind: Kind, data: bytes) -> GameRecord:
    """Return the match in a file's data, with its analysis.

    Raises NotationError when there is none, the library is missing, or reading takes too much memory or time.
    """
    if not find_spec("gvformat"):
        message = N_("a match file of {program} needs gammonview, the extra xg: {command}")
        raise NotationError(message, program=kind.program, command=pip_install("gammonview"))
    try:
        found = _converted(kind, data)
    except (OSError, subprocess.SubprocessError) as error:
        message = N_("a match file of {program} that is damaged, or too large to be read")
        raise NotationError(message, program=kind.program) from error
    try:
        told = kind.read(found)
    except _DAMAGE as error:
        place = extract_tb(error.__traceback__)[-1]
        message = N_(
            "the records of this match file of {program} cannot be read ({error} in {module}, line {line}): it is "
            "damaged, or bgterm does not know all of its format"
        )
        name, module, line = type(error).__name__, Path(place.filename).name, place.lineno
        raise NotationError(message, program=kind.program, error=name, module=module, line=line) from error
    return import_transcript(told)


_DAMAGE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, StopIteration, RecursionError)


def _converted(kind: Kind, data: bytes) -> object:
    """Return the content of a file as the JSON value that the child process writes.

    Raises OSError or SubprocessError when the child process fails.
    """
    folder, others = str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")
    done = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-P", "-m", "bgterm.storage.gammonview_child", kind.name],
        input=data,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
        timeout=_SECONDS,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (folder, others)))},
    )
    return json.loads(done.stdout)
