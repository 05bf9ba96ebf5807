"""Sentences about each play for a player who does not see the board: hits, the bar, checkers off, the turn."""

import pytest

from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Moved, OpeningThrown, Rolled
from bgterm.rules.match import Game
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import LONG
from tests.builders import board, play
from tests.plain.seats import Talk

ANN, BOB = Player
RUN = (OpeningThrown(6, 2), Moved(ANN, play("24/18 13/11")), Rolled(BOB, Dice(5, 5)))


def talk_from(folder, position: str, dice: Dice) -> Talk:
    start = Game(board(position), ANN, dice=dice)
    return Talk(folder, [(2, 1), (2, 1)], ruleset=Ruleset(), start=start)


@pytest.fixture
def hit(tmp_path):
    """Two players; Bob is to play 5-5 and can hit Ann on the 1 point."""
    return Talk(tmp_path, [(6, 2), (5, 5), (4, 3), (6, 6)], past=RUN)


def test_hit_and_bar_are_told_in_words(hit):
    assert hit("done 8/3(2) 6/1*(2)").splitlines() == [
        "Bob played 5 5: 8/3(2) 6/1*(2), hitting on 1.",
        "On the bar: Ann 1.",
        "Ann, roll or double.",
    ]


def test_hit_is_told_while_the_turn_is_made(hit):
    assert hit("6/1") == "So far 6/1*, hitting on 1. Left to play: 5 5 5."
    assert hit("6/1 8/3(2)") == "8/3(2) 6/1*(2), hitting on 1. Type done, or undo."


def test_hits_are_named_among_the_legal_moves(hit):
    assert hit("legal") == "Legal: 13/8, 8/3, 6/1*. Hitting: 6/1."


def test_hits_are_told_in_the_list_of_plays(hit):
    listed = hit("plays").splitlines()[1:-1]
    assert [("hitting on 1" in line) for line in listed] == [("*" in line) for line in listed]
    assert any("*" in line for line in listed)


def test_two_hits_are_told(tmp_path):
    talk = talk_from(tmp_path, "24:10 8:1 6:4 / 22:1 21:1 6:13", Dice(5, 2))
    assert talk("done 8/3* 6/4*").splitlines()[:2] == [
        "Ann played 5 2: 8/3* 6/4*, hitting on 4 and 3.",
        "On the bar: Bob 2.",
    ]


def test_player_on_the_bar_is_told_before_the_move(hit):
    hit("done 8/3(2) 6/1*(2)")
    talk = Talk(hit.folder / "later", past=(*hit.table.history, Rolled(ANN, Dice(4, 3))))
    assert talk.news()[-1] == "Ann, you rolled 4 3. You have 1 on the bar. Your move."
    assert talk("bar/21").startswith("So far bar/21. Left to play: 3.")


def test_player_who_cannot_enter_is_told(tmp_path):
    talk = talk_from(tmp_path, "bar:2 6:13 / 6:3 5:3 4:3 3:2 2:2 1:2", Dice(6, 5))
    assert talk.news()[-1] == "Ann, you rolled 6 5. You have 2 on the bar. No legal move. Type done."
    assert talk("done").splitlines() == [
        "Ann rolled 6 5: no legal move.",
        "On the bar: Ann 2.",
        "Bob, roll or double.",
    ]


def test_checkers_borne_off_are_told_and_counted(tmp_path):
    talk = talk_from(tmp_path, "6:2 5:2 4:1 / 6:3", Dice(6, 5))
    assert talk("6/off") == "So far 6/off, bearing off 1. Left to play: 5."
    assert talk("done 5/off").splitlines() == [
        "Ann played 6 5: 6/off 5/off, bearing off 2.",
        "Off: Ann 12, Bob 12.",
        "Bob, roll or double.",
    ]


def test_bar_is_told_to_those_who_sit_down_later(hit):
    hit("done 8/3(2) 6/1*(2)")
    talk = Talk(hit.folder / "later", past=hit.table.history)
    assert talk.news()[1:] == [
        "Bob played 5 5: 8/3(2) 6/1*(2), hitting on 1.",
        "On the bar: Ann 1.",
        "Ann, roll or double.",
    ]


def test_play_of_nothing_without_a_referee_is_not_a_dance(tmp_path):
    talk = Talk(tmp_path, [(3, 1)], ruleset=Ruleset(length=5, policing=True))
    talk("roll")
    talk("done")
    assert talk("1").splitlines()[0] == "Ann rolled 3 1 and played nothing."


# The opening


def test_opening_says_who_starts(tmp_path):
    talk = Talk(tmp_path, [(3, 3), (3, 1)])
    assert talk.news()[-1] == "Game 1. Roll one die each to see who starts. Type roll."
    assert talk("roll") == "Game 1. Ann rolls 3, Bob 3: a tie, roll again. Type roll."
    assert talk("roll").splitlines() == ["Ann rolls 3, Bob 1: Ann starts.", "Ann, you rolled 3 1. Your move."]


def test_long_opening_says_what_the_lot_decides(tmp_path):
    talk = Talk(tmp_path, [(3, 3), (3, 5), (4, 4)], variant=LONG, ruleset=Ruleset(length=5, cube=False))
    assert talk.news()[-1] == "Game 1. Roll one die each for the lot: the higher moves first. Type roll."
    assert talk("roll") == "Game 1. Ann rolls 3, Bob 3: a tie, roll again. Type roll."
    assert talk("roll").splitlines() == ["Ann rolls 3, Bob 5: Bob moves first and rolls both dice.", "Bob, roll."]
    assert talk("roll") == "Bob, you rolled 4 4. Only one play: 24/16(2). Type done."
