"""The messages about a key that does nothing."""

from collections.abc import Sequence

QUIT = "Press Ctrl+Q to quit bgterm."
"""The answer to Ctrl+C."""
LEAVE_OR_QUIT = "Press q to leave or Ctrl+Q to quit; the match is saved."
"""The answer to Ctrl+C at a table."""
NOT_ENTER = "Enter does not roll: press Space or r."
"""The answer to the key that has just ended the opponent's turn."""
ROLL_FIRST = "Roll before you move: press Space or r."
"""The answer to a play that is typed before the roll."""
CHOOSE_FIRST = "Choose a number, or press Esc to go back."
"""The answer to any other key while a numbered list is open."""
NOTHING_TO_UNDO = "Nothing to undo: the move is not begun."
"""The answer to undoing at the start of a turn."""
NO_PASTE = "There is nothing to paste into now."
"""The answer to a paste where nothing is typed."""
LONG_PASTE = "That paste is too long: nothing of it is used."
"""The answer to a paste that is longer than anything that can be pasted."""
PASTE_WITHOUT_END = "The end of the paste never came: nothing of it is used."
"""The answer to Escape, pressed in a paste that the terminal has not ended."""
_MOST_NAMED = 8


def too_early(keys: Sequence[str]) -> str:
    """Describe which keys were pressed before the screen showed what they would have decided.

    >>> too_early(["p", "Space"])
    'Pressed too early and ignored: p Space'
    """
    more = " ..." if len(keys) > _MOST_NAMED else ""
    return f"Pressed too early and ignored: {' '.join(keys[:_MOST_NAMED])}{more}"


def pressed_twice(key: str) -> str:
    """Return the message that the second press of a key would have decided something else."""
    return f"You pressed {key} twice. Press it again to go on."


def no_use(key: str, others: Sequence[str] = ()) -> str:
    """Return the message that a key does nothing now, and which ones do.

    >>> no_use("Space", ["t take", "p pass"])
    'Space does nothing now: t take, p pass.'
    >>> no_use("k")
    'k does nothing now. Press ? for the keys.'
    """
    if not others:
        return f"{key} does nothing now. Press ? for the keys."
    return f"{key} does nothing now: {', '.join(others)}."


def not_your_turn(key: str, name: str) -> str:
    """Return the message that a key does nothing while the opponent is to act."""
    return f"{key} does nothing now: it is {name}'s turn."


def not_in_play(key: str) -> str:
    """Return the message that a key is not part of the play that is being typed."""
    return f"{key} is not part of a play. Esc clears what you typed."
