"""`bgterm list`: list the saved matches."""

import json
import shutil
from argparse import Namespace

from bgterm.catalog import N_, _
from bgterm.cli.match_file_io import put_lines
from bgterm.profile.settings import state_folder
from bgterm.storage.index import Entry, Query
from bgterm.storage.library import Library
from bgterm.terminal.wrapping import laid_out
from bgterm.text import library

_DATE = len("2026-11-20")
_HEAD = (N_("name"), N_("to"), N_("score"), N_("stands"), N_("players"), N_("begun"))


def run(options: Namespace) -> int:
    """Print a line for each saved match, or with `--json` an object, the last played first; return 0."""
    with Library(state_folder() / "matches") as library:
        library.read(library.left)
        entries = library.page(Query(), 0, -1)
    if options.json:
        put_lines([json.dumps([_value(entry) for entry in entries])])
    elif options.names:
        put_lines(entry.name for entry in entries)
    elif entries:
        width = shutil.get_terminal_size((0, 0)).columns
        put_lines(laid_out([[*map(_, _HEAD)], *map(_cells, entries)], width))
    else:
        put_lines([_("No match is saved yet.")])
    return 0


def _value(entry: Entry) -> dict[str, object]:
    """Return the JSON object for a saved match."""
    if not entry.readable:
        return {"name": entry.name, "fault": entry.fault}
    told: dict[str, object] = {
        "name": entry.name,
        "date": entry.date,
        "variant": entry.variant,
        "names": [*entry.names],
        "length": entry.length,
        "score": [*entry.score],
        "game": entry.game,
        "winner": None if entry.winner is None else entry.winner.index,
        "finished": entry.finished,
    }
    return told | ({"fault": entry.fault} if entry.fault else {})


def _cells(entry: Entry) -> tuple[str, ...]:
    if not entry.readable:
        return entry.name, "", "", _("damaged"), "", ""
    return (
        entry.name,
        library.to_points(entry.length),
        "-".join(map(str, entry.score)),
        library.stands(entry.game, finished=entry.finished, closed=entry.closed),
        " - ".join(entry.names),
        entry.date[:_DATE],
    )
