"""The grammar of plays as players and files write them: points, counts and stars, without a board.

    text    = [roll ":"] entry { (space | "," | ";") entry }      65: 24/18, 18/13
    entry   = stop { ("/" | "-") stop }                           13/8/3(2)   bar-22   6
    stop    = point { "*" | "(" number ")" | "x" number }         5*   7(2)   7x2
    point   = number | "bar" | "b" | "off" | "o" | "home" | "h"

Case does not matter, any dash is a dash, and a count on one stop of an entry counts the whole entry.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from bgterm.catalog import N_
from bgterm.notation.errors import quoted, unreadable_play
from bgterm.rules.board import BAR, OFF, Move
from bgterm.rules.errors import NotationError
from bgterm.rules.moves.base import Play

MAX_TEXT = 120
"""The longest text that is read, in characters: twice what any play needs."""

_EXAMPLE = "8/5 6/5"
_NAMED = {"bar": BAR, "b": BAR, "off": OFF, "o": OFF, "home": OFF, "h": OFF}
_ALIKE = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣－", "-") | dict.fromkeys("⁄∕／", "/") | {"×": "x"})
_ROLL = r"\s*([0-9])[-,\s]?([0-9])\s*:"
_SPACES_AT_THE_END = r"[\s,;]+$"
_WORD = (
    r"(?P<space>[\s,;]+)|(?P<join>[/-])|(?P<star>\*)|(?P<count>\(\s*[1-9][0-9]?\s*\)?|x\s*[1-9][0-9]?)"
    r"|(?P<point>[0-9]+|bar|b|off|o|home|h)"
)


class TypedEntry(NamedTuple):
    """The typed route of one checker, or of several that take the same route."""

    points: tuple[int, ...]
    """The points of the route: 25 is the bar, 0 off. A single point is an origin, a destination, or half of
    a pair.
    """
    checkers: int | None = None
    """How many checkers take the route; None when no count is typed, which means one."""
    starred: frozenset[int] = frozenset()
    """The points that are marked as hit."""


class Entries(NamedTuple):
    """The parsed text of a play."""

    roll: tuple[int, int] | None
    """The two digits before a colon, in the order written."""
    entries: tuple[TypedEntry, ...]

    @property
    def moves(self) -> Play:
        """The moves from each typed point to the next, repeated for each checker."""
        ways = ((entry, pairwise(entry.points)) for entry in self.entries for _ in range(entry.checkers or 1))
        return tuple(Move(src, dst) for _, way in ways for src, dst in way)

    @property
    def starred(self) -> frozenset[int]:
        """The points that are marked as hit."""
        return frozenset[int]().union(*(entry.starred for entry in self.entries))


def read_entries(text: str) -> Entries:
    """Parse the text of a play. Raises NotationError for a text that cannot be one.

    >>> read_entries("31: 8/5*(2)").entries
    (TypedEntry(points=(8, 5), checkers=2, starred=frozenset({5})),)
    """
    if len(text) > MAX_TEXT:
        message = N_("that is {length} characters long; no play needs more than {most}")
        raise NotationError(message, length=len(text), most=MAX_TEXT)
    text = text.lower().translate(_ALIKE)
    roll = re.match(_ROLL, text)
    digits = (int(roll[1]), int(roll[2])) if roll else None
    return Entries(digits, _entries(text[roll.end() if roll else 0 :]))


def _entries(text: str) -> tuple[TypedEntry, ...]:
    entries: list[TypedEntry] = []
    joining = False
    for kind, written, at in _tokens(text):
        match kind:
            case "point" if joining:
                entries[-1] = entries[-1]._replace(points=(*entries[-1].points, _point(written)))
            case "point":
                entries.append(TypedEntry((_point(written),)))
            case "join" if entries and not joining:
                pass
            case "star" if entries and not joining:
                last = entries[-1]
                entries[-1] = last._replace(starred=last.starred | {last.points[-1]})
            case "count" if entries and not joining and entries[-1].checkers is None:
                entries[-1] = entries[-1]._replace(checkers=int(written.strip("(x )")))
            case _:
                raise _unreadable(text, at)
        joining = kind == "join"
    if joining:
        raise _unreadable(text, len(re.sub(_SPACES_AT_THE_END, "", text)) - 1)
    return tuple(entries)


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield each token except spaces: its kind, its text and its position in the text."""
    at, tokens = 0, re.compile(_WORD)
    while at < len(text):
        token = tokens.match(text, at)
        if not token or not token.lastgroup:
            raise _unreadable(text, at)
        if token.lastgroup != "space":
            yield token.lastgroup, token[0], at
        at = token.end()


def _point(written: str) -> int:
    number = _NAMED[written] if written in _NAMED else int(written)
    if number > BAR:
        raise NotationError(N_("there is no point {text}: points are 1 to 24, bar and off"), text=quoted(written))
    return number


def _unreadable(text: str, at: int) -> NotationError:
    """Return the error for the word in which parsing stopped."""
    word = next(word for word in re.finditer(r"[^\s,;]+", text) if word.end() > at)
    return unreadable_play(word[0], _EXAMPLE)


# Typing

_STARTS = "0123456789b/"
_ANYWHERE = "0123456789 ,;:/-*()"
_LETTERS = r"(?i:(?:^|[\s,;:])(?:b|ba|bar)$|(?:^|[\s,;:/-])(?:o|of|off)$|[/-](?:h|ho|hom|home)$|[0-9*]x$)"


def may_follow(text: str, character: str) -> bool:
    """Whether a typed character can continue the text of a play; a letter can only where it spells a word.

    >>> may_follow("", "b"), may_follow("8/5", "x"), may_follow("8/5 ", "x"), may_follow("6/", "h")
    (True, True, False, True)
    """
    if not character:
        return False
    if not text:
        return character.lower() in _STARTS
    return character in _ANYWHERE or re.search(_LETTERS, text + character) is not None
