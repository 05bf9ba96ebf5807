"""Lines at the keyboard in plain mode: commands, plays, numbers, and questions that can be asked at any time."""

import re

import pytest

from bgterm.notation.parse_position import read_position
from bgterm.plain.messages import COMMANDS
from bgterm.plain.session import ANSWERS, commands_of
from bgterm.play.actions.everything import WORDS
from bgterm.rules.board import Player
from bgterm.rules.match import Ending, Game, Phase
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import LONG
from tests.builders import board
from tests.plain.seats import Talk
from tests.tui.moments import two_ways, way_to_ask
from tests.tui.seat import played_until

ACTIONS = tuple(commands_of(WORDS))
NO_PART = "Nothing can be added to these dice: only verifiable dice take contributions."
WHICH_POINT = "p: what stands on a point: p 13, p bar, p off, or several, p 6 5 4."


@pytest.fixture
def talk(tmp_path):
    """Two players after Ann's throw of 3 1, which she has not played."""
    talk = Talk(tmp_path, [(3, 1), (6, 4), (2, 1), (5, 5)])
    talk("roll")
    return talk


def test_every_command_is_explained_and_has_names_of_its_own():
    commands = (*ACTIONS, *ANSWERS)
    assert sorted([*(command.name for command in commands), "help"]) == sorted(COMMANDS)
    names = [name for command in commands for name in (command.name, *command.also)]
    assert len({*names, "help", "h", "?"}) == len(names) + 3


@pytest.mark.parametrize("line", ["board", "BOARD", "b", "board?", "  Board  ", "boa"])
def test_a_name_may_be_shortened_in_any_case(talk, line):
    assert talk(line).startswith("Ann: 2 on 24")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bl", "Ann's blots: none. Bob's blots: none."),
        ("d", '"d" can be done, dice or diagram: type more of it.'),
        ("l", '"l" can be legal, last or luck: type more of it.'),
        ("bar", "Bar: Ann none, Bob none."),
        ("off", "Not all your checkers are home: one is still on 24."),
        ("r", "Finish your move first."),
        ("words abc", NO_PART),
        ("open abc", NO_PART),
        ("proof", "The dice of this match are not verifiable, so there is no proof of them."),
        ("more", "There is no list to continue."),
        ("clock", "This match is played without a clock."),
        ("24/15", "24/15 is 9 pips: not possible with 3-1."),
        ("8//5", '"8//5" cannot be read: write moves like 8/5 6/5.'),
        ("board now", 'board stands alone: "now" after it means nothing.'),
        ("bar? 5", 'bar? stands alone: "5" after it means nothing.'),
        ("help DOU", "double: offer to play for twice the stake."),
        ("p 13", "13: Ann 5."),
        ("P 12", "12: Bob 5."),
        ("point bar", "Bar: Ann none, Bob none."),
        ("p 0", "Off: Ann none, Bob none."),
        ("p 6 5, 4", "6: Ann 5.\n5: empty.\n4: empty."),
        ("p 26", "There is no point 26: points are 1 to 24, bar and off."),
        ("p", WHICH_POINT),
        ("p thirteen", WHICH_POINT),
    ],
)
def test_a_line_that_changes_nothing_is_answered(talk, line, said):
    before = talk.table.match
    assert talk(line) == said
    assert talk.table.match is before


def test_what_means_nothing_is_answered_with_what_may_be_typed(talk):
    now = "a play like 8/5 6/5, done, plays, resign, quit or help"
    assert talk("xyzzy") == f'Unknown command "xyzzy": type {now}.'
    assert talk("hello there\x1b[2J") == f'Unknown command "hello": type {now}.'
    assert talk("q\x1bw\u202e") == f'Unknown command "q?w?": type {now}.'
    assert talk("ü" * 5000) == f'Unknown command "{"ü" * 30}": type {now}.'
    assert talk("8/5", "xyzzy").endswith("done, undo, plays, resign, quit or help.")
    assert talk("done 6/5", "8/5") == "Roll first."
    assert talk("xyzzy") == 'Unknown command "xyzzy": type roll, double, resign, takeback, quit or help.'


@pytest.mark.parametrize("lines", [["8/5 6/5"], ["8/5", "6/5"], ["8-5 6-5"], ["8 5 6 5"], ["31: 8/5, 6/5"], ["5"]])
def test_a_play_is_typed_in_every_way_and_confirmed(talk, lines):
    assert talk(*lines) == "8/5 6/5. Type done, or undo."
    assert talk.table.match.game.phase is Phase.TO_MOVE
    assert talk("done") == "Ann played 3 1: 8/5 6/5.\nBob, roll or double."


def test_a_turn_is_told_as_it_grows_and_shrinks(talk):
    assert talk("") == "Ann, you rolled 3 1. Your move."
    assert talk("24/21") == "So far 24/21. Left to play: 1."
    assert talk("   ") == "Ann, you rolled 3 1. So far 24/21. Left to play: 1."
    assert talk("21/20") == "24/20. Type done, or undo."
    assert talk("undo") == "So far 24/21. Left to play: 1."
    assert talk("13/12") == "13/12 is blocked: Bob holds it with 5."
    assert talk("done") == "You must still play 1."
    assert talk("6/5") == "24/21 6/5. Type done, or undo."
    assert talk("undo ALL") == "Your move."
    assert talk("undo twice") == "There is no move to undo."


def test_a_play_and_done_may_be_one_line(talk):
    assert talk("done 8/5") == "You must still play 1."
    assert talk("done 24/18") == "24/18 needs a 6; only your 1 is left."
    assert talk("done 6/5") == "Ann played 3 1: 8/5 6/5.\nBob, roll or double."


# Lists


def test_plays_are_listed_to_choose_from(talk):
    first = talk("plays").splitlines()
    assert first[0] == "Which legal play? Type a number."
    assert first[-1] == "7 more: type more."
    assert len(first) == 11
    second = talk("more").splitlines()
    assert len(second) == 8
    play = second[3].removeprefix("12: ")
    assert talk("pips") == "Ann 167, Bob 167: even."
    assert talk("17") == "There is no 17 in the list: type 1 to 16."
    assert talk("0") == "There is no 0 in the list: type 1 to 16."
    assert talk("1234") == "There is no 1234 in the list: type 1 to 16."
    assert talk("9" * 5000) == f"There is no {'9' * 20} in the list: type 1 to 16."
    assert talk("012") == f"{play}. Type done, or undo."


def test_several_moves_are_not_called_routes(tmp_path):
    assert Talk(tmp_path, [(6, 4)])("roll", "13").splitlines()[0] == "Which move do you mean? Type a number."


def test_no_empty_play_is_listed(tmp_path):
    shut_out = Game(board("bar:1 6:5 / 6:2 5:2 4:2 3:2 2:2 1:2 24:3"), Player.WHITE)
    assert Talk(tmp_path, [(3, 1)], start=shut_out)("roll", "plays") == "No play is legal with 3-1."


def test_a_list_is_left_by_doing_something_else(talk):
    assert talk("plays", "24/21", "5") == "24/21 6/5. Type done, or undo."
    assert talk("undo all", "resign", "24/21", "5") == "24/21 6/5. Type done, or undo."


def test_a_list_stays_after_an_empty_line_and_a_refused_line(talk):
    listed = talk("plays")
    assert talk("13/7 24/18").splitlines() == [
        "13/7 needs a 6: you rolled 3-1.",
        "Nothing of that line was played.",
    ]
    assert talk("more") != listed
    assert talk("") == listed
    assert talk("1") == f"{listed.splitlines()[1].removeprefix('1: ')}. Type done, or undo."


def test_a_way_that_decides_what_is_hit_is_asked(tmp_path):
    talk = Talk(tmp_path, past=played_until(two_ways))
    way = way_to_ask(talk.table.match)
    asked, one, other = talk(f"done {way}").splitlines()
    assert asked == "Which route? It changes what you hit. Type a number."
    hits = [line for line in (one, other) if "*" in line]
    assert len(hits) == 1
    number, play = hits[0].split(": ")
    assert talk(number) == f"{play}. Type done, or undo."
    assert talk("undo all", way).splitlines() == [asked, one, other]


def test_help_explains_what_can_be_typed_now_and_everything(talk):
    told = talk("help")
    assert told.startswith("A play is typed like 8/5 6/5")
    assert re.findall(r"^([^:\n]*):", told, re.MULTILINE) == ["done", "plays", "resign", "quit", "At any time"]
    assert len(talk("help all").splitlines()) == len(COMMANDS) + 1
    assert talk("help me").startswith('Unknown command "me"')
    now = ["roll", "double", "resign", "takeback", "quit", "At any time"]
    assert re.findall(r"^([^:\n]*):", talk("done 8/5 6/5", "?"), re.MULTILINE) == now


def test_passing_a_double_is_never_guessed(tmp_path):
    talk = Talk(tmp_path, [(3, 1)], ruleset=Ruleset(length=5))
    assert talk("roll", "done 8/5 6/5", "double", "pas") == '"pas" is not enough: type pass in full.'
    assert talk("dr").startswith('Unknown command "dr"')
    assert talk("pass it on") == 'pass stands alone: "it on" after it means nothing.'
    assert talk("p").startswith("p: what stands on a point")
    assert talk.table.match.game.phase is Phase.DOUBLED
    assert talk("pass").splitlines() == [
        "Ann passes: Bob wins: 1 point (the cube before the double).",
        "Bob leads 1-0, match to 5.",
        "Game 2. Roll one die each to see who starts. Type roll.",
    ]


# Questions that can be asked at any time

IN_A_TURN = {
    "board": [
        "Ann: 2 on 24, 5 on 13, 3 on 8,",
        "Ann: 1 on 24, 1 on 21, 5 on 13,",
        "Ann: 1 on 23, 1 on 21, 5 on 13,",
        "Bob: 2 on 24, 5 on 13, 3 on 8,",
    ],
    "blots": [
        "Ann's blots: none. Bob's blots: none.",
        "Ann's blots: 24, 21. Bob's blots: none.",
        "Ann's blots: 23, 21. Bob's blots: none.",
        "Bob's blots: none. Ann's blots: 4, 2.",
    ],
    "pips": [
        "Ann 167, Bob 167: even.",
        "Ann 164, Bob 167: Ann leads by 3.",
        "Ann 163, Bob 167: Ann leads by 4.",
        "Ann 163, Bob 167: Ann leads by 4.",
    ],
    "dice": [
        "Ann rolled 3 1.",
        "Ann rolled 3 1. Left: 1.",
        "Ann rolled 3 1. Left: nothing.",
        "No dice lie on the board.",
    ],
    "legal": [
        "Legal: 24/23, 24/21, 13/10, 8/7, 8/5, 6/5, 6/3.",
        "Legal: 24/23, 21/20, 8/7, 6/5.",
        "Nothing is left to play: type done, or undo.",
        "Roll first.",
    ],
}
"""The answers before a turn, after each of its two moves, and after its end; of a board, the beginning."""


@pytest.mark.parametrize("asked", IN_A_TURN)
def test_answers_follow_the_moves_of_the_turn(talk, asked):
    answers = [talk(asked)]
    for line in ("24/21", "24/23", "done"):
        talk(line)
        answers.append(talk(asked))
    assert [told[: len(said)] for told, said in zip(answers, IN_A_TURN[asked], strict=True)] == IN_A_TURN[asked]


def test_what_long_backgammon_forbids_is_told_with_what_is_legal(tmp_path):
    talk = Talk(tmp_path, [(5, 1), (3, 2), (6, 3), (4, 1)], variant=LONG, ruleset=Ruleset(cube=False))
    talk("roll", "roll", "done", "roll", "done", "roll")
    assert talk("legal") == "Legal: 24/23, 24/20, 19/18, 19/15. Head: 0 of 1 used."
    assert talk("24/20", "legal") == "Legal: 20/19, 19/18. Head: 1 of 1 used."
    assert talk("bar?") == "There is no bar in this game: nobody is hit."


def test_events_are_told_again_and_the_board_is_of_the_next_game(talk):
    assert talk("last") == "Ann rolls 3, Bob 1: Ann starts."
    assert talk("done 8/5 6/5", "roll", "last") == "Ann played 3 1: 8/5 6/5."
    talk("done 24/14", "resign single", "accept")
    assert talk("score") == "Ann 0, Bob 1, match to 5, game 2. The cube is at 1, in the middle."
    assert talk("pips") == "Ann 167, Bob 167: even."
    assert talk("board").startswith("Ann: 2 on 24, 5 on 13, 3 on 8, 5 on 6; 167 pips.")
    second = ["Game 2.", "Ann rolls 2, Bob 1: Ann starts."]
    assert talk("roll", "moves").splitlines() == second
    assert talk("moves all").splitlines() == [
        "Game 1.",
        "Ann rolls 3, Bob 1: Ann starts.",
        "Ann played 3 1: 8/5 6/5.",
        "Bob played 6 4: 24/14.",
        "Ann offers to resign a single game.",
        "Bob accepts the resignation.",
        *second,
    ]


@pytest.mark.long
def test_a_last_play_that_is_given_back_stays_in_its_game(tmp_path):
    def won_by_bearing_off(match):
        return match.shown_game.result is not None and match.shown_game.result.ending is Ending.BORNE_OFF

    talk = Talk(tmp_path, past=played_until(won_by_bearing_off))
    game, *_, last = talk("takeback", "accept", "moves").splitlines()
    assert game == f"Game {talk.table.match.game.number}."
    assert last.endswith("agrees: the play is taken back.")


def test_diagram_and_ids_agree_in_the_middle_of_a_turn(talk):
    before, drawn = talk("ids"), talk("diagram")
    assert before.splitlines()[0] == "Position ID: 4HPwATDgc/ABMA"
    assert drawn.startswith(" X: Ann   O: Bob\n")
    assert drawn.endswith("\n X to play 31")
    note = "This is the position before the turn: board shows it with the moves so far."
    assert talk("24/20", "ids") == f"{before}\n{note}"
    assert talk("diagram") == f"{drawn}\n{note}"
    assert talk("board").startswith("Ann: 1 on 24, 1 on 20,")
    assert read_position(before.splitlines()[1].partition(": ")[2]).start.board == talk.table.match.game.board
    assert talk("undo all", "diagram") == drawn
