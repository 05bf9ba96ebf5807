"""The costs of the player's own decisions in all analysed matches, by kind and over time.

`docs/practice.md` defines the kinds.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from bgterm.analysis.confidence import half_interval
from bgterm.catalog import N_, _
from bgterm.engine.builtin.kinds import KINDS, LONG_KINDS
from bgterm.engine.builtin.network import network_name, networks_of
from bgterm.engine.match_analysis import Decision
from bgterm.engine.protocol import Act
from bgterm.practice.cards import AnalysedMatch, Seats, kept_analyses, own_decisions
from bgterm.rules.board import Movement
from bgterm.rules.match import MatchState

FEWEST = 5
"""The least number of decisions for a figure."""
OPENING = 6
"""The rolls of a game, counted for both players, whose plays are of the kind opening."""
_SHOWN = 12
"""The number of matches, the last ones, that are listed."""
_LONGEST = 40
"""The most characters of a bar, which has one for each point of PR."""
_OF_CUBE = {
    Act.NO_DOUBLE: N_("double"),
    Act.DOUBLE: N_("double"),
    Act.TAKE: N_("take"),
    Act.BEAVER: N_("take"),
    Act.PASS: N_("pass"),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """The costs of the decisions of one kind, or of one match."""

    name: str
    """The name of the kind, or the day of the match."""
    costs: Sequence[float]
    """The cost of each decision as normalised equity."""

    @property
    def rate(self) -> float:
        """The performance rating (PR) of the decisions."""
        return 500 * fmean(self.costs)

    @property
    def uncertainty(self) -> float:
        """Half the width of the 95 % confidence interval of the PR."""
        return 500 * half_interval(self.costs)


def figures(matches: Iterable[AnalysedMatch], seats: Seats) -> tuple[list[Figure], list[Figure]]:
    """Return the figures of each kind, the costliest first, and of each match, in the order of their dates.

    Figures with fewer than five decisions are left out, and so are matches that cannot be read.
    """
    by_kind, by_match = defaultdict[str, list[float]](list), list[Figure]()
    for analysis in kept_analyses(matches):
        decisions = own_decisions(analysis, seats(analysis.record))
        for each in decisions:
            by_kind[kind(analysis.steps[each.step - 1].before.at_next_game(), each)].append(each.cost)
        by_match.append(Figure(analysis.record.header.date[:10], [each.cost for each in decisions]))
    kinds = (Figure(kind, costs) for kind, costs in by_kind.items())
    return (
        sorted(filter(_is_supported, kinds), key=lambda one: sum(one.costs), reverse=True),
        sorted(filter(_is_supported, by_match), key=lambda one: one.name),
    )


def _is_supported(figure: Figure) -> bool:
    return len(figure.costs) >= FEWEST


def kind(match: MatchState, decision: Decision) -> str:
    """Return the kind of a decision in this state of a match, as a message marked with `N_`."""
    if decision.act is not Act.PLAY:
        return _OF_CUBE[decision.act]
    if match.game.turns < OPENING:
        return N_("opening")
    networks = networks_of(network_name(match.variant))
    kinds = KINDS if match.variant.movement is Movement.HITTING else LONG_KINDS
    return kinds[networks.kind(networks.position(match.game.board, decision.player))]


def report(kinds: Sequence[Figure], matches: Sequence[Figure], bar: str) -> str:
    """Return the figures as text: a line for each kind, and a line with a bar for each of the last matches."""
    if not kinds and not matches:
        return _("No analysed match has five decisions of yours.")
    lines = [_("Your decisions, and what they cost, as PR with 95 % intervals:"), *map(_line, kinds), ""]
    lines.append(_("The last matches:"))
    lines += [f"{_line(one)}  {min(round(one.rate), _LONGEST) * bar}".rstrip() for one in matches[-_SHOWN:]]
    return "\n".join(lines)


def _line(figure: Figure) -> str:
    return f"{_(figure.name):<10} {len(figure.costs):5} {figure.rate:6.1f} +/- {figure.uncertainty:4.1f}"
