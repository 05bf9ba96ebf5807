"""The sentences about dice and about the proof of verifiable dice."""

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.analysis.dice_messages import dice_panel, how_unusual
from bgterm.analysis.dice_statistics import DiceCount, count_dice
from bgterm.analysis.text_report import summary
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.rules.board import Player
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.match_files import read_file
from tests.players import random_match
from tests.strategies import headers, in_whole_matches
from tests.tables import begin_table
from tests.waiting import wait

ANN = DiceCount(18, (12, 6, 3, 3, 6, 6), (2, 0, 0, 0, 0, 1), 140, (3, 6), 4, 1, 0.75, 2)
BOB = DiceCount(15, (5, 5, 5, 5, 5, 5), (0, 0, 0, 0, 0, 0), 105, (1, 6), 0, 0, 0.0, 0)

# Chi-square is (36 + 9 + 9) / 6 = 9, and e**-4.5 x (1 + 4.5 + 10.125 + 15.1875 + 17.086) = 0.532.
PANEL = """
              Ann                            Bob
rolls          18                             15
                  fell                doubles    fell                doubles
  1            12 ##########|#########     2   5 ########|                0
  2             6 ##########|              0   5 ########|                0
  3             3 #####     |              0   5 ########|                0
  4             3 #####     |              0   5 ########|                0
  5             6 ##########|              0   5 ########|                0
  6             6 ##########|              1   5 ########|                0
  | expected    6.0                     0.5    5.0                     0.4
doubles         3   expected 3.0               0   expected 2.5
pips a roll    7.78 expected 8.17             7.00 expected 8.17
from the bar    4                              0
  danced        1   expected 0.8               0   expected 0.0
no play         2                              0
openings        3 6                            1 6

Nothing unusual: in 53% of such matches fair dice fall more unevenly.
"""


def test_the_panel_shows_both_players_in_a_chart():
    assert dice_panel(("Ann", "Bob"), (ANN, BOB), ascii_only=True) == PANEL.strip("\n").split("\n")


def test_where_there_is_more_than_ascii_the_bars_are_lines():
    shown = "\n".join(dice_panel(("Ann", "Bob"), (ANN, BOB)))
    drawn = PANEL.strip("\n").replace("#|#", "━┿━").translate({ord("#"): "━", ord("|"): "│"})
    assert shown == drawn


@given(headers, st.integers(), st.integers(0, 400))
@in_whole_matches
def test_the_panel_fits_a_wide_and_a_narrow_window(header, seed, length):
    events, _ = random_match(seed, header)
    names, counts = ("N" * 24, "M" * 24), count_dice(header, events[:length])
    for ascii_only in (False, True):
        lines = dice_panel(names, counts, ascii_only=ascii_only)
        assert max(map(len, lines)) <= 76
        assert len(lines) <= 20
        assert not ascii_only or "".join(lines).isascii()
    *lines, _ = dice_panel(names, counts, wide=False)
    assert max(map(len, lines)) <= 40


def test_players_are_stacked_where_there_is_little_room():
    lines = dice_panel(("Ann", "Bob"), (ANN, BOB), ascii_only=True, wide=False)
    assert lines[:5] == [
        "         Ann",
        "rolls     18",
        "             fell                doubles",
        "1         12 ##########|#########     2",
        "2          6 ##########|              0",
    ]
    assert lines[9] == "| expected   6.0                     0.5"
    assert [line for line in lines if line.startswith("rolls")] == ["rolls     18", "rolls     15"]
    assert lines[-1] == PANEL.strip("\n").split("\n")[-1]


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (None, "Too few rolls to judge the dice yet: that takes 15 of each player."),
        (1.0, "Nothing unusual: in 100% of such matches fair dice fall more unevenly."),
        (0.05, "Nothing unusual: in 5% of such matches fair dice fall more unevenly."),
        (0.049, "Uneven, but it happens: fair dice fall like this in 1 of 20 such matches."),
        (0.0021, "Uneven, but it happens: fair dice fall like this in 1 of 480 such matches."),
        (0.0004, "Very unusual: fair dice fall like this in 1 of 2,500 such matches."),
        (0.0, "Very unusual: fair dice fall like this in less than 1 of 1,000,000,000 such matches."),
    ],
)
def test_how_unusual_dice_are_is_said_by_how_often_it_happens(share, said):
    assert how_unusual(share) == said


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
