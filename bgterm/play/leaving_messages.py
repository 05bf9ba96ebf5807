"""The sentence for players who leave a table."""

from bgterm.catalog import _
from bgterm.play.table import Table
from bgterm.terminal.program import program
from bgterm.text import score
from bgterm.text.contributions import void


def parting(table: Table, *, plain: bool = False) -> str:
    """Return how the match can be resumed, in plain mode or not, how it ended, or that nothing was saved."""
    if not table.journal.kept:
        return _("This match was not kept.")
    if not table.saved:
        return _("No dice were rolled: nothing was saved.")
    if table.void is not None:
        return _("{ending} Saved as {name}.", ending=void(table.header.names, table.void), name=table.name)
    if table.session_closed:
        from bgterm.analysis.ledger import session_over  # only for money sessions

        return _(
            "{ending} Saved as {name}.", ending=session_over(table.match, table.header.stake), name=table.name
        )
    return score.farewell(table.match, table.name, plain=plain, program=program())
