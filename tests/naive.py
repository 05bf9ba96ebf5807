"""Legal plays found in the simplest way: the rules word for word over lists, each order of the moves tried.

Independent of the code of `bgterm.rules.moves.base`, to test it and to measure it by. Both sides are lists of 26
counts, each by its own numbers (0 off, 25 the bar).
"""

from collections import defaultdict
from typing import NamedTuple

from bgterm.rules.board import Move
from bgterm.rules.moves.base import LegalPlays, Play

Side = list[int]
Position = tuple[tuple[int, ...], tuple[int, ...]]
"""The counts of both sides as tuples, which a set can have."""


class Step(NamedTuple):
    """One checker moved by one die."""

    src: int
    dst: int
    die: int


class Way(NamedTuple):
    """The moves of a play in one order, and both sides after it."""

    steps: list[Step]
    mine: Side
    theirs: Side


def steps(mine: Side, theirs: Side, die: int) -> list[Step]:
    """Return the moves that a single die can be used for."""
    found = []
    for src in range(1, 26):
        dst = max(src - die, 0)
        if not mine[src] or (mine[25] and src != 25):
            continue
        if dst > 0:
            allowed = theirs[25 - dst] < 2
        else:
            allowed = not any(mine[7:]) and (src == die or not any(mine[src + 1 :]))
        if allowed:
            found.append(Step(src, dst, die))
    return found


def made(mine: Side, theirs: Side, step: Step) -> tuple[Side, Side]:
    """Return both sides after a step."""
    mine, theirs = mine[:], theirs[:]
    mine[step.src] -= 1
    mine[step.dst] += 1
    if step.dst > 0 and theirs[25 - step.dst] == 1:
        theirs[25 - step.dst] = 0
        theirs[25] += 1
    return mine, theirs


def ways(mine: Side, theirs: Side, dice: list[int]) -> list[Way]:
    """Return every order of moves that goes on until no remaining die can be used."""
    found = []
    for die in set(dice):
        left = dice[:]
        left.remove(die)
        for step in steps(mine, theirs, die):
            onward = ways(*made(mine, theirs, step), left)
            found += [Way([step, *way.steps], way.mine, way.theirs) for way in onward]
    return found or [Way([], mine, theirs)]


def legal_ways(mine: Side, theirs: Side, high: int, low: int) -> list[Way]:
    """Return the legal orders of moves: those that use the most dice, and of single dice the larger if possible.

    An order that bears off the last checker before all dice are used is legal, too, if it leads where a legal one
    leads.
    """
    every = ways(mine, theirs, [high, low] if high != low else [high] * 4)
    most = max(len(way.steps) for way in every)
    found = [way for way in every if len(way.steps) == most]
    if most == 1 and high != low:
        found = [way for way in found if way.steps[0].die == high] or found
    ends = [(way.mine, way.theirs) for way in found]
    return found + [way for way in every if not any(way.mine[1:]) and (way.mine, way.theirs) in ends]


def results(mine: Side, theirs: Side, high: int, low: int) -> set[Position]:
    """Return both sides after each legal play, without following the same position twice."""
    seen: set[tuple[Position, tuple[int, ...]]] = set()
    ends: list[tuple[Position, tuple[int, ...]]] = []

    def go_on(mine: Side, theirs: Side, left: list[int]) -> None:
        here = ((tuple(mine), tuple(theirs)), tuple(left))
        if here in seen:
            return
        seen.add(here)
        possible = [step for die in set(left) for step in steps(mine, theirs, die)]
        if not possible:
            ends.append(here)
        for step in possible:
            rest = left[:]
            rest.remove(step.die)
            go_on(*made(mine, theirs, step), rest)

    go_on(mine, theirs, [high, low] if high != low else [high] * 4)
    fewest = min(len(left) for _, left in ends)
    if high != low and fewest == 1 and any(left == (low,) for _, left in ends):
        return {position for position, left in ends if left == (low,)}
    return {position for position, left in ends if len(left) == fewest}


def sides(plays: LegalPlays) -> tuple[Side, Side]:
    """Return the counts of the player and of the opponent before a roll is played."""
    return list(plays.board.counts(plays.player)), list(plays.board.counts(plays.player.opponent))


def orders(plays: LegalPlays) -> set[Play]:
    """Return every legal play of a roll in every order of its moves."""
    found = legal_ways(*sides(plays), *plays.dice)
    return {tuple(Move(step.src, step.dst) for step in way.steps) for way in found}


def assert_orders(plays: LegalPlays, every: set[Play]) -> None:
    """Assert that legal plays, parts of plays and next moves are those that follow from all orders of moves."""
    following: dict[Play, set[Move]] = defaultdict(set)
    for order in every:
        following[order] |= set()
        for count, move in enumerate(order):
            following[order[:count]].add(move)
    for prefix, moves in following.items():
        assert plays.after(prefix) == moves
        assert (prefix in plays) == (not moves)
    assert set(plays) <= every
