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
from bgterm.rules.errors import ActionRule, BackgammonError, IllegalAction, IllegalPlay, PlayRule, shortened
from bgterm.rules.events import Doubled, Rolled, TakeBackAsked, Taken
from bgterm.rules.referee import apply
from tests.builders import FIRST_TURN, START, legal, play
from tests.notation.situations import BLACK, HEADER, WHITE, after, assert_fits

DOUBLED = (*FIRST_TURN, Doubled(BLACK))


def fault_of(act: Callable[[], object]) -> BackgammonError:
    with pytest.raises(BackgammonError) as caught:
        act()
    return caught.value


# The facts of each rule are tested with the rules and with what is typed.


@pytest.mark.parametrize(
    ("position", "dice", "made", "text", "said"),
    [
        (START, "31", "", "13/12", ["13/12", "Beatrix", "5"]),
        ("bar:1 / 3:4", "31", "", "bar/22", ["bar/22", "4"]),
        (START, "31", "", "13/6", ["13/6", "7 pips", "3-1"]),
        ("8:1 2:5 1:7 / 22:2 20:2", "51", "", "2/1", ["5-1", "2/1", "5"]),
        (START, "31", "8/5", "13/10", ["13/10", "3", "1"]),
        (START, "31", "", "1", ["1", "3 and 1"]),
    ],
    ids=["player", "bar", "dice", "move", "die", "dice left"],
)
def test_what_is_typed_and_not_legal_is_told_with_its_facts(position, dice, made, text, said):
    fault = fault_of(lambda: read_plays(text, legal(position, dice), play(made)))
    sentence = fault.describe(HEADER.names)
    assert all(fact in sentence for fact in said)
    assert_fits(sentence)


@pytest.mark.parametrize(
    ("happened", "said"),
    [
        ((*DOUBLED, Taken(WHITE), Doubled(BLACK)), "Wilhelmina"),
        ((*FIRST_TURN, Rolled(BLACK, Dice(6, 5)), TakeBackAsked(WHITE)), "Beatrix"),
    ],
    ids=["the owner of the cube", "the player who has gone on"],
)
def test_what_cannot_happen_now_is_told_with_the_player(happened, said):
    *before, wrong = happened
    match = after(*before)
    assert said in fault_of(lambda: apply(match, wrong)).describe(match.names)


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
        case ast.Subscript(ast.Name("_FIRST")) | ast.Attribute(_, "instead_of_export"):
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


def test_long_facts_are_shortened_in_a_sentence():
    assert [shortened("x" * length) for length in (80, 81)] == ["x" * 80, f"{'x' * 80}..."]
    assert shortened(10**5000) == "a number with too many digits"


def test_damage_names_its_line_and_a_torn_end_is_not_mentioned():
    head = b'{"bgterm": 1}'
    wrong, torn = fault_of(lambda: read_line("hello")), unfinished_line()
    said = damaged(Problem(1, 4, str(wrong), wrong))
    assert "line 4" in said
    assert "hello" in said
    assert damaged(Problem(1, 4, str(torn), torn)) == ""
    assert type(fault_of(lambda: read_record(head))) is UnfinishedLine
