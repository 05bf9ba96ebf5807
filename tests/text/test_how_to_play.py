"""The rules for beginners are those of the game."""

import pytest

from bgterm.rules.variants import BACKGAMMON, HYPER, LONG, NACKGAMMON, VARIANTS
from bgterm.text.how_to_play import how_to_play, rules_in_full, start_drawing

NARROWEST = 40
"""The number of columns of a page in the smallest window."""


def test_the_drawing_of_the_start_is_the_board_as_it_stands():
    assert start_drawing(BACKGAMMON) == (
        " 13 14 15 16 17 18 | 19 20 21 22 23 24",
        " X5  .  .  . O3  . | O5  .  .  .  . X2",
        " O5  .  .  . X3  . | X5  .  .  .  . O2",
        " 12 11 10  9  8  7 |  6  5  4  3  2  1",
    )


@pytest.mark.parametrize(
    ("variant", "upper", "lower"),
    [
        (NACKGAMMON, " X4  .  .  . O3  . | O4  .  .  . X2 X2", " O4  .  .  . X3  . | X4  .  .  . O2 O2"),
        (HYPER, "  .  .  .  .  .  . |  .  .  . X1 X1 X1", "  .  .  .  .  .  . |  .  .  . O1 O1 O1"),
        (LONG, "  .  .  .  .  .  . |  .  .  .  .  .X15", "O15  .  .  .  .  . |  .  .  .  .  .  ."),
    ],
)
def test_each_variant_shows_its_own_start(variant, upper, lower):
    assert start_drawing(variant)[1:3] == (upper, lower)


def test_a_beginner_reads_of_everything_a_game_needs():
    headings = [section.heading for section in how_to_play()]
    assert headings[:10] == [
        "The aim",
        "The board",
        "A turn",
        "Where you may land",
        "Hitting",
        "Bearing off",
        "What a game counts",
        "The doubling cube",
        "Matches",
        "Playing with bgterm",
    ]
    assert headings[10:] == [variant.name for variant in VARIANTS.values() if variant is not BACKGAMMON]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_variant_is_explained_and_all_its_rules_are_told(variant):
    *about, every, _chosen = rules_in_full(variant)
    assert all(section.paragraphs for section in about)
    assert every.paragraphs[0].startswith(f"{variant.name}: {variant.checkers} checker")


def test_it_fits_into_the_smallest_window_and_into_ascii():
    for section in how_to_play():
        text = section.text(NARROWEST)
        assert max(map(len, text.splitlines())) <= NARROWEST
        assert text.isascii()
