"""The pages about a match that its keys open. Each loads its modules when it is opened."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.binding import ActiveBinding
from textual.screen import Screen

from bgterm.catalog import _
from bgterm.play.participant import Participant
from bgterm.profile.workspace import Workspace
from bgterm.text.events import GameLog

if TYPE_CHECKING:
    from bgterm.tui.screens.pages.page import PageScreen

PAGES = frozenset({"moves", "dice", "ids", "ledger", "proof", "export", "help"})
"""The actions that open a page."""


def page_about(
    name: str, here: Participant, workspace: Workspace, log: GameLog, width: int, keys: Mapping[str, ActiveBinding]
) -> Screen[None]:
    """Return the page of that name; the help lists the `keys`. Raises SaveError when the record cannot be read."""
    table, match = here.table, here.view.match
    match name:
        case "moves":
            from bgterm.tui.screens.pages.moves import MovesScreen

            return MovesScreen(match.names, log.all)
        case "proof":
            from bgterm.tui.screens.pages.proof import ProofScreen

            return ProofScreen(table, table.name, workspace.exports)
        case "export":
            from bgterm.tui.screens.pages.record import export_page

            if workspace.exports is None:
                raise ValueError("there is no folder to export to")
            return export_page(workspace.exports, table.header, table.record.items, table.name)
        case "help":
            return _help(here, workspace, keys)
        case _:
            from bgterm.tui.screens.pages.record import page_of

            return page_of(name, table.header, match, table.history, width, ascii_only=workspace.ascii_only)


def _help(here: Participant, workspace: Workspace, keys: Mapping[str, ActiveBinding]) -> "PageScreen":
    """Return the page of the keys and the rules of this match."""
    from bgterm.analysis.dice_messages import about_dice
    from bgterm.text import help as text_help
    from bgterm.text.events import about_preset
    from bgterm.tui.screens.pages.page import help_screen

    header, evidence, match = here.table.header, here.view.evidence, here.view.match
    rules = [
        *about_preset(workspace.preset_of(match)),
        *text_help.rules_of(match),
        *text_help.about_stake(header.stake),
        about_dice(header.dice, evidence.commitment if evidence else ""),
    ]
    typed = [("8/5 6/5", _("type the play"))] if here.view.draft else []
    return help_screen(keys, rules, typed=typed)
