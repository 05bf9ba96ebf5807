"""OpenSSH's own client, on a terminal and without one, and as the command of an sshd.

The transcripts of games over SSH are played by it, too.
"""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

from tests.net import client as words
from tests.net.processes import ROOT, ServerProcess, bgterm_server
from tools.hands import ENTER
from tools.terminal import Terminal

pytestmark = [pytest.mark.ssh, pytest.mark.pty]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with bgterm_server(tmp_path / "server") as running:
        yield running


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


@pytest.fixture
def ssh(tmp_path: Path, server: ServerProcess) -> list[str]:
    """The command of a client with a key, but for its user and host."""
    key = tmp_path / "key"
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(key)
    key.chmod(0o600)
    options = ["-F", "none", "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no"]
    options += ["-o", f"UserKnownHostsFile={tmp_path / 'known'}", "-i", str(key), "-p", str(server.port)]
    return ["ssh", *options]


def test_a_player_who_quits_has_the_terminal_as_it_was(ssh):
    with Terminal([*ssh, "-q", "Ann@127.0.0.1"]) as terminal:
        terminal.wait_for("Name  [Ann]")
        terminal.send(ENTER)
        terminal.wait_for("lobby, Ann")
        terminal.send("q")
        assert terminal.wait() == 0
        assert terminal.changed_modes == set()
        assert terminal.is_cooked


def test_the_client_prints_why_a_request_is_refused(ssh):
    for options, command, said in (
        (["-o", "PubkeyAuthentication=no"], [], words.NO_KEY),
        ([], ["ls"], words.NO_COMMANDS),
        (["-T"], [], words.NO_TERMINAL),
        (["-W", "127.0.0.1:22"], [], words.NO_FORWARDING),
        (["-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22"], [], "remote port forwarding failed"),
    ):
        done = subprocess.run(
            [*ssh, *options, "player@127.0.0.1", *command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert said in done.stdout + done.stderr
