"""A turn that only the opponent judges: the moves that can be drafted, and those that cannot. [RULES A-73]"""

import pytest

from bgterm.editing.turn_draft import Draft, draft_of
from bgterm.rules.board import Player
from bgterm.rules.choices import Choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalPlay, NotationError, PlayRule
from bgterm.rules.moves.hitting import HittingPlays
from bgterm.rules.moves.unrefereed import FreePlays
from tests.builders import board, play

pytestmark = pytest.mark.rule("A-73")

WHITE = Player.WHITE
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


def draft(position: str = START) -> Draft:
    """Return an unrefereed draft of a 3-1 in the position."""
    before = board(position)
    return Draft(HittingPlays(before, WHITE, Dice(3, 1)), free=FreePlays(before, WHITE))


def test_who_polices_himself_has_a_free_draft_and_else_nobody():
    plays, free = draft().plays, draft().free
    assert draft_of(Choices(plays=plays, free_plays=free)) == Draft(plays, free=free)
    assert draft_of(Choices(plays=plays)) == Draft(plays)
    assert draft_of(Choices()) is None


def test_only_play_is_drafted_but_not_without_a_referee():
    before = board("24:1 / 13:2")
    plays = HittingPlays(before, WHITE, Dice(6, 5))
    assert draft_of(Choices(plays=plays)).moves == ()
    assert draft_of(Choices(plays=plays)).with_only_play().board == before.played(WHITE, play("24/18 18/13"))
    assert draft_of(Choices(plays=plays, free_plays=FreePlays(before, WHITE))).with_only_play().moves == ()


@pytest.mark.parametrize(
    ("position", "text", "moves"),
    [
        (START, "8/5 6/5", "8/5 6/5"),
        (START, "8/2", "8/2"),
        (START, "13/off", "13/off"),
        (START, "6/4(3)", "6/4 6/4 6/4"),
        (START, "24/23/20", "24/23 23/20"),
        (START, "8/7 8/7 8/7 6/5", "8/7 8/7 8/7 6/5"),
        ("bar:1 8:2 / 6:2", "8/5", "8/5"),
    ],
)
def test_a_text_is_taken_by_the_letter(position: str, text: str, moves: str):
    typed = draft(position).typed(text)
    assert typed.fault is None
    assert typed.board == board(position).played(WHITE, play(moves))
    assert typed.entered().moves == play(moves)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("7/4", PlayRule.NO_CHECKER),
        ("8/9", PlayRule.MOVE_BACKWARDS),
        ("6/1", PlayRule.POINT_BLOCKED),
        ("13/11(4) 8/7", PlayRule.NO_DICE_LEFT),
        ("5", None),
        ("8/5 6", None),
        ("8/", None),
    ],
)
def test_what_cannot_be_made_or_read_is_refused(text: str, rule: PlayRule | None):
    with pytest.raises(IllegalPlay if rule else NotationError) as caught:
        draft().typed(text).entered()
    assert rule in (None, caught.value.msgid)


def test_moves_are_added_up_and_taken_back_one_by_one():
    start = draft()
    two = start.typed("8/2").entered().typed("6/off").entered()
    assert (two.moves, two.echo) == (play("8/2 6/off"), "8/2 6/off")
    assert two.back().moves == play("8/2")
    assert two.cleared() == start


@pytest.mark.parametrize(
    ("drafted", "complete", "leaves_dice"),
    [
        (draft(), True, True),
        (draft().typed("8/"), False, False),
        (draft().picked_up(8), False, False),
        (draft().typed("8/2").entered(), True, False),
        (draft("bar:1 / 4:2 3:2 2:2 1:2 5:2 6:2"), True, False),
        (Draft(draft().plays), False, False),
    ],
    ids=["nothing moved", "half a move typed", "a checker in hand", "moved", "no legal move", "with a referee"],
)
def test_the_turn_can_be_left_at_any_time_but_not_half_done(drafted: Draft, complete: bool, leaves_dice: bool):
    assert (drafted.complete, drafted.leaves_dice) == (complete, leaves_dice)


def test_nothing_is_forced_and_no_plays_are_listed():
    assert not draft("6:1 / 6:1").forced
    assert [*draft().legal_plays_matching()] == []
    assert draft().used == ()
    four = draft().typed("13/11(4)").entered()
    assert (four.sources, four.complete) == (frozenset(), True)


def test_a_checker_in_hand_goes_to_any_point_that_is_not_held():
    before = draft("8:1 / 21:2 20:1")
    held = 25 - 21
    assert before.sources == {8}
    in_hand = before.picked_up(8)
    assert set(in_hand.destinations) == {7, 6, 5, 3, 2, 1, 0} == set(range(8)) - {held}
    assert in_hand.put_down(5).moves == play("8/5")
