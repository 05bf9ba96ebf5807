"""The analysis of a match in a file beside its record: a head, and a line for each step that was analysed.

    {"analysis":1,"match":"5f1d...","engine":"gnubg","version":"1.07.001","plies":2}
    {"step":3,"luck":{"step":3,"game":1,"player":"white","luck":0.04,"worth":0.005}}
    {"step":4,"decision":{"step":4,"game":1,"player":"white","act":"play","made":"8/5 6/5",...}}
    {"step":4}

The last line of a step has nothing but its number. So a step counts when all of it is there, and the analysis goes
on where it was stopped. It is begun anew when the head differs: another engine, or a match that went on.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from bgterm.catalog import N_
from bgterm.engine.match_analysis import Decision, Finding, Luck
from bgterm.formats.record import GameRecord
from bgterm.notation.json_codec import read_fields, write_fields, write_line
from bgterm.rules.errors import NotationError
from bgterm.storage.durable import AppendOnlyFile
from bgterm.storage.errors import Name, SaveError
from bgterm.storage.journal import ANALYSIS, SUFFIX

_FORMAT = 1
_PARTS = {"decision": Decision, "luck": Luck}


class AnalysisBusy(SaveError):
    """Another process is analysing the match."""

    name: Name
    message = N_("{name} is being analysed already")


@dataclass(frozen=True, slots=True)
class Head:
    """The match and the engine of an analysis."""

    match: str
    """A digest of the match."""
    engine: str
    version: str
    plies: int

    @classmethod
    def of(cls, record: GameRecord, engine: str, version: str, plies: int) -> "Head":
        """Return the head for the analysis of a record."""
        lines = (write_line(item) for item in (record.header, *record.events))
        return cls(sha256("\n".join(lines).encode()).hexdigest(), engine, version, plies)

    def line(self) -> str:
        """Return the first line of the file."""
        return json.dumps({"analysis": _FORMAT, **asdict(self)})


def analysis_path(record: Path) -> Path:
    """Return the path of the analysis of a record or a match file."""
    return record.with_suffix(ANALYSIS) if record.suffix == SUFFIX else record.with_name(record.name + ANALYSIS)


class AnalysisFile:
    """The file while it is added to."""

    def __init__(self, path: Path, head: Head) -> None:
        """Open it, or begin it anew. Raises AnalysisBusy, OSError."""
        try:
            self._file = AppendOnlyFile.open_or_create(path)
        except BlockingIOError as error:
            raise AnalysisBusy(name=path) from error
        data = path.read_bytes()
        self.found, size = read_analysis(data, head)
        """The findings that the file has already, by their steps."""
        self._file.keep(size)
        if not size:
            self._file.append(f"{head.line()}\n".encode())

    def add(self, step: int, findings: Iterable[Finding]) -> None:
        """Keep what was found about a step. Raises OSError."""
        self.found[step] = [*findings]
        lines = [json.dumps(line) for line in _lines(step, self.found[step])]
        self._file.append("".join(f"{line}\n" for line in lines).encode())

    def close(self) -> None:
        """Close it."""
        self._file.close()


def _lines(step: int, findings: Iterable[Finding]) -> Iterator[dict[str, object]]:
    for finding in findings:
        name = "luck" if isinstance(finding, Luck) else "decision"
        yield {"step": step, name: write_fields(finding)}
    yield {"step": step}


def read_analysis(data: bytes, head: Head) -> tuple[dict[int, list[Finding]], int]:
    """Return the findings of a file by their steps, and how many of its bytes are valid.

    None are valid when the head is another one.
    """
    first, *lines = data.split(b"\n")
    if first.decode(errors="replace") != head.line():
        return {}, 0
    found, open_steps = dict[int, list[Finding]](), defaultdict[int, list[Finding]](list)
    size = valid = len(first) + 1
    for line in lines[:-1]:
        size += len(line) + 1
        try:
            told = json.loads(line)
            step = int(told.pop("step"))
            for name, fields in told.items():
                open_steps[step].append(read_fields(_PARTS[name], fields))
        except (ValueError, KeyError, TypeError, AttributeError, NotationError):
            break
        if not told:
            found[step], valid = open_steps.pop(step, []), size
    return found, min(valid, len(data))
