"""Starting and ending the server: the command itself, and the addresses at which it listens."""

import asyncio
import os
import re
import resource
import signal
import socket
import stat
import subprocess
import sys
from logging import INFO
from pathlib import Path

import asyncssh
import pytest

from bgterm.cli.flags.arguments import parser
from bgterm.cli.main import main
from bgterm.cli.serve import config
from bgterm.lobby.users.names_file import NamesFile
from bgterm.lobby.users.user_registry import UserRegistry
from bgterm.net.errors import ServerError
from bgterm.net.limits import Limits, plain_address
from bgterm.net.process import allow_files
from bgterm.net.server import ServerConfig, announce, bound, open_everywhere, reserve
from bgterm.net.ssh_keys import host_key
from bgterm.storage.log import LOG
from tests.cases import rest_long
from tests.net.client import ANN, BOB, eventually, player, shown, visitor
from tests.net.processes import ROOT, bgterm_server
from tests.net.servers import server
from tests.waiting import HANG


@pytest.fixture
def start_in_vain(capsys, monkeypatch):
    """Return a function that asserts that a server in this process is refused, and returns the message."""
    monkeypatch.setenv("TEXTUAL_FPS", "60")  # which would stay set after the test

    def refused(folder: Path, *options: str) -> str:
        try:
            sys.exit(main(["serve", "--port", "0", "--data", str(folder), *options]))
        except SystemExit as end:
            status = end.code
        said = capsys.readouterr().err
        assert status == (2 if "see bgterm serve --help" in said else 1)
        return said

    return refused


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_first_start_makes_a_private_host_key_that_is_kept(tmp_path):
    folder = tmp_path / "server"
    with bgterm_server(folder) as first:
        assert "To play: ssh -p" in first.said
        assert "new host key" in first.rest(3)
    made = asyncssh.read_private_key(folder / "host_key")
    assert made.algorithm == b"ssh-ed25519"
    assert {mode(path) for path in folder.iterdir() if path.is_file()} == {0o600}
    assert mode(folder) == 0o700
    with bgterm_server(folder) as second:
        assert made.get_fingerprint() in second.rest(3)


def test_a_file_that_is_no_host_key_is_refused(tmp_path, start_in_vain):
    wrong = tmp_path / "key"
    wrong.write_text("this is not a key")
    wrong.chmod(0o600)
    assert f"{wrong} is not a host key" in start_in_vain(tmp_path, "--host-key", str(wrong))
    wrong.write_bytes(ANN.export_private_key("pkcs8-pem", passphrase="not told"))  # noqa: S106 - a test's
    assert f"{wrong} is not a host key" in start_in_vain(tmp_path, "--host-key", str(wrong))
    ANN.write_private_key(wrong)
    wrong.chmod(0o644)
    assert "run chmod 600 on it" in start_in_vain(tmp_path, "--host-key", str(wrong))
    folder = tmp_path / "keys"
    folder.mkdir()
    assert f"{folder} cannot be read or made: Is a directory" in start_in_vain(tmp_path, "--host-key", str(folder))
    missing = tmp_path / "nowhere" / "key"
    assert f"{missing} cannot be read or made" in start_in_vain(tmp_path, "--host-key", str(missing))


LISTED = b"# who may play\n\n" + ANN.export_public_key()
UNREADABLE, NO_KEY = "{} cannot be read", "{}, line 4 is not a public key"


@pytest.mark.parametrize("option", ["--authorized-keys", "--operator-keys"])
@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (None, UNREADABLE),
        (b"# nobody yet\n", f"{UNREADABLE} (No valid entries found)"),
        (b"\xff\xfe", UNREADABLE),
        (LISTED + b"nothing of the kind\n", NO_KEY),
        (LISTED + b"ssh-ed25519 AAAA ann\n", NO_KEY),
        (LISTED + b'from="10.0.0.1 ssh-ed25519\n', NO_KEY),
    ],
)
def test_a_list_of_keys_that_cannot_be_read_is_refused(tmp_path, start_in_vain, option, lines, said):
    listed = tmp_path / "keys"
    if lines:
        listed.write_bytes(lines)
    assert said.format(listed) in start_in_vain(tmp_path, option, str(listed))


@pytest.mark.parametrize(
    ("option", "before", "said"),
    [
        ("--port", "", "port {} of 127.0.0.1 is in use by another program"),
        pytest.param("--metrics", "127.0.0.1:", "cannot listen on 127.0.0.1:{}", marks=pytest.mark.metrics),
    ],
)
def test_a_port_that_is_taken_is_refused_before_it_serves(tmp_path, start_in_vain, option, before, said):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert said.format(port) in start_in_vain(tmp_path, option, f"{before}{port}")
    assert "serving" not in (tmp_path / "server.log").read_text()


@pytest.mark.long
def test_an_ignored_hangup_and_sigusr1_end_nothing(tmp_path):
    log = tmp_path / "server.log"  # written by another thread
    with bgterm_server(tmp_path, ignored=[signal.SIGHUP]) as running:
        running.signal(signal.SIGHUP)
        running.signal(signal.SIGUSR1)
        asyncio.run(eventually(lambda: "WARNING signal ignored reason=" in log.read_text()))
        asyncio.run(come_from("127.0.0.1", running.port))
        assert "ending" not in log.read_text()
        running.signal(signal.SIGTERM)
        assert running.wait() == 0


def test_folder_open_to_others_is_refused_and_not_changed(tmp_path, start_in_vain, monkeypatch):
    for there in (0o755, 0o711, 0o770):
        folder = tmp_path / oct(there)
        folder.mkdir()
        folder.chmod(there)
        assert f"others can open the folder {folder}" in start_in_vain(folder)
        assert mode(folder) == there
        assert not [*folder.iterdir()]
    monkeypatch.setattr("bgterm.net.server._CONTAINERS", ("/",))
    said = start_in_vain(folder)
    assert f"on the host, run chmod 700 on the folder that is mounted there, and chown {os.getuid()} if" in said
    theirs = tmp_path / "file"
    theirs.touch()
    assert f"the folder {theirs} cannot be used" in start_in_vain(theirs)


@pytest.mark.long
def test_all_that_is_kept_is_private_whatever_is_usual(tmp_path):
    async def play(port: int) -> None:
        async with visitor(port, "Ann", ANN) as ann:
            await ann.press("o", "Theme")
            await ann.press("\x1b[C", "walnut")
            await ann.press("\r\r", "open a table")

    folder = tmp_path / "not" / "there"
    with bgterm_server(folder) as running:
        asyncio.run(play(running.port))
    kept = {path: mode(path) for path in folder.rglob("*")}
    assert [path.name for path in kept if path.parent.parent == folder / "settings"] == ["settings.toml"]
    assert {path: 0o700 if path.is_dir() else 0o600 for path in kept} == kept


@pytest.mark.parametrize(("host", "shown"), [("::", "all addresses"), ("0.0.0.0", "all addresses of IPv4")])  # noqa: S104
def test_all_addresses_are_named_as_one(tmp_path, host, shown):
    said: list[str] = []
    announce(said.append, ServerConfig(tmp_path, host=""), ANN, False, host, 2222)
    assert said[0].startswith(f"bgterm serves on {shown}, port 2222. To play: ssh -p 2222 localhost, from ")


@pytest.mark.parametrize("anywhere", ["::", "127.0.0.1"])
async def test_address_of_an_authorized_key_matches_on_any_socket(tmp_path, anywhere, caplog):
    caplog.set_level(INFO, LOG.name)
    listed = tmp_path / "keys"
    listed.write_text(f'from="127.0.0.1" {ANN.export_public_key().decode()}')
    async with server(tmp_path, host=anywhere, authorized_keys=listed) as running, shown(running.port):
        pass
    assert f"session begins key={ANN.get_fingerprint()} address=127.0.0.1" in caplog.messages


async def come_from(address: str, port: int) -> None:
    """Assert that a client can log in at an address of this machine."""
    async with player(port, ANN, options={"host": address}) as ann:
        await ann.wait_for("Name")


@pytest.mark.parametrize(
    ("algorithm", "shown"), [("ssh-rsa", "RSA"), ("ecdsa-sha2-nistp256", "ECDSA"), ("ssh-ed25519", "ED25519")]
)
def test_the_host_key_is_called_what_ssh_calls_it(tmp_path, algorithm, shown):
    own = tmp_path / "own_key"
    key = asyncssh.generate_private_key(algorithm)
    key.write_private_key(own)
    own.chmod(0o600)
    said: list[str] = []
    announce(said.append, ServerConfig(tmp_path), *host_key(own), "127.0.0.1", 2222)
    assert f"The host key is {key.get_fingerprint()} ({shown})." in said


@pytest.mark.long
@pytest.mark.parametrize("redirected", ["", ">&-"], ids=["nobody reads", "closed"])
def test_it_goes_on_when_nobody_can_read_what_it_says(tmp_path, redirected):
    reader, writer = os.pipe()
    os.close(reader)
    serve = (sys.executable, "-m", "bgterm", "serve", "--port", "0", "--data", tmp_path)
    command = ("/bin/sh", "-c", f'exec "$@" {redirected}', "sh", *serve)
    with subprocess.Popen(command, cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, text=True) as running:
        os.close(writer)
        try:
            asyncio.run(come_from("127.0.0.1", port_in(tmp_path / "server.log")))
        finally:
            running.send_signal(signal.SIGTERM)
        assert running.communicate(timeout=HANG) == (None, "")
        assert running.returncode == 0


def port_in(log: Path) -> int:
    """Wait until the server's log says that it listens, and return its port."""
    found: list[str] = []

    def written() -> bool:
        found[:] = re.findall(r"serving host=\S+ port=(\d+)\n", log.read_text()) if log.exists() else []
        return bool(found)

    asyncio.run(eventually(written))
    return int(found[0])


def test_a_log_that_cannot_be_written_is_refused(tmp_path, start_in_vain):
    (tmp_path / "server.log").mkdir()
    said = f"bgterm: the folder {tmp_path} cannot be used (server.log: Is a directory)"
    assert start_in_vain(tmp_path).startswith(said)


@pytest.mark.long
def test_log_on_standard_error_leaves_no_file(tmp_path, capfd):
    with bgterm_server(tmp_path, "--log", "-") as running:
        running.signal(signal.SIGTERM)
        assert running.wait() == 0
    assert not (tmp_path / "server.log").exists()
    events = re.findall(r"^\S+T\S+ INFO (\w+)", capfd.readouterr().err, re.MULTILINE)
    assert events == ["serving", "ending"]


def test_a_second_server_on_one_folder_is_refused(tmp_path, start_in_vain):
    UserRegistry(NamesFile(tmp_path / "people.jsonl"))
    assert f"{tmp_path}" in start_in_vain(tmp_path)


@pytest.mark.parametrize("number", rest_long(1, [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]))
def test_a_signal_ends_it_and_players_are_told(tmp_path, number):
    async def stay(port: int) -> None:
        async with visitor(port, "Ann", ANN) as ann, player(port, BOB) as bob:
            await bob.wait_for("Name")
            running.signal(number)
            assert await ann.wait_closed() == 0
            assert await bob.wait_closed() == 0
            for someone in (ann, bob):
                assert "The server is shutting down. Your match is kept: connect again when it is back." in re.sub(
                    r"\s+", " ", bytes(someone.line.output).decode()
                )

    with bgterm_server(tmp_path) as running:
        asyncio.run(stay(running.port))
        assert running.wait() == 0
    log = (tmp_path / "server.log").read_text()
    assert ANN.get_fingerprint() in log
    assert "Traceback" not in log


def test_what_is_asked_for_is_what_is_granted(tmp_path):
    asked = config(parser().parse_args(["serve", "--max-sessions", "7", "--max-per-address", "3", "--idle", "0"]))
    assert (asked.limits.sessions, asked.limits.per_address, asked.limits.idle) == (7, 3, 0)
    usual = config(parser().parse_args(["serve", "--data", str(tmp_path)]))
    assert usual.own_metrics is None
    assert usual.limits == Limits()
    assert (usual.host, usual.port, usual.folder, usual.guests) == ("127.0.0.1", 2222, tmp_path, False)


def test_an_admin_socket_that_cannot_be_opened_is_reported(tmp_path, capfd):
    folder = tmp_path / ("long" * 30)  # no path of a socket has more than about a hundred characters
    with bgterm_server(folder):
        pass
    assert (
        f"bgterm: {folder}/admin.sock cannot be opened, so bgterm admin will not work: " in capfd.readouterr().err
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("9100", ("127.0.0.1", 9100)),
        ("0.0.0.0:9100", ("0.0.0.0", 9100)),  # noqa: S104 - not opened
        ("[::1]:9100", ("::1", 9100)),
        ("metrics.lan:0", ("metrics.lan", 0)),
    ],
)
def test_metrics_have_a_port_and_may_have_a_host(text, place):
    asked = config(parser().parse_args(["serve", "--metrics", text]))
    assert asked.own_metrics == place
    assert asked._replace(worker=3).own_metrics == (place[0], place[1] and place[1] + 2)


@pytest.mark.parametrize(
    ("limits", "after", "warned"),
    [
        ((256, 524_288), (4000, 524_288), []),
        ((256, resource.RLIM_INFINITY), (4000, resource.RLIM_INFINITY), []),
        ((8192, 8192), (8192, 8192), []),
        ((256, 1000), (1000, 1000), ["1000 sessions may need 4000 open files, and this process may have 1000"]),
    ],
)
def test_as_many_files_may_be_open_as_sessions_need(monkeypatch, limits, after, warned):
    kept, said = {resource.RLIMIT_NOFILE: limits}, list[str]()
    monkeypatch.setattr(resource, "getrlimit", kept.__getitem__)
    monkeypatch.setattr(resource, "setrlimit", kept.__setitem__)
    allow_files(1000, said.append)
    assert kept == {resource.RLIMIT_NOFILE: after}
    assert [line.removeprefix("bgterm: ").partition(":")[0] for line in said] == warned


NO_DATABASE = (
    "bgterm: several workers share a database: name one with --database, or omit --workers and --worker.\n"
)
NO_ENGINE = 'bgterm: unknown engine "foo"; bgterm knows gnubg, bgsage, builtin, ubgi.\n'


@pytest.mark.parametrize(
    ("options", "said"),
    [
        *(
            ((option, wrong), f"not '{wrong}'")
            for option, wrong in (
                ("--port", "70000"),
                ("--max-sessions", "0"),
                ("--idle", "-1"),
                ("--metrics", "::1"),
                ("--log", "x"),
            )
        ),
        (("--open", "--authorized-keys", "x"), "not allowed with"),
        (("--host", "192.0.2.1"), "cannot listen on 192.0.2.1:"),
        (("--greeting", "/nowhere/hello"), "the greeting /nowhere/hello cannot be read (No such file"),
        *(((option, "2"), NO_DATABASE) for option in ("--workers", "--worker")),
        (("--bots", "foo"), NO_ENGINE),
        (("--bots", "foo", "--database", "postgresql://x", "--workers", "2"), NO_ENGINE),
    ],
    ids=lambda value: "" if isinstance(value, str) else " ".join(value),
)
def test_options_that_cannot_be_are_refused(tmp_path, start_in_vain, options, said):
    assert said in start_in_vain(tmp_path, *options)


# Listening


def peer_of(listening: socket.socket, address: str) -> str:
    """Connect to an address of this machine, and return the address that the server sees."""
    with socket.create_connection((address, listening.getsockname()[1]), timeout=HANG):
        came, (peer, *_) = listening.accept()
        came.close()
        return plain_address(peer)


@pytest.mark.parametrize("address", ["127.0.0.1", pytest.param("::1", marks=pytest.mark.ipv6)])
def test_clients_of_either_family_have_their_address(address):
    with open_everywhere(0) as listening:
        assert peer_of(listening, address) == address


def test_a_machine_without_ipv6_listens_all_the_same(monkeypatch):
    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    with open_everywhere(0) as listening:
        assert listening.family == socket.AF_INET
        assert peer_of(listening, "127.0.0.1") == "127.0.0.1"


def test_a_port_that_is_taken_for_one_family_is_not_half_taken():
    with socket.create_server(("", 0)) as taken, pytest.raises(OSError, match="in use"):
        open_everywhere(taken.getsockname()[1])


@pytest.mark.parametrize("host", ["127.0.0.1", ""])
def test_a_reserved_port_is_opened_by_each_process(host):
    with reserve(host, 0, spreads=True) as reserved:
        port = reserved.getsockname()[1]
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=HANG)
        with open_everywhere(port, shared=True) if not host else bound(host, port) as one:
            assert peer_of(one, "127.0.0.1") == "127.0.0.1"


def test_a_port_for_one_process_listens_at_once():
    with reserve("127.0.0.1", 0, spreads=False) as one, reserve("", 0, spreads=False) as everywhere:
        assert peer_of(one, "127.0.0.1") == peer_of(everywhere, "127.0.0.1") == "127.0.0.1"


def test_a_port_in_use_is_not_reserved_even_where_it_is_shared():
    with bound("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServerError, match=f"port {port} of 127.0.0.1 is in use by another program"):
            reserve("127.0.0.1", port, spreads=True)
