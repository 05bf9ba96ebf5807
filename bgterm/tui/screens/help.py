"""The keys, and the rules of this very match; and the moves so far. Both are pages to read and leave."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from bgterm.tui.screens.base import Dialog


class PageScreen(Dialog[None]):
    """A page of text over the table: arrows scroll, Escape leaves it."""

    DEFAULT_CSS = """
    PageScreen { align: center middle; }
    PageScreen VerticalScroll {
        width: 80; max-width: 100%; height: auto; max-height: 100%;
        border: solid $primary; padding: 0 1; background: $surface;
        scrollbar-size-vertical: 0;
    }
    PageScreen Static { width: 1fr; height: auto; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter,space,m", "dismiss", "back", key_display="Esc", id="back"),
        Binding("down,j", "scroll(1)", "down", id="page-down"),
        Binding("up,k", "scroll(-1)", "up", id="page-up"),
        Binding("pagedown,end", "scroll(5)", show=False, id="page-far-down"),
        Binding("pageup,home", "scroll(-5)", show=False, id="page-far-up"),
    ]

    def __init__(self, title: str, text: Content) -> None:
        """Make a page of `text` under a title."""
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        """Give the page."""
        with VerticalScroll(can_focus=False) as page:
            page.border_title = self._title
            page.border_subtitle = "Esc back   up/down scroll"
            yield Static(self._text)

    def action_scroll(self, by: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=3 * by, animate=False)


def help_screen(
    bindings: Mapping[str, ActiveBinding],
    rules: Sequence[str] = (),
    glossary: Collection[tuple[str, str]] = (),
) -> PageScreen:
    """Give the help: the keys that do something now, the rules, the words of the game."""
    parts: list[str | tuple[str, str]] = [("Keys\n", "bold")]
    for key, what in _keys_of(bindings.values()):
        parts += [(f"  {key:<12}", "bold"), f" {what}\n"]
    parts += [("\nThe rules of this match\n", "bold")] if rules else []
    parts += [f"- {rule}\n" for rule in rules]
    parts += [("\nThe words\n", "bold")] if glossary else []
    for word, meaning in glossary:
        parts += [(f"  {word:<12}", "bold"), f" {meaning}\n"]
    return PageScreen("Help", Content.assemble(*parts))


def _keys_of(bindings: Iterable[ActiveBinding]) -> list[tuple[str, str]]:
    """Give each binding that is shown or explained: its keys and what they do."""
    found: dict[str, tuple[str, str]] = {}
    for active in bindings:
        binding = active.binding
        if binding.id and binding.description and binding.description not in found:
            found[binding.description] = (
                binding.key_display or binding.key,
                binding.tooltip or binding.description,
            )
    return list(found.values())
