"""Dice: how they are counted, what is expected of them, and the sentences about them and their proof."""

import hashlib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.analysis.confidence import half_interval
from bgterm.analysis.dice_messages import dice_panel, how_unusual
from bgterm.analysis.dice_statistics import EXPECTED_PIPS, DiceCount, chi_square_tail, count_dice, unevenness
from bgterm.analysis.text_report import summary
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.rules.board import Player
from bgterm.rules.dice import ROLLS, Dice
from bgterm.rules.events import Doubled, Dropped, Moved, OpeningThrown, RollCorrected, Rolled
from bgterm.rules.match import Game, Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.match_files import read_file
from tests.builders import play
from tests.players import mistyped, random_match
from tests.strategies import headers, in_whole_matches
from tests.tables import begin_table
from tests.waiting import wait

WHITE, BLACK = Player
HEADER = Header(BACKGAMMON, Ruleset())

# White makes the five point and hits; Black finds two of six points closed, dances once and then enters.
GAME = [
    OpeningThrown(2, 2),
    OpeningThrown(3, 1),
    Moved(WHITE, play("8/5 6/5")),
    Rolled(BLACK, Dice(6, 2)),
    Moved(BLACK, play("24/18 24/22")),
    Rolled(WHITE, Dice(6, 1)),
    Moved(WHITE, play("13/7 8/7")),
    Rolled(BLACK, Dice(6, 5)),
    Moved(BLACK, ()),
    Rolled(WHITE, Dice(1, 1)),
    Moved(WHITE, play("24/23 24/23 6/5 6/5")),
    Rolled(BLACK, Dice(3, 3)),
    Moved(BLACK, play("bar/22 13/10 13/10 13/10")),
    Doubled(WHITE),
    Dropped(BLACK),
]


NOTHING = DiceCount(0, (0,) * 6, (0,) * 6, 0, (), 0, 0, 0, 0)


def test_a_game_counted_by_hand():
    white, black = count_dice(HEADER, GAME)
    shown = replace(NOTHING, numbers=(3, 0, 0, 0, 0, 1), doubles=(1, 0, 0, 0, 0, 0))
    assert white == replace(shown, rolls=2, pips=7 + 4, openings=(2, 3))
    shown = replace(NOTHING, numbers=(0, 1, 2, 0, 1, 2), doubles=(0, 0, 1, 0, 0, 0))
    rolled = replace(shown, rolls=3, pips=8 + 11 + 12, openings=(2, 1), unplayed=1)
    expected = pytest.approx(2 / 9)  # two points closed, twice: 2/6 x 2/6 each time
    assert black == replace(rolled, from_bar=2, danced=1, danced_expected=expected)
    assert (white.average_pips, black.average_pips) == (5.5, pytest.approx(31 / 3))


def test_before_the_first_roll_there_is_nothing_to_count():
    assert count_dice(HEADER, []) == (NOTHING, NOTHING)
    assert NOTHING.average_pips == 0
    assert unevenness(NOTHING, NOTHING) is None


def test_expected_pips_of_a_roll_and_counts_in_36_rolls():
    weights = [(1 if roll.is_double else 2, sum(roll.pips)) for roll in ROLLS]
    average = Fraction(sum(weight * pips for weight, pips in weights), sum(weight for weight, _ in weights))
    assert average == Fraction(49, 6)
    assert pytest.approx(49 / 6) == EXPECTED_PIPS
    count = replace(NOTHING, rolls=36)
    assert (count.number_expected, count.double_expected) == (12, 1)


@given(headers, st.integers())
@in_whole_matches
def test_every_roll_and_every_opening_is_counted_once(header, seed):
    events, _ = random_match(seed, header)
    counts = count_dice(header, events)
    for player, count in zip(Player, counts, strict=True):
        assert count.rolls == sum(isinstance(event, Rolled) and event.player is player for event in events)
        assert sum(count.numbers) == 2 * count.rolls
        assert sum(count.doubles) <= count.rolls
        assert len(count.openings) == sum(isinstance(event, OpeningThrown) for event in events)
        assert 0 <= count.danced <= count.from_bar
        assert 0 <= count.danced_expected <= count.from_bar


# From a table of the chi-square distribution, ten degrees of freedom.
@pytest.mark.parametrize(
    ("value", "tail"), [(0, 1), (3.940, 0.95), (9.342, 0.5), (18.307, 0.05), (23.209, 0.01), (29.588, 0.001)]
)
def test_chi_square_as_tables_have_it(value, tail):
    assert chi_square_tail(value) == pytest.approx(tail, rel=0.002)


def counted(*numbers):
    return replace(NOTHING, rolls=sum(numbers) // 2, numbers=numbers)


def test_unevenness_is_chi_square_over_both_with_15_rolls():
    assert unevenness(counted(5, 5, 5, 5, 5, 5), counted(10, 10, 10, 10, 10, 10)) == 1
    # 10 expected of each: (5^2 + 5^2) / 10 = 5 for each player.
    assert unevenness(counted(15, 5, 10, 10, 10, 10), counted(10, 10, 10, 10, 5, 15)) == chi_square_tail(10)
    assert unevenness(counted(30, 0, 0, 0, 0, 0), counted(5, 5, 5, 5, 5, 5)) < 1e-20
    assert unevenness(counted(28, 0, 0, 0, 0, 0), counted(5, 5, 5, 5, 5, 5)) is None


@given(headers, st.integers(0, 2**32))
@in_whole_matches
def test_only_what_the_dice_really_showed_is_counted(header, seed):
    events, _ = random_match(seed, header)
    assert count_dice(header, mistyped(header, events, seed)) == count_dice(header, events)


def test_corrected_first_roll_is_not_counted():
    begun = HEADER._replace(start=Game(BACKGAMMON.board, WHITE, Dice(3, 1)))
    counts = count_dice(begun, [RollCorrected(WHITE, Dice(6, 6)), Moved(WHITE, play("24/18 24/18 13/7 13/7"))])
    assert [count.rolls for count in counts] == [0, 0]


@pytest.mark.parametrize(("count", "errors"), [(2, 12.706), (5, 2.776), (31, 2.042), (32, 1.96)])
def test_few_values_have_a_wide_interval(count, errors):
    values = [number % 2 for number in range(count)]
    mean = sum(values) / count
    standard_error = (sum((value - mean) ** 2 for value in values) / (count - 1) / count) ** 0.5
    assert half_interval(values) == pytest.approx(errors * standard_error)


# Sentences

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
    drawn = PANEL.strip("\n")
    assert dice_panel(("Ann", "Bob"), (ANN, BOB), ascii_only=True) == drawn.split("\n")
    lines = drawn.replace("#|#", "━┿━").translate({ord("#"): "━", ord("|"): "│"})
    assert dice_panel(("Ann", "Bob"), (ANN, BOB)) == lines.split("\n")


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
PROVEN = Header(BACKGAMMON, Ruleset(length=1), ("Ann", "Bob"), "verifiable", "2026-11-20")
REVEALED = "dice: verifiable under scheme 1; bgterm verify checks the rolls"
UNFINISHED = "dice: verifiable under scheme 1; the secret is revealed when the match ends"


def dice_line(path):
    return [line for line in summary(read_file(path)) if line.startswith("dice: ")]


@pytest.mark.parametrize(
    ("name", "lines"),
    [("verifiable-dice", [REVEALED]), ("verifiable-dice-unfinished", [UNFINISHED]), ("hyper", [])],
)
def test_dice_of_an_old_record_are_called_by_their_scheme(name, lines):
    assert dice_line(OLD / f"{name}.jsonl") == lines


def test_a_match_that_ended_without_its_secret_is_unproven(tmp_path):
    *lines, revealed = (OLD / "verifiable-dice.jsonl").read_bytes().splitlines(keepends=True)
    assert b"dice_revealed" in revealed
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(lines))
    unproven = "dice: unproven: the match has ended under scheme 1 and the secret was not revealed"
    assert dice_line(path) == [unproven]


def test_a_void_match_names_the_player_who_did_not_open(tmp_path):
    table = begin_table(tmp_path, PROVEN)
    wait(table.exchange(VerifiableDice.contribute, Player.BLACK, hashlib.sha256(b"secret").hexdigest()))
    wait(table.exchange(VerifiableDice.add_nothing, Player.WHITE))
    assert dice_line(table.path) == ["dice: verifiable; the secret is revealed when the match ends"]
    wait(table.exchange(VerifiableDice.give_up_opening, Player.BLACK))
    assert dice_line(table.path) == ["dice: verifiable, and the match is void: Bob did not open the contribution"]
