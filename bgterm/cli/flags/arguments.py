"""The parser of the `bgterm` command."""

import argparse
import re
from collections.abc import Iterator, Sequence

from bgterm import __version__
from bgterm.catalog import _
from bgterm.cli.flags.declarations import Subcommand, add_commands, argument
from bgterm.cli.flags.play_arguments import play_commands, terminal
from bgterm.cli.flags.usage import Parser
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
    terminal(None)(parser)
    asked = [command for command in play_commands() if command.name == word]
    if not asked and word != "":
        from bgterm.cli.flags.file_arguments import file_commands  # only where they may be asked for
        from bgterm.cli.flags.server_arguments import server_commands

        commands = [*play_commands(), *server_commands(), *_rules(), *file_commands()]
        asked = [command for command in commands if command.name == word] or commands
    add_commands(parser, "command", _("commands"), asked)
    return parser


def _rules() -> Iterator[Subcommand]:
    variant = argument("variant", ", ".join(VARIANTS), "VARIANT", nargs="?", choices=list(VARIANTS))
    described = _("Print the rules for beginners, or all rules of one variant.")
    yield Subcommand("rules", _("how to play, for beginners"), described, [variant])
    yield Subcommand(
        "plays",
        _("answer positions and rolls with their legal plays, as JSON lines"),
        _(
            "Read lines like {example} on standard input, and answer each with a line of its legal plays and the "
            "positions they lead to.",
            example='{"variant":"backgammon","position":"4HPwATDgc/ABMA","dice":[3,1]}',
        ),
    )
