"""The text of a clock: minutes at first, and seconds when they matter."""

import pytest

from bgterm.rules.board import Player
from bgterm.text.clock import flag_down, time_left


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (3000, "50 min"),
        (600.01, "11 min"),
        (600, "10 min"),
        (120.5, "3 min"),
        (120, "2:00"),
        (119.5, "2:00"),
        (60, "1:00"),
        (59.1, "1:00"),
        (9, "0:09"),
        (0.1, "0:01"),
        (0, "0:00"),
    ],
)
def test_time_is_shown_by_the_minute_and_then_by_the_second(seconds, shown):
    assert time_left(seconds) == shown


def test_a_flag_that_is_down_says_who_may_claim_it():
    assert flag_down(("Ann", "Bob"), Player.BLACK) == (
        "Ann has no time left. g: Bob claims the flag and wins the match."
    )
