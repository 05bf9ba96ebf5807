"""The position and the score of a match in sentences, by the numbers of one player."""

import pytest

from bgterm.analysis.dice_statistics import count_dice
from bgterm.plain.position_speech import bar, blots, board, luck, pips, point, score
from bgterm.rules.board import BAR, OFF, Movement, Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Doubled, Rolled, Taken
from tests.builders import board as position
from tests.first_turn import FIRST_TURN
from tests.notation.situations import HEADER, LOST_ONE, after, under

WHITE, BLACK = Player
NAMES = ("Ann", "Bob")
MIDDLE = position("bar:1 13:4 8:3 6:5 / bar:2 20:1 13:5 1:2")


def test_board_has_a_line_for_each_side_bar_and_off():
    assert board(NAMES, MIDDLE, WHITE) == [
        "Ann: 4 on 13, 3 on 8, 5 on 6, 1 on the bar, 2 off; 131 pips.",
        "Bob, by Ann's numbers: 2 on 24, 5 on 12, 1 on 5, 2 on the bar, 5 off; 137 pips.",
    ]
    assert board(NAMES, MIDDLE, BLACK)[0] == ("Bob: 1 on 20, 5 on 13, 2 on 1, 2 on the bar, 5 off; 137 pips.")


def test_in_long_backgammon_the_other_goes_the_same_way_round():
    start = position("24:15 / 24:14 20:1", movement=Movement.NARDE)
    assert board(NAMES, start, WHITE) == [
        "Ann: 15 on 24; 360 pips.",
        "Bob, by Ann's numbers: 14 on 12, 1 on 8; 356 pips.",
    ]
    assert point(NAMES, start, BLACK, 12) == "12: Ann 15."


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (13, "13: Ann 4."),
        (24, "24: Bob 2."),
        (5, "5: Bob 1."),
        (7, "7: empty."),
        (BAR, "Bar: Ann 1, Bob 2."),
        (OFF, "Off: Ann 2, Bob 5."),
    ],
)
def test_a_point_is_told(number, said):
    assert point(NAMES, MIDDLE, WHITE, number) == said


def test_blots_bar_and_race_are_told():
    assert blots(NAMES, MIDDLE, WHITE) == "Ann's blots: none. Bob's blots: 5."
    assert bar(NAMES, MIDDLE) == "Bar: Ann 1, Bob 2."
    assert pips(NAMES, MIDDLE) == "Ann 131, Bob 137: Ann leads by 6."
    assert pips(NAMES, position("6:1 / 6:1")) == "Ann 6, Bob 6: even. Effective pips: Ann 10.2, Bob 10.2."


def test_the_score_is_told_with_the_cube():
    match = after(*FIRST_TURN, Doubled(BLACK), Taken(WHITE))
    assert score(match, "") == "Wilhelmina 0, Beatrix 0, match to 7, game 1. The cube is at 2, with Wilhelmina."
    assert score(after(header=under(cube=False)), "1 euro").endswith(
        "game 1. No doubling cube. Each point is worth 1 euro."
    )
    assert score(after(*LOST_ONE), "").startswith("Wilhelmina 0, Beatrix 1, match to 7")


def test_how_the_dice_fell_is_told_in_words():
    events = (*FIRST_TURN, Rolled(BLACK, Dice(6, 6)))
    _, beatrix, judged = luck(HEADER.names, count_dice(HEADER, events))
    assert beatrix == (
        "Beatrix: 1 roll of 24.00 pips, 8.17 expected; ones 0, twos 0, threes 0, fours 0, fives 0, sixes 2, "
        "each 0.3 expected; 1 double, 0.2 expected; 0 rolls from the bar, 0 danced, 0.0 expected; "
        "0 could not be played."
    )
    assert judged.startswith("Too few rolls")
