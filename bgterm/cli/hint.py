"""`bgterm hint`: the play or cube action that an engine recommends; with `--rollout`, by simulated games."""

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from bgterm.catalog import N_, _
from bgterm.cli.flags.usage import UsageError, option_inapplicable, usage
from bgterm.cli.match_file_io import put_lines, tell
from bgterm.cli.show import match_or_position
from bgterm.cli.streams import complain
from bgterm.engine.adapter import engine_for
from bgterm.engine.hint import Hint, ask_once, decision_of
from bgterm.engine.levels import DEFAULT_PLIES
from bgterm.engine.protocol import QuestionKind
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.play.rollouts import Rollout
from bgterm.profile.settings import load, settings_file, state_folder
from bgterm.rules.errors import IllegalAction
from bgterm.rules.match import MatchState
from bgterm.terminal.wrapping import laid_out

_WIDTH = 80
"""The greatest width of a table, in characters."""


def run_rollout(rollout: Rollout, trials: int, about: str = "") -> None:
    """Run a rollout until it has `trials` games, those of earlier runs included.

    On a terminal, standard error shows the results so far, below the text `about` unless it is empty.
    """
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    console = Console(stderr=True)
    try:
        with Live(console=console, transient=True, auto_refresh=False) as live:
            for hint in rollout.run(trials):
                if console.is_terminal:
                    number = hint.answer.trials
                    head = _("Trial {number} of {count}; Ctrl+C stops.", number=number, count=trials)
                    rows = about, hint.title, head, *laid_out(hint.table(), console.width)
                    live.update(Text("\n".join(filter(None, rows))), refresh=True)
    finally:
        if rollout.unkept:
            complain(_("the trials are not kept: {reason}", reason=rollout.unkept))


@contextmanager
def stoppable() -> Iterator[None]:
    """Return a context manager for rollouts, whose block Ctrl+C ends with a line that says how they continue."""
    try:
        yield
    except KeyboardInterrupt:
        complain(_("stopped; the same command continues the rollout."))


def run(options: Namespace) -> int:
    """Print an engine's recommendation for the match or position named; return 1 when its file has faults, else 0.

    Raises UsageError for wrong arguments, and another BackgammonError when a file or an engine fails.
    """
    settings, _faults = load(settings_file())
    if options.rollout and (options.engine not in (None, "builtin") or options.plies):
        raise option_inapplicable("--rollout", _("the built-in engine plays, at 0 plies"))
    with usage():
        found = match_or_position(options)
        match = found.match if isinstance(found, GameRecord) else found.under().match()
        engine = engine_for(match.variant, options.engine or settings.engine)
    plies = DEFAULT_PLIES if options.plies is None else options.plies
    try:
        hint = _rolled_out(match, options.rollout) if options.rollout else ask_once(match, engine, plies)
    except IllegalAction as error:
        error.about(match.names)
        raise error if isinstance(found, GameRecord) else UsageError(N_("{reason}"), reason=error) from None
    if hint:
        put_lines([json.dumps(hint.as_json())] if options.json else _text(hint))
    return tell(map(fault_line, found.problems), options.what) if isinstance(found, GameRecord) else 0


def _text(hint: Hint) -> list[str]:
    table = laid_out(hint.table(), _WIDTH if sys.stdout.isatty() else 0)
    return [hint.title, "", *table, *hint.notes()] if table else [hint.title, hint.line()]


def _rolled_out(match: MatchState, trials: int) -> Hint | None:
    """Return the results of a rollout that continues earlier ones; None if it was stopped in its first trial.

    Raises IllegalAction when there is nothing to decide, UsageError for a resignation.
    """
    current, kind = decision_of(match)
    if kind is QuestionKind.RESIGN:
        raise UsageError(N_("a resignation cannot be rolled out"))
    rollout = Rollout(current, state_folder() / "rollouts")
    with stoppable():
        run_rollout(rollout, trials)
    return rollout.hint
