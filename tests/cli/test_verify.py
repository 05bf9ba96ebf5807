"""`bgterm verify`, as a user calls it."""

import hashlib
import json
from pathlib import Path

import pytest

from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.rules.board import Player
from tests.builders import header
from tests.cli.command import bgterm
from tests.sealed import CONTRIBUTION, FINGERPRINT, decide
from tests.tables import begin_table, resign
from tests.waiting import wait

OLD = Path(__file__).parents[1] / "data" / "first_version" / "matches"
VERIFIABLE, SEEDED = header(dice="verifiable"), header(dice="seed:42")


def said(path, encoding="utf-8"):
    status, told, _ = bgterm("verify", path, encoding=encoding)
    return status, told


@pytest.fixture
def path(tmp_path):
    """The path of a match in which Ann rolls 4-3 for the opening and resigns."""
    return resigned(tmp_path, SEEDED)


def resigned(folder, header, *contributions, opening=""):
    """Play a match that White resigns after the opening, and return its path.

    The players contribute the given texts to the dice; None declines.
    """
    table = begin_table(folder, header)
    if contributions:
        decide(table, *contributions)
    for player in table.awaited:
        wait(table.exchange(VerifiableDice.open, player, opening))
    resign(table)
    table.close().result()
    return table.path


def test_right_dice_are_said_to_be_right(path):
    assert said(path) == (
        0,
        "yes: 1 roll of 1 game checked, every one right for the seed 42.\n"
        "Everybody who knew the seed knew the dice from the start.\n",
    )


def told(path, *fragments):
    """Return the output about a record with right dice; assert that it has these lines in this order."""
    status, text = said(path)
    assert status == 0
    lines = iter(text.splitlines())
    assert all(fragment in lines for fragment in fragments), (fragments, text)
    return text


def test_it_says_what_was_proven_and_what_was_not(tmp_path):
    path = resigned(tmp_path, VERIFIABLE, FINGERPRINT, "seven bells", opening=CONTRIBUTION)
    _header, committed, *_ = map(json.loads, path.read_text().splitlines())
    text = told(
        path,
        "Commitment, the SHA-256 of the secret:",
        committed["sha256"],
        "Ann: sealed, a fingerprint made elsewhere:",
        FINGERPRINT,
        f"opened: {CONTRIBUTION}",
        "Bob: sealed, words typed into bgterm:",
        hashlib.sha256(b"seven bells").hexdigest(),
        "opened: seven bells",
        "Proven:",
        "- Each roll follows from the secret and the contributions above.",
        "- The commitment comes first in this record, and both had sealed or declined before anything was opened.",
        "Not proven:",
        "- That this is the record the players saw: compare the digits above with those that you kept.",
        "- That nobody knew the dice to come: anyone who could read the secret knew them from the first roll on.",
        "- That no match was abandoned before because somebody did not like its dice.",
        "- That the plays and the names are true.",
        "- That Ann alone knew the contribution until Bob's decision was shown. "
        "Then nobody could choose the dice against Ann.",
        "- That Ann's decision was shown before Bob typed words, and that nobody could guess them. "
        "Then nobody could choose the dice against Bob.",
    )
    assert text.startswith("yes: ")
    assert "every one right: " in text.splitlines()[0]


def test_it_says_who_could_have_chosen_the_dice(tmp_path):
    told(
        resigned(tmp_path / "a", VERIFIABLE, "seven bells", None),
        "Bob: sealed, digits drawn by bgterm:",
        "- That nobody read the words that Ann typed: "
        "anyone who read them and the secret could have helped Bob to choose the dice.",
        "- That the digits drawn for Bob are random: "
        "anyone who controlled the program could have helped Ann to choose the dice.",
    )
    told(
        resigned(tmp_path / "b", VERIFIABLE, None, "seven bells"),
        "Ann: declined",
        "- That the dice were not chosen against Ann, who declined: "
        "anyone who knew the secret could have helped Bob to choose them.",
    )
    told(
        resigned(tmp_path / "c", VERIFIABLE, None, None),
        "Ann: declined",
        "Bob: declined",
        "- That the dice were not chosen: both declined, so anyone who drew the secret could have chosen them.",
    )


def test_words_that_the_output_cannot_show_are_replaced(tmp_path):
    path = resigned(tmp_path, VERIFIABLE, "ни шестёрок", None)
    assert "opened: ни шестёрок\n" in said(path)[1]
    status, text = said(path, "ascii")
    assert (status, "opened: ?? ????????\n" in text) == (0, True)


def test_control_characters_of_a_forged_record_are_not_printed(tmp_path):
    path = resigned(tmp_path, VERIFIABLE, "seven bells", None)
    old, new = b"seven bells", b"\\u001b[2Jbells"
    digests = [hashlib.sha256(text).hexdigest().encode() for text in (old, b"\x1b[2Jbells")]
    path.write_bytes(path.read_bytes().replace(old, new).replace(*digests))
    assert "\x1b" not in said(path)[1]


def test_a_record_of_the_first_scheme_is_called_the_weaker_one():
    told(
        OLD / "verifiable-dice.jsonl",
        "Scheme 1, the weaker one: words were added in the clear. The last to add words could have chosen the "
        "dice if they knew the secret.",
        "Words: blue elephant, Österreich 🐘",
        "- Each roll follows from the secret and the words above.",
    )


def test_an_unfinished_match_from_a_seed_is_said_to_be_one(tmp_path):
    table = begin_table(tmp_path, SEEDED)
    wait(table.roll(Player.WHITE))
    table.close().result()
    assert "The match is unfinished in this record.\n" in said(table.path)[1]


def test_a_wrong_roll_is_named(path):
    path.write_bytes(path.read_bytes().replace(b'"white":4', b'"white":5'))
    assert said(path) == (1, "no: roll 1 (game 1) is recorded as 5-3; the dice showed 4-3.\n")


def test_a_file_that_is_none_or_no_record_is_told(tmp_path):
    (tmp_path / "note.txt").write_bytes(b"\x1b[31mhello")
    for path, reason in (
        (tmp_path / "none", "No such file or directory"),
        (tmp_path, "Is a directory"),
        (Path("/dev/zero"), "larger than 8 MB, which no match needs; not read"),
        (tmp_path / "note.txt", "only the .jsonl file of a saved match can be verified"),
    ):
        status, out, text = bgterm("verify", path)
        assert (status, out) == (1, "")
        assert text.startswith(f"bgterm: {path}: ")
        assert text.endswith(f"{reason}.\n")
        assert text.removesuffix("\n").isprintable()
