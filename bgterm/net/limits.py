"""The limits of an address, a connection and a session, which are counted; the time is an argument."""

from collections import Counter
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from bgterm.catalog import N_
from bgterm.lobby.rate_limit import TokenBucket
from bgterm.net.errors import AdmissionError
from bgterm.net.fair_loop import ProcessorTime, Share

Size = tuple[int, int]
"""Columns and rows."""


class Limits(NamedTuple):
    """The limits of a server, in seconds, bytes and counts."""

    sessions: int = 100
    """Sessions of the server at once; also the connections on which nobody has logged in yet."""
    per_address: int = 16
    """Sessions, and connections, of one address at once; of one /64 network for IPv6."""
    per_connection: int = 4
    """Sessions on one connection at once."""
    idle: float = 3600.0
    """Seconds without a key after which a session ends; 0 for never."""
    login: float = 60.0
    """Seconds in which a client must log in; a person may have to type a passphrase."""
    start: float = 20.0
    """Seconds in which a connection must open a session, and a session must start."""
    keepalive: float = 30.0
    """Seconds without a packet from the client after which a keepalive is sent."""
    keepalives: int = 3
    """Unanswered keepalives after which a client is dropped."""
    milliseconds_a_second: float = 250.0
    """Processor milliseconds a second, in the long run, of all sessions of an address that may have up to 16."""
    keys_waiting: int = 1000
    """Unprocessed keys of a session above which it ends."""
    lines_waiting: int = 200
    """Unprocessed lines and notifications in plain mode above which the session ends."""
    junk: int = 64 * 1024
    """Typed bytes beyond `bytes_a_second` after which a session ends."""
    bytes_a_second: float = 4096.0
    """Typed bytes that a session may send in a second, in the long run."""
    pasted_a_second: float = 256 * 1024
    """Pasted bytes that are read in a second, in the long run; further ones wait."""
    packets_a_second: int = 500
    """Packets a second on one connection, of any kind, above which it is dropped; a key is one packet."""
    address_packets_a_second: int = 1000
    """Packets a second of one address above which its connections with the most packets are dropped."""
    key_offers: int = 20
    """Keys that a client may offer on one connection before it is disconnected."""
    backlog: int = 256 * 1024
    """Bytes of output that may wait for a client; above that it is dropped."""
    environment: int = 16 * 1024
    """Bytes of environment variables that a client may send."""
    usual: Size = (80, 24)
    """The size assumed for a terminal that does not report one."""
    smallest: Size = (20, 10)
    """The smallest size for which a screen is drawn."""
    largest: Size = (250, 80)
    """The largest size for which a screen is drawn."""

    @property
    def connections(self) -> int:
        """The most connections of all clients at once; more than sessions, as some are logging in or leaving."""
        return 2 * self.sessions

    @property
    def visits(self) -> tuple[float, float]:
        """How many new connections may come from one origin: a second in the long run, and at once."""
        return self.per_address / 8, 3 * self.per_address

    @property
    def processor(self) -> tuple[float, float]:
        """The milliseconds of processor time of one origin: how many a second in the long run, and at once."""
        rate = self.milliseconds_a_second * max(self.per_address / 16, 1.0)
        return rate, 4 * rate

    def clamped(self, columns: int, rows: int) -> Size:
        """Return the columns and rows of the screen to draw for a client that reports these, between two limits.

        A client that reports no size sends 0, and gets the usual one. [RFC 4254, 6.2]
        """
        columns, rows = columns or self.usual[0], rows or self.usual[1]
        (least_columns, least_rows), (most_columns, most_rows) = self.smallest, self.largest
        return min(max(columns, least_columns), most_columns), min(max(rows, least_rows), most_rows)


@dataclass
class ConnectionLimiter:
    """The numbers of connections and sessions of a server by origin, which refuse those above a limit."""

    limits: Limits
    connections: Counter[str] = field(default_factory=Counter)
    """The numbers of connections, keyed by origin."""
    sessions: Counter[str] = field(default_factory=Counter)
    """The numbers of sessions of this process, keyed by origin."""
    elsewhere: Counter[str] = field(default_factory=Counter)
    """The numbers of sessions that other processes serve, keyed by origin."""
    _visits: dict[str, TokenBucket] = field(default_factory=dict)
    _times: dict[str, ProcessorTime] = field(default_factory=dict)

    def new_share(self, address: str) -> Share:
        """Return a new share of the processor for a session from the address, with the budget of its origin."""
        return Share(self._times.setdefault(origin_of(address), ProcessorTime(*self.limits.processor)))

    def connect(self, address: str, now: float) -> None:
        """Count a new connection from the address until `disconnect`, even if it is refused; `now` is in seconds.

        Raises AdmissionError to refuse it, when there are too many, or too many new ones from its origin.
        """
        origin = origin_of(address)
        self.connections[origin] += 1
        for other in [other for other, visits in self._visits.items() if visits.is_full(now)]:
            del self._visits[other]
        if not self._visits.setdefault(origin, TokenBucket(*self.limits.visits)).take(1, now):
            message = N_("Too many connections came from {address} in a short time: try again in a minute.")
            raise AdmissionError(message, address=address, kind="rate")
        if self.connections.total() > self.limits.connections:
            raise _server_full()
        if self.connections[origin] > self.limits.per_address:
            raise _too_many_from(address)

    def is_flooding(self, address: str) -> bool:
        """Return whether there are so many connections that one from the address is aborted without a message."""
        crowd = self.connections[origin_of(address)] > 2 * self.limits.per_address
        return crowd or self.connections.total() > 2 * self.limits.connections

    def disconnect(self, address: str) -> None:
        """Subtract a connection from the address, which has ended."""
        self.connections -= Counter([origin_of(address)])  # without those that are then 0

    def open_session(self, address: str, beside: int) -> None:
        """Count a new session from the address, on a connection with `beside` other sessions.

        Raises AdmissionError when there are too many; then the session is not counted.
        """
        origin = origin_of(address)
        sessions = self.sessions[origin] + self.elsewhere[origin]
        if beside >= self.limits.per_connection or sessions >= self.limits.per_address:
            raise _too_many_from(address)
        if self.sessions.total() + self.elsewhere.total() >= self.limits.sessions:
            raise _server_full()
        self.sessions[origin] += 1

    def close_session(self, address: str) -> None:
        """Subtract a session from the address, which has ended."""
        self.sessions -= Counter([origin_of(address)])

    def forget_idle(self, now: float) -> None:
        """Discard the full processor budgets of origins without a session; `now` is in seconds."""
        for origin in [one for one, time in self._times.items() if one not in self.sessions and time.is_full(now)]:
            del self._times[origin]


class InputBudget:
    """How much input one session may still send, in two budgets: typed bytes and pasted bytes."""

    def __init__(self, limits: Limits) -> None:
        """Begin with full budgets."""
        self._typed = TokenBucket(limits.bytes_a_second, limits.bytes_a_second)
        self._pasted = TokenBucket(limits.pasted_a_second, limits.pasted_a_second)
        self._limits, self._junk = limits, 0

    def take(self, typed: int, pasted: int, now: float) -> float | None:
        """Count bytes of input at the moment `now`; return the seconds for which reading must pause, often 0.

        Returns None when too much was typed: then the session is to be ended. A large paste only waits, in the
        window of the channel.
        """
        self._junk += typed - self._typed.take(typed, now)
        if self._junk > self._limits.junk:
            return None
        return (pasted - self._pasted.take(pasted, now)) / self._limits.pasted_a_second


def origin_of(address: str) -> str:
    """Return the origin under which an address is counted: the address itself, or the /64 network for IPv6."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or ip_network((parsed, 64), strict=False))
    return address


def plain_address(address: str) -> str:
    """Return the address, an IPv4 address in its usual form: a socket for both families writes it as IPv6.

    >>> plain_address("::ffff:10.0.0.1"), plain_address("2001:db8::1"), plain_address("10.0.0.1")
    ('10.0.0.1', '2001:db8::1', '10.0.0.1')
    """
    return address.removeprefix("::ffff:") if "." in address else address


def _too_many_from(address: str) -> AdmissionError:
    message = N_("There are too many connections from {address} already: close one first.")
    return AdmissionError(message, address=address, kind="address")


def _server_full() -> AdmissionError:
    return AdmissionError(N_("The server is full: try again later."), kind="full")
