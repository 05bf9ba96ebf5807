"""`bgterm practise` with `--due`, `--restore` or `--export`, and its arguments on a screen or in plain mode."""

from argparse import Namespace
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from bgterm.catalog import _, ngettext
from bgterm.cli.match_file_io import file_asked, put_lines
from bgterm.cli.streams import complain
from bgterm.plain.lists import Say
from bgterm.practice import messages
from bgterm.practice.journal import ReviewJournal, own_journal
from bgterm.practice.practice import clock_at
from bgterm.practice.question import Mark, Marked
from bgterm.profile.practising import Wanted, find_practice
from bgterm.profile.settings import REVIEWS, Settings, state_folder
from bgterm.profile.workspace import MatchFile, Workspace
from bgterm.rules.board import Player
from bgterm.text.joining import join_or

if TYPE_CHECKING:
    from bgterm.cli.console import Console


def run(options: Namespace) -> int:
    """Print how many cards are due, or restore or export cards; return 1 when reviews are damaged, else 0.

    Raises BackgammonError when the reviews cannot be read, or the export not written.
    """
    journal = own_journal(state_folder() / REVIEWS)
    journal.read()
    act = _exported if options.export else _restored if options.restore else _due
    put_lines([act(journal, options)])
    if damage := messages.damaged(journal.name, journal.faults):
        complain(damage)
    return 1 if damage else 0


def _due(journal: ReviewJournal, options: Namespace) -> str:
    return str(len(journal.schedule.due(clock_at(options.at)())))


def _restored(journal: ReviewJournal, options: Namespace) -> str:
    """Restore all cards that were set aside; return a sentence with their number."""
    cards, now = sorted(journal.schedule.aside), clock_at(options.at)().isoformat()
    if cards:
        journal.append(*(Marked(card, now, Mark.RESTORED) for card in cards))
    return ngettext("{count} card is asked again.", "{count} cards are asked again.", len(cards))


def _exported(journal: ReviewJournal, options: Namespace) -> str:
    """Write the cards to a file; return a sentence with their number. Raises FileError."""
    from bgterm.practice.export import anki, trees  # only for other programs
    from bgterm.storage.match_files import write_file

    path, cards = options.export, list(journal.schedule.cards.values())
    text = trees(cards) if path.suffix == ".sgf" else anki(cards)
    write_file(path, text.encode(), name=str(path))
    return ngettext(
        "{count} card is written to {name}.", "{count} cards are written to {name}.", len(cards), name=path
    )


def with_flags(settings: Settings, options: Namespace) -> Settings:
    """Return `settings` with the threshold and the own names that the flags of `bgterm practise` give."""
    flags = {name: getattr(options, name) for name in ("practice_threshold", "own_names")}
    return settings.changed(**{name: value for name, value in flags.items() if value is not None})


def wanted_by(options: Namespace, workspace: Workspace) -> Wanted:
    """Return the description of the practice that the options ask for.

    Raises BackgammonError for a match that cannot be read.
    """
    match, drill = None, options.drill or ""
    if options.position:
        from bgterm.practice.drills import POSITIONS  # only for a drill

        drill = POSITIONS
    if options.file:
        record, path = file_asked(workspace.saves, options.file)
        match = MatchFile(record, path.stem, path)
    return Wanted(match, drill, options.position, options.cards or 0, clock_at(options.at))


# Plain mode


async def practise(workspace: Workspace, options: Namespace, notice: str, console: "Console") -> None:
    """Collect the cards that the options ask for and ask them at the console, or print why there are none.

    The `notice` is printed first unless it is empty. The workspace is closed. Raises BackgammonError when the
    match or the reviews cannot be read, or the engine fails.
    """
    from bgterm.plain.practice import PlainPractice, follow  # only for plain mode

    say, lines = console.say, console.lines(lambda: "> ")
    if notice:
        say(notice)
    workspace.settings = with_flags(workspace.settings, options)
    wanted = wanted_by(options, workspace)
    ask_whose = partial(_ask_whose, say, lines)
    try:
        practice = await find_practice(workspace, wanted, ask_whose)
        if practice is None and wanted.match:
            analyses = workspace.analyses
            say(_("{name} is being analysed.", name=wanted.match.name))
            follow(analyses, say, lambda: None)
            await analyses.ended()
            say(analyses.outcome)
            if analyses.is_complete:
                practice = await find_practice(workspace, wanted, ask_whose)
    finally:
        await workspace.aclose()
    if practice and practice.cards:
        await PlainPractice(practice, say, workspace.settings).run(lines)
    elif practice and practice.notice:
        say(practice.notice)


async def _ask_whose(say: Say, lines: AsyncIterator[str], names: tuple[str, str]) -> Sequence[Player]:
    """Ask whose decisions are practised, and return the players; empty at the end of input."""
    whose = {names[player.index].casefold(): (player,) for player in Player} | {_("both"): tuple(Player)}
    say(_("Whose decisions are practised: {names}?", names=join_or([*names, _("both")])))
    async for line in lines:
        if seats := whose.get(line.strip().casefold(), ()):
            return seats
        say(_("Type a name, or both."))
    return ()
