"""What stands beside the list of the lobby in a large window: the last results, and what is said."""

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from bgterm.lobby import messages, table_messages
from bgterm.lobby.chat import ChatLine

_RESULTS = 8
"""How many results are shown."""


class LobbySide(Widget):
    """The last results above, and below them as much of the talk as there is room for."""

    DEFAULT_CSS = "LobbySide { width: 44; height: 1fr; padding: 0 1; }"

    def __init__(self) -> None:
        """Make it empty."""
        super().__init__()
        self._results: Sequence[str] = ()
        self._talk: Sequence[ChatLine] = ()
        self._muted = False

    def show(self, results: Sequence[str], talk: Sequence[ChatLine], *, muted: bool) -> None:
        """Show the results, newest first, and the talk, unless it is muted."""
        shown = (results[:_RESULTS], talk, muted)
        if shown != (self._results, self._talk, self._muted):
            self._results, self._talk, self._muted = shown
            self.refresh()

    def render(self) -> Content:
        """Draw both parts under their headings."""
        width, height = self.content_size
        results = [Content(line).truncate(width, ellipsis=True) for line in self._results]
        above = [_heading(messages.LAST_RESULTS), *(results or [Content(messages.NO_RESULTS)]), Content()]
        talk = [row for line in self._said for row in line.wrap(width)]
        room = max(height - len(above) - 1, 0)
        return Content("\n").join([*above, _heading(messages.TALK), *talk[len(talk) - min(len(talk), room) :]])

    @property
    def _said(self) -> list[Content]:
        if self._muted:
            return [Content(messages.MUTED)]
        said = [Content(table_messages.said(line.name, line.text)) for line in self._talk]
        return said or [Content(messages.NOTHING_SAID)]


def _heading(text: str) -> Content:
    return Content.styled(text, "bold $primary")
