"""The totals of an analysis, and its report as rows of text: figures of both players, formulas, and mistakes.

`docs/engines.md` has the formulas.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from bgterm.catalog import N_, _
from bgterm.engine.match_analysis import FAULTS, MARKS, Decision, Finding, Luck
from bgterm.engine.messages import action
from bgterm.engine.protocol import Act
from bgterm.formats.record import GameRecord
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState
from bgterm.rules.replay import Step

_WORDS = (
    (35, N_("Awful!")),
    (26, N_("Beginner")),
    (18, N_("Casual player")),
    (12, N_("Intermediate")),
    (8, N_("Advanced")),
    (5, N_("Expert")),
    (2, N_("World class")),
    (0, N_("Supernatural")),
)
"""GNU Backgammon's ratings, each with its least error rate."""


@dataclass
class Totals:
    """The totals of one player in an analysis; costs are normalised equities: 1 is a point at the cube."""

    moves: int = 0
    unforced: int = 0
    """Plays with more than one choice."""
    play_error: float = 0.0
    cube_decisions: int = 0
    """Doubles that were made or answered, and close decisions not to double."""
    cube_error: float = 0.0
    marks: dict[str, int] = field(default_factory=lambda: {mark: 0 for _least, mark in reversed(MARKS)})
    faults: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FAULTS.values(), 0))
    """The numbers of mistakes with the cube, by name."""
    luck: float = 0.0
    luck_worth: float | None = 0.0
    """Luck in points, or in a match as a change of the chance to win it; None when the engine does not know it."""
    result: float | None = None
    """The points won less those lost; in a match 0.5 for the winner, -0.5 for the loser, None if unfinished."""
    adjusted: float | None = None
    """The result less the player's luck and plus the opponent's; None when one of them is unknown."""

    @property
    def error(self) -> float:
        """The summed cost of all plays and cube decisions, in normalised equity."""
        return self.play_error + self.cube_error

    @property
    def decisions(self) -> int:
        """The number of decisions that count: plays with several choices, and `cube_decisions`."""
        return self.unforced + self.cube_decisions

    @property
    def rate(self) -> float | None:
        """The error rate, in thousandths of a point for each decision; None without decisions."""
        return 1000 * self.error / self.decisions if self.decisions else None

    @property
    def word(self) -> str:
        """GNU Backgammon's word for this error rate, as a msgid like `Expert`; `-` without decisions."""
        rate = self.rate
        return "-" if rate is None else next(word for least, word in _WORDS if rate >= least)

    @property
    def rating(self) -> float | None:
        """The performance rating (PR) as eXtreme Gammon defines it; None without decisions."""
        return 500 * self.error / self.decisions if self.decisions else None


def totals(match: MatchState, findings: Iterable[Finding]) -> tuple[Totals, Totals]:
    """Return the totals of White and of Black.

    `match` is the state at the end of the record, whose result is compared with the luck.
    """
    found = Totals(), Totals()
    for each in findings:
        _count(found[each.player.index], each)
    for player in Player:
        mine, theirs = found[player.index], found[player.opponent.index]
        mine.result = _result(match, player)
        if mine.result is not None and mine.luck_worth is not None and theirs.luck_worth is not None:
            mine.adjusted = mine.result - mine.luck_worth + theirs.luck_worth
    return found


def _count(total: Totals, found: Finding) -> None:
    match found:
        case Luck():
            total.luck += found.luck
            if total.luck_worth is not None:
                total.luck_worth = None if found.worth is None else total.luck_worth + found.worth
        case Decision(act=Act.PLAY):
            total.moves += 1
            total.unforced += found.counts
            total.play_error += found.cost
        case Decision():
            total.cube_decisions += found.counts
            total.cube_error += found.cost
            if found.fault:
                total.faults[found.fault] += 1
    if isinstance(found, Decision) and found.mark:
        total.marks[found.mark] += 1


def _result(match: MatchState, player: Player) -> float | None:
    if not match.ruleset.length:
        return float(match.score[player.index] - match.score[player.opponent.index])
    if match.winner is None:
        return None
    return 0.5 if match.winner is player else -0.5


def figures(record: GameRecord, findings: Iterable[Finding]) -> list[list[str]]:
    """Return both players' figures as rows: a label, White's and Black's figure; the first row has the names."""
    both = totals(record.match, findings)
    rows = [[_(label), *map(show, both)] for label, show, _formula in _ROWS]
    return [["", *record.header.names], *rows, *_results(record, both)]


def formulas() -> list[list[str]]:
    """Return the formulas of the figures as rows of a table: the label of a figure, and its formula."""
    rows = [[_(label), _(formula)] for label, _show, formula in _ROWS if formula]
    return [*rows, [_("luck-adjusted result"), _("result - luck + luck of the opponent")]]


def _results(record: GameRecord, both: tuple[Totals, Totals]) -> list[list[str]]:
    """Return the rows of luck and results, in points or, in a match, in percent of the chance to win it."""
    percent = record.match.ruleset.length > 0
    rows = (
        (_("luck, chance to win") if percent else _("luck, points"), [total.luck_worth for total in both]),
        (_("result"), [total.result for total in both]),
        (_("luck-adjusted result"), [total.adjusted for total in both]),
    )
    return [[label, *(_signed(value, percent=percent) for value in values)] for label, values in rows]


def mistake(record: GameRecord, steps: Sequence[Step], decision: Decision) -> list[str]:
    """Return a mistake as the cells of a row.

    The cells are the game, the player, the roll or the name of the mistake with the cube, the action, the mark and
    the cost, the best action, and the source of the judgement if it is not an engine. `steps` are those of the
    record, from step 1.
    """
    dice = steps[decision.step - 1].before.game.dice if decision.act is Act.PLAY else None
    return [
        _("game {number}", number=decision.game),
        record.header.names[decision.player.index],
        str(dice or _(decision.fault)),
        action(decision.act, decision.made),
        f"{decision.mark} {decision.cost:.3f}",
        _("best: {play}", play=action(decision.act, decision.best)),
        decision.source,
    ]


def _signed(value: float | None, *, percent: bool) -> str:
    if value is None:
        return "-"
    return f"{100 * value:+z.2f} %" if percent else f"{value:+z.3f}"


def _marks(total: Totals) -> str:
    return "  ".join(f"{count} {mark}" for mark, count in total.marks.items())


def _faults(total: Totals, *acts: Act) -> str:
    return ", ".join(str(total.faults[FAULTS[act]]) for act in acts)


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


_ROWS: tuple[tuple[str, Callable[[Totals], str], str], ...] = (
    (N_("plays, with a choice"), lambda total: f"{total.moves}, {total.unforced}", ""),
    (N_("cost of the plays"), lambda total: f"{total.play_error:.3f}", N_("best play - play made")),
    (N_("cube decisions"), lambda total: str(total.cube_decisions), N_("made, answered, or closer than 0.16")),
    (N_("cost of the cube"), lambda total: f"{total.cube_error:.3f}", N_("best action - action taken")),
    (N_("marks"), _marks, N_("cost of at least 0.03, 0.06, 0.12")),
    (N_("missed/wrong doubles"), lambda total: _faults(total, Act.NO_DOUBLE, Act.DOUBLE), ""),
    (N_("wrong takes, passes"), lambda total: _faults(total, Act.TAKE, Act.PASS), ""),
    (N_("error rate"), lambda total: _number(total.rate, 1), N_("1000 x cost / (choices + cube decisions)")),
    (N_("PR"), lambda total: _number(total.rating, 2), N_("500 x cost / (choices + cube decisions)")),
    (N_("GNU Backgammon says"), lambda total: _(total.word), N_("by the error rate")),
    (N_("luck"), lambda total: f"{total.luck:+z.3f}", N_("best play of the roll - mean of all, 0 plies")),
)
"""The rows of the table of figures: label, function that formats the figure, formula (empty for none)."""
