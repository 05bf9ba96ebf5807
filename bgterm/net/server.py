"""The SSH server: it listens, serves and shuts down. Written for asyncssh 2.24.1."""

import asyncio
import json
import os
import socket
import sys
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, contextmanager
from errno import EADDRINUSE
from functools import partial
from logging import ERROR, WARNING
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import asyncssh

from bgterm.catalog import N_, _
from bgterm.lobby.messages import ssh
from bgterm.net import compression
from bgterm.net.connection import DRAINED, ServerState, SSHConnection
from bgterm.net.errors import ServerError, port_unavailable
from bgterm.net.fair_loop import FairLoop
from bgterm.net.garbage import GarbageCollector
from bgterm.net.limits import Limits
from bgterm.net.operator.admin import SOCKET, Admin
from bgterm.net.operator.admin import listen as admin_socket
from bgterm.net.operator.log import open_log
from bgterm.net.operator.status import serve_metrics
from bgterm.net.process import (
    START_AGAIN,
    SUPERVISED,
    allow_files,
    end_at_signals,
    notify_manager,
    until_orphaned,
)
from bgterm.net.ssh_keys import OTHERS, KeyList, host_key, kind_of
from bgterm.storage.errors import reason_of
from bgterm.storage.log import log

HOST_KEY = "host_key"
"""The name of the host key's file in the data folder, if the operator names no other."""
LOG_FILE = "server.log"
"""The name of the log file in the data folder."""
_ALL = {"::": N_("all addresses"), "0.0.0.0": N_("all addresses of IPv4")}  # noqa: S104
"""The names, in messages, of the addresses that stand for several."""
EVERYWHERE = ("", "::")
"""The host names that stand for all addresses of the machine, both of IPv6 and of IPv4."""
_BACKLOG = 100
"""The most connections that wait to be accepted."""
_HERE = ("127.0.0.1", "::1", *_ALL)
"""The addresses that are reached as `localhost`."""
_CONTAINERS = ("/.dockerenv", "/run/.containerenv")
"""The files that exist in a container of Docker or Podman."""


class ServerConfig(NamedTuple):
    """The options of `bgterm serve`: where a server listens and keeps its files, who may play, and its limits."""

    folder: Path
    """The data folder, which exists and is private: matches, players, log, host key."""
    host: str = "127.0.0.1"
    """The address to listen on; `::` or empty for all addresses of IPv6 and IPv4."""
    port: int = 2222
    """The port to listen on; 0 for any free port."""
    host_key: Path | None = None
    """The file of the host key; None for the one in the data folder."""
    authorized_keys: Path | None = None
    """The file with the keys that may play; None for all."""
    guests: bool = False
    """Whether players without a key may play."""
    limits: Limits = Limits()
    metrics: tuple[str, int] | None = None
    """The host and port of Prometheus metrics (0 for any free port), for worker 1 of several; None for none."""
    database: str = ""
    """The address of the database that several processes share; empty to keep files."""
    worker: int = 0
    """The number of this worker, from 1; 0 for a server of one process."""
    greeting: str = ""
    """The lines that newcomers read."""
    operator_keys: Path | None = None
    """The file with the keys that may use `ssh HOST admin`; None for none."""
    bots: Mapping[str, str] = {}
    """The name of the strongest level of each engine that plays with visitors."""
    socket: int | None = None
    """The descriptor of an open listening socket; None to open the port."""
    logs_to_file: bool = True
    """Whether the log is a file in the data folder; otherwise it is standard error."""
    parent: int = 0
    """The process id of the parent, with whose end this process ends too; 0 for none."""

    @property
    def own_metrics(self) -> tuple[str, int] | None:
        """The host and port of this process's metrics; None without metrics.

        Each worker has the port after that of the worker before; port 0 stays 0.
        """
        match self.metrics:
            case host, port if port and self.worker:
                return host, port + self.worker - 1
        return self.metrics

    @property
    def log_file(self) -> Path:
        """The path of this process's log file in the data folder; each worker has its own."""
        return self.folder / (f"server-{self.worker}.log" if self.worker else LOG_FILE)

    @property
    def admin_socket(self) -> Path:
        """The path of the socket in the data folder on which this process answers `bgterm admin`."""
        return self.folder / (f"admin-{self.worker}.sock" if self.worker else SOCKET)


Open = Callable[[], AbstractAsyncContextManager[ServerState]]


def prepare_data_folder(folder: Path) -> None:
    """Create the data folder with access for this user only, and restrict the umask of the process.

    The mode of an existing folder is never changed. Raises ServerError when the folder cannot be used, or others
    can open it.
    """
    os.umask(OTHERS)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_open = bool(folder.stat().st_mode & OTHERS)
    except OSError as error:
        raise folder_unusable(folder, reason_of(error)) from error
    if is_open:
        message = N_(
            "others can open the folder {name}: choose a new one with --data, which bgterm then creates, or "
            "run chmod 700 on this one if only bgterm uses it"
        )
        in_container = N_(
            "others can open the folder {name}: on the host, run chmod 700 on the folder that is mounted there, "
            "and chown {user} if it belongs to another user"
        )
        is_container = any(Path(name).exists() for name in _CONTAINERS)
        raise ServerError(in_container if is_container else message, name=folder, user=os.getuid())


def serve(config: ServerConfig, opened: Open, say: Callable[[str], None], warn: Callable[[str], None]) -> int:
    """Serve until a signal or the operator ends the server; return the exit status.

    The status is 0, or START_AGAIN for a worker that its parent must start again. `opened` returns a context
    manager of the server's state with its lobby; `say` and `warn` print lines for the operator. Raises
    ServerError when the server cannot start, and the errors of that context manager.
    """
    compression.install()
    with asyncio.Runner(loop_factory=FairLoop) as runner:
        stack = AsyncExitStack()
        try:
            state = runner.run(stack.enter_async_context(opened()))
            key, is_new = host_key(config.host_key or config.folder / HOST_KEY)
            close_log = _opened_log(config)
            try:
                say_where = partial(announce, say, config, key, is_new)
                _run(runner.get_loop(), _serve(config, state, key, say_where, warn), state)
            finally:
                close_log()
        finally:
            runner.run(stack.aclose())
    return START_AGAIN if state.farewell == DRAINED else 0


def supervise(
    config: ServerConfig, count: int, shown: Callable[[str], str], *, spreads: bool = sys.platform == "linux"
) -> NoReturn:
    """Replace this process by a program that keeps `count` worker processes running.

    `shown` replaces the characters in a line that standard output lacks. `spreads` says that the kernel spreads
    connections over all sockets of a port, so that each worker can open it. Raises ServerError when the host key
    or the port cannot be used.
    """
    key, is_new = host_key(config.host_key or config.folder / HOST_KEY)
    reserved, lines = reserve(config.host, config.port, spreads=spreads), list[str]()
    reserved.set_inheritable(True)
    host, port = reserved.getsockname()[:2]
    announce(lines.append, config, key, is_new, host if config.host in EVERYWHERE else config.host, port)
    shared = None if spreads else reserved.fileno()
    facts = {"count": count, "port": port, "shared": shared, "lines": [*map(shown, lines)]}
    program = (sys.executable, "-m", "bgterm.net.workers", *sys.argv[1:])
    os.execve(sys.executable, program, {**os.environ, SUPERVISED: json.dumps(facts)})  # noqa: S606 - no shell is meant


async def _serve(
    config: ServerConfig,
    state: ServerState,
    key: asyncssh.SSHKey,
    say_where: Callable[[str, int], None],
    warn: Callable[[str], None],
) -> None:
    """Listen until a signal or the operator ends the server, then shut down. Raises ServerError."""
    lobby, stopped = state.lobby, asyncio.Event()
    end_at_signals(stopped, state.drain, is_worker=bool(config.worker))
    allow_files(config.limits.sessions, warn)
    listener = await listen(config, state, key)
    GarbageCollector.install()
    host = listener.get_addresses()[0][0] if config.host in EVERYWHERE else config.host
    for fault in (*lobby.registry.faults, *state.bans.faults, *lobby.mutes.faults):
        log("line passed over", WARNING, line=fault)
    admin = Admin(state, stopped.set)
    state.answer = admin.answer
    place = config.own_metrics
    metrics = serve_metrics(*place, lambda: admin.status.figures, state.histograms) if place else None
    log("serving", host=host, port=listener.get_port())
    if metrics:
        log("metrics", port=metrics.server_port)
    operator = await _listen_to_operator(admin, config.admin_socket, warn)
    sweeping = asyncio.create_task(state.sweep())
    orphaned = asyncio.create_task(until_orphaned(config.parent, stopped))
    say_where(host, listener.get_port())
    notify_manager("READY=1")
    await stopped.wait()
    notify_manager("STOPPING=1")
    log("ending")
    sweeping.cancel()
    orphaned.cancel()
    listener.close()
    if metrics:
        await asyncio.to_thread(metrics.shutdown)
    if operator:
        operator.close()
        config.admin_socket.unlink(missing_ok=True)
    lobby.close(lambda: _(state.farewell))
    await state.close()
    await listener.wait_closed()


async def _listen_to_operator(admin: Admin, path: Path, warn: Callable[[str], None]) -> asyncio.Server | None:
    """Open the socket of `bgterm admin`; if that fails, warn and return None."""
    try:
        return await admin_socket(admin, path)
    except OSError as error:
        reason = reason_of(error)
        log("admin socket not opened", WARNING, reason=reason)
        said = N_("bgterm: {name} cannot be opened, so bgterm admin will not work: {reason}.")
        warn(_(said, name=path, reason=reason))
        return None


async def listen(config: ServerConfig, state: ServerState, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
    """Begin to accept SSH connections for `state` at the configured port, or at the socket of the configuration.

    `key` is the host key. Features of SSH that the game does not need are disabled. Raises ServerError when the
    port or a list of keys cannot be used.
    """
    with reporting(config.host, config.port):
        opened = _opened_socket(config)
        files = config.authorized_keys, config.operator_keys
        listed, operators = (KeyList(path) if path else None for path in files)
        return await asyncssh.listen(
            "" if opened else config.host,
            0 if opened else config.port,
            sock=opened,
            config=None,
            server_factory=partial(SSHConnection, state, listed, operators, guests=config.guests),
            server_host_keys=[key],
            server_version="bgterm",
            login_timeout=config.limits.login,
            keepalive_interval=config.limits.keepalive,
            keepalive_count_max=config.limits.keepalives,
            compression_algs=compression.ALGORITHMS,
            gss_host=None,
            password_auth=False,
            host_based_auth=False,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            sftp_factory=None,
            line_editor=False,
        )


def _opened_socket(config: ServerConfig) -> socket.socket | None:
    """Return the socket to listen on; None when asyncio opens it. Raises OSError."""
    if config.socket is not None:
        return socket.socket(fileno=config.socket)
    if config.host in EVERYWHERE:
        return open_everywhere(config.port, shared=bool(config.worker))
    return bound(config.host, config.port) if config.worker else None


def announce(
    say: Callable[[str], None], config: ServerConfig, key: asyncssh.SSHKey, is_new: bool, host: str, port: int
) -> None:
    """Print where the server listens and the command to connect, who may play, the host key and the data folder.

    `host` and `port` are those in use; `key` is the host key, and `is_new` says that it was created now.
    """
    command = ssh(port, "localhost" if host in _HERE else host)
    if host in _ALL:
        said = N_(
            "bgterm serves on {addresses}, port {port}. "
            "To play: {command}, from elsewhere with this machine's name."
        )
        say(_(said, addresses=_(_ALL[host]), port=port, command=command))
    else:
        say(_("bgterm serves on {host}, port {port}. To play: {command}", host=host, port=port, command=command))
    if config.authorized_keys:
        say(_("Players whose keys are in {file} may play.", file=config.authorized_keys))
    elif config.guests:
        say(_("Anybody may play, with a key or as a guest."))
    else:
        say(_("Anybody with a key may play."))
    host_key_is = {"fingerprint": key.get_fingerprint(), "kind": kind_of(key)}
    if is_new:
        say(_("The new host key is {fingerprint} ({kind}).", **host_key_is))
    else:
        say(_("The host key is {fingerprint} ({kind}).", **host_key_is))
    if config.logs_to_file:
        where = N_("Matches, settings and the log are in {folder}. Ctrl+C ends it; every match is kept.")
    else:
        where = N_("Matches and settings are in {folder}. Ctrl+C ends it; every match is kept.")
    say(_(where, folder=config.folder))


def _run(loop: asyncio.AbstractEventLoop, main: Coroutine[Any, Any, None], state: ServerState) -> None:
    """Run `main` to its end; a SystemExit or KeyboardInterrupt raised in a session ends only that session."""
    task = loop.create_task(main)
    while not task.done():
        try:
            loop.run_until_complete(task)
        except (SystemExit, KeyboardInterrupt) as fault:
            if task.done():
                raise
            log("session tried to end the server", ERROR, fault=fault)
            loop.call_soon(state.end_broken_sessions, fault)
    task.result()


def _opened_log(config: ServerConfig) -> Callable[[], None]:
    """Open the log file or standard error; return the function that closes the log. Raises ServerError."""
    try:
        return open_log(config.log_file if config.logs_to_file else None)
    except OSError as error:
        reason = f"{config.log_file.name}: {reason_of(error)}"
        raise folder_unusable(config.folder, reason) from error


def folder_unusable(name: Path, reason: str) -> ServerError:
    """Return the error that the data folder `name` cannot be used, with the system's reason."""
    message = N_("the folder {name} cannot be used ({reason}): choose another with --data")
    return ServerError(message, name=name, reason=reason)


# The listening socket, for one process or for several


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
    """Return a socket that listens at one host and port; several processes of one user can each open one.

    Raises OSError when the system refuses that.
    """
    family, *_rest, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address[:2], family=family, backlog=_BACKLOG, reuse_port=True)


def reserve(host: str, port: int, *, spreads: bool) -> socket.socket:
    """Return a socket that reserves the port, or any free one for 0, for the worker processes.

    If the kernel `spreads` connections, each process opens the port itself, and this socket does not listen;
    otherwise they accept from it. Raises ServerError when the port cannot be used.
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
    """Return a context manager that turns an OSError in it into a ServerError about this host and port."""
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
