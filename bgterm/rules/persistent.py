"""A sequence that many versions of a frozen value share, though each is longer than the one before."""

from collections.abc import Iterator
from typing import Generic, TypeVar

_T = TypeVar("_T")


class PersistentList(Generic[_T]):
    """An immutable sequence. Appending an item copies nothing, and neither does dropping the last one (`before`).

    >>> one = PersistentList[str]().added("a")
    >>> two = one.added("b")
    >>> one, two, two.last, two.before is one
    (PersistentList['a'], PersistentList['a', 'b'], 'b', True)
    """

    __slots__ = ("_length", "before", "last")
    before: "PersistentList[_T]"
    """The sequence without its last item; an empty sequence is its own."""
    last: _T
    """The last item, if there is one."""

    def __init__(self) -> None:
        """Make an empty sequence."""
        self.before, self._length = self, 0

    def added(self, item: _T) -> "PersistentList[_T]":
        """Return a new list with one more item at its end; this one is unchanged."""
        longer = PersistentList[_T]()
        longer.before, longer.last, longer._length = self, item, self._length + 1
        return longer

    def __len__(self) -> int:
        """Return how many items there are."""
        return self._length

    def __iter__(self) -> Iterator[_T]:
        """Yield the items, the oldest first."""
        items, node = list[_T](), self
        while node:
            items.append(node.last)
            node = node.before
        return reversed(items)

    def __eq__(self, other: object) -> bool:
        """Return whether the other sequence has the same items."""
        if not isinstance(other, PersistentList):
            return NotImplemented
        return self is other or (len(self) == len(other) and [*self] == [*other])

    def __hash__(self) -> int:
        """Return the hash of the items."""
        return hash((*self,))

    def __repr__(self) -> str:
        """Return the items in brackets."""
        return f"PersistentList{[*self]}"
