"""Messages at a table whose players use terminals of their own: attendance, chat, a rematch."""

from collections.abc import Collection

from bgterm.notation.plural import counted
from bgterm.rules.board import Player
from bgterm.rules.match import Match
from bgterm.text import score

SEAT_TAKEN_OVER = "You are at this table from another terminal now."
"""The message to the first of two sessions of one player."""
WATCHERS_ARE_SILENT = "Spectators cannot chat: it could be advice."
"""The answer to a spectator who writes in the chat."""
SOMEBODY_THERE = "Somebody sits at that table: it stays on your list."
"""The answer to a player who would hide a match that is being played."""
SESSION_IS_CLOSED = "The money session is closed."
"""The message when either player has ended it."""
WAIT_PLAIN = "Wait, or type quit: everything is kept."
"""The commands of a player in plain mode while the opponent is away."""
NOBODY_HAS_SPOKEN = "Nothing has been said yet."
"""The first text above it."""


def no_export(code: str, *, proven: bool) -> str:
    """Describe why a finished match is not exported on a server, and how to have its record."""
    how = "Copy the record: v, then 2." if proven else f"Fetch: ssh HOST record {code}."
    return f"Kept on the server. {how} Replay: m in the lobby."


def no_seat(code: str) -> str:
    """Return the message that somebody does not play there."""
    return f"You have no seat at table {code}: you can watch."


def closed_to_watchers(names: tuple[str, str]) -> str:
    """Return the message that the players are by themselves."""
    return f"{names[0]} and {names[1]} allow no spectators now."


def nobody_there(names: tuple[str, str]) -> str:
    """Return the message that there is nothing to see."""
    return f"Neither {names[0]} nor {names[1]} is at the table."


def too_much_talk(lines: int, seconds: float) -> str:
    """Return the message that somebody says too much."""
    return f"At most {lines} lines in {seconds:.0f} seconds: try again in a moment."


def away(
    names: tuple[str, str],
    *,
    dropped: Collection[Player] = (),
    elsewhere: Collection[Player] = (),
    left: Collection[Player] = (),
    gone: Collection[Player] = (),
) -> str:
    """Describe in a few words who is absent; empty when both are present."""
    said = [f"{names[player.index]} has lost the connection" for player in dropped]
    said += [f"{names[player.index]} is in the lobby and has been called" for player in elsewhere]
    said += [f"{names[player.index]} has left" for player in left]
    said += [f"{names[player.index]} has gone" for player in gone]
    return ", ".join(said)


def back(name: str) -> str:
    """Return the message that a player who was away is at the table again."""
    return f"{name} is here."


def may_wait(*, guest: bool) -> str:
    """Describe what one can do who waits for somebody who is away; a guest does not come back."""
    return "A guest cannot come back: leave with q." if guest else "Wait, or leave with q: everything is kept."


def looking_on(count: int, *, watchable: bool) -> str:
    """Describe how many look on; empty when nobody does and anybody may."""
    if not watchable:
        return "no spectators allowed"
    return counted(count, "spectator") if count else ""


def said(name: str, text: str) -> str:
    """Describe what somebody has said."""
    return f"{name}: {text}"


def rematch(names: tuple[str, str], wanting: Collection[Player], me: Player | None) -> str:
    """Describe who would like another match; empty when nobody does."""
    if not wanting:
        return ""
    (one,) = tuple(wanting)[:1]
    if one is me:
        return f"You would like a rematch: {names[one.opponent.index]} is asked."
    return f"{names[one.index]} would like a rematch" + (": R agrees." if me is not None else ".")


def result_of_last(match: Match, vocabulary: score.WinNames = score.WinNames.USUAL) -> str:
    """Describe how the previous game ended, for a player who may not have seen it."""
    return f"{score.headline(match, vocabulary)}. {score.score_line(match)}."
