"""`bgterm analyse`: an engine's verdict on each decision of a match."""

import asyncio
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import aclosing, closing, contextmanager, suppress
from dataclasses import asdict
from functools import partial

from bgterm.catalog import N_, _
from bgterm.cli.flags.usage import UsageError, option_inapplicable, usage
from bgterm.cli.hint import run_rollout, stoppable
from bgterm.cli.match_file_io import STREAM, kept_match, meant, put_lines, source, tell
from bgterm.cli.streams import complain
from bgterm.engine.adapter import engine_for, open_adapter
from bgterm.engine.analysis_report import figures, formulas, mistake, totals
from bgterm.engine.annotations import annotations
from bgterm.engine.engines import Engines
from bgterm.engine.levels import DEFAULT_PLIES
from bgterm.engine.match_analysis import Luck
from bgterm.formats import sgf
from bgterm.formats.messages import fault_line
from bgterm.notation.errors import quoted
from bgterm.notation.json_codec import write_fields
from bgterm.notation.parse_position import read_position
from bgterm.play.analysing import MatchAnalysis, analysis_in, kept_analysis
from bgterm.play.analysis_file import Head, analysis_path, kept_path
from bgterm.play.rollouts import Rollout
from bgterm.profile.settings import load, settings_file, state_folder
from bgterm.rules.errors import NotationError
from bgterm.storage.match_files import is_file_meant, write_file
from bgterm.terminal.program import program
from bgterm.terminal.wrapping import laid_out

_INTERRUPTED = 130
"""The exit status after Ctrl+C, as in shells."""


def run(options: Namespace) -> int:
    """Analyse the match that the options name, or read its saved analysis, and print it; return the exit status.

    Raises FileError for a file that cannot be read or written, EngineError when the engine fails, and UsageError
    for options that do not fit.
    """
    settings, _faults = load(settings_file())
    _refuse_position(options.file)
    if options.beside and options.file == STREAM:
        raise option_inapplicable("--beside", _("standard input is not a file"))
    read = source(options.file, options.form)
    record = read.match()
    file, saves = meant(options.file), state_folder() / "matches"
    any_will_do = options.engine is None and options.plies is None
    kept = kept_analysis(record, file, saves)[0] if any_will_do else None
    if any_will_do and (own := analysis_in(record) or kept) and own.head.plies < 0:
        if refused := next((name for name in ("sgf", "beside", "rollout") if getattr(options, name)), None):
            reason = _("the analysis is already there, by another program: choose an engine with --engine")
            raise option_inapplicable(f"--{refused}", reason)
        return _report(own, options)
    with usage():
        engine = engine_for(record.header.variant, options.engine or settings.engine)
    plies = DEFAULT_PLIES if options.plies is None else options.plies
    head = Head.of(record, engine, open_adapter(engine).version(), plies)
    if kept and kept.is_complete and kept.head != head and not options.beside:
        made_by = kept.engine_line
        said = _("the kept analysis is by {engine}; --engine {name} makes a new one", engine=made_by, name=engine)
        complain(f"{said}.")
        if not options.rollout:
            return _report(kept, options)
        head = kept.head
    analysis = MatchAnalysis(record, head, {})
    if options.plies is not None and analysis.limit:
        complain(f"{analysis.limit}.")
    path = analysis_path(file) if options.beside else kept_path(record, file, saves)
    analysis.keep_in(path)
    if analysis.file and analysis.file.remark:
        complain(_(analysis.file.remark))
    with closing(analysis):
        try:
            asyncio.run(_analyse(analysis))
        except KeyboardInterrupt:
            done, every = len(analysis.found), len(analysis.steps)
            said = _("Stopped after {done} of {every} steps; the same command continues.", done=done, every=every)
            print(said, file=sys.stderr)
            return _INTERRUPTED
        with stoppable():
            _roll_out(analysis, options.rollout or 0)
    if analysis.unkept:
        said = _("cannot keep the analysis in {path} ({reason})", path=path, reason=analysis.unkept)
        complain(f"{said}.")
    return _report(analysis, options)


def _roll_out(analysis: MatchAnalysis, trials: int) -> None:
    """Roll out the mistakes of an analysis one after the other, up to `trials` trials each."""
    rest = [each for each in analysis.mistakes if each.trials < trials]
    for number, decision in enumerate(rest, 1):
        if rollout := Rollout.of(analysis.steps[decision.step - 1], state_folder() / "rollouts", decision.act):
            row = mistake(analysis.record, analysis.steps, decision)
            about = _("Mistake {number} of {count}: {text}", number=number, count=len(rest), text="  ".join(row))
            run_rollout(rollout, trials, about)
            analysis.replace(rollout.decision(decision))


def _report(analysis: MatchAnalysis, options: Namespace) -> int:
    """Print an analysis, and write it with `--sgf`; return the exit status. Raises FileError."""
    record = analysis.record
    if options.sgf:
        text = sgf.write(record.header, record.events, annotations(analysis.steps, analysis.found))
        write_file(options.sgf, text.encode(errors="replace"), name=str(options.sgf))
    put_lines([json.dumps(_json(analysis))] if options.json else _text(analysis))
    return tell(map(fault_line, record.problems), options.file)


def _refuse_position(name: str) -> None:
    """Raise UsageError if the argument is an id of a position."""
    if is_file_meant(name) or kept_match(name):
        return
    with suppress(NotationError):
        read_position(name)
        message = N_("{text} is a position, not a match: {program} hint says what an engine recommends there")
        raise UsageError(message, text=quoted(name), program=program())


async def _analyse(analysis: MatchAnalysis) -> None:
    """Analyse the steps of the match that are not analysed yet."""
    with _progress(len(analysis.steps) - len(analysis.found)) as advance:
        async with aclosing(Engines()) as engines:
            await analysis.run(partial(engines.analyse, analysis.head.engine), advance)


@contextmanager
def _progress(steps: int) -> Iterator[Callable[[], None]]:
    """Show a progress bar on the terminal; yield the function that counts one step as done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(_("Analysing"), total=steps)
        yield lambda: progress.advance(task)


def _text(analysis: MatchAnalysis) -> Iterator[str]:
    """Yield the lines of a report: the figures of both players with their formulas, and all mistakes."""
    yield analysis.title
    yield ""
    yield from laid_out(figures(analysis.record, analysis.findings))
    yield ""
    yield from laid_out(formulas())
    if analysis.mistakes:
        yield ""
        yield from laid_out([mistake(analysis.record, analysis.steps, each) for each in analysis.mistakes])


def _json(analysis: MatchAnalysis) -> dict[str, object]:
    """Return an analysis as a JSON object."""
    record, findings = analysis.record, analysis.findings
    return {
        "names": [*record.header.names],
        "engine": analysis.head.engine,
        "version": analysis.head.version,
        "plies": analysis.plies,
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
        "decisions": [write_fields(each) | {"mark": each.mark} for each in analysis.decisions],
        "luck": [write_fields(finding) for finding in findings if isinstance(finding, Luck)],
    }
