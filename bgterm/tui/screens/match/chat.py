"""The chat of a table, with a line to write in."""

from collections.abc import Awaitable, Callable, Iterator
from typing import ClassVar

from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bgterm.catalog import N_, _
from bgterm.lobby import messages
from bgterm.lobby.chat import ChatLine
from bgterm.tui.input.bindings import bind
from bgterm.tui.screens.dialogs import TextDialog

_USUAL_HEIGHT = 24
"""The rows of a window from which on so many are free."""
_USUAL_ROWS, _MOST_ROWS = 3, 9
"""The rows of what was said: those that are free below the board, and at most."""


def chat_line(line: ChatLine) -> Content:
    """Return a line of a chat as it is shown, the name in bold."""
    return Content(messages.chat_line(line.name, line.text)).stylize("bold", 0, len(line.name))


class ChatScreen(TextDialog):
    """Asks for a line to say; what was said stands above it, the last of it in sight, and the board is seen."""

    DEFAULT_CSS = """
    ChatScreen { align: center bottom; }
    ChatScreen > Vertical { width: 100%; padding: 0 1; border: none; border-top: solid $board-quiet; }
    ChatScreen VerticalScroll { height: auto; scrollbar-size-vertical: 0; }
    ChatScreen Form { height: 1; }
    ChatScreen Form.-told { height: 2; }
    ChatScreen #said { height: auto; color: $foreground; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "accept", "form-accept", N_("say"), shown="Enter", rank=3),
        bind("space", "accept", ""),  # it is typed here, and has no description of its own
        bind("escape", "cancel", "form-back", N_("board"), shown="Esc"),
        bind("pageup", "scroll(-1)", "chat-older", N_("older"), shown="PageUp"),
        bind("pagedown", "scroll(1)", "chat-newer", N_("newer"), shown="PageDown"),
    ]

    def __init__(
        self, lines: tuple[ChatLine, ...], accept: Callable[[str], Awaitable[None]], longest: int
    ) -> None:
        """Make the question below what has been said."""
        title = _("Chat")
        super().__init__(f" {title} ", _("Say"), longest=longest, prose=True, accept=accept)
        self._said = lines
        self._lines = Static(id="said")
        self._page = VerticalScroll(self._lines, can_focus=False)

    def above(self) -> Iterator[Widget]:
        """Yield what was said."""
        yield self._page

    def on_mount(self) -> None:
        """Show what was said."""
        self.hear(self._said)

    def on_resize(self) -> None:
        """Show as many lines of the chat as the new size has room for."""
        self.hear(self._said)

    def hear(self, lines: tuple[ChatLine, ...]) -> None:
        """Show the lines, each whole, and go to the last; only a long one may cover the board.

        The screen need not be mounted yet.
        """
        self._said = lines
        said = [chat_line(line) for line in lines] or [Content(_(messages.NOBODY_HAS_SPOKEN))]
        self._lines.update(Content("\n").join(said))
        page, window = self._page, self.app.size
        last = len(said[-1].wrap(window.width - len("  ")))
        free = 1 if window.height < _USUAL_HEIGHT else _USUAL_ROWS
        page.styles.min_height, page.styles.max_height = free, min(max(last, free), _MOST_ROWS)
        page.scroll_end(animate=False)

    def action_scroll(self, pages: int) -> None:
        """Scroll the chat back or forward by a page, less a few lines, with room to read until more is said."""
        page = self._page
        page.styles.max_height = _MOST_ROWS
        page.scroll_relative(y=pages * max(page.size.height - 2, 1), animate=False)
