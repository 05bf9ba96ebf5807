"""The record of two players against each other."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from bgterm.catalog import _, ngettext
from bgterm.rules.match import Pair
from bgterm.text.joining import join_list


@dataclass(frozen=True, slots=True)
class Share:
    """The results of two players in their matches, or in their money sessions."""

    money: bool
    """Whether these are money sessions."""
    played: int
    """How many they are, finished or not."""
    won: Pair
    """How many of the matches each has won."""
    games: Pair
    """How many games each has won."""
    points: Pair
    """How many points each has won."""


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

    @classmethod
    def of(cls, names: tuple[str, str], shares: Iterable[Share]) -> Self:
        """Add up the shares."""
        money, matches = list[Share](), list[Share]()
        for share in shares:
            (money if share.money else matches).append(share)
        won = _sum(share.won for share in matches)
        return cls(
            names,
            won,
            sum(share.played for share in matches) - sum(won),
            sum(share.played for share in money),
            _sum(share.games for share in (*matches, *money)),
            _sum(share.points for share in matches),
            _sum(share.points for share in money),
        )


def _sum(pairs: Iterable[Pair]) -> Pair:
    ones, others = zip((0, 0), *pairs, strict=True)
    return sum(ones), sum(others)


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
