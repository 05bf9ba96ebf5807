"""The sentences of the replay: the place in the match, and the next steps."""

from collections.abc import Sequence

from bgterm.formats.messages import fault_line
from bgterm.formats.transcript import Fault
from bgterm.rules.match import Match, Phase
from bgterm.text.score import arithmetic, kind, standing, standing_of

FAULTS = "What is wrong with the file"
"""The title of the page of faults."""
PLAYING_ON = "A new match from this position, kept by itself: the other stays as it is."
"""The notice when a match begins from a position of the replay."""
NOT_FROM_HERE = "The match is over here: go back to a position that can be played on."
"""Why nothing can be played on from the end of a match."""
NO_MARK = "No double and no irregular play comes after this."
NO_MARK_BEFORE = "No double and no irregular play comes before this."


def beginning(match: Match) -> str:
    """Describe what begins, and at which score."""
    where = standing_of(match.names, match.score, match.ruleset.length, f"game {match.last_game.number}")
    return f"{match.variant.name}: {where}"


def where(match: Match, step: int, last: int, *, pace: float | None) -> str:
    """Describe how far one has come, what came of the game when it is over, and how fast it goes by itself.

    `pace` is the seconds between two plays.
    """
    over = match.last_game.phase is Phase.OVER and match.last_game.result is not None
    parts = (
        f"step {step} of {last}",
        f"{arithmetic(match)}: {standing(match)}" if over else "",
        f"autoplay every {pace:g} s" if pace else "",
    )
    return ", ".join(filter(None, parts))


def fault_count(faults: Sequence[Fault]) -> str:
    """Describe how much is wrong with a file, and where to read it; empty when nothing is."""
    if not faults:
        return ""
    first = faults[0]
    more = f" (and {len(faults) - 1} more: w tells)" if len(faults) > 1 else ""
    return f"line {first.line}: {first.reason}{more}"


def fault_lines(faults: Sequence[Fault]) -> list[str]:
    """Return one line for each fault."""
    return [*map(fault_line, faults)]


def irregular(said: str) -> str:
    """Mark the sentence of a play as not legal."""
    return f"{said} (not a legal play)"


def about(match: Match, faults: Sequence[Fault]) -> str:
    """Describe the match that is replayed, or its faults."""
    return fault_count(faults) or f"{' - '.join(match.names)}, {kind(match)}"
