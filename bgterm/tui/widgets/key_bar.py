"""The last line of a screen: the keys that do something now, or a message about the last key."""

import re
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf
from operator import itemgetter
from typing import NamedTuple

from textual.binding import ActiveBinding, Binding
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer

from bgterm.catalog import _
from bgterm.tui.input import stands_for, use_of
from bgterm.tui.widgets.text_line import Line, ellipsis

_MOST = 10
"""How many messages are kept."""
_LEAST, _EACH = 2.0, 0.06
"""The minimum seconds that a message is shown, and the seconds added for each character."""


class Notices:
    """The last ten messages shown on a terminal, which the player can list."""

    def __init__(self, stay: Callable[[], bool]) -> None:
        """Begin without a message; `stay` returns whether messages stay until the next key."""
        self.last = deque[str](maxlen=_MOST)
        """The last messages, the oldest first."""
        self._stay = stay

    def add(self, sentence: str) -> None:
        """Add a message to the list, unless it is empty or the same as the last one."""
        if sentence and [sentence] != [*self.last][-1:]:
            self.last.append(sentence)

    def seconds(self, sentence: str) -> float:
        """Return how many seconds to show a message, by its length; inf if it stays until the next key."""
        return inf if self._stay() else _LEAST + _EACH * len(sentence)


class Noticing:
    """A mixin for the app, which keeps the last messages in `notices`."""

    notices: Notices


class KeyBar(Line):
    """The last line of a screen, with the keys that do something now; for a while, a message in their place."""

    DEFAULT_CSS = "KeyBar { height: 1; padding: 0 1; background: $background; color: $board-quiet; }"

    _said = ""
    _until: Timer | None = None
    """The timer that ends a message."""

    def say(self, sentence: str) -> None:
        """Show a message in place of the keys for as long as it takes to read; an empty text restores the keys."""
        if self._until:
            self._until.stop()
        seconds = self.app.notices.seconds(sentence) if sentence and isinstance(self.app, Noticing) else inf
        self._until = self.set_interval(seconds, self._go_back) if seconds < inf else None
        if sentence != self._said:
            self._said = sentence
            self.lay_out()

    def _go_back(self) -> None:
        self.say("")

    def on_mount(self) -> None:
        """Draw the keys again whenever the bindings of the screen change."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.lay_out())

    def lay_out(self) -> None:
        """Draw the message, or as many keys as fit; do nothing before the width of the bar is known."""
        if not self.outer_size:
            return
        shown = {
            active.binding.id: active
            for active in self.screen.active_bindings.values()
            if active.binding.show and active.enabled
        }
        if self._said:
            self.show(self._with_keys(self._said, [active.binding for active in shown.values()]))
            return
        if "finish" in shown:  # its key leaves too
            shown.pop("leave", None)
        useful_first = sorted(shown.values(), key=lambda active: _place(active, self.screen))
        keys = [self._key(active.binding) for active in useful_first]
        self.show(_fitting(tuple(keys), self._width or self.screen.size.width - 2, ellipsis(self.app)))

    def _with_keys(self, said: str, keys: Sequence[Binding]) -> Content:
        """Return a message whose key names are highlighted and can be clicked."""
        line = Content.styled(said, "bold $warning")
        for key in keys:
            name = self.app.get_key_display(key)
            named = f"{name} {_(key.description)}" if name in _WORDS else name
            for found in re.finditer(rf"(?<!\S){re.escape(named)}(?=[\s.,:]|$)", said):
                start, end = found.start(), found.start() + len(name)
                line = line.stylize("reverse", start, end).stylize(stands_for(key.key), start, end)
        return line

    def _key(self, key: Binding) -> "_Key":
        return _Key(key.key, self.app.get_key_display(key), _(key.description), _at_edge(key))


class _Key(NamedTuple):
    """A key as it is shown."""

    key: str
    name: str
    description: str
    place: int
    """The place of the key at the right edge, from 1; 0 for keys at the left."""


@lru_cache(maxsize=256)
def _fitting(keys: tuple[_Key, ...], width: int, cut: str) -> Content:
    """Join as many keys as fit, by priority, with `cut` when some do not fit."""
    pad = " " if width >= _WIDE else ""
    items = [(key.place, _item(key, pad)) for key in keys]
    line, space = _joined(items, width)
    if space > 1 or len(items) < 2:
        return line
    some = items[-1:]
    line, _space = _joined(some, width, cut)
    for item in items[:-1]:
        more = [*some[:-1], item, *some[-1:]]
        longer, space = _joined(more, width, cut)
        if space > 1:
            some, line = more, longer
    return line


def _joined(keys: Sequence[tuple[int, Content]], width: int, cut: str = "") -> tuple[Content, int]:
    """Return a line of keys with `cut` for missing ones, and the width of the gap between its left and right part.

    Keys for help and for leaving are at the right edge, where other keys do not move them.
    """
    items = [item for place, item in keys if not place]
    if width >= _WIDE:  # the keys after one then stay where they are when its description changes a little
        items = [*[item.pad_right(item.cell_length % 2) for item in items[:-1]], *items[-1:]]
    at_edge = sorted([key for key in keys if key[0]], key=itemgetter(0))
    left, right = Content("  ").join(items), Content("  ").join([item for _place, item in at_edge])
    if cut:
        right = Content.assemble(f"{cut} ", right)
    space = width - left.cell_length - right.cell_length
    return Content.assemble(left, " " * max(space, 0), right), space if left and right else max(space + 2, 0)


def _item(key: _Key, pad: str) -> Content:
    item = Content.assemble((f"{pad}{key.name}{pad}", "reverse"), f" {key.description}")
    return item if _SEVERAL.search(key.name) else item.stylize(stands_for(key.key))


_SEVERAL = re.compile(r"arrows|[←↑]|.[-/].")
"""A name that stands for several keys, which a click cannot press."""
_WORDS = "aeiouy"
"""The keys whose names are also words, highlighted in a message only before their description."""
_WIDE = 78
"""The columns from which there are blanks around the keys."""
_ANSWER, _LEAVES, _OTHER, _HELP = 10, 15, 30, 99
"""The default priorities of answers, keys that leave a screen and others, and that of help, which always shows."""


def _place(active: ActiveBinding, screen: Screen[object]) -> int:
    """Return the priority of a key; lower numbers are shown first."""
    if active.binding.id == "help":
        return _HELP
    use = use_of(active.binding)
    return _LEAVES if use.leaves else use.rank or (_OTHER if active.node is screen else _ANSWER)


def _at_edge(binding: Binding) -> int:
    """Return the place of a key at the right edge, where no others move it; 0 for keys at the left."""
    return {"hint": 1, "help": 3}.get(binding.id or "", 2 if use_of(binding).leaves else 0)
