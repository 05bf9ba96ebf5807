"""Widgets of coloured rows that redraw only the rows that changed; Textual by itself redraws the whole widget.

`Board` shows a `Scene`, `Painted` a few rows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from operator import attrgetter
from time import monotonic

from textual.app import ComposeResult
from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.strip import Strip
from textual.widget import Widget

from bgterm.tui.board import styled_rows
from bgterm.tui.board.animator import Animator
from bgterm.tui.board.hit_test import Spot, spot_at
from bgterm.tui.board.layout import NORMAL, Plan, plan_for
from bgterm.tui.board.motion import Motion, Patch, with_patch
from bgterm.tui.board.painter import Part, frame_row, picture
from bgterm.tui.board.scene import Scene
from bgterm.tui.board.styled_rows import Row, Span
from bgterm.tui.input.clicks import Clickable
from bgterm.tui.look.glyphs import Glyphs
from bgterm.tui.look.themes import glyphs_of


class Painting:
    """A cache of the parts of a picture as they were last drawn."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self._parts: dict[Region, Part] = {}
        self.rows: dict[Region, Sequence[Row]] = {}
        """The rows of each part by its region, from left to right."""

    def paint(self, parts: Iterable[Part]) -> list[Region]:
        """Draw all parts whose facts have changed; return the regions of rows that look different."""
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
    """Yield the regions of rows that differ between `before` and `after`."""
    for y, (old, new) in enumerate(zip_longest(before, after)):
        if old != new:
            yield Region(region.x, region.y + y, region.width, 1)


class Painted(Widget):
    """A widget of a few coloured rows."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        """Make an empty picture."""
        super().__init__(id=id)
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


class Piece(Widget):
    """A widget that shows some parts of the board over its frame."""

    place = Region()
    """The region of the board that the widget covers."""
    variables: Mapping[str, str] | None = None
    """The theme variables to use instead of the app's; None to use the app's."""

    def __init__(self) -> None:
        """Make it without a part."""
        super().__init__()
        self._painting = Painting()
        self._frame: Row = ()
        self._above: Patch = {}

    @property
    def theme_variables(self) -> Mapping[str, str]:
        """The theme variables that the widget uses."""
        return self.variables or self.app.theme_variables

    @property
    def parts(self) -> Mapping[Region, Sequence[Row]]:
        """The rows of each part that is shown, by its region on the board."""
        return self._painting.rows

    def show_parts(self, parts: Iterable[Part], frame: Row) -> None:
        """Show the parts over the `frame`, a row of the board; only rows that changed are drawn."""
        changed = self._painting.paint(parts)
        if frame != self._frame:
            self._frame = frame
            self.refresh()
        elif changed:
            self.refresh(*(region.translate(-self.place.offset) for region in changed))

    def show_above(self, above: Patch) -> None:
        """Show floating cells above the parts."""
        floated, self._above = self._above, above
        for y in {at.y - self.place.y for at in (*floated, *above) if self.place.contains_point(at)}:
            self.refresh(Region(0, y, self.place.width, 1))

    def render_line(self, y: int) -> Strip:
        """Return a row in the colours of the theme."""
        spans, (x, top, width, height), all_columns = list[Span](), self.place, self.size.width
        if y >= height:
            return styled_rows.strip(styled_rows.blank(all_columns, "background"), self.theme_variables)
        for region, rows in self.parts.items():
            if region.y <= top + y < region.bottom:
                spans += [*self._frame[x : region.x], *rows[top + y - region.y]]
                x = region.right
        spans += self._frame[x : self.place.right]
        line = styled_rows.row([*spans, *styled_rows.blank(all_columns - width, "background")])
        if self._above:
            line = with_patch(line, self.place.x, top + y, self._above)
        return styled_rows.strip(line, self.theme_variables)


class Dice(Piece):
    """The dice in the middle of the board, or an offered cube, and the note."""


class Bar(Piece):
    """The checkers on the bar."""


class Tray(Piece):
    """The checkers that were borne off."""


class Cube(Piece):
    """The cube beside the board."""


class InPlace(Layout):
    """A layout with places that the parent computes."""

    name = "in-place"

    def __init__(self, places: Callable[[Size], Iterable[tuple[Widget, Region]]]) -> None:
        """Make a layout; `places` returns each widget's region in a parent of some size."""
        self._places = places

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Return the places of the children that are displayed."""
        return [
            WidgetPlacement(place, Offset(), Spacing(), child)
            for child, place in self._places(size)
            if child in children
        ]


class Board(Clickable, Piece):
    """The whole board, in the largest of its sizes that fits: the points, and a widget for each other piece.

    A widget for each point would cost more than all the drawing, in time when it is made and in memory while it is
    there.
    """

    DEFAULT_CSS = "Board { overflow: hidden; }"

    now = staticmethod(monotonic)
    """The clock of the animations."""

    def __init__(self) -> None:
        """Make an empty board."""
        super().__init__()
        self._plan: Plan = NORMAL
        self._scene: Scene | None = None
        self._pieces = Dice(), Bar(), Tray(), Cube()
        self._in_place = InPlace(self._places)
        self.moves = self.tumbles = False
        """Whether changes are animated."""
        self._animator = Animator(self.set_interval, self._draw_motion, self._land, self.now)
        self.on_landed: Callable[[], None] = lambda: None
        """Called when all animations have ended."""
        self.on_spot: Callable[[int | Spot | None, bool], str] = lambda _spot, _again: ""
        """Called with the clicked spot and whether it is a double click, as `Clickable.clicked`."""

    def compose(self) -> ComposeResult:
        """Yield the pieces; later ones lie above earlier ones."""
        yield from self._pieces

    @property
    def layout(self) -> Layout:
        """The arrangement of the pieces."""
        return self._in_place

    @property
    def pieces(self) -> Sequence[Piece]:
        """The widgets of the board, itself first."""
        return self, *self._pieces

    def clicked(self, at: Offset, *, again: bool) -> str:
        """Pass the clicked spot of the board to `on_spot`."""
        return self.on_spot(spot_at(self._plan, self._scene.perspective, at), again) if self._scene else ""

    def on_mount(self) -> None:
        """Redraw when the theme changes, which also decides the characters."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._draw())

    def on_resize(self) -> None:
        """End all animations, which were for a board of another size."""
        self.settle()

    def show(self, scene: Scene) -> None:
        """Show a scene, animated if animations are on; a scene already shown costs nothing."""
        if self.moves:
            self._animator.go_to(scene, dice=self.tumbles)
        else:
            self._animator.jump_to(scene)
            self._take(scene)

    def use_theme(self, variables: Mapping[str, str]) -> None:
        """Show the board with these theme variables, whatever the app's theme is."""
        if variables != self.variables:
            for piece in self.pieces:
                piece.variables = variables
                piece.refresh()
            self._draw()

    @property
    def shown(self) -> Scene | None:
        """The scene that is drawn at this moment."""
        return self._scene

    def settle(self) -> None:
        """End all animations, because a key was pressed."""
        self._animator.end()

    def _draw_motion(self, motion: Motion, seconds: float) -> None:
        self._take(*motion.at(seconds, self._plan, self._glyphs))

    @property
    def tumbling(self) -> bool:
        """Whether dice tumble now or in a queued animation."""
        return self._animator.throws

    def _land(self, scene: Scene) -> None:
        self._take(scene)
        landed, self.on_landed = self.on_landed, lambda: None
        landed()

    def _take(self, scene: Scene, above: Patch | None = None) -> None:
        if above or self._above:
            for piece in self.pieces:
                piece.show_above(above or {})
        if scene != self._scene:
            self._scene = scene
            self._draw()

    @property
    def _glyphs(self) -> Glyphs:
        return glyphs_of(self.theme_variables)

    def _places(self, size: Size) -> Iterator[tuple[Widget, Region]]:
        """Yield each piece with its region on a board of this size."""
        if self._lay_out(size):
            self._paint()
        return ((piece, piece.place) for piece in self._pieces)

    def plan_in(self, room: Size) -> Plan:
        """Return the measures of the largest board that fits into so much room."""
        return plan_for(room, solid=self._glyphs.solid)

    def _lay_out(self, size: Size) -> bool:
        """Use the largest board that fits; return whether any piece has moved."""
        plan = self._plan = self.plan_in(size)
        places = _places(plan, self._scene is None or self._scene.home_right)
        moved = [(piece, place) for piece, place in zip(self.pieces, places, strict=True) if piece.place != place]
        for piece, place in moved:
            piece.place = place
        return bool(moved)

    def _draw(self) -> None:
        """Draw the scene for the present layout."""
        if self.size and self._lay_out(self.size):
            for piece in self.pieces:
                piece.refresh(layout=True)  # a widget keeps its arrangement until one of its children asks
        self._paint()

    def _paint(self) -> None:
        """Draw the scene, and refresh the rows that look different."""
        if self._scene is None:
            return
        frame = frame_row(self._plan, self._glyphs, self._scene.home_right)
        for piece, parts in zip(self.pieces, picture(self._plan, self._glyphs, self._scene), strict=True):
            piece.show_parts(parts, frame)


@lru_cache(maxsize=32)
def _places(plan: Plan, home_right: bool) -> Sequence[Region]:
    """Return the regions of the pieces of a board, the board itself first."""
    trays, cube = plan.tray_column(home_right), plan.cube_region(home_right)
    return (
        Region(0, 0, plan.width, plan.height),
        plan.band(home_right),
        plan.bar_column(home_right),
        trays,
        trays.intersection(Region(0, cube.y, plan.width, cube.height)),
    )
