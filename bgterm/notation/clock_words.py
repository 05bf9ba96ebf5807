"""What a clock shows, and what is said of it."""

from math import ceil

from bgterm.rules.board import Player

_MINUTE = 60
_BY_SECONDS = 2 * _MINUTE
"""From how many seconds on they are shown: before that, a minute more or less is enough to know."""


def time_left(seconds: float) -> str:
    """Say how much time is left.

    >>> time_left(840), time_left(661), time_left(83.2), time_left(0)
    ('14 min', '12 min', '1:24', '0:00')
    """
    if seconds > _BY_SECONDS:
        return f"{ceil(seconds / _MINUTE)} min"
    minutes, rest = divmod(ceil(seconds), _MINUTE)
    return f"{minutes}:{rest:02}"


def flag_down(names: tuple[str, str], claimant: Player) -> str:
    """Say that a player's time has run out, and what the other, the `claimant`, can do."""
    return f"{names[claimant.opponent]} has no time left. g: {names[claimant]} claims the flag and wins the match."
