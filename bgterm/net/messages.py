"""Every message of the server itself: to clients, and to the operator."""

from bgterm.lobby.messages import ssh
from bgterm.notation.sanitize import visible

FULL = "All places at this server are taken: try again later."
NO_FILES = "There are no files to be had here, only backgammon: connect with ssh -p PORT HOST alone."
NO_COMMANDS = (
    "The only command here is record CODE, or record CODE --format mat or sgf; "
    "to play, connect with ssh -p PORT HOST alone."
)
NO_FORWARDING = "nothing is forwarded here, there is only backgammon"
NO_TERMINAL = (
    "bgterm shows a board, and for that it needs a terminal: connect with ssh -t, or as plain@ for lines of text."
)
NO_KEY = (
    "This server knows players by their keys, and your client has shown none: make one with ssh-keygen -t ed25519"
)
NOT_LISTED = "Your key is not on the list of this server, or your client has shown none: ask who runs it."
TOO_MUCH_TYPED = "Too much input, so you were disconnected. Your match is kept."
UNREAD = "the client does not read what it is sent"
TOO_MANY_OFFERS = "Too many keys were offered: name the one to use with ssh -o IdentitiesOnly=yes -i FILE."
CROWDED = "the client has not logged in yet, and others wait"
TOO_MUCH_SENT = "the client sends more than anybody asks for"
TOO_LATE = "no session was started in time"
ENVIRONMENT = "the client sends more environment than there is use for"
CRASHED = "Something went wrong here that should not have, and it is written down. Your match is kept: come again."
STOPPED = "The server is being stopped. Your match is kept: come back when it runs again."


def too_many_from(address: str) -> str:
    """Refuse one connection or session more."""
    return f"There are too many connections from {address} already: close one first."


def too_fast_from(address: str) -> str:
    """Refuse a connection that comes too soon after many others."""
    return f"Too many connections came from {address} in a short time: try again in a minute."


def poor_terminal(term: str) -> str:
    """Refuse a terminal on which nothing can be placed."""
    shown = visible(term[:40]) or "unknown"
    return (
        f"A terminal of type {shown} cannot place text on the screen: set TERM to yours, like xterm, "
        "or connect as plain@ to play by lines of text."
    )


def idle(minutes: int) -> str:
    """Describe why a session ends that nobody uses."""
    return f"No key was pressed for {minutes} minutes, so the line was closed. Your match is kept: come again."


def started(host: str, port: int) -> str:
    """Return who runs the server how to connect to it."""
    said = f"bgterm serves on {_ALL.get(host, host)}, port {port}. To play: {ssh(port, _CALLED.get(host, host))}"
    return f"{said}, from elsewhere with this machine's name." if host in _ALL else said


def who_may_play(listed: str, *, guests: bool) -> str:
    """Describe who may play on the server."""
    if listed:
        return f"Players whose keys are in {listed} may play."
    return "Anybody may play, with a key or as a guest." if guests else "Anybody who has a key may play."


def host_key_is(fingerprint: str, kind: str, *, is_new: bool) -> str:
    """Describe the host key, by which players recognise the server."""
    return f"The {'new ' if is_new else ''}host key is {fingerprint} ({kind})."


def kept_in(folder: str) -> str:
    """Return where everything is."""
    return f"Matches, settings and the log are in {folder}. Ctrl+C ends it; every match is kept."


_ALL = {"::": "all addresses", "0.0.0.0": "all addresses of IPv4"}  # noqa: S104
"""The description of an address that covers several."""
_CALLED = dict.fromkeys(("127.0.0.1", "::1", *_ALL), "localhost")
"""How one connects to where the server listens, where that is not the same."""
