"""A match without an event: nothing of it is on the disk, and its first event saves it whole."""

import pytest

from bgterm.notation.json_codec import Note
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.errors import SaveBusy, SaveError
from bgterm.storage.journal import load
from tests.scripted_dice import ScriptedDice
from tests.storage.faults import Saboteur
from tests.tables import begin_table, resume_table
from tests.waiting import wait

WHITE, BLACK = Player
HEADER = Header(BACKGAMMON, Ruleset(length=5), ("Ann", "Bob"), "random", "2026-11-20T19:30")
NAME = "2026-11-20-ann-bob"


def begun(folder, **more):
    """Begin a match that is not saved yet, and whose opening throw will be 3-1."""
    return begin_table(folder, HEADER, ScriptedDice([(3, 1)] * 9), lazily=True, **more)


def test_its_first_event_saves_all_that_was_said_before(tmp_path):
    table = begun(tmp_path)
    wait(table.note(Note("remark", {"text": "hello"})))
    wait(table.roll(WHITE))
    assert (table.saved, table.name) == (True, NAME)
    record = load(table.path)
    assert record.header == HEADER
    assert record.items == (Note("remark", {"text": "hello"}), OpeningThrown(3, 1))
    assert record.damage is None
    with pytest.raises(SaveBusy):
        resume_table(table.path)
    table.close().result()
    again = resume_table(table.path)
    assert (again.match, again.history, again.notes) == (table.match, table.history, table.notes)


def test_a_match_of_the_same_name_is_never_touched(tmp_path):
    other = begun(tmp_path)
    wait(other.roll(WHITE))
    before = other.path.read_bytes()
    table = begun(tmp_path)
    assert table.path != other.path
    table.close().result()
    assert other.path.read_bytes() == before
    tables = [begun(tmp_path), begun(tmp_path)]
    for table in reversed(tables):
        wait(table.roll(WHITE))
    assert [table.name for table in tables] == [f"{NAME}-3", f"{NAME}-2"]
    assert other.path.read_bytes() == before


@pytest.mark.parametrize("plan", ["the disk is full", "the sync fails"])
def test_an_event_that_cannot_be_saved_has_not_happened(tmp_path, plan):
    saboteur = Saboteur()
    table = begun(tmp_path, disk=saboteur.disk)
    saboteur.plan = plan
    with pytest.raises(SaveError):
        wait(table.roll(WHITE))
    assert (table.history, table.saved, [*tmp_path.iterdir()]) == ((), False, [])
    wait(table.roll(WHITE))
    assert load(table.path).events == table.history == (OpeningThrown(3, 1),)


def test_verifiable_dice_are_committed_to_before_the_first_roll(tmp_path):
    table = begin_table(tmp_path, HEADER._replace(dice="verifiable"), lazily=True)
    commitment = table.evidence.commitment
    for player in Player:
        wait(table.exchange(VerifiableDice.add_nothing, player))
    assert [*tmp_path.iterdir()] == []
    while table.match.game.on_roll is None:
        wait(table.roll(WHITE))
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".jsonl", ".secret"]
    first, *_ = load(table.path).items
    assert first.facts["sha256"] == commitment
    table.close().result()
    again = resume_table(table.path)
    assert again.evidence == table.evidence
