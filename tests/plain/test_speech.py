"""The sentences of plain mode: each fact once, by name where two listen, with the possible answers."""

import re
from random import Random

import pytest

from bgterm.plain.position_speech import bar, blots, board, pips, point, score
from bgterm.plain.speech import caught_up, games, happened, news, question
from bgterm.play.participant import View
from bgterm.rules.board import OFF, Movement, Player
from bgterm.rules.choices import choices
from bgterm.rules.dice import Dice
from bgterm.rules.events import Doubled, Moved, OpeningThrown, ResignationOffered, Rolled, TakeBackAsked, Taken
from bgterm.rules.games import start
from bgterm.rules.match import Game, Header, Win
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import NextGame, Ruleset
from bgterm.rules.variants import LONG, VARIANTS
from tests.builders import FIRST_TURN, play
from tests.builders import board as position
from tests.notation.situations import HEADER, LOST_ONE, after, under
from tests.plain.seats import Talk
from tests.players import random_event

WHITE, BLACK = Player
BOTH = tuple(Player)
ROLLED = Rolled(BLACK, Dice(6, 4))


def asked(match, here):
    """Return the question of plain mode to the players in `here`."""
    can = {player: choices(match, player) for player in Player}
    return question(View(match.at_next_game(), tuple(here), can))


QUESTIONS = [
    ((), "Game 1. Roll one die each to see who starts. Type roll.", None),
    ((OpeningThrown(3, 3),), "Game 1. Wilhelmina rolls 3, Beatrix 3: a tie, roll again. Type roll.", None),
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


def test_the_one_player_to_roll_is_asked_without_a_name():
    assert asked(after(*FIRST_TURN), [BLACK]) == "Your turn: roll or double."


def test_the_start_of_the_crawford_game_is_told():
    match = after(*LOST_ONE, header=under(length=2))
    crawford = "Game 2. Roll one die each to see who starts. Crawford game: no doubling. Type roll."
    assert asked(match, BOTH) == crawford
    winner = HEADER._replace(ruleset=Ruleset(length=2, next_game=NextGame.WINNER))
    assert asked(after(*LOST_ONE, header=winner), BOTH) == "Game 2. Crawford game: no doubling. Beatrix, roll."


def test_a_roll_that_cannot_be_played_is_told_with_the_play():
    before = after(OpeningThrown(3, 1))
    assert happened(before, Moved(WHITE, ())) == "Wilhelmina rolled 3 1 and played nothing."


def test_lines_of_events_leave_out_bare_rolls():
    told = games(HEADER, (*FIRST_TURN, ROLLED))
    assert told == [
        "Game 1.",
        "Wilhelmina rolls 3, Beatrix 1: Wilhelmina starts.",
        "Wilhelmina played 3 1: 8/5 6/5.",
    ]
    assert caught_up(HEADER, (*FIRST_TURN, ROLLED)) == [told[-1]]
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
        said = [asked(match, BOTH), asked(match, [WHITE]), happened(before, event), *news(before, event, match)]
        assert all(text.endswith((".", "?")) and "  " not in text for text in said), said
        assert all(re.match("[A-Z]|ann |ann,|bob |bob,", text) for text in said), said
        assert not any(re.search("Ann|Bob", text) for text in said), said


NAMES = ("Ann", "Bob")
MIDDLE = position("bar:1 13:4 8:3 6:5 / bar:2 20:1 13:5 1:2")


def test_board_has_a_line_for_each_side_bar_and_off():
    assert board(NAMES, MIDDLE, WHITE) == [
        "Ann: 4 on 13, 3 on 8, 5 on 6, 1 on the bar, 2 off; 131 pips.",
        "Bob, by Ann's numbers: 2 on 24, 5 on 12, 1 on 5, 2 on the bar, 5 off; 137 pips.",
    ]
    assert board(NAMES, MIDDLE, BLACK)[0] == "Bob: 1 on 20, 5 on 13, 2 on 1, 2 on the bar, 5 off; 137 pips."


def test_in_long_backgammon_the_other_goes_the_same_way_round():
    start = position("24:15 / 24:14 20:1", movement=Movement.NARDE)
    assert board(NAMES, start, WHITE) == [
        "Ann: 15 on 24; 360 pips.",
        "Bob, by Ann's numbers: 14 on 12, 1 on 8; 356 pips.",
    ]
    assert point(NAMES, start, BLACK, 12) == "12: Ann 15."


def test_blots_bar_and_race_are_told():
    assert blots(NAMES, MIDDLE, WHITE) == "Ann's blots: none. Bob's blots: 5."
    assert bar(NAMES, MIDDLE) == "Bar: Ann 1, Bob 2."
    assert point(NAMES, MIDDLE, WHITE, OFF) == "Off: Ann 2, Bob 5."
    assert pips(NAMES, MIDDLE) == "Ann 131, Bob 137: Ann leads by 6."
    assert pips(NAMES, position("6:1 / 6:1")) == "Ann 6, Bob 6: even. Effective pips: Ann 10.2, Bob 10.2."


@pytest.mark.rule("A-48")
def test_the_score_is_told_with_the_cube_and_the_stake():
    match = after(*FIRST_TURN, Doubled(BLACK), Taken(WHITE))
    assert score(match, "") == "Wilhelmina 0, Beatrix 0, match to 7, game 1. The cube is at 2, with Wilhelmina."
    cubeless = score(after(header=under(cube=False)), "1 euro")
    assert cubeless.endswith("game 1. No doubling cube. Each point is worth 1 euro.")
    assert score(after(*LOST_ONE), "").startswith("Wilhelmina 0, Beatrix 1, match to 7")
    crawford = score(after(*LOST_ONE, header=under(length=2)).at_next_game(), "")
    assert crawford.endswith("game 2. Crawford game: no doubling.")


RUN = (OpeningThrown(6, 2), Moved(WHITE, play("24/18 13/11")), Rolled(BLACK, Dice(5, 5)))


def talk_from(folder, text: str, dice: Dice) -> Talk:
    start = Game(position(text), WHITE, dice=dice)
    return Talk(folder, [(2, 1), (2, 1)], ruleset=Ruleset(), start=start)


@pytest.fixture
def hit(tmp_path):
    """Two players; Bob is to play 5-5 and can hit Ann on the 1 point."""
    return Talk(tmp_path, [(6, 2), (5, 5), (4, 3), (6, 6)], past=RUN)


def test_hits_are_told_before_the_turn_and_while_it_is_made(hit):
    assert hit("legal") == "Legal: 13/8, 8/3, 6/1*. Hitting: 6/1."
    listed = hit("plays").splitlines()[1:-1]
    assert ["hitting on 1" in line for line in listed] == ["*" in line for line in listed] != [False] * len(listed)
    assert hit("6/1") == "So far 6/1*, hitting on 1. Left to play: 5 5 5."
    assert hit("6/1 8/3(2)") == "8/3(2) 6/1*(2), hitting on 1. Type done, or undo."


def test_two_hits_are_told(tmp_path):
    talk = talk_from(tmp_path, "24:10 8:1 6:4 / 22:1 21:1 6:13", Dice(5, 2))
    said = "Ann played 5 2: 8/3* 6/4*, hitting on 4 and 3.\nOn the bar: Bob 2.\n"
    assert talk("done 8/3* 6/4*").startswith(said)


def test_hit_and_bar_are_told_to_all_and_before_the_next_move(hit):
    *told, asked = hit("done 8/3(2) 6/1*(2)").splitlines()
    assert told == ["Bob played 5 5: 8/3(2) 6/1*(2), hitting on 1.", "On the bar: Ann 1."]
    assert asked == "Ann, roll or double."
    assert Talk(hit.folder / "to roll", past=hit.table.history).news()[1:] == [*told, asked]
    talk = Talk(hit.folder / "to move", past=(*hit.table.history, Rolled(WHITE, Dice(4, 3))))
    assert talk.news()[1:] == [*told, "Ann, you rolled 4 3. You have 1 on the bar. Your move."]
    assert talk("bar/21").startswith("So far bar/21. Left to play: 3.")


def test_player_who_cannot_enter_is_told(tmp_path):
    talk = talk_from(tmp_path, "bar:2 6:13 / 6:3 5:3 4:3 3:2 2:2 1:2", Dice(6, 5))
    assert talk.news()[-1] == "Ann, you rolled 6 5. You have 2 on the bar. No legal move. Type done."
    assert talk("done") == "Ann rolled 6 5: no legal move.\nOn the bar: Ann 2.\nBob, roll or double."


def test_checkers_borne_off_are_told_and_counted(tmp_path):
    talk = talk_from(tmp_path, "6:2 5:2 4:1 / 6:3", Dice(6, 5))
    assert talk("6/off") == "So far 6/off, bearing off 1. Left to play: 5."
    said = "Ann played 6 5: 6/off 5/off, bearing off 2.\nOff: Ann 12, Bob 12.\nBob, roll or double."
    assert talk("done 5/off") == said


def test_long_opening_says_what_the_lot_decides(tmp_path):
    talk = Talk(tmp_path, [(3, 3), (3, 5), (4, 4)], variant=LONG, ruleset=Ruleset(length=5, cube=False))
    assert talk.news()[-1] == "Game 1. Roll one die each for the lot: the higher moves first. Type roll."
    assert talk("roll") == "Game 1. Ann rolls 3, Bob 3: a tie, roll again. Type roll."
    assert talk("roll").splitlines() == ["Ann rolls 3, Bob 5: Bob moves first and rolls both dice.", "Bob, roll."]
    assert talk("roll") == "Bob, you rolled 4 4. Only one play: 24/16(2). Type done."
