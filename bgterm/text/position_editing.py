"""The texts of the position editor."""

from bgterm.catalog import _, ngettext
from bgterm.editing.position_editor import Editing
from bgterm.rules.board import BAR


def in_hand(editing: Editing, names: tuple[str, str], cursor: int) -> str:
    """Describe whose checkers the editor places, and the point under the cursor."""
    name = names[editing.hand.index]
    if cursor == BAR:
        return _("Placing {name}'s checkers: the cursor is on {name}'s bar.", name=name)
    return _("Placing {name}'s checkers: the cursor is on {name}'s {point} point.", name=name, point=cursor)


def faults(editing: Editing, names: tuple[str, str], most: int) -> list[str]:
    """Return the faults of the position in at most `most` lines, or one line that it can be played."""
    match = editing.position.match(names)
    lines = [f"- {fault.describe(match.names)}" for fault in editing.position.faults]
    if len(lines) > most:
        more = len(lines) - most + 1
        lines[most - 1 :] = [ngettext("- and {count} more fault", "- and {count} more faults", more)]
    return lines or [_("The position is legal. Press Enter to play.")]
