"""Forms in tests: their values, the place of their cursor, and their rows on the screen."""

import re

from bgterm.tui.widgets.form import Form
from bgterm.tui.widgets.form_state import Values
from tests.tui.seat import Seat


def form(seat: Seat) -> Form:
    """Return the form that is open."""
    return seat.app.screen.query_one(Form)


def values(seat: Seat) -> Values:
    """Return the values of the fields, by their names."""
    return form(seat).values


def at(seat: Seat) -> str:
    """Return the name of the field with the cursor, "" for the button."""
    field = form(seat).state.field
    return field.name if field else ""


def rows(seat: Seat) -> list[str]:
    """Return the rows on the screen, without the border of the form and the explanations beside its rows."""
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
