"""Plays as text: one canonical form out, every form players use in.

A text says less than a play: not which die moves which checker, in what order, or over which point. A *goal* is
what it does say about one checker, and an *interpretation* of a text is a set of goals. To read it is to find all
legal *sequences* of moves that reach all of them. Those that lead to one position count as one play; where there
are several, the player chooses.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, groupby, islice, product, repeat
from typing import NamedTuple

from bgterm.catalog import N_
from bgterm.notation.errors import quoted
from bgterm.notation.grammar import TypedEntry, read_entries
from bgterm.rules.board import BAR, OFF, POINTS, Board, Move, Player, point_text
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalPlay, NotationError, PlayRule
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.moves.explain import explain_jump

_Goal = tuple[int, ...]
"""The place of a checker and the points it must still reach, with any number of dice for each."""
_Goals = tuple[_Goal, ...]

_ENOUGH = 5
"""No roll reaches this many goals; what a text says beyond them need not be looked at."""


# Out


def play_text(board: Board, player: Player, *parts: Play) -> str:
    """Return the canonical text of a play, its moves in any order, on the board before it.

    Moves of different `parts` of it are not joined.

    The rearmost checker comes first, the moves of one checker are joined unless a blot was hit between them, and
    what several checkers do is counted; a star follows the first mention of each point where a blot is hit.

    >>> from bgterm.rules.board import Move
    >>> board = Board.of(white={13: 2, 6: 1}, black={14: 1})
    >>> play_text(board, Player.WHITE, (Move(6, 4), Move(13, 11), Move(11, 9), Move(13, 11)))
    '13/11*/9 13/11 6/4'
    """
    hits = {move.dst for move in chain.from_iterable(parts) if board.hits(player, move)}
    return _text(sorted(chain.from_iterable(map(_chains, parts)), reverse=True), hits, hits)


def _text(chains: Iterable[list[int]], hits: set[int], between: Container[int]) -> str:
    """Return the text of the routes of checkers; of the points in between it names those in `between`."""
    routes = [
        [sequence[0], *(point for point in sequence[1:-1] if point in between), sequence[-1]]
        for sequence in chains
    ]
    starred: set[int] = set()
    return " ".join(_entry_text(route, len([*same]), hits, starred) for route, same in groupby(routes))


def steps_text(board: Board, player: Player, play: Play) -> str:
    """Return the text of a play with all points in between, which stands for no other play."""
    return _text(_chains(play), {move.dst for move in play if board.hits(player, move)}, POINTS)


def exact_text(plays: LegalPlays, play: Play) -> str:
    """Return the canonical text of a legal play, with its route where that text could stand for another play."""
    text = play_text(plays.board, plays.player, play)
    if {move.src for move in play}.isdisjoint(move.dst for move in play):
        return text
    read = read_plays(text, plays)
    alone = len(read) == 1 and read[0].moves in plays
    return text if alone else steps_text(plays.board, plays.player, play)


def _entry_text(route: list[int], checkers: int, hits: set[int], starred: set[int]) -> str:
    """Return one entry, and add the points it marks as hit to `starred`."""
    points = [point_text(route[0])]
    for point in route[1:]:
        star = "*" if point in hits and point not in starred else ""
        starred |= {point} & hits
        points.append(point_text(point) + star)
    return "/".join(points) + (f"({checkers})" if checkers > 1 else "")


def _chains(play: Play) -> list[list[int]]:
    """Join the moves into one path for each checker: 13/8 8/5 gives [13, 8, 5]."""
    moves = sorted(play, reverse=True)
    chains = []
    while moves:
        sequence = list(moves.pop(0))
        while onward := next((move for move in moves if move.src == sequence[-1]), None):
            moves.remove(onward)
            sequence.append(onward.dst)
        chains.append(sequence)
    return chains


# In


class WrittenPlay(NamedTuple):
    """A play that a text can mean."""

    moves: Play
    """The moves it adds to those already made, in an order that is legal."""
    text: str
    """Their canonical text; with all points in between where only those tell it from another play."""


class _TypedTurn(NamedTuple):
    """The turn that a text speaks of."""

    plays: LegalPlays
    """The legal plays."""
    made: Play
    """The moves that have been made."""
    told: bool = False
    """Whether the text repeats these moves and adds others; otherwise it goes on from them."""

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


def read_plays(text: str, plays: LegalPlays, made: Play = ()) -> tuple[WrittenPlay, ...]:
    """Return what `text` can mean after the moves `made`: one play for each position it can lead to.

    The text need not use all dice; one with no move in it is read as no moves. It goes on from `made`. If it
    cannot, it may tell the turn from its start: all of `made`, in any order and joined as one likes, and more.
    A roll before it is checked. A hit need not be marked, but what is marked must be a hit of this turn.

    Raises NotationError for what cannot be read and IllegalPlay when no play it can mean is legal.
    """
    _check_roll(text.strip(), plays.dice)
    typed = read_entries(text)
    if typed.roll and sorted(typed.roll) != sorted(plays.dice):
        message = N_("{text} is not the roll: you rolled {dice}")
        raise NotationError(message, text=quoted("-".join(map(str, typed.roll))), dice=plays.dice)
    if not typed.entries:
        return (WrittenPlay((), ""),)
    onward = _TypedTurn(plays, made)
    for turn in (onward, _TypedTurn(plays, made, told=True)) if made else (onward,):
        if found := _sequences(typed.entries, turn):
            return _distinct(_as_marked(found, typed.starred, turn), turn)
    raise _fault(typed.entries, onward)


def _check_roll(text: str, dice: Dice) -> None:
    """Raise NotationError for the digits of the roll, unless they name a point."""
    one, other = map(str, dice)
    if text in (one + other, other + one) and int(text) > BAR:
        raise NotationError(N_("{text} is your roll: type a play, like {example}"), text=text, example="8/5 6/5")


def _sequences(entries: tuple[TypedEntry, ...], turn: _TypedTurn) -> list[Play]:
    """Return the legal sequences of the first interpretation that has any."""
    for equals in _interpretations(entries, turn):
        if found := [sequence for goals in equals for sequence in _reaching(turn, goals)]:
            return found
    return []


def _as_marked(found: list[Play], marked: frozenset[int], turn: _TypedTurn) -> list[Play]:
    """Keep the sequences that hit wherever the text marks a hit. Raises IllegalPlay when there is none."""
    board, player = turn.plays.board, turn.plays.player
    missed = [marked - {move.dst for move in sequence if board.hits(player, move)} for sequence in found]
    if all(missed):
        raise IllegalPlay(PlayRule.NOTHING_HIT, dst=max(missed[0]))
    return [sequence for sequence, stars in zip(found, missed, strict=True) if not stars]


def _distinct(found: list[Play], turn: _TypedTurn) -> tuple[WrittenPlay, ...]:
    """Keep one sequence for each position, and give each a text of its own."""
    player = turn.plays.player
    before = turn.plays.board.played(player, turn.made)
    added: dict[Board, Play] = {}
    for sequence in found:
        moves = sequence[len(turn.made) :]
        added.setdefault(before.played(player, moves), moves)
    ends = [[(sequence[0], sequence[-1]) for sequence in _chains(moves)] for moves in added.values()]
    return tuple(
        WrittenPlay(moves, (steps_text if ends.count(end) > 1 else play_text)(before, player, moves))
        for moves, end in zip(added.values(), ends, strict=True)
    )


def _fault(entries: tuple[TypedEntry, ...], turn: _TypedTurn) -> IllegalPlay:
    """Return why no interpretation of the entries is legal, by the most usual one."""
    if not turn.left:
        return IllegalPlay(PlayRule.NO_DICE_LEFT)
    goals = next(_interpretations(entries, turn))[0]
    player, board = turn.plays.player, turn.plays.board.played(turn.plays.player, turn.start)
    if len(entries) == 1 and len(entries[0].points) == 1:
        (point,) = entries[0].points
        if point != OFF and not board.counts(player)[point]:
            return IllegalPlay(PlayRule.POINT_OUT_OF_REACH, dst=point, left=(*dict.fromkeys(turn.left),))
    off = board.highest(player), OFF
    goals = tuple(off if goal[0] == goal[-1] == OFF else goal for goal in goals)
    # the obstacle on the shortest sequence to most of the points
    prefix, pending = min(_states(turn, goals), key=lambda state: (sum(map(len, state[1])), len(state[0])))
    return explain_jump(turn.plays, prefix, *pending[0][:2])


# From goals to moves


def _reaching(turn: _TypedTurn, goals: _Goals) -> list[Play]:
    """Return each legal sequence that reaches the goals with the fewest dice, with all moves of the turn."""
    told = len(turn.made) if turn.told else -1
    found = [prefix for prefix, pending in _states(turn, goals) if not pending and len(prefix) > told]
    fewest = min(map(len, found), default=0)
    return [sequence for sequence in found if len(sequence) == fewest]


def _states(turn: _TypedTurn, goals: _Goals) -> Iterator[tuple[Play, _Goals]]:
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


def _steps(turn: _TypedTurn, prefix: Play, pending: _Goals) -> Iterator[tuple[Move, _Goals]]:
    """Yield each legal move that brings a goal forward, and what is still to be done after it."""
    moves = turn.after(prefix) if pending else ()
    for at, (src, dst, *beyond) in enumerate(pending):
        for move in moves:
            if move.src == src and move.dst >= dst:
                onward = (dst, *beyond) if move.dst == dst else (move.dst, dst, *beyond)
                yield move, (*pending[:at], *([onward] if len(onward) > 1 else []), *pending[at + 1 :])


def _interpretations(entries: Sequence[TypedEntry], turn: _TypedTurn) -> Iterator[list[_Goals]]:
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


def _goals(entries: Iterable[TypedEntry]) -> _Goals:
    return tuple(
        islice(chain.from_iterable(repeat(entry.points, entry.checkers or 1) for entry in entries), _ENOUGH)
    )


def _starts(origins: Sequence[int], dice: Sequence[int]) -> _Goals:
    return tuple((src, max(src - die, OFF)) for src, die in zip(origins, dice, strict=False))


def _paired(entries: Sequence[TypedEntry]) -> list[TypedEntry] | None:
    """Join single points two by two; None when one is left over or two cannot be a move."""
    joined: list[TypedEntry] = []
    for single, run in groupby(entries, key=lambda entry: len(entry.points) == 1):
        if not single:
            joined.extend(run)
            continue
        points = [*run]
        pairs = [*zip(points[::2], points[1::2], strict=False)]
        if len(points) % 2 or any(src.checkers or src.points <= dst.points for src, dst in pairs):
            return None
        joined += [TypedEntry(src.points + dst.points, dst.checkers) for src, dst in pairs]
    return joined


def _by_destination(joined: _Goals, entry: TypedEntry, turn: _TypedTurn) -> list[_Goals]:
    """Read one point as where to go: with the checkers counted, or else with two if possible."""
    (dst,) = entry.points
    board = turn.plays.board.played(turn.plays.player, turn.start)
    mine = board.counts(turn.plays.player)
    sources = [src for src in range(BAR, dst, -1) if mine[src] and _reaches(src, dst, turn.left)]
    for count in (entry.checkers,) if entry.checkers else (2, 1):
        if count <= len(turn.left):
            groups = combinations_with_replacement(sources, count)
            arriving = [(*joined, *((src, dst) for src in group)) for group in groups]
            if possible := [goals for goals in arriving if _reaching(turn, goals)]:
                return possible
    return []


def _reaches(src: int, dst: int, left: Sequence[int]) -> bool:
    """Whether some or all of the dice left lead from `src` to `dst`, or far enough to bear off."""
    sums = {sum(dice) for count in range(1, len(left) + 1) for dice in combinations(left, count)}
    return src - dst in sums or (dst == OFF and src <= sum(left))
