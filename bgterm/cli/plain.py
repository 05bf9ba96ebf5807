"""`bgterm play`, `resume` and `practise` with `--plain`: lines of text on standard input and output."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterable, AsyncIterator
from functools import partial

from bgterm.catalog import _
from bgterm.cli.console import Console, converse
from bgterm.cli.flags.match_options import table_asked
from bgterm.cli.flags.usage import option_inapplicable
from bgterm.cli.streams import cook, refuse_closed
from bgterm.plain.session import PlainSession
from bgterm.play.engine_player import EngineVenue
from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace, own_workspace
from bgterm.text.joining import sentence


def run(asked: argparse.Namespace) -> int:
    """Play the match or ask the cards that are wanted; return the exit status. Raises BackgammonError."""
    _refuse_idle(asked)
    refuse_closed(stdin=sys.stdin, stdout=sys.stdout)
    if sys.stdin.isatty():
        cook(sys.stdin, sys.stdout)
    workspace, faults = own_workspace(pause=partial(asyncio.sleep, 0))
    if asked.command == "practise":
        from bgterm.cli.practise import practise  # only for a practice

        return converse(partial(practise, workspace, asked, faults), ascii_only=asked.ascii)
    table, notice = table_asked(workspace, asked)
    return converse(partial(_play, workspace, table, notice or faults), ascii_only=asked.ascii)


async def _play(workspace: Workspace, first: Table, notice: str, console: Console) -> None:
    """Play a match and its rematches, until the players want no further one."""
    following: Table | None = first
    try:
        while table := following:
            following, notice = await _play_match(workspace, console, table, notice), ""
            table.close()
    finally:
        await workspace.engines.aclose()


async def _play_match(workspace: Workspace, console: Console, table: Table, notice: str) -> Table | None:
    """Play a match; return the table of the rematch, None if the players want none."""
    following: Table | None = None
    preset = workspace.preset_of(table.match)
    venue = workspace.venue(table)

    async def rematch() -> None:
        nonlocal following
        following = workspace.rematch_table(table)
        session.participant.leave()

    session = PlainSession(venue, console.say, workspace.settings, preset, rematch=rematch)
    lines = console.lines(lambda: session.prompt)
    async with console.impatient(session.leaves):
        if isinstance(venue, EngineVenue):
            await _play_engine(session, venue, lines, notice)
        else:
            await session.play(lines, notice)
    if venue.clocks:
        venue.clocks.stop()
    return following


async def _play_engine(here: PlainSession, venue: EngineVenue, lines: AsyncIterable[str], notice: str) -> None:
    """Play against an engine; each typed line is handled when the engine has finished its turn."""
    from bgterm.lobby.messages import level_of_bot  # only against engines

    player, names = venue.engine, here.match.names

    def tell() -> None:
        if player.awaits_dice:
            here.ask()
        else:
            here.say(venue.standing_notice())

    async def engine_done() -> None:
        """Wait until the engine waits for the player, and the automatic actions of the player are done."""
        while True:
            await player.idle.wait()
            await here.settle()
            if player.idle.is_set():
                return

    async def after_the_engine() -> AsyncIterator[str]:
        await engine_done()
        async for line in lines:
            yield line
            await engine_done()

    about = sentence(level_of_bot(names[player.seat.player.index], player.seat.level), names)
    venue.follow(tell)
    try:
        await here.play(after_the_engine(), " ".join(filter(None, (notice, about))))
    finally:
        venue.stop()


def _refuse_idle(asked: argparse.Namespace) -> None:
    """Raise UsageError for a flag that only concerns a screen."""
    for name in ("theme", "home", "turn", "export_dir"):
        if getattr(asked, name):
            reason = _("plain mode draws no board")
            raise option_inapplicable(f"--{name.replace('_', '-')}", reason)
