"""The prompts that a single key answers, one small widget each."""

from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.events import Key

from bgterm.catalog import N_, _
from bgterm.notation.grammar import may_follow
from bgterm.text import questions
from bgterm.text import score as text_score
from bgterm.tui.bindings import decision
from bgterm.tui.prompts.base import Answer, Lines, MatchPrompt, Thrown, keyed


class RollPrompt(MatchPrompt):
    """Roll the dice, or double first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        decision("space,r", "throw", "roll", N_("roll"), shown_as="Space"),
        decision("d", "act('Doubled')", "double", N_("double"), N_("offer to play for twice the stake")),
    ]

    def lines(self) -> Lines:
        """Return whose roll it is, and why that player may not double."""
        can = self.view.choices
        refusal = can.no_double if self.match.ruleset.cube else None
        return (
            self.question(),
            questions.hint(self.match, can),
            refusal.describe(self.match.names) if refusal else "",
        )

    def why_not(self, key: Key) -> str:
        """Return why Enter does not roll, or that a play comes after the roll."""
        if key.key == "enter":
            return _("Enter does not roll: press Space or r.")
        if may_follow("", key.character or "") and key.character != "b":
            return _("Roll before you move: press Space or r.")
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable doubling when it is allowed."""
        if parameters == ("Doubled",) and self._view:
            return self._view.choices.double
        return super().check_action(action, parameters)

    def action_throw(self) -> None:
        """Roll."""
        self.answer(Thrown(self.player))


class CubePrompt(MatchPrompt):
    """Take a double or pass it; no key that is often pressed by habit answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        decision("t", "act('Taken')", "take", N_("take")),
        decision("p", "act('Dropped')", "pass", N_("pass")),
        decision("b", "act('Beavered')", "beaver", N_("beaver"), N_("redouble at once and keep the cube")),
    ]

    def lines(self) -> Lines:
        """Return the score after each answer."""
        passing, taking = questions.answers_to_double(self.match)
        take = keyed("t", _("t take: {stake}", stake=taking))
        drop = keyed("p", _("p pass: {score}", score=passing))
        if not self.view.choices.beaver:
            return self.question(), take, drop
        beaver = keyed("b", _("b {choice}", choice=questions.beaver(self.match)))
        column = max(take.cell_length, drop.cell_length) + len("   ")
        if column + beaver.cell_length > self.screen.size.width - 2:
            return self.question(), take, Content("   ").join([beaver, drop])
        return self.question(), take.pad_right(column - take.cell_length) + beaver, drop

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable a beaver while the limit allows it."""
        if parameters == ("Beavered",) and self._view:
            return self._view.choices.beaver
        return super().check_action(action, parameters)


class ResignationPrompt(MatchPrompt):
    """Accept a resignation or play on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        decision("a", "act('ResignationAccepted')", "accept", N_("accept")),
        decision("n", "act('ResignationRefused')", "refuse", N_("refuse")),
    ]

    def lines(self) -> Lines:
        """Return the score after each answer."""
        accepting, refusing = questions.answers_to_resignation(self.match)
        return (
            self.question(),
            keyed("a", _("a accept: {score}", score=accepting)),
            keyed("n", _("n refuse: {outcome}", outcome=refusing)),
        )


class TakeBackPrompt(MatchPrompt):
    """Agree to the opponent's take-back, or refuse it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        decision("y", "act('TakenBack')", "agree", N_("allow")),
        decision("n", "act('TakeBackRefused')", "disagree", N_("refuse")),
    ]


class AcceptPlayPrompt(MatchPrompt):
    """Accept the play that bore off the opponent's last checker; the key to challenge it belongs to the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        decision("a", "act('PlayAccepted')", "accept-play", N_("accept the play")),
    ]


class WaitPrompt(MatchPrompt):
    """Nobody at this terminal is to act: the question to the opponent, and why it may take a while."""

    def lines(self) -> Lines:
        """Name the player who is awaited; after a game, describe how it was won where nothing else does."""
        if any(self.view.waiting):
            return self.question(), *self.view.waiting
        over = self.match.last_game.result is not None and not self.view.shows_result
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
        decision("space,enter", "go_on", "go-on", N_("next game"), shown_as="Enter"),
        decision("space,enter", "finish", "finish", N_("leave"), shown_as="Enter"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the next game after the last one."""
        return (self._view is not None and self._view.over) is (action == "finish")

    def lines(self) -> Lines:
        """Return what comes next while the result stands over the board; else the result."""
        if not self.view.shows_result:
            over = _("The session is over"), "", text_score.score_line(self.match)
            return over if self.view.closed else _result(self)
        if self.view.over:
            rematch = _("Press R for a rematch, or Enter to leave.")
            return rematch if self.view.may_rematch else _("Press Enter to leave."), self._last_game(), ""
        game = self.match.at_next_game().last_game
        if game.crawford:
            return _("Enter starts game {number}, the Crawford game.", number=game.number), "", ""
        return _("Enter starts game {number}.", number=game.number), "", ""

    def _last_game(self) -> str:
        """Return how the points of the last game come about, which the result of a match does not say."""
        game, arithmetic = self.match.last_game, text_score.arithmetic(self.match)
        return _("Game {number}: {arithmetic}", number=game.number, arithmetic=arithmetic) if arithmetic else ""

    def action_go_on(self) -> None:
        """Go on."""
        self.answer(WentOn())

    def action_finish(self) -> None:
        """Leave the table."""
        self.answer(WentOn())
