"""`bgterm hint`: the play or cube action that an engine recommends; with `--rollout`, by simulated games."""

import json
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from bgterm.catalog import N_, _, ngettext
from bgterm.cli.flags.usage import UsageError, option_inapplicable, usage, usage_error
from bgterm.cli.listing import laid_out
from bgterm.cli.match_file_io import put_lines, tell
from bgterm.cli.show import match_or_position
from bgterm.cli.streams import complain
from bgterm.engine.adapter import engine_for
from bgterm.engine.adapters.builtin import Builtin
from bgterm.engine.analysis_report import engine_line
from bgterm.engine.asking import ask_once
from bgterm.engine.builtin.rollout import Rollout
from bgterm.engine.hint import Hint, decision_of
from bgterm.engine.levels import DEFAULT_PLIES
from bgterm.engine.protocol import EngineAnswer, EngineRequest, Measure, QuestionKind
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.notation.json_codec import write_fields
from bgterm.notation.plays import exact_text
from bgterm.notation.position import Position
from bgterm.profile.settings import load, settings_file, state_folder
from bgterm.rules.errors import IllegalAction
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import MatchState
from bgterm.storage.durable import PRIVATE_FOLDER
from bgterm.storage.errors import FileError, reported
from bgterm.storage.match_files import write_file

_HEAD = (N_("play"), N_("equity"), N_("95 % interval"), N_("diff"))
_CHANCES = (N_("win"), N_("gammon"), N_("lose g"))


def run(options: Namespace) -> int:
    """Print an engine's recommendation; return the exit status.

    Raises UsageError for wrong arguments, and another BackgammonError when a file or an engine fails.
    """
    settings, _faults = load(settings_file())
    if options.rollout and (options.engine or options.plies is not None):
        raise usage_error(option_inapplicable("--rollout", _("the built-in engine plays, at 0 plies")))
    with usage():
        found = match_or_position(options)
        match = found.match if isinstance(found, GameRecord) else found.under().match()
        engine = engine_for(match.variant, options.engine or settings.engine)
    try:
        if options.rollout:
            _roll_out(match, options)
            return _told(found, options)
        hint = ask_once(match, engine, DEFAULT_PLIES if options.plies is None else options.plies)
    except IllegalAction as error:
        error.about(match.names)
        raise error if isinstance(found, GameRecord) else usage_error(error) from None
    line = engine_line(hint.engine, hint.answer.version, hint.plies)
    text = [line, "", *laid_out(hint.table()), *hint.notes()] if hint.equities else [line, *str(hint).splitlines()]
    put_lines([json.dumps(hint.as_json())] if options.json else text)
    return _told(found, options)


def _told(found: GameRecord | Position, options: Namespace) -> int:
    """Report the faults of a file; return the exit status, 1 when there are any."""
    return tell(map(fault_line, found.problems), options.what) if isinstance(found, GameRecord) else 0


def _roll_out(match: MatchState, options: Namespace) -> None:
    """Run a rollout up to so many trials, continuing an earlier one of the decision, and print the results.

    Raises IllegalAction when there is nothing to decide, UsageError for a resignation.
    """
    current, kind = decision_of(match)
    if kind is QuestionKind.RESIGN:
        raise UsageError(N_("a resignation cannot be rolled out"))
    version = Builtin().version()
    about = f"{version} {write_fields(EngineRequest.of(current, kind))}"
    path = state_folder() / "rollouts" / f"{sha256(about.encode()).hexdigest()[:24]}.json"
    rollout = Rollout(current)
    rollout.trials = _kept(path, len(rollout.starts))
    with suppress(KeyboardInterrupt):
        _continue(rollout, options.rollout, path)
    if not rollout.trials:
        return
    if options.json:
        put_lines([json.dumps(_json(rollout, version))])
        return
    count = len(rollout.trials)
    title = ngettext(
        "Built-in bot {version}, {count} trial", "Built-in bot {version}, {count} trials", count, version=version
    )
    put_lines([title, "", *laid_out([*_rows(rollout)]), *(() if rollout.plays else _cube(rollout, kind))])


def _cube(rollout: Rollout, kind: QuestionKind) -> Iterator[str]:
    """Yield the lines about the cube action that the results of a rollout recommend."""
    answer = EngineAnswer(0, "", Builtin.name, "", Measure.CUBEFUL, cube=rollout.cube(kind))
    hint = Hint(rollout.match, kind, answer)
    yield from ("", *laid_out(hint.table()), *hint.notes())


def _continue(rollout: Rollout, trials: int, path: Path) -> None:
    """Run the missing trials, with intermediate results on a terminal, and save all trials."""
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True)
    try:
        with Live(console=console, transient=True, auto_refresh=False) as live:
            while len(rollout.trials) < trials:
                rollout.run_trial()
                if console.is_terminal:
                    number = len(rollout.trials)
                    head = _("Trial {number} of {count}; Ctrl+C stops.", number=number, count=trials)
                    live.update("\n".join([head, *laid_out([*_rows(rollout)])]), refresh=True)
    finally:
        try:
            with reported(path):
                path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            write_file(path, json.dumps(rollout.trials).encode(), name=str(path))
        except FileError as error:
            complain(_("the trials are not kept: {reason}", reason=error))


def _kept(path: Path, candidates: int) -> list[list[tuple[float, ...]]]:
    """Return the trials of an earlier rollout of the same decision; empty if the file is missing or damaged."""
    try:
        trials = [[tuple(map(float, chances)) for chances in trial] for trial in json.loads(path.read_bytes())]
    except (OSError, ValueError, TypeError):
        return []
    sound = all(len(trial) == candidates and {*map(len, trial)} == {5} for trial in trials)
    return trials if sound else []


def _names(rollout: Rollout) -> list[str]:
    legal = legal_plays(rollout.match)
    return [exact_text(legal, play) for play in rollout.plays] if legal else [_("before the roll")]


def _rows(rollout: Rollout) -> Iterator[list[str]]:
    """Yield the head and a row for each candidate play, the best first."""
    found = sorted(zip(_names(rollout), rollout.estimates(), strict=True), key=lambda row: -row[1].equity)
    yield [*map(_, (*_HEAD, *_CHANCES))]
    best = found[0][1].equity
    for name, each in found:
        apart = f"{each.equity - best:+.3f} {_half(each.behind)}".rstrip() if each.equity < best else ""
        chances = each.probabilities.win, each.probabilities.win_gammon, each.probabilities.lose_gammon
        shown = f"{each.equity:+.3f}", _half(each.interval), apart
        yield [name, *shown, *(f"{100 * chance:.1f}%" for chance in chances)]


def _half(interval: float | None) -> str:
    return "" if interval is None else f"± {interval:.3f}"


def _json(rollout: Rollout, version: str) -> dict[str, object]:
    found = [
        {"play": name, **asdict(each)} for name, each in zip(_names(rollout), rollout.estimates(), strict=True)
    ]
    return {"engine": "builtin", "version": version, "trials": len(rollout.trials), "plays": found}
