"""`bgterm verify`: whether the dice of a record are what they had to be."""

from pathlib import Path
from typing import TextIO

from bgterm.cli.streams import shown
from bgterm.notation.dice_words import verified
from bgterm.notation.refusals import why
from bgterm.notation.troubles import Trouble, reason_of
from bgterm.rules.errors import BackgammonError, Impossible, NotationError
from bgterm.table.saves import SaveError
from bgterm.table.verify import Verified, verify


def run(path: Path, stdout: TextIO) -> int:
    """Say on `stdout` whether the dice of the record are right; give the exit status: 0 when they are, else 1."""
    try:
        found = _verified(path)
    except BackgammonError as error:
        print(shown(f"no: {why(error)}.", stdout.encoding), file=stdout)
        return 1
    print(
        shown(f"yes: {verified(found.rolls, found.games, found.words, found.seed)}.", stdout.encoding), file=stdout
    )
    return 0


def _verified(path: Path) -> Verified:
    try:
        return verify(path.read_bytes())
    except OSError as error:
        raise SaveError(Trouble.NO_RECORD, name=path, reason=reason_of(error)) from error
    except (NotationError, Impossible) as fault:
        raise SaveError(Trouble.NO_RECORD, name=path, reason=fault) from fault
