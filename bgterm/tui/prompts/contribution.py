"""The question before the first roll of verifiable dice: contribute, decline, open. [RULES V4]"""

from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from bgterm.catalog import N_, _
from bgterm.rules.board import Player
from bgterm.text import contributions
from bgterm.tui.bindings import DECISION, decision
from bgterm.tui.prompts.base import Chosen, Lines, MatchPrompt, Thrown
from bgterm.tui.prompts.choice import Offered, Option


class ContributionPrompt(MatchPrompt):
    """Contribute to the dice or decline; open what was sealed elsewhere; or wait for the opponent to do so."""

    BINDINGS: ClassVar[list[BindingType]] = [
        decision("w", "contribute", "contribute", N_("add to the dice"), N_("type a contribution to the dice")),
        decision("n", "nothing", "contribute-nothing", N_("no"), N_("add nothing of your own to the dice")),
        decision("w", "open", "open-contribution", N_("type it"), N_("open your contribution")),
        decision(
            "n",
            "give_up",
            "cannot-open",
            N_("cannot: end the match"),
            N_("end the match: you cannot open your contribution"),
        ),
        Binding("space,r", "throw", show=False, id="early-roll", group=DECISION),
    ]

    def lines(self) -> Lines:
        """Return the question, the answers, and what both players have done; a low window has notices there."""
        question, answers, status = contributions.lines(self.match.names, self.view.evidence, self.view.here)
        return question, answers, "" if self.screen.has_class("-low") else status

    @property
    def _asked(self) -> tuple[Player, ...]:
        """The players here who are asked."""
        return tuple(player for player in self.view.evidence.awaited if player in self.view.here)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys are there for players who are asked; a roll is refused with the reason."""
        if self._view is None:
            return False
        if action == "throw":
            return bool(self._view.here)
        return bool(self._asked) and self._view.evidence.decided == (action in ("open", "give_up"))

    def action_contribute(self) -> None:
        """Type a contribution."""
        self.answer(Chosen(self._asked, contributes=True))

    def action_nothing(self) -> None:
        """Ask whether nothing is to be added: words that are typed without `w` may begin with this key."""
        add_nothing = partial(self.answer, Chosen(self._asked, contributes=False))
        answer = _("let bgterm draw digits") if self.view.evidence.sealed else _("add nothing")
        question = _("Add nothing of your own? You cannot change this later.")
        self.answer(Offered(question, [Option(answer, add_nothing)]))

    def action_open(self) -> None:
        """Type the contribution that was sealed elsewhere."""
        self.answer(Chosen(self._asked, contributes=True))

    def action_give_up(self) -> None:
        """End the match, since the contribution cannot be opened."""
        self.answer(Chosen(self._asked, contributes=False))

    def action_throw(self) -> None:
        """Try to roll, which the table refuses for now."""
        self.answer(Thrown(self.player))
