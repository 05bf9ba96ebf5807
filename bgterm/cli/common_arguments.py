"""The options that several commands have."""

import argparse
from functools import partial
from pathlib import Path
from typing import TypeAlias

from bgterm.catalog import _
from bgterm.cli import argument_values as read
from bgterm.cli.usage import Parser

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001 - it has no public name


def add_terminal(parser: argparse.ArgumentParser, default: str | None = argparse.SUPPRESS) -> None:
    """Add the options of every command that shows a screen; they may come before or after the command."""
    terminal = parser.add_argument_group(_("this terminal"))
    add = partial(terminal.add_argument, default=default)
    add("--theme", metavar="NAME", help=_("walnut, midnight, paper, contrast, terminal or mono"))
    add("--ascii", action=argparse.BooleanOptionalAction, help=_("draw with ASCII characters only, or not"))
    add("--home", choices=["right", "left"], help=_("the side of the home boards"))
    add("--turn", action="store_true", help=_("turn the board to the player to act"))
    add(
        "--export-dir",
        type=Path,
        metavar="DIR",
        help=_("the folder for exported matches (key e); by default bgterm in your documents or home folder"),
    )


def add_format(parser: argparse.ArgumentParser, help_text: str, flag: str = "--from", value: str = "form") -> None:
    """Add the option that names the format of a match file, which is the `value` of the arguments."""
    parser.add_argument(flag, dest=value, type=read.match_format, metavar="FORMAT", help=help_text)
