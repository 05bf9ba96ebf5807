"""The sentences for listeners: each fact once, by name where two listen, with the possible answers."""

import re
from random import Random

import pytest

from bgterm.plain.speech import caught_up, event_lines, happened, news
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import (
    Doubled,
    Moved,
    OpeningThrown,
    ResignationOffered,
    Rolled,
    TakeBackAsked,
)
from bgterm.rules.games import start
from bgterm.rules.match import Header, Win
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import NextGame, Ruleset
from bgterm.rules.variants import VARIANTS
from tests.first_turn import FIRST_TURN
from tests.notation.situations import HEADER, LOST_ONE, after, under
from tests.plain.seats import asked
from tests.players import random_event

WHITE, BLACK = Player
BOTH = tuple(Player)
ROLLED = Rolled(BLACK, Dice(6, 4))


QUESTIONS = [
    ((), "Game 1. Roll one die each to see who starts. Type roll.", None),
    (
        (OpeningThrown(3, 3),),
        "Game 1. Wilhelmina rolls 3, Beatrix 3: a tie, roll again. Type roll.",
        None,
    ),
    ((OpeningThrown(3, 1),), "Wilhelmina, you rolled 3 1.", "You rolled 3 1."),
    (FIRST_TURN, "Beatrix, roll or double.", "Beatrix to roll."),
    ((*FIRST_TURN, ROLLED), "Beatrix, you rolled 6 4.", "Beatrix to move 6-4."),
    (
        (*FIRST_TURN, Doubled(BLACK)),
        "Beatrix doubles to 2: Wilhelmina, take or pass? Take: playing for 2; Wilhelmina owns the cube. "
        "Pass: Beatrix leads 1-0.",
        None,
    ),
    (
        (*FIRST_TURN, TakeBackAsked(WHITE)),
        "Wilhelmina asks to take back the last play: Beatrix, do you agree? Type accept or refuse.",
        "Wilhelmina asks to take back the last play: Beatrix, do you agree?",
    ),
    (
        (*FIRST_TURN, ResignationOffered(BLACK, Win.SINGLE)),
        "Beatrix resigns a single game: Wilhelmina, accept? "
        "Accept: single game 1 x cube 1 = 1, Wilhelmina leads 1-0. Refuse: play goes on where it stands.",
        None,
    ),
    (LOST_ONE, "Game 2. Roll one die each to see who starts. Type roll.", None),
]


@pytest.mark.parametrize(("past", "both", "white"), QUESTIONS)
def test_a_question_names_who_is_asked_and_the_answers(past, both, white):
    match = after(*past)
    assert asked(match, BOTH) == both
    assert asked(match, [WHITE]) == (white or both)


def test_a_question_for_dice_that_are_typed():
    assert asked(after(), BOTH, dice_typed=True).endswith("Now type Wilhelmina's die and then Beatrix's.")
    said = asked(after(*FIRST_TURN), BOTH, dice_typed=True)
    assert said == "Beatrix, type what your dice show, like 31, or double."
    assert asked(after(*FIRST_TURN), [BLACK], dice_typed=True) == said.replace("Beatrix, ", "Your turn: ")
    assert asked(after(*FIRST_TURN), [BLACK]) == "Your turn: roll or double."


def test_the_start_of_the_crawford_game_is_told():
    match = after(*LOST_ONE, header=under(length=2))
    assert asked(match, BOTH) == (
        "Game 2. Roll one die each to see who starts. Crawford game: no doubling. Type roll."
    )
    winner = HEADER._replace(ruleset=Ruleset(length=2, next_game=NextGame.WINNER))
    assert asked(after(*LOST_ONE, header=winner), BOTH) == ("Game 2. Crawford game: no doubling. Beatrix, roll.")


def test_a_roll_that_cannot_be_played_is_told_with_the_play():
    before = after(OpeningThrown(3, 1))
    assert happened(before, Moved(WHITE, ())) == "Wilhelmina rolled 3 1 and played nothing."


def test_lines_of_events_leave_out_bare_rolls():
    told = list(event_lines(HEADER, (*FIRST_TURN, ROLLED)))
    assert told == [
        (1, "Wilhelmina rolls 3, Beatrix 1: Wilhelmina starts."),
        (1, "Wilhelmina played 3 1: 8/5 6/5."),
    ]
    assert caught_up(HEADER, (*FIRST_TURN, ROLLED)) == [told[-1][1]]
    assert caught_up(HEADER, (*FIRST_TURN, Doubled(BLACK))) == []
    assert caught_up(HEADER, ()) == []


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("policing", [False, True])
def test_whatever_happens_can_be_told_in_whole_sentences(variant, policing):
    rng = Random(f"{variant.slug} {policing}")
    match = start(Header(variant, Ruleset(policing=policing, beavers=2), ("ann", "bob")))
    for _ in range(300):
        event = random_event(match, rng)
        before, match = match, apply(match, event)
        said = [
            asked(match, BOTH),
            asked(match, [WHITE]),
            happened(before, event),
            *news(before, event, match),
        ]
        assert all(text.endswith((".", "?")) and "  " not in text for text in said), said
        assert all(re.match("[A-Z]|ann |ann,|bob |bob,", text) for text in said), said
        assert not any(re.search("Ann|Bob", text) for text in said), said
