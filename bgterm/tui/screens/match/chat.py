"""The chat of a table, with a line to write in."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.css.scalar import Scalar
from textual.widget import Widget

from bgterm.catalog import N_, _
from bgterm.lobby import messages
from bgterm.lobby.chat import ChatLine
from bgterm.tui.input import bind
from bgterm.tui.screens.dialogs import TextDialog
from bgterm.tui.widgets.text_line import TextLines

_USUAL_HEIGHT = 24
"""The rows of a window from which `_USUAL_ROWS` are free below the board."""
_USUAL_ROWS, _MOST_ROWS = 3, 9
"""The rows of chat lines: those that are free below the board, and the most."""


def chat_line(line: ChatLine) -> Content:
    """Return a line of chat as it is shown: the speaker's name in bold, and the text."""
    return Content(messages.chat_line(line.name, line.text)).stylize("bold", 0, len(line.name))


class ChatLines(TextLines):
    """The widget of a table's chat, with the last lines that fit, each wrapped in full; it can be scrolled."""

    _said: Sequence[ChatLine] = ()
    _back = 0
    """How many rows the chat is scrolled back."""

    _most = 0
    """How many rows the chat may take, even if fewer are free."""

    def hear(self, lines: Sequence[ChatLine]) -> None:
        """Show `lines`, the whole chat so far, in place of those shown before, scrolled to the last one."""
        self._said, self._back, self._most = lines, 0, 0
        self.lay_out()

    def lay_out(self) -> None:
        """Draw the chat in the free rows; only a long last line or a scrolled chat may cover the board."""
        window = self.app.size
        said = [chat_line(line) for line in self._said] or [Content(_(messages.NOBODY_HAS_SPOKEN))]
        width, rows = window.width - len("  "), list[Content]()
        last = len(said[-1].wrap(width))
        free = 1 if window.height < _USUAL_HEIGHT else _USUAL_ROWS
        height = min(max(last, free, self._most), _MOST_ROWS)
        while said and len(rows) < height + self._back:
            rows[:0] = said.pop().wrap(width)
        height = max(min(height, len(rows)), free)
        self._back = max(min(self._back, len(rows) - height), 0)
        end = len(rows) - self._back
        if self.styles.height != Scalar.from_number(height):
            self.styles.height = height
        self.show(*rows[max(end - height, 0) : end], *[""] * (height - len(rows)))

    def turn(self, pages: int) -> None:
        """Scroll by `pages`, towards newer lines or, if negative, older ones. Pages overlap by two rows."""
        self._most = _MOST_ROWS
        self._back -= pages * max(self.size.height - 2, 1)
        self.lay_out()


class ChatScreen(TextDialog):
    """The dialog in which a player writes a line of chat, below the last lines said; the board stays visible."""

    DEFAULT_CSS = """
    ChatScreen { align: center bottom; }
    ChatScreen > Vertical { width: 100%; padding: 0 1; border: none; border-top: solid $board-quiet; }
    ChatScreen Form { height: 1; }
    ChatScreen Form.-told { height: 2; }
    ChatLines { color: $foreground; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "accept", "form-accept", N_("say"), shown="Enter", rank=3),
        bind("space", "accept", ""),  # it is typed here, and has no description of its own
        bind("escape", "cancel", "form-back", N_("board"), shown="Esc"),
        bind("pageup", "scroll(-1)", "chat-older", N_("older"), shown="PageUp"),
        bind("pagedown", "scroll(1)", "chat-newer", N_("newer"), shown="PageDown"),
    ]

    def __init__(self, lines: Sequence[ChatLine], accept: Callable[[str], Awaitable[None]], longest: int) -> None:
        """Make the dialog with the chat `lines` so far; `accept` sends a line of at most `longest` characters."""
        title = _("Chat")
        super().__init__(f" {title} ", _("Say"), longest=longest, prose=True, accept=accept)
        self._said, self._lines = lines, ChatLines()

    def above(self) -> Iterator[Widget]:
        """Yield the widget of the chat lines, which is above the line to write in."""
        yield self._lines

    def on_mount(self) -> None:
        """Show the lines of chat with which the dialog was made."""
        self.hear(self._said)

    def on_resize(self) -> None:
        """Show as many lines of the chat as the new window has room for."""
        self._lines.lay_out()

    def hear(self, lines: Sequence[ChatLine]) -> None:
        """Show the whole chat, scrolled to its last line. The screen need not be mounted yet."""
        self._said = lines
        self._lines.hear(lines)

    def action_scroll(self, pages: int) -> None:
        """Scroll the chat a page to newer lines (1) or older ones (-1); it stays that high until a new line."""
        self._lines.turn(pages)
