"""Who is at a table, and what those hear who are in the lobby or at one."""

from collections.abc import Callable
from dataclasses import dataclass

from bgterm.rules.board import Player


@dataclass(frozen=True, slots=True)
class Changed:
    """Who is there, what was said or what is on offer is not as it was: look again."""


@dataclass(frozen=True, slots=True)
class Told:
    """Something to say to the visitor."""

    said: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The visitor cannot stay: he goes back to the lobby, or when the lobby says it, home."""

    said: str


@dataclass(frozen=True, slots=True)
class MovedOn:
    """The players sit down to another match."""

    code: str
    """Where that is found."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """Who is to move has moved checkers on the board, or back: look at it again."""


@dataclass(frozen=True, slots=True)
class Contributed:
    """A player has sealed, declined or opened a contribution to the dice: ask again what is to be done."""

    said: str


News = Changed | Told | Ended | MovedOn | Drafted | Contributed
"""What somebody hears who is in the lobby or at a table."""
Listener = Callable[[News], None]
"""Hears it; it must neither fail nor wait."""


@dataclass(frozen=True, slots=True)
class Company:
    """Who is at a table."""

    dropped: tuple[Player, ...] = ()
    """Whose line has dropped: his seat is kept."""
    elsewhere: tuple[Player, ...] = ()
    """Players who are connected, and have been called, but are not at the table yet."""
    left: tuple[Player, ...] = ()
    """Who has left: his seat is kept as well."""
    gone: tuple[Player, ...] = ()
    """Guests who have gone and cannot come back."""
    watchers: int = 0
    """How many look on."""
    watchable: bool = True
    """Whether others may come and look on."""
    rematch: tuple[Player, ...] = ()
    """Who would like another match."""

    @property
    def away(self) -> tuple[Player, ...]:
        """Whoever is not there."""
        return (*self.dropped, *self.elsewhere, *self.left, *self.gone)
