"""The `bgterm` command: reads the arguments and hands to the module of the subcommand, imported only then."""

import gc
import os
import sys

from bgterm import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:  # as in typing, which alone takes as long to load as the answer to --version
    import argparse
    from collections.abc import Sequence

_YOUNG = 50_000
"""New objects after which Python looks for garbage. After its own 700 it looks again and again through all that a
start makes, which stays: a tenth of the time to the board."""

_FILES = ("verify", "show", "import", "convert")
"""The commands about match files and kept matches."""
_TEXTS = ("plays", "rules", "list", *_FILES)
"""The commands that read and write text, and need no terminal."""

_FRAMES = "240"
"""How often in a second Textual may paint. With its own 60 a key waits up to 17 ms for its turn."""


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Run the command; return 0, 2 for a command line that cannot be, or 1 for whatever else goes wrong.

    `arguments` are those of the process by default.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments == ["--version"] and sys.stdout is not None:  # answered without loading the parser
        print(f"bgterm {__version__}")
        return 0
    gc.set_threshold(_YOUNG)
    status = _parse_and_run(arguments)
    gc.freeze()  # or Python looks through everything three times more before it ends: a tenth of a second
    return status


def _parse_and_run(arguments: "Sequence[str]") -> int:
    from bgterm.catalog import use
    from bgterm.terminal.language import translations_for

    with use(translations_for(os.environ)):
        return _run_or_refuse(arguments)


def _run_or_refuse(arguments: "Sequence[str]") -> int:
    from bgterm.cli.arguments import parse
    from bgterm.cli.usage import STATUS, UsageError
    from bgterm.rules.errors import BackgammonError

    try:
        return _run(parse(arguments))
    except BackgammonError as error:
        from bgterm.cli.streams import shown  # only for commands that are refused

        if sys.stderr is not None:
            print(shown(f"bgterm: {error}.", sys.stderr.encoding), file=sys.stderr)
        return STATUS if isinstance(error, UsageError) else 1


def _run(options: "argparse.Namespace") -> int:
    match options.command:
        case command if command in _TEXTS:
            from bgterm.cli.streams import refuse_closed

            refuse_closed(stdin=sys.stdin, stdout=sys.stdout, stderr=sys.stderr)
            return _run_on_files(options) if command in _FILES else _run_on_text(options)
        case "play" | "resume" if options.plain:
            from bgterm.cli import plain

            return plain.run(options)
        case "admin":
            from bgterm.cli import admin

            return admin.run(options, sys.stdout, sys.stderr)
        case "serve":
            os.environ.setdefault("TEXTUAL_FPS", _FRAMES)
            from bgterm.cli import serve

            return serve.run(options)
        case _:
            os.environ.setdefault("TEXTUAL_FPS", _FRAMES)  # read when Textual is imported
            from bgterm.cli import play

            return play.run(options)


def _run_on_text(options: "argparse.Namespace") -> int:
    """Run a command that reads or writes nothing but text."""
    match options.command:
        case "plays":
            from bgterm.cli import plays

            return plays.run(sys.stdin.buffer, sys.stdout.buffer)
        case "rules":
            from bgterm.cli import rules

            return rules.run(options.variant, sys.stdout)
        case _:
            from bgterm.cli import listing

            return listing.run(sys.stdout, as_json=options.json)


def _run_on_files(options: "argparse.Namespace") -> int:
    """Run a command about match files and kept matches."""
    match options.command:
        case "verify":
            from bgterm.cli import verify
            from bgterm.cli.match_file_io import meant

            return verify.run(meant(options.file), sys.stdout)
        case "show":
            from bgterm.cli import show

            return show.run(
                options.what,
                options.form,
                options.variant,
                as_json=options.json,
                stdin=sys.stdin.buffer,
                stdout=sys.stdout,
                stderr=sys.stderr,
            )
        case "import":
            from bgterm.cli import importing

            return importing.run(options.files, options.form, sys.stdin.buffer, sys.stdout, sys.stderr)
        case _:
            from bgterm.cli import convert

            return convert.run(
                options.source,
                options.target,
                (options.source_form, options.target_form),
                stdin=sys.stdin.buffer,
                stdout=sys.stdout.buffer,
                stderr=sys.stderr,
            )
