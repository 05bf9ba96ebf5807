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
        """The most connections at once; more than sessions, for those that are logging in or leaving."""
        return 2 * self.sessions

    @property
    def visits(self) -> tuple[float, float]:
        """The limit for new connections of one address: the rate per second in the long run, and the burst."""
        return self.per_address / 8, 3 * self.per_address

    @property
    def processor(self) -> tuple[float, float]:
        """The limit for an address's processor time in milliseconds: the rate per second, and the burst."""
        rate = self.milliseconds_a_second * max(self.per_address / 16, 1.0)
        return rate, 4 * rate

    def clamped(self, columns: int, rows: int) -> Size:
        """Return the size for which a screen is drawn; 0 means not reported by the client. [RFC 4254, 6.2]"""
        columns, rows = columns or self.usual[0], rows or self.usual[1]
        (least_columns, least_rows), (most_columns, most_rows) = self.smallest, self.largest
        return min(max(columns, least_columns), most_columns), min(max(rows, least_rows), most_rows)


@dataclass
class ConnectionLimiter:
    """Counts connections and sessions, and raises AdmissionError for those above a limit."""

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
        """Return the processor share of a new session; all sessions of one origin use one budget."""
        return Share(self._times.setdefault(origin_of(address), ProcessorTime(*self.limits.processor)))

    def connect(self, address: str, now: float) -> None:
        """Count a connection until `disconnect`, even if it is refused. Raises AdmissionError to refuse it."""
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
        """Return whether a connection from the address is dropped without a message, because too many exist."""
        crowd = self.connections[origin_of(address)] > 2 * self.limits.per_address
        return crowd or self.connections.total() > 2 * self.limits.connections

    def disconnect(self, address: str) -> None:
        """Subtract a connection that has ended."""
        self.connections -= Counter([origin_of(address)])  # without those that are then 0

    def open_session(self, address: str, beside: int) -> None:
        """Count a session of a connection with `beside` other sessions. Raises AdmissionError above a limit."""
        origin = origin_of(address)
        sessions = self.sessions[origin] + self.elsewhere[origin]
        if beside >= self.limits.per_connection or sessions >= self.limits.per_address:
            raise _too_many_from(address)
        if self.sessions.total() + self.elsewhere.total() >= self.limits.sessions:
            raise _server_full()
        self.sessions[origin] += 1

    def close_session(self, address: str) -> None:
        """Subtract a session that has ended."""
        self.sessions -= Counter([origin_of(address)])

    def forget_idle(self, now: float) -> None:
        """Discard the budgets of origins without a session whose budget is full again."""
        for origin in [one for one, time in self._times.items() if one not in self.sessions and time.is_full(now)]:
            del self._times[origin]


class InputBudget:
    """The input that one session may send: typed bytes and pasted bytes."""

    def __init__(self, limits: Limits) -> None:
        """Begin with full budgets."""
        self._typed = TokenBucket(limits.bytes_a_second, limits.bytes_a_second)
        self._pasted = TokenBucket(limits.pasted_a_second, limits.pasted_a_second)
        self._limits, self._junk = limits, 0

    def take(self, typed: int, pasted: int, now: float) -> float | None:
        """Count bytes of input; return the seconds for which reading must pause, None when too much was typed.

        Too much typed input ends a session. A paste only waits, in the window of the channel.
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
    """Return an IPv4 address in its usual form, which a socket for both families writes as IPv6.

    >>> plain_address("::ffff:10.0.0.1"), plain_address("2001:db8::1"), plain_address("10.0.0.1")
    ('10.0.0.1', '2001:db8::1', '10.0.0.1')
    """
    return address.removeprefix("::ffff:") if "." in address else address


def _too_many_from(address: str) -> AdmissionError:
    message = N_("There are too many connections from {address} already: close one first.")
    return AdmissionError(message, address=address, kind="address")


def _server_full() -> AdmissionError:
    return AdmissionError(N_("The server is full: try again later."), kind="full")
