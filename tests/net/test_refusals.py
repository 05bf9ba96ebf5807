"""Requests that the server refuses, and its messages about them."""

from pathlib import Path

import asyncssh
import pytest
from asyncssh.packet import String

from bgterm.net.connection import ServerState, SSHConnection
from bgterm.net.limits import Limits
from tests.net import client as words
from tests.net.client import ANN, BOB, connect, player, refused, session, shown
from tests.net.servers import server


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"command": "cat /etc/passwd"}, words.NO_COMMANDS),
        ({"command": "ls", "term": None}, words.NO_COMMANDS),
        ({"subsystem": "sftp", "term": None}, words.NO_FILES),
        ({"term": None}, words.NO_TERMINAL),
        ({"term": "dumb"}, "A terminal of type dumb cannot place text on the screen"),
        ({"term": ""}, words.NO_TERMINAL),
    ],
    ids=str,
)
async def test_what_is_no_game_is_refused_with_a_sentence(tmp_path, asked, said):
    async with server(tmp_path) as running, player(running.port, **asked) as ann:
        assert await ann.wait_closed() == 1
        assert ann.said.startswith(said)
        assert "\x1b" not in bytes(ann.line.output).decode()


async def test_nothing_is_forwarded_in_either_direction(running, ann, tmp_path):
    for forward in (
        ann.conn.open_connection("127.0.0.1", running.port),
        ann.conn.open_unix_connection("/run/docker.sock"),
    ):
        with pytest.raises(asyncssh.ChannelOpenError, match=words.NO_FORWARDING):
            await forward
    for listener in (
        ann.conn.start_server(lambda *_: None, "127.0.0.1", 0),
        ann.conn.start_unix_server(lambda *_: None, str(tmp_path / "socket")),
    ):
        with pytest.raises(asyncssh.ChannelListenError):
            await listener
    assert not (tmp_path / "socket").exists()
    await ann.press("a", "pressed a")


@pytest.mark.parametrize("request_", ["auth-agent-req@openssh.com", "x11-req"])
async def test_neither_agent_nor_x11_is_forwarded(ann, tmp_path, request_):
    arguments = (b"\0", String(b"MIT-MAGIC-COOKIE-1"), String(b"00" * 16), b"\0" * 4) if "x11" in request_ else ()
    assert not await ann.chan._make_request(request_.encode(), *arguments)  # noqa: SLF001 - no client asks so
    await ann.wait_for("no key yet")
    assert not [*tmp_path.glob("**/agent*")]


# Who may play


async def test_who_has_no_key_is_told_how_to_get_one(running):
    assert await refused(running.port, None) == [words.NO_KEY]


async def test_who_has_no_key_may_play_where_guests_may(tmp_path):
    async with server(tmp_path, guests=True) as running:
        async with player(running.port, None) as guest:
            await guest.wait_for("key none code player")
            assert not (tmp_path / "settings").exists()
        async with player(running.port, BOB) as bob:
            await bob.wait_for(BOB.get_fingerprint())


async def test_only_keys_in_the_list_may_play_and_the_list_may_change(tmp_path):
    listed = tmp_path / "keys"
    write_keys(listed, ANN)
    async with server(tmp_path, authorized_keys=listed) as running:
        async with player(running.port, ANN) as ann:
            await ann.wait_for(ANN.get_fingerprint())
        assert await refused(running.port, BOB) == [words.NOT_LISTED]
        write_keys(listed, ANN, BOB)
        async with player(running.port, BOB) as bob:
            await bob.wait_for(BOB.get_fingerprint())
        listed.unlink()
        assert await refused(running.port, ANN) == [words.NOT_LISTED]


async def test_options_of_the_list_hold_but_run_nothing(tmp_path):
    listed = tmp_path / "keys"
    listed.write_text(
        f'from="10.0.0.1" {ANN.export_public_key().decode()}'
        f'command="touch {tmp_path}/ran",environment="TERM=dumb" {BOB.export_public_key().decode()}'
    )
    async with server(tmp_path, authorized_keys=listed) as running:
        assert await refused(running.port, ANN) == [words.NOT_LISTED]
        async with player(running.port, BOB) as bob:
            await bob.wait_for("80 by 24 walnut")
    assert not (tmp_path / "ran").exists()


def write_keys(path: Path, *keys: asyncssh.SSHKey) -> None:
    path.write_text("".join(key.export_public_key().decode() for key in keys))


class Impostor(asyncssh.SSHKeyPair):
    """A key pair with the public key of somebody else, which cannot sign for it."""

    def __init__(self, victim: asyncssh.SSHKey):
        super().__init__(victim.algorithm, victim.algorithm, victim.sig_algorithms, (), victim.public_data, None)

    def sign(self, _data: bytes) -> bytes:
        return String(self.algorithm) + String(b"\x01" * 64)


async def test_unsigned_key_opens_nobodys_seat(tmp_path):
    async with server(tmp_path, guests=True) as running:
        conn = await connect(running.port, client_keys=[Impostor(ANN)])
        guest = await session(conn)
        await guest.wait_for("key none code player")
        conn.abort()


def test_a_key_that_was_only_asked_about_gives_nobody_s_seat(tmp_path):
    connection = SSHConnection(ServerState(Limits(), tmp_path, None), None, guests=True)
    assert connection.validate_public_key("player", ANN)
    assert connection.client("player").key == ANN.get_fingerprint()
    assert connection.get_kbdint_challenge("player", "", "") is True
    assert connection.client("player").key == ""


async def test_ban_counts_no_session_that_ends_already(tmp_path):
    async with server(tmp_path) as running, shown(running.port, ANN):
        await running.state.bans.add([ANN.get_fingerprint()], "", "", 0)
        assert running.state.end_banned() == 1
        assert running.state.end_banned() == 0
