"""Functions that want to know what happens at a table."""

from collections.abc import Callable
from itertools import count
from typing import Generic, ParamSpec

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
