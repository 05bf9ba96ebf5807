"""Sequences that share their beginnings."""

from functools import reduce

from bgterm.rules.persistent import PersistentList


def sequence(items):
    return reduce(PersistentList.added, items, PersistentList())


EMPTY, THREE = sequence(""), sequence("abc")


def test_added_items_are_last_and_leave_the_sequence_as_it_was():
    assert ([*EMPTY], [*THREE], THREE.last) == ([], ["a", "b", "c"], "c")
    assert (len(EMPTY), len(THREE)) == (0, 3)
    longer = THREE.added("d")
    assert (longer, THREE) == (sequence("abcd"), sequence("abc"))
    assert longer.before is THREE
    assert EMPTY.before is EMPTY


def test_sequences_of_equal_items_are_equal_and_hash_alike():
    again = sequence("abc")
    assert (again == THREE, hash(again) == hash(THREE)) == (True, True)
    assert THREE not in (sequence("abd"), THREE.before, EMPTY, ("a", "b", "c"))
