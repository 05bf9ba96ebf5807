"""`bgterm show`: what a match file tells, in a few lines or as JSON; and a position, drawn from its id."""

import json
from typing import BinaryIO, TextIO

from bgterm.cli.files import STREAM, put, read, tell
from bgterm.cli.streams import shown
from bgterm.notation.diagram import diagram
from bgterm.notation.pasted import read_position
from bgterm.notation.refusals import why
from bgterm.notation.report import report
from bgterm.notation.summary import count_of_faults, faults, summary
from bgterm.notation.troubles import Trouble
from bgterm.rules.variants import BACKGAMMON, VARIANTS
from bgterm.table.formats import FileError, Format, is_file_meant


def run(
    name: str,
    form: Format | None,
    variant: str | None,
    *,
    as_json: bool,
    stdin: BinaryIO,
    stdout: TextIO,
    stderr: TextIO,
) -> int:
    """Show the match of a file, or the position of an id; give the exit status, 1 when it is wrong, else 0.

    Raises BackgammonError when there is nothing to show.
    """
    if not (form or name == STREAM or is_file_meant(name)):
        if as_json:
            raise FileError(Trouble.FILE_FAILED, name=name, reason="no such file")
        return _show_position(name, variant, stdout, stderr)
    found = read(name, form, stdin)
    _print([json.dumps(report(found))] if as_json else summary(found), stdout)
    if as_json:
        return tell(faults(found), name, stderr)
    return tell([count_of_faults(found)] if found.faults else [], name, stderr)


def _show_position(text: str, variant: str | None, stdout: TextIO, stderr: TextIO) -> int:
    position = read_position(text, VARIANTS[variant] if variant else BACKGAMMON)
    _print(diagram(position).splitlines(), stdout)
    return tell((why(fault) for fault in position.faults), text, stderr)


def _print(lines: list[str], stdout: TextIO) -> None:
    encoding = stdout.encoding or "utf-8"
    put("".join(f"{shown(line, encoding)}\n" for line in lines).encode(encoding), stdout.buffer)
