"""Everything that the board shows, as one value, and its orientation."""

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Self

from bgterm.rules.board import BAR, HEAD, POINTS, Board, Movement, Player
from bgterm.rules.cube import Cube
from bgterm.rules.match import MatchState, Phase, PlayedTurn

if TYPE_CHECKING:
    from bgterm.editing.turn_draft import Draft
    from bgterm.text.events import LastEvent


class Mark(Enum):
    """The mark of a point, shown at its number. If several apply to a point, the one declared last is shown."""

    PLAIN = "plain"
    LEFT = "left"
    """A checker left this point in the last play; hit checkers are not marked."""
    ARRIVED = "arrived"
    """A checker reached this point in the last play."""
    SOURCE = "source"
    """A checker can be picked up here."""
    TARGET = "target"
    """The picked checker can be put down here."""
    PICKED = "picked"
    """The picked checker came from this point."""
    CURSOR = "cursor"
    """The cursor is here."""


class Place(NamedTuple):
    """The place of a point's column on the screen."""

    top: bool
    """Whether the point is in the upper half."""
    column: int
    """The column, 0 to 11 from the left, without bar and tray."""

    @property
    def shade(self) -> int:
        """The colour of the point, 0 or 1: neighbours differ, and so do points that face each other."""
        return (self.column + self.top) % 2


class Perspective(NamedTuple):
    """The orientation of the board: who numbers the points, who is at the bottom, and on which side homes are.

    No other code turns or mirrors the board.
    """

    mover: Player
    """The player whose numbers name the points."""
    bottom: Player
    """The player whose home is at the bottom."""
    home_right: bool
    """Whether both homes, and the tray, are on the right."""
    movement: Movement = Movement.HITTING
    """How the sides pass each other."""

    def place(self, point: int) -> Place:
        """Return the place on the screen of the point with this number, 1 to 24, as the mover counts.

        >>> Perspective(Player.WHITE, Player.WHITE, home_right=True).place(6)
        Place(top=False, column=6)
        """
        number = point if self.mover is self.bottom else self.movement.opponent_point(point)
        top = number > _FAR
        from_left = number - _FAR - 1 if top else _FAR - number
        return Place(top, from_left if self.home_right else _FAR - 1 - from_left)

    def is_top(self, player: Player) -> bool:
        """Return whether the player's home, tray and end of the bar are at the top, and their dice at the left."""
        return player is not self.bottom


_FAR = 12
"""The highest of a player's numbers on their own side of the board."""


class Stack(NamedTuple):
    """The checkers on a point or on one end of the bar, with the marks of the last play and the draft on them."""

    player: Player
    """The player whose checkers they are."""
    height: int
    """The number of checkers."""
    picked: bool = False
    """Whether the last checker is picked up."""
    landing: Mark | None = None
    """The mark of a place for the checker in hand, TARGET or CURSOR; None when it may not land here."""
    arrived: int = 0
    """How many checkers reached this point in the last play."""
    left: int = 0
    """How many checkers left this point in the last play."""
    absent: Player = Player.WHITE
    """The player whose checker may land here, or else whose checkers left this point in the last play."""

    @property
    def last_mark(self) -> Mark:
        """The mark that the last play left on this point: ARRIVED, LEFT, or PLAIN if it changed nothing here."""
        return Mark.ARRIVED if self.arrived else Mark.LEFT if self.left else Mark.PLAIN


class Lying(NamedTuple):
    """The dice or the offered cube in one half of the middle of the board, left or right."""

    player: Player
    """The player of this half."""
    dice: tuple[tuple[int, bool], ...] = ()
    """The number on each die, and whether it is played."""
    cube: int = 0
    """The value of an offered cube; 0 for none."""


class LastPlay(NamedTuple):
    """How many checkers a play took from points and put on others, by the numbers of the player who made it."""

    player: Player
    left: tuple[tuple[int, int], ...]
    """The points and the bar with fewer of the player's checkers, and how many fewer."""
    arrived: tuple[tuple[int, int], ...]
    """The points with more of the player's checkers, and how many more."""

    @classmethod
    def of(cls, turn: PlayedTurn, board: Board) -> Self:
        """Return the changes made by a turn; `board` is the position after it."""
        before, after = turn.board.counts(turn.player), board.counts(turn.player)
        changes = [(point, after[point] - before[point]) for point in (*POINTS, BAR)]
        return cls(
            turn.player,
            tuple((point, -change) for point, change in changes if change < 0),
            tuple((point, change) for point, change in changes if change > 0),
        )


class Scene(NamedTuple):
    """All that one picture of the board shows: position, orientation, dice, cube, marks and a note."""

    board: Board
    mover: Player
    """The player whose numbers name the points and are used in all fields below."""
    bottom: Player
    """The player whose home is at the bottom."""
    home_right: bool = True
    sources: frozenset[int] = frozenset()
    """The points from which a checker can be picked up now; 25 is the bar."""
    targets: frozenset[int] = frozenset()
    """The points where the picked checker can be put down; 0 is the tray."""
    cursor: int | None = None
    picked: int | None = None
    """The point of the picked checker."""
    dice: tuple[int, ...] = ()
    """The roll: two numbers, four for a double."""
    used: tuple[int, ...] = ()
    """The numbers that have been played, one for each checker moved: `(4, 4)`."""
    roller: Player | None = None
    """The player who rolled."""
    opening: tuple[int, int] | None = None
    """The dice of the opening roll, White's and Black's."""
    cube: Cube | None = None
    """The cube; None when the match is played without one."""
    offered: Player | None = None
    """The player who is being doubled; the cube lies in front of them at twice its value."""
    note: "LastEvent | None" = None
    """The text in the middle of the board."""
    last: LastPlay | None = None
    """The opponent's last play."""

    @classmethod
    def of(
        cls, match: MatchState, *, mover: Player, bottom: Player, home_right: bool, note: "LastEvent | None" = None
    ) -> Self:
        """Return the scene of a match in its current state, without a draft.

        `mover` is the player whose numbers name the points, `bottom` the one whose home is at the bottom,
        `home_right` whether homes are on the right, and `note` the last event, whose text appears in the middle.
        """
        game = match.shown_game
        return cls(
            board=game.board,
            mover=mover,
            bottom=bottom,
            home_right=home_right,
            dice=game.dice.pips if game.dice else (),
            roller=game.on_roll if game.dice else None,
            cube=match.cube,
            offered=game.to_act if game.phase is Phase.DOUBLED else None,
            opening=game.throws[-1] if game.phase is Phase.OPENING and game.throws else None,
            last=LastPlay.of(game.last_turn, game.board) if game.last_turn and not game.result else None,
            note=note,
        )

    @classmethod
    def still(cls, match: MatchState, *, turned: bool, home_right: bool) -> Self:
        """Return the scene of a match without marks of the last play, as in a preview.

        White's home is at the bottom; if `turned`, that of the player to act. Points have the numbers of the
        player to act.
        """
        mover = match.shown_game.to_act or Player.WHITE
        bottom = mover if turned else Player.WHITE
        return cls.of(match, mover=mover, bottom=bottom, home_right=home_right)._replace(last=None)

    def with_draft(self, draft: "Draft") -> Self:
        """Return the scene after the moves of a draft, with its dice.

        The marks of the last play are dropped once the draft has changed the position.
        """
        return self._replace(
            board=draft.board,
            dice=draft.plays.dice.pips,
            used=draft.used,
            roller=draft.plays.player,
            last=self.last if draft.board == draft.plays.board else None,
        )

    def with_turn(self, draft: "Draft") -> Self:
        """Return the scene after the moves of a draft, with the marks for the player who makes it.

        The marks show where the cursor is, which checkers can be picked up, and where the picked one can be put
        down.
        """
        return self.with_draft(draft)._replace(
            sources=draft.sources if draft.picked is None else frozenset(),
            targets=frozenset(draft.destinations),
            cursor=draft.cursor,
            picked=draft.picked,
        )

    @property
    def perspective(self) -> Perspective:
        """The orientation of the board."""
        return Perspective(self.mover, self.bottom, self.home_right, self.board.movement)

    @property
    def marks(self) -> Mapping[int, Mark]:
        """The marks of the draft: of sources, targets, the picked checker and the cursor, by point number.

        Points are numbered as the mover counts, with 25 for the bar and 0 for the tray; those without a mark are
        absent. The marks of the last play are in `stacks`.
        """
        marks = dict.fromkeys(self.sources, Mark.SOURCE) | dict.fromkeys(self.targets, Mark.TARGET)
        if self.picked is not None:
            marks[self.picked] = Mark.PICKED
        if self.cursor is not None:
            marks[self.cursor] = Mark.CURSOR
        return marks

    @property
    def heads(self) -> Mapping[int, Player]:
        """The heads, where checkers start in narde games: the number as the mover counts, and whose head it is.

        Empty in games without heads. [RULES L2]
        """
        if self.board.movement is Movement.HITTING:
            return {}
        return {HEAD: self.mover, self.board.opponent_point(HEAD): self.mover.opponent}

    @property
    def stacks(self) -> Mapping[int, Stack]:
        """The stack on each point, 1 to 24 as the mover counts; an empty point has a stack of height 0."""
        mover, other, opposite = self.mover, self.mover.opponent, self.board.movement.opposite
        mine, theirs = self.board.counts(mover), self.board.counts(other)
        last, *changed = self.last or (mover, (), ())
        left, arrived = map(dict, changed)
        stacks = {}
        for point in POINTS:
            count, number = theirs[opposite[point]], point if last is mover else opposite[point]
            player, landing = other if count else mover, None
            if point in self.targets:
                landing = Mark.CURSOR if point == self.cursor else Mark.TARGET
            came = arrived.get(number, 0) if player is last else 0
            picked, height = point == self.picked, count or mine[point]
            absent = mover if landing else last
            stacks[point] = Stack(player, height, picked, landing, came, left.get(number, 0), absent)
        return stacks

    def on_bar(self, player: Player) -> Stack:
        """Return the stack of a player's checkers on the bar, of height 0 if there are none."""
        picked = player is self.mover and self.picked == BAR
        left = dict(self.last.left).get(BAR, 0) if self.last and self.last.player is player else 0
        return Stack(player, self.board.counts(player)[BAR], picked, left=left, absent=player)

    def lying(self, left: bool) -> Lying:
        """Return the dice or the offered cube in one half of the middle of the board: left, or else right."""
        player = self.bottom.opponent if left else self.bottom
        if self.offered is player and self.cube is not None:
            return Lying(player, cube=self.cube.offered)
        return Lying(player, self._thrown(player))

    def note_in(self, left: bool) -> "LastEvent | None":
        """Return the note if it is shown in this half of the middle, the left or else the right; otherwise None.

        It is shown at the left, unless dice or a cube lie there and the right is free.
        """
        if not self.note or not self.note.text:
            return None
        busy = [bool(lying.dice or lying.cube) for lying in (self.lying(left=True), self.lying(left=False))]
        return self.note if (busy == [True, False]) is not left else None

    @property
    def cube_beside(self) -> tuple[int, bool | None]:
        """The value of the cube beside the board, and whether it lies at the top, where its owner sits.

        The second is None for a cube in the middle. Without a cube, or while the cube is offered and lies on the
        board, the pair is 0 and None.
        """
        if self.cube is None or self.offered is not None:
            return 0, None
        owner = self.cube.owner
        return self.cube.value, None if owner is None else self.perspective.is_top(owner)

    def _thrown(self, player: Player) -> tuple[tuple[int, bool], ...]:
        """Return the dice in front of a player: what each shows, and whether it is played."""
        if self.opening:
            return ((self.opening[player.index], False),)
        if self.roller is not player:
            return ()
        spent, dice = list(self.used), []
        for value in self.dice:
            dice.append((value, value in spent))
            if value in spent:
                spent.remove(value)
        return tuple(dice)
