"""The reference data in `tests/data`."""

import json
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
STANDARD = "standard_plays.jsonl"
BENCH = "bench_pairs.jsonl"
IDS = "ids.jsonl"
HIT_AND_RUN = "hit_and_run.jsonl"
LONG = "long_plays.jsonl"


@cache
def rows(name: str) -> list[dict[str, Any]]:
    """Return the rows of a file of the reference data."""
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]
