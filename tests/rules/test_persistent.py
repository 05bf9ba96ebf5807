"""Sequences that share their beginnings behave as tuples of the same items."""

from bgterm.rules.persistent import PersistentList

EMPTY, THREE = PersistentList[str](), PersistentList.of("a", "b", "c")


def test_items_are_read_as_those_of_a_tuple():
    items = ("a", "b", "c")
    assert [*THREE] == [*items]
    assert [THREE[at] for at in (0, 1, 2, -1, -2, -3)] == [items[at] for at in (0, 1, 2, -1, -2, -3)]
    assert THREE[1:] == items[1:]
    assert (len(EMPTY), len(THREE)) == (0, 3)


def test_added_items_leave_the_sequence_as_it_was():
    longer = THREE.added("d")
    assert (longer, THREE) == (PersistentList.of("a", "b", "c", "d"), PersistentList.of("a", "b", "c"))
    assert longer.before is THREE
    assert EMPTY.before is EMPTY


def test_sequences_of_equal_items_are_equal_and_hash_alike():
    again = PersistentList.of("a", "b", "c")
    assert (again == THREE, hash(again) == hash(THREE)) == (True, True)
    assert THREE not in (PersistentList.of("a", "b", "d"), THREE.before, EMPTY, ("a", "b", "c"))
