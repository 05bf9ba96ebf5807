"""The texts of the position editor."""

from bgterm.editing.position_editor import Editing
from bgterm.rules.board import BAR
from bgterm.text import errors, events

TITLE = "Set up a position"
"""The title of the screen."""
PLAYABLE = "The position is legal. Press Enter to play."
"""The line below a position without a fault."""
PASTE = "A Position ID, one with a Match ID after a colon, or an XGID"
"""The hint about texts that can be pasted."""
WHICH_DICE = "What they show, like 31; empty before the roll"
"""The hint below the dice."""
SURE_TO_LEAVE = "Leave without playing? The position you have set up is not saved and would be lost."
"""The question to a player who leaves a changed position."""
SCORE = "A score is a number: 0, 1, 2 and so on."
"""The error for a score that is not a number."""
HOW_TITLE = "How to set up a position"
"""The heading over how checkers are put and taken."""
HOW = (
    "Arrows move the cursor, Space adds a checker of the selected side, Backspace removes one, digits set how "
    "many; Tab changes the side. Missing checkers count as borne off.",
)
"""How checkers are put and taken."""


def in_hand(editing: Editing, names: tuple[str, str], cursor: int) -> str:
    """Describe whose checkers are put down, and where."""
    name = names[editing.hand.index]
    return f"Placing {name}'s checkers: the cursor is on {name}'s {'bar' if cursor == BAR else f'{cursor} point'}."


def turn(editing: Editing, names: tuple[str, str]) -> str:
    """Describe whose turn it is in the position."""
    return events.question(editing.position.match(names))


def faults(editing: Editing, names: tuple[str, str], most: int) -> list[str]:
    """Describe what is wrong with the position, in at most so many lines; or that it can be played."""
    match = editing.position.match(names)
    said = [f"- {errors.why(fault, match)}" for fault in editing.position.faults]
    if len(said) > most:
        said[most - 1 :] = [f"- and {len(said) - most + 1} more faults"]
    return said or [PLAYABLE]
