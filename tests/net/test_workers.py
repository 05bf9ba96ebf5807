"""Whole matches at a server that is killed, and several processes that serve one lobby, which may die as well."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EAGAIN
from pathlib import Path
from random import Random
from subprocess import check_output

import asyncpg
import pytest

from bgterm.cli.main import main
from bgterm.formats.engine_notes import engine_seat
from bgterm.formats.record import GameRecord, read_record
from bgterm.net import workers as net_workers
from bgterm.net.process import START_AGAIN
from bgterm.net.workers import Supervisor
from bgterm.rules.board import Player
from bgterm.rules.events import Moved
from bgterm.rules.match import MatchState
from bgterm.storage.durable import AppendOnlyFile
from tests.net.client import ANN, BOB, CAT, eventually, player, visitor
from tests.net.database_pairs import begin_in_database, followed, play_on
from tests.net.pairs import Pair, begin_matches, check_journals, play_all, sitting
from tests.net.processes import ServerProcess, bgterm_server, operate, running
from tests.net.talkers import come_in, play_until, talker
from tests.postgres import name_in
from tests.waiting import HANG
from tools.hands import asked

MANY = ("--max-sessions", "1000", "--max-per-address", "1000")


@contextmanager
def workers(folder: Path, address: str, *options: str) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Run two workers, each on a port of its own, so that a client can choose one."""
    shared = ("--database", address, *MANY, *options)
    with (
        bgterm_server(folder, "--worker", "1", *shared) as one,
        bgterm_server(folder, "--worker", "2", *shared) as two,
    ):
        yield one, two


async def test_the_operator_reaches_all_workers(tmp_path, database_url):
    with workers(tmp_path, database_url) as (one, two):
        async with visitor(one.port, "Cleo", CAT) as cleo, visitor(two.port, "Dan", BOB) as dan:
            await cleo.wait_for("2 people here")
            who = await operate(tmp_path, "who")
            assert sorted(line.split()[0] for line in who.splitlines()) == ["Cleo", "Dan"]
            assert "\nsessions 2\nplayers 2\n" in await operate(tmp_path, "stats")
            assert (await operate(tmp_path, "workers")).count("1 session  ") == 2
            assert await operate(tmp_path, "health") == "healthy\n"
            assert await operate(tmp_path, "announce", "Tea\x1b[2J!") == "Announced to 2 sessions.\n"
            await dan.wait_for("Tea!")
            assert await operate(tmp_path, "mute", "Dan") == "Dan is muted.\n"
            await dan.press("c", "> Say")
            await dan.press("Hello\r", "has muted you")
            assert await operate(tmp_path, "kick", "Cleo") == "1 session ended.\n"
            await cleo.wait_closed()
            assert "The operator has ended your session." in cleo.said
            assert await operate(tmp_path, "ban", "Dan") == "Dan is banned; 1 session ended.\n"
            await dan.wait_closed()
            assert "has banned you" in dan.said


@pytest.mark.long
async def test_the_operator_drains_a_worker(tmp_path, database_url):
    with workers(tmp_path, database_url) as (one, _two):
        async with visitor(one.port, "Ann", ANN) as ann:
            await operate(tmp_path, "drain", "1")
            await ann.wait_closed()
            assert "Your match is kept: connect again now." in ann.said
            assert one.wait() == START_AGAIN


@pytest.mark.long
async def test_a_player_of_a_killed_worker_returns_to_another(tmp_path, database_url):
    pairs = await begin_in_database(database_url, 1)
    ((white, black),) = pairs
    with workers(tmp_path, database_url) as (one, two):
        async with followed(database_url, pairs), sitting(one.port, white, 1) as ann:
            await ann.see_board()
            playing = asyncio.create_task(play_on([two.port, one.port], black, 2))
            opponent = asyncio.create_task(ann.play())
            await eventually(lambda: white.journal.last > 20 or opponent.done())
            two.signal(signal.SIGKILL)
            assert await opponent == (await playing)[0]
    assert sum(check_journals(pairs, [opponent.result()])) > 5


@pytest.mark.long
async def test_workers_accept_from_a_socket_of_their_parent(tmp_path, database_url):
    options = ("--port", "0", "--data", tmp_path, "--database", database_url, "--workers", "2", *MANY)
    pairs = await begin_in_database(database_url, 1)
    command = (sys.executable, "-m", "tests.net.passing_server", "serve", *options)
    with running(command, tmp_path) as server:
        async with followed(database_url, pairs):
            playing = [asyncio.create_task(play_on([server.port], seat, 1)) for seat in pairs[0]]
            await eventually(lambda: pairs[0][0].journal.last > 10 or any(task.done() for task in playing))
            os.kill(min(children(server)), signal.SIGKILL)
            ends = [match for match, _ in await asyncio.gather(*playing)]
        server.signal(signal.SIGTERM)
        assert await asyncio.to_thread(server.wait) == 0
    assert sum(check_journals(pairs, ends[:1])) > 5


def children(server: ServerProcess) -> set[int]:
    """Return the ids of the processes that the server has started."""
    return {int(number) for number in Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()}


async def test_the_operator_ends_all_workers(tmp_path, database_url):
    with bgterm_server(tmp_path, "--database", database_url, "--workers", "2", *MANY) as server:
        assert await operate(tmp_path, "shutdown", "--in", "0") == "The server is shutting down.\n"
        assert await asyncio.to_thread(server.wait) == 0


async def test_a_worker_that_dies_is_started_again(tmp_path, database_url):
    options = ("--database", database_url, "--workers", "2", *MANY)
    with bgterm_server(tmp_path, *options) as server:
        assert sum(folder.suffix == ".log" for folder in tmp_path.iterdir()) == 2
        first = children(server)
        assert len(first) == 2
        os.kill(min(first), signal.SIGKILL)
        await eventually(lambda: len(children(server) - {min(first)}) == 2)
        async with player(server.port, ANN) as ann:
            await ann.wait_for("name")
            server.signal(signal.SIGTERM)
            await ann.wait_closed()
            assert "shutting down" in ann.said
        assert server.wait() == 0


class Unstartable:
    """A worker whose second start fails, and which runs until the end after the third."""

    number = 1

    def __init__(self) -> None:
        self.ready, self.served, self.ended = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._runs = iter(["ends", "fails", "runs"])

    async def run(self) -> int:
        match next(self._runs):
            case "ends":
                self.ready.set()
                await self.served.wait()
                return START_AGAIN
            case "fails":
                raise OSError(EAGAIN, "Resource temporarily unavailable")
        os.kill(os.getpid(), signal.SIGTERM)
        await self.ended.wait()
        return 0

    async def end(self, _number: signal.Signals) -> None:
        self.ended.set()


async def test_a_worker_that_cannot_be_started_is_tried_again(monkeypatch, tmp_path):
    monkeypatch.setattr(net_workers, "_PAUSE", 0.0)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "manager"))
    said, worker = list[str](), Unstartable()

    def say(line: str) -> None:
        said.append(line)
        worker.served.set()

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "manager"))
        manager.setblocking(False)
        async with asyncio.timeout(HANG):
            assert await Supervisor([worker], ["bgterm serves."], say).run() == 0
        assert manager.recv(100) == b"READY=1"
    assert said == ["bgterm serves.", "Worker 1 cannot be started (Resource temporarily unavailable)."]


@pytest.mark.parametrize(("options", "lock"), [((), "workers.lock"), (("--worker", "2"), "worker-2.lock")])
def test_second_server_on_a_folder_is_refused(tmp_path, capsys, options, lock):
    tmp_path.chmod(0o700)
    with AppendOnlyFile.open_or_create(tmp_path / lock):
        assert main(["serve", "--database", "postgresql:///x", *options, "--data", str(tmp_path)]) == 1
    assert capsys.readouterr().err == (
        f"bgterm: {tmp_path} is in use by another server: stop it first, or give this one a folder of its own.\n"
    )


def test_the_parent_of_the_workers_loads_no_server():
    loaded = "import sys, bgterm.net.workers; print({'asyncssh', 'rich', 'textual'} & {*sys.modules})"
    assert check_output([sys.executable, "-c", loaded], text=True) == "set()\n"


@pytest.mark.long
async def test_workers_end_where_a_script_ignores_sigint(tmp_path, postgres, database_url):
    options = ("--database", database_url, "--workers", "2")
    with bgterm_server(tmp_path, *options, ignored=[signal.SIGINT]) as server:
        server.signal(signal.SIGTERM)
        assert await asyncio.to_thread(server.wait) == 0
    left = postgres.query("SELECT count(*) FROM worker", name_in(database_url))
    assert left == "0\n"


@pytest.mark.long
async def test_a_match_with_a_bot_goes_on_at_another_worker(tmp_path, database_url):
    with workers(tmp_path, database_url, "--bots", "builtin") as (one, two):
        async with talker(one.port, ANN) as ann:
            await come_in(ann, "Ann")
            table = await ann.ask(
                "challenge bot bgterm backgammon 1 novice", "^You sit down with Bot bgterm at table "
            )
            code = table.partition(" at table ")[2][:5]
            await play_until(ann, "^Bot bgterm played")
            one.signal(signal.SIGKILL)
        async with talker(two.port, ANN) as ann:
            ann.type(f"join {code}")  # where the seat was not free yet when Ann came
            for name in ("Ann", "Bot bgterm") * 2:  # the first may be from before
                await play_until(ann, f"^{name} played")
    connection = await asyncpg.connect(database_url)
    lines = [row["line"] for row in await connection.fetch("SELECT line FROM event ORDER BY match, seq")]
    await connection.close()
    record = read_record("".join(f"{line}\n" for line in lines).encode())
    bot = engine_seat(record.items).player
    assert record.damage is None
    assert sum(isinstance(event, Moved) and event.player is bot for event in record.events) > 1


# A server of one process that is killed


def records(pairs: Sequence[Pair]) -> list[GameRecord]:
    return [read_record(white.journal.read_bytes()) for white, _ in pairs]


def lines(pairs: Sequence[Pair]) -> int:
    """Return how many lines all journals have together."""
    return sum(white.journal.read_bytes().count(b"\n") for white, _ in pairs)


@pytest.mark.long
@pytest.mark.parametrize(
    ("count", "kills"), [(3, 2), pytest.param(20, 10, marks=pytest.mark.soak)], ids=["few", "many"]
)
def test_killed_server_resumes_every_match_where_it_was(tmp_path, count, kills):
    pairs, rng = begin_matches(tmp_path, count), Random(1)
    for kill in range(kills):
        moment = lines(pairs) + rng.randint(5, 15) * count
        with bgterm_server(tmp_path, *MANY) as running:
            asyncio.run(play_and_kill(running, pairs, moment, seed=kill))
        killed = records(pairs)
        with bgterm_server(tmp_path, *MANY) as again:
            asyncio.run(see_where_all_stand(again.port, pairs, [record.match for record in killed]))
        assert [record.match for record in records(pairs)] == [record.match for record in killed]
        assert [record.events for record in records(pairs)] == [record.events for record in killed]
    with bgterm_server(tmp_path, *MANY) as last:
        ends = asyncio.run(play_all(last.port, pairs, seed=1))
    assert sum(check_journals(pairs, ends)) > 20 * count


async def play_and_kill(running: ServerProcess, pairs: Sequence[Pair], moment: int, seed: int) -> None:
    """Play until all journals have `moment` lines together, and kill the server then."""
    playing = asyncio.ensure_future(play_all(running.port, pairs, seed))
    await eventually(lambda: playing.done() or lines(pairs) >= moment)
    running.signal(signal.SIGKILL)
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing


async def see_where_all_stand(port: int, pairs: Sequence[Pair], matches: Sequence[MatchState]) -> None:
    """Reconnect, and assert that the players to act get the same prompts with the same dice."""
    for pair, match in zip(pairs, matches, strict=True):
        if match.winner is not None:
            continue
        actor = match.shown_game.to_act
        async with sitting(port, pair[(actor or Player.WHITE).index], seed=0) as player:
            await player.see(asked(match))
