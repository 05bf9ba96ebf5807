"""The legal plays in Long backgammon (narde), where nothing is hit and six-primes are restricted. [RULES part L]

The opponent's checkers do not change in a turn, so a position is the mover's 26 bytes alone. Unlike with hitting,
a step can make later steps illegal, so every play is searched to its end.
"""

from bgterm.rules.board import HEAD, OFF, POINTS, Board, Move, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalPlay, PlayRule
from bgterm.rules.moves.base import HeadCount, LegalPlays, Paths, Play, without
from bgterm.rules.moves.bitboard import (
    BYTE,
    CHECKER_FIELDS,
    OCCUPIED_TEST,
    OFF_FIELD,
    OUTSIDE_HOME,
    POINT_FIELDS,
    bearing_off,
    iter_bits,
    point_of,
)
from bgterm.rules.ruleset import USUAL, FirstThrow, Ruleset, SixInARow

_HEAD_FIELD = 1 << HEAD * BYTE
_HALF = len(POINTS) // 2 * BYTE
_ROW = 6
"""The length of a prime that no checker can pass."""
_SPLITTING = (3, 4, 6)
"""The doubles with which two checkers may leave the head in the first turn. [RULES L13]"""


class NardePlays(LegalPlays):
    """The legal plays of a roll in Long backgammon, in which a single checker blocks a point.

    Nothing is hit, and both sides move the same way round.
    """

    def __init__(
        self, board: Board, player: Player, dice: Dice, ruleset: Ruleset = USUAL, *, first_turn: bool = False
    ) -> None:
        """Start from the board before the roll; `first_turn` is whether this is the player's first of the game."""
        super().__init__(board, player, dice)
        theirs = board.counts(player.opponent)
        self._open = sum(1 << point * BYTE for point in POINTS if not theirs[board.opponent_point(point)])
        self._six_in_a_row = ruleset.six_in_a_row
        self._row_ends_above = _row_ends_above(ruleset.six_in_a_row, theirs)
        self._head_allowed = 2 if first_turn and self._may_split(ruleset.first_throw) else 1
        self._longest_known: dict[tuple[int, tuple[int, ...]], int] = {}

    def head(self, prefix: Play) -> HeadCount:
        """Return how many checkers have left the head after `prefix`, and how many may. [RULES L12, L13]"""
        return HeadCount(sum(move.src == HEAD for move in prefix), self._head_allowed)

    def why_forbidden(self, prefix: Play, move: Move) -> IllegalPlay | None:
        """Return the error if only the head or the six-prime rule forbids the move; else None. [RULES L12, L20]"""
        taken, allowed = self.head(prefix)
        if move.src == HEAD and taken >= allowed:
            return IllegalPlay(PlayRule.HEAD_LIMIT, taken=taken, allowed=allowed)
        position = self._packed(self.board.played(self.player, (*prefix, move)))
        if self._forbidden_row(position):
            return self._prime(move)
        return None

    def _prime(self, move: Move) -> IllegalPlay:
        """Return the error for a step that would build a six-prime. [RULES L20]"""
        src, dst = move
        match self._six_in_a_row:
            case SixInARow.IN_FRONT:
                return IllegalPlay(PlayRule.PRIME_WITH_NOBODY_AHEAD, src=src, dst=dst)
            case SixInARow.ONE_IN_HOME:
                return IllegalPlay(PlayRule.PRIME_BEFORE_HOME, src=src, dst=dst, opponent=self.player.opponent)
            case _:
                return IllegalPlay(PlayRule.PRIME_FORBIDDEN, src=src, dst=dst)

    def _packed(self, board: Board) -> int:
        return int.from_bytes(board.counts(self.player), "little")

    def _unpacked(self, position: int) -> Board:
        mine, theirs = position.to_bytes(26, "little"), self.board.counts(self.player.opponent)
        return Board.of_counts(self.player, mine, theirs, self.board.movement)

    # Steps

    def _sources(self, position: int, die: int) -> int:
        shift = die * BYTE
        occupied = position + OCCUPIED_TEST >> 7 & CHECKER_FIELDS
        sources = occupied & self._open << shift
        if occupied and not occupied >> OUTSIDE_HOME:
            sources |= bearing_off(occupied, shift)
        head_taken = (self._start >> HEAD * BYTE) - (position >> HEAD * BYTE)
        if sources & _HEAD_FIELD and head_taken >= self._head_allowed:
            sources ^= _HEAD_FIELD
        for field in iter_bits(sources):
            if self._forbidden_row(self._after(position, field, die)):
                sources ^= field
        return sources

    def _after(self, position: int, field: int, die: int) -> int:
        return position - field + (field >> die * BYTE or OFF_FIELD)

    def _further(self, paths: Paths, die: int) -> Paths:
        return {
            self._after(position, field, die): (path, field, die)
            for position, path in paths.items()
            for field in iter_bits(self._sources(position, die))
        }

    # The head

    def _may_split(self, first_throw: FirstThrow) -> bool:
        """Whether two checkers may leave the head with this roll in the player's first turn. [RULES L13]"""
        die, double = self.dice.high, self.dice.is_double
        match first_throw:
            case FirstThrow.NONE:
                return False
            case FirstThrow.ANY_DOUBLE:
                return double
            case FirstThrow.SECOND:
                theirs = self.board.counts(self.player.opponent)  # the first checker of a game can always move
                return double and die in _SPLITTING and theirs[HEAD] < sum(theirs)
            case FirstThrow.EACH:
                return double and die in _SPLITTING and self._stopped_by_the_head(die)

    def _stopped_by_the_head(self, die: int) -> bool:
        """Whether a lone checker moving from the head by `die` is first blocked at the opponent's head."""
        landings = (HEAD - die * count for count in range(1, len(self.dice.pips) + 1))
        stop = next((point for point in landings if not self._open & 1 << point * BYTE), None)
        return stop == self.board.opponent_point(HEAD)

    # Six in a row

    def _forbidden_row(self, position: int) -> tuple[int, ...]:
        """Return the points of a forbidden six-prime in the position, in order of movement; empty without one."""
        return _row(self.board, position, self._row_ends_above)

    # Plays

    def _keeps_max_dice(self, position: int, field: int, die: int, left: tuple[int, ...]) -> bool:
        """Whether the step wastes no die that another order could play, nor the larger one if only one can be."""
        if self.moves_needed == 1 and not self.dice.is_double:
            return die == self.dice.high or not self._sources(position, self.dice.high)
        made = len(self.dice.pips) - len(left)
        return made + 1 + self._longest(self._after(position, field, die), without(left, die)) >= self.moves_needed

    def _longest(self, position: int, left: tuple[int, ...]) -> int:
        """Return how many of the `left` numbers can be played at most."""
        known = self._longest_known.get((position, left))
        if known is None:
            onward = (
                1 + self._longest(self._after(position, field, die), without(left, die))
                for die in set(left)
                for field in iter_bits(self._sources(position, die))
            )
            known = self._longest_known[position, left] = max(onward, default=0)
        return known


def row_of_six(board: Board, player: Player, six_in_a_row: SixInARow) -> tuple[int, ...]:
    """Return the points of a six-prime of `player` that the rule `six_in_a_row` forbids on this board.

    They are in the player's own numbers, in order of movement; empty when there is no such six-prime.
    """
    theirs = board.counts(player.opponent)
    return _row(board, int.from_bytes(board.counts(player), "little"), _row_ends_above(six_in_a_row, theirs))


def _row(board: Board, position: int, ends_above: int) -> tuple[int, ...]:
    """Return the points of a six-prime that ends at or below `ends_above`; empty without one.

    `ends_above` is in the opponent's numbers. Of several primes the one furthest on the opponent's path counts.
    [RULES L22]
    """
    occupied = position + OCCUPIED_TEST >> 7 & POINT_FIELDS
    row = ends = (occupied >> _HALF | occupied << _HALF) & POINT_FIELDS
    for _ in range(_ROW - 1):
        row >>= BYTE
        ends &= row
    if not ends:
        return ()
    end = point_of(ends & -ends)
    if end > ends_above:
        return ()
    return tuple(board.opponent_point(point) for point in range(end + _ROW - 1, end - 1, -1))


def _row_ends_above(six_in_a_row: SixInARow, theirs: bytes) -> int:
    """Return the opponent's number above which a six-prime must end to be legal. [RULES L20 and the toggles]"""
    foremost = min((point for point in range(OFF, HEAD) if theirs[point]), default=HEAD)
    return {
        SixInARow.FREE: OFF,
        SixInARow.FORBIDDEN: HEAD,
        SixInARow.IN_FRONT: foremost,
        SixInARow.ONE_IN_HOME: OFF if foremost <= _ROW else HEAD,
    }[six_in_a_row]
