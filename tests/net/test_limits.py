"""The counts behind the limits: how many of each thing one may have at each moment; and compressed packets."""

import asyncio
import os
import zlib
from collections import Counter
from logging import INFO

import asyncssh
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.lobby.rate_limit import TokenBucket
from bgterm.net.compression import LARGEST, ZlibCompressor, ZlibDecompressor
from bgterm.net.connection import ServerState
from bgterm.net.errors import AdmissionError
from bgterm.net.limits import ConnectionLimiter, Limits
from bgterm.net.ssh_keys import KeyList


@given(st.lists(st.tuples(st.floats(0, 100), st.integers(0, 500))))
def test_a_bucket_never_gives_more_than_it_holds_and_gets(steps):
    bucket, now, taken = TokenBucket(rate=10, size=50), 0.0, 0
    for wait, wanted in steps:
        now += wait
        got = bucket.take(wanted, now)
        assert 0 <= got <= wanted
        taken += got
        assert taken <= 50 + 10 * now + 1e-6


def test_a_bucket_that_is_left_alone_is_full_again():
    bucket = TokenBucket(rate=10, size=50)
    assert bucket.take(80, 0.0) == 50
    assert bucket.take(80, 0.0) == 0
    assert bucket.take(80, 1.0) == 10
    assert bucket.take(80, 1000.0) == 50


def test_one_network_cannot_take_all_places():
    limiter = ConnectionLimiter(Limits(per_address=2))
    for address in ("2001:db8::1", "2001:db8::2"):
        limiter.connect(address, 0.0)
    with pytest.raises(AdmissionError, match="There are too many connections from"):
        limiter.connect("2001:db8::3%eth0", 0.0)
    for address in ("2001:db8:0:1::3", "::ffff:10.0.0.1", "10.0.0.1"):
        limiter.connect(address, 0.0)
    with pytest.raises(AdmissionError, match="There are too many connections from"):
        limiter.connect("10.0.0.1", 0.0)
    limiter.disconnect("10.0.0.1")
    limiter.disconnect("10.0.0.1")
    limiter.connect("10.0.0.1", 0.0)


def test_sessions_of_other_processes_count():
    elsewhere = Counter({"10.0.0.1": 1, "10.0.0.9": 1})
    limiter = ConnectionLimiter(Limits(sessions=4, per_address=2), elsewhere=elsewhere)
    limiter.open_session("10.0.0.1", beside=0)
    with pytest.raises(AdmissionError, match="There are too many connections from"):
        limiter.open_session("10.0.0.1", beside=0)
    limiter.open_session("10.0.0.2", beside=0)
    with pytest.raises(AdmissionError, match=r"The server is full: try again later\."):
        limiter.open_session("10.0.0.3", beside=0)


def test_nobody_is_remembered_who_has_left():
    limiter = ConnectionLimiter(Limits())
    for number in range(100):
        limiter.connect(f"10.0.0.{number}", 0.0)
        limiter.open_session(f"10.0.0.{number}", 0)
        limiter.close_session(f"10.0.0.{number}")
        limiter.disconnect(f"10.0.0.{number}")
    assert not limiter.connections
    assert not limiter.sessions


def test_list_of_keys_is_parsed_only_when_it_has_changed(tmp_path):
    path = tmp_path / "keys"
    one, other = (asyncssh.generate_private_key("ssh-ed25519").convert_to_public() for _ in range(2))
    path.write_bytes(one.export_public_key())
    listed, status = KeyList(path), path.stat()
    with path.open("r+b") as file:
        file.write(other.export_public_key())
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert [listed.allows(key, "127.0.0.1") for key in (one, other)] == [True, False]
    os.utime(path, ns=(0, 1))
    assert [listed.allows(key, "127.0.0.1") for key in (one, other)] == [False, True]


async def test_further_refusals_of_an_origin_are_counted_in_one_line(tmp_path, caplog):
    caplog.set_level(INFO)
    state = ServerState(Limits(), tmp_path, None)
    for address in ("192.0.2.1", *["192.0.2.2"] * 500):
        state.refuse("connection refused", address, "too many", "full")
    now = asyncio.get_running_loop().time()
    state.log_refusals(now + 59)
    assert [record.getMessage().split()[:3] for record in caplog.records] == [
        ["connection", "refused", "address=192.0.2.1"],
        ["connection", "refused", "address=192.0.2.2"],
    ]
    state.log_refusals(now + 61)
    assert caplog.messages[2:] == ["connection refused again address=192.0.2.2 count=499"]
    assert state.counts["refused_total"] == 501
    state.refuse("connection refused", "192.0.2.2", "too many", "full")
    assert len(caplog.messages) == 4


# Compression


def test_each_packet_can_be_read_when_it_comes():
    compressor, decompressor = ZlibCompressor(), ZlibDecompressor()
    for packet in (b"roll", b"", bytes(LARGEST), b"roll"):
        assert decompressor.decompress(compressor.compress(packet)) == packet


@pytest.mark.parametrize("packet", [b"no zlib", zlib.compress(bytes(LARGEST + 1))], ids=["invalid", "too large"])
def test_a_packet_that_cannot_be_read_ends_the_connection(packet):
    assert ZlibDecompressor().decompress(packet) is None
