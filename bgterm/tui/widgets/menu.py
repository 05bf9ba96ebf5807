"""A list of entries with a description of the marked one."""

from dataclasses import dataclass
from typing import ClassVar

from textual.content import Content
from textual.geometry import Offset

from bgterm.tui.widgets.marked_list import MarkedList, marked_line


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One line of the menu."""

    action: str
    """The action of the screen that it runs."""
    text: str
    detail: str = ""
    """A description, in lines."""


_DETAIL = 4
"""The rows for the description of an entry."""


class Menu(MarkedList):
    """A list to walk with the arrows, with the description of the marked entry below; Enter chooses."""

    DEFAULT_CSS = """
    Menu { width: 1fr; height: auto; text-wrap: nowrap; text-overflow: clip; }
    Menu > .menu--detail { color: $board-quiet; }
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"menu--detail"}

    def __init__(self, entries: list[MenuEntry]) -> None:
        """Make a menu with the first entry marked."""
        super().__init__()
        self._entries: list[MenuEntry] = []
        self.show(entries)

    def show(self, entries: list[MenuEntry]) -> None:
        """Show other entries."""
        self._entries, self.count, self.place = entries, len(entries), 0
        self.refresh(layout=True)

    def place_in(self, line: int) -> int | None:
        """Return the place of the entry in a line."""
        return line if 0 <= line < self.count else None

    def clicked(self, at: Offset, *, again: bool) -> str:
        """Choose the entry at once: all of them are in sight."""
        return super().clicked(at, again=again) or ("enter" if self.place_in(at.y) is not None else "")

    def render(self) -> Content:
        """Return the entries."""
        rows = [
            marked_line(f" {entry.text:<11} ", marked=place == self.place)
            for place, entry in enumerate(self._entries)
        ]
        lines = Content(self.marked.detail).split("\n")
        detail = [row for line in lines for row in line.wrap(self.size.width - len("  "))][:_DETAIL]
        blank = [Content()] * (_DETAIL - len(detail))
        style = self.get_visual_style("menu--detail")
        return Content("\n").join(
            [*rows, Content(), *(Content.assemble("  ", line).stylize(style) for line in detail), *blank]
        )

    @property
    def marked(self) -> MenuEntry:
        """The entry that Enter chooses."""
        return self._entries[self.place]
