"""The actions that a terminal performs for its player, where there is nothing to decide. [RULES A-74b]"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bgterm.play.actions import dice, turn
from bgterm.play.participant import Action, Participant


@dataclass(frozen=True, slots=True)
class Automation:
    """The actions that are automated for a player."""

    roll: bool = False
    """Roll where no double could be offered."""
    forced: bool = False
    """Play and confirm the only play."""
    confirm_race: bool = False
    """Pick up the dice when the play is complete and contact is over."""

    def next(self, here: Participant) -> tuple[Action, Mapping[str, Any]] | None:
        """Return what is done now, with its answers."""
        view, table = here.view, here.table
        player = view.asked
        if player is None or player is not view.match.shown_game.to_act or here.behind:
            return None
        if table.exchange.awaited or table.dice_typed:  # dice that were typed may be corrected
            return None
        can = view.choices[player]
        if self.roll and can.roll and not (can.double or can.challenge):
            return dice.ROLL, {}
        if self.forced and can.plays and not can.free_plays and len(can.plays) == 1:
            return turn.PLAY, {"play": next(iter(can.plays))}
        return None

    def confirms(self, here: Participant) -> bool:
        """Return whether the turn that is made ends by itself."""
        draft = here.view.draft
        return self.confirm_race and draft is not None and draft.may_confirm_by_itself
