"""Why a server cannot start, and why it admits no more sessions."""

from pathlib import Path

from bgterm.catalog import N_
from bgterm.rules.errors import BackgammonError


class ServerError(BackgammonError):
    """A server that cannot start."""


class MetricsNotInstalled(ServerError):
    """The package for metrics is not installed."""

    message = N_("--metrics needs another package: install it with pip install 'bgterm[metrics]'")


class WorkersWithoutDatabase(ServerError):
    """Several processes have nothing to share their lobby by."""

    message = N_("several workers share a database: name one with --database, or omit --workers and --worker")


class WorkerFailed(ServerError):
    """A worker has ended before it served."""

    worker: int
    message = N_("worker {worker} could not start: see the line above, or server-{worker}.log in the data folder")


class HostKeyUnreadable(ServerError):
    """The system could not read or make the file of the host key."""

    name: Path
    reason: str
    message = N_("the host key {name} cannot be read or made: {reason}")


class NotAHostKey(ServerError):
    """The file holds no private key, or one behind a passphrase."""

    name: Path
    reason: str
    message = N_("{name} is not a host key ({reason}); name another file, or omit --host-key and one is created")


class HostKeyExposed(ServerError):
    """Others can read the file of the host key."""

    name: Path
    message = N_("others can read the host key {name}: run chmod 600 on it, or make a new one")


class KeyListUnreadable(ServerError):
    """The list of the keys that may play cannot be read."""

    name: Path
    reason: str
    message = N_("the list of keys {name} cannot be read ({reason}): write one public key on each line")


class KeyLineInvalid(ServerError):
    """A line of the list of keys that may play is not a key."""

    name: Path
    line: int
    message = N_("{name}, line {line} is not a public key: write one as in ~/.ssh/authorized_keys, or remove it")


class PortBusy(ServerError):
    """Another program listens there."""

    host: str
    port: int
    message = N_("port {port} of {host} is in use by another program: stop it, or choose another port with --port")


class PortUnavailable(ServerError):
    """The system does not let the server listen there."""

    host: str
    port: int
    reason: str
    message = N_("cannot listen on {host}:{port} ({reason}); choose another with --host or --port")


class FolderUnusable(ServerError):
    """The system could not make or use the folder of the server."""

    name: Path
    reason: str
    message = N_("the folder {name} cannot be used ({reason}): choose another with --data")


class FolderExposed(ServerError):
    """Others than its owner can open the folder of the server."""

    name: Path
    message = N_(
        "others can open the folder {name}: choose a new one with --data, which bgterm then creates, or run chmod "
        "700 on this one if only bgterm uses it"
    )


class AdmissionError(BackgammonError):
    """A connection or a session above a limit. Each message is a complete sentence."""


class TooManyVisits(AdmissionError):
    """More connections came from the address than may in a time."""

    address: str
    message = N_("Too many connections came from {address} in a short time: try again in a minute.")


class TooManyFromAddress(AdmissionError):
    """The address, or the connection, has as many sessions as one may have."""

    address: str
    message = N_("There are too many connections from {address} already: close one first.")


class ServerFull(AdmissionError):
    """The server has as many connections or sessions as it may have."""

    message = N_("The server is full: try again later.")


class AdminError(BackgammonError):
    """A command of the operator that is not possible. Each message is a complete sentence."""


class NotBannable(AdminError):
    """The text names nothing that could be banned."""

    what: str
    message = N_(
        "{what} is not a player, a key or an address: give a name, SHA256:..., 203.0.113.7 or 2001:db8::/64."
    )


class NotBanned(AdminError):
    """Nothing of that name is banned."""

    what: str
    message = N_("{what} is not banned; bgterm admin bans lists all bans.")


class NothingToAnnounce(AdminError):
    """Nothing of the text can be shown."""

    message = N_("Write the text to announce.")


class NoSuchWorker(AdminError):
    """No process has this name."""

    worker: str
    message = N_("There is no worker {worker}; bgterm admin workers lists them.")


class OneProcess(AdminError):
    """The server has no workers."""

    message = N_("This server is one process; it has workers with --database.")


class BansNotKept(AdminError):
    """The system could not write the list of bans."""

    reason: str
    message = N_("The list of bans could not be written ({reason}); nothing has changed.")
