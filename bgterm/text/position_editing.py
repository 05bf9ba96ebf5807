"""What is said while a position is set up."""

from bgterm.editing.position_editor import Editing
from bgterm.rules.board import BAR
from bgterm.text import errors, events

TITLE = "Set up a position"
"""What setting up a position is called."""
PLAYABLE = "The position is legal. Press Enter to play."
"""Said of a position without a fault."""
PASTE = "A Position ID, one with a Match ID after a colon, or an XGID"
"""What can be pasted."""
WHICH_DICE = "What they show, like 31; empty before they are thrown"
"""What is asked about the dice."""
SURE_TO_LEAVE = "Leave without playing? The position you have set up is kept nowhere, and would be lost."
"""The question to who leaves a position that he has changed."""
SCORE = "A score is a number: 0, 1, 2 and so on."
"""What is wrong with a score that is none."""
HOW_TITLE = "How to set up a position"
"""The heading over how checkers are put and taken."""
HOW = (
    "Arrows walk, Space puts a checker of the side in hand, Backspace takes one, digits say how many; Tab changes "
    "the side. What is missing has been borne off.",
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
