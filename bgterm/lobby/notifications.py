"""The notifications to sessions in the lobby and at its tables.

What one user does is told to others: each message is worded where it is shown, in the language of its reader.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bgterm.catalog import _

Words = Callable[[], str]
"""Returns a message in the language of the session that calls it."""


@dataclass(frozen=True, slots=True)
class Message:
    """Words that another process can be sent: a message marked with `N_`, and its fields."""

    text: str
    fields: Mapping[str, str] = field(default_factory=dict)

    def __call__(self) -> str:
        """Return the message in the language of the session."""
        return _(self.text, **self.fields)


@dataclass(frozen=True, slots=True)
class Refreshed:
    """The people present, the chat or an offer has changed: read the state again."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A message to the user."""

    said: Words


class Challenge(Notice):
    """The message that somebody challenges the user; their lists have the challenge, too."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The user cannot stay: they return to the lobby or, from the lobby, leave the server."""

    said: Words


@dataclass(frozen=True, slots=True)
class Redirected:
    """The players sit down to another match."""

    code: str
    """The place to find it."""


@dataclass(frozen=True, slots=True)
class DraftChanged:
    """The player to move has changed the draft: read it again."""


@dataclass(frozen=True, slots=True)
class Contributed:
    """A player has sealed, declined or opened a contribution to the dice: ask again what is to be done."""

    said: Words


Notification = Refreshed | Notice | Closed | Redirected | DraftChanged | Contributed
"""A notification to a session in the lobby or at a table."""
Listener = Callable[[Notification], object]
"""Hears it; it must neither fail nor wait."""


def ignore(_: Notification) -> None:
    """Ignore a notification."""
