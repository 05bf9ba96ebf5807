"""`bgterm practise` with `--plain`, `--due`, `--restore` or `--export`: without a screen."""

import asyncio
import sys
from argparse import Namespace
from collections.abc import AsyncIterator, Sequence

from bgterm.catalog import _, ngettext
from bgterm.cli.match_file_io import file_asked, put_lines
from bgterm.cli.streams import complain
from bgterm.formats.record import GameRecord
from bgterm.plain.lists import Say
from bgterm.practice import messages
from bgterm.practice.choosing import CARDS
from bgterm.practice.journal import ReviewJournal
from bgterm.practice.practice import clock_at
from bgterm.practice.reviews import Mark, Marked
from bgterm.profile.practising import (
    Found,
    complete_analysis,
    find_drill,
    find_due,
    find_worst,
    keep_names,
    practice_of,
)
from bgterm.profile.settings import Settings, load, settings_file, state_folder
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.storage.journal import REVIEWS
from bgterm.storage.shared_lines import LinesFile
from bgterm.text.joining import join_or


def run(options: Namespace) -> int:
    """Practise in lines, or print how many cards are due, asked again or written; return the exit status.

    Raises BackgammonError.
    """
    if options.in_lines:
        return _practise_in_lines(options)
    journal = ReviewJournal(LinesFile(state_folder() / REVIEWS))
    journal.read()
    act = _exported if options.export else _restored if options.restore else _due
    put_lines([act(journal, options)])
    if journal.faults:
        complain(messages.damaged(journal.name, journal.faults))
    return 1 if journal.faults else 0


def _due(journal: ReviewJournal, options: Namespace) -> str:
    return str(len(journal.schedule.due(clock_at(options.at)())))


def _restored(journal: ReviewJournal, options: Namespace) -> str:
    """Ask all cards again that are set aside; return a sentence about them."""
    cards, now = sorted(journal.schedule.aside), clock_at(options.at)().isoformat()
    if cards:
        journal.append(*(Marked(card, now, Mark.RESTORED) for card in cards))
    return ngettext("{count} card is asked again.", "{count} cards are asked again.", len(cards))


def _exported(journal: ReviewJournal, options: Namespace) -> str:
    """Write the cards to a file; return a sentence about them. Raises FileError."""
    from bgterm.practice.export import anki, trees  # only for other programs
    from bgterm.storage.match_files import write_file

    path, cards = options.export, list(journal.schedule.cards.values())
    text = trees(cards) if path.suffix == ".sgf" else anki(cards)
    write_file(path, text.encode(), name=str(path))
    return ngettext(
        "{count} card is written to {name}.", "{count} cards are written to {name}.", len(cards), name=path
    )


def with_flags(settings: Settings, options: Namespace) -> Settings:
    """Return the settings with the flags of the practice applied."""
    flags = {name: getattr(options, name) for name in ("practice_threshold", "own_names")}
    return settings.changed(**{name: value for name, value in flags.items() if value is not None})


def most_asked(options: Namespace) -> int:
    """Return how many cards are asked at most. Raises UsageError for an unknown drill."""
    if not options.drill:
        return options.cards or CARDS
    from bgterm.cli.flags.usage import usage
    from bgterm.practice.drills import DRILL_CARDS, drill_of  # only for a drill

    with usage():
        drill_of(options.drill)
    return options.cards or DRILL_CARDS


# In lines of text


def _practise_in_lines(options: Namespace) -> int:
    from bgterm.cli.console import Console  # only for lines of text

    path = settings_file()
    settings, faults = load(path)
    workspace = Workspace(settings, path, state_folder() / "matches")
    workspace.settings = with_flags(settings, options)
    encoding = "ascii" if options.ascii else sys.stdout.encoding
    console = Console(sys.stdin.buffer, sys.stdout.buffer, encoding, prompts=sys.stdin.isatty())
    for fault in faults:
        console.say(f"{fault}.")
    with console.signals():
        asyncio.run(_practise(workspace, options, console.say, console.lines(lambda: "> ")))
    return console.status


async def _practise(workspace: Workspace, options: Namespace, say: Say, lines: AsyncIterator[str]) -> None:
    """Find the cards and ask them, or say why there is none. Raises BackgammonError."""
    from bgterm.plain.practice import PlainPractice  # only for lines of text

    clock = clock_at(options.at)
    try:
        if options.file:
            found = await _worst(workspace, options.file, say, lines)
        elif options.drill:
            found = await find_drill(workspace, options.drill, most_asked(options))
        else:
            found = await find_due(workspace, clock(), most_asked(options))
    finally:
        await workspace.aclose()
    if not found.cards:
        say(found.reason)
        return
    practice, damage = practice_of(workspace, found.cards, clock)
    await PlainPractice(practice, say, workspace.settings).run(lines, damage)


async def _worst(workspace: Workspace, name: str, say: Say, lines: AsyncIterator[str]) -> Found:
    """Return the worst decisions of a match, which is analysed first where it is not. Raises BackgammonError."""
    record, path = file_asked(workspace.saves, name)
    analysis = await complete_analysis(workspace, record, path)
    if analysis is None:
        say(_("{name} is being analysed.", name=path.stem))
        workspace.analyses.begin(record, path.stem, path, workspace.settings.engine)
        await workspace.analyses.ended()
        say(workspace.analyses.outcome)
        analysis = workspace.analyses.analysis
    if analysis is None or not analysis.is_complete:
        return Found(())
    seats = workspace.practice.seats(record) or await _ask_whose(workspace, record, say, lines)
    return await find_worst(workspace, analysis, seats) if seats else Found(())


async def _ask_whose(
    workspace: Workspace, record: GameRecord, say: Say, lines: AsyncIterator[str]
) -> Sequence[Player]:
    """Ask which player's decisions are practised, and keep the name; empty where nobody answers."""
    names = record.header.names
    whose = {names[player.index].casefold(): (player,) for player in Player} | {_("both"): tuple(Player)}
    say(_("Whose decisions are practised: {names}?", names=join_or([*names, _("both")])))
    async for line in lines:
        if seats := whose.get(line.strip().casefold(), ()):
            if unsaved := await keep_names(workspace, record, seats):
                say(unsaved)
            return seats
        say(_("Type a name, or both."))
    return ()
