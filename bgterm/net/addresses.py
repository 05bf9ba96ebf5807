"""Where the server listens: at one address, or at all that the machine has."""

import socket

EVERYWHERE = ("", "::")
"""The addresses that stand for all, of IPv6 and of IPv4."""
_BACKLOG = 100
"""How many connections may wait to be taken."""


def open_everywhere(port: int) -> socket.socket:
    """Open one port, or with 0 any that is free, at all addresses of the machine. Raises OSError.

    By itself asyncio takes `::` for the addresses of IPv6 alone, and for an empty name opens two sockets, whose
    ports would not be the same where any will do.
    """
    if socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, backlog=_BACKLOG, dualstack_ipv6=True)
    return socket.create_server(("", port), backlog=_BACKLOG)


def plain_address(address: str) -> str:
    """Return an address as everybody knows it, which a socket for both families writes in the way of IPv6.

    >>> plain_address("::ffff:10.0.0.1"), plain_address("2001:db8::1"), plain_address("10.0.0.1")
    ('10.0.0.1', '2001:db8::1', '10.0.0.1')
    """
    return address.removeprefix("::ffff:") if "." in address else address
