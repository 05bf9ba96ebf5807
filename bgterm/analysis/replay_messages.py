"""The sentences of the replay: the position in the match, and its events."""

from collections.abc import Iterable, Sequence

from bgterm.catalog import _, ngettext
from bgterm.formats.record import Problem
from bgterm.rules.match import MatchState
from bgterm.rules.replay import Replay
from bgterm.text import events
from bgterm.text.joining import join_list
from bgterm.text.score import WinNames, arithmetic, kind, standing, standing_of


def describe(replay: Replay, step: int, vocabulary: WinNames = WinNames.USUAL) -> str:
    """Return the sentence about the event before this step; empty at the start."""
    event = replay.event(step)
    return events.tell(replay.at(step - 1), event, vocabulary) if event else ""


def note(replay: Replay, step: int) -> events.LastEvent:
    """Return the note about the event before this step: one sentence, or for a play a heading and the moves."""
    event = replay.event(step)
    return events.note(replay.at(step - 1), event) if event else events.LastEvent()


def move_list(replay: Replay, steps: Iterable[int]) -> list[events.Brief]:
    """Return the lines of the list of moves for the events that led to these steps."""
    happened = ((step, replay.event(step)) for step in steps)
    briefs = (events.brief(replay.at(step - 1), event) for step, event in happened if event)
    return [*filter(None, briefs)]


def beginning(match: MatchState) -> str:
    """Return the description of a match at its beginning: variant, score and game."""
    game = _("game {number}", number=match.shown_game.number)
    where = standing_of(match.names, match.score, match.ruleset.length, game)
    return f"{_(match.variant.name)}: {where}"


def where(match: MatchState, step: int, last: int, *, pace: float | None) -> str:
    """Return the current step, the result if the game is over, and the speed of autoplay.

    `pace` is the seconds between two plays; None without autoplay.
    """
    over = match.shown_game.result is not None
    return join_list(
        [
            _("step {step} of {last}", step=step, last=last),
            f"{arithmetic(match)}: {standing(match)}" if over else "",
            _("autoplay every {seconds:g} s", seconds=pace) if pace else "",
        ]
    )


def irregular(play: str) -> str:
    """Return the sentence of a play, marked as not legal."""
    return _("{play} (not a legal play)", play=play)


def about(match: MatchState, faults: Sequence[Problem]) -> str:
    """Return the title of the replayed match or, if its file has faults, the first one and their number."""
    if not faults:
        return f"{' - '.join(match.names)}, {kind(match)}"
    first, more = faults[0], len(faults) - 1
    if not more:
        return _("line {line}: {reason}", line=first.line, reason=first.reason)
    return ngettext(
        "line {line}: {reason} (and {count} more: see w)",
        "line {line}: {reason} (and {count} more: see w)",
        more,
        line=first.line,
        reason=first.reason,
    )
