"""The import of match files of other programs, or of other folders, into the folder of saved matches."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from bgterm.analysis.text_report import faults
from bgterm.catalog import N_
from bgterm.formats.record import SESSION_CLOSED, GameRecord, is_closed
from bgterm.notation.dice import DiceKind, DiceOrigin
from bgterm.notation.dice_evidence import evidence
from bgterm.notation.json_codec import Note
from bgterm.rules.errors import NotationError
from bgterm.rules.match import Header, Phase
from bgterm.storage.errors import FileError, SaveError
from bgterm.storage.index import Entry, Query
from bgterm.storage.journal import keep, load
from bgterm.storage.library import Library

IMPORTED = "imported"
"""The name of the note with the imported file and the parts that could not be imported."""
_LIVING = (DiceKind.RANDOM, DiceKind.MANUAL, DiceKind.SEED)
"""The kinds of dice with which an imported match can be continued."""


class Imported(NamedTuple):
    """The result of importing a match file: the name of its save, and whether it was saved already."""

    name: str
    """The name of the saved match."""
    duplicate: bool
    """Whether the match was saved before, so that nothing was written."""
    finished: bool
    """Whether the match cannot be continued."""


def import_match(folder: Path, found: GameRecord, called: str) -> Imported:
    """Save the match `found` in a file in the folder of saves, unless the same match is saved there already.

    `called` is the name of the file. A note in the save lists the parts of the file that could not be read. Raises
    FileError when the match has no event, SaveError when it cannot be written.
    """
    if not found.events:
        raise FileError(N_("{name}: nothing was played in it, so there is nothing to import"), name=called)
    for entry in _alike(folder, found):
        return Imported(entry.name, duplicate=True, finished=entry.finished)
    items = [_note(found, called), *found.items]
    game = found.match.shown_game
    if found.foreign and not found.match.ruleset.length and game.phase is Phase.OVER:
        items.append(SESSION_CLOSED)  # no file of another program tells whether the session continues
    path = keep(folder, _header(found), items)
    return Imported(path.stem, duplicate=False, finished=found.match.winner is not None or is_closed(items))


def _note(found: GameRecord, called: str) -> Note:
    lost = [*faults(found)]
    return Note(IMPORTED, {"from": Path(called).name, **({"lost": lost} if lost else {})})


def _header(found: GameRecord) -> Header:
    """Return the header to save: two seats at one keyboard, and dice that can be rolled here."""
    header, lives = found.header, False
    with suppress(NotationError):  # another version may have other dice
        kind = DiceOrigin.read(header.dice).kind
        proven = kind is DiceKind.VERIFIABLE and bool(evidence(found.items).commitment)
        lives = proven or kind in _LIVING
    return header._replace(seats=("", ""), dice=header.dice if lives else DiceKind.RANDOM.value)


def _alike(folder: Path, found: GameRecord) -> Iterator[Entry]:
    """Yield the saved matches between the same players with the same events."""
    match, names = found.match, found.header.names
    with Library(folder) as library:
        library.read(library.left)
        for entry in library.page(Query(text=names[0]), 0, -1):
            if (entry.names, entry.score, entry.length) != (names, match.score, match.ruleset.length):
                continue
            with suppress(SaveError):
                if entry.readable and load(library.path(entry.name)).events == found.events:
                    yield entry
