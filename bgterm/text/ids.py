"""The messages about a position's ids: the lists of them, and what is said after one is copied."""

from bgterm.catalog import _
from bgterm.notation.parse_position import Id
from bgterm.notation.position import Position

_NAME = 13
"""The columns of an id's name."""


def title(position: Position) -> str:
    """Return the heading of a list of ids: `The position`, or with a roll `The position before the turn`."""
    return _("The position before the turn") if position.start.dice else _("The position")


def listed(number: int, one: Id) -> str:
    """Return the line of an id in a list, or why there is none: `2  Match ID  ...`. The key `number` copies it."""
    return f"{number if one.text else ' '}  {one.kind:<{_NAME}}{_text(one)}"


def named(one: Id) -> str:
    """Return an id after its name, or why the position has none: `Match ID: ...`."""
    return f"{one.kind}: {_text(one)}"


def _text(one: Id) -> str:
    return one.text or (str(one.fault) if one.fault else "")


def copied(kind: str) -> str:
    """Return the message that an id was sent to the terminal's clipboard, which some terminals ignore."""
    return _("{kind} copied, if this terminal lets programs copy (OSC 52).", kind=kind)
