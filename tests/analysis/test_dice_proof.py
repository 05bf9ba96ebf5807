"""The sentences about the proof of verifiable dice, where a record is shown."""

import hashlib
from pathlib import Path

import pytest

from bgterm.analysis.text_report import summary
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.rules.board import Player
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.match_files import read_file
from tests.tables import begin_table
from tests.waiting import wait

OLD = Path(__file__).parents[1] / "data" / "first_version" / "matches"
HEADER = Header(BACKGAMMON, Ruleset(length=1), ("Ann", "Bob"), "verifiable", "2026-11-20")
REVEALED = "dice: verifiable under scheme 1; bgterm verify checks the rolls"
UNFINISHED = "dice: verifiable under scheme 1; the secret is revealed when the match ends"


def dice_line(path):
    return [line for line in summary(read_file(path)) if line.startswith("dice: ")]


@pytest.mark.parametrize(
    ("name", "line"), [("verifiable-dice", REVEALED), ("verifiable-dice-unfinished", UNFINISHED)]
)
def test_a_record_of_the_first_scheme_is_called_by_it(name, line):
    assert dice_line(OLD / f"{name}.jsonl") == [line]


def test_a_match_that_ended_without_its_secret_is_unproven(tmp_path):
    *lines, revealed = (OLD / "verifiable-dice.jsonl").read_bytes().splitlines(keepends=True)
    assert b"dice_revealed" in revealed
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(lines))
    assert dice_line(path) == [
        "dice: unproven: the match has ended under scheme 1 and the secret was not revealed"
    ]


def test_a_void_match_names_the_player_who_did_not_open(tmp_path):
    table = begin_table(tmp_path, HEADER)
    wait(table.exchange(VerifiableDice.contribute, Player.BLACK, hashlib.sha256(b"secret").hexdigest()))
    wait(table.exchange(VerifiableDice.add_nothing, Player.WHITE))
    assert dice_line(table.path) == ["dice: verifiable; the secret is revealed when the match ends"]
    wait(table.exchange(VerifiableDice.give_up_opening, Player.BLACK))
    assert dice_line(table.path) == ["dice: verifiable, and the match is void: Bob did not open the contribution"]


def test_other_dice_have_no_such_line():
    assert dice_line(OLD / "hyper.jsonl") == []
