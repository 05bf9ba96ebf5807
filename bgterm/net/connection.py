"""The SSH connections of a server: authentication, limits and sessions of each, and the checks of all."""

import asyncio
import random
import socket
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from logging import ERROR, WARNING

import asyncssh

from bgterm.catalog import N_, _
from bgterm.lobby.bans import Ban
from bgterm.net.errors import AdmissionError, ServerError
from bgterm.net.garbage import GarbageCollector
from bgterm.net.limits import origin_of, plain_address
from bgterm.net.session import TOO_LATE, Channel, Session
from bgterm.net.shared_state import Client, SharedState
from bgterm.net.ssh_keys import KeyList
from bgterm.storage.log import log

_WINDOW, _PACKET = 64 * 1024, 16 * 1024
"""The most unread bytes of a channel, and the most of a packet; both small, because players type little."""
_SOCKET_BUFFERS = {socket.SO_SNDBUF: 64 * 1024, socket.SO_RCVBUF: 16 * 1024}
"""The bytes that the kernel buffers in each direction; small, to slow down clients that flood or do not read."""
STOPPED = N_("The server is shutting down. Your match is kept: connect again when it is back.")
"""The message to all players when the server shuts down."""
DRAINED = N_("This part of the server restarts. Your match is kept: connect again now.")
"""The message to the players of a worker that ends while other workers continue."""
_SWEEP = 1.0
"""Seconds between two checks of all connections."""
_GATHERED = 60.0
"""Seconds for which further refusals of the same kind and origin are counted instead of logged."""
_FAREWELL = 3.0
"""The most seconds for which a shutdown waits for sessions to end."""
_UNREAD = "the client does not read its output"

Challenge = tuple[str, str, str, Sequence[tuple[str, bool]]]


class SSHConnection(asyncssh.SSHServer):
    """An SSH connection. The player is identified by the key that signed the login, and by nothing else."""

    def __init__(
        self, state: "ServerState", listed: KeyList | None, operators: KeyList | None = None, *, guests: bool
    ) -> None:
        """Wait for a client. `listed` are the keys that may play, None for all; `operators` also administer."""
        self._state, self._listed, self._operators, self._guests = state, listed, operators, guests
        self._conn: asyncssh.SSHServerConnection | None = None
        self._address, self._port = "", 0
        self._refusal = ""
        """The message to a client whose connection is refused; empty for others."""
        self._refused_by = "ban"
        """The kind of limit that refused the connection, or `ban`."""
        self._key = ""
        """The fingerprint of the last key that was offered, signed or not; empty after any other login method."""
        self._operates = False
        """Whether the last key that was offered is an operator's."""
        self._told = False
        self._ban: Ban | None = None
        """The ban of a banned key that was offered; None without one."""
        self._unused_since: float | None = None
        """The moment from which the client has been logged in without a session; None before login or with one."""
        self._packets = 0
        self._offers = 0
        self.is_half_open = True
        """Whether the client has not logged in yet."""
        self.sessions: set[Session] = set()
        """The open sessions."""

    @property
    def origin(self) -> str:
        """The client's IPv4 address or IPv6 /64 network, under which limits count it."""
        return origin_of(self._address)

    # Logging in

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Count a connection from its beginning, and check the limits and the bans of addresses.

        A refused connection stays open until `begin_auth` delivers the reason; it is aborted at once if there are
        far too many.
        """
        self._conn = conn
        for option, size in _SOCKET_BUFFERS.items():
            conn.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, option, size)
        self._address = plain_address(str(conn.get_extra_info("peername")[0]))
        self._port = int(conn.get_extra_info("sockname")[1])
        self._state.counts["connections_opened_total"] += 1
        try:
            self._state.limiter.connect(self._address, asyncio.get_running_loop().time())
        except AdmissionError as error:
            self._refusal, self._refused_by = str(error), error.kind
        if ban := self._state.bans.of_address(self._address):
            self._refusal, self._refused_by = ban.message(), "ban"
        self._state.connections.add(self)
        self._state.shed_half_open()
        if self._state.limiter.is_flooding(self._address):
            asyncio.get_running_loop().call_soon(conn.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection, and end its sessions."""
        self._uncount()
        for session in tuple(self.sessions):
            session.connection_lost(exc)
        self._conn = None

    def begin_auth(self, _username: str) -> bool:
        """Require authentication, also from guests. Raises DisconnectError when the connection is refused."""
        if self._refusal:
            self._state.refuse("connection refused", self._address, self._refusal, self._refused_by)
            raise asyncssh.DisconnectError(asyncssh.DISC_TOO_MANY_CONNECTIONS, self._refusal)
        return True

    def public_key_auth_supported(self) -> bool:
        """Return True: public keys are one way to log in."""
        return True

    def validate_public_key(self, _username: str, key: asyncssh.SSHKey) -> bool:
        """Return whether a key may log in: it is not banned, and listed if there is a list, or an operator's.

        asyncssh checks the signature afterwards.

        Raises DisconnectError when the client has offered too many keys.
        """
        self._key = ""
        self._offers += 1
        if self._offers > self._state.limits.key_offers:
            reason = _("Too many keys were offered: name the one to use with ssh -o IdentitiesOnly=yes -i FILE.")
            raise asyncssh.DisconnectError(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, reason)
        if ban := self._state.bans.of_key(key.get_fingerprint()):
            self._ban = ban
            return False
        self._operates = self._is_in(self._operators, key)
        allowed = self._operates or self._listed is None or self._is_in(self._listed, key)
        if allowed:
            self._key = key.get_fingerprint()
        return allowed

    def _is_in(self, keys: KeyList | None, key: asyncssh.SSHKey) -> bool:
        """Return whether a list contains a key; False if the list cannot be read."""
        try:
            return keys is not None and keys.allows(key, self._address)
        except ServerError as error:
            log("authorized keys unreadable", ERROR, reason=str(error))
            return False

    def kbdint_auth_supported(self) -> bool:
        """Return True: with keyboard-interactive guests log in, and refused clients get a message."""
        return True

    def get_kbdint_challenge(self, _username: str, _lang: str, _submethods: str) -> bool | Challenge:
        """Return True to admit a guest; for others a challenge with the reason of the refusal, and then False.

        The challenge asks nothing, and is returned only the first time.

        A key that was offered before, but not signed, does not identify the guest.
        """
        self._key = ""
        if self._told or (self._guests and not self._ban):
            return self._guests and not self._ban
        self._told = True
        kind = "ban" if self._ban else "list" if self._listed else "no key"
        self._state.refuse("login refused", self._address, self._why_not_in(), kind)
        return "", self._why_not_in(), "", []

    def _why_not_in(self) -> str:
        if self._ban:
            return self._ban.message()
        if self._listed:
            return _(
                "Your key is not on the list of this server, or your client offered none: contact its operator."
            )
        return _(
            "This server knows players by their keys, and your client offered none: "
            "make one with ssh-keygen -t ed25519"
        )

    def validate_kbdint_response(self, _username: str, _responses: Sequence[str]) -> bool:
        """Return False: the challenge of a refused client has no right answer."""
        return False

    def auth_completed(self) -> None:
        """Record that the client has logged in, and begin to wait for its session.

        asyncssh validated the key that signed the login right before this call.
        """
        self.is_half_open = False
        self.packets_since()
        self._unused_since = asyncio.get_running_loop().time()

    def client(self, username: str) -> Client:
        """Return the client that has logged in: its key, `username` as the code, its address and the port."""
        return Client(self._key, username, self._address, self._port, operates=bool(self._key) and self._operates)

    # Sessions

    def session_requested(self) -> tuple[Channel, Session]:
        """Return the channel and the handler of a new session, which is counted.

        Raises ChannelOpenError when there are too many sessions, or the connection is being dropped.
        """
        if (conn := self._conn) is None:
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_CONNECT_FAILED, _UNREAD)
        try:
            self._state.limiter.open_session(self._address, len(self.sessions))
        except AdmissionError as error:
            self._state.refuse("session refused", self._address, str(error), error.kind)
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_RESOURCE_SHORTAGE, str(error)) from error
        client = self.client(str(conn.get_extra_info("username")))
        now = asyncio.get_running_loop().time()
        session = Session(self._state, client, now, lambda: self.backlog, self.check_backlog, self.forget)
        self.sessions.add(session)
        self._unused_since = None
        return conn.create_server_channel(encoding=None, window=_WINDOW, max_pktsize=_PACKET), session

    def connection_requested(self, _dest_host: str, _dest_port: int, _orig_host: str, _orig_port: int) -> bool:
        """Refuse to forward a port. Always raises ChannelOpenError."""
        raise _no_forwarding()

    def unix_connection_requested(self, _dest_path: str) -> bool:
        """Refuse to forward a Unix socket. Always raises ChannelOpenError."""
        raise _no_forwarding()

    def forget(self, session: Session) -> None:
        """Remove a session that has ended from those of the connection; do nothing if it was removed before."""
        if session in self.sessions:
            self.sessions.discard(session)
            self._state.limiter.close_session(self._address)
            if not self.sessions:
                self._unused_since = asyncio.get_running_loop().time()

    # Limits

    def check_idle(self, now: float) -> None:
        """End idle sessions, and disconnect a client over a limit or without a session for too long.

        `now` is in seconds of the loop's clock.
        """
        self.check_backlog()
        if any(session.environment > self._state.limits.environment for session in self.sessions):
            self.drop("the client sends too many environment variables")
        for session in tuple(self.sessions):
            session.check_idle(now)
        if self._unused_since is not None and now - self._unused_since > self._state.limits.start:
            self.hang_up(_(TOO_LATE))

    def check_backlog(self) -> None:
        """Drop the connection when more output than the limit `backlog` waits for the client."""
        if self.backlog > self._state.limits.backlog:
            self.drop(_UNREAD)

    @property
    def backlog(self) -> int:
        """The bytes of output that wait for the client, in its channels and in the socket."""
        return sum(session.waiting for session in self.sessions) + _waiting_in_socket(self._conn)

    def packets_since(self) -> int:
        """Return the number of packets received since the last call, which asyncssh 2.24.1 does not limit."""
        before, self._packets = self._packets, self._conn._recv_seq if self._conn else 0  # noqa: SLF001 - see above
        return self._packets - before

    def drop(self, reason: str) -> None:
        """Abort the connection without a word to the client, and log the reason."""
        if self._conn:
            self._state.counts.update(("dropped_total", f"drops_total/{reason.removeprefix('the client ')}"))
            log("connection dropped", WARNING, address=self._address, reason=reason)
            self._conn.abort()
            self._conn = None
            self._uncount()  # its end comes later, perhaps after others that connected at the same moment

    def _uncount(self) -> None:
        """Remove the connection from those that are counted, once."""
        if self in self._state.connections:
            self._state.connections.discard(self)
            self._state.limiter.disconnect(self._address)

    def hang_up(self, reason: str) -> None:
        """Disconnect with a reason, a sentence that the client shows to its user."""
        if self._conn:
            self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, reason)
            self._conn = None


def _no_forwarding() -> asyncssh.ChannelOpenError:
    reason = _("nothing is forwarded here, there is only backgammon")
    return asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, reason)


def _waiting_in_socket(conn: asyncssh.SSHServerConnection | None) -> int:
    """Return the bytes that the kernel has not accepted yet, which asyncssh 2.24.1 neither limits nor returns."""
    transport = conn._transport if conn else None  # noqa: SLF001 - there is no other way to it
    return transport.get_write_buffer_size() if isinstance(transport, asyncio.WriteTransport) else 0


@dataclass
class ServerState(SharedState):
    """The shared state of one server process, with its SSH connections and the checks of all of them."""

    farewell: str = STOPPED
    """The message to the players when the server ends."""
    connections: "set[SSHConnection]" = field(default_factory=set)
    """The open connections."""
    _refused: dict[tuple[str, str], tuple[float, int]] = field(default_factory=dict)
    """For each kind of refusal and origin: the moment of the logged one, and the number not logged since."""
    _garbage: GarbageCollector = field(default_factory=GarbageCollector)

    @property
    def open_sessions(self) -> list[Session]:
        """All open sessions of all connections of this process, in no particular order."""
        return [session for connection in self.connections for session in connection.sessions]

    def refuse(self, event: str, address: str, reason: str, why: str) -> None:
        """Count a refusal by `why`, a word for the metrics, and log the `event` with the `reason`, a sentence.

        The refusal is not logged when the same event and origin were logged less than a minute ago.
        """
        self.counts.update(("refused_total", f"refusals_total/{why}"))
        kind = event, origin_of(address)
        when, others = self._refused.get(kind, (asyncio.get_running_loop().time(), -1))
        self._refused[kind] = when, others + 1
        if others < 0:
            log(event, WARNING, address=address, reason=reason)

    def log_refusals(self, now: float) -> None:
        """Log the number of refusals that `refuse` left out in the minute after each that it logged.

        `now` is in seconds of the loop's clock.
        """
        for (event, origin), (when, others) in tuple(self._refused.items()):
            if now - when >= _GATHERED:
                del self._refused[event, origin]
                if others:
                    log(f"{event} again", WARNING, address=origin, count=others)

    async def sweep(self) -> None:
        """Check limits, bans and idle sessions of all connections once a second, until cancelled."""
        before = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(_SWEEP)
            now = asyncio.get_running_loop().time()
            self.histograms["loop_lag_seconds"].observe(max(now - before - _SWEEP, 0.0))
            try:
                self.cut_floods(now - before)
                self._check_connections(now)
                self.limiter.forget_idle(now)
                self.log_refusals(now)
                self.end_banned()  # by another process
                self._collect_garbage(now)
            except Exception as fault:  # noqa: BLE001 - all other checks go on
                log("check failed", ERROR, fault=fault)
            before = now

    def _check_connections(self, now: float) -> None:
        """Check each connection. In a function of its own, because `sweep` would keep the last one in memory."""
        for connection in tuple(self.connections):
            connection.check_idle(now)

    def _collect_garbage(self, now: float) -> None:
        """Collect garbage if it is worth the time and nobody is playing."""
        sessions = self.open_sessions
        last_key = max((session.last_key for session in sessions), default=0.0)
        self._garbage.sweep(now, now - last_key, self.counts["sessions_begun_total"] - len(sessions))

    def shed_half_open(self) -> None:
        """If too many connections have not logged in yet, drop a random one of the origin with most of them."""
        half_open = [connection for connection in self.connections if connection.is_half_open]
        if len(half_open) > self.limits.sessions:
            crowd = Counter(connection.origin for connection in half_open)
            most = max(crowd.values())
            largest = [connection for connection in half_open if crowd[connection.origin] == most]
            random.choice(largest).drop("the client has not logged in yet, and others are waiting")  # noqa: S311 - not a secret

    def cut_floods(self, seconds: float) -> None:
        """Drop connections that sent too many packets in the last `seconds`, alone or with all of their origin."""
        packets = {connection: connection.packets_since() for connection in self.connections}
        origins = Counter[str]()
        for connection in sorted(packets, key=lambda one: packets[one]):
            origins[connection.origin] += packets[connection]
            alone = packets[connection] > self.limits.packets_a_second * seconds
            if alone or origins[connection.origin] > self.limits.address_packets_a_second * seconds:
                connection.drop("the client sends too many packets")

    def end_broken_sessions(self, fault: BaseException) -> None:
        """Log `fault` as a crash of each session in which a part of the screen has ended, and end the session."""
        for session in self.open_sessions:
            if session.broken:
                session.crash(fault)

    def drain(self) -> None:
        """Make the farewell ask the players to connect again, because other processes of the server continue.

        The farewell also tells the end of this process that its parent must start it again.
        """
        self.farewell = DRAINED

    def end_banned(self) -> int:
        """End the sessions in this process of banned keys and addresses; return how many this call has ended."""
        ended = 0
        for session in self.open_sessions:
            client = session.client
            ban = self.bans.of_key(client.key) or self.bans.of_address(client.address)
            if ban and not session.is_ending:
                session.end(ban.message)
                ended += 1
        return ended

    async def close(self) -> None:
        """End all sessions with the farewell, wait a few seconds for their ends, and disconnect."""
        sessions = self.open_sessions
        for session in sessions:
            session.end(lambda: _(self.farewell))
        if ending := [session.task for session in sessions if session.task]:
            await asyncio.wait(ending, timeout=_FAREWELL)
        for connection in tuple(self.connections):
            connection.hang_up(_(self.farewell))
