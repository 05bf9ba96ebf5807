"""A program that speaks UBGI 0.1, and those that speak less or something else."""

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import pytest

from bgterm.engine.adapter import AUTO, engine_for, open_adapter
from bgterm.engine.adapters import ubgi
from bgterm.engine.adapters.ubgi import COMMAND, Ubgi
from bgterm.engine.checks import check_answer
from bgterm.engine.errors import EngineError, EngineFailed, ProgramEnded
from bgterm.engine.protocol import Act, EngineAnswer, EngineRequest, QuestionKind
from bgterm.rules.dice import Dice
from bgterm.rules.match import MatchState
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from tests.builders import play
from tests.engine.positions import opening, stands

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


def ask(engine: Ubgi, match: MatchState, kind: QuestionKind = QuestionKind.PLAYS) -> EngineAnswer:
    question = EngineRequest.of(match, kind)
    answer = engine.answer(question)
    check_answer(question, answer)
    return answer


@pytest.mark.parametrize("told", ["bestmove 8/5 6/5", "bestmove 6/5 8/5", "bestmoveid sGfwATDgc/ABMA"])
def test_its_play_is_read_from_moves_or_from_the_position(told: str, program):
    assert set(ask(program(told), opening(Dice(3, 1))).recommended) == set(play("8/5 6/5"))


def test_it_is_told_the_match_and_the_position(program, tmp_path: Path):
    ask(program(), opening(Dice(3, 1), Ruleset(5)))
    said = (tmp_path / "said").read_text().splitlines()
    state = "newsession type match length 5 jacoby off crawford on", "setscore 0 0", "setcube value 1 owner center"
    asked = "position gnubgid 4HPwATDgc/ABMA", "dice 3 1", "go role chequer"
    assert said == ["ubgi", "newgame", *state, "setturn p0", "isready", *asked, "isready"]


@pytest.mark.parametrize("told", ["bestmove 8/2", "bestmove 8/5", "error missing_context", "hello"])
def test_an_illegal_play_is_refused(told: str, program):
    with pytest.raises(EngineFailed, match="it named no legal play"):
        ask(program(told), opening(Dice(3, 1)))


def test_its_cube_is_asked_for_and_the_rest_answered_by_ours(program):
    match = stands("6:5 5:5 4:5 / 24:2 6:5 5:4 4:4")
    assert ask(program(), match, QuestionKind.CUBE).cube.action is Act.DOUBLE
    ours = ask(program(cube="error unsupported_feature"), match, QuestionKind.CUBE)
    assert (ours.engine, ours.version) == ("ubgi", "Tiny 0.3")
    assert ask(program(), match, QuestionKind.RESIGN).resign is not None


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


def test_a_program_that_was_killed_can_be_started_again(program):
    engine = program()
    assert ask(engine, opening(Dice(3, 1))).recommended
    engine.program._process.kill()  # noqa: SLF001 - as somebody else may
    with pytest.raises(ProgramEnded):
        ask(engine, opening(Dice(3, 1)))
    engine.close()
    assert ask(engine, opening(Dice(3, 1))).recommended


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
