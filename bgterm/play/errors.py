"""The errors of actions at a table that are not possible now."""

from bgterm.catalog import N_
from bgterm.rules.errors import IllegalAction


def dice_rolled_for_you() -> IllegalAction:
    """Return the error for typed or cocked dice in a match whose dice the program throws. [RULES A-71]"""
    return IllegalAction(N_("the dice of this match are rolled for you: there is nothing to type"))


def own_dice() -> IllegalAction:
    """Return the error for a roll by the program in a match whose players throw dice of their own."""
    return IllegalAction(N_("these are your own dice: roll them and type what they show"))


def no_contributions() -> IllegalAction:
    """Return the error for a contribution to dice that are not verifiable."""
    return IllegalAction(N_("nothing can be added to these dice: only verifiable dice take contributions"))
