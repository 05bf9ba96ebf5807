"""The states of a match, from its events alone."""

from collections.abc import Iterable, Iterator

from bgterm.rules.events import Event
from bgterm.rules.games import start
from bgterm.rules.match import Header, MatchState
from bgterm.rules.referee import apply_recorded


def states(header: Header, events: Iterable[Event]) -> Iterator[MatchState]:
    """Yield the state of the match at the start and after each event."""
    match = start(header)
    yield match
    for event in events:
        match = apply_recorded(match, event)
        yield match
