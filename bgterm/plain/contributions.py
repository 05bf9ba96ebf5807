"""The commands of plain mode for contributions to verifiable dice. [RULES V3, V4]"""

from collections.abc import Callable, Coroutine
from functools import partial

from bgterm.catalog import _
from bgterm.notation.dice_evidence import Evidence
from bgterm.plain.lists import Option
from bgterm.plain.player import Seat
from bgterm.rules.board import Player
from bgterm.text import contributions as text_contributions

_Act = Callable[[Player], Coroutine[None, None, None]]
"""Does something about a player's contribution. Raises BackgammonError."""


def _evidence(seat: Seat) -> Evidence:
    return seat.table.exchange.evidence or Evidence()


def _asked(seat: Seat) -> list[Player]:
    """Return the players here who have to contribute, decline or open."""
    return [player for player in seat.table.exchange.awaited if player in seat.players]


def may_contribute(seat: Seat) -> bool:
    """Return whether somebody here may contribute or decline."""
    return bool(_asked(seat)) and not _evidence(seat).decided


def may_open(seat: Seat) -> bool:
    """Return whether somebody here may open a contribution."""
    return bool(_asked(seat)) and _evidence(seat).decided


def words(seat: Seat, text: str) -> None:
    """Seal words or a fingerprint; ask whose they are when both players are here and undecided."""
    _of_whom(
        seat, _(text_contributions.WHO_CONTRIBUTES), lambda player: seat.table.exchange.contribute(player, text)
    )


def decline(seat: Seat, _: str) -> None:
    """Add nothing for the players here who are undecided."""
    for player in _asked(seat) if may_contribute(seat) else [seat.default_player]:
        _do(seat, seat.table.exchange.add_nothing, player)


def open_contribution(seat: Seat, text: str) -> None:
    """Open a contribution that was sealed elsewhere; ask whose it is when it can be that of both."""
    _of_whom(seat, _(text_contributions.WHO_OPENS), lambda player: seat.table.exchange.open(player, text))


def give_up(seat: Seat, _text: str) -> None:
    """End the match because a contribution cannot be opened."""
    _of_whom(seat, _(text_contributions.WHO_CANNOT_OPEN), seat.table.exchange.give_up_opening)


def _of_whom(seat: Seat, question: str, act: _Act) -> None:
    """Act for the player here who is to act; ask which one when both may."""
    players = _asked(seat) or [seat.default_player]
    if len(players) == 1:
        _do(seat, act, players[0])
    else:
        names = seat.match.names
        seat.offer(question, [Option(names[player.index], partial(_do, seat, act, player)) for player in players])


def _do(seat: Seat, act: _Act, player: Player) -> None:
    seat.do(act(player), partial(_tell, seat, player))


def _tell(seat: Seat, player: Player) -> None:
    """Describe the player's act, and the next prompt unless somebody else here acts first."""
    seat.tell_contribution(partial(text_contributions.changed, seat.match.names, _evidence(seat), player))
