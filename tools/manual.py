"""The man page and the shell completions, generated from the argument parser.

    python -m tools.manual [FOLDER]

They are kept in `share/`, from where the wheel installs them; a test says when they are out of date.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from unittest.mock import patch

import shtab
from argparse_manpage.manpage import Manpage

from bgterm import __version__
from bgterm.cli.flags.arguments import parser
from bgterm.storage.match_files import FORMATS
from bgterm.tui.look.themes import THEMES

FOLDER = Path(__file__).parents[1] / "share"
COMPLETIONS: Mapping[str, str] = {
    "bash": "bash-completion/completions/bgterm",
    "zsh": "zsh/site-functions/_bgterm",
    "fish": "fish/vendor_completions.d/bgterm.fish",
}
"""The file of each shell, where it looks for completions below `share`."""
MANUAL = "man/man1/bgterm.1"

_FILES = frozenset({"FILE", "FILE|NAME", "FILE|NAME|ID", "IN", "OUT"})
"""The metavars that stand for a file, or something else beside it."""
_CHOICES: Mapping[str, list[str]] = {
    "theme": [*THEMES],
    "dice": ["random", "manual", "verifiable"],
    "FORMAT": [suffix.removeprefix(".") for suffix in FORMATS],
}
"""The words to propose for an argument, by its name or its metavar."""
_SECTIONS: Mapping[str, str] = {
    "FILES": """.TP
.I ~/.local/state/bgterm/matches
The journals of your matches; the folder
.I bgterm
in
.B XDG_STATE_HOME
if that is set.
.TP
.I ~/.config/bgterm
Your settings and presets; the folder
.I bgterm
in
.B XDG_CONFIG_HOME
if that is set.
.PP
On macOS both are in
.IR "~/Library/Application Support/bgterm" .""",
    "EXIT STATUS": """.TP
0
All is well.
.TP
1
Something went wrong; standard error says what.
.TP
2
The arguments were refused.""",
    "SEE ALSO": """.BR ssh (1)
.PP
.B bgterm rules
explains the game, and
.B ?
at the table the rules of the match.""",
}


def generated() -> Iterator[tuple[str, str]]:
    """Yield each file, its path below `share` and its text."""
    with patch.dict(os.environ, COLUMNS="80"):  # the width of help texts
        yield MANUAL, _manual()
        for shell, path in COMPLETIONS.items():
            yield path, shtab.complete(_with_completions(parser()), shell)


def write(folder: Path) -> None:
    """Write the files below the folder."""
    for name, text in generated():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _manual() -> str:
    page = Manpage(parser(), format="single-commands-section")
    page.description = "backgammon for two people in a terminal"
    page.date, page.source, page.manual = "", f"bgterm {__version__}", "User Commands"
    for heading, text in _SECTIONS.items():
        page.add_section(heading, "=", text)
    return str(page)


def arguments(command: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the arguments of a command, options and others."""
    return command._actions  # noqa: SLF001 - argparse has no public way to them


def commands(top: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield a command and the commands below it, each described in a line as shells list them."""
    yield top
    for action in arguments(top):
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            for listed in action._choices_actions:  # noqa: SLF001 - the same
                command = action.choices[listed.dest]
                command.description = listed.help
                yield from commands(command)


def _with_completions(top: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Return the parser after marking which arguments are files, folders or one of some words."""
    for action in (action for command in commands(top) for action in arguments(command)):
        if words := _CHOICES.get(action.dest) or _CHOICES.get(str(action.metavar)):
            action.choices = words
        elif action.metavar in _FILES:
            vars(action)["complete"] = shtab.FILE
        elif action.metavar == "DIR":
            vars(action)["complete"] = shtab.DIRECTORY
    return top


if __name__ == "__main__":
    write(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
