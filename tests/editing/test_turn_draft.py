"""The draft of a turn: keys and clicks on it, what a front end shows of it, and one without a referee."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.editing.turn_draft import Draft, draft_of
from bgterm.notation.errors import UnreadablePlay
from bgterm.notation.plays import play_text
from bgterm.rules.board import BAR, OFF, Board, Player
from bgterm.rules.choices import Choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError, IllegalPlay, NotationError, PlayRule
from bgterm.rules.moves.base import LegalPlays
from bgterm.rules.moves.hitting import HittingPlays
from bgterm.rules.moves.narde import NardePlays
from bgterm.rules.moves.unrefereed import FreePlays
from tests.builders import START, board, legal, play
from tests.positions import board_of_id
from tests.strategies import boards, narde_boards, rolls

WHITE = Player.WHITE
BLOT_ON_4 = "6:2 / 21:1"
DANCING = "bar:1 6:5 / 6:2 5:2 4:2 3:2 2:2 1:2"


def draft(position: str, dice: str) -> Draft:
    return Draft(legal(position, dice))


def rule_of(act, *arguments) -> PlayRule:
    with pytest.raises(BackgammonError) as caught:
        act(*arguments)
    return caught.value.rule


# What is typed


def test_what_is_typed_counts_before_it_is_entered():
    typed = draft(START, "31").typed("8/5")
    assert (typed.moves, typed.echo, typed.used, typed.unused) == ((), "8/5", (3,), (1,))
    assert typed.board == board("24:2 13:5 8:2 6:5 5:1 / 24:2 13:5 8:3 6:5")
    assert typed.sources == {24, 8, 6, 5}


def test_faulty_text_changes_nothing_and_cannot_be_entered():
    for text, kind in [("8/", UnreadablePlay), ("8/3", IllegalPlay)]:
        typed = draft(START, "31").typed(text)
        assert (type(typed.fault), typed.echo, typed.board) == (kind, "", board(START))
        with pytest.raises(kind):
            typed.entered()
    assert typed.fault.rule is PlayRule.NUMBER_NOT_ROLLED


def test_entering_joins_the_moves_and_empties_the_prompt():
    entered = draft(START, "31").typed("6/5").entered()
    assert (entered.moves, entered.text, entered.fault, entered.complete) == (play("6/5"), "", None, False)
    assert entered.typed("8 5").echo == entered.typed("8/5 6/5").echo == "8/5 6/5"
    assert not entered.typed("8/5 6/5").complete
    whole = entered.typed("8/5 6/5").entered()
    assert (whole.moves, whole.complete) == (play("6/5 8/5"), True)


def test_several_readings_are_asked_and_one_is_chosen():
    begun = draft(BLOT_ON_4, "21")
    typed = begun.typed("6/3")
    assert [option.text for option in typed.options] == ["6/5/3", "6/4*/3"]
    assert (typed.moves, typed.fault, typed.echo) == ((), None, "")
    assert typed.entered() == begun.picked_up(6).put_down(3) == typed
    assert typed.put_back() == begun
    chosen = typed.chosen(typed.options[1].moves)
    assert (chosen.echo, chosen.complete, chosen.options) == ("6/4*/3", True, ())
    assert chosen.back() == begun


# The cursor


@pytest.mark.parametrize(
    ("position", "dice", "src", "destinations", "dst", "moves"),
    [
        (START, "31", 8, {5: 1, 7: 1, 4: 2}, 5, "8/5"),
        (START, "65", 24, {18: 1, 13: 2}, 13, "24/18 18/13"),
        (START, "22", 24, {22: 1, 20: 2, 18: 3, 16: 4}, 16, "24/22 22/20 20/18 18/16"),
        ("bar:1 6:2 / 6:2", "31", BAR, {24: 1, 22: 1, 21: 2}, 22, "bar/22"),
        ("6:1 3:1 / 6:2", "63", 6, {OFF: 1, 3: 1}, OFF, "6/off"),
    ],
)
def test_a_checker_is_picked_up_and_put_down(position, dice, src, destinations, dst, moves):
    begun = draft(position, dice)
    picked = begun.picked_up(src)
    assert (picked.picked, picked.destinations) == (src, destinations)
    made = picked.put_down(dst)
    assert (made.picked, made.moves) == (None, play(moves))
    assert made.back() == begun


def test_the_cursor_stays_where_a_checker_can_be_picked_or_put():
    used = draft(START, "31").with_cursor(13).picked_up_at_cursor()
    assert (used.cursor, used.stops) == (13, {13, 10, 9})
    carried = used.with_cursor(9).put_down_at_cursor()
    assert (carried.moves, carried.complete, carried.cursor) == (play("13/10 10/9"), True, None)
    assert carried.back().cursor == 24
    home = draft("6:1 2:1 1:1 / 1:1", "52").with_cursor(6).picked_up_at_cursor()
    played = home.with_cursor(1).put_down_at_cursor()
    assert (played.cursor, played.back().cursor) == (2, 2)
    assert draft(START, "31").cursor is None
    assert draft(START, "31").picked_up_at_cursor().picked == 24


def test_text_and_cursor_work_on_the_same_turn():
    made = draft(START, "31").typed("8/5").entered().picked_up(6).put_down(5)
    assert (made.echo, made.complete) == ("8/5 6/5", True)
    assert draft(START, "31").typed("8/5").picked_up(6).put_down(5).echo == "8/5 6/5"


def test_what_the_cursor_may_not_do_names_the_rule():
    fives, made = draft(START, "55"), draft(START, "31")
    assert rule_of(fives.picked_up, 24) is PlayRule.POINT_BLOCKED
    assert rule_of(fives.picked_up, 7) is PlayRule.NO_CHECKER
    assert rule_of(made.picked_up(8).put_down, 3) is PlayRule.NUMBER_NOT_ROLLED
    assert rule_of(made.picked_up(8).put_down, 13) is PlayRule.MOVE_BACKWARDS
    assert rule_of(made.typed("8/5").entered().picked_up(8).put_down, 4) is PlayRule.NUMBER_USED
    assert made.destinations == {}
    with pytest.raises(ValueError, match="in hand"):
        made.put_down(5)


# Back


@pytest.mark.rule("A-20")
def test_back_takes_the_last_thing_back_and_clearing_all():
    empty = draft(START, "31")
    begun = empty.typed("8/5").entered()
    made = begun.typed("6/5").entered()
    assert made.back() == begun
    assert begun.picked_up(6).back() == begun
    assert begun.typed("6/").back() == begun.typed("6")
    assert begun.back() == empty.typed("8/5 6/5").entered().back() == empty.back() == empty
    assert begun.typed("6").cleared() == begun.typed("6").put_back() == begun
    assert begun.cleared() == empty


# The only play, laid out

LARGER_ONLY = "9:1 / 19:2 13:2"
"""With 2-1 only 9/7 can be played: after 9/8 no 2 is left, and only one number can be played."""


def test_typed_play_replaces_the_one_laid_out():
    begun = draft(LARGER_ONLY, "21")
    laid_out = begun.with_only_play()
    assert (laid_out.echo, laid_out.complete) == ("9/7", True)
    assert laid_out.back() == laid_out.cleared() == begun
    typed = laid_out.typed("9/7")
    assert (typed.fault, typed.echo) == (None, "9/7")
    assert (typed.entered().moves, typed.entered().laid_out) == (play("9/7"), False)
    assert [reading.moves for reading in laid_out.typed("9/").legal_plays_matching()] == [play("9/7")]
    illegal = laid_out.typed("9/8")
    assert rule_of(illegal.entered) is PlayRule.LARGER_DIE_REQUIRED
    assert (illegal.board, illegal.put_back()) == (board(LARGER_ONLY), laid_out)


# The whole turn


@pytest.mark.rule("A-74b")
def test_a_turn_is_forced_when_every_play_leads_to_one_position():
    assert (draft("24:1 / 13:2", "65").forced, draft(START, "65").forced) == (True, False)
    dancing = draft(DANCING, "65")
    assert (dancing.complete, dancing.forced, dancing.moves, dancing.echo) == (True, True, (), "")
    assert (dancing.sources, dancing.unused, dancing.used) == (frozenset(), (6, 5), ())


@pytest.mark.parametrize(
    ("position", "dice", "typed", "fitting"),
    [
        ("8:1 6:1 / 6:2", "31", "8/5", {"8/5 6/5": "6/5", "8/4": "5/4"}),
        (START, "31", "8/5 6/5", {"8/5 6/5": ""}),
        ("6:1 / 6:2", "61", "", {"6/off": "6/5 5/off"}),
    ],
    ids=["those that go on from the draft", "itself of a complete turn", "a win with fewer dice once"],
)
def test_the_plays_that_fit(position, dice, typed, fitting):
    made = draft(position, dice)
    made = made.typed(typed).entered() if typed else made
    listed = [(option.text, option.moves) for option in made.legal_plays_matching()]
    assert len(listed) == len(fitting)
    assert dict(listed) == {text: play(moves) for text, moves in fitting.items()}


def test_every_play_of_the_roll_with_most_plays_is_listed_once():
    crowded = Draft(HittingPlays(board_of_id("AAAA/3+UklJKKQ", WHITE), WHITE, Dice(1, 1)))
    listed = [option.text for option in crowded.legal_plays_matching()]
    assert len(listed) == len(set(listed)) == 2226


positions = st.builds(HittingPlays, boards(), st.sampled_from(Player), rolls)
long_positions = st.builds(NardePlays, narde_boards(), st.sampled_from(Player), rolls)


@given(positions, st.data())
def test_a_play_typed_in_canonical_form_leads_where_it_led(plays: LegalPlays, data: st.DataObject):
    made, after = data.draw(st.sampled_from([*plays.results()]))
    typed = Draft(plays).typed(play_text(plays.board, plays.player, made))
    if typed.options:
        typed = next(way for way in (typed.chosen(o.moves) for o in typed.options) if way.board == after)
    entered = typed.entered()
    assert (entered.board, entered.complete) == (after, True)


@pytest.mark.rule("A-30", "L29")
@given(positions | long_positions, st.data())
def test_any_walk_of_the_cursor_stays_legal_and_can_be_finished(plays: LegalPlays, data: st.DataObject):
    results = {after for _, after in plays.results()}
    walk = Draft(plays)
    for act in data.draw(st.lists(st.sampled_from(["pick", "put", "put", "back"]), max_size=12)):
        if act == "pick" and walk.sources:
            walk = walk.picked_up(data.draw(st.sampled_from(sorted(walk.sources))))
        elif act == "put" and walk.destinations:
            walk = walk.put_down(data.draw(st.sampled_from(sorted(walk.destinations))))
            if walk.options:
                walk = walk.chosen(data.draw(st.sampled_from(walk.options)).moves)
        elif act == "back":
            walk = walk.back()
        assert walk.board == plays.board.played(plays.player, walk.moves)
        assert sorted(walk.used + walk.unused) == sorted(plays.dice.pips)
        assert walk.complete == (walk.board in results and not walk.sources and walk.picked is None)
    while walk.sources:
        walk = walk.picked_up(max(walk.sources))
        walk = walk.put_down(min(walk.destinations))
        walk = walk.chosen(walk.options[0].moves) if walk.options else walk
    assert walk.complete
    assert walk.board in results


@given(positions, st.data())
def test_fitting_plays_reach_every_position_still_possible(plays, data):
    whole = data.draw(st.sampled_from([*plays]))
    made = Draft(plays).chosen(whole[: data.draw(st.integers(0, len(whole)))])
    fitting = [
        plays.board.played(plays.player, made.moves + option.moves) for option in made.legal_plays_matching()
    ]
    assert len(fitting) == len(set(fitting))
    assert set(fitting) == reached(plays, made.moves)


def reached(plays: LegalPlays, prefix) -> set[Board]:
    """Return the positions after every order of moves that goes on from `prefix`."""
    ends, made = set[Board](), [prefix]
    while made:
        onward = {}
        for moves in made:
            following = plays.after(moves)
            if not following:
                ends.add(plays.board.played(plays.player, moves))
            for further in ((*moves, move) for move in following):
                onward[plays.board.played(plays.player, further), plays.unused(further)] = further
        made = [*onward.values()]
    return ends


# A turn that only the opponent judges


def unrefereed(position: str = START) -> Draft:
    """Return an unrefereed draft of a 3-1 in the position."""
    return Draft(legal(position, "31"), free=FreePlays(board(position), WHITE))


@pytest.mark.rule("A-73")
def test_only_play_is_laid_out_but_not_in_a_free_draft():
    plays = legal("24:1 / 13:2", "65")
    free = FreePlays(plays.board, WHITE)
    refereed, judged = draft_of(Choices(plays=plays)), draft_of(Choices(plays=plays, free_plays=free))
    assert (refereed, judged, draft_of(Choices())) == (Draft(plays), Draft(plays, free=free), None)
    assert refereed.with_only_play().board == plays.board.played(WHITE, play("24/18 18/13"))
    assert judged.with_only_play() == judged


@pytest.mark.rule("A-73")
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
    typed = unrefereed(position).typed(text)
    assert typed.fault is None
    assert typed.board == board(position).played(WHITE, play(moves))
    assert typed.entered().moves == play(moves)


@pytest.mark.rule("A-73")
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
        unrefereed().typed(text).entered()
    assert rule in (None, caught.value.msgid)


@pytest.mark.rule("A-73")
def test_moves_are_added_up_and_taken_back_one_by_one():
    start = unrefereed()
    two = start.typed("8/2").entered().typed("6/off").entered()
    assert (two.moves, two.echo) == (play("8/2 6/off"), "8/2 6/off")
    assert two.back().moves == play("8/2")
    assert two.cleared() == start


@pytest.mark.rule("A-73")
@pytest.mark.parametrize(
    ("drafted", "complete", "leaves_dice"),
    [
        (unrefereed(), True, True),
        (unrefereed().typed("8/"), False, False),
        (unrefereed().picked_up(8), False, False),
        (unrefereed().typed("8/2").entered(), True, False),
        (unrefereed("bar:1 / 4:2 3:2 2:2 1:2 5:2 6:2"), True, False),
        (Draft(unrefereed().plays), False, False),
    ],
    ids=["nothing moved", "half a move typed", "a checker in hand", "moved", "no legal move", "with a referee"],
)
def test_the_turn_can_be_left_at_any_time_but_not_half_done(drafted: Draft, complete: bool, leaves_dice: bool):
    assert (drafted.complete, drafted.leaves_dice) == (complete, leaves_dice)


@pytest.mark.rule("A-73")
def test_no_dice_are_used_and_no_plays_are_listed():
    four = unrefereed().typed("13/11(4)").entered()
    assert (four.sources, four.complete, four.used) == (frozenset(), True, ())
    assert [*unrefereed().legal_plays_matching()] == []


@pytest.mark.rule("A-73")
def test_a_checker_in_hand_goes_to_any_point_that_is_not_held():
    before = unrefereed("8:1 / 21:2 20:1")
    held = 25 - 21
    assert before.sources == {8}
    in_hand = before.picked_up(8)
    assert set(in_hand.destinations) == {7, 6, 5, 3, 2, 1, 0} == set(range(8)) - {held}
    assert in_hand.put_down(5).moves == play("8/5")
