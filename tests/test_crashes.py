"""The running program dies, and the next start is at the same decision or exchange, with the same dice."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from bgterm.notation.dice_evidence import evidence
from bgterm.play.dice.sources import dice_source
from bgterm.rules.events import OpeningThrown
from bgterm.rules.games import start as begun
from bgterm.rules.match import Phase
from tests.builders import header
from tests.sealed import CONTRIBUTION, FINGERPRINT
from tools.hands import ENTER, Hands
from tools.terminal import Terminal

ROOT = Path(__file__).parents[1]
BGTERM = (sys.executable, "-m", "bgterm")
PLAY = (*BGTERM, "play", "--match", "5", "--names", "Ann,Bob", "--seed", "16")
RESUME = (*BGTERM, "resume")

Start = Callable[..., Terminal]

pytestmark = [pytest.mark.long, pytest.mark.pty]


@pytest.fixture
def start(home: dict[str, str]) -> Iterator[Start]:
    """Yield a function that starts a program; all programs share one home."""
    with ExitStack() as running:
        yield lambda command: running.enter_context(Terminal(command, env=home, cwd=ROOT))


OPENING = begun(header(length=5))
"""The match before its first throw, when no file exists."""


OPENED = ((" ", "to move 5-4"), ("13/8\r", "> 13/8 _"))
PLAYED = (*OPENED, ("13/9\r", "Enter ends your turn"), (ENTER, "Bob to roll"))
DECISIONS = {
    "in a turn": (OPENED, Phase.TO_MOVE),
    "before a roll": (PLAYED, Phase.TO_ROLL),
    "after a double": ((*PLAYED, ("d", "take or pass")), Phase.DOUBLED),
    "after a resignation": ((*PLAYED, ("x", "what do you resign?"), ("2", ", accept?")), Phase.TO_ROLL),
}
"""The keys that lead to each decision, with what the screen shows after them, and the phase of the game then."""


def led_to(decision: str, start: Start) -> Terminal:
    """Start a match and lead it to a decision."""
    program = start(PLAY)
    program.wait_for("Roll one die each")
    Hands(program).see_question(OPENING)
    for keys, shown in DECISIONS[decision][0]:
        program.send(keys)
        program.wait_for(shown)
    return program


@pytest.mark.parametrize("decision", DECISIONS)
def test_after_a_kill_the_match_stands_where_it_stood(start, record, decision):
    first = led_to(decision, start)
    first.settle()
    first.signal(signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL
    match = record().match
    assert match.game.phase is DECISIONS[decision][1]
    assert (match.game.pending is not None) == (decision == "after a resignation")

    second = start(RESUME)
    Hands(second).see_question(match)
    if decision != "in a turn":
        second.wait_for(lambda terminal: terminal.screen == first.screen)
    second.signal(signal.SIGKILL)
    second.wait()

    menu = start(BGTERM)
    menu.wait_for("Continue")
    menu.settle()
    menu.send("c")
    Hands(menu).see_question(match)
    assert record().match == match


def test_a_killed_match_goes_on_with_the_dice_it_would_have_had(start):
    first = led_to("before a roll", start)
    first.signal(signal.SIGKILL)
    first.wait()
    second = start(RESUME)
    second.wait_for("Bob to roll")
    second.settle()
    second.send(" ")
    second.wait_for("Bob to move 3-1")
    assert dice_source("seed:16")(1) in {(3, 1), (1, 3)}


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT])
def test_signal_during_a_turn_loses_nothing(start, record, number):
    first = led_to("in a turn", start)
    match = record().match
    first.signal(number)
    assert first.wait() == 128 + number
    assert first.changed_modes == set()
    assert first.is_cooked
    assert record().match == match


def test_a_closed_window_loses_nothing(start, record):
    first = led_to("in a turn", start)
    match = record().match
    first.hangup()
    assert first.wait_unread() == 128 + signal.SIGHUP
    assert record().match == match
    second = start(RESUME)
    Hands(second).see_question(match)


def test_a_second_program_on_one_match_is_told_so(start, record):
    first = led_to("before a roll", start)
    second = start(RESUME)
    assert second.wait() == 1
    assert b"is being played by another bgterm: leave it there first" in second.output
    assert second.changed_modes == set()
    first.send(" ")
    first.wait_for("Bob to move")
    assert record().match.game.phase is Phase.TO_MOVE


def test_a_kill_before_the_first_roll_leaves_no_match_behind(start, tmp_path):
    first = start(PLAY)
    Hands(first).see_question(OPENING)
    first.signal(signal.SIGKILL)
    first.wait()
    assert [*tmp_path.rglob("*.jsonl")] == []
    second = start(RESUME)
    assert second.wait() == 1
    assert b"there is no unfinished match" in second.output


# The exchange of contributions to verifiable dice

STEPS = (
    ("Do you want to add to the dice?", ("w", "1", FINGERPRINT, "\r")),
    ("Ann has sealed. Bob, what do you add?", ("w", "seven bells", "\r")),
    ("Ann, open your contribution.", ("w", CONTRIBUTION, "\r")),
    ("Roll one die each", (" ",)),
)
"""The questions of an exchange, and the answers typed to each, at once or one after another."""


def answer(program: Terminal, steps: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Type the answer to each question, each part when the effect of the last one is shown."""
    for question, entries in steps:
        program.wait_for(question)
        for entry in entries:
            program.settle()
            program.send(entry)


@pytest.mark.parametrize("killed_after", [1, 2, 3])
def test_after_a_kill_the_exchange_goes_on_where_it_stood(start, record, killed_after):
    first = start((*BGTERM, "play", "--match", "1", "--names", "Ann,Bob", "--dice", "verifiable"))
    answer(first, STEPS[:killed_after])
    first.wait_for(STEPS[killed_after][0])
    first.signal(signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL
    commitment = evidence(record().items).commitment
    second = start(RESUME)
    answer(second, STEPS[killed_after:])
    second.wait_for(lambda _: bool(record().events))
    found = evidence(record().items)
    assert found.commitment == commitment
    assert [one.text for one in found.contributions] == [CONTRIBUTION, "seven bells"]
    assert (found.settled, found.thrown_unsettled) == (True, False)
    assert isinstance(record().events[0], OpeningThrown)
