"""A table whose players can contribute to verifiable dice before the first roll. [RULES V3, V4]

What is only for such dice is imported only for them.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.geometry import Size

from bgterm.notation.dice_evidence import Evidence
from bgterm.plain.commands_text import sentence
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.text import errors
from bgterm.tui.prompts.base import Answer, MatchPrompt
from bgterm.tui.prompts.choice import Option
from bgterm.tui.screens.match_prompting import AskingScreen

if TYPE_CHECKING:
    from bgterm.tui.prompts.contribution import Chosen
    from bgterm.tui.screens.proof import ProofScreen

_LONGEST_TYPED = 5000
"""How many characters can be typed; what is too long for a contribution is refused, never cut."""


class ContributingScreen(AskingScreen):
    """A table at which contributions to the dice are asked for, typed and opened, and the proof is shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "proof", "dice proof", id="proof", tooltip="the proof of the dice, to be copied and saved"),
    ]

    _page: "ProofScreen | None" = None
    """The page with the proof that was opened last."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a proof of verifiable dice."""
        if action == "proof":
            return self._table.dice_evidence is not None
        return super().check_action(action, parameters)

    def action_proof(self) -> None:
        """Show what the dice can be verified by."""
        from bgterm.tui.screens.proof import PlayedMatch, ProofScreen

        self._page = ProofScreen(PlayedMatch(self._table), self._desk.exports)
        self.app.push_screen(self._page)

    def before_first_roll(self) -> Iterator[MatchPrompt]:
        """Return the prompt for contributions."""
        if self._table.dice_evidence:
            from bgterm.tui.prompts.contribution import ContributionPrompt

            yield ContributionPrompt(lambda: self._evidence, self._seats)

    def lay_out(self, size: Size) -> None:
        """Lay the screen out; a low window has no line for the acts of both."""
        super().lay_out(size)
        for prompt in self.query("ContributionPrompt").results(MatchPrompt):
            if prompt.has_focus:
                prompt.show_again()

    def _prompt(self) -> MatchPrompt:
        if self._table.dice_awaited or self._table.void is not None:
            return self.query_one("ContributionPrompt", MatchPrompt)
        return super()._prompt()

    @property
    def _evidence(self) -> Evidence:
        """The evidence about the dice so far."""
        return self._table.dice_evidence or Evidence()

    def _answered(self, answer: Answer) -> None:
        """Do what a player says, of contributions too."""
        if self._table.dice_evidence:
            from bgterm.tui.prompts.contribution import Chosen

            if isinstance(answer, Chosen):
                self._chosen(answer)
                return
        super()._answered(answer)

    def _chosen(self, chosen: "Chosen") -> None:
        """Ask for a contribution, or record that there is none; ask whose it is when both players are here."""
        if not (chosen.contributes or self._evidence.decided):
            self._try(partial(self._add_nothing, chosen.players))
        elif len(chosen.players) == 1:
            self._ask(chosen.contributes, *chosen.players)
        else:
            from bgterm.text.contributions import WHO_CONTRIBUTES, WHO_OPENS

            names, ask = self._match.names, partial(self._ask, chosen.contributes)
            options = [Option(names[player.index], partial(ask, player)) for player in chosen.players]
            self._offer(WHO_OPENS if self._evidence.decided else WHO_CONTRIBUTES, options)

    def _ask(self, contributes: bool, player: Player) -> None:
        """Ask a player to type a contribution; or whether they really cannot open it."""
        from bgterm.text import contributions as text_contributions
        from bgterm.tui.screens.confirm import SureScreen
        from bgterm.tui.screens.form_dialog import AskScreen

        name, opening = self._match.names[player.index], self._evidence.decided
        if not contributes:
            question = SureScreen(text_contributions.sure_to_give_up(name))
            self.app.push_screen(question, partial(self._give_up, player))
            return
        label = text_contributions.YOUR_CONTRIBUTION if opening else text_contributions.YOUR_WORDS
        hint = text_contributions.TYPE_CONTRIBUTION if opening else text_contributions.TYPE_WORDS
        accept = partial(self._type, player, opening=opening)
        self.app.push_screen(AskScreen(name, label, hint=hint, longest=_LONGEST_TYPED, prose=True, accept=accept))

    async def _type(self, player: Player, text: str, *, opening: bool) -> str:
        """Seal or open what a player has typed; return a sentence when it will not do."""
        try:
            await (self._table.open_contribution if opening else self._table.contribute)(player, text)
        except BackgammonError as error:
            return sentence(errors.why(error, self._match))
        self.contributed(player)
        return ""

    async def _add_nothing(self, players: Sequence[Player]) -> None:
        for player in players:
            await self._table.add_nothing(player)
            self.contributed(player)

    def _give_up(self, player: Player, sure: bool | None) -> None:
        async def give_up() -> None:
            await self._table.give_up_opening(player)
            self.contributed(player)

        if sure:
            self._try(give_up)

    def contributed(self, player: Player) -> None:
        """Show what a player has just done about their contribution."""
        from bgterm.text.contributions import changed

        self.show_contribution(changed(self._match.names, self._evidence, player))

    def show_contribution(self, said: str) -> None:
        """Show what has been done, and ask what is to be done now."""
        self.notify_line(said)
        self._show()
        if self._page and self.app.screen is self._page:
            self._page.show_again()
