"""The states of a match, from its events alone."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event
from bgterm.rules.games import start
from bgterm.rules.match import Game, Header, MatchState
from bgterm.rules.referee import apply, apply_recorded
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, Variant
from tests.builders import START, board


def after(match: MatchState, *events: Event) -> MatchState:
    """Return the match after events that the referee accepts."""
    for event in events:
        match = apply(match, event)
    return match


def to_roll(ruleset: Ruleset, text: str = START, variant: Variant = BACKGAMMON, **setup: Any) -> MatchState:
    """Return a match in which White, who did not start, is to roll in a position, with more fields of the game."""
    stands = board(text, variant.checkers, variant.movement)
    game = Game(stands, on_roll=Player.WHITE, starter=Player.BLACK, turns=9)._replace(**setup)
    return MatchState(variant, ruleset, ("White", "Black"), game)


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
