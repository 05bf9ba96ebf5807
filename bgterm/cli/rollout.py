"""Rollouts on the command line, whose results are shown while they run."""

from collections.abc import Iterator
from contextlib import contextmanager

from bgterm.catalog import _
from bgterm.cli.streams import complain
from bgterm.play.rollouts import Rollout
from bgterm.terminal.wrapping import laid_out


def watch(rollout: Rollout, trials: int, about: str = "") -> None:
    """Run the missing trials of a rollout; on a terminal show the results so far below the text `about`."""
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
    """Return a context for rollouts that Ctrl+C ends, with a line that says how they continue."""
    try:
        yield
    except KeyboardInterrupt:
        complain(_("stopped; the same command continues the rollout."))
