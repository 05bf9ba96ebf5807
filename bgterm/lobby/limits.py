"""How much users of one server may have and do."""

from dataclasses import dataclass, field

from bgterm.lobby.chat import ChatLimits


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one user, all who call from one address, and all together may have."""

    open_each: int = 3
    """Tables of one user that wait for somebody, challenges among them."""
    matches_each: int = 100
    """Matches of one user that are not finished."""
    open_from_one_address: int = 20
    """Tables that wait for somebody, of all who call from one address."""
    openings: int = 20
    """How many tables may be opened from one address ..."""
    opening_seconds: float = 60.0
    """... in so many seconds, since everyone in the lobby sees each."""
    names_a_day: int = 50
    """New names that are picked from one address in a day, for a key costs nothing."""
    matches_a_day: int = 500
    """Matches that are begun from one address in a day."""
    matches: int = 20_000
    """Matches in all that are not finished."""
    unplayed_days: int = 30
    """After so many days a match in which nothing was ever played is not found again."""
    challenges: int = 5
    """How often one user may challenge somebody ..."""
    challenge_seconds: float = 60.0
    """... in so many seconds."""
    tables: int = 1000
    """Tables in all that wait, or at which somebody is."""
    renames_a_day: int = 3
    """How often a user may change their name in a day."""
    key_code_seconds: float = 600.0
    """How long a code that adds a key is valid."""
    wrong_key_codes: int = 5
    """Wrong codes of that kind from one address in an hour."""
    records_a_minute: int = 30
    """Records of finished matches that are asked for from one address in a minute."""
    practices_a_minute: int = 20
    """Practices that begin from one address in a minute."""
    wrong_record_codes: int = 20
    """Codes of which there is no such record, from one address in an hour."""
    chat: ChatLimits = field(default_factory=ChatLimits)
    """How much is said at a table."""
