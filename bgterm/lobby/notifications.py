"""The notifications to sessions in the lobby and at its tables.

Their messages are worded where they are shown, in the language of the reader.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from bgterm.catalog import _

Words = Callable[[], str]
"""A function that returns a message in the language of the session that calls it."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message that can be sent to another process: a text to be translated, marked with `N_`, and its fields."""

    text: str
    fields: Mapping[str, str] = field(default_factory=dict)

    def __call__(self) -> str:
        """Return the message in the language of the session."""
        return _(self.text, **self.fields)


@dataclass(frozen=True, slots=True)
class Refreshed:
    """The people present, the chat or an offer has changed: the session must read the state again."""


class Notice(NamedTuple):
    """A message to show to the user of the session, who stays at the same place."""

    said: Words


class Challenge(Notice):
    """The message that another user challenges this one, who finds the challenge among the open tables."""


class Closed(NamedTuple):
    """The session must leave, with a message: from a table it returns to the lobby, from the lobby it ends."""

    said: Words


class Redirected(NamedTuple):
    """The session must move to another match, such as a rematch, on a seat or as a spectator as before."""

    code: str
    """The code of the other match."""


@dataclass(frozen=True, slots=True)
class DraftChanged:
    """The moves of the unfinished turn have changed: the session must read them again."""


class Contributed(NamedTuple):
    """A player has sealed, declined or opened a contribution to the dice.

    The session must show the message about it, and update its prompt.
    """

    said: Words


Notification = Refreshed | Notice | Closed | Redirected | DraftChanged | Contributed
"""A notification to a session in the lobby or at a table."""
Listener = Callable[[Notification], object]
"""A function that receives notifications; it must neither raise nor block."""


def ignore(_: Notification) -> None:
    """Do nothing. This is the listener of a place at a table until the session sets its own."""
