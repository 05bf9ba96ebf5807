"""Why a server cannot start, and why it admits no more sessions."""

from bgterm.catalog import N_
from bgterm.rules.errors import BackgammonError


class ServerError(BackgammonError):
    """A server that cannot start."""


def port_unavailable(host: str, port: int, reason: str) -> ServerError:
    """Return the error for a port on which the system does not let the server listen."""
    message = N_("cannot listen on {host}:{port} ({reason}); choose another with --host or --port")
    return ServerError(message, host=host, port=port, reason=reason)


class AdmissionError(BackgammonError):
    """A connection or a session above a limit. Each message is a complete sentence."""


class AdminError(BackgammonError):
    """A command of the operator that is not possible. Each message is a complete sentence."""
