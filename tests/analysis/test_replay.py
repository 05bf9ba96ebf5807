"""Going through a match: where each way leads, and that nothing is computed before it is asked for."""

from functools import partial
from itertools import pairwise

import pytest

from bgterm.analysis.replay_messages import describe, move_list
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import (
    Doubled,
    Dropped,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    TakeBackAsked,
    Taken,
    TakenBack,
    Unrecorded,
)
from bgterm.rules.match import Header, Win
from bgterm.rules.referee import apply_recorded
from bgterm.rules.replay import Replay
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from tests.builders import play
from tests.counting import calls_of
from tests.players import random_match
from tests.states import states

WHITE, BLACK = Player
HEADER = Header(BACKGAMMON, Ruleset(length=7), ("Ann", "Bob"))
GAMES = (
    OpeningThrown(2, 2),  # 1
    OpeningThrown(3, 1),  # 2
    Moved(WHITE, play("8/5 6/5")),  # 3
    Rolled(BLACK, Dice.of(6, 4)),  # 4
    Moved(BLACK, play("24/18 18/14")),  # 5
    Doubled(WHITE),  # 6
    Taken(BLACK),  # 7
    Rolled(WHITE, Dice.of(6, 5)),  # 8
    Moved(WHITE, play("24/18 18/13")),  # 9
    ResignationOffered(BLACK, Win.SINGLE),  # 10
    ResignationAccepted(WHITE),  # 11
    OpeningThrown(1, 2),  # 12
    Moved(BLACK, play("13/11 6/5")),  # 13
    Doubled(WHITE),  # 14
    Dropped(BLACK),  # 15
    Unrecorded(BLACK, 1),  # 16
)


@pytest.fixture
def story():
    return Replay(HEADER, GAMES)


def way(step, go):
    """Return the steps that `go` leads to from a step, until it leads no further."""
    found = [step]
    while (step := go(step)) != found[-1]:
        found.append(step)
    return found


def test_every_step_is_the_match_after_so_many_events(story):
    assert [story.at(step) for step in range(story.last + 1)] == [*states(HEADER, GAMES)]
    assert story.last == 16


@pytest.mark.parametrize(
    ("forward", "back", "steps"),
    [
        (Replay.next_play, Replay.previous_play, [0, 1, 2, 3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16]),
        (Replay.next_game, Replay.previous_game, [0, 12, 16]),
        (Replay.next_mark, Replay.previous_mark, [0, 6, 14, 16]),
    ],
    ids=["plays, but not throws", "games by their first throw", "doubles and gaps"],
)
def test_a_match_is_gone_through_in_both_directions(story, forward, back, steps):
    assert way(0, partial(forward, story)) == steps
    assert way(16, partial(back, story)) == steps[::-1]


def test_only_a_play_that_was_not_legal_is_found():
    header = Header(BACKGAMMON, Ruleset(policing=True), ("Ann", "Bob"))
    story = Replay(header, [OpeningThrown(3, 1), Moved(WHITE, play("24/14")), Rolled(BLACK, Dice.of(6, 4))])
    assert [story.is_irregular(step) for step in (2, 3)] == [True, False]
    assert (story.next_mark(0), story.previous_mark(3)) == (2, 2)
    legal = Replay(header, [OpeningThrown(3, 1), Moved(WHITE, play("8/5 6/5"))])
    assert (legal.is_irregular(2), legal.is_marked(2)) == (False, False)


def test_a_game_is_the_steps_from_its_first_throw_on(story):
    found = [story.game(step) for step in (0, 6, 11, 12, 15, 16)]
    assert found == [*[range(12)] * 3, *[range(12, 16)] * 2, range(16, 17)]
    assert [story.previous_game(step) for step in (14, 7)] == [12, 0]


def test_the_moves_of_a_game_are_listed(story):
    assert move_list(story, range(12)) == [
        (WHITE, "8/5 6/5", "31"),
        (BLACK, "24/14", "64"),
        (WHITE, "doubles to 2", ""),
        (BLACK, "takes", ""),
        (WHITE, "24/13", "65"),
        (BLACK, "resigns a single game?", ""),
        (WHITE, "accepts", ""),
    ]


def test_the_race_is_told_from_the_first_position_of_the_game_on(story):
    assert story.pips(story.game(4)) == [(0, (167, 167)), (3, (163, 167)), (5, (163, 157)), (9, (152, 157))]
    assert story.pips(story.game(13)) == [(12, (167, 167)), (13, (167, 164))]
    taken_back = Replay(HEADER, (*GAMES[:3], TakeBackAsked(WHITE), TakenBack(BLACK)))
    assert taken_back.pips(taken_back.game(4)) == [(0, (167, 167)), (3, (163, 167)), (5, (167, 167))]


def test_what_led_to_a_step_is_told(story):
    assert [describe(story, step) for step in (0, 3, 6)] == ["", "Ann 3-1: 8/5 6/5", "Ann doubles to 2"]


def test_nothing_is_worked_out_before_it_is_asked_for():
    with calls_of(apply_recorded) as counted:
        story = Replay(HEADER, GAMES)
        assert counted == {}
        move_list(story, story.game(0))
        assert counted["apply_recorded"] == 12
        for step in (16, 0, 7):
            story.at(step)
    assert counted["apply_recorded"] == len(GAMES)


def test_every_step_of_a_random_match_belongs_to_one_game():
    events, _ = random_match(5, HEADER)
    story = Replay(HEADER, events)
    games = list(dict.fromkeys(story.game(step) for step in range(story.last + 1)))
    assert (games[0].start, games[-1].stop) == (0, story.last + 1)
    assert all(one.stop == other.start for one, other in pairwise(games))
