"""The texts of the match library."""

from bgterm.notation.plural import counted
from bgterm.rules.board import Player
from bgterm.rules.match import Pair
from bgterm.text.score import kind_of, standing_of

TITLE = "Match book"
"""The title of the screen."""
EMPTY = "No match is kept yet. Begin one with New match in the menu; every match is kept here by itself."
"""The text of an empty library."""
EMPTY_LIST = "No match is kept yet."
"""The text of an empty list."""
NOTHING_FITS = "No match fits that: Escape shows them all."
"""The text when the search finds nothing."""
FIND = "Find a match"
"""The title of the question for a part of a name."""
RENAME = "Rename the match"
"""The title of the question for another name."""
NAME = "Name"
"""The label of the field for a name."""
NAME_HINT = "Letters and digits are kept, in small letters; all else becomes a dash."
"""The hint about a new name."""
IMPORT = "Import a match"
"""The title of the question for a file."""
FILE = "File"
"""The label of the field for a file."""
IMPORT_HINT = "A match file of any program: .mat, .txt, .sgf or .jsonl."
"""Which files are taken."""
DAMAGED = "damaged"
"""How a save stands that cannot be read."""
FINISHED = "finished"
"""How a match stands that somebody has won."""
CLOSED = "closed"
"""How a money session stands that the players have closed."""
HEAD = ("begun", "players", "", "game", "to", "score", "stands")
"""The heads of the columns."""
SORTED_BY = {"PLAYED": "last played first", "BEGUN": "last begun first", "NAMES": "by names"}
"""How the order of the list is called."""
SHOWN = {"ALL": "all", "UNFINISHED": "unfinished", "FINISHED": "finished", "DAMAGED": "damaged"}
"""The name of the filter."""


def matches(number: int) -> str:
    """Describe how many matches there are: `1 match`, `10,000 matches`."""
    return counted(number, "match", "matches")


def reading(left: int) -> str:
    """Return the message that saves are still being read."""
    return f"Reading {matches(left)} that the book does not know yet ..." if left else ""


def to_points(length: int) -> str:
    """Describe the length of a match in a word."""
    return str(length) if length else "money"


def stands(game: int, *, finished: bool, closed: bool) -> str:
    """Describe the state of a match in a word or two."""
    if closed:
        return CLOSED
    return FINISHED if finished else f"game {game}"


def outcome(
    names: tuple[str, str], score: Pair, length: int, game: int, winner: Player | None, *, closed: bool
) -> str:
    """Return how a match ended, or where it stands: `Ann 8, Bob 0, money session, closed`."""
    if winner is None:
        return standing_of(names, score, length, CLOSED if closed else f"game {game}")
    return f"{names[winner.index]} won {score[winner.index]}-{score[winner.opponent.index]}, {kind_of(length)}"


def sure_to_delete(name: str) -> str:
    """Ask whether a save is to be removed."""
    return f"Delete {name} for good? Nothing brings it back."


def deleted(name: str) -> str:
    """Return the message that a save is gone."""
    return f"{name} is deleted."


def renamed(old: str, new: str) -> str:
    """Describe what a save is called now."""
    return f"{old} is now called {new}."


def view(number: int, shown: str, sorted_by: str, text: str) -> str:
    """Describe what is listed, in which order: `12 matches, unfinished, by names, with "ann"`."""
    parts = [matches(number), "" if shown == "ALL" else SHOWN[shown], SORTED_BY[sorted_by]]
    return ", ".join([*filter(None, parts), *([f'with "{text}"'] if text else [])])


def imported(file: str, name: str, *, duplicate: bool) -> str:
    """Return the sentence about a file that was imported, or whose match was kept already."""
    return f"{file} is kept already, as {name}." if duplicate else f"Imported as {name}."
