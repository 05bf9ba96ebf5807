"""One session of a user in the lobby."""

from dataclasses import dataclass, field

from bgterm.lobby.notifications import Listener
from bgterm.lobby.participant import Participant
from bgterm.lobby.users import User


@dataclass(eq=False, slots=True)
class LobbySession:
    """One session in the lobby. A user may have several."""

    user: User
    listener: Listener
    """Called with the notifications of the lobby."""
    participants: list[Participant] = field(default_factory=list)
    """The places that it has taken at tables."""
    has_left: bool = False

    @property
    def participant(self) -> Participant | None:
        """The place at which the session is now; None while it is in the lobby."""
        return next((participant for participant in reversed(self.participants) if participant.taken), None)
