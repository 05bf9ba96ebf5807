"""The page that names the files a match was exported to, each with its whole path."""

from pathlib import Path

from textual.content import Content

from bgterm.catalog import _
from bgterm.notation.json_codec import Note
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.storage.export import export
from bgterm.storage.match_files import FileError
from bgterm.text.errors import why
from bgterm.tui.screens.pages.page import PageScreen


def export_page(folder: Path, header: Header, items: tuple[Event | Note, ...], name: str) -> PageScreen:
    """Export a match to the folder, and return the page that names the files, or the reason why there are none."""
    try:
        paths = export(folder, header, items, name)
    except FileError as error:
        return PageScreen(_("Not exported"), Content(f"{why(error)}."))
    return PageScreen(_("Exported"), Content("\n".join(map(str, paths))))
