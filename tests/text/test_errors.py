"""Every error prints its sentence, with the facts that the sentence needs."""

import pickle
from collections.abc import Callable, Iterator
from dataclasses import fields
from importlib import import_module
from pkgutil import walk_packages
from string import Formatter
from typing import Annotated, get_args, get_origin

import pytest

import bgterm
from bgterm.engine.errors import EngineError
from bgterm.formats.interpretation import RestLost
from bgterm.formats.messages import damaged
from bgterm.formats.record import Problem, read_record
from bgterm.lobby.errors import LobbyError
from bgterm.net.errors import AdminError, AdmissionError, ServerError
from bgterm.notation import gnubg_id
from bgterm.notation.errors import (
    InvalidId,
    InvalidLine,
    InvalidValue,
    MissingField,
    NewerFormat,
    NoSuchPoint,
    OtherRoll,
    PlayTooLong,
    UnfinishedLine,
    UnknownField,
    UnreadablePlay,
)
from bgterm.notation.json_codec import read_line
from bgterm.notation.plays import read_plays
from bgterm.play.dice.errors import DiceError, VerificationError
from bgterm.profile.presets import PresetError
from bgterm.profile.toml_file import ConfigError
from bgterm.rules.board import Move, Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import (
    BackgammonError,
    IllegalAction,
    IllegalPlay,
    ImpossiblePosition,
    NotationError,
)
from bgterm.rules.events import Beavered, Doubled, Moved, OpeningThrown, Rolled, TakeBackAsked, Taken
from bgterm.rules.illegal_actions import (
    BeaverLimit,
    CrawfordGame,
    CubeNotYours,
    DeadCube,
    NoCube,
    NoDoubleOffered,
    NotYourTurn,
    TakeBackTooLate,
)
from bgterm.rules.match import Win
from bgterm.rules.moves.errors import (
    BarFirst,
    BothNumbersRequired,
    HigherChecker,
    LargerDieRequired,
    MoveBackwards,
    NoChecker,
    NoDiceLeft,
    NotAllHome,
    NothingHit,
    NumberNotRolled,
    NumberUsed,
    PlayUnfinished,
    PointBlocked,
    PointOutOfReach,
    SixPrime,
    TooFar,
)
from bgterm.rules.moves.explain import why_not_play
from bgterm.rules.moves.hitting import HittingPlays
from bgterm.rules.referee import apply
from bgterm.storage.errors import FileError, SaveError, SaveFailed
from bgterm.storage.postgres.errors import DatabaseError
from bgterm.tui.widgets.form_state import FieldFault
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
    (NoChecker, START, "31", "", "7/4", ["7"]),
    (BarFirst, "bar:1 8:2 / 6:2", "31", "", "8/5", ["bar"]),
    (PointBlocked, START, "31", "", "13/12", ["13/12", "Beatrix", "5"]),
    (PointBlocked, "bar:1 / 3:4", "31", "", "bar/22", ["bar/22", "4"]),
    (TooFar, START, "31", "", "13/6", ["13/6", "7 pips", "3-1"]),
    (NumberNotRolled, START, "31", "", "8/3", ["8/3", "5", "3-1"]),
    (NotAllHome, "8:1 5:3 / 6:1", "54", "", "5/off", ["8"]),
    (NotAllHome, "bar:1 5:3 / 6:1", "54", "bar/20", "5/off", ["20"]),
    (HigherChecker, "6:1 2:1 / 6:1", "53", "", "2/off", ["2/off", "3", "6"]),
    (BothNumbersRequired, "8:1 2:5 1:7 / 22:2 20:2", "51", "", "2/1", ["5-1", "2/1", "5"]),
    (LargerDieRequired, "9:1 / 19:2 13:2", "21", "", "9/8", ["2"]),
    (NoDiceLeft, START, "31", "8/5 6/5", "6/5", []),
    (NothingHit, START, "31", "", "8/5*", ["5"]),
    (MoveBackwards, START, "31", "", "8/9", ["8/9"]),
    (NumberUsed, START, "31", "8/5", "13/10", ["13/10", "3", "1"]),
    (PointOutOfReach, START, "31", "", "1", ["1"]),
    (UnreadablePlay, START, "31", "", "8/", ["8/"]),
    (NoSuchPoint, START, "31", "", "99/96", ["99"]),
    (OtherRoll, START, "31", "", "54: 8/5", ["5-4", "3-1"]),
    (PlayTooLong, START, "31", "", "8/5 " * 99, ["396"]),
]


@pytest.mark.parametrize(("rule", "position", "dice", "made", "text", "said"), TYPED)
def test_what_is_typed_and_not_legal_is_told_with_its_facts(rule, position, dice, made, text, said):
    fault = fault_of(lambda: read_plays(text, plays(position, dice), play(made)))
    assert type(fault) is rule
    sentence = fault.describe(after(OpeningThrown(3, 1)).names)
    assert all(fact in sentence for fact in said)
    assert_fits(sentence)


HAPPENINGS = [
    (PlayUnfinished, HEADER, (OpeningThrown(3, 1), Moved(WHITE, play("8/5"))), ["1"]),
    (NotYourTurn, HEADER, (OpeningThrown(3, 1), Moved(BLACK, play("8/5 6/5"))), []),
    (NoDoubleOffered, HEADER, (*FIRST_TURN, Taken(BLACK)), ["doubled"]),
    (NoCube, under(length=7, cube=False), (*FIRST_TURN, Doubled(BLACK)), []),
    (CrawfordGame, under(length=2), (*LOST_ONE, *FIRST_TURN, Doubled(BLACK)), ["Crawford"]),
    (CubeNotYours, HEADER, (*FIRST_TURN, Doubled(BLACK), Taken(WHITE), Doubled(BLACK)), ["Wilhelmina"]),
    (DeadCube, under(length=1), (*FIRST_TURN, Doubled(BLACK)), ["1"]),
    (TakeBackTooLate, HEADER, (*FIRST_TURN, Rolled(BLACK, Dice(6, 5)), TakeBackAsked(WHITE)), ["Beatrix"]),
    (BeaverLimit, under(beavers=1), (*FIRST_TURN, Doubled(BLACK), Beavered(WHITE), Beavered(BLACK)), ["1"]),
]


@pytest.mark.parametrize(("rule", "header", "happened", "said"), HAPPENINGS)
def test_what_cannot_happen_now_is_told_with_its_facts(rule, header, happened, said):
    *before, wrong = happened
    match = after(*before, header=header)
    fault = fault_of(lambda: apply(match, wrong))
    assert type(fault) is rule
    sentence = fault.describe(match.names)
    assert all(fact in sentence for fact in said)
    assert_fits(sentence)


HEAD = b'{"bgterm":1,"variant":"backgammon","ruleset":{"length":7},"names":["Ann","Bob"]}'


@pytest.mark.parametrize(
    ("rule", "act", "said"),
    [
        (InvalidId, lambda: gnubg_id.read_position_id("4HPw", WHITE), ["4HPw", "14"]),
        (InvalidLine, lambda: read_line("hello"), ["hello"]),
        (NewerFormat, lambda: read_line('{"bgterm":99}'), ["99", "1"]),
        (UnknownField, lambda: read_line('{"event":"rolled","colour":"red"}'), ["colour"]),
        (MissingField, lambda: read_line('{"event":"rolled"}'), ["player"]),
        (InvalidValue, lambda: read_line('{"event":"doubled","player":"red"}'), ["player", "red"]),
    ],
)
def test_what_cannot_be_read_is_told_with_its_facts(rule, act, said):
    fault = fault_of(act)
    assert type(fault) is rule
    assert all(fact in str(fault) for fact in said)


def every_error(kind: type[BackgammonError] = BackgammonError) -> Iterator[type[BackgammonError]]:
    """Yield the class and all below it."""
    yield kind
    for other in kind.__subclasses__():
        yield from every_error(other)


KINDS = {BackgammonError, NotationError, IllegalPlay, IllegalAction, ImpossiblePosition} | {
    AdminError,
    AdmissionError,
    DatabaseError,
    EngineError,
    PresetError,
    LobbyError,
    SaveError,
    FileError,
    ConfigError,
    ServerError,
    DiceError,
    VerificationError,
    SixPrime,
}
"""The classes that are only raised as one of their subclasses."""


PLACES = {FieldFault: {"name"}, RestLost: {"line"}, SaveFailed: {"name"}}
"""The facts that say where a fault is, beside its sentence."""


def load_all() -> None:
    """Import every module of bgterm, so that all errors are known."""
    for module in walk_packages(bgterm.__path__, "bgterm."):
        if not module.name.endswith("__main__"):
            import_module(module.name)


SAMPLES = {int: 7, float: 60.0, str: "text", Player: WHITE, Dice: Dice(6, 1), Move: Move(8, 5), Win: Win.GAMMON}
"""A value of some types of fields."""


def sample(kind: object) -> object:
    """Return a value for a field of that type."""
    if get_origin(kind) is Annotated:
        return sample(get_args(kind)[0])
    if get_origin(kind) is tuple:
        return (sample(get_args(kind)[0]),) * 2
    return SAMPLES.get(kind, "text")


def test_every_error_says_all_its_facts():
    load_all()
    kinds = {kind for kind in every_error() if kind.__module__.startswith("bgterm.")}
    assert len(kinds) > 150
    for kind in kinds:
        assert kind.__doc__, kind
        if kind in KINDS:
            continue
        error = kind(**{part.name: sample(part.type) for part in fields(kind)})
        named = {field for _, field, _, _ in Formatter().parse(kind.message) if field}
        facts = {part.name for part in fields(kind)} - PLACES.get(kind, set())
        assert (named == facts) if kind.message else (kind.sentence is not BackgammonError.sentence), kind
        said = str(error)
        assert str(pickle.loads(pickle.dumps(error))) == said  # noqa: S301 - made just now
        assert said[0] not in "{ "
        assert "{" not in said


def test_a_fault_without_a_match_speaks_of_the_opponent():
    fault = why_not_play(plays(START, "31"), play("13/12"))
    assert "the opponent" in str(fault)


def test_damage_names_its_line_and_a_torn_end_is_not_mentioned():
    head = b'{"bgterm": 1}'
    wrong, torn = fault_of(lambda: read_line("hello")), UnfinishedLine()
    said = damaged(Problem(1, 4, str(wrong), wrong))
    assert "line 4" in said
    assert "hello" in said
    assert damaged(Problem(1, 4, str(torn), torn)) == ""
    assert type(fault_of(lambda: read_record(head))) is UnfinishedLine
