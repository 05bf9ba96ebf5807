"""The time on the clocks as text, and the messages about clocks."""

from math import ceil

from bgterm.catalog import _
from bgterm.rules.board import Player

_MINUTE = 60
_BY_SECONDS = 2 * _MINUTE
"""From this many seconds on, the remaining time is shown in whole minutes; below, in minutes and seconds."""


def time_left(seconds: float) -> str:
    """Return the time that is left on a clock in words, in minutes or, when little is left, with seconds.

    >>> time_left(840), time_left(661), time_left(83.2), time_left(0)
    ('14 min', '12 min', '1:24', '0:00')
    """
    if seconds > _BY_SECONDS:
        return _("{minutes} min", minutes=ceil(seconds / _MINUTE))
    minutes, rest = divmod(ceil(seconds), _MINUTE)
    return f"{minutes}:{rest:02}"


def flag_down(names: tuple[str, str], claimant: Player) -> str:
    """Return the message that a player's time has run out, with the key by which the `claimant` claims the win."""
    name, late = names[claimant.index], names[claimant.opponent.index]
    return _("{late} has no time left. g: {name} claims the flag and wins the match.", late=late, name=name)


def times_left(names: tuple[str, str], white: float, black: float) -> str:
    """Describe how much time each player has left.

    >>> times_left(("Ann", "Bob"), 840, 83.2)
    'Time left: Ann 14 min, Bob 1:24.'
    """
    times = f"{names[0]} {time_left(white)}, {names[1]} {time_left(black)}"
    return _("Time left: {times}.", times=times)


def low_time_warning(seconds: float) -> str:
    """Return a warning for the player to act when `seconds` are little time; otherwise an empty text.

    >>> low_time_warning(840), low_time_warning(83.2)
    ('', '1:24 left.')
    """
    return _("{time} left.", time=time_left(seconds)) if seconds <= _BY_SECONDS else ""
