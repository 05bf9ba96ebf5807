"""The man page and the shell completions, generated from the argument parser and the documents.

    python -m tools.manual [FOLDER]

They are kept in `share/`, from where the wheel installs them; a test says when they are out of date.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from unittest.mock import patch

import shtab
from argparse_manpage.manpage import Manpage

from bgterm import __version__
from bgterm.cli.flags.arguments import parser
from bgterm.engine.adapter import ADAPTERS, AUTO
from bgterm.practice.drills import DRILLS
from bgterm.storage.match_files import FORMATS
from bgterm.tui.look.themes import THEMES

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "share"
COMPLETIONS: Mapping[str, str] = {
    "bash": "bash-completion/completions/bgterm",
    "zsh": "zsh/site-functions/_bgterm",
    "fish": "fish/vendor_completions.d/bgterm.fish",
}
"""The path below `share` of each shell's completions, where that shell looks for them."""
MANUAL = "man/man1/bgterm.1"

_FILES = frozenset({"FILE", "OUT"})
"""The metavars that stand for a file."""
_FILES_OR_MATCHES = frozenset({"FILE|NAME", "FILE|NAME|ID", "IN"})
"""The metavars that stand for a file or the name of a saved match."""
_MATCHES = "bgterm list --names 2>/dev/null"
"""The shell command that prints the names of the saved matches."""
_MATCH_OR_FILE = {
    "bash": "_bgterm_matches_and_files",
    "zsh": "_bgterm_matches_and_files",
    "fish": "(_bgterm_matches_and_files)",
    "preamble": {
        "bash": f"""_bgterm_matches_and_files() {{
  compgen -W "$({_MATCHES})" -- "$1"
  compgen -f -- "$1"
}}""",
        "zsh": f"""_bgterm_matches_and_files() {{
  local -a names
  names=(${{(f)"$({_MATCHES})"}})
  compadd -a names
  _files
}}""",
        "fish": f"""function _bgterm_matches_and_files
  {_MATCHES}
  __fish_complete_path (commandline -ct)
end""",
    },
}
"""The completion of a file or a saved match, in the syntax of each shell."""
_CHOICES: Mapping[str, list[str]] = {
    "drill": [*DRILLS],
    "theme": [*THEMES],
    "dice": ["random", "manual", "verifiable"],
    "engine": [*ADAPTERS, AUTO],
    "vs": [*ADAPTERS, AUTO],
    "bots": [*ADAPTERS],
    "side": ["white", "black"],
    "FORMAT": [suffix.removeprefix(".") for suffix in FORMATS],
}
"""The words that shells propose for an argument, by its name or its metavar."""
_SECTIONS: Mapping[str, str] = {
    "FILES": """.TP
.I ~/.local/state/bgterm/matches
The journals of your matches; the folder
.I bgterm
in
.B XDG_STATE_HOME
if that is set.
.TP
.I ~/.local/state/bgterm/analyses
The analyses of other match files, which can be deleted.
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
    "ENVIRONMENT": """.TP
.BR XDG_STATE_HOME ", " XDG_CONFIG_HOME
other folders for matches and settings, see
.B FILES
.TP
.BR LANGUAGE ", " LC_ALL ", " LC_MESSAGES ", " LANG
the language of the messages, where there is a translation
.TP
.BR LC_ALL ", " LC_CTYPE ", " LANG
where none of them names UTF\\-8, only ASCII characters are drawn
.TP
.BR TERM ", " COLORTERM
how many colours the terminal shows:
.B COLORTERM=truecolor
for all
.TP
.B NO_COLOR
if it is set, no colours
.TP
.BR SSH_CONNECTION ", " SSH_TTY
if one is set, motion and mouse are off unless the options say otherwise
.TP
.B BGTERM_GNUBG
the program of GNU Backgammon
.TP
.B BGTERM_UBGI
the command of an engine that speaks UBGI
.TP
.B NOTIFY_SOCKET
where
.B bgterm serve
tells systemd that it is ready""",
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
    """Yield the path below `share` and the text of each generated file."""
    with patch.dict(os.environ, COLUMNS="80"):  # the width of help texts
        yield MANUAL, _manual()
        for shell, path in COMPLETIONS.items():
            text = shtab.complete(_with_completions(parser()), shell)
            # an equals sign in a description of zsh allows `--to=mat` beside `--to mat`
            yield path, re.sub(r'^( *"--[\w-]+)(?=\[.*\]:)', r"\1=", text, flags=re.MULTILINE)


def write(folder: Path) -> None:
    """Write the generated files below the folder."""
    for name, text in generated():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _manual() -> str:
    page = Manpage(parser(), format="single-commands-section")
    page.description = "backgammon for two people in a terminal"
    page.date, page.source, page.manual = "", f"bgterm {__version__}", "User Commands"
    for heading, text in {"KEYS": _keys(), "EXAMPLES": _examples(), **_SECTIONS}.items():
        page.add_section(heading, "=", text)
    return str(page)


def _keys() -> str:
    """Return the keys of a match from docs/keys.md, in roff."""
    document = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
    listed = document.partition("\n### Always\n")[2].partition("\n### A form\n")[0].replace("\n  ", " ")
    lines = [".B ?", "explains the keys of every other screen.", ".SS Always"]
    for line in filter(None, re.sub(r"\[(.+?)\]\(.+?\)", r"\1", listed).splitlines()):
        mark, _space, text = line.partition(" ")
        key, _colon, meaning = text.partition(": ")
        match mark:
            case "###":
                lines.append(f'.SS "{_roff(text)}"')
            case "-":
                lines += [".TP", _roff(key), _roff(meaning)]
            case _:
                lines += [".PP", _roff(line)]
    return "\n".join(lines)


def _examples() -> str:
    """Return the commands that docs/keys.md explains, in roff."""
    text = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
    found = re.findall(r"^(bgterm\b.*?) +# (.+)$", text, re.MULTILINE)
    return "\n".join(f".TP\n.B {_roff(command)}\n{_roff(meaning)}" for command, meaning in found)


def _roff(text: str) -> str:
    """Return a document's text in roff, with code in bold."""
    return re.sub(r"`(.+?)`", r"\\fB\1\\fR", text.replace("\\", "\\e").replace("-", "\\-"))


def arguments(command: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the arguments of a command, options included."""
    return command._actions  # noqa: SLF001 - argparse has no public way to them


def commands(top: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield the command `top` and all below it, each with the line that shells list as its description."""
    yield top
    for action in arguments(top):
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            for listed in action._choices_actions:  # noqa: SLF001 - the same
                command = action.choices[listed.dest]
                command.description = listed.help
                yield from commands(command)


def _with_completions(top: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Return the parser, whose arguments for files, folders, matches or certain words have completions."""
    for action in (action for command in commands(top) for action in arguments(command)):
        if words := _CHOICES.get(action.dest) or _CHOICES.get(str(action.metavar)):
            action.choices = words
        elif action.dest == "name":
            vars(action)["complete"] = shtab.cmd(_MATCHES)
        elif action.metavar in _FILES_OR_MATCHES:
            vars(action)["complete"] = _MATCH_OR_FILE
        elif action.metavar in _FILES:
            vars(action)["complete"] = shtab.FILE
        elif action.metavar == "DIR":
            vars(action)["complete"] = shtab.DIRECTORY
    return top


if __name__ == "__main__":
    write(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
