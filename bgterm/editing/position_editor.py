"""A position that is being set up by hand, as a value: each change returns a new one and can be undone.

Impossible positions are allowed while editing; `Position.faults` says what is wrong with them.
"""

from dataclasses import dataclass, replace

from bgterm.notation.position import EVERY_RULE, Position
from bgterm.rules.board import BAR, OFF, POINTS, Board, Player
from bgterm.rules.cube import Cube
from bgterm.rules.dice import Dice
from bgterm.rules.match import Game
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import Variant

LARGEST_CUBE = 1 << 15
"""The largest value of the cube; `Editing.turn_cube` continues with 1."""

_OWNERS = (None, Player.WHITE, Player.BLACK)
_ON_ROLL = (Player.WHITE, Player.BLACK, None)


@dataclass(frozen=True, slots=True)
class Editing:
    """A position in the editor, with its earlier states."""

    position: Position
    hand: Player = Player.WHITE
    """The player whose checkers are placed, and whose numbers name the points."""
    past: tuple[Position, ...] = ()
    """The positions before each change, the last one at the end."""

    @classmethod
    def of(cls, variant: Variant, ruleset: Ruleset) -> "Editing":
        """Begin with the starting position of a variant."""
        return cls(Position(Game(variant.board, Player.WHITE), variant, ruleset, EVERY_RULE))

    def pasted(self, position: Position) -> "Editing":
        """Return the editor with a position that was read from text; rules that the text does not state stay."""
        return self._became(replace(position, ruleset=position.rules_over(self.position.ruleset), told=EVERY_RULE))

    def undone(self) -> "Editing":
        """Return the editor before the last change; unchanged when there is none."""
        return replace(self, position=self.past[-1], past=self.past[:-1]) if self.past else self

    def other_hand(self) -> "Editing":
        """Return the editor with the other side's checkers in hand."""
        return replace(self, hand=self.hand.opponent)

    # The checkers

    def put(self, point: int) -> "Editing":
        """Put one more checker of the side in hand on a point or, as 25, on the bar."""
        return self.set(point, self._count(point) + 1)

    def take(self, point: int) -> "Editing":
        """Remove one checker from a point, whichever side holds it."""
        theirs = self._theirs(point)
        if theirs and not self._count(point):
            return self._stand(self.hand.opponent, self._start.board.opponent_point(point), theirs - 1)
        return self.set(point, max(self._count(point) - 1, 0))

    def set(self, point: int, count: int) -> "Editing":
        """Put so many checkers of the side in hand on a point, at most all of a side, in place of any there."""
        count = min(count, self.position.variant.checkers)
        return self._stand(self.hand, point, count)

    def cleared(self) -> "Editing":
        """Remove all checkers from the board."""
        empty = {OFF: self.position.variant.checkers}
        return self._with(board=Board.of(empty, empty, self.position.variant.movement))

    def opening(self) -> "Editing":
        """Set up the starting position, without dice and with the cube in the middle."""
        start = Game(self.position.variant.board, Player.WHITE, score=self._start.score)
        return self._became(replace(self.position, start=start, ending=None, winner=None))

    @property
    def _start(self) -> Game:
        return self.position.start

    def _count(self, point: int) -> int:
        return self._start.board.counts(self.hand)[point]

    def _theirs(self, point: int) -> int:
        """Return how many checkers the other side has on a point, which is a number of the side in hand."""
        board = self._start.board
        return board.counts(self.hand.opponent)[board.opponent_point(point)] if point in POINTS else 0

    def _stand(self, player: Player, point: int, count: int) -> "Editing":
        """Put so many checkers of a player on their `point`, and none of the opponent's; the others are off."""
        board = self._start.board
        mine, theirs = bytearray(board.counts(player)), bytearray(board.counts(player.opponent))
        mine[point] = count
        if count and point in POINTS:
            theirs[board.opponent_point(point)] = 0
        for side in (mine, theirs):
            side[OFF] = max(self.position.variant.checkers - sum(side[1 : BAR + 1]), 0)
        return self._with(board=Board.of_counts(player, bytes(mine), bytes(theirs), board.movement))

    # Cube, roll and score

    def turn_cube(self) -> "Editing":
        """Double the cube, which goes to the side in hand if centred; after the largest value, centre it at 1."""
        cube = self._start.cube
        if cube.value >= LARGEST_CUBE:
            return self._with(cube=Cube())
        return self._with(cube=Cube(cube.offered, self.hand if cube.owner is None else cube.owner))

    def give_cube(self) -> "Editing":
        """Move the cube to its next owner: nobody, White, Black, in turn."""
        cube = self._start.cube
        return self._with(cube=cube._replace(owner=_after(_OWNERS, cube.owner)))

    def pass_turn(self) -> "Editing":
        """Put the next player on roll, without dice: White, Black, nobody (before the opening roll), in turn."""
        return self._with(on_roll=_after(_ON_ROLL, self._start.on_roll), dice=None, doubled=False)

    def thrown(self, dice: Dice | None) -> "Editing":
        """Show a roll on the dice, or remove them."""
        return self._with(dice=dice, doubled=self._start.doubled and dice is None)

    def offer_double(self) -> "Editing":
        """Toggle a double by the player on roll."""
        return self._with(doubled=not self._start.doubled, dice=None)

    def under_rules(
        self, variant: Variant, ruleset: Ruleset, score: tuple[int, int], *, crawford: bool
    ) -> "Editing":
        """Return the editor with other rules and another score; another variant resets the position."""
        position = replace(self.position, ruleset=ruleset)
        start = position.start._replace(score=score, crawford=crawford)
        if variant is not position.variant:
            start = start._replace(board=variant.board)
        return self._became(replace(position, variant=variant, start=start, ending=None, winner=None))

    def _became(self, position: Position) -> "Editing":
        if position == self.position:
            return self
        return replace(self, position=position, past=(*self.past, self.position))

    def _with(self, **changes: object) -> "Editing":
        """Return the editor with a changed game; a pasted beaver or resignation is dropped."""
        start = self._start._replace(**changes)  # type: ignore[arg-type]
        doubled = start.doubled and start.on_roll is not None
        offered = doubled or start.cube.owner is not None
        start = start._replace(doubled=doubled, raises=0, pending=None, double_offered=offered)
        return self._became(replace(self.position, start=start, ending=None, winner=None))


def _after(ring: tuple[Player | None, ...], now: Player | None) -> Player | None:
    """Return the item after `now` in a ring, the first one after the last."""
    return ring[(ring.index(now) + 1) % len(ring)]
