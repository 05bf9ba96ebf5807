"""The report of an analysis as rows of text: figures of both players, formulas, and mistakes."""

from collections.abc import Callable, Iterable, Sequence

from bgterm.catalog import N_, _
from bgterm.engine.match_analysis import FAULTS, Decision, Finding
from bgterm.engine.messages import action
from bgterm.engine.protocol import Act
from bgterm.engine.totals import Totals, totals
from bgterm.formats.record import GameRecord
from bgterm.rules.replay import Step


def figures(record: GameRecord, findings: Iterable[Finding]) -> list[list[str]]:
    """Return the figures of both players as rows of a table; the names are in the first row."""
    both = totals(record.match, findings)
    rows = [[_(label), *map(show, both)] for label, show, _formula in _ROWS]
    return [["", *record.header.names], *rows, *_results(record, both)]


def formulas() -> list[list[str]]:
    """Return the formulas of the figures as rows of a table."""
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
    """Return the row of a mistake: game, player, decision, action, cost and the best action."""
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
