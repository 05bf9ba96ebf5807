"""The errors of starting a server, and the messages to clients and sessions that are refused or ended."""

from bgterm.catalog import N_, _, ngettext
from bgterm.lobby.notifications import Message
from bgterm.notation.sanitize import visible
from bgterm.rules.errors import BackgammonError


class ServerError(BackgammonError):
    """A server cannot start."""


def port_unavailable(host: str, port: int, reason: str) -> ServerError:
    """Return the error that the system does not let the server listen on this host and port, with its reason."""
    message = N_("cannot listen on {host}:{port} ({reason}); choose another with --host or --port")
    return ServerError(message, host=host, port=port, reason=reason)


class AdmissionError(BackgammonError):
    """A connection or a session is refused, because it is above a limit. Each message is a complete sentence."""

    kind: str
    """The limit in a word, such as `rate`, `address` or `full`, for the metrics."""


class AdminError(BackgammonError):
    """A command of the operator is not possible. Each message is a complete sentence."""


NO_FILES = Message(N_("There are no files here, only backgammon: connect with ssh -p PORT HOST alone."))
"""The refusal of scp and sftp."""
NO_COMMANDS = Message(
    N_(
        "The only command here is record CODE, or record CODE --format mat or sgf; "
        "to play, connect with ssh -p PORT HOST alone."
    )
)
"""The refusal of an unknown command."""


def needs_terminal() -> str:
    """Return the message to a session that has requested neither a terminal nor plain mode."""
    return _(
        "bgterm shows a board, and for that it needs a terminal: "
        "connect with ssh -t, or as plain@ for lines of text."
    )


def idle(minutes: int) -> str:
    """Return the message to a session that ends because no key was pressed for so many minutes."""
    return ngettext(
        "No key was pressed for {count} minute, so you were disconnected. Your match is kept: connect again.",
        "No key was pressed for {count} minutes, so you were disconnected. Your match is kept: connect again.",
        minutes,
    )


def poor_terminal(term: str) -> str:
    """Return the message to a session whose terminal cannot move the cursor; `term` is the value of its TERM."""
    return _(
        "A terminal of type {type} cannot place text on the screen: set TERM to yours, like xterm, "
        "or connect as plain@ to play by lines of text.",
        type=visible(term[:40]) or _("unknown"),
    )
