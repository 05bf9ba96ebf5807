"""`bgterm verify`: whether the dice of a record are what they had to be."""

from pathlib import Path
from typing import TextIO

from bgterm.analysis.dice_proof import verdict, verdict_of_seed
from bgterm.cli.streams import shown
from bgterm.play.dice.verify import VerificationError, Verified, verify
from bgterm.rules.errors import ImpossiblePosition, NotationError
from bgterm.storage.journal import SaveError
from bgterm.storage.match_files import read_bytes
from bgterm.text.errors import why
from bgterm.text.system_errors import Trouble


def run(path: Path, stdout: TextIO) -> int:
    """Print on `stdout` what the record proves; return the exit status: 0 when all rolls are right, else 1.

    Raises FileError or SaveError when there is no record to read.
    """
    try:
        lines, status = _verdict(_verified(path)), 0
    except VerificationError as error:
        lines, status = [f"no: {why(error)}."], 1
    for line in lines:
        print(shown(line, stdout.encoding), file=stdout)
    return status


def _verdict(found: Verified) -> list[str]:
    counts = found.rolls, found.games
    if found.seed:
        return verdict_of_seed(found.seed, *counts, finished=found.finished)
    return verdict(found.names, found.evidence, *counts, finished=found.finished)


def _verified(path: Path) -> Verified:
    data = read_bytes(path, name=str(path))
    try:
        return verify(data)
    except (NotationError, ImpossiblePosition) as fault:
        raise SaveError(Trouble.NO_RECORD, name=path, reason=fault) from fault
