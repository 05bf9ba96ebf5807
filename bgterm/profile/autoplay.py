"""Actions that a player's settings automate, where there is nothing to decide. [RULES A-74b]"""

from collections.abc import Callable, Coroutine
from functools import partial

from bgterm.editing.unrefereed_draft import draft_of
from bgterm.play.table import Table
from bgterm.profile.settings import Settings
from bgterm.rules.events import Moved
from bgterm.rules.match import Match


def automatic_action(
    table: Table, match: Match, settings: Settings
) -> Callable[[], Coroutine[None, None, None]] | None:
    """Return what is done at the table by itself as the match stands; None when a player has to do something.

    Doing it raises what `Table.apply` and `Table.roll` raise.
    """
    actor = match.last_game.to_act
    if table.dice_awaited:
        return None
    if actor is None or table.dice_typed:  # what is typed may be wrong until the dice are picked up
        return None
    can = table.choices(actor)
    if settings.auto_roll and can.roll and not (can.double or can.challenge):
        return partial(table.roll, actor)
    if settings.auto_play_forced and (draft := draft_of(can)) and draft.forced:
        return partial(table.apply, Moved(actor, draft.moves))
    return None
