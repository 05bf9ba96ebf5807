"""The practice of a player at one keyboard."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from bgterm.practice.cards import AnalysedMatch, PracticePlace, names_in, own_seats
from bgterm.practice.journal import own_journal
from bgterm.profile.settings import REVIEWS
from bgterm.storage.journal import ANALYSIS, SUFFIX, load


def own_place(saves: Path, names: Callable[[], str]) -> PracticePlace:
    """Return the practice with the matches in a folder; `names` returns the player's names in the settings."""
    return PracticePlace(
        own_journal(saves.with_name(REVIEWS)),
        partial(asyncio.to_thread, _analysed, saves),
        lambda record: own_seats(record, names_in(names())),
        lambda: bool(names()),
    )


def _analysed(saves: Path) -> list[AnalysedMatch]:
    """Return the saved matches with analyses, the latest analysis first."""
    paths = sorted(saves.glob(f"*{ANALYSIS}"), key=_changed, reverse=True)
    return [AnalysedMatch(path, partial(load, path.with_suffix(SUFFIX))) for path in paths]


def _changed(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_mtime_ns
    return 0
