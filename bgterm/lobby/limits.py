"""The limits of users of one server."""

from typing import NamedTuple

from bgterm.lobby.chat import ChatLimits


class Limits(NamedTuple):
    """The most tables, matches, names and requests of one user, of one address, and of the whole server."""

    open_each: int = 3
    """Open tables of one user, challenges included."""
    matches_each: int = 100
    """Unfinished matches of one user."""
    open_from_one_address: int = 20
    """Open tables of all users from one address."""
    openings: int = 20
    """Tables that may be opened from one address in `opening_seconds`."""
    opening_seconds: float = 60.0
    """The seconds of the limit `openings`, which exists since everyone in the lobby sees each table."""
    names_a_day: int = 50
    """New names that are picked from one address in a day; limited because a key costs nothing."""
    matches_a_day: int = 500
    """Matches that are begun from one address in a day."""
    matches: int = 20_000
    """Unfinished matches on the whole server."""
    unplayed_days: int = 30
    """Days after which the server ignores a match in which nothing was played."""
    challenges: int = 5
    """Challenges of one user in `challenge_seconds`."""
    challenge_seconds: float = 60.0
    """The seconds in which one user may make `challenges` challenges."""
    tables: int = 1000
    """Open tables and tables with players on the whole server."""
    renames_a_day: int = 3
    """Changes of name of one user in a day."""
    key_code_seconds: float = 600.0
    """Seconds for which a code that adds a key is valid."""
    wrong_key_codes: int = 5
    """Wrong codes for adding a key from one address in an hour."""
    records_a_minute: int = 30
    """Requests for records of finished matches from one address in a minute."""
    practices_a_minute: int = 20
    """Practices that begin from one address in a minute."""
    wrong_record_codes: int = 20
    """Requests for records that do not exist, from one address in an hour."""
    chat: ChatLimits = ChatLimits()
    """The limits of the chats."""
