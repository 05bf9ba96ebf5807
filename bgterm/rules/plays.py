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
_OFF_FIELD = 1
_BAR_FIELD = 1 << BAR * _BYTE
_THEIR_BAR = 1 << _SIDE
_POINT_FIELDS = sum(1 << point * _BYTE for point in range(1, BAR))
_CHECKER_FIELDS = _POINT_FIELDS | _BAR_FIELD
_SHOWS_ONE = 127 * _CHECKER_FIELDS
"""Added to a side: the highest bit of a byte is then set where a checker stands."""
_SHOWS_TWO = 126 * _POINT_FIELDS
"""The same for two checkers and more."""
_OUTSIDE_HOME = (HOME + 1) * _BYTE

_Path = tuple["_Path", int, int] | tuple[()]
"""How a position is reached: the path before, the field moved from and the die."""
_Paths = dict[int, _Path]
"""Positions, each with one path there."""


def _position(board: Board, player: Player) -> int:
    mine, theirs = board.counts(player), board.counts(player.opponent)
    return int.from_bytes(mine + theirs[::-1], "little")


def _board(position: int, player: Player) -> Board:
    both = position.to_bytes(2 * 26, "little")
    return Board.of_counts(player, both[:26], both[:25:-1])


def _fields(mask: int) -> Iterator[int]:
    while mask:
        yield (field := mask & -mask)
        mask ^= field


def _number(field: int) -> int:
    return field.bit_length() // _BYTE


class LegalPlays(Collection[Play]):
    """The legal plays of one roll in the hitting games: ask `play in plays`, or iterate over distinct results.

    Iteration gives one play for each position that a legal play can reach. A roll that cannot be played has the
    one play `()`, of no moves. [RULES A-21 to A-47]
    """

    def __init__(self, board: Board, player: Player, dice: Dice) -> None:
        """Take the board before the roll; nothing is worked out until it is asked for."""
        self.board, self.player, self.dice = board, player, dice
        self._start = _position(board, player)
        held = (self._start >> _SIDE) + _SHOWS_TWO >> 7
        self._open = _POINT_FIELDS & ~held

    def __len__(self) -> int:
        """Give the number of distinct results."""
        return len(self._paths)

    def __iter__(self) -> Iterator[Play]:
        """Give one play for each distinct result."""
        return map(_play, self._paths.values())

    def results(self) -> Iterator[tuple[Play, Board]]:
        """Give a play and the board it leads to, for each distinct result."""
        for position, path in self._paths.items():
            yield _play(path), _board(position, self.player)

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
        return len(next(iter(self)))

    def _sources(self, position: int, die: int) -> int:
        """Give the mask of the fields from which `die` can be moved, by the rules for one checker."""
        shift = die * _BYTE
        occupied = position + _SHOWS_ONE >> 7 & _CHECKER_FIELDS
        if occupied >= _BAR_FIELD:
            return _BAR_FIELD & self._open << shift
        sources = occupied & self._open << shift
        if occupied and not occupied >> _OUTSIDE_HOME:
            from_die_up = occupied >> shift
            if from_die_up & 1:
                sources |= 1 << shift
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
        return bool(self._sources(self._after(position, field, die), left[0] + left[1] - die))

    def _follow(self, prefix: Play) -> tuple[int, tuple[int, ...]] | None:
        """Give the position after the moves and the numbers left, or None when they are not legal so far."""
        position, left = self._start, self.dice.pips
        for move in prefix:
            die = self._next(position, left).get(move)
            if die is None:
                return None
            position = self._after(position, 1 << move.src * _BYTE, die)
            at = left.index(die)
            left = left[:at] + left[at + 1 :]
        return position, left

    def _after(self, position: int, field: int, die: int) -> int:
        """Give the position after a move that is possible."""
        (after,) = self._further({position: ()}, die, among=field)
        return after

    @cached_property
    def _paths(self) -> _Paths:
        """Give each position that a legal play can reach, with one path there."""
        begin: _Paths = {self._start: ()}
        if self.dice.is_double:
            return self._as_often_as_it_goes(begin)
        return self._both(begin) or self._one(begin) or begin

    def _further(self, paths: _Paths, die: int, among: int = -1) -> _Paths:
        """Go on with `die` from each of the fields `among`, hitting what is landed on.

        Gives each new position with one path there. The moves of one number are made from the rearmost checker
        on: that leaves nothing out, and finds no position of a double twice.
        """
        shift = die * _BYTE
        further: _Paths = {}
        for position, path in paths.items():
            sources = self._sources(position, die) & among
            if path and path[2] == die:
                sources &= (path[1] << 1) - 1
            while sources:
                field = sources & -sources
                sources ^= field
                landing = field >> shift or _OFF_FIELD
                after = position - field + landing
                if landing > _OFF_FIELD and position & (hit := landing << _SIDE):
                    after += _THEIR_BAR - hit
                further[after] = (path, field, die)
        return further

    def _as_often_as_it_goes(self, begin: _Paths) -> _Paths:
        """Play a double: up to four times, and no order of the moves loses one. [RULES A-23]"""
        paths = begin
        for die in self.dice.pips:
            if not (further := self._further(paths, die)):
                break
            paths = further
        return paths

    def _both(self, begin: _Paths) -> _Paths:
        """Play both numbers: the larger one first, and then what only the other order makes possible."""
        high, low = self.dice
        at_once = self._sources(self._start, high)
        paths = self._further(self._further(begin, high), low)
        paths |= self._further(self._further(begin, low), high, among=~at_once)
        return paths

    def _one(self, begin: _Paths) -> _Paths:
        """Play the one number that can be played, the larger if it can be. [RULES A-25]"""
        return self._further(begin, self.dice.high) or self._further(begin, self.dice.low)


def _play(path: _Path) -> Play:
    if not path:
        return ()
    before, field, die = path
    return (*_play(before), _move(field, die))


def _move(field: int, die: int) -> Move:
    src = _number(field)
    return Move(src, max(src - die, OFF))
