"""`bgterm admin` beside a running server: its output to the operator, and its effects on players."""

import asyncio
import json
import re
import stat
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import asyncssh
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bgterm.lobby.bans import Ban, BansFile
from tests.net.client import BOB, NO_COMMANDS, connect, eventually, new_key, player, refused, visitor
from tests.net.processes import ServerProcess, admin, bgterm_server, operate
from tests.waiting import HANG

pytestmark = pytest.mark.metrics


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that runs while the tests of this module do."""
    folder = tmp_path_factory.mktemp("admin") / "server"
    with bgterm_server(folder, "--metrics", "127.0.0.2:0") as running:
        yield running


@pytest.fixture
async def server(started: ServerProcess) -> ServerProcess:
    """The server, after all players of an earlier test have left."""
    while await operate(started.folder, "who") != "Nobody is connected.\n":
        pass
    return started


async def test_banned_player_is_sent_away_and_not_let_in_again(server):
    key = new_key()
    fingerprint = key.get_fingerprint()
    async with visitor(server.port, "Dora", key) as dora:
        facts = ("--reason", "spam", "--days", "2", "--by", "tom")
        assert await operate(server.folder, "ban", *facts, "Dora") == "Dora is banned; 1 session ended.\n"
        await dora.wait_closed()
        assert "The operator of this server has banned you. The ban ends on 20" in dora.said
        assert "UTC. Reason: spam" in dora.said
    listed = rf"{re.escape(fingerprint)}  Dora  until \S+ \d\d:\d\d UTC  by tom  spam\n"
    assert re.fullmatch(listed, await operate(server.folder, "bans"))
    (told,) = await refused(server.port, key)
    assert told.startswith("The operator of this server has banned you. The ban ends on 20")
    async with player(server.port, BOB) as bob:
        await bob.wait_for("Name")
    assert await operate(server.folder, "unban", "Dora") == "Dora is no longer banned.\n"
    async with player(server.port, key) as again:
        await again.wait_for("open a table")
    log = server.folder / "server.log"  # written by another thread
    await eventually(lambda: f"WARNING banned what={fingerprint} sessions=1 reason=spam until=" in log.read_text())
    await eventually(lambda: "WARNING login refused address=127.0.0.1 reason=" in log.read_text())


async def test_closed_table_is_withdrawn(server):
    async with visitor(server.port, "Fay", new_key()) as fay:
        await fay.press("n", "A table for anyone")
        await fay.press("\r\r", "Yours: a friend comes here with")
        code = re.search(r"[A-Z]\d[A-Z]\d[A-Z]", fay.text)[0]
        async with fay.seeing("The operator has closed this table. The match is kept."):
            closed = await operate(server.folder, "close", code)
    assert closed == f"{code} is closed; its match is kept.\n"
    status, _, errors = await admin(server.folder, "close", "A2A2A")
    assert (status, errors) == (1, "bgterm: There is no table A2A2A any more.\n")


async def test_shutdown_tells_everyone_and_ends_the_server(tmp_path):
    with bgterm_server(tmp_path) as running:
        assert stat.S_IMODE((tmp_path / "admin.sock").stat().st_mode) == 0o600
        async with visitor(running.port, "Ann", new_key()) as ann:
            assert (
                await operate(tmp_path, "shutdown", "--in", "20")
                == "The server shuts down in 20 minutes. Every match is kept.\n"
            )
            await ann.wait_for("The server shuts down in 20 minutes. Every match is kept.")
            cancelled = "The shutdown is cancelled: the server keeps running.\n"
            assert await operate(tmp_path, "shutdown", "--cancel") == cancelled
            assert await operate(tmp_path, "shutdown") == "The server is shutting down.\n"
            await ann.wait_closed()
        assert await asyncio.to_thread(running.wait) == 0
    assert not (tmp_path / "admin.sock").exists()


async def test_key_of_an_operator_opens_the_commands_over_ssh(tmp_path):
    operator, listed = asyncssh.generate_private_key("ssh-ed25519"), tmp_path / "operators"
    operator.write_public_key(listed)
    (tmp_path / "hello").write_text("Be kind.\x1b[2J\n", encoding="utf-8")
    options = ("--operator-keys", str(listed), "--greeting", str(tmp_path / "hello"))

    async def ask(key: asyncssh.SSHKey, command: str) -> tuple[int | None, str, str]:
        async with await connect(running.port, key) as conn:
            done = await conn.run(command)
        return done.exit_status, str(done.stdout), str(done.stderr).strip()

    with bgterm_server(tmp_path / "server", *options) as running:
        async with player(running.port, BOB, term=None, options={"username": "plain"}) as bob:
            await bob.wait_for("Be kind.")
            await bob.press("Bob\n", "person is here")
            status, out, errors = await ask(operator, "admin --json who")
            assert (status, sorted(one["name"] for one in json.loads(out)), errors) == (0, ["", "Bob"], "")
            assert await ask(operator, "admin kick --reason 'Bed time' bob") == (0, "1 session ended.\n", "")
            await bob.wait_closed()
            assert "The operator has ended your session. Bed time" in bob.said
        wrong = "bgterm admin: the following arguments are required: COMMAND; see bgterm admin --help."
        elsewhere = "copy and --data are only for the machine on which the server runs."
        for key, command, answer in (
            (operator, "admin ban --by tom 192.0.2.1", (0, "192.0.2.1 is banned; 0 sessions ended.\n", "")),
            (operator, "admin kick Dan", (1, "", "Dan is not connected; bgterm admin who lists who is.")),
            (operator, "admin", (2, "", wrong)),
            (operator, "admin kick 'Dan", (2, "", "No closing quotation.")),
            (operator, "admin copy a b", (2, "", elsewhere)),
            (operator, "admin --data / who", (2, "", elsewhere)),
            (operator, "serve", (1, "", NO_COMMANDS)),
            (BOB, "admin who", (1, "", NO_COMMANDS)),
        ):
            assert await ask(key, command) == answer


@pytest.mark.parametrize("line", [b"hello\n", b"\xff\n"])
async def test_a_request_that_is_not_json_is_refused(server, line):
    reader, writer = await asyncio.open_unix_connection(server.folder / "admin.sock")
    writer.write(line)
    assert json.loads(await reader.readline()) == {
        "error": "The server does not know this command. Are both of the same version of bgterm?"
    }
    writer.close()


@pytest.mark.long
async def test_socket_is_replaced_after_a_kill(tmp_path):
    with bgterm_server(tmp_path):
        pass
    assert (tmp_path / "admin.sock").exists()
    status, _, errors = await admin(tmp_path, "who")
    assert (status, errors.startswith(f"bgterm: no server runs on {tmp_path}: start one")) == (1, True)
    with bgterm_server(tmp_path):
        assert await operate(tmp_path, "who") == "Nobody is connected.\n"


@pytest.mark.parametrize("what", ["", "SHA256:short", "300.1.1.1", "Nobody"])
async def test_what_cannot_be_banned_is_refused_with_a_sentence(server, what):
    status, _, errors = await admin(server.folder, "ban", what)
    how = "give a name, SHA256:..., 203.0.113.7 or 2001:db8::/64."
    assert (status, errors.strip()) == (1, f"bgterm: {what} is not a player, a key or an address: {how}")


async def test_bans_are_kept_with_reasons_and_wrong_lines_passed_over(tmp_path):
    path, key = tmp_path / "bans.txt", f"SHA256:{'a' * 43}"
    path.write_text(f"{key}\nnonsense\n203.0.113.7\n2001:db8::/64\n")
    bans = BansFile(path)
    assert {ban.what for ban in bans} == {key, "203.0.113.7", "2001:db8::/64"}
    assert bans.faults == ["nonsense"]
    assert [bans.of_key(key), bans.of_key(f"SHA256:{'b' * 43}")] == [Ban(key), None]
    for address, banned in {"203.0.113.7": True, "203.0.113.8": False, "2001:db8::9": True, "::1": False}.items():
        assert bool(bans.of_address(address)) is banned
    assert await bans.remove(["203.0.113.7", "203.0.113.8"]) == ["203.0.113.7"]
    await bans.add(["203.0.113.8"], "spam", "tom", 2)
    assert {*BansFile(path)} == {*bans} >= {Ban(key), Ban("2001:db8::/64")}
    kept = BansFile(path).of_address("203.0.113.8")
    assert (kept.reason, kept.by, kept.until > datetime.now(UTC) + timedelta(days=1)) == ("spam", "tom", True)
    read_by_older = {line for line in path.read_text().splitlines() if not line.startswith("#")}
    assert read_by_older == {key, "2001:db8::/64", "203.0.113.8"}


def test_ban_that_has_ended_is_not_in_force(tmp_path):
    path, key = tmp_path / "bans.txt", f"SHA256:{'a' * 43}"
    over = '# {"until": "2020-01-01T00:00:00+00:00"}\n'
    path.write_text(f"{over}{key}\n{over}203.0.113.7\n203.0.113.8\n# no JSON\n::1\n# [1]\n::2\n")
    bans = BansFile(path)
    assert [*bans] == [Ban("203.0.113.8"), Ban("::1"), Ban("::2")]
    assert (bans.of_key(key), bans.of_address("203.0.113.7")) == (None, None)
    assert bans.faults == ["# no JSON", "# [1]"]


def fetched(port):
    with urllib.request.urlopen(f"http://127.0.0.2:{port}/metrics", timeout=HANG) as answer:
        return answer.read().decode()


HISTOGRAMS = ("bgterm_key_seconds", "bgterm_loop_lag_seconds")


async def metrics(port):
    """Return the server's metrics by their names."""
    text = await asyncio.to_thread(fetched, port)
    return {family.name: family for family in text_string_to_metric_families(text)}


async def test_metrics_are_in_the_format_of_prometheus(server):
    log = server.folder / "server.log"
    await eventually(lambda: "metrics port=" in log.read_text())
    port = int(re.search(r"metrics port=(\d+)", log.read_text())[1])
    await refused(server.port, None)
    async with player(server.port, BOB) as bob:
        await bob.wait_for("Name")
        await bob.press("x", "x")
        families = await metrics(port)
        while not all(families[name].samples[-1].value for name in HISTOGRAMS):  # the picture, the first second
            families = await metrics(port)
        figures = json.loads(await operate(server.folder, "--json", "stats"))
        assert (figures["sessions"], figures["crashed_total"]) == (1, 0)
    values = {name: (family.type, family.samples[0].value) for name, family in families.items()}
    assert values["bgterm_sessions"] == ("gauge", 1.0)
    assert values["bgterm_crashed"] == ("counter", 0.0)
    assert values["bgterm_memory_bytes"][1] > 1_000_000
    assert values["bgterm_tasks"][1] > 1
    assert values["bgterm_lobby_players"] == ("gauge", 0.0)
    refusals = {sample.labels["reason"]: sample.value for sample in families["bgterm_refusals"].samples}
    assert refusals["no key"] >= 1
    for name in HISTOGRAMS:
        last = {sample.name: sample.value for sample in families[name].samples}  # the bucket without a bound
        assert last[f"{name}_bucket"] == last[f"{name}_count"] >= 1
