"""Messages about match files: unreadable and missing parts."""

from collections.abc import Mapping

from bgterm.formats.record import Damage
from bgterm.formats.transcript import CubeReply, CubeTurned, Entry, Fault, GameResult, Gap, RawEvent, RollAndPlay
from bgterm.notation.dice import roll_text
from bgterm.notation.sanitize import visible
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError, Reason, Rule
from bgterm.rules.match import Match, Pair
from bgterm.text.errors import why

_SHOWN = 40
"""How many characters of a line that makes no sense are repeated."""
NOT_TOLD = "the play is not recorded"
NO_RESULT = "the game has no result"
SET_UP = "a position is set up here that no play has led to"
NO_SUCH_GAME = "this happened in a game that is not here"
NO_DICE = "the dice are not recorded"
NO_LENGTH = "the length of the match is not told: it is read as money play"
MATCH_OVER = "the match is over, and the file goes on: what follows is not read"
SECOND_MATCH = "another match begins here: only the first is read"
CUT_SHORT = "the file ends in the middle of an entry"
_NOT_THEIR_TURN = "it is not their turn"
_OUT_OF_PLACE: Mapping[Reason, str] = {
    Rule.NOT_YOUR_TURN: _NOT_THEIR_TURN,
    Rule.AWAIT_ANSWER: _NOT_THEIR_TURN,
    Rule.NOT_PICKED_UP: _NOT_THEIR_TURN,
    Rule.NOT_BEGUN: "the game has not begun",
    Rule.ROLL_FIRST: "nothing has been rolled",
    Rule.VOID_ROLL: "the roll before it has not been played",
    Rule.LATE_DOUBLE: "doubling comes before the roll",
    Rule.ANSWER_DOUBLE: "the double before it has no answer",
}
"""The reason against an entry that is impossible at its place."""


def shortened(text: str) -> str:
    """Return the beginning of a text that makes no sense, in characters that can be shown."""
    shown = visible(" ".join(text[: 2 * _SHOWN].split()))
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}..."


def unreadable(text: str) -> str:
    """Return the message that a line or a cell makes no sense."""
    return f'"{shortened(text)}" makes no sense here'


def too_long(length: int, most: int) -> str:
    """Return the message that a match is longer than any can be."""
    return f"a match to {length} points: more than {most} is read as money play"


def unknown_rule(rule: str) -> str:
    """Return the sentence about a rule that has no meaning here."""
    return f'the rule "{shortened(rule)}" is not known: the match is read without it'


def refused(match: Match, entry: Entry, error: BackgammonError) -> str:
    """Describe why an entry cannot be what happened: `Bob 6-3: 24/15: ...`."""
    reason = _OUT_OF_PLACE.get(error.rule) or why(error, match)
    return f"{describe_entry(match.names, entry)}: {reason}"


def illegal(match: Match, entry: Entry, error: BackgammonError) -> str:
    """Describe why a play that was made, and that stands, was not legal."""
    return f"{describe_entry(match.names, entry)} is not legal: {why(error, match)}"


def describe_entry(names: tuple[str, str], entry: Entry) -> str:
    """Describe an entry by its player and action."""
    match entry:
        case RollAndPlay(player, dice, text):
            return f"{names[player.index]} {roll_text(dice)}: {shortened(text)}".removesuffix(": ")
        case CubeTurned(player):
            return f"{names[player.index]} doubles"
        case CubeReply(player, taken):
            return f"{names[player.index]} {'takes' if taken else 'passes'}"
        case GameResult(winner):
            return f"{names[winner.index]} wins"
        case RawEvent(event):
            return type(event).__name__
        case Gap(reason):
            return reason


def other_cube(told: int, right: int) -> str:
    """Return the message that the cube was offered at a value that it cannot have."""
    return f"the cube is said to be at {told}; it is at {right}"


def other_result(names: tuple[str, str], told: tuple[Player, int], right: tuple[Player | None, int]) -> str:
    """Return the message that a game did not end as it is said to."""
    return f"the file says that {_won(names, *told)}; after the plays {_won(names, *right)}"


def _won(names: tuple[str, str], winner: Player | None, points: int) -> str:
    return "nobody wins" if winner is None else f"{names[winner.index]} wins {points}"


def other_score(told: Pair, right: Pair) -> str:
    """Return the message that the score before a game is not the one after the last."""
    return f"the score is said to be {told[0]}-{told[1]}; after the games before it is {right[0]}-{right[1]}"


def rest_lost(reason: str) -> str:
    """Return the message that a game cannot be read further, and why."""
    return f"{reason}; the rest of the game is not read"


def fault_line(fault: Fault) -> str:
    """Describe a fault with its place: `game 2, line 17: ...`."""
    where = f"game {fault.game}, line {fault.line}" if fault.game else f"line {fault.line}"
    return f"{where}: {fault.reason}"


def not_imported(name: str, said: str) -> str:
    """Return the sentence about something in a file that was lost when it was imported."""
    return f"lost on the import of {shortened(name)}: {visible(said)}"


def imported(file: str, name: str, program: str, *, duplicate: bool, finished: bool) -> str:
    """Return the sentence about a file that was imported, or whose match was kept already.

    `program` is the command that starts bgterm.
    """
    if duplicate:
        return f"{file} is kept already, as {name}."
    how = f"Replay it with {program} replay {name}" if finished else f"Continue it with {program} resume {name}"
    return f"{file} imported as {name}. {how}."


def damaged(damage: Damage) -> str:
    """Describe what is wrong with a save that can be gone on with; empty when nobody can have missed anything."""
    if damage.torn:
        return ""
    return f"The save was damaged at line {damage.line} ({why(damage.fault)}): you go on from before it."
