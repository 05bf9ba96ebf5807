"""`bgterm import`: save the matches in files, beside the player's own."""

from argparse import Namespace
from contextlib import suppress
from os import utime
from pathlib import Path

from bgterm.analysis.text_report import faults
from bgterm.cli.match_file_io import STREAM, put_lines, source, tell
from bgterm.cli.streams import complain
from bgterm.formats.messages import imported
from bgterm.play.analysing import keep_analysis
from bgterm.profile.settings import state_folder
from bgterm.storage.errors import FileError, SaveError
from bgterm.storage.importing import import_match
from bgterm.storage.journal import SUFFIX
from bgterm.storage.match_files import Format
from bgterm.terminal.program import program


def run(options: Namespace) -> int:
    """Save the match in each file that is named; return 1 when a file has faults or cannot be read, else 0.

    Raises UsageError when the format of a file is unknown.
    """
    status = 0
    for name in options.files:
        try:
            status |= _import(name, options.form)
        except (FileError, SaveError) as error:
            complain(f"{error}.")
            status = 1
    return status


def _import(name: str, form: Format | None) -> int:
    opened = source(name, form)
    found, folder = opened.match(), state_folder() / "matches"
    done = import_match(folder, found, opened.called)
    if not done.duplicate:
        with suppress(OSError):  # the match is saved even if its analysis cannot be
            keep_analysis(found, folder / f"{done.name}{SUFFIX}")
    if not done.duplicate and name != STREAM:
        with suppress(OSError):  # a match that was just imported is not the one played last
            modified = Path(name).stat().st_mtime
            utime(folder / f"{done.name}{SUFFIX}", (modified, modified))
    said = imported(opened.called, done.name, program(), duplicate=done.duplicate, finished=done.finished)
    put_lines([said])
    return tell(faults(found), name)
