"""The `bgterm` command: it parses the arguments, then imports and calls the module of the command."""

import gc
import os
import sys

from bgterm import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in typing, which alone takes as long to load as the answer to --version
    import argparse
    from collections.abc import Sequence

_YOUNG = 200_000
"""The new objects after which Python collects garbage: more than a start makes. With Python's own 700, it would
visit all of these objects, which stay, again and again: a tenth of the time to the board.
"""

_OWN_STREAMS = frozenset({"play", "plain", "serve", "admin"})
"""The modules that can do without a standard stream, or refuse a closed one themselves."""
_SCREENS = frozenset({"play", "serve"})

_FRAMES = "240"
"""The most paints of Textual in a second, as a text. With its own 60 a key waits up to 17 ms for its turn."""


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run the command; return 0, 1 after a failure, 2 for an invalid command line, or 128 + n after signal n.

    `arguments` are those of the process by default. Raises SystemExit after `--help` and for flags that cannot be
    read.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments == ["--version"] and sys.stdout is not None:  # answered without loading the parser
        print(f"bgterm {__version__}")
        return 0
    gc.set_threshold(_YOUNG)
    from bgterm.catalog import use
    from bgterm.terminal.language import translations_for

    with use(translations_for(os.environ)):
        status = _run_or_refuse(arguments)
    gc.freeze()  # otherwise Python traverses all objects three times at exit, which takes a tenth of a second
    return status


def _run_or_refuse(arguments: "Sequence[str]") -> int:
    from bgterm.rules.errors import BackgammonError

    try:
        return _run(parsed(arguments))
    except BackgammonError as error:
        from bgterm.cli.flags.usage import STATUS, UsageError  # only for commands that are refused
        from bgterm.cli.streams import complain

        complain(f"{error}.")
        return STATUS if isinstance(error, UsageError) else 1


def parsed(arguments: "Sequence[str]") -> "argparse.Namespace":
    """Return the options in the arguments. Without arguments, for the menu, the parser is not loaded."""
    if not arguments:
        from types import SimpleNamespace

        flags = dict.fromkeys(("command", "theme", "ascii", "home", "turn", "export_dir"))
        return SimpleNamespace(**flags)  # type: ignore[return-value]  # as the parser's
    from bgterm.cli.flags.arguments import parse

    return parse(arguments)


def _module_of(options: "argparse.Namespace") -> str:
    """Return the name of the module that carries out the command."""
    command: str | None = options.command
    match command:
        case "practise" if options.due or options.restore or options.export:
            return command
        case _ if getattr(options, "plain", False):
            return "plain"
        case "resume" | "replay" | "practise" | None:
            return "play"
        case "list" | "import":
            return f"{command}ing"  # listing, importing
    return command


def _run(options: "argparse.Namespace") -> int:
    """Import the module of the command and call its `run`; return the exit status."""
    from importlib import import_module

    module = _module_of(options)
    if module not in _OWN_STREAMS:
        from bgterm.cli.streams import refuse_closed

        refuse_closed(stdin=sys.stdin, stdout=sys.stdout, stderr=sys.stderr)
    if module in _SCREENS:
        os.environ.setdefault("TEXTUAL_FPS", _FRAMES)  # read when Textual is imported
    status: int = import_module(f"bgterm.cli.{module}").run(options)
    return status
