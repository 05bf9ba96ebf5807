"""Functions that are called when something happens at a table."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Generic, ParamSpec

from bgterm.notation.json_codec import Note
from bgterm.rules.events import Event
from bgterm.rules.match import Match

_P = ParamSpec("_P")


class Watchers(Generic[_P]):
    """Functions that are all called, whether some fail or not."""

    def __init__(self) -> None:
        """Begin without a watcher."""
        self._calls: dict[int, Callable[_P, object]] = {}
        self._tickets = count()

    def add(self, call: Callable[_P, object]) -> Callable[[], None]:
        """Call the watcher from now on; return the function that ends that."""
        ticket = next(self._tickets)
        self._calls[ticket] = call

        def remove() -> None:
            self._calls.pop(ticket, None)

        return remove

    def tell(self, *args: _P.args, **named: _P.kwargs) -> None:
        """Call every watcher, even if some fail. Raises an ExceptionGroup when they do."""
        faults = []
        for call in tuple(self._calls.values()):
            try:
                call(*args, **named)
            except Exception as fault:  # noqa: BLE001 - raised below, when all have been told
                faults.append(fault)
        if faults:
            raise ExceptionGroup(f"told of {args[-1:]}, some watchers failed", faults)


@dataclass(frozen=True)
class TableWatchers:
    """The watchers of one table."""

    events: Watchers[[Match, Event]] = field(default_factory=Watchers)
    """They are called with the match after an event, and the event."""
    exchange: Watchers[[]] = field(default_factory=Watchers)
    """They are called whenever a player contributes to verifiable dice."""
    notes: Watchers[[Note]] = field(default_factory=Watchers)
    """They are called with a note of another process."""
