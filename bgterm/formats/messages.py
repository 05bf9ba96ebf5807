"""Messages about faults of match files and journals."""

from collections.abc import Mapping

from bgterm.catalog import N_, _
from bgterm.formats.record import Problem
from bgterm.formats.transcript import CubeTurned, GameResult, KnownEntry, RollAndPlay
from bgterm.notation.sanitize import visible
from bgterm.rules.board import Player
from bgterm.rules.errors import ActionRule, BackgammonError
from bgterm.rules.events import Dropped, Taken
from bgterm.rules.match import MatchState, Pair

_SHOWN = 40
"""The most characters of an unreadable text that a message repeats."""
NOT_TOLD = N_("the play is not recorded")
_NOT_THEIR_TURN = N_("it is not their turn")
_OUT_OF_PLACE: Mapping[str, str] = {
    ActionRule.NOT_YOUR_TURN: _NOT_THEIR_TURN,
    ActionRule.ANSWER_AWAITED: _NOT_THEIR_TURN,
    ActionRule.DICE_NOT_PICKED_UP: _NOT_THEIR_TURN,
    ActionRule.GAME_NOT_BEGUN: N_("the game has not begun"),
    ActionRule.ROLL_FIRST: N_("nothing has been rolled"),
    ActionRule.TURN_UNFINISHED: N_("the roll before it has not been played"),
    ActionRule.DOUBLE_TOO_LATE: N_("doubling comes before the roll"),
    ActionRule.DOUBLE_UNANSWERED: N_("the double before it has no answer"),
}
"""The messages for entries that are impossible at their place, by the rule that they break."""


def shortened(text: str) -> str:
    """Return the beginning of an unreadable text, in characters that can be shown."""
    shown = visible(" ".join(text[: 2 * _SHOWN].split()))
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}..."


def unreadable(text: str) -> str:
    """Return the message about a line or a cell that makes no sense."""
    return _('"{text}" makes no sense here', text=shortened(text))


def too_long(length: int, most: int) -> str:
    """Return the message about a match length that is too great."""
    return _("a match to {length} points: more than {most} is read as money play", length=length, most=most)


def refused(match: MatchState, entry: KnownEntry, error: BackgammonError) -> str:
    """Return the message that an entry is impossible, with the reason: `Bob 6-3: 24/15: ...`."""
    out_of_place = _OUT_OF_PLACE.get(error.msgid)
    reason = _(out_of_place) if out_of_place else error.describe(match.names)
    return _("{entry}: {reason}", entry=describe_entry(match.names, entry), reason=reason)


def illegal(match: MatchState, entry: KnownEntry, error: BackgammonError) -> str:
    """Return the message that a play in the match was not legal, with the reason."""
    entry_text, reason = describe_entry(match.names, entry), error.describe(match.names)
    return _("{entry} is not legal: {reason}", entry=entry_text, reason=reason)


def describe_entry(names: tuple[str, str], entry: KnownEntry) -> str:
    """Return an entry in words: the player and the action."""
    match entry:
        case RollAndPlay(player, dice, text):
            return f"{names[player.index]} {dice}: {shortened(text)}".removesuffix(": ")
        case CubeTurned(player):
            return _("{name} doubles", name=names[player.index])
        case Taken(player):
            return _("{name} takes", name=names[player.index])
        case Dropped(player):
            return _("{name} passes", name=names[player.index])
        case GameResult(winner):
            return _("{name} wins", name=names[winner.index])
        case _:
            return type(entry).__name__


def other_result(names: tuple[str, str], told: tuple[Player, int], right: tuple[Player | None, int]) -> str:
    """Return the message that the stated result of a game differs from that of its plays."""
    return _(
        "the file says that {told}; after the plays {right}", told=_won(names, *told), right=_won(names, *right)
    )


def _won(names: tuple[str, str], winner: Player | None, points: int) -> str:
    if winner is None:
        return _("nobody wins")
    return _("{name} wins {points}", name=names[winner.index], points=points)


def other_score(told: Pair, right: Pair) -> str:
    """Return the message that the stated score before a game differs from that of the games before it."""
    said, found = "-".join(map(str, told)), "-".join(map(str, right))
    return _("the score is said to be {told}; after the games before it is {right}", told=said, right=found)


def fault_line(fault: Problem) -> str:
    """Return a fault with its place: `game 2, line 17: ...`."""
    if not fault.game:
        return _("line {line}: {reason}", line=fault.line, reason=fault.reason)
    return _("game {game}, line {line}: {reason}", game=fault.game, line=fault.line, reason=fault.reason)


def not_imported(name: str, said: str) -> str:
    """Return the sentence about a part of a file that was lost in an import."""
    return _("lost when {file} was imported: {entry}", file=shortened(name), entry=visible(said))


def imported(file: str, name: str, program: str, *, duplicate: bool, finished: bool) -> str:
    """Return the sentence about a file that was imported, or whose match was saved before.

    `program` is the command that starts bgterm.
    """
    if duplicate:
        return _("{file} is saved already, as {name}.", file=file, name=name)
    fields = {"file": file, "name": name, "program": program}
    if finished:
        return _("{file} imported as {name}. Replay it with {program} replay {name}.", **fields)
    return _("{file} imported as {name}. Continue it with {program} resume {name}.", **fields)


def damaged(damage: Problem) -> str:
    """Return the sentence about a damaged save that can be continued; empty if only an unseen line is lost."""
    if damage.torn:
        return ""
    return _(
        "The save was damaged at line {line} ({reason}): play continues from before it.",
        line=damage.line,
        reason=damage.reason,
    )
