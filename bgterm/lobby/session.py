"""One session of a visitor in the lobby."""

from dataclasses import dataclass, field

from bgterm.lobby.notifications import Listener
from bgterm.lobby.participant import Chair
from bgterm.lobby.users import Visitor


@dataclass(eq=False, slots=True)
class Presence:
    """One session in the lobby. A visitor may have several."""

    visitor: Visitor
    listener: Listener
    """Called with what happens in the lobby."""
    chairs: list[Chair] = field(default_factory=list)
    """The places that it has taken at tables."""
    has_left: bool = False

    @property
    def chair(self) -> Chair | None:
        """The place at which the session is now; None while it is in the lobby."""
        return next((chair for chair in reversed(self.chairs) if chair.taken), None)
