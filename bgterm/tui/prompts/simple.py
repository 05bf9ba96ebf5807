"""The prompts that a single key answers, one small widget each."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key

from bgterm.catalog import N_, _
from bgterm.notation.grammar import may_follow
from bgterm.rules.events import (
    Beavered,
    Doubled,
    Dropped,
    PlayAccepted,
    ResignationAccepted,
    ResignationRefused,
    TakeBackRefused,
    Taken,
    TakenBack,
)
from bgterm.text import errors, events
from bgterm.text import score as text_score
from bgterm.tui.bindings import DECISION
from bgterm.tui.prompts.base import Acted, Answer, Lines, MatchPrompt, Thrown


class RollPrompt(MatchPrompt):
    """Roll the dice, or double first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,r", "throw", N_("roll"), key_display="Space", id="roll", group=DECISION),
        Binding(
            "d",
            "double",
            N_("double"),
            id="double",
            tooltip=N_("offer to play for twice the stake"),
            group=DECISION,
        ),
    ]

    def lines(self) -> Lines:
        """Return whose roll it is, and why that player may not double."""
        can = self.view.choices
        return self.question(), events.hint(self.match, can), errors.why_not_double(self.match, can)

    def why_not(self, key: Key) -> str:
        """Return why Enter does not roll, or that a play comes after the roll."""
        if key.key == "enter":
            return _("Enter does not roll: press Space or r.")
        if may_follow("", key.character or "") and key.character != "b":
            return _("Roll before you move: press Space or r.")
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable doubling when it is allowed."""
        if action == "double" and self._view:
            return self._view.choices.double
        return super().check_action(action, parameters)

    def action_throw(self) -> None:
        """Roll."""
        self.answer(Thrown(self.player))

    def action_double(self) -> None:
        """Double."""
        self.answer(Acted(Doubled(self.player)))


class CubePrompt(MatchPrompt):
    """Take a double or pass it; no key that is often pressed by habit answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "take", N_("take"), id="take", group=DECISION),
        Binding("p", "drop", N_("pass"), id="pass", group=DECISION),
        Binding(
            "b", "beaver", N_("beaver"), id="beaver", tooltip=N_("turn the cube again and keep it"), group=DECISION
        ),
    ]

    def lines(self) -> Lines:
        """Return the score after each answer."""
        passing, taking = events.answers_to_double(self.match)
        answers = [_("p pass: {score}", score=passing)]
        if self.view.choices.beaver:
            answers.insert(0, _("b {choice}", choice=events.beaver(self.match)))
        return self.question(), _("t take: {stake}", stake=taking), "   ".join(answers)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable a beaver while the limit allows it."""
        if action == "beaver" and self._view:
            return self._view.choices.beaver
        return super().check_action(action, parameters)

    def action_beaver(self) -> None:
        """Turn the cube again."""
        self.answer(Acted(Beavered(self.player)))

    def action_take(self) -> None:
        """Take."""
        self.answer(Acted(Taken(self.player)))

    def action_drop(self) -> None:
        """Pass."""
        self.answer(Acted(Dropped(self.player)))


class ResignationPrompt(MatchPrompt):
    """Accept a resignation or play on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "accept", N_("accept"), id="accept", group=DECISION),
        Binding("n", "refuse", N_("refuse"), id="refuse", group=DECISION),
    ]

    def lines(self) -> Lines:
        """Return the score after each answer."""
        accepting, refusing = events.answers_to_resignation(self.match)
        return (
            self.question(),
            _("a accept: {score}", score=accepting),
            _("n refuse: {outcome}", outcome=refusing),
        )

    def action_accept(self) -> None:
        """Accept."""
        self.answer(Acted(ResignationAccepted(self.player)))

    def action_refuse(self) -> None:
        """Refuse."""
        self.answer(Acted(ResignationRefused(self.player)))


class TakeBackPrompt(MatchPrompt):
    """Agree to the opponent's take-back, or refuse it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "agree", N_("allow"), id="agree", group=DECISION),
        Binding("n", "disagree", N_("refuse"), id="disagree", group=DECISION),
    ]

    def action_agree(self) -> None:
        """Agree."""
        self.answer(Acted(TakenBack(self.player)))

    def action_disagree(self) -> None:
        """Do not agree."""
        self.answer(Acted(TakeBackRefused(self.player)))


class AcceptPlayPrompt(MatchPrompt):
    """Accept the play that bore off the opponent's last checker; the key to challenge it belongs to the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "accept_play", N_("accept the play"), id="accept-play", group=DECISION),
    ]

    def action_accept_play(self) -> None:
        """Accept."""
        self.answer(Acted(PlayAccepted(self.player)))


class WaitPrompt(MatchPrompt):
    """Nobody at this terminal is to act: the question to the opponent, and why it may take a while."""

    def lines(self) -> Lines:
        """Return who is waited for; after a game, how it was won."""
        if any(self.view.waiting):
            return self.question(), *self.view.waiting
        over = self.match.last_game.result is not None
        return _result(self) if over else super().lines()


def _result(prompt: MatchPrompt) -> Lines:
    """Return how a game was won, the arithmetic and the score."""
    match = prompt.match
    return prompt.question(), text_score.arithmetic(match), text_score.score_line(match)


class WentOn(Answer):
    """The players have seen the end of a game."""


class GameOverPrompt(MatchPrompt):
    """The game is over: how it was won, and on to the next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "go_on", N_("next game"), key_display="Enter", id="go-on", group=DECISION),
        Binding("space,enter", "finish", N_("leave"), key_display="Enter", id="finish", group=DECISION),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the next game after the last one."""
        return (self._view is not None and self._view.over) is (action == "finish")

    def lines(self) -> Lines:
        """Return how the game was won, the arithmetic and the score."""
        if self.view.closed:
            return _("The session is over"), "", text_score.score_line(self.match)
        return _result(self)

    def action_go_on(self) -> None:
        """Go on."""
        self.answer(WentOn())

    def action_finish(self) -> None:
        """Leave the table."""
        self.answer(WentOn())
