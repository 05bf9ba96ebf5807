"""The analysis of a match in a file: a head, and a line for each step that was analysed.

    {"analysis":1,"match":"5f1d...","engine":"gnubg","version":"1.07.001","plies":2}
    {"step":3,"luck":{"step":3,"game":1,"player":"white","luck":0.04,"worth":0.005}}
    {"step":4,"decision":{"step":4,"game":1,"player":"white","act":"play","made":"8/5 6/5",...}}
    {"step":4}

The last line of a step has nothing but its number. So a step counts when all of it is there, and the analysis goes
on where it was stopped. It starts over when the head differs: another engine, or a match that went on. What
follows a line that cannot be read is analysed again. The file is beside the record of a saved match; of
another match it is in the state folder, under the digest of the match.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

from bgterm.catalog import N_
from bgterm.engine.match_analysis import Decision, Finding, Luck
from bgterm.formats.record import GameRecord
from bgterm.notation.json_codec import UNREADABLE, read_fields, read_value, write_fields, write_line
from bgterm.storage.durable import PRIVATE_FOLDER, AppendOnlyFile
from bgterm.storage.errors import SaveError
from bgterm.storage.journal import ANALYSIS, SUFFIX

_FORMAT = 1
_PARTS = {"decision": Decision, "luck": Luck}


@dataclass(frozen=True, slots=True)
class Head:
    """The first line of an analysis file: which match it is about, and which engine made it."""

    match: str
    """A digest of the match."""
    engine: str
    version: str
    """The engine's version; for another program's analysis, its levels in that program's words."""
    plies: int
    """How many plies the engine looks ahead; negative for another program's analysis."""

    @classmethod
    def of(cls, record: GameRecord, engine: str = "", version: str = "", plies: int = 0) -> "Head":
        """Return the head for an analysis of this match by an engine, in this version and at these plies."""
        lines = (write_line(item) for item in (record.header, *record.events))
        return cls(sha256("\n".join(lines).encode()).hexdigest(), engine, version, plies)

    def line(self) -> str:
        """Return the first line of an analysis file, without its line feed."""
        return json.dumps({"analysis": _FORMAT, **asdict(self)})


def analysis_path(record: Path) -> Path:
    """Return the path of the analysis file beside the record of a saved match or beside a match file."""
    return record.with_suffix(ANALYSIS) if record.suffix == SUFFIX else record.with_name(record.name + ANALYSIS)


def kept_path(record: GameRecord, file: Path, saves: Path) -> Path:
    """Return the path of the analysis file of a match that is in `file`.

    It is beside `file` if that is in the folder `saves` or has an analysis beside it already; otherwise in a
    folder beside `saves`, under the digest of the match.
    """
    beside = analysis_path(file)
    with suppress(OSError):  # a name that is too long
        if file.resolve().parent == saves.resolve() or beside.exists():
            return beside
    return saves.parent / "analyses" / f"{Head.of(record).match}{ANALYSIS}"


class AnalysisFile:
    """An analysis file that this program has open and locked, to append findings to it."""

    def __init__(self, path: Path, head: Head) -> None:
        """Open the file, or start it over if its head differs. Raises OSError, and SaveError when it is in use."""
        path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        try:
            self._file = AppendOnlyFile.open_or_create(path)
        except BlockingIOError as error:
            raise SaveError(N_("{name} is being analysed already"), name=path) from error
        kept = read_analysis(path.read_bytes())
        self.found = kept.found if kept.head == head else {}
        """The findings already in the file, by step."""
        self.remark = kept.remark(head)
        """Why the file's earlier contents are not used, as a message to translate; empty if they are."""
        self._file.keep(kept.size if kept.head == head else 0)
        if kept.head != head:
            self._file.append(f"{head.line()}\n".encode())

    def add(self, found: Mapping[int, Iterable[Finding]]) -> None:
        """Append the findings about some steps, keyed by step number from 1. Raises OSError."""
        lines = [json.dumps(line) for step, findings in found.items() for line in _lines(step, findings)]
        self._file.append("".join(f"{line}\n" for line in lines).encode())

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _lines(step: int, findings: Iterable[Finding]) -> Iterator[dict[str, object]]:
    for finding in findings:
        name = "luck" if isinstance(finding, Luck) else "decision"
        yield {"step": step, name: write_fields(finding)}
    yield {"step": step}


@dataclass(frozen=True, slots=True)
class Kept:
    """The contents of an analysis file that was read, up to the first line that is not valid."""

    head: Head | None = None
    """The head of the file; None if it has no valid one."""
    found: dict[int, list[Finding]] = field(default_factory=dict)
    size: int = 0
    """How many bytes at the start of the file are valid."""
    damaged: bool = False
    """Whether a line is unreadable, apart from an unfinished last line."""

    def remark(self, head: Head) -> str:
        """Return why an analysis with the given head cannot use all of the file, as a msgid; empty if it can."""
        if self.damaged:
            return N_("The kept analysis is damaged; what cannot be read is not used.")
        if self.head is None or self.head == head:
            return ""
        if self.head.match != head.match:
            return N_("The kept analysis is of an earlier state of the match and is not used.")
        return N_("The kept analysis is by another engine or number of plies and is not used.")


def read_analysis(data: bytes) -> Kept:
    """Parse an analysis file. A step counts only when its last line was written."""
    first, *lines = data.split(b"\n")
    head = _head(first)
    if head is None or not lines:
        return Kept(damaged=bool(lines))
    found, open_steps = dict[int, list[Finding]](), defaultdict[int, list[Finding]](list)
    size = valid = len(first) + 1
    for line in lines[:-1]:
        size += len(line) + 1
        try:
            fields = json.loads(line)
            step = read_value(int, "step", fields.pop("step"))
            for name, values in fields.items():
                open_steps[step].append(read_fields(_PARTS[name], values))
        except UNREADABLE:
            return Kept(head, found, valid, damaged=True)
        if not fields:
            found[step], valid = open_steps.pop(step, []), size
    return Kept(head, found, valid)


def _head(line: bytes) -> Head | None:
    try:
        fields = json.loads(line)
        known = fields.pop("analysis") == _FORMAT
        head: Head = read_fields(Head, fields)
    except UNREADABLE:
        return None
    return head if known else None
