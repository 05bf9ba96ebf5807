"""A sequence that many versions of a frozen value share, though each is longer than the one before."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import TypeVar, overload

_T = TypeVar("_T")


class PersistentList(Sequence[_T]):
    """An immutable sequence. Appending an item copies nothing, and neither does dropping the last one (`before`).

    >>> one = PersistentList.of("a")
    >>> two = one.added("b")
    >>> one, two, two.before is one
    (PersistentList.of('a'), PersistentList.of('a', 'b'), True)
    """

    __slots__ = ("_before", "_item", "_length")
    _before: "PersistentList[_T] | None"
    _item: _T

    def __init__(self) -> None:
        """Make an empty sequence."""
        self._before, self._length = None, 0

    @classmethod
    def of(cls, *items: _T) -> "PersistentList[_T]":
        """Return the sequence of these items."""
        return reduce(PersistentList.added, items, PersistentList[_T]())

    def added(self, item: _T) -> "PersistentList[_T]":
        """Return the sequence with one more item."""
        longer = PersistentList[_T]()
        longer._before, longer._item, longer._length = self, item, self._length + 1
        return longer

    @property
    def before(self) -> "PersistentList[_T]":
        """The sequence without its last item; an empty sequence is its own."""
        return self if self._before is None else self._before

    def __len__(self) -> int:
        """Return how many items there are."""
        return self._length

    @overload
    def __getitem__(self, index: int) -> _T: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[_T]: ...
    def __getitem__(self, index: int | slice) -> _T | Sequence[_T]:
        """Return an item, in constant time the last one, or a slice."""
        return self._item if index == -1 and self._length else tuple(self)[index]

    def __iter__(self) -> Iterator[_T]:
        """Yield the items, the oldest first."""
        items, node = list[_T](), self
        while node._before is not None:
            items.append(node._item)
            node = node._before
        return reversed(items)

    def __eq__(self, other: object) -> bool:
        """Return whether the other sequence has the same items."""
        if not isinstance(other, PersistentList):
            return NotImplemented
        return self is other or (len(self) == len(other) and tuple(self) == tuple(other))

    def __hash__(self) -> int:
        """Return the hash of the items."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """Return an expression that makes this sequence."""
        return f"PersistentList.of({', '.join(map(repr, self))})"
