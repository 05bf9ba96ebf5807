"""Setting up a position in the editor."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bgterm.editing.position_editor import LARGEST_CUBE, Editing
from bgterm.notation.parse_position import read_position
from bgterm.rules.board import BAR, OFF, POINTS, Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.games import start
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, LONG, VARIANTS
from bgterm.tui.screens.position_editor import fault_lines

WHITE, BLACK = Player
FIVE = Ruleset(length=5)
PLAYABLE = "The position is legal. Press Enter to play."
OPENING = Editing.of(BACKGAMMON, FIVE)
EMPTY = OPENING.cleared()
NAMES = ("Ann", "Bob")


def standing(editing: Editing, player: Player) -> dict[int, int]:
    """Return the number of a player's checkers on each number that has any, without the tray."""
    counts = editing.position.start.board.counts(player)
    return {number: counts[number] for number in (*POINTS, BAR) if counts[number]}


def test_checkers_are_put_taken_and_counted_and_the_rest_is_off():
    editing = EMPTY.put(6).put(6).set(8, 3).put(BAR).take(6)
    assert standing(editing, WHITE) == {6: 1, 8: 3, BAR: 1}
    assert editing.position.start.board.counts(WHITE)[OFF] == 10
    assert standing(editing.take(6).take(6), WHITE) == {8: 3, BAR: 1}


def test_a_checker_is_put_on_or_takes_those_of_the_other_side():
    editing = EMPTY.set(6, 4).other_hand()
    assert (standing(editing.put(19), WHITE), standing(editing.put(19), BLACK)) == ({}, {19: 1})
    assert standing(editing.take(19), WHITE) == {6: 3}


def test_faults_are_told_in_few_lines_and_can_be_undone():
    editing = OPENING.put(6)
    assert fault_lines(editing, NAMES, 3) == ["- Ann has 16 checkers instead of 15"]
    assert fault_lines(editing.undone(), NAMES, 3) == [PLAYABLE]
    assert OPENING.undone() is OPENING
    assert fault_lines(EMPTY.under_rules(BACKGAMMON, FIVE, (5, 6), crawford=True), NAMES, 3) == [
        "- Ann has borne off all: the game is over",
        "- Bob has borne off all: the game is over",
        "- and 3 more faults",
    ]


def test_the_cube_is_turned_and_given():
    editing = OPENING.turn_cube()
    assert editing.position.start.cube == Cube(2, WHITE)
    assert editing.give_cube().position.start.cube == Cube(2, BLACK)
    assert editing.give_cube().give_cube().position.faults != []
    largest = editing.position.start._replace(cube=Cube(LARGEST_CUBE, BLACK))
    turned = replace(editing, position=replace(editing.position, start=largest)).turn_cube()
    assert turned.position == OPENING.position


def test_whose_turn_it_is_with_dice_or_a_double():
    thrown = OPENING.thrown(Dice(3, 1))
    assert thrown.position.start.dice == Dice(3, 1)
    assert thrown.pass_turn().position.start.on_roll is BLACK
    assert thrown.pass_turn().position.start.dice is None
    assert thrown.pass_turn().pass_turn().position.start.on_roll is None
    doubled = thrown.offer_double()
    assert (doubled.position.start.doubled, doubled.position.start.dice) == (True, None)
    assert doubled.position.faults == []
    assert not doubled.thrown(Dice(6, 6)).position.start.doubled


def test_each_game_begins_with_its_own_position():
    assert (OPENING.position.start.board, OPENING.position.faults) == (BACKGAMMON.board, [])
    editing = OPENING.under_rules(HYPER, FIVE, (1, 2), crawford=False)
    assert editing.position.start.board == HYPER.board
    assert (editing.position.start.score, editing.position.faults) == ((1, 2), [])


def test_pasted_position_sets_its_rules_and_keeps_the_others():
    editing = Editing.of(BACKGAMMON, Ruleset(length=5, hit_and_run=False))
    editing = editing.pasted(read_position("jOfgEQLgNniAUQ:8ImlAcAAQAAE"))
    assert editing.position.ruleset == Ruleset(length=13, hit_and_run=False)
    assert editing.undone().position.ruleset.length == 5


def test_the_first_change_of_a_game_that_is_over_sets_it_going():
    over = OPENING.pasted(read_position("4HPwATDgc/ABMA:MAwgATAAEAAE"))
    assert over.position.faults != []
    assert over.pass_turn().position.faults == []


STEPS = [
    *(lambda editing, point=point: editing.put(point) for point in (1, 6, 19, 24, BAR)),
    *(lambda editing, point=point: editing.take(point) for point in (1, 6, 24, BAR)),
    *(lambda editing, count=count: editing.set(6, count) for count in (0, 9)),
    Editing.other_hand,
    Editing.cleared,
    Editing.opening,
    Editing.turn_cube,
    Editing.give_cube,
    Editing.pass_turn,
    Editing.offer_double,
    Editing.undone,
    lambda editing: editing.thrown(Dice(3, 1)),
    lambda editing: editing.under_rules(LONG, Ruleset(cube=False), (0, 0), crawford=False),
]


@given(st.sampled_from(list(VARIANTS.values())), st.lists(st.sampled_from(STEPS), max_size=30))
def test_whatever_is_done_a_position_without_fault_can_be_played(variant, done):
    editing = Editing.of(variant, FIVE)
    for step in done:
        editing = step(editing)
        position = editing.position
        if position.faults:
            assert PLAYABLE not in fault_lines(editing, NAMES, 3)
        else:
            header = Header(position.variant, position.ruleset, start=position.start)
            assert start(header).game.board == position.start.board
