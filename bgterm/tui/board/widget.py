"""The board as a widget that redraws only the rows that changed; Textual by itself redraws the whole widget."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from operator import attrgetter
from time import monotonic

from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from bgterm.tui.board import styled_rows
from bgterm.tui.board.layout import NORMAL, Plan, plan_for
from bgterm.tui.board.motion import FRAME, Motion, Patch, with_patch
from bgterm.tui.board.painter import Part, frame_row, picture
from bgterm.tui.board.pointing import Spot, spot_at
from bgterm.tui.board.scene import Scene
from bgterm.tui.board.styled_rows import Row, Span
from bgterm.tui.input import Clickable
from bgterm.tui.look.glyphs import Glyphs
from bgterm.tui.look.themes import glyphs_of


class Painting:
    """A cache of the board's parts as last drawn, so that only parts whose facts have changed are drawn again."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self._parts: dict[Region, Part] = {}
        self.rows: dict[Region, Sequence[Row]] = {}
        """The rows of each part by its region, from left to right."""

    def paint(self, parts: Iterable[Part]) -> list[Region]:
        """Draw changed parts of a picture, and drop those that it lacks; return the changed rows as regions."""
        before, drawn = self._parts, self.rows
        self._parts = {part.region: part for part in sorted(parts, key=attrgetter("region"))}
        self.rows, changed = {}, list[Region]()
        for region, part in self._parts.items():
            old = before.get(region)
            if old and old.facts == part.facts and old.draw is part.draw:
                self.rows[region] = drawn[region]
            else:
                self.rows[region] = part.draw(*part.facts)
                changed += changes(region, drawn.get(region, ()), self.rows[region])
        return changed


def changes(region: Region, before: Sequence[Row], after: Sequence[Row]) -> Iterator[Region]:
    """Yield a region of one row for each row of `region` that differs between its old and its new rows."""
    for y, (old, new) in enumerate(zip_longest(before, after)):
        if old != new:
            yield Region(region.x, region.y + y, region.width, 1)


class Board(Clickable, Widget):
    """The widget that draws the whole board, in the largest size that fits, and handles clicks on it.

    Widgets for its parts would cost more than all the drawing, in time when they are made and in memory while they
    exist.
    """

    variables: Mapping[str, str] | None = None
    """The theme variables to use instead of the app's; None to use the app's."""
    now = staticmethod(monotonic)
    """The clock of the animations."""

    def __init__(self) -> None:
        """Make an empty board."""
        super().__init__()
        self._plan: Plan = NORMAL
        self._scene: Scene | None = None
        self._painting = Painting()
        self._frame: Row = ()
        self._above: Patch = {}
        self._size_drawn = Size(0, 0)
        self.moves = self.tumbles = False
        """Whether changes are animated, and whether thrown dice tumble."""
        self._motions = deque[Motion]()
        """The animations that are not over."""
        self._began = 0.0
        """The time at which the first of them began."""
        self._timer: Timer | None = None
        self._target: Scene | None = None
        """The scene after all animations."""
        self.on_landed: Callable[[], None] = lambda: None
        """Called when all animations have ended."""
        self.on_spot: Callable[[int | Spot | None, bool], str] = lambda _spot, _again: ""
        """Called with the clicked spot and whether it is a double click, as `Clickable.clicked`."""

    @property
    def theme_variables(self) -> Mapping[str, str]:
        """The theme variables that the board is drawn with: those set by `use_theme`, else the app's."""
        return self.variables or self.app.theme_variables

    @property
    def parts(self) -> Mapping[Region, Sequence[Row]]:
        """The drawn rows of each part of the board, by the part's region."""
        return self._painting.rows

    def clicked(self, at: Offset, *, again: bool) -> str:
        """Handle a click on the cell `at` by `on_spot`; return the key that it stands for, or an empty text."""
        return self.on_spot(spot_at(self._plan, self._scene.perspective, at), again) if self._scene else ""

    def on_mount(self) -> None:
        """Redraw when the theme changes, which also decides the characters."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._draw())

    def on_resize(self) -> None:
        """End all animations, because they were made for a board of another size."""
        self.settle()

    def show(self, scene: Scene) -> None:
        """Show a scene in place of the present one.

        If animations are on, it is animated, after those still running.

        Showing the same scene again costs nothing.
        """
        before, self._target = self._target, scene
        if not self.moves:
            self._stop()
            self._take(scene)
            return
        if before == scene:
            return
        motion = Motion.between(before, scene, dice=self.tumbles) if before else None
        if motion is None or not (motion.duration or self._timer):
            self._land(scene)
            return
        self._motions.append(motion)
        if self._timer is None:
            self._began, self._timer = self.now(), self.set_interval(FRAME, self._step)
            self._step()

    def use_theme(self, variables: Mapping[str, str]) -> None:
        """Draw the board with these theme variables from now on, instead of the app's."""
        if variables != self.variables:
            self.variables = variables
            self.refresh()
            self._draw()

    @property
    def shown(self) -> Scene | None:
        """The scene drawn at this moment, an intermediate one during an animation; None before the first."""
        return self._scene

    def settle(self) -> None:
        """End all animations and show the scene that they lead to."""
        if self._stop() and self._target:
            self._land(self._target)

    @property
    def tumbling(self) -> bool:
        """Whether dice tumble now or in a queued animation."""
        return any(motion.throws for motion in self._motions)

    def _stop(self) -> bool:
        """Drop all animations; return whether there was one."""
        timer, self._timer = self._timer, None
        self._motions.clear()
        if timer:
            timer.stop()
        return timer is not None

    def _step(self) -> None:
        """Draw the picture of this moment."""
        passed = self.now() - self._began
        while self._motions and passed >= self._motions[0].duration:
            duration = self._motions.popleft().duration
            passed -= duration
            self._began += duration
        if self._motions:
            self._take(*self._motions[0].at(passed, self._plan, self._glyphs))
        else:
            self.settle()

    def _land(self, scene: Scene) -> None:
        self._take(scene)
        landed, self.on_landed = self.on_landed, lambda: None
        landed()

    def _take(self, scene: Scene, above: Patch | None = None) -> None:
        floated, self._above = self._above, above or {}
        if rows := {at.y for at in (*floated, *self._above)}:
            self.refresh(*(Region(0, y, self._plan.width, 1) for y in rows))
        if scene != self._scene:
            self._scene = scene
            self._draw()

    @property
    def _glyphs(self) -> Glyphs:
        return glyphs_of(self.theme_variables)

    def plan_in(self, room: Size) -> Plan:
        """Return the plan of the largest board that fits into `room`, with the checkers of the present theme."""
        return plan_for(room, solid=self._glyphs.solid)

    def _draw(self) -> None:
        """Draw the scene for the present size, and refresh the rows that look different."""
        if changed := self._paint():
            self.refresh(*changed)

    @property
    def _room(self) -> Size:
        """The size of the board with what is left beside it; `size` may arrange all widgets again."""
        return self.outer_size - Size(*self.styles.gutter.totals)

    def _paint(self) -> Sequence[Region]:
        """Draw the scene for the present size; return the regions that look different."""
        self._size_drawn = size = self._room
        if self._scene is None or not size:
            return ()
        self._plan, before = self.plan_in(size), self._frame
        self._frame = frame_row(self._plan, self._glyphs, self._scene.home_right)
        changed = self._painting.paint(picture(self._plan, self._glyphs, self._scene))
        return changed if self._frame == before else [size.region]

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the visible rows within `crop`, after painting the board if its size changed without an event."""
        if self._size_drawn != self._room:
            self._paint()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Return row `y` of the board, from 0 at the top, in the colours of the theme."""
        spans, x, room = list[Span](), 0, self._size_drawn
        if y >= self._plan.height:
            return styled_rows.strip(styled_rows.blank(room.width, "background"), self.theme_variables)
        for region, rows in self.parts.items():
            if 0 <= y - region.y < len(rows):
                spans += [*self._frame[x : region.x], *rows[y - region.y]]
                x = region.right
        spans += [*self._frame[x:], *styled_rows.blank(room.width - self._plan.width, "background")]
        line = styled_rows.row(spans)
        if self._above:
            line = with_patch(line, 0, y, self._above)
        return styled_rows.strip(line, self.theme_variables, room.width)
