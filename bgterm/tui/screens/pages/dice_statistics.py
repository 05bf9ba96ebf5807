"""How the dice of a match fell, as a page to read."""

from collections.abc import Iterable

from textual.content import Content

from bgterm.analysis.dice_messages import DICE, dice_panel
from bgterm.analysis.dice_statistics import count_dice
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.tui.screens.pages.page import PageScreen

_WIDE = 80
"""The columns of a window from which on both players stand side by side."""


def dice_page(header: Header, events: Iterable[Event], width: int, *, ascii_only: bool) -> PageScreen:
    """Return the dice statistics of both players so far, for a window of so many columns."""
    counts = count_dice(header, events)
    lines = dice_panel(header.names, counts, ascii_only=ascii_only, wide=width >= _WIDE)
    return PageScreen(DICE, Content("\n".join(lines)))
