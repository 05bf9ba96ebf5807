"""A short list of things to do, all of it in sight."""

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from bgterm.catalog import N_


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the menu."""

    action: str
    """The action of the screen that it runs."""
    text: str
    detail: str = ""


class Menu(Widget, can_focus=True):
    """A list to walk with the arrows; Enter chooses."""

    DEFAULT_CSS = "Menu { width: 60; max-width: 100%; height: auto; text-wrap: nowrap; text-overflow: clip; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j,tab", "walk(1)", N_("choose"), key_display="up/down", id="menu-down"),
        Binding("up,k,shift+tab", "walk(-1)", show=False, id="menu-up"),
    ]

    def __init__(self, entries: list[Entry]) -> None:
        """Make a menu with the first entry marked."""
        super().__init__()
        self._entries = entries
        self._at = 0

    def show(self, entries: list[Entry]) -> None:
        """Show other entries."""
        self._entries, self._at = entries, 0
        self.refresh(layout=True)

    def render(self) -> Content:
        """Return the entries, the marked one by shape and weight."""
        lines = [self._line(entry, at == self._at) for at, entry in enumerate(self._entries)]
        return Content("\n").join(lines)

    @staticmethod
    def _line(entry: Entry, marked: bool) -> Content:
        style = "bold reverse" if marked else ""
        name = (f" {entry.text:<11} ", style)
        return Content.assemble("> " if marked else "  ", name, f"  {entry.detail}")

    def action_walk(self, by: int) -> None:
        """Mark another entry."""
        self._at = (self._at + by) % len(self._entries)
        self.refresh()

    @property
    def marked(self) -> Entry:
        """The entry that Enter chooses."""
        return self._entries[self._at]
