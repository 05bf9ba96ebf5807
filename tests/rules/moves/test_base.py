"""Legal plays: the reference data, the simplest finder, and no hit and run."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.rules.board import BAR, OFF, Board, Move, Player
from bgterm.rules.choices import choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import PlayRule
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.moves.bitboard import iter_bits
from bgterm.rules.moves.explain import why_not_play
from bgterm.rules.moves.hitting import HittingPlays
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, VARIANTS
from tests import naive
from tests.builders import board, play
from tests.counting import calls_of
from tests.positions import board_of_id, id_of_board
from tests.reference import HIT_AND_RUN, STANDARD, grouped, rows
from tests.reference import LONG as LONG_BACKGAMMON
from tests.states import to_roll
from tests.strategies import boards, rolls

WHITE = Player.WHITE
GROUPS = grouped(STANDARD, lambda row: row.get("case") or row["source"])


def results(plays: LegalPlays) -> list[Board]:
    return [result for _, result in plays.results()]


# The reference data


@pytest.mark.rule("A-04", "A-21", "A-22", "A-23", "A-24", "A-25", "A-26", "A-27", "A-28", "A-29", "A-30", "A-31")
@pytest.mark.rule("A-32", "A-33", "A-34", "A-35", "A-36", "A-40", "A-41", "A-42", "A-43", "A-44", "A-45", "A-46")
@pytest.mark.rule("A-78")
@pytest.mark.parametrize("player", Player)
@pytest.mark.parametrize("group", GROUPS)
def test_reference_data(group: str, player: Player):
    for row in GROUPS[group]:
        plays = HittingPlays(board_of_id(row["position_id"], player), player, Dice.of(*row["dice"]))
        found = sorted(id_of_board(result, player.opponent) for result in results(plays))
        assert found == (row["results"] or [row["pass_result"]]), row
        assert len(plays) == len(found)


def test_the_reference_data_has_all_its_rows_and_named_cases():
    assert (len(rows(STANDARD)), len(rows(HIT_AND_RUN)), len(rows(LONG_BACKGAMMON))) == (2048, 150, 800)
    assert len({row["case"] for row in rows(STANDARD) if "case" in row}) == 54
    assert sum("case" in row for row in rows(LONG_BACKGAMMON)) == 222


# Every order of the moves, and what may come next


def positions(step: int) -> Iterator[LegalPlays]:
    """Yield every `step`-th roll of the reference data that does not have too many orders to try."""
    for row in rows(STANDARD)[::step]:
        plays = HittingPlays(board_of_id(row["position_id"], WHITE), WHITE, Dice.of(*row["dice"]))
        if not plays.dice.is_double or len(plays) < 30:
            yield plays


def check_orders(plays: LegalPlays) -> set[Play]:
    """Assert that membership, next moves and the dice left follow from all orders of moves; return the orders."""
    every = naive.orders(plays)
    naive.assert_orders(plays, every)
    for order in every:
        for count in range(len(order) + 1):
            assert len(plays.unused(order[:count])) == len(plays.dice.pips) - count
    assert max(map(len, every)) == plays.moves_needed
    return every


@pytest.mark.rule("A-28", "A-30")
@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.soak)])
def test_membership_and_next_moves_are_those_of_all_orders(step: int):
    for plays in positions(step):
        check_orders(plays)


@pytest.mark.rule("A-24", "A-25", "A-26")
@given(boards(), rolls, st.sampled_from(Player))
def test_results_are_those_of_the_plainest_finder(position: Board, dice: Dice, player: Player):
    plays = HittingPlays(position, player, dice)
    assert [position.played(player, moves) for moves, _end in plays.results()] == results(plays)
    expected = naive.results(*naive.sides(plays), *dice)
    assert {(tuple(end.counts(player)), tuple(end.counts(player.opponent))) for end in results(plays)} == expected
    assert len(plays) == len(expected)


@given(boards(checkers=4), rolls, st.sampled_from(Player), st.data())
def test_orders_on_any_board(position: Board, dice: Dice, player: Player, data: st.DataObject):
    plays, numbers = HittingPlays(position, player, dice), st.integers(OFF, BAR)
    moves = data.draw(st.lists(st.builds(Move, numbers, numbers), max_size=5).map(tuple))
    assert (moves in plays) == (moves in check_orders(plays))


def test_what_is_not_a_play_is_not_legal():
    plays = HittingPlays(BACKGAMMON.board, WHITE, Dice(3, 1))
    assert play("8/5 6/5") in plays
    assert "8/5 6/5" not in plays
    assert None not in plays
    assert play("8/5") not in plays
    assert play("8/5 6/5") * 10_000 not in plays
    assert plays.after(play("8/4")) == frozenset()


def test_steps_after_some_moves_are_looked_for_once():
    plays, prefixes = HittingPlays(BACKGAMMON.board, Player.WHITE, Dice(3, 1)), ((), (Move(8, 5),))
    first = [plays.after(prefix) for prefix in prefixes]
    with calls_of(iter_bits) as counted:
        assert [plays.after(prefix) for prefix in prefixes] == first
    assert counted == {}


def test_one_play_is_checked_without_the_other_plays():
    plays = HittingPlays(BACKGAMMON.board, Player.WHITE, Dice(3, 1))
    with calls_of(HittingPlays._further) as counted:  # noqa: SLF001 - it makes the steps
        assert (Move(8, 5), Move(6, 5)) in plays
    assert counted["_further"] <= 4


# No hit and run [RULES part H]

BLOT = "8:3 6:4 5:2 / 24:1 21:1 13:5"
"""A board with Black's blots on White's 4 point and ace point."""


def strict(position: Board, dice: Dice, player: Player = WHITE) -> LegalPlays:
    return HittingPlays(position, player, dice, Ruleset(hit_and_run=False))


@pytest.mark.rule("H1", "H2", "H3", "H4")
@pytest.mark.parametrize("player", Player)
def test_reference_data_of_no_hit_and_run(player: Player):
    for row in rows(HIT_AND_RUN):
        position = board_of_id(row["position"], player, VARIANTS[row["variant"]].checkers)
        plays = strict(position, Dice.of(*row["dice"]), player)
        found = sorted(id_of_board(result, player.opponent) for _, result in plays.results())
        assert found == row["results"], row
        free = HittingPlays(position, player, plays.dice)
        every = sorted(id_of_board(result, player.opponent) for _, result in free.results())
        assert every == sorted(row["results"] + row["banned"])
        assert plays.moves_needed == row["dice_played"]


@pytest.mark.rule("H2")
def test_the_option_on_and_off():
    hit_and_run, stay = play("6/4 4/1"), play("6/4 8/5")
    for allowed in (True, False):
        plays = choices(to_roll(Ruleset(hit_and_run=allowed), BLOT, dice=Dice(3, 2)), WHITE).plays
        assert (hit_and_run in plays) == allowed
        assert stay in plays


@pytest.mark.rule("H5")
@pytest.mark.parametrize(
    ("wrong", "rule", "facts"),
    [
        ("6/4 4/1", PlayRule.HIT_AND_RUN, {"dst": 4}),
        ("8/4", PlayRule.NUMBER_NOT_ROLLED, {"src": 8, "dst": 4, "need": 4, "dice": Dice(3, 2)}),
        ("6/4", PlayRule.PLAY_UNFINISHED, {"left": (3,)}),
    ],
)
def test_the_reason_is_the_rule_and_the_point_that_is_hit(wrong: str, rule: PlayRule, facts: dict):
    fault = why_not_play(strict(board(BLOT), Dice(3, 2)), play(wrong))
    assert (fault.rule, vars(fault)) == (rule, facts)


@given(boards(checkers=4), rolls)
def test_orders_are_those_whose_result_is_allowed(position: Board, dice: Dice):
    plays = strict(position, dice)
    results = {result for _, result in plays.results()}
    every = naive.orders(HittingPlays(position, WHITE, dice))
    allowed = {order for order in every if position.played(WHITE, order) in results}
    naive.assert_orders(plays, allowed)
    assert not any(order in plays for order in every - allowed)


@pytest.mark.rule("H1", "H3", "H4")
@given(boards(), rolls, st.sampled_from(Player))
def test_a_result_runs_only_when_all_do(position: Board, dice: Dice, player: Player):
    free = HittingPlays(position, player, dice)
    results = [result for _, result in free.results()]
    allowed = [result for result in results if not hit_and_ran(position, result, player)]
    assert [result for _, result in strict(position, dice, player).results()] == (allowed or results)


def hit_and_ran(before: Board, after: Board, player: Player) -> bool:
    """Whether a home point with one opposing checker before has no checker after. [RULES H3]"""
    mine, theirs = after.counts(player), after.counts(player.opponent)
    blots = [point for point in range(1, 7) if before.counts(player.opponent)[25 - point] == 1]
    return any(not mine[point] and not theirs[25 - point] for point in blots)
