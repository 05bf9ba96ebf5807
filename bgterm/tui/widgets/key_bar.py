"""The last line of a screen: the keys that do something now."""

import re
from collections.abc import Sequence

from textual.binding import ActiveBinding, Binding
from textual.content import Content
from textual.screen import Screen

from bgterm.catalog import _
from bgterm.tui.input.clicks import stands_for
from bgterm.tui.text_columns import ellipsis
from bgterm.tui.widgets.text_line import Line


class KeyBar(Line):
    """The keys that do something now, from the bindings; for a moment, what is said of the key just pressed."""

    DEFAULT_CSS = "KeyBar { height: 1; padding: 0 1; }"

    _said = ""
    _shown: tuple[Sequence[Binding], int] | None = None
    """The keys that are shown, and the width for which they were joined."""

    def say(self, sentence: str) -> None:
        """Show a sentence in place of the keys; an empty one brings them back."""
        if sentence != self._said:
            self._said = sentence
            self._show(self.screen)

    def on_mount(self) -> None:
        """Follow the bindings of the screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._show)
        self._show(self.screen)

    def on_resize(self) -> None:
        """Show as many keys as there is room for now."""
        self._show(self.screen)

    def _show(self, screen: Screen[object]) -> None:
        if self._said:
            self.show(Content.styled(self._said, "bold $warning"))
            self._shown = None
            return
        shown = {
            active.binding.id: active
            for active in screen.active_bindings.values()
            if active.binding.show and active.enabled
        }
        if "finish" in shown:  # its key leaves too
            shown.pop("leave", None)
        useful_first = [active.binding for active in sorted(shown.values(), key=lambda one: _place(one, screen))]
        now = useful_first, self._width or screen.size.width - 2
        if now != self._shown:
            self._shown = now
            self.show(self._fitting(*now))

    def _fitting(self, keys: Sequence[Binding], width: int) -> Content:
        """Join as many keys as fit, the most useful ones and the last, with a mark when some do not fit."""
        pad = " " if width >= _WIDE else ""
        items = [(key.id or "", self._item(key, pad)) for key in keys]
        line, space = self._joined(items, width, cut=False)
        if space > 1 or len(items) < 2:
            return line
        some = items[-1:]
        line, _space = self._joined(some, width, cut=True)
        for item in items[:-1]:
            more = [*some[:-1], item, *some[-1:]]
            longer, space = self._joined(more, width, cut=True)
            if space > 1:
                some, line = more, longer
        return line

    def _joined(self, keys: Sequence[tuple[str, Content]], width: int, *, cut: bool) -> tuple[Content, int]:
        """Return a line of keys with a mark if some are cut, and the cells between its left and its right part.

        The keys that help or leave stand at the right edge, where no others move them.
        """
        items = [item for key, item in keys if key not in _AT_END]
        if width >= _WIDE:  # the keys after one then stay where they are when its description changes a little
            items = [*[item.pad_right(item.cell_length % 2) for item in items[:-1]], *items[-1:]]
        left, at_end = Content("  ").join(items), {key: item for key, item in keys if key in _AT_END}
        right = Content("  ").join([at_end[key] for key in _AT_END if key in at_end])
        if cut:
            right = Content.assemble(f"{ellipsis(self.app)} ", right)
        space = width - left.cell_length - right.cell_length
        return Content.assemble(left, " " * max(space, 0), right), space if left and right else max(space + 2, 0)

    def _item(self, binding: Binding, pad: str) -> Content:
        key = self.app.get_key_display(binding)
        item = Content.assemble((f"{pad}{key}{pad}", "reverse"), f" {_(binding.description)}")
        return item if _SEVERAL.search(key) else item.stylize(stands_for(binding.key))


_SEVERAL = re.compile(r"arrows|[←↑]|.[-/].")
"""The common name of several keys: a click means none of them."""
_WIDE = 78
"""The cells from which on there are blanks around the keys."""
_FIRST = (
    "claim-flag",
    "challenge",
    "rematch",
    "form-next",
    "form-to-button",
    "form-accept",
    "menu-choose",
    "lobby-choose",
    "lobby-new",
    "library-open",
    "edit-play",
    "edit-put",
    "type-dice",
    "enter-dice",
    "replay-stop",
    "replay-next",
    "replay-better",
    "replay-mistake",
)
"""The keys shown before all others: those that work only now, and Enter."""
_LEAVE = ("leave", "menu-quit", "lobby-quit", "library-back", "edit-leave")
"""The keys that leave a screen, which stand after all others but help."""
_HELP = "help"
"""The last key of the line."""
_AT_END = ("hint", *_LEAVE, _HELP)
"""The keys at the right edge."""
_EARLY = (
    "correct-roll",
    "end-session",
    "replay",
    "chat",
    *_LEAVE,
    "replay-run",
    "replay-game",
    "lobby-chat",
    "walk-left",
    "plays",
    "hint",
    "take-back",
    "export",
    "resign",
    "proof",
)
"""The keys of a screen before the others that are not answers to a question."""


def _place(active: ActiveBinding, screen: Screen[object]) -> tuple[int, int]:
    """Return how useful a key is: the lower, the sooner it is shown; help is always shown."""
    key = active.binding.id or ""
    for place, keys in ((0, _FIRST), (2, _EARLY), (4, (_HELP,))):
        if key in keys:
            return place, keys.index(key)
    return (3 if active.node is screen else 1), 0
