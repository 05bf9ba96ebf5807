"""The parser of the `bgterm` command."""

import argparse
import re
from collections.abc import Sequence
from functools import partial

from bgterm import __version__
from bgterm.catalog import _
from bgterm.cli.flags.play_arguments import PLAY_COMMANDS, add_terminal
from bgterm.cli.flags.usage import AddCommand, Parser
from bgterm.rules.variants import VARIANTS

_DASHED_XGID = re.compile(r"-[-A-Za-z]{25}:\S*")

_AMERICAN = "practice"
"""The American spelling of the command `practise`."""


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments. An XGID that begins with a dash, without its `XGID=`, is not taken for a flag."""
    if arguments and arguments[0] == _AMERICAN:
        arguments = ("practise", *arguments[1:])
    pasted = (f"XGID={text}" if _DASHED_XGID.fullmatch(text) else text for text in arguments)
    return parser(arguments[0] if arguments else "").parse_args([*pasted])


def parser(word: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    For the name of a command it has only that command, which loads faster; for "" it has no commands, for any
    other `word` and for None all of them.
    """
    parser = Parser(
        prog="bgterm",
        description=_(
            "Backgammon for two people in a terminal. Without a command it opens the menu, where the form of a "
            "new match starts from your last choices; the flags of play start from the international rules."
        ),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"bgterm {__version__}",
        help=_("show program's version number and exit"),
    )
    add_terminal(parser, None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title=_("commands"))
    asked = {name: add for name, add in PLAY_COMMANDS.items() if name == word}
    if not asked and word != "":
        from bgterm.cli.flags.file_arguments import FILE_COMMANDS  # only where they may be asked for
        from bgterm.cli.flags.server_arguments import SERVER_COMMANDS

        every = {**PLAY_COMMANDS, **SERVER_COMMANDS, "rules": _rules, "plays": _plays, **FILE_COMMANDS}
        asked = {name: add for name, add in every.items() if name == word} or every
    for name, add in asked.items():
        add(partial(commands.add_parser, name))
    return parser


def _rules(add: AddCommand) -> None:
    about = _("Print the rules for beginners, or all rules of one variant.")
    parser = add(help=_("how to play, for beginners"), description=about)
    parser.add_argument("variant", help=", ".join(VARIANTS), metavar="VARIANT", nargs="?", choices=list(VARIANTS))


def _plays(add: AddCommand) -> None:
    about = _(
        "Read lines like {example} on standard input, and answer each with a line of its legal plays and the "
        "positions they lead to.",
        example='{"variant":"backgammon","position":"4HPwATDgc/ABMA","dice":[3,1]}',
    )
    add(help=_("answer positions and rolls with their legal plays, as JSON lines"), description=about)
