"""The counters of a server since it started."""

from dataclasses import dataclass


@dataclass
class Stats:
    """Counters that only grow."""

    connections_opened: int = 0
    """Connections that were opened, refused ones included."""
    refused: int = 0
    """Connections and sessions that were refused."""
    dropped: int = 0
    """Connections that were dropped because they exceeded a limit."""
    sessions_begun: int = 0
    """Sessions that began."""
    crashed: int = 0
    """Sessions that ended because of an error in bgterm."""
