"""The direction of the board, and the marks on it."""

import pytest

from bgterm.editing.turn_draft import Draft
from bgterm.rules.board import BAR, Board, Move, Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.games import start
from bgterm.rules.match import Game, Header, PlayedTurn
from bgterm.rules.moves.hitting import HittingPlays
from bgterm.rules.moves.unrefereed import FreePlays
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.tui.board.scene import LastPlay, Mark, Perspective, Place, Scene
from tests.builders import board, play

WHITE, BLACK = Player

# Where the mover's 1, 6, 12, 13 and 24 lie: T top, B bottom, and the column from the left.
PLACES = [
    (WHITE, True, "B11 B6 B0 T0 T11"),
    (WHITE, False, "B0 B5 B11 T11 T0"),
    (BLACK, True, "T11 T6 T0 B0 B11"),
    (BLACK, False, "T0 T5 T11 B11 B0"),
]


@pytest.mark.rule("A-04")
@pytest.mark.parametrize(("mover", "home_right", "places"), PLACES)
def test_points_are_numbered_for_the_mover(mover, home_right, places):
    perspective = Perspective(mover, WHITE, home_right)
    found = [perspective.place(point) for point in (1, 6, 12, 13, 24)]
    assert " ".join(f"{'T' if top else 'B'}{column}" for top, column in found) == places


@pytest.mark.parametrize("home_right", [True, False])
@pytest.mark.parametrize("bottom", Player)
def test_every_point_has_a_place_that_stays_for_any_numbers(bottom, home_right):
    mine, theirs = (Perspective(mover, bottom, home_right) for mover in Player)
    assert len({mine.place(point) for point in range(1, 25)}) == 24
    assert all(mine.place(point) == theirs.place(25 - point) for point in range(1, 25))


@pytest.mark.rule("A-02")
def test_neighbouring_and_facing_points_differ_in_shade():
    assert [Place(True, column).shade for column in (0, 1, 2)] == [1, 0, 1]
    assert [Place(False, column).shade for column in (0, 1, 2)] == [0, 1, 0]


@pytest.mark.rule("A-06")
def test_bar_end_and_tray_are_on_the_side_of_the_home():
    perspective = Perspective(BLACK, WHITE, home_right=True)
    assert (perspective.is_top(WHITE), perspective.is_top(BLACK)) == (False, True)


def test_the_cursor_hides_the_mark_beneath_it():
    opening = Scene(board=BACKGAMMON.board, mover=WHITE, bottom=WHITE)
    marked = opening._replace(cursor=8, picked=13, targets=frozenset({8, 7}), sources=frozenset({13, 6}))
    marks = [marked.marks.get(point, Mark.PLAIN) for point in (8, 13, 7, 6, 5)]
    assert marks == [Mark.CURSOR, Mark.PICKED, Mark.TARGET, Mark.SOURCE, Mark.PLAIN]


@pytest.mark.parametrize("judged", [True, False], ids=["with-a-referee", "without-a-referee"])
def test_the_first_move_removes_the_marks_of_the_last_play(judged):
    before = board("24:2 13:5 8:3 6:5 / 25:1 13:5 8:3 6:5 24:1")
    after = before.moved(BLACK, Move(BAR, 23)).moved(BLACK, Move(13, 8))
    last = LastPlay.of(PlayedTurn(BLACK, before, Dice(5, 2), play("bar/23 13/8")), after)
    assert last == LastPlay(BLACK, ((13, 1), (BAR, 1)), ((8, 1), (23, 1)))
    shown = Scene(board=after, mover=WHITE, bottom=WHITE, last=last)
    assert [shown.on_bar(player).left for player in Player] == [0, 1]
    stacks = shown.stacks
    assert (stacks[12].left, stacks[17].arrived, stacks[2].arrived) == (1, 1, 1)
    answer = Draft(HittingPlays(after, WHITE, Dice(5, 3)), free=None if judged else FreePlays(after, WHITE))
    assert shown.with_draft(answer).last == last
    assert shown.with_draft(answer.picked_up(13).put_down(8)).last is None


def test_a_stack_belongs_to_whoever_stands_there():
    board = Board.of({24: 2}, {24: 1, 13: 5})
    assert Scene(board=board, mover=WHITE, bottom=WHITE).stacks[24][:2] == (WHITE, 2)
    assert Scene(board=board, mover=WHITE, bottom=WHITE).stacks[12][:2] == (BLACK, 5)
    assert Scene(board=board, mover=BLACK, bottom=WHITE).stacks[13][:2] == (BLACK, 5)
    assert Scene(board=board, mover=BLACK, bottom=WHITE).stacks[2][:2] == (BLACK, 0)


def picture(*, cube=True, length=5, **stands):
    ruleset = Ruleset(length=length, cube=cube)
    match = start(Header(BACKGAMMON, ruleset, start=Game(BACKGAMMON.board, **stands)))
    return Scene.of(match, mover=WHITE, bottom=WHITE, home_right=True)


@pytest.mark.rule("A-59")
def test_a_cube_is_seen_where_one_is_used():
    assert picture().cube == Cube()
    assert picture(cube=False).cube is None
    assert picture(length=1).cube is None
    assert picture(score=(4, 0), crawford=True).cube is None


def test_cube_lies_before_the_doubled_player_dice_before_roller():
    doubled = picture(on_roll=WHITE, doubled=True)
    assert (doubled.offered, doubled.dice, doubled.roller) == (BLACK, (), None)
    rolled = picture(on_roll=BLACK, dice=Dice(6, 6))
    assert (rolled.offered, rolled.dice, rolled.roller) == (None, (6, 6, 6, 6), BLACK)
