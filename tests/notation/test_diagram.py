"""The diagram of a position, as players paste it into messages."""

import pytest
from hypothesis import given

from bgterm.notation.diagram import diagram
from bgterm.notation.parse_position import read_position
from bgterm.notation.position import Position
from bgterm.rules.board import Board, Player
from bgterm.rules.match import Game, Resignation, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG
from tests.builders import board
from tests.strategies import boards

WHITE, BLACK = Player
OPENING_GAME, RESIGNED = Game(BACKGAMMON.board, WHITE), Resignation(BLACK, Win.GAMMON)
ON_THE_BAR = """\
 X: Bob   O: Ann
 Score: X 8, O 12, match to 13, Crawford game
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O     X  O     X |
 | X           O    |   | O     X  O       |
 | X           O    |   | O                |
 | X                |   | O                |
 |                  |   |                  |
 |                  |BAR|                  |
 |                  |   |                  |
 | O                |   |                  |
 | O                |   | X                |
 | O           X  X |   | X                |
 | O        O  X  X | X | X  O             |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
 Pips: X 191, O 142
 Cube: 1
 X to play 31
"""
NARDE = """\
 X: White   O: Black
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 |                  |   |                X |
 |                  |   |                X |
 |                  |   |                X |
 |                  |   |                X |
 |                  |   |               15 |
 |                  |   |                  |
 |15                |   |                  |
 | O                |   |                  |
 | O                |   |                  |
 | O                |   |                  |
 | O                |   |                  |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
 Pips: X 360, O 360
 X on roll
"""


@pytest.mark.parametrize(
    ("found", "names", "drawn"),
    [
        (read_position("jOfgEQLgNniAUQ:8ImlAcAAQAAE"), ("Ann", "Bob"), ON_THE_BAR),
        (Position(Game(LONG.board, WHITE), LONG), ("White", "Black"), NARDE),
    ],
)
def test_a_position_looks_as_players_know_it(found: Position, names: tuple[str, str], drawn: str):
    assert diagram(found, names) == drawn


@pytest.mark.parametrize(
    ("position", "last"),
    [
        (
            read_position("XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:3:2:0:7:10"),
            "X doubles to 4, O to take or pass",
        ),
        (read_position("4HPwATDgc/ABMA:FREAAAAAaAAA"), "The cube is turned again to 64, X to take or pass"),
        (read_position("4HPwATDgc/ABMA:cAgAAAAAAAAA"), "Nobody is on roll: the opening throw decides"),
        (read_position("4HPwATDgc/ABMA:MAwgATAAEAAE"), "The game is over: X has won"),
        (read_position("4HPwATDgc/ABMA:cAkAAAAAAAAA"), "X on roll"),
        (Position(OPENING_GAME._replace(pending=RESIGNED)), "O offers to resign a gammon, X to answer"),
    ],
)
def test_the_last_line_says_whose_turn_it_is(position: Position, last: str):
    assert diagram(position).splitlines()[-1].strip() == last


def test_a_money_session_tells_its_rules():
    session = Position(
        OPENING_GAME._replace(score=(3, 4)), ruleset=Ruleset(jacoby=True), told=frozenset({"length"})
    )
    assert "Score: X 3, O 4, money session, Jacoby" in diagram(session)


def test_borne_off_and_stacked_checkers_are_shown_by_numbers():
    drawn = diagram(Position(Game(board("bar:6 6:7 / 1:12"), WHITE)))
    assert "Off: X 2, O 3" in drawn
    rows = drawn.splitlines()
    assert rows[2].count("O") == 1
    assert "12 " in rows[6]
    assert " 6 | 7 " in rows[8]
    assert " 5 " not in diagram(Position(OPENING_GAME))  # five checkers fit


@given(boards())
def test_every_board_is_drawn_in_the_same_place(position: Board):
    lines = diagram(Position(Game(position, BLACK))).splitlines()[1:14]
    assert {len(line) for line in lines} == {44}
