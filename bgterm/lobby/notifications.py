"""What sessions in the lobby and at its tables are notified of."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refreshed:
    """Who is there, what was said or what is on offer is not as it was: look again."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to say to the user."""

    said: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The user cannot stay: he goes back to the lobby, or when the lobby says it, home."""

    said: str


@dataclass(frozen=True, slots=True)
class Redirected:
    """The players sit down to another match."""

    code: str
    """Where that is found."""


@dataclass(frozen=True, slots=True)
class DraftChanged:
    """Who is to move has moved checkers on the board, or back: look at it again."""


@dataclass(frozen=True, slots=True)
class Contributed:
    """A player has sealed, declined or opened a contribution to the dice: ask again what is to be done."""

    said: str


Notification = Refreshed | Notice | Closed | Redirected | DraftChanged | Contributed
"""What somebody hears who is in the lobby or at a table."""
Listener = Callable[[Notification], None]
"""Hears it; it must neither fail nor wait."""


def ignore(_: Notification) -> None:
    """Hear nothing."""
