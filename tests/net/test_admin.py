"""`bgterm admin` beside a server that runs: what the operator sees, and what the players see of it."""

import asyncio
import json
import re
import socket
import stat
import subprocess
import sys
import urllib.request
from pathlib import Path

import asyncssh
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bgterm.net.bans import BansFile
from bgterm.net.errors import ServerError
from bgterm.net.status import serve_metrics
from tests.hang import HANG
from tests.net.client import ANN, BOB, WithoutKey, connect, eventually, player
from tests.net.processes import ROOT, bgterm_server


async def admin(folder: Path, *words: str) -> tuple[int, str, str]:
    """Run the command; return its status, and what it wrote on standard output and standard error."""
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bgterm", "admin", "--data", folder, *words),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    out, errors = await running.communicate()
    return running.returncode or 0, out.decode(), errors.decode()


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "server"


async def test_who_tells_who_is_connected(folder):
    with bgterm_server(folder) as running:
        assert await admin(folder, "who") == (0, "Nobody is connected.\n", "")
        async with player(running.port, ANN, options={"username": "Ann"}) as ann:
            await ann.press("", "Name")
            await ann.press("\r", "open a table")
            status, out, _ = await admin(folder, "who")
            (seen,) = json.loads((await admin(folder, "--json", "who"))[1])
        assert status == 0
        assert out.startswith(f"Ann  lobby  127.0.0.1  {ANN.get_fingerprint()}  0 min, idle ")
        assert (seen["name"], seen["where"], seen["key"]) == ("Ann", "lobby", ANN.get_fingerprint())


async def test_banned_player_is_sent_away_and_not_let_in_again(folder):
    with bgterm_server(folder) as running:
        async with player(running.port, ANN, options={"username": "Ann"}) as ann:
            await ann.press("", "Name")
            await ann.press("\r", "open a table")
            assert await admin(folder, "ban", "Ann") == (0, "Ann is banned; 1 session ended.\n", "")
            await ann.wait_closed()
            assert "The operator of this server has banned you." in ann.said
        assert (await admin(folder, "bans"))[1] == f"{ANN.get_fingerprint()}  Ann\n"
        told = WithoutKey()
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(running.port, ANN, client_factory=lambda: told)
        assert told.told[0] == "The operator of this server has banned you."
        async with player(running.port, BOB) as bob:
            await bob.wait_for("Name")
        assert await admin(folder, "unban", "Ann") == (0, "Ann is no longer banned.\n", "")
        async with player(running.port, ANN) as ann:
            await ann.wait_for("open a table")
    log = (folder / "server.log").read_text()
    assert f"WARNING banned what={ANN.get_fingerprint()} sessions=1\n" in log
    assert "WARNING login refused address=127.0.0.1 reason=" in log


async def test_announcement_is_seen_in_the_lobby(folder):
    with bgterm_server(folder) as running:
        async with player(running.port, ANN, options={"username": "Ann"}) as ann:
            await ann.press("", "Name")
            await ann.press("\r", "open a table")
            assert (await admin(folder, "announce", "Tea\x1b[2J at five."))[1] == "Announced to 1 session.\n"
            await ann.wait_for("Tea at five.")


async def test_closed_table_is_withdrawn(folder):
    with bgterm_server(folder) as running:
        async with player(running.port, ANN, options={"username": "Ann"}) as ann:
            await ann.press("", "Name")
            await ann.press("\r", "open a table")
            await ann.press("n", "A table for anyone")
            await ann.press("\r\r", "Yours: a friend comes here with")
            code = re.search(r"[A-Z]\d[A-Z]\d[A-Z]", ann.text)[0]
            assert await admin(folder, "close", code) == (0, f"{code} is closed; its match is kept.\n", "")
            await ann.wait_for("The operator has closed this table. The match is kept.")
        status, _, errors = await admin(folder, "close", "A2A2A")
        assert (status, errors) == (1, "bgterm: There is no table A2A2A any more.\n")


async def test_shutdown_tells_everyone_and_ends_the_server(folder):
    with bgterm_server(folder) as running:
        async with player(running.port, ANN, options={"username": "Ann"}) as ann:
            await ann.press("", "Name")
            await ann.press("\r", "open a table")
            assert (await admin(folder, "shutdown", "--in", "20"))[1] == "The server shuts down in 20 minutes.\n"
            await ann.wait_for("The server shuts down in 20 minutes. Every match is kept.")
            cancelled = "The shutdown is cancelled: the server keeps running.\n"
            assert (await admin(folder, "shutdown", "--cancel"))[1] == cancelled
            assert (await admin(folder, "shutdown"))[1] == "The server shuts down now.\n"
            await ann.wait_closed()
        assert await asyncio.to_thread(running.wait) == 0
    assert not (folder / "admin.sock").exists()


@pytest.mark.parametrize(("name", "terminal"), [("Bob", "xterm-256color"), ("plain", None)])
async def test_planned_shutdown_is_told_on_arrival(folder, name, terminal):
    with bgterm_server(folder) as running:
        await admin(folder, "shutdown", "--in", "20")
        async with player(running.port, BOB, options={"username": name}, term=terminal) as bob:
            await bob.wait_for("name")
            bob.send("Bob\r" if terminal is None else "\r")
            await bob.wait_for("The server shuts down in 20 minutes. Every match is kept.")


async def test_stats_are_figures(folder):
    with bgterm_server(folder) as running:
        async with player(running.port, ANN) as ann:
            await ann.wait_for("Name")
            figures = json.loads((await admin(folder, "--json", "stats"))[1])
    assert (figures["sessions"], figures["sessions_begun_total"], figures["crashed_total"]) == (1, 1, 0)
    assert figures["memory_bytes"] > 1_000_000


async def test_socket_is_private_and_replaced_after_a_kill(folder):
    with bgterm_server(folder):
        assert stat.S_IMODE((folder / "admin.sock").stat().st_mode) == 0o600
    assert (folder / "admin.sock").exists()
    status, _, errors = await admin(folder, "who")
    assert (status, errors.startswith(f"bgterm: no server runs on {folder}: start one")) == (1, True)
    with bgterm_server(folder):
        assert (await admin(folder, "who"))[0] == 0


@pytest.mark.parametrize("what", ["", "SHA256:short", "300.1.1.1", "Nobody"])
async def test_what_cannot_be_banned_is_refused_with_a_sentence(folder, what):
    with bgterm_server(folder):
        status, _, errors = await admin(folder, "ban", what)
    how = "give a name, SHA256:..., 203.0.113.7 or 2001:db8::/64."
    assert (status, errors.strip()) == (1, f"bgterm: {what} is not a player, a key or an address: {how}")


async def test_bans_are_kept_and_wrong_lines_passed_over(tmp_path):
    path, key = tmp_path / "bans.txt", f"SHA256:{'a' * 43}"
    path.write_text(f"{key}\nnonsense\n203.0.113.7\n2001:db8::/64\n")
    bans = BansFile(path)
    assert {*bans} == {key, "203.0.113.7", "2001:db8::/64"}
    assert bans.faults == ["nonsense"]
    assert [bans.has_key(key), bans.has_key(f"SHA256:{'b' * 43}")] == [True, False]
    for address, banned in {"203.0.113.7": True, "203.0.113.8": False, "2001:db8::9": True, "::1": False}.items():
        assert bans.has_address(address) is banned
    assert await bans.remove(["203.0.113.7", "203.0.113.8"]) == ["203.0.113.7"]
    assert {*BansFile(path)} == {key, "2001:db8::/64"}


def fetched(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=HANG) as answer:
        return answer.read().decode()


async def test_metrics_are_in_the_format_of_prometheus(folder):
    with bgterm_server(folder, "--metrics", "0") as running:
        async with player(running.port, ANN) as ann:
            await ann.wait_for("Name")
            log = folder / "server.log"
            await eventually(lambda: "metrics port=" in log.read_text())
            port = int(re.search(r"metrics port=(\d+)", log.read_text())[1])
            text = await asyncio.to_thread(fetched, port)
    values = {
        family.name: (family.type, family.samples[0].value) for family in text_string_to_metric_families(text)
    }
    assert values["bgterm_sessions"] == ("gauge", 1.0)
    assert values["bgterm_crashed"] == ("counter", 0.0)
    assert values["bgterm_memory_bytes"][1] > 1_000_000


def test_taken_port_of_metrics_is_refused_with_a_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServerError) as refused:
            serve_metrics(port, dict)
    assert str(refused.value).startswith(f"cannot listen on 127.0.0.1:{port}")
