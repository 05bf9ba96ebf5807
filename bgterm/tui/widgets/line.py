"""One line of text that repaints only when it changes."""

from textual.content import Content
from textual.reactive import reactive
from textual.visual import VisualType
from textual.widget import Widget


class Line(Widget):
    """A line as wide as its container; text that is too long is cut."""

    DEFAULT_CSS = "Line { height: 1; width: 1fr; }"

    content: reactive[Content] = reactive(Content(), layout=False)

    def show(self, text: str | Content) -> None:
        """Show the text; a string is taken as it is, without markup."""
        self.content = Content(text) if isinstance(text, str) else text

    def render(self) -> VisualType:
        """Give the line."""
        return self.content.truncate(self.size.width) if self.size.width else self.content
