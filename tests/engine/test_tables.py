"""The exact tables: the ends of races, and Hyper-backgammon with one and two checkers."""

import lzma
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import combinations_with_replacement, product
from random import Random

import numpy as np
import pytest

from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.builtin import tables
from bgterm.engine.builtin.tables import effective_pips, exact_chances, exact_equities, place_of, race_chances
from bgterm.engine.errors import EngineError
from bgterm.engine.protocol import EngineRequest, Probabilities, QuestionKind
from bgterm.rules.board import HOME, Board, Movement, Player
from bgterm.rules.dice import ROLLS
from bgterm.rules.legal_plays import plays_of
from bgterm.rules.match import NAMES, Game, MatchState, win_on_board
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER_1, HYPER_2, Variant
from tools.bearoff import positions, table, written

WHITE, BLACK = Player
MONEY = Ruleset()
OF_GNUBG = "38089567e87a681682bb4ff53f30d781af215fc04debbdff3f61b6db68547a49"
"""The SHA-256 of `gnubg_os0.bd` in Debian's package gnubg-data 1.07.001."""
Side = tuple[int, ...]
"""The points of all checkers that are not borne off."""


def board_of(mine: Side, theirs: Side, movement: Movement = Movement.HITTING, checkers: int = 15) -> Board:
    sides = ({0: checkers - len(side), **{point: side.count(point) for point in side}} for side in (mine, theirs))
    return Board.of(*sides, movement)


def sides(most: int) -> list[Side]:
    """Return every position of one to `most` checkers at home."""
    points = range(1, HOME + 1)
    return [side for count in range(1, most + 1) for side in combinations_with_replacement(points, count)]


@cache
def after_rolls(side: Side) -> list[tuple[int, set[Side]]]:
    """Return how many of 36 rolls there are of each kind, with the positions after them."""
    found = []
    for dice in ROLLS:
        boards = (board for _play, board in plays_of(MONEY, board_of(side, (1,)), WHITE, dice).results())
        ends = {tuple(n for n in range(1, HOME + 1) for _ in range(board.counts(WHITE)[n])) for board in boards}
        found.append((1 if dice.is_double else 2, ends))
    return found


def test_table_is_that_of_gnu_backgammon():
    data = (files("bgterm.engine.builtin") / "bearoff.xz").read_bytes()
    assert sha256(lzma.decompress(data)).hexdigest() == OF_GNUBG


@pytest.mark.soak
def test_table_is_computed_again_byte_for_byte():
    assert sha256(written(table())).hexdigest() == OF_GNUBG


@pytest.mark.long
def test_each_position_has_its_place():
    assert list(map(place_of, positions())) == list(range(54_264))


@pytest.mark.parametrize("most", [2, pytest.param(3, marks=pytest.mark.long)])
def test_chances_are_those_of_a_count_of_both_sides(most):
    every = [(), *sides(most)]
    exact = counted(every)
    for (mine, ours), (theirs, other) in product(enumerate(every[1:], 1), repeat=2):
        found = race_chances(board_of(ours, other), WHITE)
        assert found.win == pytest.approx(exact[mine, theirs], abs=1e-4)
        assert (found.win_gammon, found.lose_gammon) == (0, 0)


@pytest.mark.long
def test_plays_of_a_thousand_ends_of_races_lose_nothing():
    """The cubeless equity is wrong by 0.001 in the mean and 0.01 at most, and a play loses 0.0003."""
    every = [(), *sides(6)]
    place = {side: number for number, side in enumerate(every)}
    exact = counted(every)
    rng = Random(20261123)
    errors, costs = [], []
    for mine, theirs in ([rng.choice(every[1:]) for _ in range(2)] for _ in range(1_000)):
        found = race_chances(board_of(mine, theirs), WHITE)
        errors.append(2 * abs(found.win - exact[place[mine], place[theirs]]))
        _count, ends = rng.choice(after_rolls(mine))
        values = {end: 1 - exact[place[theirs], place[end]] for end in ends if end}
        if values:
            chosen = min(values, key=lambda end: race_chances(board_of(end, theirs), BLACK).win)
            costs.append(2 * (max(values.values()) - values[chosen]))
    assert (sum(errors) / 1_000 < 0.0001, max(errors) < 0.0003) == (True, True)
    assert sum(costs) / len(costs) < 0.00001


def counted(every: list[Side]) -> np.ndarray:
    """Return the player on roll's chances to win for all pairs of positions, counted by the rules of the game."""
    place = {side: number for number, side in enumerate(every)}
    after = [[(count, [place[end] for end in ends]) for count, ends in after_rolls(side)] for side in every[1:]]
    found, before = np.zeros((len(every), len(every))), None
    found[0] = 1
    while before is None or not np.array_equal(found, before):
        before = found.copy()
        for number, rolls in enumerate(after, 1):
            found[number, 1:] = sum(count * (1 - before[1:, ends].min(1)) for count, ends in rolls) / 36
    return found


def test_damaged_table_is_one_sentence(monkeypatch, tmp_path):
    (tmp_path / "bearoff.xz").write_bytes(b"no table")
    monkeypatch.setattr(tables, "files", lambda _package: tmp_path)
    tables.packed_table.cache_clear()
    with pytest.raises(EngineError, match=r"^bearoff.xz of the built-in engine is damaged: install bgterm again$"):
        tables.packed_table("bearoff.xz")


@pytest.mark.parametrize(
    ("mine", "theirs", "win_gammon", "lose_gammon"),
    [
        ((1,), (6,) * 15, 1, 0),
        ((1,) * 4, (6,) * 15, 6 / 36 + 30 / 36 * 19 / 36, 0),
        ((1,) * 4, (6,) * 14, 0, 0),
        ((6,) * 15, (1,), 0, 19 / 36),
        ((6,) * 14, (1,), 0, 0),
    ],
)
def test_gammons_are_those_counted_by_hand(mine, theirs, win_gammon, lose_gammon):
    """Of 36 rolls 17 bear a checker off the 6 point: each 6, 5-1, 4-2, 3-3 and 2-2."""
    found = race_chances(board_of(mine, theirs), WHITE)
    assert (found.win_gammon, found.lose_gammon) == pytest.approx((win_gammon, lose_gammon), abs=1e-4)


def test_plays_at_home_are_the_same_in_long_backgammon():
    rng = Random(1)
    for _ in range(50):
        mine, theirs = (tuple(sorted(rng.choices(range(1, HOME + 1), k=rng.randint(1, 15)))) for _ in range(2))
        for dice in ROLLS:
            usual, narde = (
                {end.counts(WHITE) for _play, end in plays_of(MONEY, board, WHITE, dice).results()}
                for board in (board_of(mine, theirs), board_of(mine, theirs, Movement.NARDE))
            )
            assert usual == narde, (mine, theirs, dice)


@pytest.mark.parametrize(
    ("side", "rolls"),
    [
        ((), 0),
        ((1,), 1),
        ((1, 1), 1),
        ((1, 1, 1), 11 / 6),
        ((6,), 1 + 9 / 36),
        ((1,) * 5, 2 + 25 / 36),
        ((7,), None),
    ],
)
def test_effective_pips_are_those_of_the_mean_number_of_rolls(side, rolls):
    """27 of 36 rolls bear off the 6 point; five on the ace point need a third roll but for doubles."""
    expected = None if rolls is None else pytest.approx(rolls * 49 / 6, abs=1e-3)
    assert effective_pips(board_of(side, (1,)).counts(WHITE)) == expected


def test_tables_have_no_chances_of_other_positions():
    assert race_chances(board_of((7,), (1,)), WHITE) is None
    assert race_chances(board_of((1,), (25,)), WHITE) is None
    assert race_chances(board_of((1, 2, 3), (1, 2), checkers=3), WHITE) is None, "when is the gammon saved?"
    assert exact_chances(BACKGAMMON.board, WHITE) is None
    assert not exact_equities(Board.of({0: 2}, {1: 2}), WHITE)


# Hyper-backgammon with one and two checkers, against the rules and against an independent solution

CHECKERS = {HYPER_1: 1, HYPER_2: 2}


def stands(variant: Variant, board: Board) -> MatchState:
    return MatchState(variant, MONEY, NAMES, Game(board, WHITE))


def random_positions(variant: Variant, many: int) -> list[Board]:
    """Return `many` random positions in which nobody has won and no point has checkers of both sides."""
    random, found = Random(4), list[Board]()
    sides = [*combinations_with_replacement(range(26), CHECKERS[variant])]
    while len(found) < many:
        mine, theirs = ({number: side.count(number) for number in side} for side in random.choices(sides, k=2))
        meet = any(25 - number in theirs for number in mine if 0 < number < 25)
        if not meet and mine.keys() != {0} and theirs.keys() != {0}:
            found.append(Board.of(mine, theirs))
    return found


def mean_of_rolls(variant: Variant, board: Board, worth) -> float:
    """Return the mean over all rolls of the best play's worth; `worth` is that of a board to White, who played."""
    total = 0.0
    for dice in ROLLS:
        boards = [after for _play, after in plays_of(MONEY, board, WHITE, dice).results()]
        best = max(
            float(win_on_board(stands(variant, each), BLACK)) if each.is_off(WHITE) else worth(each)
            for each in boards
        )
        total += best * (1 if dice.is_double else 2)
    return total / 36


def equity(found: Probabilities | None) -> float:
    return 2 * found.win - 1 + found.win_gammon + found.win_backgammon - found.lose_gammon - found.lose_backgammon


@pytest.mark.parametrize("variant", CHECKERS, ids=lambda variant: variant.slug)
def test_chances_and_equities_are_the_mean_of_the_best_plays(variant):
    """The opponent doubles before their roll where that is worth more, and White passes what costs a point."""

    def cubeless(after: Board) -> float:
        return -equity(exact_chances(after, BLACK))

    def may_double(after: Board) -> float:
        middle, _own, theirs = exact_equities(after, BLACK)
        return -max(middle, min(2 * theirs, 1.0))

    def may_not(after: Board) -> float:
        return -exact_equities(after, BLACK)[2]

    for board in random_positions(variant, 15):
        expected = mean_of_rolls(variant, board, cubeless)
        assert equity(exact_chances(board, WHITE)) == pytest.approx(expected, abs=4e-4)
        middle, own, _theirs = exact_equities(board, WHITE)
        assert middle == pytest.approx(mean_of_rolls(variant, board, may_double), abs=6e-4)
        assert own == pytest.approx(mean_of_rolls(variant, board, may_not), abs=6e-4)


def test_one_checker_is_worth_what_another_solver_says():
    """`python -m tools.exact_hyper` improves plays until they are perfect: 0.452773 for the player on roll."""
    assert equity(exact_chances(HYPER_1.board, WHITE)) == pytest.approx(0.452773, abs=3e-4)


def test_the_engine_takes_both_from_the_table():
    cube = Builtin().answer(EngineRequest.of(stands(HYPER_2, HYPER_2.board), QuestionKind.CUBE)).cube
    assert cube.probabilities == exact_chances(HYPER_2.board, WHITE)
    middle, _own, theirs = exact_equities(HYPER_2.board, WHITE)
    assert (cube.no_double, cube.double_take) == (middle, 2 * theirs)
