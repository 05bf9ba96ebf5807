"""`bgterm play --plain` and `bgterm resume --plain`: a match as lines of text on standard input and output."""

import argparse
import sys

from bgterm.cli.choosing import match_chosen
from bgterm.cli.console import Console
from bgterm.notation import refusals
from bgterm.plain.session import Session
from bgterm.rules.errors import BackgammonError
from bgterm.table.config import config_folder, load, state_folder
from bgterm.table.desk import Desk


def run(asked: argparse.Namespace) -> int:
    """Play the match that is asked for and give the exit status."""
    try:
        return _run(asked)
    except BackgammonError as error:
        print(f"bgterm: {refusals.why(error)}.", file=sys.stderr)
        return 1


def _run(asked: argparse.Namespace) -> int:
    path = config_folder() / "settings.toml"
    settings, notice = load(path)
    desk = Desk(settings, path, state_folder() / "matches")
    if asked.command == "play":
        notice = match_chosen(desk, asked) or notice
        table = desk.new_table(asked.seed)
    else:
        table = desk.resumed_table(asked.name)
    console = Console(sys.stdin.buffer, sys.stdout.buffer, sys.stdout.encoding, prompts=sys.stdin.isatty())
    session = Session(table, console.say, desk.settings)
    with console.signals():
        session.play(console.lines(lambda: session.prompt), notice)
    table.close()
    return console.status
