"""What the visitors of the lobby say to each other: one line at a time, kept until the server ends."""

from collections import deque

from bgterm.lobby import table_messages
from bgterm.lobby.chat import ChatLimits, ChatLine
from bgterm.lobby.rate_limit import Pace
from bgterm.lobby.users import LobbyError, Visitor
from bgterm.notation.sanitize import clean_line

_KEPT = 50
"""How many lines are kept."""


class Talk:
    """The talk in the lobby."""

    def __init__(self, limits: ChatLimits) -> None:
        """Begin with nothing said."""
        self._limits, self._pace = limits, Pace(limits.lines, limits.seconds)
        self._lines = deque[ChatLine](maxlen=_KEPT)

    @property
    def longest(self) -> int:
        """How many characters of a line are kept."""
        return self._limits.length

    @property
    def lines(self) -> tuple[ChatLine, ...]:
        """What has been said, in order."""
        return tuple(self._lines)

    def say(self, visitor: Visitor, text: str, now: float) -> bool:
        """Add a line of the visitor's at the moment `now`, in seconds; return whether anything is left of it.

        Raises LobbyError when the visitor, or others from the same address, say too much at once.
        """
        said = clean_line(text, self._limits.length)
        if not said:
            return False
        origin = visitor.address or visitor.key
        if not self._pace.may(origin, now):
            raise LobbyError(table_messages.too_much_talk(self._limits.lines, self._limits.seconds))
        self._pace.did(origin, now)
        self._lines.append(ChatLine(visitor.name, said))
        return True
