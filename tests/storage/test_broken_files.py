"""Broken files of every kind: all valid parts are read, and the faults are named."""

from random import Random

import pytest

from bgterm.analysis.json_report import report
from bgterm.analysis.text_report import summary
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import HYPER
from bgterm.storage.errors import FileError
from bgterm.storage.match_files import FORMATS, read_data
from tests.players import random_match
from tests.reference import DATA
from tests.states import states
from tests.strategies import by_profile, stride

FOREIGN = {
    suffix: (DATA / "matches" / f"s10_match3_unfinished{suffix}").read_bytes() for suffix in (".mat", ".sgf")
}
SEED = 7344
READ = [suffix for suffix in FORMATS if suffix != ".txt"]
some_or_many = pytest.mark.parametrize(
    "mutations", [by_profile(200), pytest.param(2000, marks=pytest.mark.soak)], ids=["some", "many"]
)
at_some_or_all_places = pytest.mark.parametrize(
    "step", [stride(5), pytest.param(1, marks=pytest.mark.soak)], ids=["some", "all"]
)
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


@every_format
@at_some_or_all_places
def test_of_the_beginning_of_a_file_what_is_valid_is_read(suffix, step):
    data = own(suffix)
    whole = look_at(data, suffix)
    assert whole is not None
    for size in range(0, len(data), 3 * step if suffix == ".jsonl" else step):
        found = look_at(data[:size], suffix)
        if found is not None and found.header == whole.header and not found.problems:
            assert found.items == whole.items[: len(found.items)]


@pytest.mark.parametrize("suffix", FOREIGN)
def test_any_prefix_of_a_foreign_file_is_read_as_far_as_valid(suffix):
    data = FOREIGN[suffix]
    whole = look_at(data, suffix)
    assert whole is not None
    assert whole.problems == ()
    for size in range(0, len(data), stride(17)):
        look_at(data[:size], suffix)


@every_format
@some_or_many
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
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32", "cp500", "utf-7"])
def test_a_file_in_an_encoding_that_is_none_of_ours_is_told(suffix, encoding):
    look_at(own(suffix).decode().encode(encoding), suffix)


@every_format
def test_noise_is_told(suffix):
    rng = Random(SEED)
    for size in (1, 100, 10_000, 1_000_000):
        assert look_at(rng.randbytes(size), suffix) is None
    for text in (b"(" * 100_000, b"(;GM[6]" * 10_000, b"[" * 100_000, b";" * 100_000, b"1 point match\n" * 10_000):
        look_at(text, suffix)


def test_a_long_file_of_nonsense_is_few_words():
    found = look_at(b" 5 point match\n Game 1\n" + b"nonsense\n" * 100_000, ".mat")
    assert found is not None
    assert len(found.problems) == 1
