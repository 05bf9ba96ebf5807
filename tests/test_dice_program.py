"""Verifying dice without bgterm, by docs/dice.md: its program, and its command for a fingerprint."""

import hashlib
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from bgterm.play.dice.verifiable import VerifiableDice, read_fingerprint
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown, Rolled
from tests.builders import header
from tests.cases import rest_long
from tests.sealed import decide
from tests.tables import begin_table, play_to_the_end
from tests.waiting import wait

ROOT = Path(__file__).parents[1]
SECTION = (
    (ROOT / "docs" / "dice.md").read_text(encoding="utf-8").split("## Dice anyone can check")[1].split("\n## ")[0]
)
(PROGRAM,) = re.findall(r"```python\n(.*?)```", SECTION, re.DOTALL)
(COMMAND,) = re.findall(r"```sh\n(.*?)```", SECTION, re.DOTALL)
HEADER = header(dice="verifiable")
WHITE, BLACK = Player
OPENED_SECOND = 5
"""The index of the line with the second opening, after header, commitment, two seals and an opening."""


@pytest.fixture(scope="module")
def fingerprint():
    """A contribution and its fingerprint, as the command of docs/dice.md prints them."""
    _, *arguments = shlex.split(COMMAND)
    text = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True).stdout
    contribution, digest = text.split()
    return contribution, digest


@pytest.fixture(scope="module")
def table(tmp_path_factory, fingerprint):
    """A match that was played to its end; White contributed words, and Black a fingerprint made elsewhere."""
    contribution, digest = fingerprint
    table = begin_table(tmp_path_factory.mktemp("saves"), HEADER)
    wait(table.exchange(VerifiableDice.contribute, BLACK, digest))
    wait(table.exchange(VerifiableDice.contribute, WHITE, "¿quién sabe?"))
    wait(table.exchange(VerifiableDice.open, BLACK, contribution))
    play_to_the_end(table, 1)
    return table


def check(path):
    return subprocess.run([sys.executable, "-c", PROGRAM, str(path)], capture_output=True, text=True)


def test_the_command_makes_a_contribution_and_its_fingerprint(fingerprint):
    contribution, digest = fingerprint
    assert re.fullmatch("[0-9a-f]{32}", contribution)
    assert hashlib.sha256(contribution.encode()).hexdigest() == digest == read_fingerprint(digest)


def test_the_program_finds_a_finished_record_right(table, fingerprint):
    rolls = sum(isinstance(event, OpeningThrown | Rolled) for event in table.history)
    seal = hashlib.sha256("¿quién sabe?".encode()).hexdigest()
    commitment = table.evidence.commitment
    assert rolls > 10
    assert check(table.path).stdout == f"{rolls} rolls are right: {commitment} {fingerprint[1]} {seal}\n"


@pytest.mark.parametrize("contributions", rest_long(1, [("words", None), (None, None), (None, "words")]))
def test_the_program_takes_players_who_contribute_nothing(tmp_path, contributions):
    table = begin_table(tmp_path, HEADER)
    decide(table, *contributions)
    play_to_the_end(table, 1)
    assert "rolls are right" in check(table.path).stdout


def first(lines, note):
    return next(line for line in lines if line.get("note") == note)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: next(line for line in lines if "white" in line).update(white=7), "roll 1 must be"),
        (lambda lines: first(lines, "dice_committed").update(sha256="0" * 64), "another secret"),
        (lambda lines: first(lines, "dice_sealed").update(sha256="0" * 64), "another contribution"),
        (lambda lines: first(lines, "dice_opened").update(contribution="other"), "another contribution"),
        (lambda lines: lines.insert(2, lines.pop(lines.index(first(lines, "dice_opened")))), "opened too early"),
        (lambda lines: lines.remove(first(lines, "dice_sealed")), "not both decided"),
        (lambda lines: lines.remove(first(lines, "dice_opened")), "another contribution"),
        (lambda lines: lines.insert(-1, lines.pop(OPENED_SECOND)), "rolled too early"),
    ],
)
def test_the_program_names_what_is_wrong(table, tmp_path, change, said):
    lines = [json.loads(line) for line in table.path.read_text().splitlines()]
    change(lines)
    path = tmp_path / "changed.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert said in check(path).stderr
