"""The board. `BoardView.show` takes a `Scene`; only what has changed is sent to the terminal."""

from collections.abc import Mapping, Sequence

from textual.geometry import Region
from textual.strip import Strip
from textual.theme import Theme
from textual.widget import Widget

from bgterm.tui.board import styled_rows
from bgterm.tui.board.layout import NORMAL, Plan, plan_for
from bgterm.tui.board.painter import frame_row, picture
from bgterm.tui.board.repaint import Painting
from bgterm.tui.board.scene import Scene
from bgterm.tui.glyphs import Glyphs
from bgterm.tui.themes import glyphs_of


class BoardView(Widget):
    """The whole board, in the largest of its sizes that fits.

    It is one widget, and tells Textual which cells have changed: a widget for each part would cost more than all
    the drawing, in time when it is made and in memory while it is there.
    """

    def __init__(self, *, ascii_only: bool = False) -> None:
        """Make an empty board, of ASCII characters if wanted."""
        super().__init__()
        self._ascii_only = ascii_only
        self._plan: Plan = NORMAL
        self._scene: Scene | None = None
        self._painting = Painting()

    def on_mount(self) -> None:
        """Follow the theme: it decides the characters too."""
        self.app.theme_changed_signal.subscribe(self, self._change_theme)

    def on_resize(self) -> None:
        """Take the largest plan that fits."""
        if self._plan_changed():
            self._draw_anew()

    def show(self, scene: Scene) -> None:
        """Show the scene; one that is shown already costs nothing."""
        if scene == self._scene:
            return
        turned = self._home_right is not scene.home_right
        self._scene = scene
        if turned:
            self._draw_anew()
        else:
            self._draw()

    @property
    def parts(self) -> Mapping[Region, Sequence[styled_rows.Row]]:
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
        return styled_rows.strip(styled_rows.row([*spans, *frame[x:], *rest]), variables)

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
