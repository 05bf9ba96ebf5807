"""Which plays of a match do not count, because they were made again."""

from collections.abc import Sequence

from bgterm.rules.events import Challenged, Event, Moved, TakenBack
from bgterm.rules.match import Match, Phase


def withdrawn_plays(events: Sequence[Event], afters: Sequence[Match]) -> frozenset[int]:
    """Return which plays were taken back, or challenged and not legal, by their places among the events.

    `afters` is the match after each of the events.
    """
    found, last = set[int](), 0
    for at, (event, after) in enumerate(zip(events, afters, strict=True)):
        if isinstance(event, Moved):
            last = at
        elif isinstance(event, TakenBack | Challenged) and after.game.phase is Phase.TO_MOVE:
            found.add(last)
    return frozenset(found)
