"""Widgets of coloured rows that have only those drawn that changed; Textual by itself draws the whole widget.

`BoardView` shows a `Scene`, `Painted` a few rows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from operator import attrgetter
from time import monotonic

from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.theme import Theme
from textual.widget import Widget

from bgterm.tui.board import styled_rows
from bgterm.tui.board.animator import Animator
from bgterm.tui.board.hit_test import Spot, spot_at
from bgterm.tui.board.layout import NORMAL, Plan, plan_for
from bgterm.tui.board.motion import Motion, Patch, with_patch
from bgterm.tui.board.painter import Part, frame_row, picture
from bgterm.tui.board.scene import Scene
from bgterm.tui.board.styled_rows import Row
from bgterm.tui.clicks import Clickable
from bgterm.tui.glyphs import Glyphs
from bgterm.tui.themes import glyphs_of


class Painting:
    """The parts of a picture as they were drawn last."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self._parts: dict[Region, Part] = {}
        self._rows: dict[Region, Sequence[Row]] = {}

    @property
    def rows(self) -> Mapping[Region, Sequence[Row]]:
        """The rows of each part, the parts from left to right."""
        return self._rows

    def paint(self, parts: Iterable[Part]) -> list[Region]:
        """Draw all parts whose facts are others now; return the rows of the picture that look different."""
        before, drawn = self._parts, self._rows
        self._parts = {part.region: part for part in sorted(parts, key=attrgetter("region"))}
        self._rows, changed = {}, list[Region]()
        for region, part in self._parts.items():
            old = before.get(region)
            if old and old.facts == part.facts and old.draw is part.draw:
                self._rows[region] = drawn[region]
            else:
                self._rows[region] = part.draw(*part.facts)
                changed += changes(region, drawn.get(region, ()), self._rows[region])
        return changed


def changes(region: Region, before: Sequence[Row], after: Sequence[Row]) -> Iterator[Region]:
    """Yield the rows of a region that look different after than before."""
    for y, (old, new) in enumerate(zip_longest(before, after)):
        if old != new:
            yield Region(region.x, region.y + y, region.width, 1)


class Painted(Widget):
    """A small picture of rows."""

    def __init__(self) -> None:
        """Make an empty picture."""
        super().__init__()
        self._rows: Sequence[Row] = ()

    @property
    def rows(self) -> Sequence[Row]:
        """The rows from top to bottom."""
        return self._rows

    def paint(self, rows: Sequence[Row]) -> None:
        """Show the rows from top to bottom; only those that changed are drawn."""
        changed = list(changes(self.size.region, self._rows, rows))
        self._rows = rows
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        """Return one row in the colours of the theme."""
        if y >= len(self._rows):
            return Strip.blank(self.size.width)
        return styled_rows.strip(self._rows[y], self.app.theme_variables)


class BoardView(Clickable, Widget):
    """The whole board, in the largest of its sizes that fits.

    It is one widget, and tells Textual which cells have changed: a widget for each part would cost more than all
    the drawing, in time when it is made and in memory while it is there.
    """

    now = staticmethod(monotonic)
    """The clock of what moves."""

    def __init__(self, *, ascii_only: bool = False) -> None:
        """Make an empty board, of ASCII characters if wanted."""
        super().__init__()
        self._ascii_only = ascii_only
        self._plan: Plan = NORMAL
        self._scene: Scene | None = None
        self._painting = Painting()
        self._above: Patch = {}
        """The cells above the scene."""
        self.moves = self.tumbles = False
        """Whether checkers and cube move, and dice tumble, to where they are shown."""
        self._animator = Animator(self.set_interval, self._draw_motion, self._take, self.now)
        self.on_spot: Callable[[int | Spot | None, bool], str] = lambda _spot, _again: ""
        """Called with the spot that was clicked, as `Clickable.clicked`."""

    def clicked(self, at: Offset, *, again: bool) -> str:
        """Hand on which spot of the board was clicked."""
        return self.on_spot(spot_at(self._plan, self._scene.perspective, at), again) if self._scene else ""

    def on_mount(self) -> None:
        """Follow the theme: it decides the characters too."""
        self.app.theme_changed_signal.subscribe(self, self._change_theme)

    def on_resize(self) -> None:
        """Take the largest plan that fits."""
        self.settle()
        if self._plan_changed():
            self._draw_anew()

    def show(self, scene: Scene) -> None:
        """Show the scene, and all motions before it where things move; one that is shown already costs nothing."""
        if self.moves:
            self._animator.go_to(scene, dice=self.tumbles)
        else:
            self._animator.jump_to(scene)
            self._take(scene)

    @property
    def shown(self) -> Scene | None:
        """The scene that is drawn at this moment."""
        return self._scene

    def settle(self) -> None:
        """Show at once where all motions end: a key was pressed."""
        self._animator.end()

    def _draw_motion(self, motion: Motion, seconds: float) -> None:
        self._take(*motion.at(seconds, self._plan, self._glyphs))

    def _take(self, scene: Scene, above: Patch | None = None) -> None:
        floated, self._above = self._above, above or {}
        for y in {at.y for at in (*floated, *self._above)}:
            self.refresh(Region(0, y, self._plan.width, 1))
        if scene == self._scene:
            return
        turned = self._home_right is not scene.home_right
        self._scene = scene
        if turned:
            self._draw_anew()
        else:
            self._draw()

    @property
    def parts(self) -> Mapping[Region, Sequence[Row]]:
        """The rows of each part that is shown."""
        return self._painting.rows

    def render_line(self, y: int) -> Strip:
        """Return a row in the colours of the theme."""
        plan, variables = self._plan, self.app.theme_variables
        if y >= plan.height:
            return styled_rows.strip(styled_rows.blank(self.size.width, "background"), variables)
        frame, spans, x = frame_row(plan, self._glyphs, self._home_right), [], 0
        for region, rows in self.parts.items():
            if region.y <= y < region.bottom:
                spans += [*frame[x : region.x], *rows[y - region.y]]
                x = region.right
        rest = styled_rows.blank(max(self.size.width - plan.width, 0), "background")
        line = styled_rows.row([*spans, *frame[x:], *rest])
        return styled_rows.strip(with_patch(line, 0, y, self._above), variables)

    @property
    def _glyphs(self) -> Glyphs:
        return glyphs_of(self.app.theme_variables, self._ascii_only)

    @property
    def _home_right(self) -> bool:
        return self._scene is None or self._scene.home_right

    def _change_theme(self, _: Theme) -> None:
        if self._plan_changed():
            self._draw_anew()
        else:
            self._draw()

    def _plan_changed(self) -> bool:
        """Take the plan that fits the room and the characters there are; return whether it is another one."""
        before, self._plan = self._plan, plan_for(self.size, solid=self._glyphs.solid)
        return self._plan != before

    def _draw_anew(self) -> None:
        """Draw everything, also the frame."""
        self._draw()
        self.refresh()

    def _draw(self) -> None:
        """Draw the scene, and have sent what of it is not on the screen."""
        if self._scene is None:
            return
        if changed := self._painting.paint(picture(self._plan, self._glyphs, self._scene)):
            self.refresh(*changed)
