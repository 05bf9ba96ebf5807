"""The reference data in `tests/data`."""

import json
from collections.abc import Callable
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parent / "data"
STANDARD = "standard_plays.jsonl"
BENCH = "bench_pairs.jsonl"
IDS = "ids.jsonl"
HIT_AND_RUN = "hit_and_run.jsonl"
LONG = "long_plays.jsonl"


@cache
def rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of a file of the reference data, as dictionaries."""
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def grouped(name: str, group: Callable[[dict[str, Any]], str]) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of a file of the reference data by their group."""
    return {key: [*found] for key, found in groupby(sorted(rows(name), key=group), group)}


def match_files(suffix: str) -> list[Any]:
    """Return the match files with that suffix as parameters of a test; a match to 25 is marked long."""
    return [
        pytest.param(path, id=path.name, marks=[pytest.mark.long] * ("match25" in path.name))
        for path in sorted((DATA / "matches").glob(f"*.{suffix}"))
    ]
