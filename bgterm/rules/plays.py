"""Which plays are legal in the games where checkers hit each other.

All of a turn is worked out on one integer, the *position*: 26 bytes for the mover (byte 0 what is off, byte 25
the bar) and above them 26 for the opponent, counted by the mover's numbers (byte 0 his bar, byte 25 his off).
A *field* is an integer with one bit set, the lowest of its byte: adding a field to a position adds a checker, and
shifting a field down by a die's bytes gives where that die leads. Sets of fields are their sum, a *mask*.
"""

from collections.abc import Collection, Iterator
from functools import cached_property

from bgterm.rules.board import BAR, HOME, OFF, Board, Move, Player
from bgterm.rules.dice import Dice

Play = tuple[Move, ...]
"""All moves of one roll in the order they are made; `()` when nothing can be played."""

_BYTE = 8
_SIDE = 26 * _BYTE
_MINE = (1 << _SIDE) - 1
_OFF_FIELD = 1
_BAR_FIELD = 1 << BAR * _BYTE
_THEIR_BAR = 1 << _SIDE
_POINT_FIELDS = sum(1 << point * _BYTE for point in range(1, BAR))
_CHECKER_FIELDS = _POINT_FIELDS | _BAR_FIELD
_OUTSIDE_HOME = (HOME + 1) * _BYTE


def _position(board: Board, player: Player) -> int:
    mine, theirs = board.counts(player), board.counts(player.opponent)
    return int.from_bytes(mine + theirs[::-1], "little")


def _board(position: int, player: Player) -> Board:
    both = position.to_bytes(2 * 26, "little")
    return Board.of_counts(player, both[:26], both[:25:-1])


def _holds(position: int, least: int, fields: int) -> int:
    """Give the mask of those of the `fields` that hold at least `least` of the mover's checkers."""
    return (((position & _MINE) + fields * (128 - least)) >> 7) & fields


def _fields(mask: int) -> Iterator[int]:
    while mask:
        yield (field := mask & -mask)
        mask ^= field


def _number(field: int) -> int:
    return field.bit_length() // _BYTE


def _step(position: int, field: int, die: int) -> int:
    """Give the position after the checker on `field` has moved by `die`, hitting what it lands on."""
    landing = field >> die * _BYTE
    if not landing or landing == _OFF_FIELD:
        return position + _OFF_FIELD - field
    hit = landing << _SIDE
    if position & hit:
        return position + landing - field + _THEIR_BAR - hit
    return position + landing - field


class LegalPlays(Collection[Play]):
    """The legal plays of one roll in the hitting games: ask `play in plays`, or iterate over distinct results.

    Iteration gives one play for each position that a legal play can reach. A roll that cannot be played has the
    one play `()`, of no moves. [RULES A-21 to A-47]
    """

    def __init__(self, board: Board, player: Player, dice: Dice) -> None:
        """Take the board before the roll; nothing is worked out until it is asked for."""
        self.board, self.player, self.dice = board, player, dice
        self._start = _position(board, player)
        held = _holds(self._start >> _SIDE, 2, _POINT_FIELDS)
        self._open = _POINT_FIELDS ^ held

    def __len__(self) -> int:
        """Give the number of distinct results."""
        return len(self._paths)

    def __iter__(self) -> Iterator[Play]:
        """Give one play for each distinct result."""
        return map(self._play, self._paths.values())

    def results(self) -> Iterator[tuple[Play, Board]]:
        """Give a play and the board it leads to, for each distinct result."""
        for position, path in self._paths.items():
            yield self._play(path), _board(position, self.player)

    def __contains__(self, play: object) -> bool:
        """Whether these moves, in this order, are a legal play."""
        reached = self._follow(play) if isinstance(play, tuple) else None
        return reached is not None and not self._next(*reached)

    def after(self, prefix: Play) -> frozenset[Move]:
        """Give the moves that may follow `prefix`, so that all that must be played still can be.

        Nothing follows a complete play, nor a prefix that is itself not legal.
        """
        reached = self._follow(prefix)
        return frozenset(self._next(*reached) if reached else ())

    def unused(self, prefix: Play) -> tuple[int, ...]:
        """Give the numbers not yet used after a legal `prefix`, larger first, playable or not."""
        reached = self._follow(prefix)
        return reached[1] if reached else ()

    @cached_property
    def moves_needed(self) -> int:
        """How many moves a legal play has: as many as can be made. [RULES A-23]"""
        return max(map(len, self._paths.values())) // 2

    def _sources(self, position: int, die: int) -> int:
        """Give the mask of the fields from which `die` can be moved, by the rules for one checker."""
        occupied = _holds(position, 1, _CHECKER_FIELDS)
        if occupied & _BAR_FIELD:
            occupied = _BAR_FIELD
        sources = occupied & (self._open << die * _BYTE)
        if occupied and not occupied >> _OUTSIDE_HOME:
            from_die_up = occupied >> die * _BYTE
            if from_die_up & 1:
                sources |= 1 << die * _BYTE
            elif not from_die_up:
                sources |= 1 << occupied.bit_length() - 1
        return sources

    def _next(self, position: int, left: tuple[int, ...]) -> dict[Move, int]:
        """Give the moves that may come next, each with the die it uses, the smaller one where either would do."""
        moves: dict[Move, int] = {}
        for die in sorted(set(left), reverse=True):
            for field in _fields(self._sources(position, die)):
                if self._leaves_enough(position, field, die, left):
                    moves[_move(field, die)] = die
        return moves

    def _leaves_enough(self, position: int, field: int, die: int, left: tuple[int, ...]) -> bool:
        """Whether no die is lost by this move that another order could play; doubles never lose one."""
        if len(left) != 2 or self.dice.is_double:
            return True
        if self.moves_needed == 1:
            return die == left[0] or not self._sources(position, left[0])
        return bool(self._sources(_step(position, field, die), left[0] + left[1] - die))

    def _follow(self, prefix: Play) -> tuple[int, tuple[int, ...]] | None:
        """Give the position after the moves and the numbers left, or None when they are not legal so far."""
        position, left = self._start, self.dice.pips
        for move in prefix:
            die = self._next(position, left).get(move)
            if die is None:
                return None
            position = _step(position, 1 << move.src * _BYTE, die)
            at = left.index(die)
            left = left[:at] + left[at + 1 :]
        return position, left

    @cached_property
    def _paths(self) -> dict[int, tuple[int, ...]]:
        """Give each position that can be reached with the fields and dice that lead to it, one after the other."""
        if self.dice.is_double:
            return self._doubled()
        return self._both() or self._one() or {self._start: ()}

    def _doubled(self) -> dict[int, tuple[int, ...]]:
        """Play a double as often as it goes.

        Every play can be made from the rearmost checker on: with no source above the one before, no position is
        found twice.
        """
        die = self.dice.high
        reached: list[tuple[int, tuple[int, ...]]] = [(self._start, ())]
        for _ in range(4):
            further = [
                (_step(position, field, die), (*path, field, die))
                for position, path in reached
                for field in _fields(self._sources(position, die) & ((path[-2] << 1) - 1 if path else -1))
            ]
            if not further:
                break
            reached = further
        return dict(reached)

    def _both(self) -> dict[int, tuple[int, ...]]:
        """Play both numbers: the larger one first, and then what only the other order makes possible."""
        high, low = self.dice
        paths: dict[int, tuple[int, ...]] = {}
        at_once = self._sources(self._start, high)
        for first in _fields(at_once):
            position = _step(self._start, first, high)
            for second in _fields(self._sources(position, low)):
                paths[_step(position, second, low)] = (first, high, second, low)
        for first in _fields(self._sources(self._start, low)):
            position = _step(self._start, first, low)
            for second in _fields(self._sources(position, high) & ~at_once):
                paths[_step(position, second, high)] = (first, low, second, high)
        return paths

    def _one(self) -> dict[int, tuple[int, ...]]:
        """Play the one number that can be played, the larger if it can be. [RULES A-25]"""
        for die in self.dice:
            if sources := self._sources(self._start, die):
                return {_step(self._start, field, die): (field, die) for field in _fields(sources)}
        return {}

    @staticmethod
    def _play(path: tuple[int, ...]) -> Play:
        return tuple(_move(field, die) for field, die in zip(path[::2], path[1::2], strict=True))


def _move(field: int, die: int) -> Move:
    src = _number(field)
    return Move(src, max(src - die, OFF))
