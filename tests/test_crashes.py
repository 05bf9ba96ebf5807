"""The running program dies, and the next start is at the same decision with the same dice."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bgterm.formats.record import read_record
from bgterm.play.dice.sources import SeededDice
from bgterm.rules.games import start as begun
from bgterm.rules.match import Header, MatchState, Phase
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from tools.hands import ENTER, Hands
from tools.terminal import Terminal

ROOT = Path(__file__).parents[1]
BGTERM = (sys.executable, "-m", "bgterm")
PLAY = (*BGTERM, "play", "--match", "5", "--names", "Ann,Bob", "--seed", "16")
RESUME = (*BGTERM, "resume")

Start = Callable[..., Terminal]

pytestmark = pytest.mark.pty


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Yield a function that starts a program; all programs share one home."""
    home = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with ExitStack() as running:
        yield lambda command: running.enter_context(Terminal(command, env=home, cwd=ROOT))


@pytest.fixture
def kept(tmp_path: Path) -> Callable[[], MatchState]:
    """Return a function that reads the record of the only match on the disk."""

    def read() -> MatchState:
        (path,) = (tmp_path / "bgterm" / "matches").glob("*.jsonl")
        return read_record(path.read_bytes()).match

    return read


OPENING = begun(Header(BACKGAMMON, Ruleset(length=5), ("Ann", "Bob")))
"""The match before its first throw, when no file exists."""


def at_roll_to_move(hands: Hands) -> None:
    """Throw for the start, and begin a turn without ending it."""
    hands.see_question(OPENING)
    hands.terminal.send(" ")
    hands.terminal.wait_for("to move 5-4")
    hands.terminal.send("13/8\r")
    hands.terminal.wait_for("> 13/8 _")


def after_play(hands: Hands) -> None:
    """Play the first roll, so that the opponent is to roll."""
    at_roll_to_move(hands)
    hands.terminal.send("13/9\r")
    hands.terminal.wait_for("Enter ends your turn")
    hands.terminal.send(ENTER)
    hands.terminal.wait_for("Bob to roll")


def at_double(hands: Hands) -> None:
    """Double, and leave the double unanswered."""
    after_play(hands)
    hands.terminal.send("d")
    hands.terminal.wait_for("take or pass")


def at_resignation(hands: Hands) -> None:
    """Resign, and leave the resignation unanswered."""
    after_play(hands)
    hands.terminal.send("x")
    hands.terminal.wait_for("what do you resign?")
    hands.terminal.send("2")
    hands.terminal.wait_for(", accept?")


DECISIONS = {
    at_roll_to_move: Phase.TO_MOVE,
    after_play: Phase.TO_ROLL,
    at_double: Phase.DOUBLED,
    at_resignation: Phase.TO_ROLL,
}


@pytest.mark.long
@pytest.mark.parametrize(
    "lead_to",
    DECISIONS,
    ids=lambda lead_to: lead_to.__name__,
)
def test_after_a_kill_the_match_stands_where_it_stood(start, kept, lead_to):
    first = start(PLAY)
    first.wait_for("Roll one die each")
    lead_to(Hands(first))
    first.settle()
    first.signal(signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL
    match = kept()
    assert match.game.phase is DECISIONS[lead_to]
    assert (match.game.pending is not None) == (lead_to is at_resignation)

    second = start(RESUME)
    Hands(second).see_question(match)
    if lead_to is not at_roll_to_move:
        second.wait_for(lambda terminal: terminal.screen == first.screen)
    second.signal(signal.SIGKILL)
    second.wait()

    menu = start(BGTERM)
    menu.wait_for("Continue")
    menu.settle()
    menu.send("c")
    Hands(menu).see_question(match)
    assert kept() == match


@pytest.mark.long
def test_a_killed_match_goes_on_with_the_dice_it_would_have_had(start):
    first = start(PLAY)
    first.wait_for("Roll one die each")
    after_play(Hands(first))
    first.signal(signal.SIGKILL)
    first.wait()
    second = start(RESUME)
    second.wait_for("Bob to roll")
    second.settle()
    second.send(" ")
    second.wait_for("Bob to move 3-1")
    assert SeededDice(16).throw(1) in {(3, 1), (1, 3)}


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT])
def test_signal_during_a_turn_loses_nothing(start, kept, number):
    first = start(PLAY)
    first.wait_for("Roll one die each")
    at_roll_to_move(Hands(first))
    match = kept()
    first.signal(number)
    assert first.wait() == 128 + number
    assert first.changed_modes == set()
    assert first.is_cooked
    assert kept() == match


@pytest.mark.long
def test_going_on_after_ctrl_z_stands_at_the_same_board(start):
    first = start(PLAY)
    first.wait_for("Roll one die each")
    at_roll_to_move(Hands(first))
    first.settle()
    before = first.screen
    first.send("\x1a")
    first.wait_stopped()
    assert first.changed_modes == set()
    assert first.is_cooked
    first.clear()
    first.signal(signal.SIGCONT)
    first.wait_for(lambda terminal: terminal.screen == before)


@pytest.mark.long
def test_a_closed_window_loses_nothing(start, kept):
    first = start(PLAY)
    first.wait_for("Roll one die each")
    at_roll_to_move(Hands(first))
    match = kept()
    first.hangup()
    assert first.wait_unread() == 128 + signal.SIGHUP
    assert kept() == match
    second = start(RESUME)
    Hands(second).see_question(match)


@pytest.mark.long
def test_a_second_program_on_one_match_is_told_so(start, kept):
    first = start(PLAY)
    first.wait_for("Roll one die each")
    after_play(Hands(first))
    second = start(RESUME)
    assert second.wait() == 1
    assert b"is being played by another bgterm: leave it there first" in second.output
    assert second.changed_modes == set()
    first.send(" ")
    first.wait_for("Bob to move")
    assert kept().game.phase is Phase.TO_MOVE


@pytest.mark.long
def test_a_kill_before_the_first_roll_leaves_no_match_behind(start, tmp_path):
    first = start(PLAY)
    Hands(first).see_question(OPENING)
    first.signal(signal.SIGKILL)
    first.wait()
    assert [*tmp_path.rglob("*.jsonl")] == []
    second = start(RESUME)
    assert second.wait() == 1
    assert b"there is no unfinished match" in second.output


@pytest.mark.long
def test_leaving_before_the_first_roll_saves_nothing(start, tmp_path):
    first = start(PLAY)
    Hands(first).see_question(OPENING)
    first.settle()
    first.send("q")
    assert first.wait() == 0
    assert b"No dice were rolled: nothing was saved." in first.output
    assert [*tmp_path.rglob("*.jsonl")] == []
