"""Counting: who may have how much, at which moment."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.net.limits import Bucket, Doorkeeper, Limits
from bgterm.notation import server_words as words


@pytest.mark.parametrize(
    ("asked", "given_"),
    [((80, 24), (80, 24)), ((3000, 3000), (250, 80)), ((0, 0), (80, 24)), ((1, 200), (20, 80))],
)
def test_sizes_are_clamped(asked, given_):
    assert Limits().clamped(*asked) == given_


@given(st.lists(st.tuples(st.floats(0, 100), st.integers(0, 500))))
def test_a_bucket_never_gives_more_than_it_holds_and_gets(steps):
    bucket, now, taken = Bucket(rate=10, size=50), 0.0, 0
    for wait, wanted in steps:
        now += wait
        got = bucket.take(wanted, now)
        assert 0 <= got <= wanted
        taken += got
        assert taken <= 50 + 10 * now + 1e-6


def test_a_bucket_that_is_left_alone_is_full_again():
    bucket = Bucket(rate=10, size=50)
    assert bucket.take(80, 0.0) == 50
    assert bucket.take(80, 0.0) == 0
    assert bucket.take(80, 1.0) == 10
    assert bucket.take(80, 1000.0) == 50


def test_one_address_cannot_take_all_places():
    keeper = Doorkeeper(Limits(sessions=10, per_address=2))
    assert [keeper.connect("10.0.0.1") for _ in range(3)] == ["", "", words.too_many_from("10.0.0.1")]
    assert keeper.connect("10.0.0.2") == ""
    keeper.disconnect("10.0.0.1")
    keeper.disconnect("10.0.0.1")
    assert keeper.connect("10.0.0.1") == ""


def test_all_addresses_of_one_network_are_one():
    keeper = Doorkeeper(Limits(per_address=2))
    for address in ("2001:db8::1", "2001:db8::2"):
        assert keeper.connect(address) == ""
    assert keeper.connect("2001:db8::3%eth0") != ""
    assert keeper.connect("2001:db8:0:1::3") == ""
    assert keeper.connect("::ffff:10.0.0.1") == ""
    assert [keeper.connect(address) == "" for address in ("10.0.0.1", "10.0.0.1")] == [True, False]


def test_a_full_house_is_full_for_everybody():
    keeper = Doorkeeper(Limits(sessions=2))
    assert keeper.open_session("10.0.0.1", 0) == ""
    assert keeper.open_session("10.0.0.2", 0) == ""
    assert keeper.open_session("10.0.0.3", 0) == words.FULL
    keeper.close_session("10.0.0.1")
    assert keeper.open_session("10.0.0.3", 0) == ""


def test_nobody_is_remembered_who_has_left():
    keeper = Doorkeeper(Limits())
    for number in range(100):
        keeper.connect(f"10.0.0.{number}")
        keeper.open_session(f"10.0.0.{number}", 0)
        keeper.close_session(f"10.0.0.{number}")
        keeper.disconnect(f"10.0.0.{number}")
    assert not keeper.connections
    assert not keeper.sessions
