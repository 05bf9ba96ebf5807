"""Screens above another screen: pages of text, a form in a box, and questions."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import ActiveBinding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.markup import escape
from textual.widget import Widget
from textual.widgets import Static

from bgterm.catalog import N_, _
from bgterm.rules.errors import BackgammonError
from bgterm.tui.input import KeyMeaning, bind
from bgterm.tui.screens.base import Dialog, Result, asks
from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import Field, FieldFault, FormState, Group, Values
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.text_line import hanging

_Part = str | tuple[str, str]
"""A text, or a text with a style."""
HEADING = "bold $accent"
"""The style of a heading."""
TEXT_WIDTH = 76
"""The most columns of a page's text."""
FRAME = 4
"""The columns of the frame of a page."""


class PageScreen(Dialog[None]):
    """A dialog that shows a page of text, which arrows scroll; Escape closes it. It returns no result."""

    DEFAULT_CSS = """
    PageScreen > VerticalScroll {
        width: 80; max-height: 100%; border-subtitle-color: $board-quiet; scrollbar-size-vertical: 0;
    }
    PageScreen VerticalScroll > Static { width: 1fr; height: auto; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("escape,q,question_mark,f1,f4,enter,space,m", "dismiss", "back", N_("back"), shown="Esc"),
        bind("down,j", "scroll(1)", "page-down", N_("scroll"), shown="up/down"),
        bind("up,k", "scroll(-1)", "page-up"),
        bind("pagedown", "scroll_page(1)", "page-far-down"),
        bind("pageup", "scroll_page(-1)", "page-far-up"),
        bind("home", "scroll_home", "page-home"),
        bind("end", "scroll_end", "page-end"),
    ]

    indent: ClassVar[int] = 4
    """The indent of the rows that continue an indented line."""

    def __init__(self, title: str, text: Content | Callable[[int], Content], *, at_end: bool = False) -> None:
        """Make a page of a text under a title, opened at its start or its end.

        A function returns the text for lines of a width, such as a table with the columns that fit.
        """
        super().__init__()
        self._title, self._at_end = title, at_end
        self._text_for = text if callable(text) else lambda _width: text

    def on_mount(self) -> None:
        """Scroll the page to its start or end, and keep showing in its border how far it is scrolled."""
        page = self.query_one(VerticalScroll)
        self.watch(page, "scroll_y", self._show_progress, init=False)
        if self._at_end:
            page.scroll_end(animate=False)

    def on_resize(self) -> None:
        """Break the lines for the width of the window."""
        for page in self.query(VerticalScroll):
            page.styles.width = self.text_width + FRAME
        for text in self.query("#text").results(Static):
            text.update(self.broken(self.text_width))
        self.call_after_refresh(self._show_progress)

    @property
    def text_width(self) -> int:
        """The columns in which the text is wrapped: those of the window, but at most 76."""
        return min(self.app.size.width - FRAME, TEXT_WIDTH)

    def broken(self, width: int) -> Content:
        """Return the page's text for a width, wrapped to `width` columns with continued rows indented."""
        return hanging(self._text_for(width), width, self.indent)

    def compose(self) -> ComposeResult:
        """Yield the page with its contents, and the key bar below."""
        with VerticalScroll(can_focus=False) as page:
            page.border_title = self._title
            yield from self.contents()
        yield KeyBar()

    def contents(self) -> Iterator[Widget]:
        """Yield the widgets of the page from top to bottom: by default its text."""
        yield Static(self._text_for(self.text_width), id="text")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action applies: scrolling does if the page is longer than the window.

        It also does before the page is laid out, because its length is not known yet.
        """
        if not action.startswith("scroll"):
            return super().check_action(action, parameters)
        page = next(iter(self.query(VerticalScroll)), None)
        return page is None or not page.size or page.max_scroll_y > 0

    def meaning_of(self, key: Key) -> KeyMeaning:
        """Return a meaning by which every key counts, however early it was pressed: no key decides here."""
        return KeyMeaning(self, "")

    def _show_progress(self) -> None:
        """Show how much of a long page has been read, and whether keys can scroll it."""
        for page in self.query(VerticalScroll):  # a page that closes has none any more
            page.border_subtitle = (
                f"{round(100 * page.scroll_y / page.max_scroll_y)}%" if page.max_scroll_y else ""
            )
            self.refresh_bindings()

    def action_scroll(self, by: int) -> None:
        """Scroll down by three lines for 1, and up for -1."""
        self.query_one(VerticalScroll).scroll_relative(y=3 * by, animate=False)

    def action_scroll_page(self, by: int) -> None:
        """Scroll down by a page for 1, and up for -1; two lines stay in sight."""
        page = self.query_one(VerticalScroll)
        page.scroll_relative(y=by * max(page.size.height - 2, 1), animate=False)

    def action_scroll_home(self) -> None:
        """Scroll to the first line."""
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def action_scroll_end(self) -> None:
        """Scroll to the last line."""
        self.query_one(VerticalScroll).scroll_end(animate=False)


class HelpScreen(PageScreen):
    """A page of help, from which one key leads to the rules for beginners."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("h", "how_to_play", "page-how-to-play", N_("how to play")),
    ]
    indent = 15

    def action_how_to_play(self) -> None:
        """Show the rules for beginners."""
        self.app.push_screen(how_to_play_page())


def how_to_play_page() -> PageScreen:
    """Return a page that explains backgammon to beginners."""
    from bgterm.text.how_to_play import how_to_play  # loaded when needed

    parts: list[_Part] = []
    for section in how_to_play():
        parts += [(f"{section.heading}\n\n", HEADING)]
        parts += ["\n".join(section.drawing), "\n\n"] if section.drawing else []
        parts += [f"{paragraph}\n\n" for paragraph in section.paragraphs]
    return PageScreen(_("How to play"), Content.assemble(*parts))


def notices_page(notices: Sequence[str]) -> PageScreen:
    """Return a page that lists messages, which are given with the oldest first, with the newest first."""
    lines = [f"- {notice}" for notice in reversed(notices)] or [_("There is no message yet.")]
    return PageScreen(_("The last messages"), Content("\n".join(lines)))


def help_screen(
    bindings: Mapping[str, ActiveBinding],
    rules: Sequence[str] = (),
    *,
    heading: str = "",
    typed: Iterable[tuple[str, str]] = (),
) -> PageScreen:
    """Return the page of help: the keys that do something now and, with `rules`, the rules and the glossary.

    `bindings` are the active bindings of the screen, by key. `rules` are sentences, listed under `heading`, by
    default "The rules of this match". `typed` are pairs of a text that can be typed and its effect, listed above
    the keys.
    """
    parts = _keys(bindings, typed)
    if rules:
        from bgterm.text.help import glossary  # only with rules

        parts += ["\n", (heading or _("The rules of this match"), HEADING), "\n"]
        parts += [f"- {rule}\n" for rule in rules]
        parts += ["\n", (_("The words"), HEADING), "\n"]
        for word, meaning in glossary().items():
            parts += [(f"  {word:<12}", "bold"), f" {meaning}\n"]
    return HelpScreen(_("Help"), Content.assemble(*parts))


def form_help(state: FormState, bindings: Mapping[str, ActiveBinding]) -> PageScreen:
    """Return the page of help for a form: the current field, its choices, the keys, and why fields are hidden.

    `bindings` are the active bindings of the form's screen, by key.
    """
    parts: list[_Part] = []
    if field := state.field:
        choices = [text for __, text in field.options]
        parts += [(f"{field.label}\n", HEADING), f"{field.explanation}\n"] if field.explanation else []
        parts += [_("Choices: {choices}", choices=", ".join(choices)), "\n"] if 0 < len(choices) <= _FEW else []
        for choice, detail in zip(choices, field.details, strict=False):
            parts += [(f"  {choice:<12}", "bold"), f" {detail}\n"] if detail else []
        parts += ["\n"] if parts else []
    parts += _keys(bindings)
    shown = state.shown
    hidden = [(field.label, state.idle[field.name].reason) for field in state.fields if field not in shown]
    parts += ["\n", (_("Not shown, since it cannot apply"), HEADING), "\n"] if hidden else []
    parts += [f"- {label}: {reason}\n" for label, reason in hidden]
    return HelpScreen(_("Help"), Content.assemble(*parts))


_FEW = 12
"""The number of choices up to which the help lists them."""


def _keys(bindings: Mapping[str, ActiveBinding], typed: Iterable[tuple[str, str]] = ()) -> "list[_Part]":
    parts: list[_Part] = [(_("Keys"), HEADING), "\n"]
    for key, what in (*typed, *_keys_of(bindings.values())):
        parts += [(f"  {key:<12}", "bold"), f" {what}\n"]
    return parts


def _keys_of(bindings: Iterable[ActiveBinding]) -> list[tuple[str, str]]:
    """Return the keys and the description of each binding that is shown or explained; the app's are last."""
    rows: dict[str, tuple[str, str]] = {}
    for active in sorted(bindings, key=lambda one: isinstance(one.node, App)):
        binding = active.binding
        if binding.id and binding.description and binding.description not in rows:
            what = binding.tooltip or binding.description
            rows[binding.description] = binding.key_display or binding.key, _(what)
    return list(rows.values())


class FormDialog(Dialog[Result | None]):
    """A dialog with a form. Its button closes it with the form's result; Escape closes it with None.

    Escape asks first if the form has a button and was changed. Enter moves from a text to the next row and from a
    choice to the button, so that a hurried extra Enter cannot submit the form.
    """

    DEFAULT_CSS = "FormDialog > Vertical { width: 108; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "next", "form-next", N_("next"), shown="Enter", moves=True, rank=1),
        bind("enter", "to_button", "form-to-button", N_("go to the button"), shown="Enter", rank=2),
        bind("enter,space", "accept", "form-accept", N_("ok"), shown="Enter", rank=3),
        bind("escape", "cancel", "form-back", N_("cancel"), shown="Esc"),
        bind("question_mark,f1", "help", "help", N_("help"), shown="?"),
    ]

    def __init__(
        self,
        heading: str,
        make_form: Callable[[], Form],
        accept: Callable[[Values], Result | Awaitable[Result]],
        describe: Callable[[BackgammonError], str] = str,
    ) -> None:
        """Make the dialog under a heading.

        `accept` converts the values of the form to the result, or raises BackgammonError for rejected values;
        `describe` turns that error into a message.
        """
        super().__init__()
        self._heading, self._make_form, self._accept, self._describe = heading, make_form, accept, describe

    def compose(self) -> ComposeResult:
        """Yield the box, and the keys below."""
        self._at_first = self.form.values
        self._name_button(self.form.state.button)
        with Vertical() as box:
            box.border_title = escape(self._heading)
            yield from self.above()
            yield self.form
        yield KeyBar()

    def above(self) -> Iterator[Widget]:
        """Yield the widgets to show above the form; by default none."""
        yield from ()

    @cached_property
    def form(self) -> Form:
        """The form in the box, made on first use."""
        return self._make_form()

    def _name_button(self, button: str) -> None:
        """Name the button, if the form has one, in the descriptions of Enter."""
        texts = {"to_button": _("go to {button}", button=button), "accept": button.lower()} if button else {}
        for key, keys in self._bindings.key_to_bindings.items():  # private in Textual 8.2.8
            named = [replace(one, description=texts.get(one.action, one.description)) for one in keys]
            self._bindings.key_to_bindings[key] = named

    def is_text(self, key: Key) -> bool:
        """Return whether a key belongs to the current field: typed into its text, or choosing its value."""
        return self.form.takes(key)

    def use(self, key: Key) -> bool:
        """Pass a key to the form, or handle it as any screen does; return False to leave it to its binding."""
        return self.form.take(key) or super().use(key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action applies: at any time Enter does one of `next`, `to_button` and `accept`."""
        state = self.form.state
        finished = state.field is None or not state.button
        if action == "next":
            return state.is_typed and not finished
        if action == "to_button":
            return not state.is_typed and not finished
        if action == "accept":
            return finished
        return super().check_action(action, parameters)

    def action_next(self) -> None:
        """Move the cursor to the next row of the form."""
        self.form.action_do("move", 1)

    def action_to_button(self) -> None:
        """Move the cursor to the form's button."""
        self.form.action_do("enter", "")

    async def action_accept(self) -> None:
        """Close the dialog with the result of the form; if its values are rejected, show why and stay open."""
        try:
            result = self._accept(self.form.values)
            result = await result if isinstance(result, Awaitable) else result
        except BackgammonError as error:
            self.form.refuse(self._describe(error), error.name if isinstance(error, FieldFault) else None)
        else:
            self.dismiss(result)

    @asks
    async def action_cancel(self) -> None:
        """Close the dialog with None as its result.

        A form with a button whose values were changed is closed only after the player confirms.
        """
        state = self.form.state
        filled = state.button and state.values != self._at_first
        question = _("Drop what you have changed here?")
        if not filled or await self.app.push_screen_wait(ConfirmDialog(question)):
            self.dismiss(None)

    def action_help(self) -> None:
        """Show what the field with the cursor means, and the keys."""

        self.app.push_screen(form_help(self.form.state, self.active_bindings))


class TextDialog(FormDialog[Any]):
    """A dialog that asks for one line of text.

    Its result is the text without blanks around it, or the value that its `accept` returns for the text; None
    after Escape.
    """

    DEFAULT_CSS = """
    TextDialog { background: transparent; }
    TextDialog > Vertical { width: 70; }
    """

    def __init__(
        self,
        title: str,
        label: str,
        text: str = "",
        *,
        hint: str = "",
        longest: int = 40,
        prose: bool = False,
        accept: Callable[[str], object] = str,
        describe: Callable[[BackgammonError], str] = str,
    ) -> None:
        """Ask for a line of at most `longest` characters; typing replaces the initial `text`.

        The `hint` is below the line. `accept` gets the answer, and may return a value in place of it. If it raises
        an error, the dialog stays and shows the message that `describe` returns. `prose` allows every character,
        `?` included.
        """
        field = Field("text", label, hint, longest=longest, prose=prose)

        async def accepted(values: Values) -> object:
            answer = str(values["text"]).strip()
            value = accept(answer)
            value = await value if isinstance(value, Awaitable) else value
            return answer if value is None else value

        state = FormState([Group("", (field,))], {"text": text})
        super().__init__(title, partial(Form, state), accepted, describe)


class ConfirmDialog(Dialog[bool]):
    """A dialog that asks for confirmation before something is lost for good. Its result is True if confirmed.

    Only `y` confirms; Enter and Space do nothing.
    """

    DEFAULT_CSS = """
    ConfirmDialog { align: center bottom; background: transparent; }
    ConfirmDialog > Vertical { width: 70; border: solid $accent; }
    ConfirmDialog Static { width: 1fr; height: auto; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("y", "dismiss(True)", "sure-yes", N_("yes")),
        bind("n,escape", "dismiss(False)", "sure-no", N_("no"), shown="n"),
    ]

    def __init__(self, question: str) -> None:
        """Make the question."""
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """Yield the box with the question, and the key bar below."""
        with Vertical():
            yield Static(Content(self._question))
        yield KeyBar()
