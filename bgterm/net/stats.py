"""Counters of a server since its start."""

from dataclasses import dataclass


@dataclass
class Stats:
    """Counters that only grow."""

    connections_opened: int = 0
    """Connections that were opened, let in or not."""
    refused: int = 0
    """Connections and sessions that were not let in."""
    dropped: int = 0
    """Connections that were cut because they asked for too much, or did not read."""
    sessions_begun: int = 0
    """Sessions that began."""
    crashed: int = 0
    """Sessions that ended because of an error in bgterm."""
