"""The output of `bgterm admin`, and the messages to players about the operator's commands."""

from bgterm.notation.plural import counted

NOBODY = "Nobody is connected."
NO_MATCHES = "Nobody is at a table."
NO_BANS = "Nobody is banned."
UNKNOWN_COMMAND = "The server does not know this command. Are both of the same version of bgterm?"
IN_LOBBY = "lobby"
"""The place of a session that is not at a table."""
NOTHING_TO_SAY = "Write the text to announce."
SHUTDOWN_CANCELLED = "The shutdown is cancelled: the server keeps running."
"""The message to the operator and all players when a planned shutdown is cancelled."""
NO_SHUTDOWN = "No shutdown was planned."

BANNED = "The operator of this server has banned you."
"""The message to a banned player."""
TABLE_CLOSED = "The operator has closed this table. The match is kept."
"""The message to players whose table is closed."""


def user(name: str, where: str, address: str, key: str, minutes: int, idle: int) -> str:
    """Describe one session: `Ann  plays K7Q2M  203.0.113.7  SHA256:...  12 min, idle 3 s`."""
    return f"{name or '(no name yet)'}  {where}  {address}  {key or 'guest'}  {minutes} min, idle {idle} s"


def at_table(code: str, *, plays: bool, over: bool) -> str:
    """Describe where a session is: `plays K7Q2M`, `watches K7Q2M`, `at K7Q2M (finished)`."""
    if over:
        return f"at {code} (finished)"
    return f"{'plays' if plays else 'watches'} {code}"


def ban(what: str, name: str) -> str:
    """Describe a ban, with the player whose key it is: `SHA256:...  Ann`, `203.0.113.7`."""
    return f"{what}  {name}" if name else what


def match(code: str, standing: str, watching: int) -> str:
    """Describe one match: `K7Q2M  Ann 2, Bob 0, match to 5, game 2  (1 spectator)`."""
    return f"{code}  {standing}  ({counted(watching, 'spectator')})" if watching else f"{code}  {standing}"


def figure(name: str, value: float) -> str:
    """Describe a figure of the server: `sessions 12`."""
    return f"{name} {value:.0f}"


def not_bannable(what: str) -> str:
    """Return what can be banned."""
    return f"{what} is not a player, a key or an address: give a name, SHA256:..., 203.0.113.7 or 2001:db8::/64."


def not_kept(reason: str) -> str:
    """Return the message that the disk failed."""
    return f"The list of bans could not be written ({reason}); nothing has changed."


def banned(what: str, ended: int) -> str:
    """Return the message that somebody is banned."""
    return f"{what} is banned; {counted(ended, 'session')} ended."


def not_banned(what: str) -> str:
    """Return the message that there was no such ban."""
    return f"{what} is not banned; bgterm admin bans lists all bans."


def unbanned(what: str) -> str:
    """Return the message that a ban is lifted."""
    return f"{what} is no longer banned."


def announced(people: int) -> str:
    """Return how many sessions an announcement reached."""
    return f"Announced to {counted(people, 'session')}."


def closed(code: str) -> str:
    """Return the message that a table is closed."""
    return f"{code} is closed; its match is kept."


def shutting_down(minutes: int) -> str:
    """Return when the server shuts down, for the operator."""
    return f"The server shuts down in {counted(minutes, 'minute')}." if minutes else "The server shuts down now."


def shutting_down_in(minutes: int) -> str:
    """Return when the server shuts down, for the players."""
    return f"The server shuts down in {counted(minutes, 'minute')}. Every match is kept."
