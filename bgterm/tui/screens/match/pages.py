"""The pages that can be read beside a match. What each of them needs is imported when it is opened."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from textual.binding import ActiveBinding
from textual.content import Content

from bgterm.catalog import _
from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace
from bgterm.tui.match_session import MatchSession
from bgterm.tui.screens.base import BaseScreen

if TYPE_CHECKING:
    from bgterm.tui.screens.pages.page import PageScreen
    from bgterm.tui.screens.pages.proof import ProofScreen


def moves_page(session: MatchSession) -> "PageScreen":
    """Return the moves so far."""
    from bgterm.tui.screens.pages.page import PageScreen

    return PageScreen(_("The moves so far"), Content("\n".join(session.log.all)), at_end=True)


def dice_page(session: MatchSession, width: int) -> "PageScreen":
    """Return how the dice of both fell, for a window of so many columns."""
    from bgterm.tui.screens.pages import record

    table = session.table
    return record.dice_page(table.header, table.history, width, ascii_only=session.workspace.ascii_only)


def ids_page(session: MatchSession) -> "PageScreen":
    """Return the position in the forms that other programs read."""
    from bgterm.notation.position import position_of
    from bgterm.tui.screens.pages.position_ids import PositionIdsScreen

    return PositionIdsScreen(position_of(session.match), session.match.names)


def ledger_page(session: MatchSession, width: int) -> "PageScreen":
    """Return the games of a money session, and who owes whom how much."""
    from bgterm.tui.screens.pages import record

    return record.ledger_page(session.match, session.table.header.stake, width)


def help_page(session: MatchSession, bindings: Mapping[str, ActiveBinding]) -> "PageScreen":
    """Return the keys and the rules of this match."""
    from bgterm.analysis.dice_messages import about_dice
    from bgterm.text import help as text_help
    from bgterm.tui.screens.pages.page import help_screen

    header, evidence = session.table.header, session.table.dice_evidence
    rules = [
        *session.about_preset(),
        *text_help.rules_of(session.match),
        *text_help.about_stake(header.stake),
        about_dice(header.dice, evidence.commitment if evidence else ""),
    ]
    return help_screen(bindings, rules, text_help.glossary().items())


def proof_page(session: MatchSession) -> "ProofScreen":
    """Return what the dice can be verified by."""
    from bgterm.tui.screens.pages.proof import PlayedMatch, ProofScreen

    return ProofScreen(PlayedMatch(session.table), session.workspace.exports)


def exported_page(session: MatchSession) -> "PageScreen":
    """Export the match, and return the page that names the files. Raises SaveError when it cannot be read."""
    from bgterm.storage.journal import load
    from bgterm.tui.screens.pages.record import export_page

    folder = session.workspace.exports
    if folder is None:
        raise ValueError("there is no folder to export to")
    record = load(session.table.path)
    return export_page(folder, record.header, record.items, session.table.name)


def replay(session: MatchSession, table_screen: Callable[[Table, Workspace, str], BaseScreen]) -> BaseScreen:
    """Return the replay of the match; `table_screen` makes the screen of a new match. Raises FileError."""
    from bgterm.storage.match_files import read_file
    from bgterm.tui.screens.replay import ReplayScreen

    return ReplayScreen(read_file(session.table.path), session.workspace, session.table.name, table_screen)
