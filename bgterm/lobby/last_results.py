"""The results of the last matches on a server, as the lobby shows them; after a restart from the records."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import time

from bgterm.lobby import messages
from bgterm.rules.match import Match
from bgterm.storage.library import last_finished

_MOST = 20
"""How many results are kept."""


@dataclass(frozen=True, slots=True)
class LastResult:
    """How one match ended."""

    code: str
    """The code of its table."""
    text: str
    """`Ann beats Bob 5-3`"""
    ended: float
    """When, by the clock of the lobby."""


class LastResults:
    """The last results, the newest first."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Begin without a result; `now` returns the time of the lobby in seconds."""
        self._now = now
        self._results = deque[LastResult](maxlen=_MOST)

    def load(self, folder: Path) -> None:
        """Take the last results from the index of the folder of records."""
        for entry in last_finished(folder, _MOST):
            if entry.white_games + entry.black_games:
                text = messages.result(entry.names, entry.score, entry.winner)
                age = max(time() - entry.modified / 1e9, 0.0)
                self._results.append(LastResult(entry.code, text, self._now() - age))

    def add(self, code: str, match: Match) -> None:
        """Add the result of the match that has just ended at the table of that code, unless it is known."""
        if match.results and all(result.code != code for result in self._results):
            text = messages.result(match.names, match.score, match.winner)
            self._results.appendleft(LastResult(code, text, self._now()))

    def with_ages(self) -> list[tuple[LastResult, float]]:
        """Return the results, each with the seconds that have passed since then."""
        return [(result, self._now() - result.ended) for result in self._results]
