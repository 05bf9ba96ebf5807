"""Every rule that can be broken has its sentence, with the facts that the sentence needs."""

import ast
import inspect
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from bgterm.formats.messages import damaged
from bgterm.formats.record import Damage, read_record
from bgterm.notation import gnubg_id
from bgterm.notation.json_codec import read_line
from bgterm.notation.plays import readings
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError, NotationError, Reason, Rule
from bgterm.rules.events import Beavered, Doubled, Moved, OpeningThrown, Rolled, TakeBackAsked, Taken
from bgterm.rules.moves.explain import why_not_play
from bgterm.rules.moves.standard import HittingPlays
from bgterm.rules.referee import apply
from bgterm.text import errors
from bgterm.text.system_errors import Trouble
from tests.builders import board, play
from tests.notation.situations import BLACK, FIRST_TURN, HEADER, LOST_ONE, WHITE, after, assert_fits, under

START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"


def plays(position: str, dice: str) -> HittingPlays:
    return HittingPlays(board(position), WHITE, Dice.of(*map(int, dice)))


def fault_of(act: Callable[[], object]) -> BackgammonError:
    with pytest.raises(BackgammonError) as caught:
        act()
    return caught.value


TYPED = [
    (Rule.NO_CHECKER, START, "31", "", "7/4", ["7"]),
    (Rule.BAR_FIRST, "bar:1 8:2 / 6:2", "31", "", "8/5", ["bar"]),
    (Rule.BLOCKED, START, "31", "", "13/12", ["13/12", "Beatrix", "5"]),
    (Rule.BLOCKED, "bar:1 / 3:4", "31", "", "bar/22", ["bar/22", "4"]),
    (Rule.TOO_FAR, START, "31", "", "13/6", ["13/6", "7 pips", "3-1"]),
    (Rule.WRONG_NUMBER, START, "31", "", "8/3", ["8/3", "5", "3-1"]),
    (Rule.NOT_HOME, "8:1 5:3 / 6:1", "54", "", "5/off", ["8"]),
    (Rule.NOT_HOME, "bar:1 5:3 / 6:1", "54", "bar/20", "5/off", ["20"]),
    (Rule.HIGHER_CHECKER, "6:1 2:1 / 6:1", "53", "", "2/off", ["2/off", "3", "6"]),
    (Rule.BOTH_NUMBERS, "8:1 2:5 1:7 / 22:2 20:2", "51", "", "2/1", ["5-1", "2/1", "5"]),
    (Rule.LARGER_NUMBER, "9:1 / 19:2 13:2", "21", "", "9/8", ["2"]),
    (Rule.NOTHING_LEFT, START, "31", "8/5 6/5", "6/5", []),
    (Rule.WRONG_STAR, START, "31", "", "8/5*", ["5"]),
    (Rule.BACKWARDS, START, "31", "", "8/9", ["8/9"]),
    (Rule.NUMBER_USED, START, "31", "8/5", "13/10", ["13/10", "3", "1"]),
    (Rule.NOT_REACHED, START, "31", "", "1", ["1"]),
    (Rule.UNREADABLE, START, "31", "", "8/", ["8/"]),
    (Rule.NO_SUCH_POINT, START, "31", "", "99/96", ["99"]),
    (Rule.OTHER_ROLL, START, "31", "", "54: 8/5", ["5-4", "3-1"]),
    (Rule.TOO_LONG, START, "31", "", "8/5 " * 99, ["396"]),
]


@pytest.mark.parametrize(("rule", "position", "dice", "made", "text", "said"), TYPED)
def test_what_is_typed_and_not_legal_is_told_with_its_facts(rule, position, dice, made, text, said):
    fault = fault_of(lambda: readings(text, plays(position, dice), play(made)))
    assert fault.rule is rule
    sentence = errors.why(fault, after(OpeningThrown(3, 1)))
    assert all(fact in sentence for fact in said)
    assert_fits(sentence)


HAPPENINGS = [
    (Rule.UNFINISHED, HEADER, (OpeningThrown(3, 1), Moved(WHITE, play("8/5"))), ["1"]),
    (Rule.NOT_YOUR_TURN, HEADER, (OpeningThrown(3, 1), Moved(BLACK, play("8/5 6/5"))), []),
    (Rule.NO_DOUBLE_OFFERED, HEADER, (*FIRST_TURN, Taken(BLACK)), ["doubled"]),
    (Rule.NO_CUBE, under(length=7, cube=False), (*FIRST_TURN, Doubled(BLACK)), []),
    (Rule.CRAWFORD, under(length=2), (*LOST_ONE, *FIRST_TURN, Doubled(BLACK)), ["Crawford"]),
    (Rule.NOT_YOUR_CUBE, HEADER, (*FIRST_TURN, Doubled(BLACK), Taken(WHITE), Doubled(BLACK)), ["Wilhelmina"]),
    (Rule.DEAD_CUBE, under(length=1), (*FIRST_TURN, Doubled(BLACK)), ["1"]),
    (Rule.LATE_TAKE_BACK, HEADER, (*FIRST_TURN, Rolled(BLACK, Dice(6, 5)), TakeBackAsked(WHITE)), ["Beatrix"]),
    (Rule.BEAVER_LIMIT, under(beavers=1), (*FIRST_TURN, Doubled(BLACK), Beavered(WHITE), Beavered(BLACK)), ["1"]),
]


@pytest.mark.parametrize(("rule", "header", "happened", "said"), HAPPENINGS)
def test_what_cannot_happen_now_is_told_with_its_facts(rule, header, happened, said):
    *before, wrong = happened
    match = after(*before, header=header)
    fault = fault_of(lambda: apply(match, wrong))
    assert fault.rule is rule
    sentence = errors.why(fault, match)
    assert all(fact in sentence for fact in said)
    assert_fits(sentence)


HEAD = b'{"bgterm":1,"variant":"backgammon","ruleset":{"length":7},"names":["Ann","Bob"]}'


@pytest.mark.parametrize(
    ("rule", "act", "said"),
    [
        (Rule.BAD_ID, lambda: gnubg_id.read_position_id("4HPw", WHITE), ["4HPw", "14"]),
        (Rule.BAD_LINE, lambda: read_line("hello"), ["hello"]),
        (Rule.OTHER_FORMAT, lambda: read_line('{"bgterm":99}'), ["99", "1"]),
        (Rule.UNKNOWN_FIELD, lambda: read_line('{"event":"rolled","colour":"red"}'), ["colour"]),
        (Rule.MISSING_FIELD, lambda: read_line('{"event":"rolled"}'), ["player"]),
        (Rule.BAD_VALUE, lambda: read_line('{"event":"doubled","player":"red"}'), ["player", "red"]),
    ],
)
def test_what_cannot_be_read_is_told_with_its_facts(rule, act, said):
    fault = fault_of(act)
    assert fault.rule is rule
    assert all(fact in errors.why(fault) for fact in said)


def documented(kind: type[Reason]) -> Iterator[tuple[Reason, list[str]]]:
    """Yield each reason of the kind with the facts that its docstring says it has."""
    (reasons,) = ast.parse(inspect.getsource(kind)).body
    for named, told in pairwise(reasons.body):
        if isinstance(named, ast.Assign) and isinstance(told, ast.Expr):
            facts, colon, _ = told.value.value.partition(":")
            listed = facts.split(", ")
            yield kind[named.targets[0].id], listed if colon and all(map(str.isidentifier, listed)) else []


@pytest.mark.parametrize("kind", [Rule, Trouble])
def test_every_reason_has_a_sentence_of_its_documented_facts(kind):
    told = dict(documented(kind))
    assert [*told] == [*kind]
    for rule, facts in told.items():
        sentence = errors.why(BackgammonError(rule, **dict.fromkeys(facts, "fact")))
        assert sentence
        assert "{" not in sentence


def test_the_facts_of_real_faults_are_those_that_are_documented():
    told = dict(documented(Rule))
    for rule, position, dice, made, text, _ in TYPED:
        fault = fault_of(lambda: readings(text, plays(position, dice), play(made)))  # noqa: B023 - called at once
        assert sorted(fault.facts) == sorted(told[rule])
    for rule, header, (*before, wrong), _ in HAPPENINGS:
        fault = fault_of(lambda: apply(after(*before, header=header), wrong))  # noqa: B023 - called at once
        assert set(told[rule]) <= {*fault.facts, "opponent"}


def test_a_fault_without_a_match_speaks_of_the_opponent():
    fault = why_not_play(plays(START, "31"), play("13/12"))
    assert "the opponent" in errors.why(fault)


def test_damage_names_its_line_and_a_torn_end_is_not_mentioned():
    head = b'{"bgterm": 1}'
    damage = Damage(4, fault_of(lambda: read_line("hello")))
    assert "line 4" in damaged(damage)
    assert "hello" in damaged(damage)
    assert damaged(Damage(4, NotationError(Rule.TORN_LINE))) == ""
    assert fault_of(lambda: read_record(head)).rule
