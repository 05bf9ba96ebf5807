"""`bgterm verify`: check the dice of a record."""

from argparse import Namespace
from pathlib import Path

from bgterm.analysis.dice_proof import VerificationError, Verified, verdict, verify
from bgterm.catalog import N_, _
from bgterm.cli.match_file_io import meant, put_lines
from bgterm.rules.errors import ImpossiblePosition, NotationError
from bgterm.storage.errors import SaveError
from bgterm.storage.match_files import read_bytes


def run(options: Namespace) -> int:
    """Print what a record proves about its dice; return 0 when all rolls are right, else 1.

    Raises FileError or SaveError when the record cannot be read.
    """
    try:
        lines, status = verdict(_verified(meant(options.file))), 0
    except VerificationError as error:
        lines, status = [_("no: {reason}.", reason=error)], 1
    put_lines(lines)
    return status


def _verified(path: Path) -> Verified:
    data = read_bytes(path, name=str(path))
    try:
        return verify(data)
    except (NotationError, ImpossiblePosition) as fault:
        message = N_("{name}: {reason}; only the .jsonl file of a saved match can be verified")
        raise SaveError(message, name=path, reason=fault) from fault
