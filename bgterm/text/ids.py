"""The messages about ids: each with its name or the reason why there is none, and after a copy."""

from bgterm.catalog import _
from bgterm.notation.parse_position import Id
from bgterm.notation.position import Position

_NAME = 13
"""The columns of the names."""


def title(position: Position) -> str:
    """Return the title over a position: of one with a roll that it is the one before the turn."""
    return _("The position before the turn") if position.start.dice else _("The position")


def listed(number: int, one: Id) -> str:
    """Return a line with an id, the number that copies it before it, or why there is none: `2  Match ID  ...`."""
    return f"{number if one.text else ' '}  {one.kind:<{_NAME}}{_text(one)}"


def named(one: Id) -> str:
    """Return an id with its name, or why there is none: `Match ID: ...`."""
    return f"{one.kind}: {_text(one)}"


def _text(one: Id) -> str:
    return one.text or (str(one.fault) if one.fault else "")


def copied(kind: str) -> str:
    """Return the message that something was given to the terminal to be copied, which not every terminal does."""
    return _("{kind} copied, if this terminal lets programs copy (OSC 52).", kind=kind)


def nothing_to_copy(kind: str) -> str:
    """Return the message that there is nothing of the kind."""
    return _("There is no {kind} of this position.", kind=kind)
