"""Errors of the command line: one sentence on standard error, and an exit status of their own."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from bgterm.catalog import N_, _
from bgterm.rules.errors import BackgammonError, ImpossiblePosition, NotationError

STATUS = 2
"""The exit status for an invalid command line; that for any other error is 1."""
_LONGEST = 400
"""The most characters of an error message, which may repeat a long argument."""


class UsageError(BackgammonError):
    """The error of a command line that is invalid or asks for something impossible; the exit status is 2."""


def option_inapplicable(option: str, reason: str) -> UsageError:
    """Return the error that an option, such as `--stake`, cannot apply to the match; the reason is a clause."""
    return UsageError(N_("{option} cannot apply: {reason}"), option=option, reason=reason)


@contextmanager
def usage() -> Iterator[None]:
    """Return a context manager that turns a NotationError or an ImpossiblePosition in it into a UsageError."""
    try:
        yield
    except (NotationError, ImpossiblePosition) as error:
        raise UsageError(N_("{reason}"), reason=error) from error


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one sentence, without the list of all arguments."""

    def error(self, message: str) -> NoReturn:
        """Print the error on standard error, cut if it is long, and exit with STATUS."""
        from bgterm.notation.sanitize import visible  # loaded on demand

        said = visible(message)
        if len(said) > _LONGEST:
            said = f"{said[:_LONGEST]}..."
        self.exit(STATUS, _("{program}: {reason}; see {program} --help.", program=self.prog, reason=said) + "\n")


Arguments = argparse._ActionsContainer  # noqa: SLF001 - the base of parsers and groups
"""A parser, or a group of its arguments."""
AddCommand = Callable[..., Parser]
"""A function that adds a command and returns its parser; its arguments are those of `ArgumentParser`."""
