"""Positions of the ten matches that GNU Backgammon wrote."""

from collections.abc import Iterator
from pathlib import Path

from bgterm.engine.protocol import Kind
from bgterm.formats import sgf
from bgterm.rules.choices import choices
from bgterm.rules.match import Match, Phase
from bgterm.rules.replay import Replay

MATCHES = Path(__file__).parent.parent / "data" / "matches"
_KINDS = {Phase.TO_MOVE: Kind.PLAYS, Phase.TO_ROLL: Kind.CUBE, Phase.DOUBLED: Kind.TAKE}


def asked(name: str) -> Iterator[tuple[Kind, Match]]:
    """Yield the decisions of a match: each with what is to be decided, forced plays left out."""
    record = sgf.read((MATCHES / f"{name}.sgf").read_text())
    for step in Replay(record.header, record.events).steps():
        match = step.before.at_next_game()
        kind, player = _KINDS.get(match.game.phase), match.game.to_act
        if kind is None or player is None or match.game.pending:
            continue
        possible = choices(match, player)
        if kind is Kind.CUBE and not possible.double:
            continue
        if kind is Kind.PLAYS and (possible.plays is None or len(possible.plays) < 2):
            continue
        yield kind, match


def is_post_crawford(match: Match) -> bool:
    """Whether the Crawford game has been played."""
    length = match.ruleset.length
    return length > 0 and length - 1 in match.score and not match.game.crawford
