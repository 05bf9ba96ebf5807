"""The values that all parts of a lobby use."""

from collections.abc import Callable
from typing import NamedTuple

from bgterm.lobby.hub import Hub
from bgterm.lobby.limits import Limits
from bgterm.lobby.rate_limit import RateLimits


class LobbyContext(NamedTuple):
    """The limits and the clock of a lobby, and its connection to other processes."""

    limits: Limits
    now: Callable[[], float]
    """A function that returns the time in seconds."""
    hub: Hub
    """The other processes of the same lobby."""
    rates: RateLimits
    """The rate limits that all processes count together."""
