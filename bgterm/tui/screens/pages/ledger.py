"""The ledger of a money session as a page to read."""

from textual.content import Content

from bgterm.analysis.ledger import HEAD, LEDGER, NO_GAMES, ledger_table, settlement
from bgterm.rules.match import Match
from bgterm.tui.screens.pages.page import PageScreen
from bgterm.tui.text_columns import fitted, table

_WIDE = 80
"""The columns of a window from which on there is room for how each game was won."""
_NAME = 10
"""The cells of a name over its column."""
_NUMBER, _WON_AS, _TIMES, _CUBE, _POINTS, _WHITE, _BLACK = range(len(HEAD) + 2)


def ledger_page(match: Match, stake: str, width: int) -> PageScreen:
    """Return the games of a session with the debts below them, for a window of so many columns.

    `stake` is what a point is worth, as in the header of the record.
    """
    head, *games = ledger_table(match)
    names = (fitted(name, min(len(name), _NAME)) for name in head[_WHITE:])
    rows = [(*head[:_WHITE], *names), *games]
    if width < _WIDE:
        rows = [(row[_NUMBER], *row[_POINTS:]) for row in rows]
    right = {_NUMBER, _CUBE, _POINTS, _WHITE, _BLACK} if width >= _WIDE else set(range(len(rows[0])))
    told = table(rows, right) if games else Content(NO_GAMES)
    owed = Content.styled(settlement(match.names, match.score, stake), "bold")
    return PageScreen(LEDGER, Content("\n").join([told, Content(), owed]))
