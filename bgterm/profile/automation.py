"""The actions that a terminal performs for its player, where there is nothing to decide. [RULES A-74b]"""

from bgterm.play.actions import dice, turn
from bgterm.play.participant import Action, Participant
from bgterm.profile.settings import Settings


def automatic_action(settings: Settings, here: Participant) -> Action | None:
    """Return the action to perform automatically now; None when there is none."""
    view, table = here.view, here.table
    player = view.asked
    if player is None or player is not view.match.shown_game.to_act or here.behind:
        return None
    if table.awaited or table.dice_typed:  # typed dice may still be corrected
        return None
    can = view.choices[player]
    if settings.auto_roll and can.roll and not (can.double or can.challenge):
        return dice.ROLL
    forced = settings.auto_play_forced and can.plays and not can.free_plays and len(can.plays) == 1
    return turn.PLAY_FORCED if forced else None
