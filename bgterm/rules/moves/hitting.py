"""The legal plays in the variants with hitting. [RULES A-21 to A-47, part H]

A position has, above the mover's 26 bytes, 26 for the opponent, in the mover's numbers: byte 0 is the opponent's
bar, byte 25 the opponent's checkers off.
"""

from functools import cached_property

from bgterm.rules.board import Board, Move, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import IllegalPlay, PlayRule
from bgterm.rules.moves.base import LegalPlays, Paths, Play, without
from bgterm.rules.moves.bitboard import (
    BAR_FIELD,
    BYTE,
    CHECKER_FIELDS,
    HOME_FIELDS,
    OCCUPIED_TEST,
    OFF_FIELD,
    OUTSIDE_HOME,
    POINT_FIELDS,
    SHOWS_TWO,
    SIDE,
    bearing_off,
    point_of,
)
from bgterm.rules.ruleset import USUAL, Ruleset

_THEIR_BAR = 1 << SIDE


class HittingPlays(LegalPlays):
    """The legal plays of a roll in the variants with hitting.

    There two checkers block a point, and a single one can be hit.
    """

    def __init__(self, board: Board, player: Player, dice: Dice, ruleset: Ruleset = USUAL) -> None:
        """Start from the board before the roll."""
        super().__init__(board, player, dice)
        theirs = self._start >> SIDE
        self._open = POINT_FIELDS & ~(theirs + SHOWS_TWO >> 7)
        blots = HOME_FIELDS & self._open & theirs + OCCUPIED_TEST >> 7
        self._protected_blots = 0 if ruleset.hit_and_run else blots
        """The mask of the opposing blots in the mover's home, if hitting and running is forbidden; otherwise 0."""
        self._can_end_well: dict[tuple[int, tuple[int, ...]], bool] = {}

    def why_forbidden(self, prefix: Play, move: Move) -> IllegalPlay | None:
        """Return the error if only the rule against hit and run forbids the move; else None. [RULES H4, H5]"""
        free, moves = HittingPlays(self.board, self.player, self.dice), (*prefix, move)
        if not self._protected_blots or move not in free.after(prefix):
            return None
        while following := free.after(moves):
            moves = (*moves, max(following))
        left_behind = self._hit_and_run_points(self._packed(self.board.played(self.player, moves)))
        return IllegalPlay(PlayRule.HIT_AND_RUN, dst=point_of(left_behind))

    def _packed(self, board: Board) -> int:
        mine, theirs = board.counts(self.player), board.counts(self.player.opponent)
        return int.from_bytes(mine + theirs[::-1], "little")

    def _unpacked(self, position: int) -> Board:
        both = position.to_bytes(2 * 26, "little")
        return Board.of_counts(self.player, both[:26], both[:25:-1])

    # Steps

    def _sources(self, position: int, die: int) -> int:
        shift = die * BYTE
        occupied = position + OCCUPIED_TEST >> 7 & CHECKER_FIELDS
        if occupied >= BAR_FIELD:
            return BAR_FIELD & self._open << shift
        sources = occupied & self._open << shift
        if occupied and not occupied >> OUTSIDE_HOME:
            sources |= bearing_off(occupied, shift)
        return sources

    def _after(self, position: int, field: int, die: int) -> int:
        (after,) = self._further({position: ()}, die, among=field)
        return after

    def _further(self, paths: Paths, die: int, among: int = -1) -> Paths:
        """Play `die` from each field in the mask `among`, hitting blots as `Board.moved` does.

        The steps by one number are made from the rearmost checker on, which reaches every position and none of
        them twice.
        """
        shift = die * BYTE
        further: Paths = {}
        for position, path in paths.items():
            sources = self._sources(position, die) & among
            if path and path[2] == die:
                sources &= (path[1] << 1) - 1
            while sources:
                field = sources & -sources
                sources ^= field
                landing = field >> shift or OFF_FIELD
                after = position - field + landing
                if landing > OFF_FIELD and position & (hit := landing << SIDE):
                    after += _THEIR_BAR - hit
                further[after] = (path, field, die)
        return further

    # Plays

    def _play_both_dice(self, begin: Paths) -> Paths:
        """Return the positions after both numbers: the larger first, then those only the other order reaches."""
        high, low = self.dice
        at_once = self._sources(self._start, high)
        paths = self._further(self._further(begin, high), low)
        paths |= self._further(self._further(begin, low), high, among=~at_once)
        return paths

    def _keeps_max_dice(self, position: int, field: int, die: int, left: tuple[int, ...]) -> bool:
        """Whether this step wastes no die that another order could play; with a double no step does."""
        if len(left) != 2 or left[0] == left[1]:
            return True
        if self._sources(self._after(position, field, die), left[0] + left[1] - die):
            return True
        return self.moves_needed == 1 and (die == left[0] or not self._sources(position, left[0]))

    # No hit and run

    @cached_property
    def _paths(self) -> Paths:
        """Return the positions that are reached without a hit and run; if there are none, all. [RULES H4]"""
        if not self._protected_blots:
            return self._reachable
        staying = {
            position: path for position, path in self._reachable.items() if not self._hit_and_run_points(position)
        }
        return staying or self._reachable

    def _hit_and_run_points(self, position: int) -> int:
        """Return the mask of the home points where a blot was hit and no checker has stayed. [RULES H3]"""
        return self._protected_blots & ~(position + OCCUPIED_TEST >> 7 | (position >> SIDE) + OCCUPIED_TEST >> 7)

    def _can_finish(self, position: int, move: Move, die: int, left: tuple[int, ...]) -> bool:
        """Whether the turn can be completed after the move without a hit and run. [RULES H5]"""
        if not self._protected_blots or len(self._paths) == len(self._reachable):
            return True
        after, left = self._after(position, 1 << move.src * BYTE, die), without(left, die)
        known = self._can_end_well.get((after, left))
        if known is None:
            following = self._steps(after, left)
            known = any(self._can_finish(after, *further, left) for further in following.items())
            known = known or not (following or self._hit_and_run_points(after))
            self._can_end_well[after, left] = known
        return known
