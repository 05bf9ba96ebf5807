"""A short list of things to do, all of it in sight."""

from dataclasses import dataclass

from textual.content import Content

from bgterm.tui.widgets.marked_list import MarkedList, marked_line


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the menu."""

    action: str
    """The action of the screen that it runs."""
    text: str
    detail: str = ""


class Menu(MarkedList):
    """A list to walk with the arrows; Enter chooses."""

    DEFAULT_CSS = "Menu { width: 60; max-width: 100%; height: auto; text-wrap: nowrap; text-overflow: clip; }"

    def __init__(self, entries: list[Entry]) -> None:
        """Make a menu with the first entry marked."""
        super().__init__()
        self._entries: list[Entry] = []
        self.show(entries)

    def show(self, entries: list[Entry]) -> None:
        """Show other entries."""
        self._entries, self.count, self.place = entries, len(entries), 0
        self.refresh(layout=True)

    def render(self) -> Content:
        """Return the entries."""
        rows = [(f" {entry.text:<11} ", f"  {entry.detail}") for entry in self._entries]
        return Content("\n").join(marked_line(*row, marked=place == self.place) for place, row in enumerate(rows))

    @property
    def marked(self) -> Entry:
        """The entry that Enter chooses."""
        return self._entries[self.place]
