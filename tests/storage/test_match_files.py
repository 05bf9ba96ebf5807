"""Match files: of broken ones all valid parts are read, others are refused, and none is overwritten."""

import resource
from collections.abc import Callable
from pathlib import Path
from random import Random

import platformdirs
import pytest

from bgterm.analysis.dice_proof import verify
from bgterm.analysis.json_report import report
from bgterm.analysis.text_report import summary
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.notation.json_codec import Note
from bgterm.profile import settings
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, ResignationAccepted, ResignationOffered
from bgterm.rules.match import Header, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER
from bgterm.storage.errors import FileError
from bgterm.storage.journal import load
from bgterm.storage.match_files import FORMATS, decoded, export, read_data, read_file, write_file
from tests.players import random_match
from tests.reference import DATA
from tests.states import states
from tests.strategies import by_profile, stride
from tests.tables import begin_table, resign

FOREIGN = {
    suffix: (DATA / "matches" / f"s10_match3_unfinished{suffix}").read_bytes() for suffix in (".mat", ".sgf")
}
SEED = 7344
READ = [suffix for suffix in FORMATS if suffix != ".txt"]
every_format = pytest.mark.parametrize("suffix", READ)


def own(suffix: str) -> bytes:
    """Return a file by bgterm with a double, a play taken back and a resignation in it."""
    header = Header(HYPER, Ruleset(length=2), ("Ann", "Bób"))
    return FORMATS[suffix].write(header, tuple(random_match(SEED, header)[0])).encode()


def look_at(data: bytes, suffix: str) -> GameRecord | None:
    """Read the data and assert that its record is sound; return the record, or None when it is refused."""
    try:
        found = read_data(data, "it", FORMATS[suffix])
    except FileError as error:
        assert str(error).startswith(("it: ", "it is a binary file"))  # noqa: PT017 - some are refused, most are read
        return None
    *_, match = states(found.header, found.events)
    assert found.match == match
    for fault in found.problems:
        assert 1 <= fault.line <= data.count(b"\n") + data.count(b"\r") + 1
        assert fault.game >= 0
        assert fault.reason.strip(" .;")
        assert "\n" not in fault_line(fault)
    return found


@pytest.mark.parametrize(("suffix", "data"), [*((suffix, own(suffix)) for suffix in READ), *FOREIGN.items()])
@pytest.mark.parametrize("step", [stride(5), pytest.param(1, marks=pytest.mark.soak)], ids=["some", "all"])
def test_of_the_beginning_of_a_file_what_is_valid_is_read(suffix, data, step):
    whole = look_at(data, suffix)
    assert whole is not None
    assert whole.problems == ()
    for size in range(0, len(data), 3 * step if suffix == ".jsonl" else step):
        found = look_at(data[:size], suffix)
        if found is not None and found.header == whole.header and not found.problems:
            assert found.items == whole.items[: len(found.items)]


@every_format
@pytest.mark.parametrize(
    "mutations", [by_profile(200), pytest.param(2000, marks=pytest.mark.soak)], ids=["some", "many"]
)
def test_altered_file_is_read_as_far_as_it_is_valid(suffix, mutations):
    rng = Random(SEED)
    samples = [own(suffix)] * 5 + [data for other, data in FOREIGN.items() if other == suffix]
    told = 0
    for _ in range(mutations):
        found = look_at(mutated(rng.choice(samples), rng), suffix)
        if found is not None and found.problems:
            told += 1
            assert summary(found)
            assert report(found)["faults"]
    assert told > mutations // 10


def mutated(data: bytes, rng: Random) -> bytes:
    """Return the data with up to four random changes."""
    for _ in range(rng.randint(1, 4)):
        at, size = rng.randrange(len(data)), rng.choice((1, 1, 2, 30, 200))
        other = rng.randrange(len(data))
        parts = (b"", rng.randbytes(size), data[other : other + size], b"\xff", b"9" * 12, b"\n", b"[", b"(")
        data = data[:at] + rng.choice(parts) + data[at + rng.choice((0, size)) :]
    return data


@every_format
def test_noise_and_encodings_that_are_none_of_ours_are_told(suffix):
    rng = Random(SEED)
    for size in (1, 100, 10_000, 1_000_000):
        assert look_at(rng.randbytes(size), suffix) is None
    for text in (b"(" * 100_000, b"(;GM[6]" * 10_000, b"[" * 100_000, b";" * 100_000, b"1 point match\n" * 10_000):
        look_at(text, suffix)
    for encoding in ("utf-16-le", "utf-16-be", "utf-32", "cp500", "utf-7"):
        look_at(own(suffix).decode().encode(encoding), suffix)


def test_a_long_file_of_nonsense_is_few_words():
    found = look_at(b" 5 point match\n Game 1\n" + b"nonsense\n" * 100_000, ".mat")
    assert found is not None
    assert len(found.problems) == 1


# Which files are read


SAMPLE = DATA / "matches" / "s01_match1.mat"


def refusal(act: Callable[..., object], *args: object) -> str:
    with pytest.raises(FileError) as caught:
        act(*args)
    return str(caught.value)


def test_what_cannot_be_read_or_written_is_refused_in_a_sentence(tmp_path):
    assert refusal(read_file, tmp_path / "none.mat") == "none.mat: No such file or directory"
    said = "none.doc: the end of the name selects the format: .mat,"
    assert refusal(read_file, tmp_path / "none.doc").startswith(said)
    folder = tmp_path / "folder.mat"
    folder.mkdir()
    assert refusal(read_file, folder) == "folder.mat: Is a directory"
    empty = tmp_path / "empty.mat"
    empty.touch()
    assert refusal(read_file, empty) == "empty.mat: there is no match in it"
    huge = tmp_path / "huge.mat"
    with huge.open("wb") as file:
        file.truncate(200 * 2**20)
    assert refusal(read_file, huge) == "huge.mat: larger than 8 MB, which no match needs; not read"
    none = tmp_path / "none"
    assert refusal(write_file, none / "out.mat", b"one") == f"{none}: there is no such folder"
    said = f"cannot write to {empty} (File exists); choose another folder with --export-dir"
    assert refusal(export, empty, HEADER, WON, "final") == said


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_any_encoding_is_read_whatever_the_end_of_the_name(tmp_path, encoding):
    path = tmp_path / "MATCH.TXT"
    text = SAMPLE.read_text().replace("Ines", "Inês").replace("Joao", "João").replace("\n", "\r\n")
    path.write_bytes(text.encode(encoding))
    found = read_file(path)
    assert (found.header.names, found.match.score, found.problems) == (("Inês", "João"), (1, 0), ())


def test_bytes_of_no_encoding_are_text_all_the_same():
    assert [*map(decoded, (b"\xff\xfe\x00", b"a\x81b"))] == ["\ufffd", "a\ufffdb"]


# Exported files


WHITE, BLACK = Player
HEADER = Header(BACKGAMMON, Ruleset(length=1), ("Ann", "Bob"), "random", "2026-11-20T19:30")
WON = (OpeningThrown(3, 1), ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK))


@pytest.mark.parametrize("taken", ["final.mat", "final.sgf"])
def test_no_file_is_overwritten(tmp_path, taken):
    (tmp_path / taken).write_text("somebody's notes")
    paths = export(tmp_path, HEADER, WON, "final")
    assert [path.name for path in paths] == ["final-2.mat", "final-2.sgf"]
    assert (tmp_path / taken).read_text() == "somebody's notes"
    assert len([*tmp_path.iterdir()]) == 3


@pytest.mark.parametrize("room", [1, 2000], ids=["not the first", "not the last"])
def test_where_one_file_cannot_be_written_none_is_left(tmp_path, room):
    chat = Note("chat", {"text": "o" * 4000})  # in bgterm's own record only, the last that is written
    items = (Note("dice_committed", {"sha256": "0" * 64, "scheme": 2}), *WON, chat)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
    try:
        with pytest.raises(FileError, match="File too large"):
            export(tmp_path, HEADER, items, "final")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [*tmp_path.iterdir()] == []
    assert [path.suffix for path in export(tmp_path, HEADER, items, "final")] == [".mat", ".sgf", ".jsonl"]


def test_match_is_exported_once_into_a_folder_that_is_made(tmp_path):
    folder = tmp_path / "documents" / "bgterm"
    paths = [folder / "final.mat", folder / "final.sgf"]
    for _ in range(2):
        assert export(folder, HEADER, WON, "final") == paths
        assert sorted(folder.iterdir()) == paths
    assert {read_file(path).match.winner for path in paths} == {BLACK}
    export(folder, HEADER, WON[:1], "final")
    assert export(folder, HEADER, WON, "final") == paths
    assert len([*folder.iterdir()]) == 4


def test_verifiable_dice_are_exported_with_their_proof(tmp_path):
    table = begin_table(tmp_path / "matches", HEADER._replace(dice="verifiable"))
    resign(table)
    record = load(table.path)
    *_, proof = export(tmp_path / "exports", record.header, record.items, table.name)
    assert proof.suffix == ".jsonl"
    assert proof.read_bytes() == table.path.read_bytes()
    assert verify(proof.read_bytes()).games == 1


def test_the_folder_is_in_the_documents_or_at_home(tmp_path, monkeypatch):
    documents = tmp_path / "Dokumente"
    monkeypatch.setattr(platformdirs, "user_documents_path", lambda: documents)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert settings.export_folder() == tmp_path / "bgterm"
    documents.mkdir()
    assert settings.export_folder() == documents / "bgterm"
