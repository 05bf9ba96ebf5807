"""Games that White resigns: the shortest way to the end of a match."""

from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.events import ResignationAccepted, ResignationOffered
from bgterm.rules.match import Win
from tests.waiting import wait


def offer_to_resign(table: Table, win: Win = Win.SINGLE) -> None:
    """Add nothing to the dice where that is awaited, roll until somebody starts, and offer to resign as White."""
    for player in table.awaited:
        wait(table.exchange(VerifiableDice.add_nothing, player))
    while table.match.game.on_roll is None:
        wait(table.roll(Player.WHITE))
    wait(table.apply(ResignationOffered(Player.WHITE, win)))


def resign(table: Table, win: Win = Win.SINGLE) -> None:
    """Offer to resign as White, and accept it as Black."""
    offer_to_resign(table, win)
    wait(table.apply(ResignationAccepted(Player.BLACK)))
