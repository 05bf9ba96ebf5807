"""Every error prints its sentence, with the facts that the sentence needs."""

import ast
import pickle
from collections.abc import Callable, Iterator
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from pkgutil import walk_packages
from string import Formatter

import pytest

import bgterm
from bgterm.formats.messages import damaged
from bgterm.formats.record import Problem, read_record
from bgterm.notation.dice_evidence import UNKNOWN_SCHEME
from bgterm.notation.errors import UnfinishedLine, unfinished_line
from bgterm.notation.json_codec import read_line
from bgterm.notation.plays import read_plays
from bgterm.rules.dice import Dice
from bgterm.rules.errors import ActionRule, BackgammonError, IllegalAction, IllegalPlay, PlayRule
from bgterm.rules.events import Beavered, Doubled, Moved, OpeningThrown, Rolled, TakeBackAsked, Taken
from bgterm.rules.referee import apply
from tests.builders import FIRST_TURN, START, legal, play
from tests.notation.situations import BLACK, HEADER, WHITE, after, assert_fits, under

DOUBLED, ROLLED = (*FIRST_TURN, Doubled(BLACK)), (*FIRST_TURN, Rolled(BLACK, Dice(6, 5)))


def fault_of(act: Callable[[], object]) -> BackgammonError:
    with pytest.raises(BackgammonError) as caught:
        act()
    return caught.value


TYPED = [
    (PlayRule.NO_CHECKER, START, "31", "", "7/4", ["7"]),
    (PlayRule.BAR_FIRST, "bar:1 8:2 / 6:2", "31", "", "8/5", ["bar"]),
    (PlayRule.POINT_BLOCKED, START, "31", "", "13/12", ["13/12", "Beatrix", "5"]),
    (PlayRule.POINT_BLOCKED, "bar:1 / 3:4", "31", "", "bar/22", ["bar/22", "4"]),
    (PlayRule.TOO_FAR, START, "31", "", "13/6", ["13/6", "7 pips", "3-1"]),
    (PlayRule.NOT_ALL_HOME, "bar:1 5:3 / 6:1", "54", "bar/20", "5/off", ["20"]),
    (PlayRule.HIGHER_CHECKER, "6:1 2:1 / 6:1", "53", "", "2/off", ["2/off", "3", "6"]),
    (PlayRule.BOTH_NUMBERS_REQUIRED, "8:1 2:5 1:7 / 22:2 20:2", "51", "", "2/1", ["5-1", "2/1", "5"]),
    (PlayRule.NOTHING_HIT, START, "31", "", "8/5*", ["5"]),
    (PlayRule.NUMBER_USED, START, "31", "8/5", "13/10", ["13/10", "3", "1"]),
    (PlayRule.POINT_OUT_OF_REACH, START, "31", "", "1", ["1"]),
]


@pytest.mark.parametrize(("rule", "position", "dice", "made", "text", "said"), TYPED)
def test_what_is_typed_and_not_legal_is_told_with_its_facts(rule, position, dice, made, text, said):
    fault = fault_of(lambda: read_plays(text, legal(position, dice), play(made)))
    assert fault.msgid == rule
    sentence = fault.describe(after(OpeningThrown(3, 1)).names)
    assert all(fact in sentence for fact in said)
    assert_fits(sentence)


@pytest.mark.parametrize(
    ("rule", "header", "happened", "said"),
    [
        (PlayRule.PLAY_UNFINISHED, HEADER, (OpeningThrown(3, 1), Moved(WHITE, play("8/5"))), ["1"]),
        (ActionRule.NO_DOUBLE_OFFERED, HEADER, (*FIRST_TURN, Taken(BLACK)), ["doubled"]),
        (ActionRule.CUBE_NOT_YOURS, HEADER, (*DOUBLED, Taken(WHITE), Doubled(BLACK)), ["Wilhelmina"]),
        (ActionRule.DEAD_CUBE, under(length=1), DOUBLED, ["1"]),
        (ActionRule.TAKE_BACK_TOO_LATE, HEADER, (*ROLLED, TakeBackAsked(WHITE)), ["Beatrix"]),
        (ActionRule.BEAVER_LIMIT, under(beavers=1), (*DOUBLED, Beavered(WHITE), Beavered(BLACK)), ["1"]),
    ],
)
def test_what_cannot_happen_now_is_told_with_its_facts(rule, header, happened, said):
    *before, wrong = happened
    match = after(*before, header=header)
    fault = fault_of(lambda: apply(match, wrong))
    assert fault.rule is rule
    sentence = fault.describe(match.names)
    assert all(fact in sentence for fact in said)


def every_error(kind: type[BackgammonError] = BackgammonError) -> Iterator[type[BackgammonError]]:
    """Yield the class and all its subclasses."""
    yield kind
    for other in kind.__subclasses__():
        yield from every_error(other)


PLACES = {"reading": {"name"}, "_rest_lost": {"line"}, "save_failed": {"name"}}
"""The facts of an error that say where the fault is, besides its sentence, by the function that raises it."""
COUNTED = {"AdmissionError": {"kind"}}
"""The facts of a class of errors by which a server counts them."""


def load_all() -> None:
    """Import every module of bgterm, so that all classes of errors exist."""
    for module in walk_packages(bgterm.__path__, "bgterm."):
        if not module.name.endswith("__main__"):
            import_module(module.name)


def sentence_of(message: ast.expr, function: ast.AST) -> str:
    """Return the text of a message: a rule, a literal, or a local name of one."""
    match message:
        case ast.Attribute(ast.Name(rules), rule):
            return {"PlayRule": PlayRule, "ActionRule": ActionRule}[rules][rule]
        case ast.Name("rule" | "UNKNOWN_SCHEME" as known):
            return {"rule": "", "UNKNOWN_SCHEME": UNKNOWN_SCHEME}[known]
        case ast.Name(name):
            *_, value = (
                node.value
                for node in sorted(assignments(function), key=attrgetter("lineno"))
                if ast.unparse(node.targets[0]) == name and node.lineno < message.lineno
            )
            return sentence_of(value, function)
        case ast.IfExp(_, one, other):
            return sentence_of(one, function) + sentence_of(other, function)
        case ast.Subscript(ast.Name("_FIRST")) | ast.Attribute(_, "no_export"):
            return ""
        case ast.Subscript(ast.Name("said")):  # of a ban or a mute that is not there
            return "{what}"
        case ast.Starred(ast.Call(ast.Name("nN_"), [one, other])) | ast.Call(ast.Name("nN_"), [one, other]):
            return ast.literal_eval(one) + ast.literal_eval(other)
        case ast.Starred(value):
            return sentence_of(value, function)
        case ast.Call(ast.Name("N_"), [literal]):
            return ast.literal_eval(literal)
    raise AssertionError(ast.unparse(message))


def assignments(function: ast.AST) -> list[ast.Assign]:
    return [node for node in ast.walk(function) if isinstance(node, ast.Assign)]


def raised() -> Iterator[tuple[str, ast.Call, ast.AST]]:
    """Yield each call in the code that makes an error, with its place and the function around it."""
    load_all()
    names = {kind.__name__ for kind in every_error()}
    for path in sorted(Path(bgterm.__path__[0]).rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for node in ast.walk(function):
                    if isinstance(node, ast.Call) and ast.unparse(node.func) in names:
                        yield f"{path.name}:{node.lineno}", node, function


@pytest.mark.long
def test_every_error_says_all_its_facts():
    places = [*raised()]
    assert len(places) > 250
    for place, call, function in places:
        named = {field for _, field, _, _ in Formatter().parse(sentence_of(call.args[0], function)) if field}
        beside = PLACES.get(function.name, set()) | COUNTED.get(ast.unparse(call.func), set())
        facts = {fact.arg for fact in call.keywords} - beside
        assert named == facts, place


def test_every_error_survives_a_copy_and_prints_itself():
    facts = "src dst higher count need dice die left done most taken allowed win value"
    for rule in (*PlayRule, *ActionRule):
        kind = IllegalPlay if isinstance(rule, PlayRule) else IllegalAction
        fault = kind(rule, **dict.fromkeys(facts.split(), 3), opponent=WHITE)
        copy = pickle.loads(pickle.dumps(fault))  # noqa: S301 - made just now
        assert (copy.args, str(copy)) == ((rule,), str(fault))
        assert "{" not in str(fault)
        assert ("the opponent" in str(fault)) is ("{opponent}" in rule)
        assert repr(fault).startswith(f"{kind.__name__}({type(rule).__name__}.{rule.name}, ")
        assert_fits(fault.describe(HEADER.names))


def test_damage_names_its_line_and_a_torn_end_is_not_mentioned():
    head = b'{"bgterm": 1}'
    wrong, torn = fault_of(lambda: read_line("hello")), unfinished_line()
    said = damaged(Problem(1, 4, str(wrong), wrong))
    assert "line 4" in said
    assert "hello" in said
    assert damaged(Problem(1, 4, str(torn), torn)) == ""
    assert type(fault_of(lambda: read_record(head))) is UnfinishedLine
