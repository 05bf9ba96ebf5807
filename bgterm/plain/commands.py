"""The commands of plain mode that are no actions of the match."""

from collections.abc import Callable
from dataclasses import dataclass

from bgterm.plain import messages
from bgterm.plain.at_table import AtTable


@dataclass(frozen=True, slots=True)
class Command:
    """Something that can be typed; what it does is explained in `bgterm.plain.messages`."""

    name: str
    do: Callable[[AtTable, str], object]
    """Runs it with the text after it. Raises BackgammonError when that is not possible."""
    possible: Callable[[AtTable], object] | None = None
    """Returns whether the command is possible now; None for one that is possible at any time and changes
    nothing.
    """
    also: tuple[str, ...] = ()
    """Other names for it, and abbreviations that take precedence over others."""
    takes_more: bool = False
    """Whether something may be typed after it."""
    needs_more: bool = False
    """Whether something must be typed after it."""


HINT = Command("hint", lambda seat, _: seat.say(messages.explained("hint")), lambda _: False)
"""The answer to those who know the hints of the full screen; on a server, `hints` is a command."""
