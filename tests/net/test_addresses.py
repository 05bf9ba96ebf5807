"""Listening at all addresses of a machine."""

import socket

import pytest

from bgterm.net.limits import plain_address
from bgterm.net.ports import open_everywhere
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
