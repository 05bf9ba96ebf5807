"""The listening socket of a server, at one address or at all, for one process or for several."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EADDRINUSE

from bgterm.catalog import N_
from bgterm.net.errors import ServerError, port_unavailable
from bgterm.storage.errors import reason_of

EVERYWHERE = ("", "::")
"""The host names that stand for all addresses of the machine, both of IPv6 and of IPv4."""
_BACKLOG = 100
"""The most connections that wait to be accepted."""


def open_everywhere(port: int, *, shared: bool = False) -> socket.socket:
    """Return a socket that listens on one port, or with 0 any free port, at all addresses. Raises OSError.

    asyncio by itself takes `::` for IPv6 alone, and opens two sockets for an empty name, whose ports differ when
    any port will do. A `shared` port can be opened by several processes of one user.
    """
    dual = socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if dual else socket.AF_INET
    return socket.create_server(
        ("", port), family=family, backlog=_BACKLOG, reuse_port=shared, dualstack_ipv6=dual
    )


def bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens at one address; several processes of one user can open it. Raises OSError."""
    family, *_rest, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address[:2], family=family, backlog=_BACKLOG, reuse_port=True)


def reserve(host: str, port: int, *, spreads: bool) -> socket.socket:
    """Return a socket that reserves the port for several processes. Raises ServerError.

    If it `spreads`, each process opens the port itself, and this socket does not listen.
    """
    with reporting(host, port):
        if not spreads:
            return open_everywhere(port) if host in EVERYWHERE else bound(host, port)
        everywhere = host in EVERYWHERE
        at = ("::" if socket.has_dualstack_ipv6() else "0.0.0.0") if everywhere else host  # noqa: S104
        family, *_rest, address = socket.getaddrinfo(at, port, type=socket.SOCK_STREAM)[0]
        _refuse_busy(family, address[:2])
        reserved = socket.socket(family)
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if everywhere and family == socket.AF_INET6:
            reserved.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        reserved.bind(address)
        return reserved


@contextmanager
def reporting(host: str, port: int) -> Iterator[None]:
    """Turn an OSError about the port into a ServerError."""
    try:
        yield
    except OSError as error:
        if error.errno == EADDRINUSE:
            message = N_(
                "port {port} of {host} is in use by another program: stop it, or choose another port with --port"
            )
            raise ServerError(message, host=host, port=port) from error
        raise port_unavailable(host, port, reason_of(error)) from error


def _refuse_busy(family: int, address: tuple[object, ...]) -> None:
    """Raise OSError when any program listens on the port, even one that would share it."""
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
