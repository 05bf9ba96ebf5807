"""`bgterm analyse`: what each decision of a match cost, by an engine."""

import asyncio
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path

from bgterm.catalog import N_, _, ngettext
from bgterm.cli.listing import laid_out
from bgterm.cli.match_file_io import STREAM, meant, put_lines, source, tell
from bgterm.engine.adapter import engine_for, open_adapter
from bgterm.engine.annotations import annotations
from bgterm.engine.match_analysis import Act, Analyst, Decision, Finding, Luck, Totals, totals
from bgterm.engine.pool import EnginePool, PoolLimits
from bgterm.engine.protocol import Answer, Question
from bgterm.formats import sgf
from bgterm.formats.exporter import withdrawn_plays
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.notation.json_codec import write_fields
from bgterm.play.analysis_file import AnalysisFile, Head, analysis_path
from bgterm.profile.settings import config_folder, load
from bgterm.rules.replay import Replay, Step
from bgterm.storage.errors import reason_of
from bgterm.storage.match_files import write_file

_CHILDREN = 2
"""How many processes of the engine think at once."""
_SECONDS = 120.0
"""How long one answer may take."""
_INTERRUPTED = 130
"""The exit status after Ctrl+C, as of shells."""


@dataclass
class _Work:
    """The analysis of a record while it is made."""

    record: GameRecord
    head: Head
    file: AnalysisFile | None
    """Where it is kept; None for a match from standard input, or when the disk refuses."""
    found: dict[int, list[Finding]]

    def add(self, step: int, findings: list[Finding]) -> None:
        """Keep what was found about a step."""
        self.found[step] = findings
        if self.file:
            self.file.add(step, findings)

    @property
    def findings(self) -> list[Finding]:
        """All that was found, in its order."""
        return [finding for step in sorted(self.found) for finding in self.found[step]]


def run(options: Namespace) -> int:
    """Analyse a match; return the exit status. Raises FileError and EngineError."""
    settings, _fault = load(config_folder() / "settings.toml")
    read = source(options.file, options.form)
    record = read.match()
    engine = engine_for(record.header.variant, options.engine or settings.engine)
    head = Head.of(record, engine, open_adapter(engine).version(), options.plies)
    path = None if options.file == STREAM else analysis_path(meant(options.file))
    kept = _opened(path, head)
    with closing(kept) if kept else nullcontext():
        work = _Work(record, head, kept, dict(kept.found) if kept else {})
        steps = [*Replay(record.header, record.events).steps()]
        try:
            asyncio.run(_analyse(work, steps))
        except KeyboardInterrupt:
            done, every = len(work.found), len(steps)
            said = _("Stopped after {done} of {every} steps; the same command goes on.", done=done, every=every)
            print(said, file=sys.stderr)
            return _INTERRUPTED
    if options.sgf:
        text = sgf.write(record.header, record.events, annotations(record, work.found))
        write_file(options.sgf, text.encode(errors="replace"), name=str(options.sgf))
    put_lines([json.dumps(_json(work))] if options.json else _text(work, steps))
    return tell(map(fault_line, record.problems), options.file)


def _opened(path: Path | None, head: Head) -> AnalysisFile | None:
    """Return the file of the analysis, or report why there is none. Raises AnalysisBusy."""
    if path is None:
        return None
    try:
        return AnalysisFile(path, head)
    except OSError as error:
        said = _("cannot keep the analysis in {path} ({reason}); continuing", path=path, reason=reason_of(error))
        print(f"bgterm: {said}.", file=sys.stderr)
        return None


async def _analyse(work: _Work, steps: list[Step]) -> None:
    """Analyse the steps that are not done yet, a few at once."""
    remade = withdrawn_plays(steps)
    todo = [at for at in range(len(steps)) if at + 1 not in work.found]
    limits = PoolLimits(children=_CHILDREN, waiting=2 * _CHILDREN, seconds=_SECONDS)
    pool = EnginePool(work.head.engine, limits)

    async def ask(question: Question) -> Answer:
        return await pool.ask(question)

    analyst, rest = Analyst(ask, work.head.plies), iter(todo)
    with _progress(len(todo)) as advance:

        async def some() -> None:
            for at in rest:
                work.add(at + 1, [] if at in remade else await analyst.findings(at + 1, steps[at]))
                advance()

        try:
            async with asyncio.TaskGroup() as group:
                for _worker in range(_CHILDREN):
                    group.create_task(some())
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from None
        finally:
            await pool.aclose()


@contextmanager
def _progress(steps: int) -> Iterator[Callable[[], None]]:
    """Show on the terminal how many of the steps are done; yield what counts one."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(_("Analysing"), total=steps)
        yield lambda: progress.advance(task)


def _text(work: _Work, steps: list[Step]) -> Iterator[str]:
    """Yield the figures of both players with their formulas, and every mistake."""
    record, head, findings = work.record, work.head, work.findings
    both = totals(record.match, findings)
    yield ngettext(
        "{engine} {version}, {count} ply",
        "{engine} {version}, {count} plies",
        head.plies,
        engine=open_adapter(head.engine).label,
        version=head.version,
    )
    yield ""
    figures = [[_(label), *map(show, both)] for label, show, _formula in _ROWS]
    yield from laid_out([["", *record.header.names], *figures, *_results(record, both)])
    yield ""
    formulas = [[_(label), _(formula)] for label, _show, formula in _ROWS if formula]
    adjusted = [_("luck-adjusted result"), _("result - luck + luck of the opponent")]
    yield from laid_out([*formulas, adjusted])
    mistakes = [finding for finding in findings if isinstance(finding, Decision) and finding.mark]
    if mistakes:
        yield ""
        yield from laid_out([_mistake(record, steps, decision) for decision in mistakes])


def _results(record: GameRecord, both: tuple[Totals, Totals]) -> list[list[str]]:
    """Return the rows of luck and of the results, in points or as chances to win the match."""
    percent = record.match.ruleset.length > 0
    rows = (
        (_("luck, chance to win") if percent else _("luck, points"), [total.luck_worth for total in both]),
        (_("result"), [total.result for total in both]),
        (_("luck-adjusted result"), [total.adjusted for total in both]),
    )
    return [[label, *(_signed(value, percent=percent) for value in values)] for label, values in rows]


def _mistake(record: GameRecord, steps: list[Step], decision: Decision) -> list[str]:
    dice = steps[decision.step - 1].before.game.dice if decision.act is Act.PLAY else None
    return [
        _("game {number}", number=decision.game),
        record.header.names[decision.player.index],
        str(dice or _("cube")),
        decision.made,
        f"{decision.mark} {decision.cost:.3f}",
        _("best: {play}", play=decision.best),
    ]


def _signed(value: float | None, *, percent: bool) -> str:
    if value is None:
        return "-"
    return f"{100 * value:+.2f} %" if percent else f"{value:+.3f}"


def _marks(total: Totals) -> str:
    return "  ".join(f"{count} {mark}" for mark, count in total.marks.items())


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


_ROWS: tuple[tuple[str, Callable[[Totals], str], str], ...] = (
    (N_("plays, with a choice"), lambda total: f"{total.moves}, {total.unforced}", ""),
    (N_("cost of the plays"), lambda total: f"{total.play_error:.3f}", N_("best play - play made")),
    (N_("cube decisions"), lambda total: str(total.cube_decisions), N_("made, answered, or closer than 0.16")),
    (N_("cost of the cube"), lambda total: f"{total.cube_error:.3f}", N_("best action - action taken")),
    (N_("marks"), _marks, N_("cost of at least 0.03, 0.06, 0.12")),
    (N_("error rate"), lambda total: _number(total.rate, 1), N_("1000 x cost / (choices + cube decisions)")),
    (N_("PR"), lambda total: _number(total.rating, 2), N_("500 x cost / (choices + cube decisions)")),
    (N_("luck"), lambda total: f"{total.luck:+.3f}", N_("best play of the roll - mean of all, 0 plies")),
)
"""The rows of the table: label, figure, formula."""


def _json(work: _Work) -> dict[str, object]:
    """Return what JSON says of an analysis."""
    record, findings = work.record, work.findings
    decisions = [
        write_fields(finding) | {"mark": finding.mark} for finding in findings if isinstance(finding, Decision)
    ]
    return {
        "names": [*record.header.names],
        "engine": work.head.engine,
        "version": work.head.version,
        "plies": work.head.plies,
        "totals": [
            {
                **asdict(total),
                "error": total.error,
                "decisions": total.decisions,
                "rate": total.rate,
                "pr": total.rating,
            }
            for total in totals(record.match, findings)
        ],
        "decisions": decisions,
        "luck": [write_fields(finding) for finding in findings if isinstance(finding, Luck)],
    }
