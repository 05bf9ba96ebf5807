"""`bgterm show` and `bgterm convert`, as a user calls them."""

import json
import os
import subprocess
import sys
from operator import itemgetter
from pathlib import Path

import pytest

from bgterm.storage.match_files import read_file
from tests.cases import rest_long
from tests.cli.command import bgterm
from tests.reference import DATA

SAMPLE = DATA / "matches" / "s09_match7_resign.mat"
SEEDED = Path(__file__).parents[1] / "data" / "first_version" / "matches" / "hyper.jsonl"
FULL = b"bgterm: standard output: No space left on device.\n"
BROKEN = SAMPLE.read_text().replace(" 25) 42: 2/0 2/0", " 25) 31: 2/0 2/0")


@pytest.fixture
def broken(tmp_path):
    """A match file with a play that is not legal."""
    path = tmp_path / "broken.mat"
    path.write_text(BROKEN)
    return path


def test_a_file_is_told_game_by_game():
    status, told, complaint = bgterm("show", SAMPLE)
    assert (status, complaint) == (0, "")
    lines = told.splitlines()
    assert lines[:2] == ["Abe - Bea", "Backgammon, match to 7, 2026-11-20"]
    assert lines[4] == "   1    0-0     53  Abe wins a gammon: gammon 2 x cube 1 = 2"
    assert lines[-1] == "Abe wins the match 7-3, match to 7"


def test_a_file_is_told_to_scripts():
    status, told, _ = bgterm("show", "-", "--json", "--from", "mat", given=SAMPLE.read_bytes())
    expected = json.loads((DATA / "matches" / "s09_match7_resign.expected.json").read_text())
    assert status == 0
    assert json.loads(told) == expected | {"faults": []}


def test_what_is_wrong_is_told_and_is_the_status(broken):
    status, told, complaint = bgterm("show", broken)
    assert status == 1
    assert "1 thing is wrong or missing:\n  game 1, line 31: Abe 3-1: " in told
    assert complaint == f"bgterm: {broken}: 1 thing is wrong or missing.\n"
    status, told, complaint = bgterm("show", broken, "--json")
    (fault,) = json.loads(told)["faults"]
    assert (status, fault["game"], fault["line"]) == (1, 1, 31)
    assert complaint.startswith(f"bgterm: {broken}: game 1, line 31: Abe 3-1: 2/0 2/0 is not legal: ")


def test_standard_input_is_called_so_and_has_a_known_format():
    _, _, complaint = bgterm("show", "-", "--from", "mat", given=BROKEN.encode())
    assert complaint == "bgterm: standard input: 1 thing is wrong or missing.\n"
    assert bgterm("show", "--from", "pgn", "-") == (2, "", UNKNOWN_FORMAT)


@pytest.mark.parametrize("suffix", ["mat", "sgf", "jsonl"])
def test_a_file_that_begins_as_no_match_can_is_named(tmp_path, suffix):
    path = tmp_path / f"odd.{suffix}"
    header = '{"bgterm":1,"variant":"backgammon","ruleset":{},"names":["Ann","Bob"],"start":{"board":%s}}'
    line = header % '{"white":"24:2 6:5","black":"6:15"}'
    games = {"mat": f"; bgterm {line}\n", "sgf": f"(;GM[6]XB[{line.replace(']', chr(92) + ']')}])"}
    path.write_text(games.get(suffix, f"{line}\n"))
    told = f"bgterm: {path}: White has 7 checkers instead of 15.\n"
    assert bgterm("show", path) == (1, "", told)
    assert bgterm("convert", path, tmp_path / "other.mat") == (1, "", told)


@pytest.mark.parametrize("close", ["stdin <&-", "stdout >&-"])
@pytest.mark.parametrize(
    "command", [f"show {SAMPLE}", f"analyse {SAMPLE}", f"convert {SAMPLE} - --to sgf", "plays", "play --plain"]
)
def test_a_closed_stream_is_refused(command, close):
    stream, how = close.split()
    shell = ["sh", "-c", f'"$@" {how}', "sh", sys.executable, "-m", "bgterm", *command.split()]
    said = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert said.returncode == 1
    assert said.stderr.startswith(f"bgterm: {stream} is closed, and bgterm needs it")


UNKNOWN_FORMAT = (
    "bgterm show: argument --from: mat, txt, sgf or jsonl is needed, not 'pgn'; see bgterm show --help.\n"
)
LONG_NAME = f"{{folder}}/{'A' * 300}.sgf"
NO_FILE = "No such file or directory.\n"
NOTHING = "is not a file, a saved match or an id of a position: "
WHAT_IT_MAY_BE = (
    "bgterm list names the saved matches; an id is a Position ID, a Position ID and a "
    "Match ID with a colon between, or an XGID.\n"
)
NAMELESS = "does not show the format: "


@pytest.mark.parametrize(
    ("expected", "arguments", "said"),
    [
        (1, ["show", "none.mat"], f"none.mat: {NO_FILE}"),
        (1, ["show", "folder/../none.sgf"], f"folder/../none.sgf: {NO_FILE}"),
        (1, ["convert", "/none.jsonl", "other.mat"], f"/none.jsonl: {NO_FILE}"),
        (1, ["show", ""], f'"" {NOTHING}'),
        (1, ["show", "A" * 300], f'"{"A" * 80}" {NOTHING}'),
        (1, ["show", "zzz"], f'"zzz" {NOTHING}{WHAT_IT_MAY_BE}'),
        (2, ["convert", "", "other.mat"], f'the name of "" {NAMELESS}'),
        (2, ["show", "{folder}/match"], f"the name of {{folder}}/match {NAMELESS}"),
        (1, ["show", "{folder}/pipe.mat"], "{folder}/pipe.mat: there is no match in it.\n"),
        (1, ["convert", SAMPLE, LONG_NAME], f"{LONG_NAME}: File name too long.\n"),
    ],
)
def test_a_file_that_is_none_is_called_as_it_was_typed(tmp_path, expected, arguments, said):
    (tmp_path / "match").touch()
    os.mkfifo(tmp_path / "pipe.mat")  # which nobody writes
    status, told, complaint = bgterm(*(str(each).format(folder=tmp_path) for each in arguments))
    assert (status, told) == (expected, "")
    assert complaint.startswith(f"bgterm: {said.format(folder=tmp_path)}")


def test_streams_are_converted_as_well():
    flags = ("-", "-", "--from", "mat", "--to", "sgf")
    status, told, complaint = bgterm("convert", *flags, given=SAMPLE.read_bytes())
    assert (status, complaint, told[:12]) == (0, "", "(;FF[4]GM[6]")


def test_what_is_valid_is_written_though_something_is_not(broken, tmp_path):
    other = tmp_path / "other.sgf"
    status, told, complaint = bgterm("convert", broken, other)
    assert (status, told) == (1, "")
    assert complaint.startswith(f"bgterm: {broken}: game 1, line 31: ")
    assert read_file(other).match.score == (7, 3)


def test_a_file_is_not_written_over_the_one_it_is_made_from(broken, tmp_path):
    link = tmp_path / "link.mat"
    link.symlink_to(broken)
    status, _, complaint = bgterm("convert", broken, link)
    assert (status, complaint.count("\n")) == (1, 1)
    assert "is the input file" in complaint
    assert broken.read_text() == BROKEN


def test_an_id_that_begins_with_a_dash_is_no_flag():
    bare = "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    drawn = bgterm("show", bare)
    assert drawn[::2] == (0, "")
    assert drawn == bgterm("show", f"XGID={bare}")
    assert bgterm("show", bare.replace("eE", "eZ"))[2].startswith("bgterm: ")


def test_a_position_is_drawn_from_its_id():
    status, told, complaint = bgterm("show", "4HPwATDgc/ABMA:cAkAAAAAAAAE")
    assert (status, complaint) == (0, "")
    assert told.splitlines()[2:4] == [
        " +13-14-15-16-17-18------19-20-21-22-23-24-+",
        " | X           O    |   | O              X |",
    ]
    assert told.splitlines()[-3:] == [
        " Position ID: 4HPwATDgc/ABMA",
        " Match ID: 4HPwATDgc/ABMA:cAkAAAAAAAAE",
        " XGID: XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
    ]
    assert "Pips: X 69, O 69" in bgterm("show", "AACgAgAAKgAAAA", "--variant", "hyper")[1]
    assert bgterm("show", "4HPwATDgc/ABMA:MAwgATAAEAAE")[::2] == (0, "")
    status, told, complaint = bgterm("show", "4HPwATDgc/ABMA:1")
    assert (status, told, complaint.count("\n")) == (1, "", 1)


@pytest.fixture
def kept(tmp_path):
    """Save the sample as a match, and return its name."""
    folder = tmp_path / "bgterm" / "matches"
    folder.mkdir(parents=True)
    assert bgterm("convert", SAMPLE, folder / "2026-11-20-abe-bea.jsonl") == (0, "", "")
    return "2026-11-20-abe-bea"


def test_kept_matches_are_shown_and_converted_by_their_names(kept, tmp_path):
    assert bgterm("show", kept) == bgterm("show", SAMPLE)
    other = tmp_path / "other.sgf"
    assert bgterm("convert", kept, other) == (0, "", "")
    assert read_file(other).items == read_file(SAMPLE).items
    status, told, _ = bgterm("verify", kept)
    assert (status, told.partition(":")[0]) == (1, "no")
    assert "the dice of this record are random" in told
    inside = tmp_path / "bgterm" / "matches" / f"{kept}.jsonl"
    assert "is the input file" in bgterm("convert", kept, inside)[2]


XG = """XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10

X:Bob   O:Ann
Score is X:2 O:1 7 pt.(s) match.
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |
X to play 31
    1. XG Roller+  8/5 6/5                      eq:+0.159
"""


@pytest.mark.parametrize("name", ["position.txt", "position.mat", "position"])
def test_a_file_with_a_position_is_drawn_as_if_pasted(tmp_path, name):
    path = tmp_path / name
    path.write_text(XG)
    status, told, complaint = bgterm("show", path)
    assert (status, complaint) == (0, "")
    assert "X to play 31" in told
    assert " Position ID: 4HPwATDgc/ABMA\n" in told


XG_FILE, BGF_FILE = b"RGMH\1\0", b'{"format":"BGF","version":"1.0"}\n\x1f'
DAMAGED = ": a match file of {} that is damaged, or too large to be read"
NO_MATCH = " is {}, not a match in text: .mat, .txt, .sgf, .jsonl"
OTHER = " is damaged, or not a match file of eXtreme Gammon: export it there again, or as text (.mat)"
POSITION = " is a position file of eXtreme Gammon (binary): export it there as text (.mat)"
NO_MATCHES = {
    "xg": ("match.xg", XG_FILE, DAMAGED.format("eXtreme Gammon")),
    "xg as mat": ("match.mat", XG_FILE, DAMAGED.format("eXtreme Gammon")),
    "bgf": ("match.bgf", BGF_FILE, DAMAGED.format("BGBlitz")),
    "bgf as txt": ("match.txt", BGF_FILE, DAMAGED.format("BGBlitz")),
    "other data": ("match.xg", b"\0\1\0", OTHER),
    "xgp": ("position.xgp", XG_FILE, POSITION),
    "zip": ("match.mat", b"PK\x03\x04", NO_MATCH.format("a zip archive")),
    "elf": ("match.mat", b"\x7fELF\0\0", NO_MATCH.format("a binary file")),
    "deep": ("deep.sgf", b"(" * 2**20, ": entries are nested deeper than 1000"),
}


@pytest.mark.parametrize(("name", "data", "said"), NO_MATCHES.values(), ids=NO_MATCHES)
def test_a_file_that_is_no_match_is_named(tmp_path, name, data, said):
    path = tmp_path / name
    path.write_bytes(data)
    assert bgterm("show", path) == (1, "", f"bgterm: {path}{said}.\n")
    assert bgterm("convert", path, tmp_path / "out.mat") == (1, "", f"bgterm: {path}{said}.\n")


def test_a_file_is_judged_by_its_content(tmp_path):
    path = tmp_path / "match.xg"
    for source in (SAMPLE, SAMPLE.with_suffix(".sgf"), SEEDED):
        path.write_bytes(source.read_bytes())
        assert bgterm("show", path) == bgterm("show", source)


@pytest.mark.parametrize(
    "command", rest_long(1, [("rules",), ("show", SAMPLE), ("verify", SEEDED)]), ids=itemgetter(0)
)
def test_a_reader_who_goes_away_and_a_full_disk_are_no_traceback(command):
    reading, writing = os.pipe()
    os.close(reading)
    program = [sys.executable, "-m", "bgterm", *map(str, command)]
    for out, status, said in ((writing, 0, b""), (os.open("/dev/full", os.O_WRONLY), 1, FULL)):
        run = subprocess.run(program, stdout=out, stderr=subprocess.PIPE, check=False)
        os.close(out)
        assert (run.returncode, run.stderr) == (status, said)
