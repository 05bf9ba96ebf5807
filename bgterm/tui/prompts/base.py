"""The prompts at a table: three lines of text, and a widget for each prompt with the keys that answer it.

A prompt knows what it asks and which keys answer it; what the answer does is the screen's business. Answers are
called and not posted: the next key is read when what comes of this one is shown.
"""

from collections.abc import Callable
from dataclasses import dataclass

from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.widget import Widget

from bgterm.rules.board import Player
from bgterm.rules.events import Event
from bgterm.rules.match import Match
from bgterm.text import events
from bgterm.tui.bindings import ShownSince
from bgterm.tui.match_session import MatchView
from bgterm.tui.widgets.text_line import Line

Lines = tuple[str | Content, str | Content, str | Content]
"""The text of a prompt: the question, and two lines below it."""


class PromptArea(Vertical):
    """Three lines for the text of the current prompt; changing the prompt moves nothing on the screen."""

    DEFAULT_CSS = """
    PromptArea { height: 3; padding: 0 1; }
    PromptArea #asked { text-style: bold; }
    PromptArea.-over #asked { text-style: bold reverse; }
    """

    def __init__(self, *prompts: "Prompt", answer: Callable[["Answer"], None]) -> None:
        """Hold these prompts; `answer` is called with their answers."""
        self._lines = (Line(id="asked"), Line(), Line())
        self._said: Lines = ("", "", "")
        self._aside: str | Content = ""
        super().__init__(*self._lines, *prompts)
        self.answer = answer
        """Does what a player answers."""

    def show(self, lines: Lines) -> None:
        """Show the text of a prompt."""
        self._said = lines
        self._fill()

    def add(self, aside: str | Content) -> None:
        """Show a text in the last line, as long as the prompt leaves it empty."""
        self._aside = aside
        self._fill()

    def _fill(self) -> None:
        *upper, last = self._said
        for line, text in zip(self._lines, (*upper, last or self._aside), strict=True):
            line.show(text)


class Answer:
    """A message from a prompt to the screen after a key."""


@dataclass(frozen=True, slots=True)
class Acted(Answer):
    """A player acted."""

    event: Event


@dataclass(frozen=True, slots=True)
class Thrown(Answer):
    """A player rolls the dice."""

    player: Player


class Prompt(ShownSince, Widget, can_focus=True):
    """A question to the players: it takes the keys, and its text is shown in the `PromptArea` around it."""

    DEFAULT_CSS = "Prompt { width: 0; height: 0; }"

    @property
    def typing(self) -> bool:
        """Whether letters are part of a text now."""
        return False

    def why_not(self, key: Key) -> str:
        """Return why a key that has no binding now does nothing, if the prompt knows better than others."""
        return ""

    def answer(self, answer: Answer) -> None:
        """Pass the player's answer to the screen."""
        self.around.answer(answer)

    def say(self, question: str | Content, body: str | Content = "", foot: str | Content = "") -> None:
        """Show the question, and two lines below it."""
        self.around.show((question, body, foot))

    @property
    def around(self) -> PromptArea:
        """The widget that shows the lines of the prompt."""
        return self.query_ancestor(PromptArea)


class MatchPrompt(Prompt):
    """A question to one player that follows from the state of the match."""

    def __init__(self) -> None:
        """Create a prompt that asks nothing yet."""
        super().__init__()
        self._view: MatchView | None = None

    @property
    def view(self) -> MatchView:
        """The view that the prompt shows. Raises RuntimeError before there is one."""
        if self._view is None:
            raise RuntimeError("the prompt has asked nothing yet")
        return self._view

    @property
    def match(self) -> Match:
        """The match that asks."""
        return self.view.match

    @property
    def player(self) -> Player:
        """The player who is asked."""
        return self.view.player

    def ask(self, view: MatchView) -> None:
        """Show the question of the match; keys pressed before were meant for something else."""
        self.shows_anew()
        self.show(view)

    def show(self, view: MatchView) -> None:
        """Show another view of the same question."""
        self._view = view
        self.show_again()

    def renew(self, view: MatchView) -> None:
        """Take another view that looks the same here; keys pressed before were meant for the last one."""
        self.shows_anew()
        self._view = view

    def show_again(self) -> None:
        """Show the question again."""
        self.say(*self.lines(self.match))
        self.refresh_bindings()

    def lines(self, match: Match) -> Lines:
        """Return the three lines for the match."""
        return self.question(match), "", ""

    def question(self, match: Match) -> str:
        """Return the question: the player to act and the action."""
        return events.question(match, self.view.vocabulary)
