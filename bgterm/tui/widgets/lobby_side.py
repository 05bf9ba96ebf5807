"""The parts of the lobby beside or below the list in a large window: the last results, and the chat."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import ClassVar

from textual.content import Content
from textual.widget import Widget

from bgterm.catalog import _
from bgterm.lobby import messages
from bgterm.lobby.chat import ChatLine
from bgterm.tui.text_columns import ellipsis, fitted

Result = tuple[str, str]
"""How a match ended, and how long ago."""
_RESULTS = 20
"""How many results are shown beside the list; fewer where there is less room."""
_TWO_COLUMNS = 80
"""The width from which on the results and the chat stand side by side."""
_GAP = 4
"""The cells between them."""


class LobbySide(Widget):
    """The last results, newest first, and as much of the chat as there is room for, newest last."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"side--heading", "side--rule", "side--faint"}

    DEFAULT_CSS = """
    LobbySide > .side--heading { color: $primary; text-style: bold; }
    LobbySide > .side--rule { color: $text-disabled; }
    LobbySide > .side--faint { color: $board-quiet; }
    """

    def __init__(self) -> None:
        """Make it empty."""
        super().__init__()
        self._results: Sequence[Result] = ()
        self._talk: Sequence[ChatLine] = ()
        self._muted = False

    def show(self, results: Sequence[Result], talk: Sequence[ChatLine], *, muted: bool) -> None:
        """Show the results and the chat, unless that is muted."""
        shown = (results[:_RESULTS], talk, muted)
        if shown != (self._results, self._talk, self._muted):
            self._results, self._talk, self._muted = shown
            self.refresh()

    def render(self) -> Content:
        """Draw both parts under their headings."""
        width, height = self.content_size
        if width >= _TWO_COLUMNS:
            each = (width - _GAP) // 2
            left, right = self._result_rows(each, height), self._chat_rows(width - each - _GAP, height)
            rows = [
                one.truncate(each, pad=True) + " " * _GAP + other
                for one, other in zip_longest(left, right, fillvalue=Content())
            ]
        else:
            above = self._result_rows(width, height // 2)
            rows = [*above, Content(), *self._chat_rows(width, height - len(above) - 1)]
        return Content("\n").join(rows)

    def _result_rows(self, width: int, height: int) -> list[Content]:
        rows = [self._result(*result, width) for result in self._results] or [self._faint(_(messages.NO_RESULTS))]
        return [self._heading(_("Last results"), width), *rows][:height]

    def _chat_rows(self, width: int, height: int) -> list[Content]:
        rows = [row for line in self._said for row in line.wrap(width)]
        room = max(height - 1, 0)
        return [self._heading(_("Chat"), width), *rows[len(rows) - min(len(rows), room) :]]

    @property
    def _said(self) -> list[Content]:
        if self._muted:
            return [self._faint(_(messages.MUTED))]
        said = [chat_line(line) for line in self._talk]
        return said or [self._faint(_("Press c to say something to everyone here."))]

    def _heading(self, text: str, width: int) -> Content:
        """Return a heading, with a rule to the edge."""
        rule = "-" if self.app.has_class("-ascii") else "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
        return Content.assemble(
            (text, self.get_visual_style("side--heading")),
            (" " + rule * (width - len(text) - 1), self.get_visual_style("side--rule")),
        )

    def _result(self, text: str, remark: str, width: int) -> Content:
        """Return a row with a result at the left and its age at the right."""
        return Content(fitted(text, width - len(remark) - 2, ellipsis(self.app)) + "  ") + self._faint(remark)

    def _faint(self, text: str) -> Content:
        return Content.styled(text, self.get_visual_style("side--faint"))


def chat_line(line: ChatLine) -> Content:
    """Return a line of a chat as it is shown, the name in bold."""
    return Content(messages.chat_line(line.name, line.text)).stylize("bold", 0, len(line.name))
