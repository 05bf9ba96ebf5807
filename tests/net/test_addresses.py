"""Listening at all addresses of a machine."""

import socket

import pytest

from bgterm.net.errors import ServerError
from bgterm.net.limits import plain_address
from bgterm.net.server import bound, open_everywhere, reserve
from tests.hang import HANG


def peer_of(listening: socket.socket, address: str) -> str:
    """Connect to an address of this machine, and return the address that the server sees."""
    with socket.create_connection((address, listening.getsockname()[1]), timeout=HANG):
        came, (peer, *_) = listening.accept()
        came.close()
        return plain_address(peer)


def test_who_comes_by_ipv4_has_his_address():
    with open_everywhere(0) as listening:
        assert peer_of(listening, "127.0.0.1") == "127.0.0.1"


@pytest.mark.ipv6
def test_who_comes_by_ipv6_has_his_address():
    with open_everywhere(0) as listening:
        assert peer_of(listening, "::1") == "::1"


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


def test_an_address_of_another_machine_is_not_reserved():
    with pytest.raises(ServerError, match=r"192\.0\.2\.1"):
        reserve("192.0.2.1", 0, spreads=True)
