"""The analyses of matches, running and saved: on the command line, or in the background of the screens."""

import asyncio
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from bgterm.background import Watchers
from bgterm.catalog import N_, _, ngettext
from bgterm.engine.adapter import ADAPTERS, open_adapter
from bgterm.engine.engines import Engines
from bgterm.engine.file_analysis import file_findings, levels
from bgterm.engine.match_analysis import Analyst, Decision, Finding
from bgterm.engine.messages import engine_line
from bgterm.engine.protocol import Ask
from bgterm.formats.exporter import withdrawn_plays
from bgterm.formats.record import GameRecord
from bgterm.notation.errors import quoted
from bgterm.play.analysis_file import AnalysisFile, Head, Kept, analysis_path, kept_path, read_analysis
from bgterm.rules.errors import BackgammonError
from bgterm.rules.replay import Replay
from bgterm.storage.errors import reason_of
from bgterm.storage.journal import load
from bgterm.storage.writer import Writer
from bgterm.text.joining import sentence

AT_ONCE = 2
"""The number of steps that are analysed at the same time."""
_BAR = 12
"""The cells of the progress bar."""


class MatchAnalysis:
    """The analysis of a match by an engine: the findings about each step that is analysed so far."""

    def __init__(self, record: GameRecord, head: Head, found: dict[int, list[Finding]]) -> None:
        """Begin with the findings so far, by step."""
        self.record, self.head, self.found = record, head, found
        self.steps = [*Replay(record.header, record.events).steps()]
        self.file: AnalysisFile | None = None
        """The file in which the analysis is saved; None for a match from standard input, and if the disk fails."""
        self.unkept = ""
        """The reason why the analysis cannot be saved; empty if it can."""
        self._writer = Writer()

    @property
    def findings(self) -> list[Finding]:
        """All findings, in the order of the steps."""
        return [finding for step in sorted(self.found) for finding in self.found[step]]

    @property
    def decisions(self) -> list[Decision]:
        """All decisions, in the order of the steps."""
        return [each for each in self.findings if isinstance(each, Decision)]

    @property
    def is_complete(self) -> bool:
        """Whether every step is analysed."""
        return len(self.found) >= len(self.steps)

    @property
    def plies(self) -> int:
        """The plies that the engine looks ahead, which may be fewer than requested."""
        engine, plies = self.head.engine, self.head.plies
        return min(plies, open_adapter(engine).deepest) if engine in ADAPTERS else plies

    @property
    def limit(self) -> str:
        """A message that the engine looks ahead fewer plies than requested; empty when it does not."""
        if self.plies == self.head.plies:
            return ""
        return ngettext(
            "{engine} looks ahead {count} roll at most, not {wanted}",
            "{engine} looks ahead {count} rolls at most, not {wanted}",
            self.plies,
            engine=open_adapter(self.head.engine).label,
            wanted=self.head.plies,
        )

    @property
    def engine_line(self) -> str:
        """The engine with its version and plies, in words."""
        return engine_line(self.head.engine, self.head.version, self.plies)

    @property
    def title(self) -> str:
        """The heading of an analysis in words: the engine, its match equity table, the number of rollouts."""
        from bgterm.engine.builtin.stakes import table_name  # only for a report

        title, name = self.engine_line, table_name(self.record.match) if self.head.engine == "builtin" else ""
        if name:
            title = _("{engine}, match equities: {name}", engine=title, name=name)
        if count := sum(each.trials > 0 for each in self.decisions):
            title += ngettext(
                "; {count} decision rolled out by the built-in engine",
                "; {count} decisions rolled out by the built-in engine",
                count,
            )
        return title

    def keep_in(self, path: Path) -> None:
        """Save the analysis in the file at `path` from now on; the findings in the file replace those here.

        If the disk fails, `unkept` has the reason. Raises SaveError while another program analyses the match.
        """
        try:
            self.file = AnalysisFile(path, self.head)
        except OSError as error:
            self.unkept = reason_of(error)
        else:
            self.found = dict(self.file.found)

    async def run(self, ask: Ask, advance: Callable[[], None]) -> None:
        """Analyse the steps without findings, a few at a time, with the engine that `ask` asks.

        `advance` is called after each step. Raises EngineError when the engine fails.
        """
        remade = withdrawn_plays(self.steps)
        rest = iter([at for at in range(len(self.steps)) if at + 1 not in self.found])
        analyst = Analyst(ask, self.head.plies)

        async def some() -> None:
            for at in rest:
                step = at + 1
                self.found[step] = [] if at in remade else await analyst.findings(step, self.steps[at])
                await self._writer.run(partial(self._save, step))
                advance()

        try:
            async with asyncio.TaskGroup() as group:
                for _worker in range(AT_ONCE):
                    group.create_task(some())
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from None

    def _save(self, step: int) -> None:
        if self.file:
            try:
                self.file.add({step: self.found[step]})
            except OSError as error:
                self.unkept = reason_of(error)
                self.close()

    @property
    def mistakes(self) -> list[Decision]:
        """The decisions that are marked as mistakes."""
        return [each for each in self.decisions if each.mark]

    def replace(self, decision: Decision) -> None:
        """Put a decision, such as a rolled-out one, in place of that of the same step and act; save the step."""
        self.found[decision.step] = [
            decision if isinstance(each, Decision) and each.act is decision.act else each
            for each in self.found[decision.step]
        ]
        self._save(decision.step)

    def replace_in(self, path: Path, decision: Decision) -> None:
        """Put this decision in place of the same one in the analysis file at `path`. Raises SaveError."""
        self.keep_in(path)
        self.replace(decision)
        self.close()

    def close(self) -> None:
        """Close the analysis file."""
        if self.file:
            self.file.close()
        self.file = None


def kept_analysis(record: GameRecord, path: Path, saves: Path) -> tuple[MatchAnalysis | None, str]:
    """Return the saved analysis of a match, and a message about why one that exists is not used, or empty.

    Without a file of a saved analysis, return the analysis of another program that the match file at `path`
    contains. None without either, and when the saved analysis is damaged or of an earlier state of the match.
    `saves` is the folder of saved matches. The message is a msgid.
    """
    try:
        kept = read_analysis(kept_path(record, path, saves).read_bytes())
    except OSError:
        return analysis_in(record), ""
    analysis = analysis_of(record, kept)
    return analysis, kept.remark(analysis.head if analysis else Head.of(record))


def analysis_of(record: GameRecord, kept: Kept) -> MatchAnalysis | None:
    """Return the contents of an analysis file as an analysis of this record.

    None if they are of another state of the match, or have no valid head.
    """
    steps = (each.step for found in kept.found.values() for each in found)
    if kept.head is None or kept.head.match != Head.of(record).match or max(steps, default=0) > len(record.events):
        return None
    return MatchAnalysis(record, kept.head, kept.found)


def analysis_in(record: GameRecord) -> MatchAnalysis | None:
    """Return the analysis of another program in the match file of a record; None without one."""
    found = file_findings(record) if record.judged else {}
    if not any(found.values()):
        return None
    return MatchAnalysis(record, Head.of(record, record.program, levels(found), -1), found)


def keep_analysis(record: GameRecord, saved: Path) -> None:
    """Save the analysis by another program that an imported match file contained, beside the match's save.

    `record` is the match as read from the imported file, and `saved` the path of its save. Raises OSError and
    SaveError when the save cannot be read or the analysis cannot be saved.
    """
    if found := analysis_in(record):
        head = replace(found.head, match=Head.of(load(saved)).match)
        with closing(AnalysisFile(analysis_path(saved), head)) as file:
            file.add(found.found)


def _begun(
    record: GameRecord, path: Path, saves: Path, engines: Engines, engine: str, plies: int | None
) -> MatchAnalysis:
    """Return the analysis that `Analyses.begin` continues or begins. Raises EngineError, SaveError."""
    kept = kept_analysis(record, path, saves)[0] if plies is None else None
    if kept and kept.is_complete:
        return kept
    chosen, usual = engines.analyst(record.header.variant, kept.head.engine if kept else engine)
    if plies is None:
        plies = kept.head.plies if kept and kept.head.engine == chosen else usual
    analysis = MatchAnalysis(record, Head.of(record, chosen, open_adapter(chosen).version(), plies), {})
    analysis.keep_in(kept_path(record, path, saves))
    return analysis


class Analyses:
    """The analyses that run in the background of the screens of one terminal, one at a time."""

    def __init__(self, engines: Engines, saves: Path) -> None:
        """Begin without an analysis; `engines` answer the questions, and `saves` is the folder of the matches."""
        self._engines, self._saves, self._writer = engines, saves, Writer()
        self._task: asyncio.Task[str] | None = None
        self.name, self.path = "", Path()
        """The name of the match that is, or was last, analysed, and the path of its file."""
        self.analysis: MatchAnalysis | None = None
        """The current or last analysis; None until its engine is known to be installed."""
        self.watchers = Watchers[[]]()
        """Functions that are called after each step of the analysis, and at its end."""
        self.outcome = ""
        """A sentence about the end of the last analysis; empty before."""

    @property
    def is_running(self) -> bool:
        """Whether a match is being analysed."""
        return self._task is not None

    @property
    def is_complete(self) -> bool:
        """Whether the last analysis is complete."""
        return self.analysis is not None and self.analysis.is_complete

    @property
    def percent(self) -> int:
        """How much of the current or last match is analysed, in percent."""
        analysis = self.analysis
        return 100 * len(analysis.found) // max(len(analysis.steps), 1) if analysis else 0

    async def kept(self, record: GameRecord, path: Path) -> tuple[MatchAnalysis | None, str]:
        """Return the result of `kept_analysis` for the match in the file at `path`, read in a thread."""
        return await asyncio.to_thread(kept_analysis, record, path, self._saves)

    def runs(self, path: Path) -> bool:
        """Return whether the match in this file is being analysed."""
        return self.is_running and self.path == path

    def begin(self, record: GameRecord, name: str, path: Path, engine: str, plies: int | None = None) -> None:
        """Begin to analyse a match in the background, and save the analysis.

        `name` is the name of the match on the screen, `path` its file, and `engine` the name of an engine or
        `auto`. Without `plies`, a saved analysis is continued by its own engine. Raises BackgammonError while
        another analysis is running.
        """
        if self.is_running:
            raise BackgammonError(N_("{name} is being analysed: wait for it, or stop it"), name=quoted(self.name))
        self.name, self.path, self.analysis, self.outcome = name, path, None, ""
        self._task = asyncio.create_task(self._analyse(record, path, engine, plies))
        self._task.add_done_callback(self._end)

    def stop(self) -> None:
        """Stop the analysis; its results so far are saved."""
        if self._task:
            self._task.cancel()

    async def aclose(self) -> None:
        """Stop the analysis, and wait until it has ended."""
        self.stop()
        await self.ended()

    async def ended(self) -> None:
        """Wait until the analysis has ended."""
        if self._task:
            await asyncio.wait([self._task])

    def _end(self, task: asyncio.Task[str]) -> None:
        """Close the analysis, and set the sentence about its end."""
        if self.analysis:
            self.analysis.close()
        self._task = None
        fault = None if task.cancelled() else task.exception()
        if task.cancelled():
            self.outcome = _("Stopped. Press a to continue the analysis.")
        elif isinstance(fault, BackgammonError):
            self.outcome = sentence(str(fault))
        elif fault:
            error = type(fault).__name__  # there is no room for its text
            self.outcome = _("Internal error ({error}). Press a to continue the analysis.", error=error)
        else:
            self.outcome = task.result()
        self.watchers.tell()

    async def _analyse(self, record: GameRecord, path: Path, engine: str, plies: int | None) -> str:
        """Analyse the match; return the sentence about its end. Raises EngineError, SaveError."""
        analysis = await self._writer.run(partial(_begun, record, path, self._saves, self._engines, engine, plies))
        self.analysis, before = analysis, -1

        def advance() -> None:
            nonlocal before
            if before != (before := self.percent):
                self.watchers.tell()

        advance()
        remark = analysis.file.remark if analysis.file and plies is None else ""
        await analysis.run(partial(self._engines.analyse, analysis.head.engine), advance)
        if analysis.unkept:
            return _("Analysed, but the analysis cannot be kept ({reason}).", reason=analysis.unkept)
        if remark:
            return _(remark)
        if plies is not None and analysis.limit:
            return _("Analysed. {limit}.", limit=analysis.limit)
        return _("Analysed by {engine}.", engine=analysis.engine_line)

    def progress(self, *, ascii_only: bool) -> str:
        """Return the progress of the analysis with a bar, in ASCII or not, or that the engine is starting."""
        if self.analysis is None:
            return _("The engine is starting.")
        full, empty = ("#", ".") if ascii_only else ("█", "░")
        wide = _BAR * self.percent // 100
        bar = full * wide + empty * (_BAR - wide)
        return _("{bar} {percent}%  {engine}", engine=self.analysis.engine_line, bar=bar, percent=self.percent)
