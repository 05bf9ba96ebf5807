"""Match files of eXtreme Gammon and BGBlitz, read by the library gammonview, the extra `bgterm[xg]`.

The library runs in a child process with limits of memory and time: such files come from anybody.
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
"""How long the child may take, on a busy machine too."""


class Kind(NamedTuple):
    """A kind of files."""

    name: str
    """Its name for the child."""
    program: str
    read: Callable[[Any], Transcript]
    """Returns what the child has found as a transcript."""


_XG, _BGF = Kind("xg", xg.PROGRAM, xg.read), Kind("bgf", bgf.PROGRAM, bgf.read)
_MAGIC: Mapping[bytes, Kind] = {b"RGMH": _XG, b'{"format":"BGF"': _BGF, b'{ "format":"BGF"': _BGF}
"""The kinds by the first bytes of a file."""


def kind_of(data: bytes) -> Kind | None:
    """Return the kind of a file by its content; None for any that is not read here."""
    return next((kind for magic, kind in _MAGIC.items() if data.startswith(magic)), None)


def read_foreign(kind: Kind, data: bytes) -> GameRecord:
    """Return the match in the data of a file, with its analysis.

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
    """Return what the library finds in a file, as JSON has it."""
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
