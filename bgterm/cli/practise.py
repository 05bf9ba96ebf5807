"""`bgterm practise --due` and `--restore`: the cards of a player."""

from argparse import Namespace
from datetime import datetime

from bgterm.catalog import ngettext
from bgterm.cli.match_file_io import put_lines
from bgterm.cli.streams import complain
from bgterm.practice import messages
from bgterm.practice.journal import ReviewJournal
from bgterm.practice.practice import clock_at
from bgterm.practice.reviews import Fate, Fated
from bgterm.profile.settings import state_folder
from bgterm.profile.workspace import reviews_beside


def run(options: Namespace) -> int:
    """Print how many cards are due or asked again; return the exit status. Raises FileError."""
    journal = ReviewJournal(reviews_beside(state_folder() / "matches"))
    journal.read()
    put_lines([_restored(journal, options.at) if options.restore else _due(journal, options.at)])
    if journal.faults:
        complain(messages.damaged(journal.path, journal.faults))
    return 1 if journal.faults else 0


def _due(journal: ReviewJournal, at: datetime | None) -> str:
    return str(len(journal.schedule.due(clock_at(at)())))


def _restored(journal: ReviewJournal, at: datetime | None) -> str:
    """Ask all cards again that are set aside; return a sentence about them."""
    cards = sorted(journal.schedule.aside)
    if cards:
        now = clock_at(at)().isoformat()
        journal.append(*(Fated(card, now, Fate.RESTORED) for card in cards))
    return ngettext("{count} card is asked again.", "{count} cards are asked again.", len(cards))
