"""Reading lines in plain mode: names, abbreviations, plays, numbers, and lines without a meaning."""

import pytest

from bgterm.plain.messages import COMMANDS
from bgterm.plain.session import ANSWERS, commands_of
from bgterm.play.actions.everything import WORDS
from bgterm.rules.board import Player
from bgterm.rules.match import Game, Phase
from bgterm.rules.ruleset import Ruleset
from tests.builders import board
from tests.plain.seats import Talk
from tests.tui.moments import two_ways, way_to_ask
from tests.tui.seat import played_until

ACTIONS = tuple(commands_of(WORDS))


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
        ("chal", "No challenges: only legal plays can be made in this match."),
        ("words abc", "Nothing can be added to these dice: only verifiable dice take contributions."),
        ("open abc", "Nothing can be added to these dice: only verifiable dice take contributions."),
        ("proof", "The dice of this match are not verifiable, so there is no proof of them."),
        ("more", "There is no list to continue."),
        ("24/15", "24/15 is 9 pips: not possible with 3-1."),
        ("8//5", '"8//5" cannot be read: write moves like 8/5 6/5.'),
    ],
)
def test_what_cannot_be_now_is_refused_with_a_sentence(talk, line, said):
    before = talk.table.match
    assert talk(line) == said
    assert talk.table.match is before


def test_what_means_nothing_is_answered_with_what_may_be_typed(talk):
    now = "a play like 8/5 6/5, done, plays, resign, quit or help"
    assert talk("xyzzy") == f'Unknown command "xyzzy": type {now}.'
    assert talk("hello there\x1b[2J") == f'Unknown command "hello": type {now}.'
    assert talk("q\x1bw\u202e") == f'Unknown command "q?w?": type {now}.'
    assert talk("ü" * 5000) == f'Unknown command "{"ü" * 30}": type {now}.'
    talk("8/5")
    assert talk("xyzzy").endswith("done, undo, plays, resign, quit or help.")
    talk("done 6/5")
    assert talk("8/5") == "Roll first."
    assert talk("xyzzy") == 'Unknown command "xyzzy": type roll, double, resign, takeback, quit or help.'


@pytest.mark.parametrize("lines", [["8/5 6/5"], ["8/5", "6/5"], ["8-5 6-5"], ["8 5 6 5"], ["31: 8/5, 6/5"], ["5"]])
def test_a_play_is_typed_in_every_way_and_confirmed(talk, lines):
    for line in lines:
        said = talk(line)
    assert said == "8/5 6/5. Type done, or undo."
    assert talk.table.match.game.phase is Phase.TO_MOVE
    assert talk("done") == "Ann played 3 1: 8/5 6/5.\nBob, roll or double."


def test_a_turn_is_told_as_it_grows_and_shrinks(talk):
    assert talk("24/21") == "So far 24/21. Left to play: 1."
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


def test_an_empty_line_asks_again(talk):
    assert talk("") == "Ann, you rolled 3 1. Your move."
    talk("8/5")
    assert talk("   ") == "Ann, you rolled 3 1. So far 8/5. Left to play: 1."
    talk("done 6/5")
    assert talk("") == "Bob, roll or double."


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
    talk = Talk(tmp_path, [(6, 4)])
    talk("roll")
    assert talk("13").splitlines()[0] == "Which move do you mean? Type a number."


def test_no_empty_play_is_listed(tmp_path):
    shut_out = Game(board("bar:1 6:5 / 6:2 5:2 4:2 3:2 2:2 1:2 24:3"), Player.WHITE)
    talk = Talk(tmp_path, [(3, 1)], start=shut_out)
    talk("roll")
    assert talk("plays") == "No play is legal with 3-1."


def test_a_list_is_left_by_doing_something_else(talk):
    talk("plays")
    talk("24/21")
    assert talk("5") == "24/21 6/5. Type done, or undo."
    talk("undo all")
    talk("resign")
    talk("24/21")
    assert talk("5") == "24/21 6/5. Type done, or undo."


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
    talk("undo all")
    assert talk(way).splitlines() == [asked, one, other]


# Help


def test_help_explains_what_can_be_typed_now(talk):
    told = talk("help").splitlines()
    assert told[0].startswith("A play is typed like 8/5 6/5")
    assert [line.split(":")[0] for line in told[1:]] == ["done", "plays", "resign", "quit", "At any time"]
    talk("done 8/5 6/5")
    assert [line.split(":")[0] for line in talk("?").splitlines()] == [
        "roll",
        "double",
        "resign",
        "takeback",
        "quit",
        "At any time",
    ]


def test_help_explains_one_thing_and_everything(talk):
    assert talk("help double") == "double: offer to play for twice the stake."
    assert talk("help DOU") == "double: offer to play for twice the stake."
    assert len(talk("help all").splitlines()) == len(COMMANDS) + 1
    assert talk("help me").startswith('Unknown command "me"')


# What costs a game


def test_passing_a_double_is_never_guessed(tmp_path):
    talk = Talk(tmp_path, [(3, 1)], ruleset=Ruleset(length=5))
    for line in ("roll", "done 8/5 6/5", "double"):
        talk(line)
    assert talk("pas") == '"pas" is not enough: type pass in full.'
    assert talk("dr").startswith('Unknown command "dr"')
    assert talk("pass it on") == 'pass stands alone: "it on" after it means nothing.'
    assert talk("p").startswith("p: what stands on a point")
    assert talk.table.match.game.phase is Phase.DOUBLED
    assert talk("pass").splitlines() == [
        "Ann passes: Bob wins: 1 point (the cube before the double).",
        "Bob leads 1-0, match to 5.",
        "Game 2. Roll one die each to see who starts. Type roll.",
    ]
