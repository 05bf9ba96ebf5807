"""One line of text that repaints only when it changes."""

from textual.content import Content
from textual.visual import VisualType
from textual.widget import Widget


class Line(Widget):
    """A line as wide as its container; text that is too long is cut."""

    DEFAULT_CSS = "Line { height: 1; width: 1fr; }"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's name
        """Make an empty line."""
        super().__init__(id=id, classes=classes)
        self._content = Content()

    def show(self, text: str | Content) -> None:
        """Show the text; a string is taken as it is, without markup."""
        content = Content(text) if isinstance(text, str) else text
        if not content.is_same(self._content):
            self._content = content
            self.refresh()

    @property
    def cut(self) -> str:
        """What stands for text that is cut."""
        return ".." if self.app.has_class("-ascii") else "\N{HORIZONTAL ELLIPSIS}"

    def render(self) -> VisualType:
        """Return the line."""
        width = self.size.width
        if self._content.cell_length <= width:
            return self._content
        return self._content.truncate(max(width - len(self.cut), 0)) + self.cut
