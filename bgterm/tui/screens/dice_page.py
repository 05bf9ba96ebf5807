"""How the dice of a match fell, as a page to read."""

from collections.abc import Iterable

from textual.content import Content

from bgterm.notation.dice_words import DICE, dice_panel
from bgterm.notation.statistics import count_dice
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.tui.screens.help import PageScreen


def dice_page(header: Header, events: Iterable[Event], *, ascii_only: bool) -> PageScreen:
    """Give how the dice of both players fell in what has happened."""
    lines = dice_panel(header.names, count_dice(header, events), ascii_only)
    return PageScreen(DICE, Content("\n".join(lines)))
