"""The states of a match, from its events alone."""

from collections.abc import Iterable, Iterator

import pytest

from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event
from bgterm.rules.games import start
from bgterm.rules.match import Header, MatchState
from bgterm.rules.referee import apply, apply_recorded


def after(match: MatchState, *events: Event) -> MatchState:
    """Return the match after events that the referee accepts."""
    for event in events:
        match = apply(match, event)
    return match


def reached(header: Header, events: Iterable[Event]) -> MatchState:
    """Return the match after the events of a record."""
    return [*states(header, events)][-1]


def refused(match: MatchState, event: Event) -> BackgammonError:
    """Return the error with which the referee refuses an event."""
    with pytest.raises(BackgammonError) as caught:
        apply(match, event)
    return caught.value


def states(header: Header, events: Iterable[Event]) -> Iterator[MatchState]:
    """Yield the state of the match at the start and after each event."""
    match = start(header)
    yield match
    for event in events:
        match = apply_recorded(match, event)
        yield match
