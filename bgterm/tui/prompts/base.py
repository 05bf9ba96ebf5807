"""The prompts at a table: a widget for each question, with the keys that answer it.

A prompt knows what it asks and which keys answer it; what the answer does is the screen's business. Answers are
called and not posted: the next key is read when what comes of this one is shown.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import get_args

from textual.content import Content
from textual.events import Key
from textual.widget import Widget

from bgterm.rules.board import Player
from bgterm.rules.events import Event
from bgterm.rules.match import Match
from bgterm.text import questions
from bgterm.tui.bindings import ShownSince
from bgterm.tui.clicks import stands_for
from bgterm.tui.match_view import MatchView

Lines = tuple[str | Content, str | Content, str | Content]
"""The text of a prompt: the question, and two lines below it."""


def keyed(key: str, answer: str) -> Content:
    """Return an answer with its key, which it begins with, made to stand out; a click on it answers too."""
    return Content(answer).stylize("bold $accent", 0, 1).stylize(stands_for(key))


class Answer:
    """An answer of the player, from a prompt to the screen."""


@dataclass(frozen=True, slots=True)
class Acted(Answer):
    """A player acted."""

    event: Event


@dataclass(frozen=True, slots=True)
class Thrown(Answer):
    """A player rolls the dice."""

    player: Player


@dataclass(frozen=True, slots=True)
class Chosen(Answer):
    """A player said whether they contribute to the dice."""

    players: tuple[Player, ...]
    """The players here who are asked."""
    contributes: bool
    """Whether they want to type something."""


class Changed(Answer):
    """The prompt has other lines now, and nothing else has changed."""


class Prompt(ShownSince, Widget, can_focus=True):
    """A question to the players: it takes the keys, and its lines are shown in the `PromptArea` around it."""

    DEFAULT_CSS = "Prompt { width: 0; height: 0; }"

    def __init__(self, answer: Callable[[Answer], None]) -> None:
        """Create a prompt that asks nothing yet; `answer` is called with what a player wants."""
        super().__init__()
        self.answer = answer

    @property
    def typing(self) -> bool:
        """Whether letters are part of a text now."""
        return False

    def why_not(self, key: Key) -> str:
        """Return why a key that has no binding now does nothing, if the prompt knows better than others."""
        return ""

    def lines(self) -> Lines:
        """Return the question, and two lines below it."""
        raise NotImplementedError


_EVENTS: Mapping[str, Callable[[Player], Event]] = {kind.__name__: kind for kind in get_args(Event)}
"""The kinds of events by their names."""


class MatchPrompt(Prompt):
    """A question to one player that follows from the state of the match."""

    _view: MatchView | None = None

    @property
    def view(self) -> MatchView:
        """The view that the prompt shows. Raises RuntimeError before there is one."""
        if self._view is None:
            raise RuntimeError("the prompt has asked nothing yet")
        return self._view

    def see(self, view: MatchView) -> None:
        """Take another view of the same question."""
        self._view = view

    def ask(self, view: MatchView) -> None:
        """Take the view of a new question."""
        self.see(view)

    @property
    def match(self) -> Match:
        """The match that asks."""
        return self.view.match

    @property
    def player(self) -> Player:
        """The player who is asked."""
        return self.view.player

    def action_act(self, name: str) -> None:
        """Answer by an event of this kind, of which only the player is to be said."""
        self.answer(Acted(_EVENTS[name](self.player)))

    def lines(self) -> Lines:
        """Return the question."""
        return self.question(), "", ""

    def question(self) -> str:
        """Return the question: the player to act and the action."""
        return questions.question(self.match, self.view.vocabulary)
