"""`.mat` files: those of GNU Backgammon, and the crooked ones of others."""

import pytest

from bgterm.formats import mat, messages
from bgterm.formats.record import GameRecord, Problem
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import NotationError
from bgterm.rules.events import (
    Beavered,
    Doubled,
    Dropped,
    Event,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    Taken,
    Unrecorded,
)
from bgterm.rules.match import Win
from bgterm.rules.variants import BACKGAMMON, HYPER, HYPER_1, HYPER_2, LONG, NACKGAMMON
from tests.builders import FIRST_TURN, play
from tests.cases import rest_long
from tests.reference import match_files

WHITE, BLACK = Player
COLUMN = 33


def row(number: int, left: str = "", right: str = "") -> str:
    return f"{number:3}) {left:<{COLUMN - 5}}{right}"


def answered(cell: str = "", *rows: str) -> str:
    """Return the rows of a game that White begins with 3-1, with Black's answer and more rows."""
    return "\n".join((row(1, "31: 8/5 6/5", cell), *rows))


def resigned(player: Player) -> tuple[Event, ...]:
    return ResignationOffered(player, Win.GAMMON), ResignationAccepted(player.opponent)


def game(*lines: str, number: int = 1, score: tuple[int, int] = (0, 0)) -> str:
    return "\n".join((f" Game {number}", f" Ann : {score[0]}          Bob : {score[1]}", *lines, "", ""))


def read(*games: str, length: int = 5) -> GameRecord:
    return mat.read(f" {length} point match\n\n{''.join(games)}")


def events(*lines: str) -> tuple[Event, ...]:
    found = read(game(*lines))
    assert (found.problems, found.header.start) == ((), None)
    return found.events


def faults(found: GameRecord) -> list[tuple[int, int, str]]:
    return [(fault.game, fault.line, fault.reason) for fault in found.problems]


@pytest.mark.parametrize("sample", rest_long(4, match_files("mat")))
def test_what_was_read_is_written_so_that_the_same_is_read(sample):
    found = mat.read(sample.read_text())
    assert found.problems == ()
    again = mat.read(mat.write(found.header, found.items))
    assert (again.header, again.items, again.problems) == (found.header, found.items, ())


# Dialects

ROLL_64, RUN = Rolled(BLACK, Dice(6, 4)), play("24/18 18/14")
WINS, LOST = "      Wins 2 points", "; the rest of the game is not read"
ROLLED, DOUBLED = (*FIRST_TURN, ROLL_64), (*FIRST_TURN, Doubled(BLACK))
RESIGNED = resigned(BLACK)
RAN, TAKEN, DROPPED = (*ROLLED, Moved(BLACK, RUN)), (*DOUBLED, Taken(WHITE)), (*DOUBLED, Dropped(WHITE))
DOUBLES = (" Doubles => 2", "Doubles => 2", "doubles", "Doubles = 2", "Doubles to 2")


@pytest.mark.parametrize(
    ("text", "made"),
    [
        # The first roll is the opening roll of the first mover
        (row(1, "", "31: 8/5 6/5"), (OpeningThrown(1, 3), Moved(BLACK, play("8/5 6/5")))),
        # Rows
        (row(1, "13: 8/5 6/5", "46: 24/14"), RAN),
        (row(1, "31:8-5,6-5", "64:24-18-14"), RAN),
        ("1000) 31: 8/5 6/5      6-4: 24/18/14", RAN),
        ("1)31:8/5,6/5               64: 24/18 18/14 ; run", RAN),
        ("1) 3 1: 8/5 6/5\n 2)\n  3)                       64: 24/14", RAN),
        ('; [Something "1"]\n1) 31: 8/5 6/5\n# so far\n1)                       64: 24/14 ', RAN),
        # A roll whose play is not recorded
        (answered("64:"), ROLLED),
        (answered("64: ????"), ROLLED),
        (answered("64:", WINS), (*ROLLED, *RESIGNED)),
        (answered("64: ????", WINS), (*ROLLED, *RESIGNED)),
        # The cube
        *((answered(told, row(2, "Takes")), TAKEN) for told in DOUBLES),
        (answered("Doubles => 2", row(2, "", "64: 24/14")), (*TAKEN, ROLL_64, Moved(BLACK, RUN))),
        (answered("Doubles => 2", row(2, " Drops", "Wins 1 point ")), DROPPED),
        (answered("Doubles => 2", row(2, " Drops"), " Wins 1 point"), DROPPED),
        # A game that ends for no reason was resigned
        (answered("", WINS), (*FIRST_TURN, *RESIGNED)),
        (answered("", " 2)  Wins 2 points and the match"), (*FIRST_TURN, *RESIGNED)),
        (answered("", row(2, "", "Resigns"), WINS), (*FIRST_TURN, *RESIGNED)),
        (answered("", row(2, "", "Resigns"), f"{'':40}Wins 2 points"), (*FIRST_TURN, *RESIGNED)),
        # As GNU Backgammon writes it when the one who did not roll resigns
        ("  1) 31: 8/5 6/5                 64:  Wins 2 points", (*ROLLED, *resigned(WHITE))),
    ],
)
def test_a_game_is_read_however_it_is_written(text: str, made: tuple[Event, ...]):
    assert events(text) == made


COUNTED = ("22: 13/11(2) 6/4(2)", "22: 6/4 13/11 6/4 13/11", "22: 6/4(2), 13/11x2")
HIT = (row(1, "31: 24/23 13/10", "41: 24/20 6/5"), row(2, "64: 24/14", "42: 13/11*/7"))
SHUT = answered("64: 24/14", row(2, "55: 8/3(2) 6/1*(2)"))
ONE_BLOT = row(1, "", "42: 24/22 8/4")


@pytest.mark.parametrize(
    ("rows", "made"),
    [
        *(((*HIT, row(3, f"43: {bar}/21 13/10")), "bar/21 13/10") for bar in ("25", "bar", "Bar", "BAR")),
        *(((answered(text),), "13/11 13/11 6/4 6/4") for text in COUNTED),
        ((ONE_BLOT, row(2, "31: 24/20")), "24/23 23/20"),
        ((ONE_BLOT, row(2, "31: 24/21*/20")), "24/21 21/20"),
        *(((SHUT, row(2, "", roll)), "") for roll in ("66:", "66: Cannot Move", "66: cannot move")),
    ],
)
def test_a_play_is_read_however_it_is_written(rows, made):
    assert sorted(events(*rows)[-1].play) == sorted(play(made))


def test_a_beaver_is_accepted_by_the_roll_after_it():
    found = read(game(answered(" Doubles => 2", row(2, " Beavers => 4", "64: 24/14"))), length=0)
    assert found.events == (*DOUBLED, Beavered(WHITE), Taken(BLACK), ROLL_64, Moved(BLACK, RUN))
    assert (found.problems, found.header.ruleset.beavers) == ((), 1)


def test_names_date_and_variant_are_found():
    text = '\ufeff; [EventDate "2011.3.7"]\r\n7 point match\r\nGame 1\r\nJ: R : 0  Bob Lee : 0\r\n'
    header = mat.read(text).header
    assert (header.names, header.date, header.ruleset.length) == (("J: R", "Bob Lee"), "2011-03-07", 7)
    assert mat.read(f'; [Variation "NackGammon"]\n{text[1:]}').header.variant == NACKGAMMON
    assert mat.read(" 1 point match\n Game 1\n A : 0   B : 0\n  1) 31: 24/20\n").header.variant != HYPER
    assert mat.read(" 1 point match\n Game 1\n A : 0   B : 0\n  1) 21: 24/23 22/20\n").header.variant == HYPER


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("HyperGammon (1)", HYPER_1),
        ("HyperGammon (2)", HYPER_2),
        ("HyperGammon (3)", HYPER),
        ("hypergammon", HYPER),
        (" Standard ", BACKGAMMON),
        ("Long backgammon", LONG),
        ("HyperGammon (4)", None),
        ("Tapa", None),
    ],
)
def test_the_variant_is_found_by_its_name_or_refused(name, variant):
    text = f'; [Variation "{name}"]\n 3 point match\n{game(answered())}'
    if variant is not None:
        assert mat.read(text).header.variant == variant
        return
    with pytest.raises(NotationError) as caught:
        mat.read(text)
    assert f'"{name}"' in str(caught.value)
    assert "HyperGammon (1)" in str(caught.value)


def test_the_rules_are_those_by_which_the_file_is_right():
    doubled = answered(" Doubles => 2", row(2, " Takes"))
    found = read(game(answered("", WINS)), game(doubled, number=2, score=(2, 0)), length=3)
    assert (found.problems, found.header.ruleset.crawford) == ((), False)


# What is wrong is named


@pytest.mark.parametrize(
    ("cell", "made", "reason"),
    [
        ("64: Cannot Move", "", "Bob 6-4 is not legal: you must still play 6 and 4"),
        ("64: 24/18", "24/18", "Bob 6-4: 24/18 is not legal: you must still play 4"),
        ("64: 8/3 6/2", "8/3 6/2", "Bob 6-4: 8/3 6/2 is not legal: 8/3 needs a 5: you rolled 6-4"),
    ],
)
def test_an_illegal_play_is_kept_and_named(cell, made, reason):
    found = read(game(answered(cell, row(2, "21: 13/11 6/5"))))
    assert found.events[:4] == (*FIRST_TURN, ROLL_64, Moved(BLACK, play(made)))
    assert found.events[-1] == Moved(WHITE, play("13/11 6/5"))
    assert faults(found) == [(1, 5, reason)]


def test_an_impossible_play_ends_its_game_and_no_other():
    first = game(answered("64: 24/19 24/20", row(2, "31: 6/2"), WINS))
    found = read(first, game(row(1, "", "31: 8/5 6/5"), number=2, score=(2, 0)))
    assert found.events[:4] == (*FIRST_TURN, ROLL_64, Unrecorded(WHITE, 2))
    assert found.events[4:] == (OpeningThrown(1, 3), Moved(BLACK, play("8/5 6/5")))
    assert faults(found) == [(1, 5, f"Bob 6-4: 24/19 24/20: 24/19 is blocked: Ann holds it with 4{LOST}")]


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("64: ????", "the play is not recorded"),
        ("????", "the play is not recorded"),
        ("Cannot Move", "the dice are not recorded"),
        ("64: 24/x", '"24/x" cannot be read'),
        ("64: 24", '"24" cannot be read'),
        ("74: 24/14", '"74:" makes no sense here'),
        ("Takes", "Bob takes: "),
        (" Doubles => 2", ""),
    ],
)
def test_what_cannot_be_read_ends_what_is_read_of_a_game(written, reason):
    found = read(game(answered(written, row(2, "21: 24/23 13/11"), WINS)), game(number=2, score=(2, 0)))
    assert found.match.score == (2, 0)
    assert found.events[: len(FIRST_TURN)] == FIRST_TURN
    if reason:
        assert found.events[-1] == Unrecorded(WHITE, 2)
        assert reason in found.problems[0].reason
        assert (found.problems[0].game, found.problems[0].line) == (1, 5)


def test_game_closed_by_a_comment_takes_the_score_after_it():
    found = read(game(answered("", "; Bob left")), game(number=2, score=(3, 0)))
    assert found.events == (*FIRST_TURN, Unrecorded(WHITE, 3))
    assert faults(found) == [(1, 3, "the game has no result")]


def test_a_score_that_jumps_is_named_and_kept():
    found = read(game(answered("", " Wins 1 point")), game(answered(), number=4, score=(2, 3)))
    assert found.match.score == (2, 3)
    assert found.events[-4:] == (Unrecorded(WHITE, 1), Unrecorded(BLACK, 3), *FIRST_TURN)
    assert faults(found) == [(2, 8, "the score is said to be 2-3; after the games before it is 1-0")]


def test_a_result_that_the_plays_do_not_have_is_named():
    rows = answered("Doubles => 2", row(2, " Drops"), f"{'':40}Wins 4 points")
    found = read(game(rows), game(number=2, score=(0, 4)))
    assert found.match.score == (0, 4)
    assert "the file says that Bob wins 4; after the plays Bob wins 1" in found.problems[0].reason


def test_a_problem_may_be_of_no_game_and_a_game_of_no_winner():
    assert messages.fault_line(Problem(0, 3, "what?")) == "line 3: what?"
    nobody = messages.other_result(("Ann", "Bob"), (WHITE, 2), (None, 0))
    assert nobody == "the file says that Ann wins 2; after the plays nobody wins"


def test_a_wrong_cube_a_second_match_and_nonsense_are_named():
    told = game(answered(" Doubles => 8"))
    found = mat.read(f"who?\n 5 point match\n\n{told}what?\nwhat??\n 7 point match\n")
    assert [fault.reason for fault in found.problems] == [
        '"who?" makes no sense here',
        "the cube is said to be at 8; it is at 2",
        '"what?" makes no sense here',
        "another match begins here: only the first is read",
    ]


def test_a_remark_with_a_word_of_a_cell_does_not_end_the_game():
    found = read(game(answered("64: 24/14", "Bob Takes a while", row(2, " Doubles => 2", " Takes"))))
    assert faults(found) == [(1, 6, '"Bob Takes a while" makes no sense here')]
    assert found.events[4:] == (Doubled(WHITE), Taken(BLACK))


def test_games_after_the_end_of_the_match_are_named():
    over = game(answered("", "      Wins 3 points"))
    found = read(over, game(answered(), number=2, score=(3, 0)), length=3)
    assert (found.match.winner, len(found.events)) == (WHITE, 4)
    assert [fault.line for fault in found.problems] == [8]
    late = read(game(answered(), number=9, score=(5, 2)))
    assert (late.header.start, late.match.winner, len(late.problems)) == (None, WHITE, 2)


def test_a_match_that_is_too_long_is_money_play():
    found = read(game(answered()), length=9999)
    assert (found.header.ruleset.length, len(found.problems)) == (0, 1)


@pytest.mark.parametrize(
    ("score", "cell", "crawford"),
    [((4, 4), "", False), ((4, 2), "", True), ((4, 2), "Doubles => 2", False), ((3, 2), "", False)],
)
def test_a_file_that_begins_late_begins_at_its_score(score, cell, crawford):
    found = read(game(answered(cell), number=9, score=score))
    assert found.problems == ()
    assert (found.match.score, found.match.game.number, found.match.game.crawford) == (score, 9, crawford)
