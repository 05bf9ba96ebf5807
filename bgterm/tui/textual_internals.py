"""Overrides of private parts of Textual 8.2.8, so that one server can run many apps.

`tests/tui/test_textual_internals.py` fails when one of them has changed.
"""

from asyncio import FIRST_COMPLETED, Task, wait
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from inspect import iscoroutine
from typing import Any, NamedTuple, cast

from rich.segment import Segment
from textual._compositor import ChopsUpdate, Compositor
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.css.tokenize import tokenize_values
from textual.css.tokenizer import Token
from textual.dom import DOMNode
from textual.geometry import Region
from textual.message_pump import MessagePump
from textual.strip import Strip
from textual.style import Style
from textual.timer import Timer
from textual.widget import Widget

_VARIANTS = 16
"""The most sets of theme variables whose parsed rules are cached."""
_SOURCES = 256
"""The most pieces of CSS cached for each set of variables: there is one for each widget class."""
_CACHES_OF_METHODS = (StylesCache.get_inner_outer, XTermParser._parse_extended_key)  # noqa: SLF001
"""Textual's process-wide caches that keep the app alive: of rendered lines, and of a parser."""
_FLAGS = ("_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even")
"""The attributes of a node whose styles depend on more than its place; Textual sets them when applying rules."""

# Taking an app apart


async def end_tasks(pumps: Iterable[MessagePump], *others: Task[None]) -> None:
    """Cancel the tasks of a finished app and its widgets (`pumps`), and `others`, and wait until they have ended.

    A task that awaits another one passes its cancellation on and may continue, so tasks are cancelled again
    whenever one has ended.
    """
    pumps = tuple(pumps)
    while running := {task for task in (*_tasks(pumps), *others) if not task.done()}:
        for task in running:
            task.cancel()
        await wait(running, return_when=FIRST_COMPLETED)
    for pump in pumps:
        pump._mounted_event.set()  # noqa: SLF001 - one that was cancelled before it started has not set it
        for callback in pump._next_callbacks:  # noqa: SLF001
            for coroutine in filter(iscoroutine, getattr(callback.callback, "args", ())):
                coroutine.close()  # nothing would await it any more, and Python warn of it


def _tasks(pumps: Iterable[MessagePump]) -> Iterator[Task[Any]]:
    """Yield the tasks of messages, timers and workers, running or done."""
    for pump in pumps:
        workers = pump.workers if isinstance(pump, App) else ()
        for owner in (pump, *pump._timers, *workers):  # noqa: SLF001 - Textual keeps its tasks to itself
            if owner._task:  # noqa: SLF001
                yield owner._task  # noqa: SLF001


def take_apart(owners: Iterable[object]) -> None:
    """Clear the attributes of `owners`: a finished app, its widgets and its driver.

    They refer to each other, so that otherwise only a full garbage collection would free them.
    """
    for owner in owners:
        vars(owner).clear()
    for method in _CACHES_OF_METHODS:
        method.cache_clear()


# Timers


class UnskippedTimers(MessagePump):
    """A mixin for an app or a screen, with one-shot timers that fire even on a busy machine.

    Textual skips ticks that are overdue when a timer starts, and so the only tick of a short timer: an app that
    loses its resize timer stays at its old size for ever.
    """

    def set_timer(self, *args: Any, **kwargs: Any) -> Timer:  # noqa: ANN401 - as Textual's
        """Start and return a one-shot timer, with the arguments of Textual's method."""
        timer = super().set_timer(*args, **kwargs)
        timer._skip = False  # noqa: SLF001 - it has not started yet
        return timer


# Parsing CSS once


class _Parsed(NamedTuple):
    """A cache of parsed rules and styles for one set of theme variables."""

    tokens: dict[str, list[Token]]
    """The parsed values of the variables."""
    rules: LRUCache[tuple[object, ...], list[RuleSet]]
    styles: LRUCache[str, Style]
    applied: LRUCache[object, RulesMap]
    """The styles of nodes by their place in the tree."""


@lru_cache(maxsize=_VARIANTS)
def _parsed(variables: frozenset[tuple[str, str]]) -> _Parsed:
    """Return the cache for a set of variables, shared by all apps."""
    return _Parsed(tokenize_values(dict(variables)), LRUCache(_SOURCES), LRUCache(1024), LRUCache(1024))


class SharedStylesheet(Stylesheet):
    """A stylesheet that parses each piece of CSS once per process and set of theme variables.

    Textual parses all CSS in each app, again when its theme is set, and again when a screen adds more of it.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        """Make an empty stylesheet."""
        super().__init__(variables=variables)
        self._share()

    @property
    def _variable_tokens(self) -> dict[str, list[Token]]:
        return self._shared.tokens

    def set_variables(self, variables: dict[str, str]) -> None:
        """Replace the theme variables, by name, and use the rules cached for them."""
        self._variables = variables
        self._invalid_css = set()
        self._share()

    def apply(self, node: DOMNode, *, animate: bool = False, cache: dict[Any, RulesMap] | None = None) -> None:
        """Apply the rules to a node, as Textual's method does.

        A new node gets the cached styles of a node at the same place in the tree of any app.
        """
        styles = node.styles.base
        if styles.get_rules():
            super().apply(node, animate=animate, cache=cache)
            return
        path = [
            (one._css_type_name, one._id, one.classes, one._pseudo_classes_cache_key)  # noqa: SLF001 - as Textual's
            for one in node.css_path_nodes
        ]
        app = node.app
        place = frozenset(self.source), app.classes, frozenset(app.pseudo_classes), *path
        if place in self._shared.applied:
            vars(node).update(dict.fromkeys(_FLAGS, False))
            self.replace_rules(node, self._shared.applied[place])
            self._process_component_classes(node)
            return
        super().apply(node, animate=animate, cache=cache)
        if not any(map(vars(node).get, _FLAGS)):
            self._shared.applied[place] = styles.get_rules()

    def reparse(self) -> None:
        """Parse the rules again for the present theme variables."""
        self.parse()

    def _share(self) -> None:
        self._shared = _parsed(frozenset(self._variables.items()))
        self._parse_cache, self._style_parse_cache = self._shared.rules, self._shared.styles


# Drawing what is seen

_Row = dict[int, Strip | None]
"""The strips of a row of the screen by their first columns; None for one that is not drawn yet."""


class FrugalCompositor(Compositor):
    """A compositor that draws only the visible and requested lines of each widget.

    Textual's own draws every line of every widget that a change touches: all containers, which lie below other
    widgets, and for one row of the board everything beside it.
    """

    def render_partial_update(self) -> ChopsUpdate | None:
        """Draw the regions that have changed, and return them as an update; None if there are none."""
        regions = self._dirty_regions.copy()
        self._dirty_regions.clear()
        if not regions:
            return None
        seen = dict[int, tuple[int, int]]()
        for y, start, end in self._regions_to_spans(regions):
            first, last = seen.get(y, (start, end))
            seen[y] = min(first, start), max(last, end)
        # whole strips, one span a row: cutting a strip takes longer than sending it
        spans = list[tuple[int, int, int]]()
        for y, (first, last) in seen.items():
            line = self.cuts[y]
            spans.append((y, line[bisect_right(line, first) - 1], line[bisect_left(line, last)]))
        return ChopsUpdate(self._draw(seen), spans, [line[1:] for line in self.cuts])

    def _render_chops(
        self, crop: Region, is_rendered_line: Callable[[int], bool]
    ) -> Sequence[Mapping[int, Strip]]:
        """Draw rows of the screen."""
        return self._draw(dict.fromkeys(filter(is_rendered_line, crop.line_range), crop.column_span))

    def _draw(self, spans: Mapping[int, tuple[int, int]]) -> Sequence[Mapping[int, Strip]]:
        """Draw these columns of rows of the screen, each row in pieces that end where a widget begins or ends."""
        cuts, wanted = self.cuts, sorted(spans)
        rows: list[_Row] = [dict.fromkeys(line[:-1]) for line in cuts]
        for widget, (region, clip) in self.visible_widgets.items():
            top, bottom = max(region.y, clip.y), min(region.bottom, clip.bottom)
            if within := wanted[bisect_left(wanted, top) : bisect_left(wanted, bottom)]:
                seen = region.intersection(clip)
                left, right = seen.column_span
                open_rows = dict[int, Sequence[int]]()
                for y in within:
                    line, (first, last) = cuts[y], spans[y]
                    start, end = bisect_right(line, max(left, first)) - 1, bisect_left(line, min(right, last))
                    if None in map(rows[y].get, line[start:end]):
                        open_rows[y] = line[bisect_left(line, left) : bisect_right(line, right)]
                for y, strip in _lines(widget, region, seen, [*open_rows]):
                    _add(rows[y], open_rows[y], strip)
        return cast("Sequence[Mapping[int, Strip]]", rows)  # the screen itself fills what is left


def _add(row: _Row, columns: Sequence[int], strip: Strip) -> None:
    """Add the parts of a strip to a row where it is not drawn yet; the strip is cut at these columns.

    `Strip.divide` would cache all parts, and an uncut strip in its own cache.
    """
    start, *ends = columns
    if len(ends) == 1:
        row[start] = strip
        return
    pieces = Segment.divide(strip, [end - start for end in ends])
    for at, end, piece in zip(columns, ends, pieces, strict=False):
        if row[at] is None:
            row[at] = Strip(piece, end - at)


def _lines(widget: Widget, region: Region, seen: Region, rows: Sequence[int]) -> Iterable[tuple[int, Strip]]:
    """Return a widget's lines in these rows of the screen; adjacent rows are drawn together."""
    start, lines = 0, list[tuple[int, Strip]]()
    for end in range(1, len(rows) + 1):
        if end == len(rows) or rows[end] > rows[end - 1] + 1:
            top, height = rows[start] - region.y, end - start
            strips = widget.render_lines(Region(seen.x - region.x, top, seen.width, height))
            lines += zip(rows[start:end], strips, strict=True)
            start = end
    return lines
