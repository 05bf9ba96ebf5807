"""From what is written to what can be done: the legal sequences to make the moves that a text speaks of.

A text does not say which die moves which checker, in what order, or over which point. A *goal* is what it does
say about one checker, and an *interpretation* of a text is a set of goals. A *sequence* is moves, in order, that
reach them all.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, combinations_with_replacement, groupby, islice, product, repeat

from bgterm.notation.grammar import Entry
from bgterm.rules.board import BAR, OFF, Move
from bgterm.rules.errors import IllegalPlay
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.moves.explain import explain_jump

Goal = tuple[int, ...]
"""The place of a checker and the points it must still reach, with any number of dice for each."""
Goals = tuple[Goal, ...]

_ENOUGH = 5
"""No roll reaches this many goals; what a text says beyond them need not be looked at."""


@dataclass(frozen=True, slots=True)
class ReadingContext:
    """The turn that a text speaks of."""

    plays: LegalPlays
    """The legal plays."""
    made: Play
    """The moves that have been made."""
    told: bool = False
    """Whether the text tells these moves too, and more; otherwise it goes on from them."""

    @property
    def start(self) -> Play:
        """The moves before the first that the text tells."""
        return () if self.told else self.made

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers that the text can use, larger first."""
        return self.plays.unused(self.start)

    def after(self, prefix: Play) -> Sequence[Move]:
        """Return the moves that may follow, rearmost checker first."""
        told = self.made[len(prefix) : len(prefix) + 1]
        return told or sorted(self.plays.after(prefix), reverse=True)


def sequences(turn: ReadingContext, goals: Goals) -> list[Play]:
    """Return each legal sequence that reaches the goals with the fewest dice, with all moves of the turn."""
    told = len(turn.made) if turn.told else -1
    found = [prefix for prefix, pending in _states(turn, goals) if not pending and len(prefix) > told]
    fewest = min(map(len, found), default=0)
    return [sequence for sequence in found if len(sequence) == fewest]


def why_no_sequence(turn: ReadingContext, goals: Goals) -> IllegalPlay:
    """Return why no sequence reaches the goals: the obstacle on the shortest one to most of the points."""
    prefix, pending = min(_states(turn, goals), key=lambda state: (sum(map(len, state[1])), len(state[0])))
    return explain_jump(turn.plays, prefix, *pending[0][:2])


def _states(turn: ReadingContext, goals: Goals) -> Iterator[tuple[Play, Goals]]:
    """Yield what has been moved and what is still to be done, for each legal beginning of a sequence.

    They come depth first in the order of writing, and of beginnings with the same moves only the first.
    """
    stack = [(turn.start, goals)]
    seen = set()
    while stack:
        prefix, pending = stack.pop()
        state = (*sorted(prefix),), pending
        if state not in seen:
            seen.add(state)
            yield prefix, pending
            stack += reversed([((*prefix, move), left) for move, left in _steps(turn, prefix, pending)])


def _steps(turn: ReadingContext, prefix: Play, pending: Goals) -> Iterator[tuple[Move, Goals]]:
    """Yield each legal move that brings a goal forward, and what is still to be done after it."""
    moves = turn.after(prefix) if pending else ()
    for at, (src, dst, *beyond) in enumerate(pending):
        for move in moves:
            if move.src == src and move.dst >= dst:
                onward = (dst, *beyond) if move.dst == dst else (move.dst, dst, *beyond)
                yield move, (*pending[:at], *([onward] if len(onward) > 1 else []), *pending[at + 1 :])


def interpretations(entries: Sequence[Entry], turn: ReadingContext) -> Iterator[list[Goals]]:
    """Yield what the entries can mean, the more usual first; the goals of one list are equally good.

    Single points are pairs (`8 5 6 5`). Or they are where checkers start (`8 6`): as many as there are dice take
    them in order, the larger first. Or any die may move them, and one point may then also be where to go (`5`).
    """
    if (pairs := _paired(entries)) is not None:
        yield [_goals(pairs)]
    single = [entry for entry in entries if len(entry.points) == 1]
    joined = _goals(entry for entry in entries if len(entry.points) > 1)
    origins = [points[0] for points in _goals(single)]
    left = turn.left
    if len(origins) == len(left) > 1 and not joined:
        yield [_starts(origins, left)]
    if single and left:
        enough = len(origins) <= len(left)
        dice = product(sorted({*left}, reverse=True), repeat=len(origins)) if enough else [left * _ENOUGH]
        starting = [(*joined, *_starts(origins, numbers)) for numbers in dice]
        yield starting + (_by_destination(joined, single[0], turn) if len(single) == 1 else [])


def _goals(entries: Iterable[Entry]) -> Goals:
    return tuple(islice(chain.from_iterable(repeat(entry.points, entry.count or 1) for entry in entries), _ENOUGH))


def _starts(origins: Sequence[int], dice: Sequence[int]) -> Goals:
    return tuple((src, max(src - die, OFF)) for src, die in zip(origins, dice, strict=False))


def _paired(entries: Sequence[Entry]) -> list[Entry] | None:
    """Join single points two by two; None when one is left over or two cannot be a move."""
    joined: list[Entry] = []
    for single, run in groupby(entries, key=lambda entry: len(entry.points) == 1):
        if not single:
            joined.extend(run)
            continue
        points = [*run]
        pairs = [*zip(points[::2], points[1::2], strict=False)]
        if len(points) % 2 or any(src.count or src.points <= dst.points for src, dst in pairs):
            return None
        joined += [Entry(src.points + dst.points, dst.count) for src, dst in pairs]
    return joined


def _by_destination(joined: Goals, entry: Entry, turn: ReadingContext) -> list[Goals]:
    """Read one point as where to go: with the checkers counted, or else with two if possible."""
    (dst,) = entry.points
    board = turn.plays.board.played(turn.plays.player, turn.start)
    mine = board.counts(turn.plays.player)
    sources = [src for src in range(BAR, dst, -1) if mine[src] and _reaches(src, dst, turn.left)]
    for count in (entry.count,) if entry.count else (2, 1):
        if count <= len(turn.left):
            groups = combinations_with_replacement(sources, count)
            arriving = [(*joined, *((src, dst) for src in group)) for group in groups]
            if possible := [goals for goals in arriving if sequences(turn, goals)]:
                return possible
    return []


def _reaches(src: int, dst: int, left: Sequence[int]) -> bool:
    """Whether some or all of the dice left lead from `src` to `dst`, or far enough to bear off."""
    sums = {sum(dice) for count in range(1, len(left) + 1) for dice in combinations(left, count)}
    return src - dst in sums or (dst == OFF and src <= sum(left))
