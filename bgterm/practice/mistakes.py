"""The costs of the player's own decisions in all analysed matches, by kind and over time.

`docs/practice.md` defines the kinds.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean

from bgterm.analysis.confidence import half_interval
from bgterm.catalog import N_, _
from bgterm.engine.builtin.network import network_name, networks_of
from bgterm.engine.match_analysis import Decision
from bgterm.engine.protocol import Act
from bgterm.practice.cards import AnalysedMatch, Seats, kept_analyses, own_decisions
from bgterm.rules.match import MatchState

FEWEST = 5
"""The least number of decisions for a figure."""
OPENING = 6
"""The rolls of a game, counted for both players, whose plays are of the kind opening."""
_SHOWN = 12
"""The number of matches, the last ones, that are listed."""
_TEXT, _LEAST = 41, 20
"""The columns of a line's figures, and the fewest of a chart beside them."""
_STEP = 5
"""The PR at the end of the chart is a multiple of this."""
_OF_CUBE = {
    Act.NO_DOUBLE: N_("double"),
    Act.DOUBLE: N_("double"),
    Act.TAKE: N_("take"),
    Act.BEAVER: N_("take"),
    Act.PASS: N_("pass"),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """The figures of one kind of decisions, or of one match: what each decision cost, and the mean."""

    name: str
    """The name of the kind, or the day of the match."""
    costs: Sequence[float]
    """The cost of each decision as normalised equity."""

    @property
    def pr(self) -> float:
        """The performance rating (PR) of the decisions."""
        return 500 * fmean(self.costs)

    @property
    def error_rate(self) -> float:
        """The mean cost of the decisions in thousandths of normalised equity."""
        return 2 * self.pr

    @property
    def uncertainty(self) -> float:
        """Half the width of the 95 % confidence interval of the PR."""
        return 500 * half_interval(self.costs)


def figures(matches: Iterable[AnalysedMatch], seats: Seats) -> tuple[list[Figure], list[Figure]]:
    """Return figures by kind, costliest first, and by match, oldest first; none of under five decisions."""
    by_kind, by_match = defaultdict[str, list[float]](list), list[Figure]()
    for analysis in kept_analyses(matches):
        decisions = own_decisions(analysis, seats(analysis.record))
        for each in decisions:
            by_kind[kind(analysis.steps[each.step - 1].before.at_next_game(), each)].append(each.cost)
        by_match.append(Figure(analysis.record.header.date[:10], [each.cost for each in decisions]))
    kinds = [Figure(kind, costs) for kind, costs in by_kind.items()]
    kinds.append(Figure(N_("all"), [cost for costs in by_kind.values() for cost in costs]))
    return (
        sorted(filter(_is_supported, kinds), key=lambda one: sum(one.costs), reverse=True),
        sorted(filter(_is_supported, by_match), key=lambda one: one.name),
    )


def _is_supported(figure: Figure) -> bool:
    return len(figure.costs) >= FEWEST


def kind(match: MatchState, decision: Decision) -> str:
    """Return the kind of a decision in this state of a match, such as `opening`, not yet translated."""
    if decision.act is not Act.PLAY:
        return _OF_CUBE[decision.act]
    if match.game.turns < OPENING:
        return N_("opening")
    return networks_of(network_name(match.variant)).kind(match.game.board, decision.player)


def report(kinds: Sequence[Figure], matches: Sequence[Figure], width: int = 0, marks: str = "-o") -> str:
    """Return the figures as text: a line for each kind, and for each of the last matches.

    In lines of `width` characters a chart has the 95 % interval of each PR, drawn with the `marks` of a line and
    of a dot, if there is room for it.
    """
    if not kinds and not matches:
        return _("No analysed match has five decisions of yours.")
    room, last = width - _TEXT, matches[-_SHOWN:]
    most = max(one.pr + one.uncertainty for one in (*kinds, *last))
    top = _STEP * max(ceil(most / _STEP), 1)
    axis = "0" + _("PR {most}", most=top).rjust(room - 1) if room >= _LEAST else ""

    def line(one: Figure) -> str:
        chart = _interval(one, (room - 1) / top, marks) if axis else ""
        figures = f"{one.error_rate:6.1f} {one.pr:6.1f} +/- {one.uncertainty:4.1f}"
        return f"{_(one.name):<10} {len(one.costs):5} {figures}  {chart}".rstrip()

    heads = " ".join(head.rjust(6) for head in (_("number"), _("rate"), _("PR")))
    return "\n".join(
        [
            _("Your decisions: error rate, and PR with its 95 % interval."),
            f"{heads:>30}{'':11}{axis}".rstrip(),
            *map(line, kinds),
            "",
            _("The last matches:"),
            *map(line, last),
        ]
    )


def _interval(figure: Figure, scale: float, marks: str) -> str:
    """Return the interval of a figure as a line with a dot, at `scale` characters for a PR of 1."""
    at, half = figure.pr, figure.uncertainty
    low, middle, high = (round(scale * max(place, 0.0)) for place in (at - half, at, at + half))
    return " " * low + marks[0] * (middle - low) + marks[1] + marks[0] * (high - middle)
