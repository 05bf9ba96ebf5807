"""The actions that a terminal performs for its player, where there is nothing to decide. [RULES A-74b]"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bgterm.play.actions import dice, turn
from bgterm.play.participant import Action, Participant


@dataclass(frozen=True, slots=True)
class Automation:
    """The settings for actions that are performed automatically for a player."""

    roll: bool = False
    """Whether to roll automatically when doubling is not possible."""
    forced: bool = False
    """Whether to play and confirm a forced play automatically."""
    confirm_race: bool = False
    """Whether to confirm a complete play automatically once contact is over."""

    def next(self, here: Participant) -> tuple[Action, Mapping[str, Any]] | None:
        """Return the action to perform automatically now, with its answers; None when there is none."""
        view, table = here.view, here.table
        player = view.asked
        if player is None or player is not view.match.shown_game.to_act or here.behind:
            return None
        if table.exchange.awaited or table.dice_typed:  # typed dice may still be corrected
            return None
        can = view.choices[player]
        if self.roll and can.roll and not (can.double or can.challenge):
            return dice.ROLL, {}
        if self.forced and can.plays and not can.free_plays and len(can.plays) == 1:
            return turn.PLAY, {"play": next(iter(can.plays))}
        return None

    def confirms(self, here: Participant) -> bool:
        """Return whether the turn being made will be confirmed automatically."""
        draft = here.view.draft
        return self.confirm_race and draft is not None and draft.may_confirm_by_itself
