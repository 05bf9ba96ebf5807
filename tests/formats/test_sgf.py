"""`.sgf` files, as others write them and where they are broken."""

import pytest

from bgterm.formats import sgf
from bgterm.formats.record import GameRecord
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import NotationError
from bgterm.rules.events import Beavered, Doubled, Moved, Rolled, Taken, Unrecorded
from bgterm.rules.variants import HYPER, HYPER_1, HYPER_2, NACKGAMMON
from tests.builders import FIRST_TURN, play

WHITE, BLACK = Player
ROLL_64 = Rolled(BLACK, Dice(6, 4))
RUN = Moved(BLACK, play("24/18 18/14"))


def read(nodes: str, root: str = "", score: tuple[int, int] = (0, 0), game: int = 0) -> GameRecord:
    return sgf.read(tree(nodes, root, score, game))


def faults(found: GameRecord) -> list[tuple[int, str]]:
    return [(fault.line, fault.reason) for fault in found.problems]


def tree(nodes: str, root: str = "", score: tuple[int, int] = (0, 0), game: int = 0) -> str:
    facts = f"MI[length:5][game:{game}][ws:{score[0]}][bs:{score[1]}]"
    return f"(;FF[4]GM[6]AP[GNU Backgammon:1]{facts}PW[Ann]PB[Bob]{root}{nodes})"


@pytest.mark.parametrize(
    ("nodes", "events"),
    [
        (";PL[B]DI[64]", (ROLL_64,)),
        (";B[64]", (ROLL_64,)),
        (";PL[B]DI[64];B[64]", (ROLL_64,)),
        (";PL[B]DI[46]\n;B[64aggk]", (ROLL_64, RUN)),
        (";B[64aggk]", (ROLL_64, RUN)),
        ("(;B[64aggk])(;B[64adae])", (ROLL_64, RUN)),
    ],
)
def test_the_main_line_is_read_with_letters_as_points(nodes, events):
    found = read(f"(;W[31hefe]{nodes})(;W[31xw])")
    assert (found.events, found.problems) == ((*FIRST_TURN, *events), ())


def test_one_more_double_is_a_beaver():
    text = tree(";W[31hefe];B[double];W[double];B[take]").replace("length:5", "length:0")
    assert sgf.read(text).events == (*FIRST_TURN, Doubled(BLACK), Beavered(WHITE), Taken(BLACK))


def test_rules_and_variant_are_found():
    assert read("", "RU[Crawford:Nackgammon]").header.variant == NACKGAMMON
    header = sgf.read("(;GM[6]MI[length:0]RU[Jacoby:Hypergammon3]PW[A\\]B])").header
    assert (header.variant, header.ruleset.jacoby, header.names) == (HYPER, True, ("A]B", "Black"))
    assert read("").header.ruleset.crawford is False
    assert read("", "RU[Crawford:CrawfordGame]", score=(4, 2), game=3).match.game.crawford
    with pytest.raises(NotationError, match='unknown variant "hypergammon4"'):
        read("", "RU[Crawford:Hypergammon4]")


@pytest.mark.parametrize(("number", "variant"), [(1, HYPER_1), (2, HYPER_2), (3, HYPER)])
def test_hypergammon_with_one_two_and_three_checkers(number, variant):
    found = sgf.read(f"(;GM[6]MI[length:3]RU[NoCube:Crawford:Hypergammon{number}]PW[A]PB[B];PL[B]DI[62])")
    assert (found.header.variant, found.match.game.dice, found.problems) == (variant, (6, 2), ())
    assert not found.header.ruleset.cube
    assert f":Hypergammon{number}]" in sgf.write(found.header, found.items)


def test_a_rule_that_is_not_known_is_named():
    found = read(";W[31hefe]", "RU[Crawford:Fog]")
    assert faults(found) == [(1, 'the rule "fog" is not known: the match is read without it')]
    assert found.events == FIRST_TURN


def test_a_file_that_is_cut_off_is_told_with_its_line():
    found = sgf.read(tree(";W[31hefe]\n;B[64aggk]\n;W[double")[:-1])
    assert found.events == (*FIRST_TURN, ROLL_64, RUN)
    assert faults(found) == [(3, "the file ends in the middle of an entry")]


@pytest.mark.parametrize("node", [";B[64zzzz]", ";B[99]", ";B[]", ";AE[a:x]", ";B[perhaps]"])
def test_what_cannot_be_read_ends_what_is_read_of_a_game(node):
    broken = tree(f";W[31hefe]\n{node}", "RE[W+2]")
    found = sgf.read(broken + tree(";W[31hefe]", score=(2, 0), game=1))
    assert found.match.score == (2, 0)
    assert found.problems[0].line == 2
    assert found.events[:2] == FIRST_TURN
    assert Unrecorded(WHITE, 2) in found.events


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        ('{"event":"taken","player":"black"}', "Bob takes: "),
        ('{"event":"taken","player":"red"}', '"{"event":"taken","player":"red"}" makes no sense here'),
    ],
)
def test_an_event_of_ours_that_cannot_be_is_named(own, reason):
    found = read(f";W[31hefe];XB[{own}];B[64aggk]")
    assert found.events == FIRST_TURN
    ((line, told),) = faults(found)
    assert line == 1
    assert told.startswith(reason)
