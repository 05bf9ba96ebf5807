"""The lazy dataclasses behave as the standard ones."""

import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field, replace

import pytest

from bgterm.lazy_dataclass import lazy_dataclass
from bgterm.rules.board import Board


def classes(decorator):
    @decorator(frozen=True, slots=True)
    class Value:
        first: int
        second: str = "two"
        unseen: int = field(default=0, compare=False, repr=False)

    @decorator(kw_only=True)
    class Record:
        numbers: list[int] = field(default_factory=list)
        count: int = field(init=False)

        def __post_init__(self):
            self.count = len(self.numbers)

    @decorator(frozen=True, eq=False)
    class Unequal:
        first: int

        def __repr__(self):
            return "its own"

    return Value, Record, Unequal


@pytest.fixture(params=[dataclasses.dataclass, lazy_dataclass], ids=["standard", "lazy"])
def made(request):
    return classes(request.param)


def test_values_are_compared_hashed_and_printed_by_their_fields(made):
    value, record, unequal = made
    assert value(1) == value(1, "two", unseen=5) != value(2)
    assert hash(value(1)) == hash(value(1, unseen=5))
    assert value(1) != (1, "two")
    assert repr(value(1)).endswith("Value(first=1, second='two')")
    assert record(numbers=[1]) == record(numbers=[1])
    assert unequal(1) != unequal(1)
    assert repr(unequal(1)) == "its own"
    with pytest.raises(TypeError, match="unhashable"):
        hash(record())


def test_frozen_values_cannot_be_changed(made):
    value = made[0](1)
    for change in (lambda: setattr(value, "first", 2), lambda: delattr(value, "first")):
        with pytest.raises(FrozenInstanceError, match="field 'first'"):
            change()
    assert replace(value, first=2) == made[0](2)


def test_defaults_and_what_follows_the_fields_are_set(made):
    record = made[1]
    assert (record().numbers, record(numbers=[3, 4]).count) == ([], 2)
    record().numbers.append(1)
    assert record().numbers == []


@pytest.mark.parametrize("wrong", [(), (1, "two", 3, 4)])
def test_wrong_arguments_are_reported_with_the_class(made, wrong):
    with pytest.raises(TypeError, match=r"Value\.__init__\(\)"):
        made[0](*wrong)


def test_values_can_be_pickled():
    board = Board.of({6: 2}, {6: 2})
    assert pickle.loads(pickle.dumps(board)) == board  # noqa: S301 - written here
