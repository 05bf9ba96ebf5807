"""The pages that a replay opens about its match."""

from typing import Any

from textual.content import Content
from textual.screen import Screen

from bgterm.catalog import _
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.profile.workspace import Workspace
from bgterm.text import score
from bgterm.tui.screens.pages.page import PageScreen
from bgterm.tui.screens.pages.proof import ProofScreen
from bgterm.tui.screens.pages.record import export_page, page_of
from bgterm.tui.screens.replay.step import ReplayStep


def replay_page(
    page: str, record: GameRecord, name: str, step: ReplayStep, workspace: Workspace, width: int
) -> Screen[Any]:
    """Return a page about a match as it stood at a step, under the name of its save or file."""
    match page:
        case "moves":
            return PageScreen(score.title(step.match), step.all_moves())
        case "proof":
            return ProofScreen(record, name, workspace.exports)
        case "faults":
            lines = "\n".join(map(fault_line, record.problems))
            return PageScreen(_("What is wrong with the file"), Content(lines))
        case "export" if workspace.exports:
            return export_page(workspace.exports, record.header, record.items, name)
        case _:
            so_far = step.replay.until(step.number)
            return page_of(page, record.header, step.match, so_far, width, ascii_only=workspace.ascii_only)
