"""The last messages of a terminal, and how long each is shown in place of the key bar."""

from collections import deque
from collections.abc import Callable
from math import inf

MOST = 10
"""How many messages are kept."""
_LEAST, _EACH = 2.0, 0.06
"""The minimum seconds that a message is shown, and the seconds added for each character."""


class Notices:
    """The last messages of a terminal."""

    def __init__(self, stay: Callable[[], bool]) -> None:
        """Begin without a message; `stay` returns whether messages stay until the next key."""
        self.last = deque[str](maxlen=MOST)
        """The last messages, the oldest first."""
        self._stay = stay

    def add(self, sentence: str) -> None:
        """Keep a message, unless it repeats the last one or is empty."""
        if sentence and [sentence] != [*self.last][-1:]:
            self.last.append(sentence)

    def seconds(self, sentence: str) -> float:
        """Return for how many seconds a message is shown; inf for until the next key."""
        return inf if self._stay() else _LEAST + _EACH * len(sentence)


class Noticing:
    """An app that keeps its messages."""

    notices: Notices
