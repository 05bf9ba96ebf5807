"""Other programs as engines: GNU Backgammon, as at its own prompt, Open Sage, and programs that speak UBGI."""

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bgterm.engine.adapter import AUTO, Adapter, engine_for, open_adapter
from bgterm.engine.adapters import ubgi
from bgterm.engine.adapters.bgsage import Sage
from bgterm.engine.adapters.gnubg import Gnubg
from bgterm.engine.adapters.ubgi import COMMAND, Ubgi
from bgterm.engine.checks import check_answer
from bgterm.engine.errors import EngineError, EngineFailed, ProgramEnded
from bgterm.engine.levels import EXPERT, NOVICE, WORLD_CLASS
from bgterm.engine.protocol import (
    Act,
    EngineAnswer,
    EngineRequest,
    Probabilities,
    QuestionKind,
    ResignAnswer,
    read_message,
    write_message,
)
from bgterm.notation.plays import read_plays
from bgterm.rules.board import Board, Player
from bgterm.rules.dice import Dice
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import MatchState, Resignation, Win
from bgterm.rules.moves.base import Play
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG
from tests.builders import play
from tests.engine.gnubg_text import Hint, hints
from tests.engine.positions import COMMON_MATCHES, asked, opening, stands
from tools.agreement import compared

EACH = {QuestionKind.PLAYS: 5, QuestionKind.CUBE: 3, QuestionKind.TAKE: 2}


@pytest.fixture
def gnubg() -> Iterator[Gnubg]:
    with closing(Gnubg()) as engine:
        yield engine


@pytest.fixture
def sage() -> Iterator[Sage]:
    with closing(Sage()) as engine:
        yield engine


def ask(engine: Adapter, question: EngineRequest) -> EngineAnswer:
    answer = engine.answer(question)
    check_answer(question, answer)
    assert read_message(write_message(answer)) == answer
    return answer


def sample(name: str) -> list[tuple[QuestionKind, MatchState]]:
    """Return ten decisions of a match, plays, cubes and takes, evenly spread from the first to the last."""
    found = [*asked(name)]
    kinds = {kind: [pair for pair in found if pair[0] is kind] for kind in EACH}
    return [
        kinds[kind][at * (len(kinds[kind]) - 1) // (many - 1)] for kind, many in EACH.items() for at in range(many)
    ]


@pytest.mark.gnubg
@pytest.mark.long
@pytest.mark.parametrize("name", COMMON_MATCHES)
def test_answers_are_those_of_the_text_interface(name: str, gnubg: Gnubg, tmp_path: Path):
    decisions = sample(name)
    questions = [EngineRequest.of(match, kind, WORLD_CLASS) for kind, match in decisions]
    variation = "nackgammon" if "nack" in name else "standard"
    told = hints([question.position for question in questions], 2, tmp_path, f"set variation {variation}")
    for question, hint in zip(questions, told, strict=True):
        answer = ask(gnubg, question)
        if question.kind is QuestionKind.PLAYS:
            same_plays(question.match(), answer, hint)
        else:
            same_cube(question.kind, answer, hint)


def same_plays(match: MatchState, answer: EngineAnswer, hint: Hint) -> None:
    legal = legal_plays(match)

    def after(moves: Play) -> Board:
        return legal.board.played(legal.player, moves)

    shown = [(play.plies, after(read_plays(play.text, legal)[0].moves), play.equity) for play in hint.plays]
    best = answer.plays[: len(shown)]
    assert [(ranked.plies, after(ranked.play), f"{ranked.equity:+.3f}") for ranked in best] == shown
    assert [rounded(ranked.probabilities) for ranked in best] == hint.chances
    assert answer.recommended == best[0].play


def same_cube(kind: QuestionKind, answer: EngineAnswer, hint: Hint) -> None:
    equities = (answer.cube.no_double, answer.cube.double_pass, answer.cube.double_take)
    names = ("no ", "pass", "take")
    for name, equity in zip(names, equities, strict=True):
        assert [told for line, told in hint.equities.items() if name in line.lower()] == [f"{equity:+.3f}"]
    assert [rounded(answer.cube.probabilities)] == hint.chances
    doubled, _comma, reply = hint.action.lower().partition(", ")
    assert answer.cube.action in meant(doubled if kind is QuestionKind.CUBE else reply)


def meant(text: str) -> set[Act]:
    """Return the actions that GNU Backgammon's word for a decision allows."""
    if text.startswith("optional"):
        return {Act.DOUBLE, Act.NO_DOUBLE}
    if text.startswith(("double", "redouble")):
        return {Act.DOUBLE}
    words = {"take": Act.TAKE, "pass": Act.PASS, "beaver": Act.BEAVER}
    return {words.get(text, Act.NO_DOUBLE)}


def rounded(chances: Probabilities) -> tuple[str, ...]:
    return tuple(f"{value:.3f}" for value in chances)


@pytest.mark.gnubg
def test_a_play_is_looked_ahead_that_the_filter_leaves_out(gnubg: Gnubg):
    question, bad = EngineRequest.of(opening(Dice(5, 2)), QuestionKind.PLAYS, WORLD_CLASS), play("8/3 6/4")
    assert [ranked.plies for ranked in ask(gnubg, question).plays if ranked.play == bad] == [0]
    first, second = ask(gnubg, replace(question, count=1, including=bad)).plays
    assert (first.plies, second.play, second.plies) == (2, bad, 2)
    assert first.equity > second.equity


@pytest.mark.parametrize(
    "name", [pytest.param("gnubg", marks=pytest.mark.gnubg), pytest.param("sage", marks=pytest.mark.bgsage)]
)
def test_a_roll_that_cannot_be_played_has_an_equity(name: str, request: pytest.FixtureRequest):
    match = stands("bar:1 6:14 / 6:3 5:2 4:2 3:2 2:2 1:4", dice=Dice(4, 2))
    (passed,) = ask(request.getfixturevalue(name), EngineRequest.of(match, QuestionKind.PLAYS, EXPERT)).plays
    assert passed.play == ()
    assert -3 < passed.equity < 0


@pytest.mark.gnubg
@pytest.mark.parametrize(
    "position",
    [
        pytest.param("4PPgASHgc/ABMA:MIGlAAAAAAAE", id="8/4 and 8/5*/4"),
        pytest.param("jNuMBQTEb4MBBg:sIGpAEAAEAAE", id="three routes that hit or not"),
        pytest.param("225DCAC3LwAAAA:MIGmAEAAIAAE", id="4/off by both numbers"),
        pytest.param("v1uAAGDbZgJFAg:8ImmAEAACAAE", id="53 plays"),
    ],
)
def test_every_legal_play_is_ranked(position: str, gnubg: Gnubg):
    question = EngineRequest(1, QuestionKind.PLAYS, position, BACKGAMMON, Ruleset(5), level=EXPERT)
    legal = legal_plays(question.match())
    after = {legal.board.played(legal.player, ranked.play) for ranked in ask(gnubg, question).plays}
    assert after == {board for _play, board in legal.results()}


@pytest.mark.long
@pytest.mark.gnubg
def test_noise_makes_it_choose_another_play(gnubg: Gnubg):
    match = opening(Dice(6, 4))
    questions = [EngineRequest.of(match, QuestionKind.PLAYS, NOVICE, seed=seed) for seed in range(20)]
    chosen = [ask(gnubg, question).recommended for question in questions]
    assert len(set(chosen)) > 1
    assert chosen == [ask(gnubg, question).recommended for question in questions]


@pytest.mark.gnubg
@pytest.mark.parametrize(
    ("position", "offered", "resign"),
    [
        ("1:2 / 13:15", Win.SINGLE, ResignAnswer(accept=False)),
        ("1:2 / 13:15", Win.GAMMON, ResignAnswer(accept=True)),
        ("6:10 / 1:2", None, ResignAnswer(Win.SINGLE)),
        ("13:15 / 1:2", None, ResignAnswer(Win.GAMMON)),
        ("23:1 13:14 / 1:2", None, ResignAnswer()),
        ("6:2 / 1:2", None, ResignAnswer()),
    ],
)
def test_a_lost_game_is_resigned_as_it_is_lost(position, offered, resign, gnubg: Gnubg):
    match = stands(position, pending=Resignation(Player.BLACK, offered) if offered else None)
    assert ask(gnubg, EngineRequest.of(match, QuestionKind.RESIGN)).resign == resign


@pytest.mark.parametrize(
    ("engine", "length"),
    [pytest.param("gnubg", 65, marks=pytest.mark.gnubg), pytest.param("sage", 26, marks=pytest.mark.bgsage)],
)
def test_a_match_that_is_too_long_for_an_engine_is_refused(engine, length, request: pytest.FixtureRequest):
    match = stands("6:15 / 6:15", ruleset=Ruleset(length))
    with pytest.raises(EngineFailed, match=f"it knows matches of up to {length - 1} points"):
        ask(request.getfixturevalue(engine), EngineRequest.of(match, QuestionKind.CUBE))


@pytest.mark.gnubg
def test_a_variant_without_its_database_is_refused(gnubg: Gnubg):
    with pytest.raises(EngineError, match="GNU Backgammon does not play Long backgammon"):
        ask(gnubg, EngineRequest.of(opening(Dice(6, 5), variant=LONG), QuestionKind.PLAYS))


@pytest.mark.parametrize("name", [pytest.param("gnubg", marks=pytest.mark.gnubg), "tiny"])
def test_a_program_that_was_killed_can_be_started_again(name, request: pytest.FixtureRequest):
    engine, question = request.getfixturevalue(name), EngineRequest.of(opening(Dice(3, 1)), QuestionKind.PLAYS)
    before = ask(engine, question)
    engine.program._process.kill()  # noqa: SLF001 - as somebody else may
    with pytest.raises(ProgramEnded):
        ask(engine, question)
    engine.close()
    assert ask(engine, question) == before


@pytest.mark.parametrize(
    ("engine", "sentence"),
    [
        (Gnubg, "GNU Backgammon is not installed: install it from"),
        (Sage, f"Open Sage is not installed: run {sys.executable} -m pip install bgsage"),
    ],
)
def test_a_missing_program_is_named_with_how_to_get_it(engine, sentence):
    with pytest.raises(EngineError, match=sentence):
        engine().version()


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of a shell script, still to be written, that the environment names as GNU Backgammon."""
    program = tmp_path / "gnubg"
    program.touch(0o755)
    monkeypatch.setenv("BGTERM_GNUBG", str(program))
    return program


def test_a_program_that_ends_at_once_is_reported(script: Path):
    script.write_text("#!/bin/sh\n[ $1 = --version ] && echo GNU Backgammon 1.07.001\n")
    engine = Gnubg()
    with pytest.raises(EngineFailed, match="it has ended, or has no Python inside"):
        ask(engine, EngineRequest.of(opening(Dice(6, 5)), QuestionKind.PLAYS))
    engine.close()


def test_an_old_program_is_refused(script: Path):
    script.write_text("#!/bin/sh\necho GNU Backgammon 0.90.0\n")
    with pytest.raises(EngineError, match=r"GNU Backgammon 0\.90\.0 is too old: install 1\.6 or a later"):
        Gnubg().version()


# Open Sage


@pytest.mark.long
@pytest.mark.bgsage
@pytest.mark.parametrize("name", COMMON_MATCHES)
def test_every_decision_of_a_match_is_answered(name: str, sage: Sage):
    for kind, match in [*asked(name)][::29]:
        ask(sage, EngineRequest.of(match, kind))


@pytest.mark.long
@pytest.mark.bgsage
def test_plays_are_looked_ahead_even_one_that_was_made(sage: Sage):
    question = EngineRequest.of(opening(Dice(3, 1)), QuestionKind.PLAYS, WORLD_CLASS)
    best, second, *_more = ask(sage, question).plays
    assert (set(best.play), best.plies) == (set(play("8/5 6/5")), 2)
    assert best.equity > second.equity + 0.1
    bad = play("8/3 6/4")
    question = EngineRequest.of(opening(Dice(5, 2)), QuestionKind.PLAYS, WORLD_CLASS, count=1)
    first, second = ask(sage, replace(question, including=bad)).plays
    assert (first.plies, set(second.play), second.plies) == (2, set(bad), 2)


@pytest.mark.bgsage
@pytest.mark.parametrize("rules", [Ruleset(jacoby=True, beavers=1), Ruleset()])
def test_a_hopeless_double_is_beavered_in_a_money_session(rules: Ruleset, sage: Sage):
    match = stands("24:2 23:2 13:4 6:3 / 13:3 8:3 6:5 5:2 4:2", rules, doubled=True, double_offered=rules.jacoby)
    expected = Act.BEAVER if rules.beavers else Act.TAKE
    assert ask(sage, EngineRequest.of(match, QuestionKind.TAKE)).cube.action is expected


@pytest.mark.soak
@pytest.mark.gnubg
@pytest.mark.bgsage
def test_the_two_strong_engines_agree_on_most_plays():
    found = [*compared("gnubg", "bgsage", 200, EXPERT.plies + 1)]
    assert sum(pair.equal for pair in found) >= 170


# Programs that speak UBGI


PROGRAM = """
import sys
said = open({log!r}, "w")
for line in sys.stdin:
    print(line.strip(), file=said, flush=True)
    word = line.split()[0]
    if word == "ubgi":
        print("id name Tiny"); print("id author Ann"); print("id version 0.3"); print("ubgiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print({chequer!r} if "chequer" in line else {cube!r}, flush=True)
    elif word not in ("newgame", "position", "dice"):
        print("error unknown_command", flush=True)
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Ubgi]]:
    """A function that returns the adapter of a program with these answers, or with another command."""
    with ExitStack() as started:

        def start(chequer: str = "bestmove 8/5 6/5", cube: str = "bestcube double", command: str = "") -> Ubgi:
            file = tmp_path / "tiny.py"
            file.write_text(PROGRAM.format(log=str(tmp_path / "said"), chequer=chequer, cube=cube))
            monkeypatch.setenv(COMMAND, command or shlex.join([sys.executable, str(file)]))
            return started.enter_context(closing(Ubgi()))

        yield start


@pytest.fixture
def tiny(program: Callable[..., Ubgi]) -> Ubgi:
    """A program that makes the five point and doubles."""
    return program()


def answer_to(engine: Ubgi, match: MatchState, kind: QuestionKind = QuestionKind.PLAYS) -> EngineAnswer:
    return ask(engine, EngineRequest.of(match, kind))


@pytest.mark.parametrize("told", ["bestmove 8/5 6/5", "bestmove 6/5 8/5", "bestmoveid sGfwATDgc/ABMA"])
def test_its_play_is_read_from_moves_or_from_the_position(told: str, program):
    assert set(answer_to(program(told), opening(Dice(3, 1))).recommended) == set(play("8/5 6/5"))


def test_it_is_told_the_match_and_the_position(program, tmp_path: Path):
    answer_to(program(), opening(Dice(3, 1), Ruleset(5)))
    said = (tmp_path / "said").read_text().splitlines()
    state = "newsession type match length 5 jacoby off crawford on", "setscore 0 0", "setcube value 1 owner center"
    asked = "position gnubgid 4HPwATDgc/ABMA", "dice 3 1", "go role chequer"
    assert said == ["ubgi", "newgame", *state, "setturn p0", "isready", *asked, "isready"]


@pytest.mark.parametrize("told", ["bestmove 8/2", "bestmove 8/5", "error missing_context", "hello"])
def test_an_illegal_play_is_refused(told: str, program):
    with pytest.raises(EngineFailed, match="it named no legal play"):
        answer_to(program(told), opening(Dice(3, 1)))


def test_its_cube_is_asked_for_and_the_rest_answered_by_ours(program):
    match = stands("6:5 5:5 4:5 / 24:2 6:5 5:4 4:4")
    assert answer_to(program(), match, QuestionKind.CUBE).cube.action is Act.DOUBLE
    ours = answer_to(program(cube="error unsupported_feature"), match, QuestionKind.CUBE)
    assert (ours.engine, ours.version) == ("ubgi", "Tiny 0.3")
    assert answer_to(program(), match, QuestionKind.RESIGN).resign is not None


def test_it_cannot_analyse(program):
    question = EngineRequest.of(opening(Dice(3, 1)), QuestionKind.PLAYS)
    with pytest.raises(EngineError, match="UBGI cannot answer analyse questions"):
        program().answer(ubgi.replace(question, including=play("8/5 6/5")))


@pytest.mark.parametrize(
    ("command", "error", "sentence"),
    [("cat /dev/zero", EngineError, "did not answer within"), ("true", EngineFailed, "it has ended")],
)
def test_a_program_that_is_silent_or_ends_is_reported(command, error, sentence, program, monkeypatch):
    monkeypatch.setattr(ubgi, "_SECONDS", 0.05)
    with pytest.raises(error, match=sentence):
        program(command=command).version()


def test_without_a_program_it_says_how_to_name_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(COMMAND, raising=False)
    with pytest.raises(EngineError, match="set BGTERM_UBGI to the command of a program"):
        Ubgi().version()
    monkeypatch.setenv(COMMAND, "nobody-has-this --fast")
    with pytest.raises(EngineError, match="BGTERM_UBGI names no program: nobody-has-this"):
        Ubgi().version()


@pytest.mark.parametrize("name", ["ubgi:touch /tmp/x", "gnubg:/tmp/x"])
def test_a_name_is_never_a_command(name: str):
    for find in (open_adapter, partial(engine_for, BACKGAMMON)):
        with pytest.raises(EngineError, match='unknown engine "'):
            find(name)
    assert engine_for(BACKGAMMON, AUTO) != "ubgi"
