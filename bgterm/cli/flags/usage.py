"""A command line that cannot be: one sentence on standard error, and the exit status for it."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from bgterm.catalog import N_, _
from bgterm.rules.errors import BackgammonError, ImpossiblePosition, NotationError

STATUS = 2
"""The exit status for a command line that cannot be; whatever else goes wrong has 1."""
_LONGEST = 400
"""How many characters of a sentence are printed; it may repeat what was typed."""


class UsageError(BackgammonError):
    """A command line that asks for something impossible."""


def usage_error(reason: BackgammonError) -> UsageError:
    """Return the error for a command line that fails for this reason."""
    return UsageError(N_("{reason}"), reason=reason)


def option_inapplicable(option: str, reason: str) -> NotationError:
    """Return the error for an option that cannot apply to the match."""
    return NotationError(N_("{option} cannot apply: {reason}"), option=option, reason=reason)


@contextmanager
def usage() -> Iterator[None]:
    """Raise UsageError for values of options that cannot be parsed or are impossible."""
    try:
        yield
    except (NotationError, ImpossiblePosition) as error:
        raise usage_error(error) from error


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one sentence, without all that could be typed."""

    def error(self, message: str) -> NoReturn:
        """Print the message and exit."""
        from bgterm.notation.sanitize import visible  # loaded on demand

        said = visible(message)
        if len(said) > _LONGEST:
            said = f"{said[:_LONGEST]}..."
        self.exit(STATUS, _("{program}: {reason}; see {program} --help.", program=self.prog, reason=said) + "\n")
