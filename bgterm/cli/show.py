"""`bgterm show`: what a match file tells, in a few lines or as JSON."""

import json
from typing import BinaryIO, TextIO

from bgterm.cli.files import put, read, tell
from bgterm.cli.streams import shown
from bgterm.notation.report import report
from bgterm.notation.summary import count_of_faults, faults, summary


def run(name: str, kind: str | None, *, as_json: bool, stdin: BinaryIO, stdout: TextIO, stderr: TextIO) -> int:
    """Show the match of a file; give the exit status, 1 when something in it is wrong, else 0.

    Raises FileError when there is no match to show.
    """
    found = read(name, kind, stdin)
    lines = [json.dumps(report(found))] if as_json else summary(found)
    encoding = stdout.encoding or "utf-8"
    put("".join(f"{shown(line, encoding)}\n" for line in lines).encode(encoding), stdout.buffer)
    if as_json:
        return tell(faults(found), name, stderr)
    return tell([count_of_faults(found)] if found.faults else [], name, stderr)
