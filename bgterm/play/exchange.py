"""The exchange of contributions to verifiable dice, at the table of a match. [RULES V]"""

from collections.abc import Callable
from functools import partial

from bgterm.catalog import N_
from bgterm.notation.dice_evidence import Evidence
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.play.errors import no_contributions
from bgterm.play.kept_match import KeptMatch
from bgterm.rules.board import Player
from bgterm.rules.errors import IllegalAction
from bgterm.text.joining import join_and


class Exchange:
    """The contributions of both players to verifiable dice, before the first roll of a match.

    The methods raise the errors of `VerifiableDice`, and IllegalAction when the dice are not verifiable or the
    match is closed.
    """

    def __init__(self, kept: KeptMatch) -> None:
        """Begin with the match, whose dice may be of any kind."""
        self._kept = kept

    @property
    def evidence(self) -> Evidence | None:
        """The evidence about the dice so far; None when they are not verifiable."""
        return self._kept.dice.evidence if self._kept.dice else None

    @property
    def awaited(self) -> tuple[Player, ...]:
        """The players who have to contribute to verifiable dice, decline or open before the first roll."""
        evidence = self.evidence
        return evidence.awaited if evidence and not self._kept.closed else ()

    async def contribute(self, player: Player, text: str) -> None:
        """Contribute, as `VerifiableDice.contribute`. [RULES V3]"""
        await self._act(lambda dice: dice.contribute(player, text))

    async def add_nothing(self, player: Player) -> None:
        """Decline to contribute, as `VerifiableDice.add_nothing`."""
        await self._act(lambda dice: dice.add_nothing(player))

    async def open(self, player: Player, text: str) -> None:
        """Open a contribution that was sealed elsewhere, as `VerifiableDice.open`."""
        await self._act(lambda dice: dice.open(player, text))

    async def give_up_opening(self, player: Player) -> None:
        """Record that the player cannot open their contribution, as `VerifiableDice.give_up_opening`."""
        await self._act(lambda dice: dice.give_up_opening(player))

    async def complete(self) -> None:
        """Open the contributions that bgterm knows, within an act; do nothing when the dice are not verifiable.

        Raises IllegalAction while a player must contribute, decline or open. [RULES V4]
        """
        if not self._kept.dice:
            return
        await self._record(self._kept.dice.open_known)
        found = self._kept.dice.evidence
        if found.awaited:
            players = join_and(self._kept.header.names[one.index] for one in found.awaited)
            undecided = N_("no roll yet: {players} must contribute to the dice or decline first")
            unopened = N_("no roll yet: {players} must open the sealed contribution first")
            raise IllegalAction(unopened if found.decided else undecided, players=players)

    def watch(self, watcher: Callable[[], object]) -> Callable[[], None]:
        """Call the watcher after each contribution to verifiable dice; return the function that stops that."""
        return self._kept.exchange_watchers.add(watcher)

    async def _act(self, act: Callable[[VerifiableDice], None]) -> None:
        async def exchange() -> None:
            if not self._kept.dice:
                raise no_contributions()
            await self._record(partial(act, self._kept.dice))

        await self._kept.act(exchange)

    async def _record(self, act: Callable[[], None]) -> None:
        """Run an action of the verifiable dice, and notify the watchers of what it recorded."""

        def exchange() -> None:
            act()
            if self._kept.void is not None:
                self._kept.end(self._kept.match)

        try:
            await self._kept.writer.run(exchange)
        finally:
            self._kept.exchange_watchers.tell()
