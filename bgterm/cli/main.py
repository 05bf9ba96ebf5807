"""The `bgterm` command: reads the arguments and hands to the module of the subcommand, imported only then."""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bgterm import __version__
from bgterm.rules.variants import MAX_LENGTH, VARIANTS

_YOUNG = 50_000
"""New objects after which Python looks for garbage. After its own 700 it looks again and again through all that a
start makes, which stays: a tenth of the time to the board."""

_FRAMES = "240"
"""How often in a second Textual may paint. With its own 60 a key waits up to 17 ms for its turn."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and give the exit status; `arguments` are those of the process by default."""
    gc.set_threshold(_YOUNG)
    status = _run(_parser().parse_args(arguments))
    gc.freeze()  # or Python looks through everything three times more before it ends: a tenth of a second
    return status


def _run(options: argparse.Namespace) -> int:
    match options.command:
        case "plays":
            from bgterm.cli import plays

            return plays.run(sys.stdin.buffer, sys.stdout.buffer)
        case "verify":
            from bgterm.cli import verify

            return verify.run(options.file, sys.stdout)
        case _:
            os.environ.setdefault("TEXTUAL_FPS", _FRAMES)  # read when Textual is imported
            from bgterm.cli import play

            return play.run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bgterm",
        description="Backgammon for two people in a terminal. Without a command: the menu.",
    )
    parser.add_argument("--version", action="version", version=f"bgterm {__version__}")
    _add_terminal(parser, None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    _add_play(commands.add_parser("play", help="start a match at once", description="Start a match at once."))
    resume = commands.add_parser("resume", help="go on with a kept match", description="Go on with a kept match.")
    resume.add_argument("name", nargs="?", metavar="NAME", help="which match; the one last played by default")
    _add_terminal(resume)
    commands.add_parser(
        "plays",
        help="answer positions and rolls with their legal plays, as JSON lines",
        description='Read lines like {"variant":"backgammon","position":"4HPwATDgc/ABMA","dice":[3,1]} on '
        "standard input and write for each a line with its legal plays and the positions they lead to.",
    )
    verify = commands.add_parser(
        "verify",
        help="check the dice of a kept match",
        description="Work out every roll of a match again from its record alone, and say whether it is right.",
    )
    verify.add_argument("file", type=Path, metavar="FILE", help="the .jsonl file of the match")
    return parser


def _add_play(play: argparse.ArgumentParser) -> None:
    match = play.add_argument_group("the match")
    series = match.add_mutually_exclusive_group()
    series.add_argument("--match", type=_length, metavar="N", help=f"a match to N points, 1 to {MAX_LENGTH}")
    series.add_argument("--money", action="store_true", help="a money session: a running score without an end")
    match.add_argument("--names", type=_names, metavar="A,B", help="the players' names, White's first")
    match.add_argument("--variant", choices=list(VARIANTS), help="which game is played")
    match.add_argument("--no-cube", action="store_true", help="play without the doubling cube")
    match.add_argument("--no-crawford", action="store_true", help="play a match without the Crawford rule")
    match.add_argument("--stake", metavar="TEXT", help="what a point is worth in a money session: 0.50 euro")
    dice = play.add_argument_group("the dice")
    source = dice.add_mutually_exclusive_group()
    source.add_argument(
        "--dice",
        metavar="KIND",
        help="random; manual: you throw your own; verifiable: anyone can check them; or a file, a roll a line",
    )
    source.add_argument("--seed", type=int, metavar="N", help="the same dice every time for the same N")
    _add_terminal(play)


def _add_terminal(parser: argparse.ArgumentParser, default: str | None = argparse.SUPPRESS) -> None:
    """Add what every command that shows a screen takes, before the command or after it."""
    terminal = parser.add_argument_group("this terminal")
    add = partial(terminal.add_argument, default=default)
    add("--theme", metavar="NAME", help="colours and shapes; a wrong name lists them")
    add("--ascii", action=argparse.BooleanOptionalAction, help="draw with ASCII characters only, or not")
    add("--home", choices=["right", "left"], help="on which side the home boards are")
    add("--turn", action="store_true", help="turn the board to the player who is to act")


def _length(text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= MAX_LENGTH:
        return int(text)
    raise argparse.ArgumentTypeError(f"a match is to 1 to {MAX_LENGTH} points, not {text!r}")


def _names(text: str) -> tuple[str, str]:
    from bgterm.table.config import clean_name

    names = [clean_name(name) for name in text.split(",")]
    match names:
        case [white, black] if white and black and white != black:
            return white, black
        case _:
            raise argparse.ArgumentTypeError(
                f"two different names with a comma between, like Ann,Bob, not {text!r}"
            )
