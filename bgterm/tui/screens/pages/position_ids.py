"""The position as ids and as a diagram, to be read, and copied to the clipboard of the terminal."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from bgterm.catalog import N_, _
from bgterm.notation.diagram import diagram
from bgterm.notation.parse_position import Id, ids_of
from bgterm.notation.position import Position
from bgterm.text import ids as text_ids
from bgterm.tui.screens.pages.page import PageScreen


class PositionIdsScreen(PageScreen):
    """A position in every form that other programs and people read. A digit copies one of them by OSC 52."""

    DEFAULT_CSS = """
    PositionIdsScreen #said.-copied { color: $accent; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "dismiss", show=False, id="ids-back"),
        Binding("1", "copy(0)", N_("copy Position ID"), id="copy-position-id"),
        Binding("2", "copy(1)", N_("copy Match ID"), id="copy-match-id"),
        Binding("3", "copy(2)", N_("copy XGID"), id="copy-xgid"),
        Binding("4", "copy(3)", N_("copy diagram"), id="copy-diagram"),
    ]

    def __init__(self, position: Position, names: tuple[str, str]) -> None:
        """Make the page of a possible position and its players."""
        ids = ids_of(position)
        self._forms = (*ids, Id(_("Diagram"), diagram(position, names)))
        *lines, self._below = (
            text_ids.listed(number, one) for number, one in enumerate((*ids, Id(_("Diagram"), _("below"))), 1)
        )
        super().__init__(text_ids.title(position), Content("\n".join(lines)))

    def compose(self) -> ComposeResult:
        """Yield the ids, what was copied, and the diagram."""
        with VerticalScroll(can_focus=False) as page:
            page.border_title = self._title
            page.border_subtitle = _("1 to 4 copy   Esc back   up/down scroll")
            yield Static(self._text)
            yield Static(self._below, id="said")
            yield Static(Content(self._forms[-1].text.rstrip("\n")))

    def action_copy(self, index: int) -> None:
        """Copy one of the ids to the terminal's clipboard."""
        one = self._forms[index]
        if one.text:
            self.app.copy_to_clipboard(one.text)
        said = text_ids.copied(one.kind) if one.text else text_ids.nothing_to_copy(one.kind)
        line = self.query_one("#said", Static)
        line.update(Content(said))
        line.add_class("-copied")
