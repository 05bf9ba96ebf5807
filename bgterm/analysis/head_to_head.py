"""The results of two players against each other."""

from dataclasses import dataclass

from bgterm.catalog import _, ngettext
from bgterm.rules.match import Pair
from bgterm.text.joining import join_list


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of all matches between two players; each pair is in the order of `names`."""

    names: tuple[str, str]
    matches: Pair = (0, 0)
    """The matches that each player has won."""
    unfinished: int = 0
    """The number of unfinished matches."""
    sessions: int = 0
    """The number of money sessions."""
    games: Pair = (0, 0)
    """The games that each player has won, in matches and sessions."""
    match_points: Pair = (0, 0)
    """The points that each player has won in matches."""
    money_points: Pair = (0, 0)
    """The points that each player has won in money sessions."""


def head_to_head(tally: Tally) -> list[tuple[str, str, str]]:
    """Return the rows of a table: a label, and the number of each of the two players. The first has the names."""
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
    """Return how many unfinished matches and money sessions there are; empty without any."""
    unfinished = ngettext(
        "{count:,} match is not finished", "{count:,} matches are not finished", tally.unfinished
    )
    sessions = ngettext("{count:,} money session", "{count:,} money sessions", tally.sessions)
    return join_list([unfinished if tally.unfinished else "", sessions if tally.sessions else ""])


def _shown(pair: Pair) -> tuple[str, str]:
    one, other = pair
    return str(one), str(other)
