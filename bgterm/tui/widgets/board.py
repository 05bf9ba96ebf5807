"""The board. `BoardView.show` takes a `Scene`; only what has changed is sent to the terminal."""

from collections.abc import Iterator, Sequence

from textual.app import ComposeResult
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.strip import Strip
from textual.theme import Theme
from textual.widget import Widget

from bgterm.rules.board import BAR, OFF, POINTS, Movement, Player
from bgterm.tui import ink
from bgterm.tui.glyphs import Disc, Glyphs
from bgterm.tui.ink import Ink, Row
from bgterm.tui.plan import FULL, HALF, NORMAL, Plan, plan_for
from bgterm.tui.scene import Mark, Place, Scene
from bgterm.tui.themes import glyphs_of
from bgterm.tui.widgets.dice import FACE, ON_FACE, CubeView, DiceView
from bgterm.tui.widgets.painted import Painted

LABEL = Ink("board-label", "board-rail")
"""How the numbers of the points are written."""
NUMBER = Ink("board-note", "board-felt")
"""How the number of checkers on a point is written."""
UNDER_CURSOR = Ink("board-cursor", "board-rail", "bold reverse")
"""How the number under the cursor is written."""

Slot = tuple[Disc, Ink]
"""What lies where a checker can lie."""


class PointView(Painted):
    """The checkers on one point."""

    def show(self, plan: Plan, glyphs: Glyphs, scene: Scene, point: int) -> None:
        """Show the mover's `point`."""
        place = scene.perspective.place(point)
        player, count = scene.stack(point)
        slots = _slots(plan, glyphs, player, count, picked=point == scene.picked, target=point in scene.targets)
        ground = _ground(plan, glyphs, place)
        base = Ink(f"board-point-{place.shade}", "board-felt")
        self.paint(_stack(plan, slots, count, ground, base, place.top))


class LabelView(Painted):
    """The numbers of six points, and what can be done there."""

    def show(self, plan: Plan, glyphs: Glyphs, scene: Scene, points: Sequence[int]) -> None:
        """Show the mover's numbers `points` from left to right."""
        self.paint([ink.row(_label(plan.point, glyphs, str(point), scene.mark(point)) for point in points)])


class BarView(Painted):
    """One end of the bar: the checkers of the player whose home is there."""

    def show(self, plan: Plan, glyphs: Glyphs, scene: Scene, player: Player) -> None:
        """Show the checkers of `player` that are on the bar."""
        top, mine = scene.perspective.is_top(player), player is scene.mover
        count = scene.board.counts(player)[BAR]
        slots = _slots(plan, glyphs, player, count, picked=mine and scene.picked == BAR, target=False)
        side = "" if plan.hinge else glyphs.line
        ground = (side + " " * (plan.bar - 2 * len(side)) + side,) * (FULL * plan.tall)
        rows = _stack(plan, slots, count, ground, LABEL, top)
        mark = scene.mark(BAR) if mine else Mark.PLAIN
        name = "" if mark is Mark.PLAIN and not plan.hinge else _bar_name(scene, top)
        title = ink.row([_label(plan.bar, glyphs, name, mark)])
        self.paint([title, *rows] if top else [*rows, title])


def _bar_name(scene: Scene, top: bool) -> str:
    """Name the bar; where nobody is ever on it, show which way everyone goes there. [RULES L2]"""
    if scene.board.movement is Movement.HITTING:
        return "bar"
    return "<<<" if top is scene.home_right else ">>>"


class TrayView(Painted):
    """One side's tray: the checkers that are borne off, seen from the edge."""

    def show(self, plan: Plan, glyphs: Glyphs, scene: Scene, player: Player) -> None:
        """Show what `player` has borne off."""
        top, mine = scene.perspective.is_top(player), player is scene.mover
        count = scene.board.counts(player)[OFF]
        title = ink.row([_label(plan.tray, glyphs, "off", scene.mark(OFF) if mine else Mark.PLAIN)])
        rows = [title, *_edges(plan, glyphs, player, count)]
        if plan.counts:
            rows.append(_number(plan.tray, count, LABEL))
        self.paint(rows if top else rows[::-1])


class BoardView(Widget):
    """The whole board, in the largest of its sizes that fits."""

    def __init__(self, *, ascii_only: bool = False) -> None:
        """Make an empty board, of ASCII characters if wanted."""
        super().__init__()
        self._ascii_only = ascii_only
        self._plan = NORMAL
        self._scene: Scene | None = None
        self._points = {Place(top, column): PointView() for top in (True, False) for column in range(2 * HALF)}
        self._labels = {(top, right): LabelView() for top in (True, False) for right in (False, True)}
        self._bars = {top: BarView() for top in (True, False)}
        self._trays = {top: TrayView() for top in (True, False)}
        self._middles = {right: DiceView() for right in (False, True)}
        self._cube = CubeView()
        self._geometry = _Geometry(self)

    def compose(self) -> ComposeResult:
        """Give all parts."""
        for parts in (self._points, self._labels, self._bars, self._trays, self._middles):
            yield from parts.values()
        yield self._cube

    def on_mount(self) -> None:
        """Follow the theme: it decides the characters too."""
        self.app.theme_changed_signal.subscribe(self, self._change_theme)

    def on_resize(self) -> None:
        """Take the largest plan that fits."""
        plan = plan_for(self.size)
        if plan is not self._plan:
            self._plan = plan
            self._rearrange()

    def show(self, scene: Scene) -> None:
        """Show the scene."""
        turned = self._scene is not None and self._scene.home_right is not scene.home_right
        self._scene = scene
        if turned:
            self._rearrange()
        else:
            self._show_parts()

    @property
    def layout(self) -> Layout:
        """Where the parts lie."""
        return self._geometry

    def regions(self) -> Iterator[tuple[Widget, Region]]:
        """Tell where each part lies."""
        plan, home_right = self._plan, self._scene is None or self._scene.home_right
        for place, point in self._points.items():
            yield point, plan.point_region(*place, home_right)
        for (top, right), label in self._labels.items():
            yield label, plan.label_region(top, right, home_right)
        for top in (True, False):
            yield self._bars[top], plan.bar_region(top, home_right)
            yield self._trays[top], plan.tray_region(top, home_right)
        for right, middle in self._middles.items():
            yield middle, plan.middle_region(right, home_right)
        yield self._cube, plan.cube_region(home_right)

    def render_line(self, y: int) -> Strip:
        """Give a row of the frame, which lies under the parts."""
        if y >= self._plan.height:
            return ink.strip(ink.blank(self.size.width, "background"), self.app.theme_variables)
        frames = self._plan.frames(self._scene is None or self._scene.home_right)
        line = self._glyphs.line
        row = ink.row((line if x in frames else " ", LABEL) for x in range(self._plan.width))
        rest = max(self.size.width - self._plan.width, 0)
        return ink.strip(ink.row([*row, *ink.blank(rest, "background")]), self.app.theme_variables)

    @property
    def _glyphs(self) -> Glyphs:
        return glyphs_of(self.app.theme, self._ascii_only)

    def _change_theme(self, _: Theme) -> None:
        self._show_parts()

    def _rearrange(self) -> None:
        """Lay the parts out anew. Textual forgets an arrangement only when a child asks for it."""
        self._cube.refresh(layout=True)
        self.refresh()
        self._show_parts()

    def _show_parts(self) -> None:
        """Hand each part its piece of the scene."""
        if self._scene is None:
            return
        scene, plan, glyphs = self._scene, self._plan, self._glyphs
        points = {scene.perspective.place(point): point for point in POINTS}
        for place, point in points.items():
            self._points[place].show(plan, glyphs, scene, point)
        for (top, right), label in self._labels.items():
            columns = range(HALF * right, HALF * (1 + right))
            label.show(plan, glyphs, scene, [points[Place(top, column)] for column in columns])
        for player in Player:
            top = scene.perspective.is_top(player)
            self._bars[top].show(plan, glyphs, scene, player)
            self._trays[top].show(plan, glyphs, scene, player)
        for right, middle in self._middles.items():
            middle.show(plan, glyphs, scene, left=not right)
        self._cube.show(plan, glyphs, scene, plan.cube_region(scene.home_right).height)


class _Geometry(Layout):
    """Puts the parts of a board where its plan says."""

    name = "board"

    def __init__(self, board: BoardView) -> None:
        """Lay out the parts of `board`."""
        self._board = board

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Give each part its place."""
        return [WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, part) for part, region in self._board.regions()]


def _label(width: int, glyphs: Glyphs, name: str, mark: Mark) -> ink.Span:
    """Write a name between the signs of its mark, in the width of a point; what is too long loses its end."""
    before, after = {
        Mark.PLAIN: (" ", " "),
        Mark.SOURCE: glyphs.source,
        Mark.TARGET: glyphs.target,
        Mark.PICKED: glyphs.picked,
        Mark.CURSOR: glyphs.cursor,
    }[mark]
    text = f"{before}{name}{after}"
    if len(text) > width:
        fits = name.isdigit() or mark is Mark.PLAIN
        text = f"{before}{name}"[-width:] if fits else f"{before}{name[: width - 2]}{after}"
    space = width - len(text)
    text = " " * (space // 2) + text + " " * (space - space // 2)
    return text, UNDER_CURSOR if mark is Mark.CURSOR else LABEL


def _slots(plan: Plan, glyphs: Glyphs, player: Player, count: int, *, picked: bool, target: bool) -> list[Slot]:
    """Tell what lies on a point from its base on: checkers, the picked one, where one may land."""
    disc, ghost = glyphs.discs[plan.name][player], glyphs.ghosts[plan.name]
    slots = [(disc, Ink(FACE[player]))] * min(count, FULL)
    if count > FULL and not plan.counts:
        on_chip = Ink(ON_FACE[player], FACE[player], "bold") if glyphs.solid else Ink(FACE[player], "", "bold")
        lead = len(disc[0]) - len(disc[0].strip())
        slots[-1] = ((" " * lead + str(count).ljust(len(disc[0]) - lead),), on_chip)
    if picked and slots:
        slots[-1] = (disc, Ink("board-picked", "", "bold"))
    if target and count < FULL:
        slots.append((ghost, Ink("board-target")))
    return slots


def _ground(plan: Plan, glyphs: Glyphs, place: Place) -> tuple[str, ...]:
    """Give the rows of an empty point from its base to its tip."""
    if glyphs.guides is None:
        return plan.taper
    before = (plan.point - 1) // 2
    return (" " * before + glyphs.guides[place.shade].ljust(plan.point - before),) * (FULL * plan.tall)


def _stack(
    plan: Plan, slots: Sequence[Slot], count: int, ground: Sequence[str], base: Ink, top: bool
) -> list[Row]:
    """Draw a stack slot by slot from the base on, then its number; give the rows as they are on the screen."""
    rows = []
    for index in range(FULL):
        disc, paint = slots[index] if index < len(slots) else (("",) * plan.tall, base)
        lines = disc if top else disc[::-1]
        rows += [_over(line, paint, ground[index * plan.tall + row], base) for row, line in enumerate(lines)]
    if plan.counts:
        paint = NUMBER if base.bg == NUMBER.bg else LABEL
        rows.append(_number(len(ground[0]), count if count > FULL else 0, paint))
    return rows if top else rows[::-1]


def _over(text: str, paint: Ink, ground: str, base: Ink) -> Row:
    """Put text in the middle of a row of ground, where `█` is the point and a blank what lies under it."""
    start = (len(ground) - len(text)) // 2 + len(text) - len(text.lstrip())
    cells = [*[""] * start, *text.lstrip(), *[""] * len(ground)][: len(ground)]
    return ink.row(_cell(above, below, paint, base) for above, below in zip(cells, ground, strict=True))


def _cell(above: str, below: str, paint: Ink, base: Ink) -> ink.Span:
    under = base.fg if below == "█" else base.bg
    if above and paint.bg:
        return above, paint
    if above.strip():
        return above, paint._replace(bg=under)
    return (" ", Ink(bg=under)) if below in "█ " else (below, base)


def _number(width: int, count: int, paint: Ink) -> Row:
    """Write a number under the middle of a column of checkers; nothing for none."""
    text = (" " * ((width - 1) // 2) + str(count or "")).ljust(width)
    return ink.row([(text, paint._replace(attributes="bold"))])


def _edges(plan: Plan, glyphs: Glyphs, player: Player, count: int) -> list[Row]:
    """Draw borne-off checkers from the edge, rows of as many as fit."""
    margin = " " * ((plan.tray - plan.edges) // 2)
    rows = []
    for start in range(0, plan.tray_rows * plan.edges, plan.edges):
        text = glyphs.edges[player] * max(min(count - start, plan.edges), 0)
        rows.append(ink.row([(f"{margin}{text}".ljust(plan.tray), Ink(FACE[player], "board-rail"))]))
    return rows
