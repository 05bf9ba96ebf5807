"""The journal as a file: its name, who may read it, damage, and the first event, which saves it whole."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.notation.json_codec import Note, write_line
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER
from bgterm.storage.durable import DISK
from bgterm.storage.errors import SaveError
from bgterm.storage.journal import Journal, load, save_name
from tests.scripted_dice import ScriptedDice
from tests.sealed import decline
from tests.storage.faults import Saboteur
from tests.tables import begin_table, reopened
from tests.waiting import wait

INVALID_LINE = "{text} is neither the header of a record nor an event in it"
NEWER_FORMAT = "the record has format {version}, and this bgterm reads {known}: use a newer bgterm"

NOT_A_CUBE_VALUE = "the cube cannot show {value}: it shows 1, 2, 4, 8 and so on"

HEADER = Header(BACKGAMMON, Ruleset(length=5), ("Ann", "Bob"), "seed:1", "2026-11-20T19:30")
TIE, DECIDED = OpeningThrown(2, 2), OpeningThrown(3, 1)
texts = st.text(st.characters(codec=None))
GARBAGE = b'{"event":"teleported"}\n'


def line(item):
    return write_line(item).encode() + b"\n"


def begun(folder):
    """Return the journal of a new match, which is on the disk."""
    journal = Journal.create(folder, HEADER, DISK)
    journal.save()
    return journal


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_new_save_is_private_and_gets_lines_until_closed(tmp_path):
    journal = begun(tmp_path / "deep" / "state")
    record = load(journal.path)
    assert (record.header, record.items, record.damage) == (HEADER, (), None)
    assert journal.path.read_bytes() == line(HEADER)
    journal.append(TIE)
    journal.append(Note("chat", {"text": "¿qué?"}))
    lines = line(HEADER) + line(TIE) + line(Note("chat", {"text": "¿qué?"}))
    assert journal.path.read_bytes() == lines
    journal.close()
    journal.close()
    with pytest.raises(SaveError):
        journal.append(TIE)
    assert journal.path.read_bytes() == lines
    assert journal.path.stat().st_mode & 0o777 == 0o600
    assert journal.path.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("players", "date", "name"),
    [
        (("Ann", "Bob"), "2026-11-20T19:30", "2026-11-20-ann-bob"),
        (("Ann", "Bob"), "", "ann-bob"),
        (("  Jürgen  O'Neil ", "José"), "2026-11-20", "2026-11-20-jurgen-o-neil-jose"),
        (("Иван", "李小龍"), "2026-11-20", "2026-11-20-иван-李小龍"),
        (("../../etc/passwd", "a\0b\nc"), "2026-11-20", "2026-11-20-etc-passwd-a-b-c"),
        (("", "🎲"), "", "backgammon"),
        (("x" * 300, "B"), "", "x" * 24 + "-b"),
    ],
)
def test_a_save_is_called_what_a_person_can_type(players, date, name):
    assert save_name(Header(BACKGAMMON, Ruleset(), players, date=date)) == name


@given(texts, texts, st.dates())
def test_any_names_make_the_name_of_one_file(white, black, date):
    name = save_name(Header(HYPER, Ruleset(), (white, black), date=date.isoformat()))
    assert name
    assert Path(name).name == name
    assert not name.startswith((".", "-"))
    assert len(name.encode()) < 250


def test_a_save_that_is_not_there_or_no_folder_is_told(tmp_path):
    with pytest.raises(SaveError) as caught:
        Journal.open(tmp_path / "gone.jsonl")
    assert vars(caught.value) == {"name": "gone", "reason": "No such file or directory"}
    file = tmp_path / "file"
    file.touch()
    for folder in (file, file / "deeper"):
        with pytest.raises(SaveError, match=r": nothing changed\. Try again"):
            begun(folder)


@pytest.mark.parametrize(
    ("damage", "is_torn"), [(line(DECIDED)[:-1], True), (GARBAGE + line(DECIDED), False)], ids=["torn", "garbage"]
)
@pytest.mark.parametrize("plan", ["the disk is full", "the disk gets full", "the sync fails"])
def test_every_damaged_original_is_copied_before_it_is_touched(plan, damage, is_torn, tmp_path):
    journal, saboteur, originals = begun(tmp_path), Saboteur(), {}
    journal.append(TIE)
    journal.close()
    path = journal.path
    for events, tail in enumerate(("", "-2", "-3"), 1):
        good, copies = path.read_bytes(), names(tmp_path)
        path.write_bytes(good + damage)
        journal, record = Journal.open(path, saboteur.disk)
        assert (record.events, record.damage.line, record.damage.torn) == ((TIE,) * events, events + 2, is_torn)
        saboteur.plan = plan
        with pytest.raises(SaveError):
            journal.append(TIE)
        assert (path.read_bytes(), names(tmp_path)) == (good + damage, copies)
        journal.append(TIE)
        journal.close()
        assert path.read_bytes() == good + line(TIE)
        originals[f"{path.name}.damaged{tail}"] = good + damage
    assert {name: (tmp_path / name).read_bytes() for name in originals} == originals
    assert {(tmp_path / name).stat().st_mode & 0o777 for name in originals} == {0o600}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (b"", "the last line was not finished"),
        (b"MZ\x90\n", INVALID_LINE),
        (b'{"bgterm":99}\n', NEWER_FORMAT),
        (
            b'{"bgterm":1,"variant":"backgammon","ruleset":{},'
            b'"start":{"board":{"white":"6:15","black":"6:15"},"on_roll":"white","cube":{"value":3}}}\n',
            NOT_A_CUBE_VALUE,
        ),
    ],
)
def test_a_save_without_header_is_told_and_left_alone(text, rule, tmp_path):
    path = tmp_path / "odd.jsonl"
    path.write_bytes(text)
    for _ in range(2):
        with pytest.raises(SaveError, match="cannot be read: line") as caught:
            Journal.open(path)
        assert (caught.value.name, caught.value.line) == ("odd", 1)
        assert caught.value.fault.msgid == rule
    assert path.read_bytes() == text


# A match without an event: nothing of it is on the disk


def unplayed(folder, **more):
    """Begin a match that is not saved yet, and whose opening throw will be 3-1."""
    return begin_table(folder, HEADER, ScriptedDice([(3, 1)] * 9), lazily=True, **more)


def test_a_match_of_the_same_name_is_never_touched(tmp_path):
    other = unplayed(tmp_path)
    wait(other.roll(Player.WHITE))
    before = other.path.read_bytes()
    left, *tables = (unplayed(tmp_path) for _ in range(3))
    left.close().result()
    for table in reversed(tables):
        wait(table.roll(Player.WHITE))
    assert [table.name for table in tables] == ["2026-11-20-ann-bob-3", "2026-11-20-ann-bob-2"]
    assert other.path.read_bytes() == before


@pytest.mark.parametrize("plan", ["the disk is full", "the disk gets full", "the sync fails"])
def test_an_event_that_cannot_be_saved_has_not_happened(tmp_path, plan):
    saboteur = Saboteur()
    table = unplayed(tmp_path, disk=saboteur.disk)
    saboteur.plan = plan
    with pytest.raises(SaveError, match=r": nothing changed\. Try again") as caught:
        wait(table.roll(Player.WHITE))
    assert caught.value.name == "2026-11-20-ann-bob"
    assert (table.history, table.saved, [*tmp_path.iterdir()]) == ((), False, [])
    wait(table.roll(Player.WHITE))
    assert load(table.path).events == table.history == (OpeningThrown(3, 1),)


def test_verifiable_dice_are_committed_to_before_the_first_roll(tmp_path):
    table = begin_table(tmp_path, HEADER._replace(dice="verifiable"), lazily=True)
    commitment = table.evidence.commitment
    decline(table)
    assert [*tmp_path.iterdir()] == []
    while table.match.game.on_roll is None:
        wait(table.roll(Player.WHITE))
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".jsonl", ".secret"]
    first, *_ = load(table.path).items
    assert first.facts["sha256"] == commitment
    again = reopened(table)
    assert again.evidence == table.evidence
