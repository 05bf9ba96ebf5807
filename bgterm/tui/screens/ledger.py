"""The ledger of a money session as a page to read."""

from textual.content import Content

from bgterm.notation.ledger import LEDGER, NO_GAMES, ledger_table, settlement
from bgterm.rules.match import Match
from bgterm.tui.columns import table
from bgterm.tui.screens.help import PageScreen


def ledger_page(match: Match, stake: str) -> PageScreen:
    """Give the games of a session, with who owes whom how much below them; `stake` is that of its header."""
    games = table(ledger_table(match), right=(0, 1, 4, 5)) if match.results else Content(NO_GAMES)
    owed = Content.styled(settlement(match.names, match.score, stake), "bold")
    return PageScreen(LEDGER, Content("\n").join([games, Content(), owed]))
