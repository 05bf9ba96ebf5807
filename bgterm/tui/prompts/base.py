"""What asks at a table: three lines, and around them the prompts, each with the keys that answer it.

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
from bgterm.text.score import Vocabulary
from bgterm.tui.bindings import ShownSince
from bgterm.tui.widgets.text_line import Line

Lines = tuple[str | Content, str | Content, str | Content]
"""What a prompt says: the question, and two lines below it."""


class Question(Vertical):
    """Three lines for what is asked, around the prompts that ask; to change the prompt moves nothing."""

    DEFAULT_CSS = """
    Question { height: 3; padding: 0 1; }
    Question #asked { text-style: bold; }
    Question.-over #asked { text-style: bold reverse; }
    """

    def __init__(self, *prompts: "Prompt", answer: Callable[["Answer"], None]) -> None:
        """Take the prompts, and what is called with their answers."""
        self._lines = (Line(id="asked"), Line(), Line())
        self._said: Lines = ("", "", "")
        self._aside: str | Content = ""
        super().__init__(*self._lines, *prompts)
        self.answer = answer
        """Does what a player answers."""
        self.vocabulary = Vocabulary.USUAL
        """Which words wins are named by."""

    def show(self, lines: Lines) -> None:
        """Show what a prompt says."""
        self._said = lines
        self._fill()

    def add(self, aside: str | Content) -> None:
        """Say something in the last line as well, as long as the prompt leaves that empty."""
        self._aside = aside
        self._fill()

    def _fill(self) -> None:
        *upper, last = self._said
        for line, text in zip(self._lines, (*upper, last or self._aside), strict=True):
            line.show(text)


class Answer:
    """What a prompt tells the screen when a key was pressed."""


@dataclass(frozen=True, slots=True)
class Acted(Answer):
    """A player did something."""

    event: Event


@dataclass(frozen=True, slots=True)
class Thrown(Answer):
    """A player throws the dice."""

    player: Player


class Prompt(ShownSince, Widget, can_focus=True):
    """A question to the players: it takes the keys, and what it says stands in the `Question` around it."""

    DEFAULT_CSS = "Prompt { width: 0; height: 0; }"

    @property
    def typing(self) -> bool:
        """Whether letters are part of a text now."""
        return False

    def why_not(self, key: Key) -> str:
        """Return why a key that has no binding now does nothing, if the prompt knows better than others."""
        return ""

    def answer(self, answer: Answer) -> None:
        """Tell the screen what the player answers."""
        self.around.answer(answer)

    def say(self, question: str | Content, body: str | Content = "", foot: str | Content = "") -> None:
        """Say the question, and two lines below it."""
        self.around.show((question, body, foot))

    @property
    def around(self) -> Question:
        """What shows the lines of the prompt."""
        return self.query_ancestor(Question)


class MatchPrompt(Prompt):
    """A question that a state of the match asks of one player."""

    def __init__(self) -> None:
        """Make a prompt without a match."""
        super().__init__()
        self._match: Match | None = None
        self._player = Player.WHITE

    @property
    def match(self) -> Match:
        """The match that asks. Raises RuntimeError before there is one."""
        if self._match is None:
            raise RuntimeError("the prompt was not given a match")
        return self._match

    @property
    def player(self) -> Player:
        """Who is asked."""
        return self._player

    def ask(self, match: Match, player: Player) -> None:
        """Ask the player what the match asks now."""
        self._match, self._player = match, player
        self.shows_anew()
        self.show_again()

    def show_again(self) -> None:
        """Say again what is asked."""
        self.say(*self.lines(self.match))
        self.refresh_bindings()

    def lines(self, match: Match) -> Lines:
        """Return the three lines for the match."""
        return self.question(match), "", ""

    def question(self, match: Match) -> str:
        """Describe who must do what now."""
        return events.question(match, self.around.vocabulary)
