"""The record of two players against each other."""

from dataclasses import dataclass

from bgterm.catalog import _, ngettext
from bgterm.rules.match import Pair
from bgterm.text.joining import join_list


@dataclass(frozen=True, slots=True)
class Tally:
    """All that two players have played with each other. Pairs are in the order of their names here."""

    names: tuple[str, str]
    matches: Pair = (0, 0)
    """How many matches each has won."""
    unfinished: int = 0
    """How many matches nobody has won yet."""
    sessions: int = 0
    """How many money sessions they have played."""
    games: Pair = (0, 0)
    """How many games each has won, in matches and sessions."""
    match_points: Pair = (0, 0)
    """How many points each has won in matches."""
    money_points: Pair = (0, 0)
    """How many points each has won in money sessions."""


def head_to_head(tally: Tally) -> list[tuple[str, str, str]]:
    """Return the rows of a table: what is counted, and the number of each; the names are its head."""
    rows = [
        ("", *tally.names),
        (_("matches won"), *_shown(tally.matches)),
        (_("games won"), *_shown(tally.games)),
        (_("points in matches"), *_shown(tally.match_points)),
    ]
    if tally.sessions:
        rows.append((_("points for money"), *_shown(tally.money_points)))
    return rows


def unfinished_note(tally: Tally) -> str:
    """Describe what the table does not count."""
    unfinished = ngettext(
        "{count:,} match is not finished", "{count:,} matches are not finished", tally.unfinished
    )
    sessions = ngettext("{count:,} money session", "{count:,} money sessions", tally.sessions)
    return join_list([unfinished if tally.unfinished else "", sessions if tally.sessions else ""])


def _shown(pair: Pair) -> tuple[str, str]:
    one, other = pair
    return str(one), str(other)
