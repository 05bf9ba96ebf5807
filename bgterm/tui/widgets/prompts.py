"""The questions a table asks, one small widget each: three lines, and the keys that answer.

A prompt knows what it asks and which keys answer it; what the answer does is the screen's business.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from bgterm.notation import refusals, score_words, words
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.events import (
    Beavered,
    Doubled,
    Dropped,
    Event,
    PlayAccepted,
    ResignationAccepted,
    ResignationRefused,
    TakeBackRefused,
    Taken,
    TakenBack,
)
from bgterm.rules.match import Match
from bgterm.tui.widgets.line import Line

Lines = tuple[str | Content, str | Content, str | Content]
"""What a prompt says: the question, and two lines below it."""


class Question(Vertical):
    """Three lines for what is asked, around the prompts that ask; to change the prompt moves nothing."""

    DEFAULT_CSS = """
    Question { height: 3; padding: 0 1; }
    Question #asked { text-style: bold; }
    """

    def __init__(self, *prompts: "Prompt") -> None:
        """Take the prompts."""
        self._lines = (Line(id="asked"), Line(), Line())
        super().__init__(*self._lines, *prompts)
        self.mars_koks = False
        """Whether wins are called by their other names too."""

    def show(self, lines: Lines) -> None:
        """Show what a prompt says."""
        for line, text in zip(self._lines, lines, strict=True):
            line.show(score_words.with_mars_and_koks(text) if self.mars_koks and isinstance(text, str) else text)


class Prompt(Widget, can_focus=True):
    """A question to the players: it takes the keys, and what it says stands in the `Question` around it."""

    DEFAULT_CSS = "Prompt { width: 0; height: 0; }"

    @dataclass
    class Answered(Message):
        """A player answered."""

        match: Match
        """The match that asked; when another asks by now, the answer was not meant for it."""

    @dataclass
    class Acted(Answered):
        """A player did something."""

        event: Event

    @dataclass
    class Thrown(Answered):
        """A player throws the dice."""

        player: Player

    @property
    def typing(self) -> bool:
        """Whether letters are part of a text now."""
        return False

    def say(self, question: str | Content, body: str | Content = "", foot: str | Content = "") -> None:
        """Say the question, and two lines below it."""
        around = self.query_ancestor(Question)  # a message would be shown a frame later than the board
        around.show((question, body, foot))


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
        self.show_again()

    def show_again(self) -> None:
        """Say again what is asked."""
        self.say(*self.lines(self.match))
        self.refresh_bindings()

    def lines(self, match: Match) -> Lines:
        """Give the three lines for the match."""
        return words.question(match), "", ""


class RollPrompt(MatchPrompt):
    """Throw the dice, or double first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter,r", "throw", "roll", key_display="Space", id="roll"),
        Binding("d", "double", "double", id="double", tooltip="offer to play for twice the stake"),
    ]

    def lines(self, match: Match) -> Lines:
        """Say whose roll it is, and why he may not double."""
        can = choices(match, self.player)
        return words.question(match), words.hint(match, can), refusals.why_not_double(match, can)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Doubling is there when it is allowed."""
        if action == "double" and self._match:
            return choices(self._match, self.player).double
        return super().check_action(action, parameters)

    def action_throw(self) -> None:
        """Throw."""
        self.post_message(self.Thrown(self.match, self.player))

    def action_double(self) -> None:
        """Double."""
        self.post_message(self.Acted(self.match, Doubled(self.player)))


class CubePrompt(MatchPrompt):
    """Take a double or pass it; no key that hands rest on answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "take", "take", id="take"),
        Binding("p", "drop", "pass", id="pass"),
        Binding("b", "beaver", "beaver", id="beaver", tooltip="turn the cube again and keep it"),
    ]

    def lines(self, match: Match) -> Lines:
        """Say what each answer makes of the score."""
        passing, taking = words.answers_to_double(match)
        beaver = f"b {words.beaver(match)}   " if choices(match, self.player).beaver else ""
        return words.question(match), f"t take: {taking}", f"{beaver}p pass: {passing}"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The cube can be turned again only so often."""
        if action == "beaver" and self._match:
            return choices(self._match, self.player).beaver
        return super().check_action(action, parameters)

    def action_beaver(self) -> None:
        """Turn the cube again."""
        self.post_message(self.Acted(self.match, Beavered(self.player)))

    def action_take(self) -> None:
        """Take."""
        self.post_message(self.Acted(self.match, Taken(self.player)))

    def action_drop(self) -> None:
        """Pass."""
        self.post_message(self.Acted(self.match, Dropped(self.player)))


class ResignationPrompt(MatchPrompt):
    """Accept a resignation or play on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "accept", "accept", id="accept"),
        Binding("n", "refuse", "refuse", id="refuse"),
    ]

    def lines(self, match: Match) -> Lines:
        """Say what each answer makes of the score."""
        accepting, refusing = words.answers_to_resignation(match)
        return words.question(match), f"a accept: {accepting}", f"n refuse: {refusing}"

    def action_accept(self) -> None:
        """Accept."""
        self.post_message(self.Acted(self.match, ResignationAccepted(self.player)))

    def action_refuse(self) -> None:
        """Refuse."""
        self.post_message(self.Acted(self.match, ResignationRefused(self.player)))


class TakeBackPrompt(MatchPrompt):
    """Let the opponent take his play back, or not."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "agree", "give it back", id="agree"),
        Binding("n", "disagree", "not", id="disagree"),
    ]

    def action_agree(self) -> None:
        """Agree."""
        self.post_message(self.Acted(self.match, TakenBack(self.player)))

    def action_disagree(self) -> None:
        """Do not agree."""
        self.post_message(self.Acted(self.match, TakeBackRefused(self.player)))


class LastPlayPrompt(MatchPrompt):
    """Accept the play with which the opponent bore off his last checker; or challenge it, a key of the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "accept_play", "accept the play", id="accept-play"),
    ]

    def action_accept_play(self) -> None:
        """Accept."""
        self.post_message(self.Acted(self.match, PlayAccepted(self.player)))


class WaitPrompt(MatchPrompt):
    """Nobody at this terminal is asked: what the others are asked, and why it may take a while."""

    def __init__(self) -> None:
        """Make a prompt with nothing to add."""
        super().__init__()
        self.aside = ("", "")
        """What is said below, when there is something to say; else how a game was won."""

    def lines(self, match: Match) -> Lines:
        """Say whom one waits for; after a game, how it was won."""
        over = match.game.result is not None
        below = (score_words.arithmetic(match), score_words.score_line(match)) if over else ("", "")
        return words.question(match), *(self.aside if any(self.aside) else below)


class OverPrompt(MatchPrompt):
    """The game is over: how it was won, and on to the next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "go_on", "go on", key_display="Enter", id="go-on"),
    ]

    class WentOn(Prompt.Answered):
        """The players have seen the result."""

    def lines(self, match: Match) -> Lines:
        """Say how the game was won, the arithmetic and the score."""
        return score_words.headline(match), score_words.arithmetic(match), score_words.score_line(match)

    def action_go_on(self) -> None:
        """Go on."""
        self.post_message(self.WentOn(self.match))


@dataclass(frozen=True, slots=True)
class Option:
    """One entry of a numbered list."""

    text: str
    choose: Callable[[], None]
    """What to do when it is chosen."""


_DIGITS = 9
"""The digits that choose."""
_ROWS = 2
"""The rows for the entries."""
_GAP = 2
"""The blanks between two entries."""


class ChoicePrompt(Prompt):
    """A numbered list, a page at a time: digits choose, Escape leaves it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "choose(1)", "choose", key_display="digits", id="choose-1"),
        *(Binding(str(n), f"choose({n})", show=False, id=f"choose-{n}") for n in range(2, _DIGITS + 1)),
        Binding("tab,right,down,pagedown", "turn(1)", "more", key_display="Tab", id="next-page"),
        Binding("shift+tab,left,up,pageup", "turn(-1)", show=False, id="previous-page"),
        Binding("escape", "leave", "leave it", key_display="Esc", id="leave-list"),
    ]

    class Left(Message):
        """Nothing was chosen."""

    def __init__(self) -> None:
        """Make an empty list."""
        super().__init__()
        self._question = ""
        self._options: Sequence[Option] = ()
        self._page = 0

    def ask(self, question: str, options: Sequence[Option]) -> None:
        """Show the first page of the options under the question."""
        self._question, self._options, self._page = question, options, 0
        self._show()

    @property
    def _columns(self) -> int:
        """How many entries stand beside each other, the widest wholly in its column if there is room for it."""
        return max(self._width // self._widest, 1)

    @property
    def _width(self) -> int:
        return self.screen.size.width - 2

    @property
    def _widest(self) -> int:
        return max(cell_len(option.text) for option in self._options) + len("1 ") + _GAP

    @property
    def _per_page(self) -> int:
        return min(_ROWS * self._columns, _DIGITS)

    @property
    def _pages(self) -> int:
        return -(-len(self._options) // self._per_page)

    def _show(self) -> None:
        self._page = min(self._page, self._pages - 1)
        page = self._options[self._page * self._per_page :][: self._per_page]
        texts = [set_cell_size(f"{n} {option.text}", self._widest) for n, option in enumerate(page, 1)]
        columns = min(self._columns, -(-len(texts) // _ROWS))
        where = f"  (page {self._page + 1} of {self._pages})" if self._pages > 1 else ""
        self.say(self._question + where, "".join(texts[:columns]), "".join(texts[columns:]))
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is more only when it does not fit one page."""
        return action != "turn" or (bool(self._options) and self._pages > 1)

    def action_choose(self, number: int) -> None:
        """Choose an entry of the page."""
        at = self._page * self._per_page + number - 1
        if number <= self._per_page and at < len(self._options):
            self._options[at].choose()

    def action_turn(self, by: int) -> None:
        """Turn the page."""
        self._page = (self._page + by) % self._pages
        self._show()

    def action_leave(self) -> None:
        """Leave the list."""
        self.post_message(self.Left())
