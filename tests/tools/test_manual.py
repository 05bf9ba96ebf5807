"""The man page and the shell completions are those of the argument parser; `make manual` writes them again."""

import re
import subprocess

import pytest

from bgterm.cli.flags.arguments import parser
from bgterm.tui.look.themes import THEMES
from tests.plain.seats import HEADER
from tests.tables import begin_table
from tools.manual import COMPLETIONS, FOLDER, MANUAL, arguments, commands, generated

FILES = dict(generated())
BASH = f"""
source {FOLDER / COMPLETIONS["bash"]}
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
compopt() {{ :; }}
_shtab_bgterm
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
"""A script of bash that prints the completions of the last of its arguments."""


def test_the_folder_holds_the_generated_files_and_no_other():
    found = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*") if path.is_file()}
    assert found == {*FILES}


@pytest.mark.parametrize("name", FILES)
def test_file_is_what_make_manual_writes(name):
    assert (FOLDER / name).read_text(encoding="utf-8") == FILES[name]


@pytest.mark.parametrize("name", FILES)
def test_every_option_is_in_the_file(name):
    words = re.sub(r" -l (?=[a-z])", " --", FILES[name].replace("\\-", "-"))  # as fish and the man page write them
    options = {
        option
        for command in commands(parser())
        for action in arguments(command)
        for option in action.option_strings
    }
    assert "--take-back" in options
    for option in options - {"-h", "--help"}:
        assert re.search(rf"(?<![\w-]){option}(?![\w-])", words), option


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_is_in_the_help_of_its_option(theme):
    (option,) = [action for action in arguments(parser()) if action.dest == "theme"]
    assert re.search(rf"\b{theme}\b", str(option.help))


@pytest.mark.parametrize("command", [command.prog for command in commands(parser())])
def test_every_command_is_in_the_man_page(command):
    assert re.search(rf"\\fB{command}\\fR|\.B {command}\n", FILES[MANUAL])


def test_zsh_completes_a_value_after_a_blank_or_an_equals_sign():
    text = FILES[COMPLETIONS["zsh"]]
    assert re.search(r'^  "--variant=\[.*\]:variant:\(backgammon .*\)"$', text, re.MULTILINE)
    assert '"--money[' in text


@pytest.mark.bash
@pytest.mark.parametrize(
    ("typed", "proposed"),
    [
        (["bgterm", "pl"], ["play", "plays"]),
        (["bgterm", "play", "--next"], ["--next-game"]),
        (["bgterm", "play", "--variant", "h"], ["hyper", "hyper-2", "hyper-1"]),
        (["bgterm", "play", "--theme", "m"], ["midnight", "mono"]),
        (["bgterm", "practise", "--drill", "o"], ["openings"]),
        (["bgterm", "admin", "ba"], ["bans", "ban"]),
        (["bgterm", "admin", "shutdown", "--c"], ["--cancel"]),
        (["bgterm", "show", "pypro"], ["pyproject.toml"]),
        (["bgterm", "convert", "--to", ""], ["mat", "txt", "sgf", "jsonl"]),
        (["bgterm", "hint", "4HP", "--engine", ""], ["gnubg", "bgsage", "builtin", "ubgi", "auto"]),
        (["bgterm", "play", "--vs", "b"], ["bgsage", "builtin"]),
        (["bgterm", "resume", "2026"], ["2026-11-20-ann-bob"]),
        (["bgterm", "analyse", "2026-11-20-a"], ["2026-11-20-ann-bob"]),
    ],
    ids=" ".join,
)
def test_bash_completes(typed, proposed, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    begin_table(tmp_path / "bgterm" / "matches", HEADER).close().result()
    command = ["bash", "--noprofile", "--norc", "-c", BASH, "bash", *typed]
    done = subprocess.run(command, cwd=FOLDER.parent, capture_output=True, text=True, check=True)
    assert done.stdout.split() == proposed
    assert done.stderr == ""
