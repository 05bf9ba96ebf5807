"""`bgterm verify`, as it is called."""

import io

import pytest

from bgterm.cli import verify
from bgterm.rules.board import Player
from bgterm.rules.events import ResignationAccepted, ResignationOffered
from bgterm.rules.match import Header, Win
from bgterm.rules.variants import BACKGAMMON, Ruleset
from bgterm.table.book import find_save
from bgterm.table.table import Table

SEEDED = Header(BACKGAMMON, Ruleset(length=1), ("Ann", "Bob"), "seed:42", "2026-11-20")


def said(path, encoding="utf-8"):
    out = io.TextIOWrapper(io.BytesIO(), encoding)
    status = verify.run(path, out)
    out.seek(0)
    return status, out.read()


@pytest.fixture
def path(tmp_path):
    """Ann throws 4-3 for the opening and resigns."""
    return resigned(tmp_path, SEEDED)


def resigned(folder, header, words=""):
    table = Table.begin(folder, header)
    if words:
        table.add_words(Player.WHITE, words)
    while table.match.game.on_roll is None:
        table.roll(Player.WHITE)
    table.do(ResignationOffered(Player.WHITE, Win.SINGLE))
    table.do(ResignationAccepted(Player.BLACK))
    table.close()
    return find_save(folder, table.name)


def test_right_dice_are_said_to_be_right(path):
    sentence = "they follow from the seed 42, which was known from the start"
    assert said(path) == (0, f"yes: 1 roll of 1 game checked, every one right: {sentence}.\n")


def test_verifiable_dice_are_said_to_follow_from_the_secret_and_the_words(tmp_path):
    header = Header(BACKGAMMON, Ruleset(length=1), ("Ann", "Bob"), "verifiable")
    status, text = said(resigned(tmp_path, header, "ни шестёрок"))
    assert status == 0
    assert "the secret that was laid down before the first roll and the players' words (ни шестёрок)" in text
    status, text = said(resigned(tmp_path, header, "ни шестёрок"), "ascii")
    assert (status, "(?? ????????)" in text) == (0, True)


def test_a_wrong_roll_is_named(path):
    path.write_bytes(path.read_bytes().replace(b'"white":4', b'"white":5'))
    assert said(path) == (1, "no: roll 1 (game 1) is recorded as 5-3; the dice showed 4-3.\n")


def test_a_line_that_cannot_be_is_named(path):
    path.write_bytes(path.read_bytes().replace(b'"white":4', b'"white":9'))
    status, text = said(path)
    assert status == 1
    assert text.startswith("no: line 2: ")
    assert text.endswith("all before it is right, and roll 1 had to be 4-3.\n")


def test_dice_that_cannot_be_checked_are_told(tmp_path):
    path = resigned(tmp_path, Header(BACKGAMMON, Ruleset(length=1)))
    assert said(path) == (1, "no: the dice of this record are random: there is nothing to work them out from.\n")


def test_a_file_that_is_none_or_no_record_is_told(tmp_path):
    (tmp_path / "note.txt").write_bytes(b"\x1b[31mhello")
    for path in (tmp_path / "none", tmp_path, tmp_path / "note.txt"):
        status, text = said(path)
        assert status == 1
        assert text.startswith(f"no: {path}: ")
        assert text.endswith("; what is checked is the .jsonl file of a kept match.\n")
        assert text.removesuffix("\n").isprintable()
