"""Tables of matches that are saved in a folder of files, and games there that White resigns."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from bgterm.notation.json_codec import Note
from bgterm.play.dice.sources import DiceSource
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.play.table import Table
from bgterm.rules.board import Player
from bgterm.rules.events import ResignationAccepted, ResignationOffered
from bgterm.rules.match import Header, Win
from bgterm.storage.durable import DISK, Disk
from bgterm.storage.store import FileStore
from tests.players import decision
from tests.waiting import wait


def begin_table(
    folder: Path,
    header: Header,
    source: DiceSource | None = None,
    disk: Disk = DISK,
    *,
    lazily: bool = False,
    notes: Sequence[Note] = (),
) -> Table:
    """Begin a new match that is saved in the folder, as `Table.create`."""
    return Table.create(FileStore(folder, disk), header, source, lazily=lazily, notes=notes)


def resume_table(path: Path, source: DiceSource | None = None, disk: Disk = DISK) -> Table:
    """Resume the match in a file, as `Table.open`."""
    return Table.open(FileStore(path.parent, disk), path.stem, source)


def reopened(table: Table, disk: Disk = DISK) -> Table:
    """Close a table, and return that of the same match resumed."""
    table.close().result()
    return resume_table(table.path, disk=disk)


def step(table: Table, rng: Random) -> None:
    """Apply a random action of a player, or throw the dice where nothing else is possible."""
    if event := decision(table.match, rng):
        wait(table.apply(event))
    else:
        wait(table.roll(table.match.game.on_roll or Player.WHITE))


def play_to_the_end(table: Table, seed: int) -> None:
    """Play the match at random to its end, and close the table."""
    rng = Random(seed)
    while table.match.winner is None:
        step(table, rng)
    table.close().result()


def offer_to_resign(table: Table, win: Win = Win.SINGLE, player: Player = Player.WHITE) -> None:
    """Add nothing to the dice where that is awaited, roll until somebody starts, and offer to resign."""
    for other in table.awaited:
        wait(table.exchange(VerifiableDice.add_nothing, other))
    while table.match.game.on_roll is None:
        wait(table.roll(Player.WHITE))
    wait(table.apply(ResignationOffered(player, win)))


def resign(table: Table, win: Win = Win.SINGLE, player: Player = Player.WHITE) -> None:
    """Offer to resign, and accept it as the opponent."""
    offer_to_resign(table, win, player)
    wait(table.apply(ResignationAccepted(player.opponent)))
