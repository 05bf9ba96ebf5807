"""OpenSSH's own client, on terminals of their own: two players play a match to the end, and a third watches."""

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import asyncssh
import pytest

from bgterm.formats.record import read_record
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.match import MatchState, Phase
from tests.net import refusal_sentences as words
from tests.net.pairs import Follower, plain_play, plain_text
from tests.net.processes import ROOT, ServerProcess, bgterm_server
from tools.hands import ENTER, RIGHT, SPACE, asked
from tools.terminal import Terminal, read_any

pytestmark = [pytest.mark.ssh, pytest.mark.pty]
DOWN = "\x1b[B"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with bgterm_server(tmp_path / "server") as running:
        yield running


class Hall:
    """Terminals that each run an ssh client."""

    def __init__(self, folder: Path, port: int, running: ExitStack) -> None:
        self._folder, self._port, self._running = folder, port, running

    def enter(self, name: str, code: str = "") -> Terminal:
        """Connect with the key of that name, to a table if there is a code, or to the lobby."""
        key = self._folder / name
        if not key.exists():
            asyncssh.generate_private_key("ssh-ed25519").write_private_key(key)
            key.chmod(0o600)
        options = ["-F", "none", "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no"]
        options += ["-o", f"UserKnownHostsFile={self._folder / 'known'}", "-i", str(key), "-p", str(self._port)]
        terminal = Terminal(["ssh", "-q", *options, f"{code or name}@127.0.0.1"])
        return self._running.enter_context(terminal)


@pytest.mark.long
def test_match_with_a_spectator_and_a_reconnecting_player(tmp_path, server):
    with ExitStack() as running:
        hall = Hall(tmp_path, server.port, running)
        ann = hall.enter("Ann")
        press(ann, ("", "Name  [Ann]"), (ENTER, "lobby, Ann"))
        code = open_table(ann)
        bob = hall.enter("Bob", code)
        press(bob, ("", "Name"), ("Bob", "Name   Bob"), (ENTER, "Roll one die each"))
        ann.wait_for("Roll one die each")
        cat = hall.enter("Cat", code)
        press(cat, ("", "Name"), ("Cat", "Name   Cat"), (ENTER, "match to 1, game 1"))

        (journal,) = (tmp_path / "server" / "matches").glob("*.jsonl")
        follower, rng = Follower(journal), Random(3)
        at = {"Ann": ann, "Bob": bob}
        seats = {player: at[name] for player, name in zip(Player, follower.read().names, strict=True)}
        killed = False
        while (match := follower.read()).winner is None:
            act(seats, match, rng)
            wait_for_change(follower, match, [*seats.values(), cat])
            if follower.count > 6 and not killed:
                killed = True
                whose = next(player for player, terminal in seats.items() if terminal is bob)
                bob.signal(signal.SIGKILL)
                bob.wait()
                ann.wait_for("Bob has lost the connection")
                bob = seats[whose] = hall.enter("Bob")
                bob.wait_for("match to 1, game 1")
        winner = match.names[match.winner.index]
        for terminal in (ann, bob, cat):
            terminal.wait_for(lambda terminal: bool(re.search(f"{winner} wins", terminal.text)))
        for terminal in (ann, bob, cat):
            terminal.settle(server.pid)
            terminal.send("q")
            terminal.wait_for("open a table")
            terminal.settle(server.pid)
            terminal.send("\x1b[Cq")  # a second q at once is taken for a double press
            assert terminal.wait() == 0
            assert terminal.changed_modes == set()
            assert terminal.is_cooked
        record = read_record(journal.read_bytes())
        assert record.damage is None
        assert record.match == match


@pytest.mark.long
@pytest.mark.parametrize(("listed", "shown"), [(True, "Name"), (False, words.NOT_LISTED[:70])])
def test_the_command_for_an_sshd_shows_the_lobby_or_says_why_not(tmp_path, listed, shown):
    (tmp_path / ".ssh").mkdir()
    own = asyncssh.generate_private_key("ssh-ed25519")
    own.write_private_key(tmp_path / ".ssh" / "bgterm")
    (tmp_path / ".ssh" / "bgterm").chmod(0o600)
    keys = tmp_path / "keys"
    keys.write_bytes((own if listed else asyncssh.generate_private_key("ssh-ed25519")).export_public_key())
    found = re.search(
        r"ForceCommand (exec ssh .*-p 2222.*)", (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    )
    assert found
    for_tests = f"exec ssh -F none -o IdentitiesOnly=yes -o UserKnownHostsFile={tmp_path / 'known'}"
    with bgterm_server(tmp_path / "server", "--authorized-keys", str(keys)) as running:
        command = found[1].replace("exec ssh", for_tests).replace("2222", str(running.port))
        with Terminal(["/bin/sh", "-c", command], env={"HOME": str(tmp_path)}) as terminal:
            terminal.wait_for(shown)


def test_plain_mode_needs_no_terminal(tmp_path, server):
    key = tmp_path / "Ann"
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(key)
    key.chmod(0o600)
    options = ["-T", "-q", "-F", "none", "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no"]
    options += ["-o", f"UserKnownHostsFile={tmp_path / 'known'}", "-i", str(key), "-p", str(server.port)]
    typed = "Ann\nopen hyper 3\nwho\nquit\n"
    done = subprocess.run(
        ["ssh", *options, "plain@127.0.0.1"], input=typed, capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert lines[1].startswith("You are Ann, in the lobby. 1 person is here")
    assert " waits: Hyper-backgammon, match to 3. A friend comes to it with ssh -p " in lines[2]
    assert lines[3:] == ["Ann, waits for somebody to play.", "Come again."]


def press(terminal: Terminal, *steps: tuple[str, str]) -> None:
    """Press the keys of each step, and wait for its text on the screen."""
    for keys, shown in steps:
        terminal.send(keys)
        terminal.wait_for(shown)


def open_table(terminal: Terminal) -> str:
    """Open a table for a short match, and return its code."""
    game = [("n", "< Backgammon >"), (RIGHT, "< Nackgammon >"), (RIGHT, "< Hyper-backgammon >")]
    press(terminal, *game, (DOWN, "< 5 points >"), ("1", "< 1 point >"))
    terminal.send(ENTER * 2)
    terminal.wait_for(lambda terminal: bool(re.search(r"\b[A-Z][2-9][A-Z][2-9][A-Z]\b", terminal.text)))
    found = re.search(r"\b[A-Z][2-9][A-Z][2-9][A-Z]\b", terminal.text)
    assert found
    return found[0]


def act(seats: dict[Player, Terminal], match: MatchState, rng: Random) -> None:
    """Make the next decision of the match by keys, at the terminal of the player to act."""
    game = match.shown_game
    player = Player.WHITE if game.to_act is None else game.to_act
    terminal = seats[player]
    terminal.wait_for(lambda terminal: bool(re.search(asked(match), terminal.text)))
    may = choices(match, player)
    if game.phase is Phase.OVER:
        terminal.send(ENTER)
        terminal.wait_for(f"game {game.number + 1}")
    if may.answer_double:
        terminal.send("t")
    elif may.plays is not None:
        play = plain_play(may.plays, rng)
        if len(may.plays) > 1:
            terminal.send(plain_text(may.plays, play) + ENTER)
        terminal.wait_for(lambda terminal: bool(re.search("Enter ends (your|the) turn", terminal.text)))
        terminal.send(ENTER)
    else:
        terminal.send(SPACE)


def wait_for_change(follower: Follower, match: MatchState, terminals: list[Terminal]) -> None:
    """Read all terminals until the journal has an event more, which is written before it is shown."""
    while follower.read() is match:
        read_any(terminals)
