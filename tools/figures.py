"""What the bench prints."""

from typing import NamedTuple


class Figure(NamedTuple):
    """A line of the table."""

    what: str
    measured: str
    goal: str = ""
