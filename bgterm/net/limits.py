"""The limits of an address, a connection and a session. Pure counting: time is an argument."""

from collections import Counter
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network

from bgterm.catalog import N_
from bgterm.lobby.rate_limit import TokenBucket
from bgterm.net.errors import AdmissionError
from bgterm.net.fair_loop import ProcessorTime, Share

Size = tuple[int, int]
"""Columns and rows."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server, in seconds, bytes and counts."""

    sessions: int = 100
    """Sessions at once."""
    per_address: int = 16
    """Sessions, and connections, of one address at once; for IPv6, of one /64 network."""
    per_connection: int = 4
    """Sessions over one connection at once."""
    idle: float = 3600.0
    """Seconds without a key after which a session ends; 0 for never."""
    login: float = 60.0
    """Seconds a client may take to log in; a person may have to type a passphrase."""
    start: float = 20.0
    """Seconds a connection may be open without a session, and a session without a screen."""
    keepalive: float = 30.0
    """Seconds without a packet of the client after which a keepalive is sent."""
    keepalives: int = 3
    """Unanswered keepalives after which a client is dropped."""
    milliseconds_a_second: float = 250.0
    """Processor time of all sessions of one address in the long run, for every sixteen that it may have."""
    keys_waiting: int = 1000
    """Keys of a session that may wait before it ends."""
    lines_waiting: int = 200
    """Lines that may wait before the session ends."""
    junk: int = 64 * 1024
    """Bytes typed beyond `bytes_a_second` after which a session ends."""
    bytes_a_second: float = 4096.0
    """Bytes of input that are typed in the long run."""
    pasted_a_second: float = 256 * 1024
    """Bytes of pastes that are read in the long run. Further ones wait."""
    packets_a_second: int = 500
    """Packets of a connection, whatever they ask for, after which it is dropped; a key is one."""
    address_packets_a_second: int = 1000
    """Packets of all connections of one address after which those that send most are dropped."""
    key_offers: int = 20
    """Keys that a client may offer on one connection before it is hung up."""
    backlog: int = 256 * 1024
    """Bytes of output that may wait for a client to read them before it is dropped."""
    environment: int = 16 * 1024
    """Bytes of environment a client may send."""
    usual: Size = (80, 24)
    """The size assumed for a terminal that does not report one."""
    smallest: Size = (20, 10)
    """The smallest size for which a screen is drawn."""
    largest: Size = (250, 80)
    """The largest size for which a screen is drawn."""

    @property
    def connections(self) -> int:
        """Connections at once; some are logging in, and some leaving."""
        return 2 * self.sessions

    @property
    def half_open(self) -> int:
        """Connections at once on which nobody has logged in yet; the others are reserved for those who have."""
        return self.sessions

    @property
    def visits(self) -> tuple[float, float]:
        """New connections of one address: the rate per second in the long run, and the burst."""
        return self.per_address / 8, 3 * self.per_address

    @property
    def processor(self) -> tuple[float, float]:
        """Milliseconds of the processor for one address: the rate per second in the long run, and the burst."""
        rate = self.milliseconds_a_second * max(self.per_address / 16, 1.0)
        return rate, 4 * rate

    def clamped(self, columns: int, rows: int) -> Size:
        """Return the size for which a screen is drawn; 0 is none. [RFC 4254, 6.2]"""
        columns, rows = columns or self.usual[0], rows or self.usual[1]
        (least_columns, least_rows), (most_columns, most_rows) = self.smallest, self.largest
        return min(max(columns, least_columns), most_columns), min(max(rows, least_rows), most_rows)


@dataclass
class ConnectionLimiter:
    """Counts connections and sessions, and refuses those above a limit with a message."""

    limits: Limits
    connections: Counter[str] = field(default_factory=Counter)
    """The number of connections, keyed by origin."""
    sessions: Counter[str] = field(default_factory=Counter)
    """The number of sessions, keyed by origin."""
    elsewhere: Counter[str] = field(default_factory=Counter)
    """The number of sessions that other processes serve, keyed by origin."""
    _visits: dict[str, TokenBucket] = field(default_factory=dict)
    _times: dict[str, ProcessorTime] = field(default_factory=dict)

    def new_share(self, address: str) -> Share:
        """Return the share of another session in the processor; all sessions of one origin have one budget."""
        return Share(self._times.setdefault(origin_of(address), ProcessorTime(*self.limits.processor)))

    def connect(self, address: str, now: float) -> None:
        """Count a connection, also one that is refused, until `disconnect`. Raises AdmissionError to refuse it."""
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
        """Return whether so many are refused already that one more is dropped without a message."""
        crowd = self.connections[origin_of(address)] > 2 * self.limits.per_address
        return crowd or self.connections.total() > 2 * self.limits.connections

    def disconnect(self, address: str) -> None:
        """Forget a connection."""
        _forget(self.connections, origin_of(address))

    def open_session(self, address: str, beside: int) -> None:
        """Admit another session of a connection. Raises AdmissionError."""
        origin = origin_of(address)
        sessions = self.sessions[origin] + self.elsewhere[origin]
        if beside >= self.limits.per_connection or sessions >= self.limits.per_address:
            raise _too_many_from(address)
        if self.sessions.total() + self.elsewhere.total() >= self.limits.sessions:
            raise _server_full()
        self.sessions[origin] += 1

    def close_session(self, address: str) -> None:
        """Forget a session."""
        _forget(self.sessions, origin_of(address))

    def forget_idle(self, now: float) -> None:
        """Forget the budgets of origins without a session that have not used the processor for long."""
        for origin in [one for one, time in self._times.items() if one not in self.sessions and time.is_full(now)]:
            del self._times[origin]


class InputBudget:
    """How much input of one session is read: what is typed, and what is pasted."""

    def __init__(self, limits: Limits) -> None:
        """Begin with full budgets."""
        self._typed = TokenBucket(limits.bytes_a_second, limits.bytes_a_second)
        self._pasted = TokenBucket(limits.pasted_a_second, limits.pasted_a_second)
        self._limits, self._junk = limits, 0

    def take(self, typed: int, pasted: int, now: float) -> float | None:
        """Count bytes of input; return for how many seconds no more is read, or None when too much was typed.

        Too much that is typed ends a session. A paste only waits, in the window of the channel.
        """
        self._junk += typed - self._typed.take(typed, now)
        if self._junk > self._limits.junk:
            return None
        return (pasted - self._pasted.take(pasted, now)) / self._limits.pasted_a_second


def _forget(counter: Counter[str], origin: str) -> None:
    counter[origin] -= 1
    if not counter[origin]:
        del counter[origin]


def origin_of(address: str) -> str:
    """Return the origin of an address: one client may use a whole IPv6 network."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or ip_network((parsed, 64), strict=False))
    return address


def plain_address(address: str) -> str:
    """Return an address as everybody knows it, which a socket for both families writes in the way of IPv6.

    >>> plain_address("::ffff:10.0.0.1"), plain_address("2001:db8::1"), plain_address("10.0.0.1")
    ('10.0.0.1', '2001:db8::1', '10.0.0.1')
    """
    return address.removeprefix("::ffff:") if "." in address else address


def _too_many_from(address: str) -> AdmissionError:
    message = N_("There are too many connections from {address} already: close one first.")
    return AdmissionError(message, address=address, kind="address")


def _server_full() -> AdmissionError:
    return AdmissionError(N_("The server is full: try again later."), kind="full")
