"""`bgterm play --plain` and `bgterm resume --plain`: a match as lines of text on standard input and output."""

import argparse
import asyncio
import sys
from time import monotonic

from bgterm.catalog import _
from bgterm.cli.console import Console
from bgterm.cli.match_options import match_chosen
from bgterm.cli.streams import refuse_closed
from bgterm.cli.usage import OptionInapplicable, UsageError
from bgterm.plain.player import Seat
from bgterm.plain.session import Session
from bgterm.play.clocks import clocks_of
from bgterm.profile.settings import config_folder, load, state_folder
from bgterm.profile.workspace import Workspace


def run(asked: argparse.Namespace) -> int:
    """Play the match that is asked for and give the exit status. Raises BackgammonError when it cannot be."""
    _refuse_idle(asked)
    refuse_closed(stdin=sys.stdin, stdout=sys.stdout)
    path = config_folder() / "settings.toml"
    settings, faults = load(path)
    notice = " ".join(f"{fault}." for fault in faults)
    workspace = Workspace(settings, path, state_folder() / "matches")
    if asked.command == "play":
        chosen = match_chosen(workspace, asked)
        workspace.settings, notice = chosen.settings, chosen.notice or notice
        table = workspace.new_table(start=chosen.start, seed=asked.seed)
    else:
        table = workspace.resumed_table(asked.name)
    encoding = "ascii" if asked.ascii else sys.stdout.encoding
    console = Console(sys.stdin.buffer, sys.stdout.buffer, encoding, prompts=sys.stdin.isatty())
    clocks = clocks_of(table, monotonic)
    session = Session(
        Seat(table, console.say, workspace.settings, clocks=clocks, preset=workspace.preset_of(table.match))
    )
    with console.signals():
        asyncio.run(session.play(console.lines(lambda: session.prompt), notice))
        if clocks:
            clocks.stop()
    table.close()
    return console.status


def _refuse_idle(asked: argparse.Namespace) -> None:
    """Raise UsageError for a flag that is about a screen."""
    for name in ("theme", "home", "turn", "export_dir"):
        if getattr(asked, name):
            reason = _("plain mode draws no board")
            raise UsageError(OptionInapplicable(option=f"--{name.replace('_', '-')}", reason=reason))
