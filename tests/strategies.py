"""Hypothesis strategies for boards and rules."""

from hypothesis import settings
from hypothesis import strategies as st

from bgterm.rules.board import BAR, HEAD, OFF, POINTS, Board, Movement
from bgterm.rules.dice import ROLLS
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Clock, FirstThrow, NextGame, Pause, Ruleset, SixInARow
from bgterm.rules.variants import VARIANTS

in_whole_matches = settings(max_examples=settings().max_examples // 5)
"""Settings with fewer examples, for tests that play a match for each example."""


def by_profile(number: int) -> int:
    """Return the number in `make check`, and an eighth of it in `make test`."""
    return max(1, number * settings().max_examples // 100)


def stride(step: int = 1) -> int:
    """Return the step in `make check`, and eight times it in `make test`."""
    return max(1, step * 100 // settings().max_examples)


def cuts(text: bytes, begin: int = 0, step: int = 1) -> list[int]:
    """Return the offsets at which to cut a text: every so many bytes by `stride`, and around each line end."""
    sizes, ends = range(begin, len(text)), {at for at, byte in enumerate(text) if byte == ord("\n")}
    return [size for size in sizes if (size - begin) % stride(step) == 0 or not ends.isdisjoint({size - 1, size})]


rolls = st.sampled_from(ROLLS)
rulesets = st.builds(
    Ruleset,
    length=st.just(0) | st.integers(1, 7),
    crawford=st.booleans(),
    cube=st.booleans(),
    jacoby=st.booleans(),
    beavers=st.integers(0, 3),
    automatic_doubles=st.integers(0, 2),
    gammons=st.booleans(),
    next_game=st.sampled_from(NextGame),
    take_back=st.booleans(),
    hit_and_run=st.booleans(),
    policing=st.booleans(),
    first_throw=st.sampled_from(FirstThrow),
    six_in_a_row=st.sampled_from(SixInARow),
    clock=st.sampled_from(Clock),
    pause=st.sampled_from(Pause),
    koks=st.booleans(),
    last_throw=st.booleans(),
)
"""A strategy for rulesets, even those whose options exclude each other."""
headers = st.builds(lambda *agreed: Header(*agreed), st.sampled_from(list(VARIANTS.values())), rulesets)


@st.composite
def boards(draw: st.DrawFn, checkers: int = 15) -> Board:
    """Return any board, reachable or not, on which no point is held by both sides."""
    numbers = st.lists(st.integers(OFF, BAR), min_size=checkers, max_size=checkers)
    white = draw(numbers)
    taken = {Movement.HITTING.opponent_point(point) for point in white if point in POINTS}
    black = [number if number not in taken else OFF for number in draw(numbers)]
    return Board.of(_counts(white), _counts(black))


@st.composite
def narde_boards(draw: st.DrawFn, checkers: int = 15) -> Board:
    """Return any board of Long backgammon on which no point is held by both sides."""
    numbers = st.lists(st.integers(OFF, HEAD), min_size=checkers, max_size=checkers)
    white = [*draw(numbers)[1:], draw(st.sampled_from(POINTS))]
    taken = {Movement.NARDE.opponent_point(point) for point in white if point in POINTS}
    black = [number if number not in taken else OFF for number in draw(numbers)]
    return Board.of(_counts(white), _counts(black), Movement.NARDE)


def _counts(numbers: list[int]) -> dict[int, int]:
    return {number: numbers.count(number) for number in set(numbers)}
