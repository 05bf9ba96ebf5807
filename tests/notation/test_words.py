"""The sentences: every rule that can be broken, everything that can happen, every question and every score."""

import ast
import inspect
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from rich.cells import cell_len

from bgterm.notation import ids, teaching, words
from bgterm.notation.lines import read_line
from bgterm.notation.plays import readings
from bgterm.notation.record import Damage, read_record
from bgterm.rules import errors
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError, NotationError, Rule
from bgterm.rules.events import (
    Doubled,
    Dropped,
    Event,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Rolled,
    Taken,
)
from bgterm.rules.faults import why_not_play
from bgterm.rules.hitting import HittingPlays
from bgterm.rules.match import Ending, Header, Match, Phase, Result, Win
from bgterm.rules.referee import apply, states
from bgterm.rules.series import start
from bgterm.rules.variants import BACKGAMMON, VARIANTS, Ruleset
from tests.builders import board, play
from tests.players import random_match

WHITE, BLACK = Player
NAMES = ("Wilhelmina", "Beatrix")
HEADER = Header(BACKGAMMON, Ruleset(length=7), NAMES)
WIDTH = 78
"""The cells of a line at the table, 80 columns wide."""
START = "24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5"
FIVE_POINT = Moved(WHITE, play("8/5 6/5"))
FIRST_TURN = (OpeningThrown(3, 1), FIVE_POINT)
LOST_ONE = (OpeningThrown(3, 1), ResignationOffered(WHITE, Win.SINGLE), ResignationAccepted(BLACK))


def after(*happened: Event, header: Header = HEADER) -> Match:
    return [*states(header, happened)][-1]


def under(**rules: int | bool) -> Header:
    return replace(HEADER, ruleset=Ruleset(**rules))


# What is wrong


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
    sentence = words.why(fault, after(OpeningThrown(3, 1)))
    assert all(fact in sentence for fact in said)
    assert_fits(sentence)


HAPPENINGS = [
    (Rule.UNFINISHED, HEADER, (OpeningThrown(3, 1), Moved(WHITE, play("8/5"))), ["1"]),
    (Rule.NOT_YOUR_TURN, HEADER, (OpeningThrown(3, 1), Moved(BLACK, play("8/5 6/5"))), []),
    (Rule.NOT_NOW, HEADER, (*FIRST_TURN, Taken(BLACK)), ["take"]),
    (Rule.NO_CUBE, under(length=7, cube=False), (*FIRST_TURN, Doubled(BLACK)), []),
    (Rule.CRAWFORD, under(length=2), (*LOST_ONE, *FIRST_TURN, Doubled(BLACK)), ["Crawford"]),
    (Rule.NOT_YOUR_CUBE, HEADER, (*FIRST_TURN, Doubled(BLACK), Taken(WHITE), Doubled(BLACK)), ["Wilhelmina"]),
    (Rule.DEAD_CUBE, under(length=1), (*FIRST_TURN, Doubled(BLACK)), ["1"]),
]


@pytest.mark.parametrize(("rule", "header", "happened", "said"), HAPPENINGS)
def test_what_cannot_happen_now_is_told_with_its_facts(rule, header, happened, said):
    *before, wrong = happened
    match = after(*before, header=header)
    fault = fault_of(lambda: apply(match, wrong))
    assert fault.rule is rule
    sentence = words.why(fault, match)
    assert all(fact in sentence for fact in said)
    assert_fits(sentence)


HEAD = b'{"bgterm":1,"variant":"backgammon","ruleset":{"length":7},"names":["Ann","Bob"]}'


@pytest.mark.parametrize(
    ("rule", "act", "said"),
    [
        (Rule.BAD_ID, lambda: ids.read_position_id("4HPw", WHITE), ["4HPw", "14"]),
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
    assert all(fact in words.why(fault) for fact in said)


def documented() -> Iterator[tuple[Rule, list[str]]]:
    """Give each rule with the facts that its docstring says it has."""
    (rules,) = (node for node in ast.parse(inspect.getsource(errors)).body if getattr(node, "name", "") == "Rule")
    for named, told in zip(rules.body, rules.body[1:], strict=False):
        if isinstance(named, ast.Assign) and isinstance(told, ast.Expr):
            facts, colon, _ = told.value.value.partition(":")
            listed = facts.split(", ")
            yield Rule[named.targets[0].id], listed if colon and all(map(str.isidentifier, listed)) else []


def test_every_rule_has_a_sentence_that_needs_only_the_facts_it_documents():
    told = dict(documented())
    assert [*told] == [*Rule]
    for rule, facts in told.items():
        sentence = words.why(BackgammonError(rule, **dict.fromkeys(facts, "fact")))
        assert sentence
        assert "{" not in sentence


def test_the_facts_of_real_faults_are_those_that_are_documented():
    told = dict(documented())
    for rule, position, dice, made, text, _ in TYPED:
        fault = fault_of(lambda: readings(text, plays(position, dice), play(made)))  # noqa: B023 - called at once
        assert sorted(fault.facts) == sorted(told[rule])
    for rule, header, (*before, wrong), _ in HAPPENINGS:
        fault = fault_of(lambda: apply(after(*before, header=header), wrong))  # noqa: B023 - called at once
        assert set(told[rule]) <= {*fault.facts, "opponent"}


def test_a_fault_without_a_match_speaks_of_the_opponent():
    fault = why_not_play(plays(START, "31"), play("13/12"))
    assert "the opponent" in words.why(fault)


def test_what_was_wrong_with_a_save_names_the_line_and_a_torn_one_is_not_worth_a_word():
    head = b'{"bgterm": 1}'
    damage = Damage(4, fault_of(lambda: read_line("hello")))
    assert "line 4" in words.damaged(damage)
    assert "hello" in words.damaged(damage)
    assert words.damaged(Damage(4, NotationError(Rule.TORN_LINE))) == ""
    assert fault_of(lambda: read_record(head)).rule


# What happened and what is asked


@pytest.mark.parametrize(
    ("before", "event", "facts", "brief"),
    [
        ((), OpeningThrown(3, 1), ["Wilhelmina", "3", "Beatrix", "1", "Wilhelmina starts"], None),
        ((), OpeningThrown(2, 5), ["Beatrix starts"], None),
        ((), OpeningThrown(4, 4), ["tie"], None),
        (FIRST_TURN[:1], FIVE_POINT, ["Wilhelmina", "3-1", "8/5 6/5"], (WHITE, "31: 8/5 6/5")),
        (FIRST_TURN, Rolled(BLACK, Dice(6, 5)), ["Beatrix", "6-5"], None),
        (FIRST_TURN, Doubled(BLACK), ["Beatrix", "2"], (BLACK, "doubles to 2")),
        ((*FIRST_TURN, Doubled(BLACK)), Taken(WHITE), ["Wilhelmina", "2"], (WHITE, "takes")),
        ((*FIRST_TURN, Doubled(BLACK)), Dropped(WHITE), ["Wilhelmina"], (WHITE, "passes")),
        (FIRST_TURN, ResignationOffered(BLACK, Win.GAMMON), ["Beatrix", "gammon"], (BLACK, "resigns a gammon?")),
        (LOST_ONE[:2], LOST_ONE[2], ["Beatrix"], (BLACK, "accepts")),
        (LOST_ONE[:2], ResignationRefused(BLACK), ["Beatrix"], (BLACK, "refuses")),
    ],
)
def test_what_happened_is_told_with_who_and_what(before, event, facts, brief):
    match = after(*before)
    sentence = words.tell(match, event)
    assert all(fact in sentence for fact in facts)
    assert words.brief(match, event) == brief
    assert_fits(sentence)


def test_a_turn_without_a_move_is_told_as_one():
    dancing = replace(start(HEADER), game=replace(start(HEADER).game, dice=Dice(6, 6)))
    assert "no legal move" in words.tell(dancing, Moved(WHITE, ()))
    assert words.brief(dancing, Moved(WHITE, ())) == (WHITE, "66: no move")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_question_and_every_telling_of_whole_matches_fits_its_line(variant, seed):
    header = replace(HEADER, variant=variant, ruleset=Ruleset(length=3 * (seed % 2), cube=variant.cube))
    events, _ = random_match(seed, header)
    for before, event in zip(states(header, events), events, strict=False):
        assert_fits(words.tell(before, event))
        assert_fits(words.question(before))
        if before.game.to_act is None:
            continue
        may = choices(before, before.game.to_act)
        assert_fits(words.hint(before, may))
        assert_fits(words.why_not_double(before, may))
        if may.answer_double:
            assert_fits(*words.answers_to_double(before))
        if may.answer_resignation:
            assert_fits(*words.answers_to_resignation(before))
        if before.game.phase is Phase.TO_MOVE:
            for complete, in_hand in ((False, False), (True, False), (False, True)):
                assert_fits(words.move_question(before, complete=complete, in_hand=in_hand))
        for win in may.resign:
            assert_fits(words.resignation_costs(before, before.game.to_act, win))


@pytest.mark.parametrize(
    ("happened", "said"),
    [
        ((), ["Game 1"]),
        ((OpeningThrown(4, 4),), ["tie"]),
        ((OpeningThrown(3, 1),), ["Wilhelmina", "3-1"]),
        (FIRST_TURN, ["Beatrix", "roll"]),
        ((*FIRST_TURN, Doubled(BLACK)), ["Beatrix", "2", "Wilhelmina"]),
        ((*FIRST_TURN, ResignationOffered(BLACK, Win.BACKGAMMON)), ["Beatrix", "backgammon", "Wilhelmina"]),
        (LOST_ONE, ["Wilhelmina", "Beatrix", "single game"]),
    ],
)
def test_each_question_says_who_must_do_what(happened, said):
    question = words.question(after(*happened))
    assert all(fact in question for fact in said)


def test_legal_moves_are_said_with_their_hits():
    hitting = board("8:1 6:1 / 20:1")
    assert words.legal_moves(hitting, WHITE, play("6/5 8/5")) == "legal: 8/5*  6/5*"
    assert words.legal_moves(hitting, WHITE, ()) == ""


# The score


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (Result(WHITE, Win.SINGLE, Ending.BORNE_OFF, 1), "single game 1 x cube 1 = 1"),
        (Result(WHITE, Win.GAMMON, Ending.BORNE_OFF, 4), "gammon 2 x cube 4 = 8"),
        (Result(BLACK, Win.BACKGAMMON, Ending.RESIGNED, 64), "backgammon 3 x cube 64 = 192"),
        (Result(BLACK, Win.SINGLE, Ending.DROPPED, 2), "the stake before the double: 2"),
    ],
)
def test_the_arithmetic_of_a_result(result, said):
    assert words.arithmetic(result) == said


@pytest.mark.parametrize(
    ("length", "score", "said"),
    [
        (7, (3, 2), "Wilhelmina leads 3-2"),
        (7, (4, 4), "4-4"),
        (7, (3, 4), "Beatrix leads 4-3"),
        (7, (10, 4), "Wilhelmina wins the match 10-4"),
        (7, (6, 7), "Beatrix wins the match 7-6"),
        (0, (60, 198), "Beatrix leads 198-60"),
    ],
)
def test_the_standing_of_a_match(length, score, said):
    assert words.standing(replace(start(under(length=length)), score=score)) == said


def test_the_answers_to_a_double_say_what_each_makes_of_the_score():
    match = after(*FIRST_TURN, Doubled(BLACK), Taken(WHITE), header=under(length=5))
    assert "double" not in words.why_not_double(after(*FIRST_TURN), choices(after(*FIRST_TURN), BLACK))
    match = after(*FIRST_TURN, Doubled(BLACK))
    passing, taking = words.answers_to_double(match)
    assert passing == "Beatrix leads 1-0"
    assert "2" in taking
    assert "Wilhelmina" in taking


def test_the_answers_to_a_resignation_say_what_each_makes_of_the_score():
    doubled = (*FIRST_TURN, Doubled(BLACK), Taken(WHITE), ResignationOffered(BLACK, Win.GAMMON))
    accepting, refusing = words.answers_to_resignation(after(*doubled))
    assert accepting == "gammon 2 x cube 2 = 4, Wilhelmina leads 4-0"
    assert refusing


@pytest.mark.parametrize(
    ("happened", "header", "headline", "score"),
    [
        (LOST_ONE, HEADER, "Wilhelmina resigns: Beatrix wins a single game", "match to 7: Beatrix leads 1-0"),
        ((*FIRST_TURN, Doubled(BLACK), Dropped(WHITE)), under(), "Wilhelmina passes: Beatrix wins", "the session"),
        (LOST_ONE, under(length=1), "Beatrix wins", "Beatrix wins the match 1-0"),
    ],
)
def test_the_end_of_a_game_is_told(happened, header, headline, score):
    match = after(*happened, header=header)
    assert headline in words.headline(match)
    assert score in words.score_line(match)
    assert_fits(words.headline(match), words.score_line(match))


def test_a_game_that_is_borne_off_is_told_with_its_win():
    result = Result(WHITE, Win.GAMMON, Ending.BORNE_OFF, 1)
    match = start(HEADER)
    assert words.headline(replace(match, game=replace(match.game, result=result))) == "Wilhelmina wins a gammon"


# The rules of a match


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("length", [0, 1, 5, 99])
@pytest.mark.parametrize("cube", [True, False])
@pytest.mark.parametrize("crawford", [True, False])
def test_the_rules_told_are_those_of_the_match(variant, length, cube, crawford):
    match = start(Header(variant, Ruleset(length=length, cube=cube, crawford=crawford), NAMES))
    told = "\n".join(teaching.rules_of(match))
    assert variant.name in told
    assert (f"Match to {length}" if length else "Money session") in told
    assert ("Crawford" in told) == (length > 1 and cube and crawford)
    assert ("No doubling cube" in told) is not cube
    assert ("Dead cube" in told) == (cube and length > 0)


def test_the_rules_told_say_whether_this_is_the_crawford_game():
    header = under(length=2)
    before, crawford = after(header=header), after(*LOST_ONE, OpeningThrown(3, 1), header=header)
    assert teaching.rules_of(before) != teaching.rules_of(crawford)
    assert "Crawford" in words.title(crawford)
    assert "Crawford" not in words.title(before)


def test_where_a_match_stands_names_both_players_the_score_and_the_game():
    said = words.where_it_stands(after(*LOST_ONE))
    assert all(fact in said for fact in ("Wilhelmina 0", "Beatrix 1", "match to 7", "game 1"))
    assert "2026-11-20-ann-bob" in words.kept(after(*LOST_ONE), "2026-11-20-ann-bob")
    assert "Beatrix wins" in words.kept(after(*LOST_ONE, header=under(length=1)), "it")


def test_the_glossary_explains_the_words_that_the_rules_use():
    assert {"bar", "blot", "cube", "gammon", "backgammon", "pip", "point"} <= set(teaching.GLOSSARY)


def assert_fits(*sentences: str) -> None:
    for sentence in sentences:
        assert cell_len(sentence) <= WIDTH, sentence
