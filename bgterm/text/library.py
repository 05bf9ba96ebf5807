"""The texts of the match library."""

from bgterm.catalog import N_, _, ngettext
from bgterm.rules.board import Player
from bgterm.rules.match import Pair
from bgterm.text.score import kind_of, standing_of

HEAD = (N_("begun"), N_("players"), "", N_("game"), N_("to"), N_("score"), N_("stands"))
"""The headings of the columns."""
_SORTED_BY = {"PLAYED": N_("last played first"), "BEGUN": N_("last begun first"), "NAMES": N_("by names")}
"""The names of the sort orders."""
_SHOWN = {"UNFINISHED": N_("unfinished"), "FINISHED": N_("finished"), "DAMAGED": N_("damaged")}
"""The names of the filters, without the filter for all matches."""


def matches(number: int) -> str:
    """Describe how many matches there are: `1 match`, `10,000 matches`."""
    return ngettext("{count:,} match", "{count:,} matches", number)


def reading(left: int) -> str:
    """Return the message that `left` saves are still to be read; empty for 0."""
    return _("Reading {matches} not in the library yet ...", matches=matches(left)) if left else ""


def to_points(length: int) -> str:
    """Return the length of a match for a column of a table: `7`, or `money` for 0."""
    return str(length) if length else _("money")


def stands(game: int, *, finished: bool, closed: bool) -> str:
    """Describe the state of a match in a word or two: `game 4`, `finished` or `closed`."""
    if closed:
        return _("closed")
    return _("finished") if finished else _("game {number}", number=game)


def outcome(
    names: tuple[str, str], score: Pair, length: int, game: int, winner: Player | None, *, closed: bool
) -> str:
    """Return how a match ended, or where it stands: `Ann 8, Bob 0, money session, closed`."""
    if winner is None:
        return standing_of(names, score, length, stands(game, finished=False, closed=closed))
    return _(
        "{name} won {won}-{lost}, {kind}",
        name=names[winner.index],
        won=score[winner.index],
        lost=score[winner.opponent.index],
        kind=kind_of(length),
    )


def view(number: int, shown: str, sorted_by: str, text: str) -> str:
    """Describe a list of matches, its filter, order and search: `12 matches, unfinished, by names, with "ann"`."""
    parts = [matches(number), _(_SHOWN[shown]) if shown in _SHOWN else "", _(_SORTED_BY[sorted_by])]
    return ", ".join([*filter(None, parts), *([_('with "{text}"', text=text)] if text else [])])
