"""The legal plays of a roll in any variant: how they are queried, and which sequences of steps are plays.

A *step* is one checker moved by one die. Which steps are legal depends on the variant: see
`bgterm.rules.moves.hitting` and `bgterm.rules.moves.narde`. Common to all variants: as many dice as possible must
be played, and the larger one when only one of the two can be.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator
from functools import cached_property
from typing import NamedTuple

from bgterm.rules.board import BAR, Board, Move, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalPlay
from bgterm.rules.moves.bitboard import BYTE, CHECKER_FIELDS, OCCUPIED_TEST, iter_bits, move_from

Play = tuple[Move, ...]
"""All moves of one roll in the order they are made; `()` when nothing can be played."""

Path = tuple["Path", int, int] | tuple[()]
"""The last step to a position: the path before it, the field moved from, and the die; None at the start."""
Paths = dict[int, Path]
"""Positions, packed as described in `bgterm.rules.moves.bitboard`, each with one path to it."""


_State = tuple[int, tuple[int, ...]]
"""A packed position within a turn, and the numbers of the dice left, larger first."""


class HeadCount(NamedTuple):
    """How many checkers have left the head in a turn of narde, and how many may. [RULES L12, L13]"""

    taken: int
    allowed: int


class LegalPlays(Collection[Play], ABC):
    """The legal plays of one roll: test `play in plays`, or iterate over one play for each resulting position.

    A roll that cannot be played has the one play `()`, without moves. `bgterm.rules.legal_plays` makes the
    instance for a variant.
    """

    def __init__(self, board: Board, player: Player, dice: Dice) -> None:
        """Start from the board before the roll; everything is computed lazily."""
        self.board, self.player, self.dice = board, player, dice
        self._start = self._packed(board)
        self._states: dict[Play, _State] = {(): (self._start, dice.pips)}
        """A cache of the states after sequences of moves."""
        self._known: dict[_State, dict[Move, int]] = {}
        """A cache of the moves that may follow in a state, each with the die it uses."""

    def __len__(self) -> int:
        """Return how many different positions the plays can lead to."""
        return len(self._paths)

    def __iter__(self) -> Iterator[Play]:
        """Return an iterator over one play for each resulting position."""
        return map(_play, self._paths.values())

    def results(self) -> Iterator[tuple[Play, Board]]:
        """Yield one play and the board after it, for each position to which legal plays lead."""
        for position, path in self._paths.items():
            yield _play(path), self._unpacked(position)

    def canonical(self, play: Play) -> Play | None:
        """Return the one of these plays that leads to the same position as `play`; None without one."""
        after = self.board.played(self.player, play)
        return next((each for each, board in self.results() if board == after), None)

    def __contains__(self, play: object) -> bool:
        """Whether these moves, in this order, are a legal play."""
        reached = self._follow(play) if isinstance(play, tuple) else None
        return reached is not None and not self._next(reached)

    def after(self, prefix: Play) -> frozenset[Move]:
        """Return the moves that can continue `prefix` to a legal play; none after a complete or an illegal one."""
        reached = self._follow(prefix)
        return frozenset(self._next(reached) if reached else ())

    def unused(self, prefix: Play) -> tuple[int, ...]:
        """Return the numbers on the dice that the moves in a legal `prefix` have not used, larger first.

        Numbers that cannot be played are among them.
        """
        reached = self._follow(prefix)
        return reached[1] if reached else ()

    def unplayed(self, prefix: Play) -> tuple[int, ...]:
        """Return the numbers that must still be played after a legal `prefix`, larger first."""
        dice, state = list[int](), self._follow(prefix)
        while state and (following := self._next(state)):
            move, die = max(following.items())
            dice.append(die)
            state = self._after(state[0], 1 << move.src * BYTE, die), without(state[1], die)
        return tuple(sorted(dice, reverse=True))

    @cached_property
    def moves_needed(self) -> int:
        """How many moves a legal play of this roll has: as many as can be made. [RULES A-23, L16]

        A play that bears off the last checker may have fewer: it ends the game at once. [RULES A-47, L30]
        """
        return len(next(iter(self)))

    def head(self, prefix: Play) -> HeadCount | None:  # noqa: ARG002 - only some games have a head
        """Return how many checkers have left the head after `prefix`, and how many may; None without a head."""
        return None

    @abstractmethod
    def why_forbidden(self, prefix: Play, move: Move) -> IllegalPlay | None:
        """Return the error if a rule of the variant alone forbids `move` after the legal `prefix`, else None.

        Such rules are those on the head, on six-primes, and on hit and run. Only for a move that uses a die that
        is left and leads to an open point.
        """

    # To be defined by each kind of game

    @abstractmethod
    def _packed(self, board: Board) -> int:
        """Return a board as a packed position."""

    @abstractmethod
    def _unpacked(self, position: int) -> Board:
        """Return the board of a packed position."""

    @abstractmethod
    def _sources(self, position: int, die: int) -> int:
        """Return the mask of the fields from which `die` can be moved, by the rules for single steps."""

    @abstractmethod
    def _after(self, position: int, field: int, die: int) -> int:
        """Return the position after a step, which must be possible."""

    @abstractmethod
    def _further(self, paths: Paths, die: int) -> Paths:
        """Play `die` from each position in every way; return the new positions, each with one path to it."""

    @abstractmethod
    def _keeps_max_dice(self, position: int, field: int, die: int, left: tuple[int, ...]) -> bool:
        """Whether this step wastes no die that another order could play; `left` are the dice before it."""

    def _can_finish(self, position: int, move: Move, die: int, left: tuple[int, ...]) -> bool:  # noqa: ARG002
        """Whether some play with this step satisfies the rules for whole plays, which only some variants have."""
        return True

    # Derived for all kinds of games

    def _next(self, state: _State) -> dict[Move, int]:
        """Return the moves that may come next, each with the die it uses, the smaller of two possible ones."""
        known = self._known.get(state)
        if known is None:
            steps = self._steps(*state).items()
            known = {move: die for move, die in steps if self._can_finish(state[0], move, die, state[1])}
            self._known[state] = known
        return known

    def _steps(self, position: int, left: tuple[int, ...], among: int = -1) -> dict[Move, int]:
        """Return the steps from fields in the mask `among` that waste no die, each with the die it uses."""
        moves: dict[Move, int] = {}
        for die in sorted(set(left), reverse=True):
            for field in iter_bits(self._sources(position, die) & among):
                if self._keeps_max_dice(position, field, die, left) or self._wins(position, field, die):
                    moves[move_from(field, die)] = die
        return moves

    def _wins(self, position: int, field: int, die: int) -> bool:
        """Whether the step bears off the last checker and leads where a full play does. [RULES A-47, L30]"""
        if field != position + OCCUPIED_TEST >> 7 & CHECKER_FIELDS:
            return False
        after = self._after(position, field, die)
        return not after + OCCUPIED_TEST >> 7 & CHECKER_FIELDS and after in self._paths

    def _follow(self, prefix: Play) -> _State | None:
        """Return the state after the moves of `prefix`; None when they are not legal."""
        if known := self._states.get(prefix):
            return known
        state = self._states[()]
        for count, move in enumerate(prefix, 1):
            position, left = state
            steps = self._known.get(state)
            if steps is None:
                steps = self._steps(position, left, 1 << move.src * BYTE if 0 < move.src <= BAR else 0)
            die = steps.get(move)
            if die is None or not self._can_finish(position, move, die, left):
                return None
            state = self._after(position, 1 << move.src * BYTE, die), without(left, die)
            self._states[prefix[:count]] = state
        return state

    @cached_property
    def _paths(self) -> Paths:
        """Return each position that a legal play can reach, with one path to it."""
        return self._reachable

    @cached_property
    def _reachable(self) -> Paths:
        """Return each position that can be reached with as many dice as possible, with one path to it."""
        begin: Paths = {self._start: ()}
        if self.dice.is_double:
            return self._play_double(begin)
        high, low = self.dice  # if only one can be played, the larger if it can be [RULES A-25, L17]
        return self._play_both_dice(begin) or self._further(begin, high) or self._further(begin, low) or begin

    def _play_double(self, begin: Paths) -> Paths:
        """Return the positions after a double: four steps, or as many as possible. [RULES A-23, L16]"""
        paths = begin
        for die in self.dice.pips:
            if not (further := self._further(paths, die)):
                break
            paths = further
        return paths

    def _play_both_dice(self, begin: Paths) -> Paths:
        """Return the positions after both numbers in either order. [RULES A-24, L16]"""
        high, low = self.dice
        return self._further(self._further(begin, high), low) | self._further(self._further(begin, low), high)


def without(left: tuple[int, ...], die: int) -> tuple[int, ...]:
    """Return the numbers in `left` without one `die`, which has been used."""
    at = left.index(die)
    return left[:at] + left[at + 1 :]


def _play(path: Path) -> Play:
    if not path:
        return ()
    before, field, die = path
    return (*_play(before), move_from(field, die))
