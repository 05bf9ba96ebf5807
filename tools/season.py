"""A folder of played matches, for pictures of the match library: those of three friends in a few weeks."""

import os
from collections.abc import Iterable
from pathlib import Path

from bgterm.notation.json_codec import Note
from bgterm.rules.events import Event
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER, LONG, NACKGAMMON
from bgterm.storage.durable import Disk
from bgterm.storage.journal import keep
from tests.sensible import first_events

WILHELMINA, BEATRIX, OTTO = "Wilhelmina", "Beatrix", "Otto"
TO_FIVE = Header(BACKGAMMON, Ruleset(length=5), (WILHELMINA, BEATRIX), "seed:1")
MONEY = TO_FIVE._replace(ruleset=Ruleset(jacoby=True, beavers=1), stake="0.50 euro")
LONG_TO_THREE = TO_FIVE._replace(variant=LONG, ruleset=Ruleset(length=3, cube=False))
DAMAGED = "2026-11-02-otto-beatrix"

PLAYED = (
    ("2026-11-19T20:00", TO_FIVE._replace(names=(OTTO, BEATRIX)), 12, 9999),
    ("2026-11-16T20:30", MONEY, 1, 9999),
    ("2026-11-14T19:00", TO_FIVE._replace(variant=NACKGAMMON, names=(BEATRIX, WILHELMINA)), 3, 9999),
    ("2026-11-12T21:00", LONG_TO_THREE, 11, 9999),
    ("2026-11-10T20:00", TO_FIVE._replace(ruleset=Ruleset(length=11), names=(OTTO, WILHELMINA)), 8, 400),
    ("2026-11-08T18:30", TO_FIVE._replace(variant=HYPER), 5, 9999),
    ("2026-11-05T20:00", TO_FIVE, 21, 9999),
    ("2026-11-03T20:00", TO_FIVE._replace(ruleset=Ruleset(length=7)), 6, 9999),
    ("2026-11-02T20:00", TO_FIVE._replace(names=(OTTO, BEATRIX)), 7, 90),
)
"""The start, the header, the seed of the dice and the largest number of events of each match."""


def keep_season(folder: Path) -> None:
    """Write all matches to the folder, the first one as the last that was played, and one with a damaged end."""
    for at, (date, header, seed, most) in enumerate(PLAYED):
        path = keep_match(folder, header._replace(date=date), first_events(seed, header, most))
        if path.stem == DAMAGED:
            path.write_text(f"{path.read_text(encoding='utf-8')}oops\n", encoding="utf-8")
        os.utime(path, (0, 1000 - at))


def keep_match(folder: Path, header: Header, items: Iterable[Event | Note]) -> Path:
    """Write a match to a file of the folder without waiting for the disk; return its path."""
    return keep(folder, header, items, Disk(sync=lambda _: None))
