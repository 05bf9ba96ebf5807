"""Actions that a player's settings automate, where there is nothing to decide. [RULES A-74b]"""

from collections.abc import Callable, Coroutine
from functools import partial

from bgterm.play.table import Table
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.choices import Choices
from bgterm.rules.events import Moved


def automatic_action(
    table: Table, player: Player, can: Choices, settings: Settings
) -> Callable[[], Coroutine[None, None, None]] | None:
    """Return what is done at the table for the player, who `can` do this; None when it is left to the player.

    Doing it raises what `Table.apply` and `Table.roll` raise.
    """
    action: Callable[[], Coroutine[None, None, None]] | None = None
    if settings.auto_roll and can.roll and not (can.double or can.challenge):
        action = partial(table.roll, player)
    elif settings.auto_play_forced and can.plays and not can.free_plays and len(can.plays) == 1:
        action = partial(table.apply, Moved(player, next(iter(can.plays))))
    # dice that were typed may be corrected until they are picked up
    return None if action is None or table.exchange.awaited or table.dice_typed else action
