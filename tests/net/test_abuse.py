"""Hostile clients: each gets a message or is disconnected, and nobody else notices."""

import asyncio
import socket
from collections.abc import Awaitable, Iterator
from contextlib import ExitStack, suppress

import asyncssh
import pytest
from asyncssh.packet import String

from bgterm.net.session import _PATIENCE as PATIENCE
from tests.net.client import BOB, CAT, FULL, Client, connect, eventually, player, session, shown
from tests.net.processes import ServerProcess, small_server
from tests.net.servers import server, with_limits
from tests.waiting import wait

CEILING = 60 * 2**20
"""The bytes of memory that abuse may add to the server."""
KEYS_A_SECOND = 20

# Floods, one after the other on a server that is measured


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, int]]:
    """A server, and its bytes of memory after it has served somebody."""

    async def visit(port: int) -> None:
        async with shown(port, CAT):
            pass

    with small_server(tmp_path_factory.mktemp("flooded")) as running:
        wait(visit(running.port))
        yield running, running.memory


async def junk(port: int) -> None:
    """Send 10 MB of keys that have no meaning."""
    async with shown(port) as ann:
        for _ in range(160):
            ann.send(b"\x1b[A~\x00\xff " * 8192)
        await ann.wait_closed()
        assert "Too much input, so you were disconnected. Your match is kept." in ann.said


async def endless_paste(port: int) -> None:
    """Begin a paste that never ends, at a pace that the server allows."""
    async with shown(port) as ann:
        ann.send("\x1b[200~" + "x" * 4000 + "\x1b[A")
        ann.send("\x1b[201~")
        await ann.press("b", "pressed b")


async def huge_paste(port: int) -> None:
    """Paste more than the server reads, and go on."""
    async with shown(port) as ann:
        ann.send("\x1b[200~" + 1_000_000 * "x" + "\x1b[201~")
        await ann.press("b", "pressed b as number 1")


async def silence(port: int, **window: int) -> None:
    """Make the server draw without end, and read none of it."""
    async with shown(port, size=(250, 80), **window) as ann:
        stop_reading(ann)
        ann.send(b"\x0f")
        await cut_off(ann.conn)


async def silence_in_a_large_window(port: int) -> None:
    """Do the same with a window that has room for 4 GB."""
    await silence(port, window=2**31 - 1)


async def questions_without_answers(port: int) -> None:
    """Send requests that want a reply again and again, and read none."""
    async with shown(port) as ann:
        stop_reading(ann)

        def hung_up() -> bool:
            for _ in range(1000):
                ann.conn.send_packet(80, b"".join((String(b"keepalive@openssh.com"), b"\x01")))
            return is_cut(ann.conn)

        await eventually(hung_up)


async def environment(port: int) -> None:
    """Send more environment variables than any client has."""
    conn = await connect(port)
    env = {f"NAME{number}": "x" * 1000 for number in range(2000)}
    with suppress(asyncssh.Error, OSError):  # it may be cut off before its session is there
        await session(conn, env=env)
    await conn.wait_closed()


async def sizes(port: int) -> None:
    """Change the size of the window without end, to 3000x3000 and back."""
    async with player(port, size=(3000, 3000)) as ann:
        await ann.line.until(lambda: b"250 by 80" in ann.line.output)
        for number in range(200):  # with two packets each, fewer than are dropped whenever they come
            ann.chan.change_terminal_size(*((3000, 3000) if number % 2 else (60, 30)))
        ann.line.screen.resize(24, 90)
        ann.chan.change_terminal_size(90, 24)
        await ann.wait_for("90 by 24")


async def bomb(port: int) -> None:
    """Send a compressed packet that would expand a thousand times."""
    async with shown(port, options={"compression_algs": ["zlib@openssh.com"]}) as ann:
        for _ in range(3):
            ann.conn.send_packet(2, String(bytes(30_000_000)))
        await cut_off(ann.conn)


async def crowd(port: int) -> None:
    """Connect again and again, and disconnect without a word."""
    for _ in range(20):
        conn = await connect(port)
        await session(conn)
        conn.abort()


@pytest.mark.parametrize(
    "abuse",
    [
        junk,
        endless_paste,
        pytest.param(huge_paste, marks=pytest.mark.long),
        silence,
        silence_in_a_large_window,
        *(
            pytest.param(abuse, marks=pytest.mark.long)
            for abuse in (questions_without_answers, environment, sizes, bomb, crowd)
        ),
    ],
    ids=lambda abuse: abuse.__name__,
)
async def test_a_flood_hurts_nobody_else(measured, abuse):
    running, before = measured
    async with shown(running.port, BOB, options={"local_addr": ("127.0.0.2", 0)}) as bob:
        most = await play_on_during(bob, running, abuse(running.port))
        assert most - before < CEILING
        await bob.press("z", "pressed z")


async def play_on_during(bob: Client, running: ServerProcess, abuse: Awaitable[None]) -> int:
    """Press keys and wait for each of them until the abuse is over; return the most memory that the server had.

    No more keys are pressed than a person can press, since the server does not take more.
    """
    raging, presses, most = asyncio.ensure_future(abuse), 0, running.memory
    while not raging.done() or not presses:
        presses += 1
        await bob.press("j", f"pressed j as number {presses}")
        most = max(most, running.memory)
        await asyncio.sleep(1 / KEYS_A_SECOND)
    await raging
    return most


def stop_reading(client: Client) -> None:
    """Read nothing more from the connection."""
    transport = client.conn._transport  # noqa: SLF001 - a client that behaves cannot do it
    assert isinstance(transport, asyncio.ReadTransport)
    transport.pause_reading()


async def cut_off(conn: asyncssh.SSHClientConnection) -> None:
    """Write to the connection until the server has closed it."""

    def hung_up() -> bool:
        conn.send_debug("still there?")  # the client does not read, so it does not know before it writes
        return is_cut(conn)

    await eventually(hung_up)


def is_cut(conn: asyncssh.SSHClientConnection) -> bool:
    """Return whether the client knows that the connection is closed."""
    transport = conn._transport  # noqa: SLF001 - a client that reads is told
    return transport is None or transport.is_closing()


# Crashes


async def test_crash_ends_one_session_and_is_logged_without_values(ann, bob, caplog):
    ann.send(b"\x0c")
    assert await ann.wait_closed() == 1
    assert "Internal error; it has been logged. Your match is kept: connect again." in ann.said
    assert bytes(ann.line.output).count(b"\x1b[?1049l") == 1
    await bob.press("b", "pressed b")
    (crash,) = [record for record in caplog.records if record.exc_info]
    assert "crash on purpose" in str(crash.exc_info[1])
    assert "a local variable" not in caplog.text


async def test_ending_the_process_ends_only_one_session(measured):
    running, _ = measured
    async with shown(running.port) as ann, shown(running.port, BOB) as bob:
        ann.send(b"\x05")
        assert await ann.wait_closed() == 1
        assert "Internal error; it has been logged. Your match is kept: connect again." in ann.said
        await bob.press("b", "pressed b")
    log = running.folder / "server.log"
    await eventually(lambda: "SystemExit" in log.read_text())  # it is written by another thread
    assert "a local variable" not in log.read_text()


def screens() -> list[asyncio.Task[None]]:
    """Return the sessions whose screen has not ended."""
    tasks = asyncio.all_tasks()
    return [task for task in tasks if getattr(task.get_coro(), "__qualname__", "") == "Session._run"]


async def test_a_screen_that_does_not_let_go_is_ended(running, bob):
    async with shown(running.port) as ann:
        ann.send(b"\x17")
        await ann.press("a", "pressed a")
    await eventually(lambda: running.count == (1, 1))
    both = screens()
    running.clock.passes(PATIENCE)
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    assert (len(both), len(screens())) == (2, 1)
    await bob.press("b", "pressed b")


# Limits


async def test_more_connections_than_the_limit_are_told_so(tmp_path):
    async with server(tmp_path, limits=with_limits(per_address=3)) as running:
        conns = [await connect(running.port) for _ in range(3)]
        with pytest.raises(asyncssh.DisconnectError, match=r"too many connections from 127\.0\.0\.1"):
            await connect(running.port)
        ann = await session(conns[0])
        await ann.wait_for("no key yet")
        await ann.press("a", "pressed a")
        conns.pop().abort()
        await eventually(lambda: running.count[0] == 2)
        conns.append(await connect(running.port))
        for conn in conns:
            conn.abort()


async def test_sessions_over_the_limit_of_a_connection_are_told_so(tmp_path):
    async with server(tmp_path, limits=with_limits(per_connection=2)) as running, player(running.port) as ann:
        second = await session(ann.conn)
        await second.wait_for("no key yet")
        with pytest.raises(asyncssh.ChannelOpenError, match="too many connections"):
            await session(ann.conn)
        await ann.press("a", "pressed a")
        await second.wait_for("heard a")
        second.send("q")
        await second.wait_closed()
        third = await session(ann.conn)
        await third.wait_for("no key yet")
        await third.press("c", "pressed c")


async def test_who_is_silent_after_connecting_is_not_waited_for(running, bob):
    reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
    await reader.readuntil(b"SSH-2.0-bgterm\r\n")
    running.clock.passes(running.state.limits.login)
    await reader.read()
    assert reader.at_eof()
    writer.close()
    conn = await connect(running.port)
    running.clock.passes(running.state.limits.start)
    await conn.wait_closed()
    await bob.press("b", "pressed b")


async def test_who_presses_no_key_is_told_so_in_the_end(running, ann, bob):
    running.clock.passes(running.state.limits.idle - 60)
    await bob.press("b", "pressed b")
    running.clock.passes(60)
    assert await ann.wait_closed() == 0
    assert (
        "No key was pressed for 60 minutes, so you were disconnected. Your match is kept: connect again."
        in ann.said
    )
    await bob.press("c", "pressed c")


async def test_who_answers_no_more_is_dropped_and_who_answers_is_not(running, ann, bob):
    stop_reading(ann)
    for number in range(running.state.limits.keepalives):
        running.clock.passes(running.state.limits.keepalive)
        await bob.press("b", f"pressed b as number {number + 1}")  # the client's requests are answered before
    assert running.count == (2, 2)
    running.clock.passes(running.state.limits.keepalive)
    await eventually(lambda: running.count == (1, 1))
    await bob.press("c", "pressed c")


async def test_connections_to_a_full_server_are_told_so(running):
    running.state.limiter.connections["10.0.0.1"] = 250
    with pytest.raises(asyncssh.DisconnectError, match=FULL):
        await connect(running.port)
    running.state.limiter.connections.clear()


async def test_of_far_too_many_connections_most_are_not_even_answered(tmp_path):
    async with server(tmp_path, limits=with_limits(per_address=2)) as running:
        silent = [await asyncio.open_connection("127.0.0.1", running.port) for _ in range(30)]
        await eventually(lambda: running.count[0] == 4)
        for _, writer in silent:
            writer.close()
        await eventually(lambda: running.count[0] == 0)
        conn = await connect(running.port, local_addr=("127.0.0.2", 0))
        conn.abort()


# Keys that come too fast, and work that others would have to wait for


async def test_keys_that_come_at_once_are_used_in_order_to_a_limit(tmp_path):
    async with server(tmp_path, limits=with_limits(keys_waiting=150)) as running, shown(running.port) as ann:
        await ann.press("abcdefghij" * 10, "pressed j as number 100")
        ann.send("x" * 400)
        await ann.wait_closed()
        assert "Too much input, so you were disconnected. Your match is kept." in ann.said


@pytest.mark.long
async def test_packets_of_one_address_are_counted_together(tmp_path):
    limits = with_limits(address_packets_a_second=0)
    async with server(tmp_path, limits=limits) as running, player(running.port) as ann:
        await cut_off(ann.conn)


async def test_sessions_of_one_address_share_its_time_of_the_processor(tmp_path):
    async with (
        server(tmp_path) as running,
        shown(running.port) as ann,
        shown(running.port, CAT) as cat,
        shown(running.port, BOB, options={"local_addr": ("127.0.0.2", 0)}) as bob,
    ):
        running.state.limiter.new_share("127.0.0.1").origin.spend(1e5, asyncio.get_running_loop().time())
        for one in (ann, cat):
            one.send("c")
        await bob.press("b", "pressed b")
        assert "no key yet" in ann.text
        assert "no key yet" in cat.text
        running.clock.passes(500)
        await cat.wait_for("pressed c")


async def test_key_behind_another_brings_no_session_to_the_front(running, ann):
    loop, (opened,) = asyncio.get_running_loop(), next(iter(running.state.connections)).sessions
    share = opened._share  # noqa: SLF001 - only the server needs it otherwise

    async def send(key: str) -> float:
        """Send a key after 50 ms of work; return the time that counts since a key."""
        share.charge(share.clock() - 0.05)
        before, origin = opened.last_key, share.origin
        ann.send(key)
        await eventually(lambda: opened.last_key > before)
        return share.rank(loop.time()) - origin.used(loop.time()) / 8

    running.clock.passes(2)
    share.origin.spend(1e5, loop.time())
    assert await send("a") < 50 < await send("b")
    running.clock.passes(1000)
    await ann.wait_for("pressed b")


async def test_half_open_connections_do_not_keep_newcomers_out(tmp_path):
    async with server(tmp_path, limits=with_limits(sessions=20)) as running:
        address = "127.0.0.1", running.port
        with ExitStack() as silent:
            for number in range(90):  # the server hears of all of them, and of the newcomer, at once
                host = f"127.0.0.{2 + number % 13}"
                silent.enter_context(socket.create_connection(address, source_address=(host, 0)))
            async with player(running.port, options={"sock": socket.create_connection(address)}) as ann:
                await ann.press("a", "pressed a")


async def test_too_many_connections_in_a_short_time_are_told_so(tmp_path):
    async with server(tmp_path, limits=with_limits(per_address=2)) as running:
        for _ in range(6):
            conn = await connect(running.port)
            conn.abort()
            await eventually(lambda: running.count[0] == 0)
        with pytest.raises(asyncssh.DisconnectError, match=r"Too many connections came from 127\.0\.0\.1"):
            await connect(running.port)
        conn = await connect(running.port, local_addr=("127.0.0.2", 0))
        conn.abort()


async def test_too_many_offered_keys_end_the_connection(tmp_path):
    listed = tmp_path / "keys"
    listed.write_bytes(CAT.export_public_key())
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(4)]
    async with server(tmp_path, limits=with_limits(key_offers=3), authorized_keys=listed) as running:
        with pytest.raises(asyncssh.DisconnectError, match="Too many keys were offered"):
            await connect(running.port, client_keys=keys)
