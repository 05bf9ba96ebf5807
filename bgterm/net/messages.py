"""The messages of the server itself, to those who connect and to the operator."""

from bgterm.lobby.messages import ssh
from bgterm.notation.sanitize import visible

FULL = "The server is full: try again later."
NO_FILES = "There are no files here, only backgammon: connect with ssh -p PORT HOST alone."
NO_COMMANDS = (
    "The only command here is record CODE, or record CODE --format mat or sgf; "
    "to play, connect with ssh -p PORT HOST alone."
)
NO_FORWARDING = "nothing is forwarded here, there is only backgammon"
NO_TERMINAL = (
    "bgterm shows a board, and for that it needs a terminal: connect with ssh -t, or as plain@ for lines of text."
)
NO_KEY = (
    "This server knows players by their keys, and your client offered none: make one with ssh-keygen -t ed25519"
)
NOT_LISTED = "Your key is not on the list of this server, or your client offered none: contact its operator."
TOO_MUCH_TYPED = "Too much input, so you were disconnected. Your match is kept."
UNREAD = "the client does not read its output"
TOO_MANY_OFFERS = "Too many keys were offered: name the one to use with ssh -o IdentitiesOnly=yes -i FILE."
CROWDED = "the client has not logged in yet, and others are waiting"
TOO_MUCH_SENT = "the client sends too many packets"
TOO_LATE = "no session was started in time"
ENVIRONMENT = "the client sends too many environment variables"
CRASHED = "Internal error; it has been logged. Your match is kept: connect again."
STOPPED = "The server is shutting down. Your match is kept: connect again when it is back."


def too_many_from(address: str) -> str:
    """Return the refusal of one more connection or session."""
    return f"There are too many connections from {address} already: close one first."


def too_fast_from(address: str) -> str:
    """Return the refusal of a connection that follows many others too soon."""
    return f"Too many connections came from {address} in a short time: try again in a minute."


def poor_terminal(term: str) -> str:
    """Return the refusal of a terminal on which text cannot be placed."""
    shown = visible(term[:40]) or "unknown"
    return (
        f"A terminal of type {shown} cannot place text on the screen: set TERM to yours, like xterm, "
        "or connect as plain@ to play by lines of text."
    )


def idle(minutes: int) -> str:
    """Return why an idle session ends."""
    return (
        f"No key was pressed for {minutes} minutes, so you were disconnected. Your match is kept: connect again."
    )


def started(host: str, port: int) -> str:
    """Return how to connect to the server, for its operator."""
    said = f"bgterm serves on {_ALL.get(host, host)}, port {port}. To play: {ssh(port, _CALLED.get(host, host))}"
    return f"{said}, from elsewhere with this machine's name." if host in _ALL else said


def who_may_play(listed: str, *, guests: bool) -> str:
    """Return who may play, for the operator."""
    if listed:
        return f"Players whose keys are in {listed} may play."
    return "Anybody may play, with a key or as a guest." if guests else "Anybody with a key may play."


def host_key_is(fingerprint: str, kind: str, *, is_new: bool) -> str:
    """Return the host key, by which players recognise the server."""
    return f"The {'new ' if is_new else ''}host key is {fingerprint} ({kind})."


def kept_in(folder: str) -> str:
    """Return where the data is, for the operator."""
    return f"Matches, settings and the log are in {folder}. Ctrl+C ends it; every match is kept."


_ALL = {"::": "all addresses", "0.0.0.0": "all addresses of IPv4"}  # noqa: S104
"""The description of an address that covers several."""
_CALLED = dict.fromkeys(("127.0.0.1", "::1", *_ALL), "localhost")
"""The name by which to connect to an address, where it is not the address itself."""
