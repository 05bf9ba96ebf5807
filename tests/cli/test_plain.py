"""Plain mode in the real program: on a pipe, on a dumb terminal, and every way to end it."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest

from bgterm.cli.console import Console
from bgterm.cli.plain import _play_engine
from bgterm.engine.errors import engine_failed
from bgterm.engine.pool import EnginePool
from bgterm.formats.engine_notes import EngineSeat
from bgterm.notation.json_codec import Note
from bgterm.plain.session import PlainSession
from bgterm.play.engine_player import EngineVenue
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Rolled
from bgterm.rules.match import Phase
from tests.cases import rest_long
from tests.plain.seats import Talk, typed
from tests.waiting import wait
from tools.terminal import Terminal

ROOT = Path(__file__).parents[2]
BGTERM = (sys.executable, "-m", "bgterm")
PLAY = (*BGTERM, "play", "--plain", "--match", "5", "--names", "Ann,Bob", "--seed", "16")
RESUME = (*BGTERM, "resume", "--plain")
Start = Callable[..., Terminal]

pytestmark = pytest.mark.pty


@pytest.fixture
def start(home: dict[str, str]) -> Iterator[Start]:
    """Yield a function that starts a program on a dumb terminal; all programs share one home."""
    with ExitStack() as running:
        yield lambda command=PLAY, env=(), **more: running.enter_context(
            Terminal(command, env={**home, "TERM": "dumb", **dict(env)}, cwd=ROOT, columns=200, rows=60, **more)
        )


def run(
    home: dict[str, str], given: bytes, *options: str, command: tuple[str, ...] = PLAY, **env: str
) -> subprocess.CompletedProcess[bytes]:
    """Play on pipes with these bytes as input; return the ended process with its output."""
    environment = {**os.environ, **home, **env}
    return subprocess.run(
        (*command, *options), input=given, capture_output=True, env=environment, cwd=ROOT, check=False
    )


def on_pipes(home: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a match on pipes, and return the process."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(PLAY, **pipes, env={**os.environ, **home}, cwd=ROOT)


def answer(terminal: Terminal, *answers: tuple[str, str]) -> None:
    """Type lines, each of which leads to a question."""
    for line, question in answers:
        terminal.send(f"{line}\n")
        terminal.wait_for(question)


def to_roll(terminal: Terminal) -> None:
    """Throw for the start and play Ann's roll, so that Bob is to roll."""
    terminal.wait_for("Type roll.")
    answer(terminal, ("roll", "Ann, you rolled 5 4. Your move."), ("done 13/8 13/9", "Bob, roll or double."))
    terminal.wait_for("Bob> ")


def written(terminal: Terminal) -> str:
    """Return the text on the terminal so far: the program's output and what was typed."""
    return terminal.output.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("columns", rest_long(1, [20, 44]))
def test_lines_are_broken_between_words(home, columns):
    with Terminal(PLAY, env={**home, "TERM": "dumb"}, cwd=ROOT, columns=columns, rows=40) as terminal:
        terminal.wait_for("> ")
        lines = written(terminal).splitlines()
    assert max(map(len, lines)) <= columns
    assert "Game 1. Roll one die each to see who starts. Type roll." in " ".join(lines)


def test_a_screen_that_cannot_be_shown_tells_of_plain_mode(start):
    terminal = start((*BGTERM, "play"))
    assert terminal.wait() == 1
    assert b"or use --plain, as in bgterm play --plain, for lines of text" in terminal.output


def test_the_clocks_go_on_where_they_stood(home, record):
    said = run(home, b"roll\nclock\n", "--clock", "delay")
    assert b"Time left: Ann 10 min, Bob 10 min." in said.stdout
    last = record().items[-1]
    assert isinstance(last, Note)
    assert last.name == "clock"


# Wrong input


@pytest.mark.long
def test_any_bytes_and_any_length_get_a_sentence(home, record):
    lines = b"\xff\xfe\x00", b"\xe9t\xe9", b"a" * 3_000_000, b"8" * 3_000_000, b"\x1b[2J\x1b]0;x\x07", b"roll"
    said = run(home, b"\n".join(lines))
    assert said.returncode == 0
    told = said.stdout.decode().splitlines()
    assert sum(line.startswith("Unknown command") for line in told) == 5
    assert max(map(len, told)) < 300
    assert all(line.isprintable() for line in told)
    assert told[-2] == "Ann, you rolled 5 4. Your move."
    assert record().match.game.phase is Phase.TO_MOVE


def test_a_match_without_a_roll_is_not_saved(home, tmp_path):
    said = run(home, b"board\nscore\nquit\n")
    assert said.stdout.decode().splitlines()[-1] == "No dice were rolled: nothing was saved."
    assert [*tmp_path.rglob("*.jsonl")] == []


@pytest.mark.long
def test_names_that_the_output_cannot_show_are_replaced(home):
    said = run(home, b"roll\n", "--names", "Jürgen,李", PYTHONIOENCODING="ascii")
    assert said.returncode == 0
    assert b"Jurgen 0, ? 0." in said.stdout
    assert said.stdout.isascii()
    assert run(home, b"", "--names", "Jürgen,李", "--ascii").stdout.isascii()


# Ends


SIGNALS = [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM]
ENDS = {
    "Ctrl+D": (partial(Terminal.send, keys="\x04"), 0),
    "Ctrl+C": (partial(Terminal.send, keys="\x03"), 128 + signal.SIGINT),
    **{number.name: (partial(Terminal.signal, number=number), 128 + number) for number in SIGNALS},
}


@pytest.mark.parametrize(("end", "status"), rest_long(2, ENDS.values(), tuples=True), ids=ENDS)
def test_each_end_has_its_status_and_keeps_the_match(start, record, end, status):
    terminal = start()
    to_roll(terminal)
    end(terminal)
    assert terminal.wait() == status
    assert "Saved: Ann 0, Bob 0, match to 5, game 1. Resume with: bgterm resume --plain" in terminal.text
    assert terminal.is_cooked
    assert terminal.changed_modes == set()
    assert all(char.isprintable() for char in written(terminal) if char != "\n")
    assert record().match.game.phase is Phase.TO_ROLL


def test_a_signal_that_interrupts_no_call_ends_the_wait(start):
    """Another thread gets the signal here; one that comes right before the wait interrupts nothing, either."""
    program = (
        "import signal, sys, threading; from bgterm.cli.main import main; "
        "threading.Thread(target=threading.Event().wait, daemon=True).start(); "
        f"signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGQUIT]); sys.exit(main({PLAY[3:]!r}))"
    )
    terminal = start((sys.executable, "-c", program))
    to_roll(terminal)
    terminal.settle()
    terminal.signal(signal.SIGQUIT)
    assert terminal.wait() == 128 + signal.SIGQUIT


@pytest.mark.parametrize("before", [(), ("sh", "-c", 'trap "" HUP; "$@"; exit $?', "sh")], ids=["signal", "none"])
def test_a_lost_terminal_ends_it_even_without_the_signal(start, record, before):
    terminal = start((*before, *PLAY))
    to_roll(terminal)
    terminal.hangup()
    assert terminal.wait_unread() == 128 + signal.SIGHUP
    assert record().match.game.phase is Phase.TO_ROLL


def test_a_reader_who_goes_away_ends_it_quietly(home, record):
    with on_pipes(home) as program:
        program.stdin.write(b"roll\n")
        program.stdin.flush()
        next(line for line in program.stdout if b"rolls" in line)
        program.stdout.close()
        program.stdin.write(b"board\nboard\n")
        program.stdin.flush()
        program.wait()
        assert program.stderr.read() == b""
    assert program.returncode == 128 + signal.SIGHUP
    assert record().damage is None


@pytest.mark.long
def test_a_signal_ends_a_program_whose_reader_reads_nothing(home):
    with on_pipes(home) as program:
        assert program.stdout.readline()
        lines = b"help all\n" * 500
        assert program.stdin.write(lines) == len(lines)
        program.stdin.flush()
        program.send_signal(signal.SIGTERM)
        program.stdin.close()
        assert program.wait() == 128 + signal.SIGTERM
        assert b"Traceback" not in program.stderr.read()


@pytest.mark.long
def test_after_a_kill_the_match_stands_where_it_stood(start, record):
    first = start()
    to_roll(first)
    answer(first, ("double", "take or pass?"))
    first.signal(signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL
    match = record().match
    assert match.game.phase is Phase.DOUBLED
    second = start(RESUME)
    second.wait_for("Bob doubles to 2: Ann, take or pass?")
    answer(second, ("take", "Bob, roll."))
    second.send("quit\n")
    assert second.wait() == 0
    assert record().match.game.cube.value == 2


@pytest.mark.long
def test_a_resumed_engine_plays_before_the_next_line_is_taken(home, record):
    assert b"Bob is a bot of level Expert." in run(home, b"roll\n", "--vs", "builtin").stdout
    done = run(home, b"done 13/8 13/9\nroll\n", command=RESUME)
    assert (done.returncode, done.stderr) == (0, b"")
    happened = [type(event).__name__ for event in record().events]
    assert happened == ["OpeningThrown", "Moved", "Rolled", "Moved", "Rolled"]
    lines = done.stdout.decode().splitlines()
    played = next(at for at, line in enumerate(lines) if line.startswith("Bob played "))
    assert lines[played + 1] == "Your turn: roll or double."


@pytest.mark.long
@pytest.mark.parametrize("ending", ["quit", "signal"])
def test_hanging_engine_does_not_keep_a_player_who_leaves(start, tmp_path, ending):
    hanging = tmp_path / "hanging"
    hanging.write_text("#!/bin/sh\nexec sleep 1000\n")
    hanging.chmod(0o755)
    command = (*BGTERM, "play", "--plain", "--names", "Ann,Bob", "--seed", "16", "--vs", "ubgi")
    terminal = start(command, env={"BGTERM_UBGI": str(hanging)})
    terminal.wait_for("Type roll.")
    answer(terminal, ("roll", "Your move."), ("done 13/8 13/9", "Ann played "))
    if ending == "quit":
        terminal.send("board\nquit\n")
    else:
        terminal.signal(signal.SIGTERM)
    assert terminal.wait() == (0 if ending == "quit" else 128 + signal.SIGTERM)
    assert "plays on" not in written(terminal)
    assert written(terminal).rstrip(" >\n").splitlines()[-1].startswith("Saved: Ann 0, Bob 0")


@pytest.mark.long
def test_dice_of_an_engine_are_thrown_for_it(home, record):
    command = (*BGTERM, "play", "--plain", "--names", "Ann,Bob", "--vs", "builtin", "--dice", "manual")
    done = run(home, b"31\ndone 8/5 6/5\n64\n11\nquit\n", command=command)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines().count("Roll for Bob: type what the dice show, like 31.") == 1
    assert [event.dice for event in record().events if isinstance(event, Rolled)] == [Dice(6, 4), Dice(1, 1)]


class BrokenEngines:
    def pool(self, name: str) -> EnginePool:
        raise engine_failed(name, "it was killed")

    async def aclose(self) -> None:
        pass


def test_an_engine_that_fails_says_how_to_go_on(tmp_path):
    talk = Talk(tmp_path, [(1, 3)])
    engine, pause = EngineSeat(Player.BLACK, "builtin", "expert"), partial(asyncio.sleep, 0)
    venue = EngineVenue(talk.table, None, None, engine, BrokenEngines(), pause, exports=False)
    seat = PlainSession(venue, talk.heard.append)
    wait(_play_engine(seat, venue, typed(["roll"]), ""))
    assert "Builtin failed (it was killed). Leave and resume to try again." in talk.heard


@pytest.mark.long
def test_a_rematch_follows_at_the_same_keyboard(home):
    typed = b"roll\nroll\nroll\nresign single\naccept\nrematch\nscore\nquit\n"
    said = run(home, typed, "--names", "Ann,Bob", "--match", "1", "--seed", "12").stdout
    assert said.count(b"Game 1. Roll one die each to see who starts. Type roll.") == 2
    assert said.count(b"Type help for the commands.") == 2


def test_match_that_cannot_be_saved_can_be_played(home: dict[str, str], tmp_path: Path):
    blocked = tmp_path / "state"
    blocked.touch()
    said = run(home, b"roll\n1\nroll\nquit\n", XDG_STATE_HOME=str(blocked)).stdout.decode()
    asked = f"No match can be saved in {blocked}/bgterm/matches (Not a directory)."
    assert f"{asked} The environment variable XDG_STATE_HOME" in " ".join(said.split())
    assert "This match is not kept. Go on." in said
    assert "rolled" in said
    assert said.splitlines()[-1] == "This match was not kept."


def test_flag_keeps_no_match(home: dict[str, str], tmp_path: Path):
    assert run(home, b"roll\nquit\n", "--no-save").stdout.splitlines()[-1] == b"This match was not kept."
    assert not [*tmp_path.rglob("*.jsonl")]


async def test_line_that_is_read_by_the_wait_is_not_awaited_again():
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stdin, os.fdopen(writing, "wb", buffering=0) as keyboard:
        console = Console(stdin, BytesIO(), "utf-8", prompts=False)
        lines = console.lines(str)
        async with console.impatient(lambda _line: False):
            keyboard.write(b"roll\n")
            assert await asyncio.create_task(anext(lines)) == "roll"
            await asyncio.sleep(0)
            keyboard.write(b"quit\n")
            assert await asyncio.create_task(anext(lines)) == "quit"


@pytest.mark.long
def test_a_terminal_left_raw_by_a_killed_program_reads_lines(start):
    left = "import os, tty; tty.setraw(0); os.write(1, b'\\x1b[?1049h')"
    raw = f"{left}; os.execv({sys.executable!r}, {list(PLAY)!r})"
    terminal = start((sys.executable, "-c", raw))
    terminal.wait_for("Type roll.")
    assert terminal.is_cooked
    assert b"\x1b[?1049l" in terminal.output
    terminal.send("roll\r")
    terminal.wait_for("Ann, you rolled 5 4. Your move.")
