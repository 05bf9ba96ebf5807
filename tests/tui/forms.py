"""Forms in tests: what they hold, where their cursor is, and their rows as they are shown."""

import re

from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import Values
from tests.tui.seat import Seat


def form(seat: Seat) -> Form:
    """Return the form that is open."""
    return seat.app.screen.query_one(Form)


def values(seat: Seat) -> Values:
    """Return what the fields hold."""
    return form(seat).values


def at(seat: Seat) -> str:
    """Return the name of the field with the cursor, "" for the button."""
    field = form(seat).state.field
    return field.name if field else ""


def rows(seat: Seat) -> list[str]:
    """Return the rows of the screen without the border of the box, and without the meaning beside them."""
    inside = (re.sub(r"^ *[│|]|[│|]$", "", line.rstrip()) for line in seat.shown.splitlines())
    return [re.split(r"[│|]  ", line)[0].strip() for line in inside]


def row(seat: Seat, label: str) -> str:
    """Return the row of the form with that label."""
    (found,) = [line for line in rows(seat) if line.removeprefix("> ").startswith(label)]
    return found


def marked(seat: Seat) -> str:
    """Return the row with the cursor."""
    (found,) = [line for line in rows(seat) if line.startswith("> ")]
    return found
