"""Contributing to verifiable dice before the first roll of a match. [RULES V3, V4]"""

from collections.abc import Sequence
from functools import partial

from bgterm.catalog import N_, _
from bgterm.notation.dice_evidence import Evidence
from bgterm.rules.board import Player
from bgterm.text import contributions as text_contributions
from bgterm.text.joining import sentence
from bgterm.tui.prompts.base import Chosen
from bgterm.tui.prompts.choice import Option
from bgterm.tui.screens.base import asks
from bgterm.tui.screens.dialogs import ConfirmDialog, TextDialog
from bgterm.tui.screens.match.host import Host

_LONGEST_TYPED = 5000
"""How many characters can be typed; what is too long for a contribution is refused, never cut."""
_TYPE_WORDS = N_(
    "Type words, or the 64 hex digits of a fingerprint. Words can be read by anyone who runs this program here; "
    "a fingerprint made on your own machine protects you from them too (docs/dice.md shows how)."
)
_TYPE_CONTRIBUTION = N_(
    "Type what you made the fingerprint of, exactly. Have you kept the commitment and the seals that v shows? "
    "From here on they must not change."
)


def choose(host: Host, answer: Chosen) -> None:
    """Ask for a contribution, or record that there is none; ask whose it is when both players are here."""
    opening = _evidence(host).decided
    if not (answer.contributes or opening):
        host.act(partial(_add_nothing, host, answer.players))
    elif len(answer.players) == 1:
        _ask(host, answer.contributes, *answer.players)
    else:
        names, ask = host.session.match.names, partial(_ask, host, answer.contributes)
        options = [Option(names[player.index], partial(ask, player)) for player in answer.players]
        question = _(text_contributions.WHO_OPENS) if opening else _(text_contributions.WHO_CONTRIBUTES)
        host.area.offer(question, options)


def _evidence(host: Host) -> Evidence:
    """Return what the record says of the dice so far."""
    return host.session.table.exchange.evidence or Evidence()


@asks
async def _ask(host: Host, contributes: bool, player: Player) -> None:
    """Ask a player to type a contribution; or whether they really cannot open it."""
    name, opening = host.session.match.names[player.index], _evidence(host).decided
    if contributes:
        label, hint = (_("Contribution"), _(_TYPE_CONTRIBUTION)) if opening else (_("Words"), _(_TYPE_WORDS))
        dialog = TextDialog(
            name,
            label,
            hint=hint,
            longest=_LONGEST_TYPED,
            prose=True,
            accept=partial(_type, host, player, opening=opening),
            describe=lambda error: sentence(error.describe(host.session.match.names)),
        )
        await host.app.push_screen_wait(dialog)
        return
    question = _(
        "{name}, end this match? There is no roll without your contribution. The record will say that you did "
        "not open it.",
        name=name,
    )
    if await host.app.push_screen_wait(ConfirmDialog(question)):
        host.act(partial(_give_up, host, player))


async def _type(host: Host, player: Player, text: str, *, opening: bool) -> None:
    """Seal or open what a player has typed. Raises BackgammonError when it will not do."""
    table = host.session.table
    await (table.exchange.open if opening else table.exchange.contribute)(player, text)
    _contributed(host, player)


async def _add_nothing(host: Host, players: Sequence[Player]) -> None:
    for player in players:
        await host.session.table.exchange.add_nothing(player)
        _contributed(host, player)


async def _give_up(host: Host, player: Player) -> None:
    await host.session.table.exchange.give_up_opening(player)
    _contributed(host, player)


def _contributed(host: Host, player: Player) -> None:
    """Show what a player has just done about their contribution, at the other terminals too."""
    session = host.session
    said = partial(text_contributions.changed, session.match.names, _evidence(host), player)
    if not session.announce(said):
        host.ask_anew(said())
