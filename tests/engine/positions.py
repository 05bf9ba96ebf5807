"""Positions of the ten matches that GNU Backgammon wrote."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bgterm.engine.protocol import QuestionKind
from bgterm.formats import sgf
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.dice import Dice
from bgterm.rules.match import NAMES, Game, MatchState, Phase
from bgterm.rules.replay import Replay
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, Variant
from tests.builders import board

MATCHES = Path(__file__).parent.parent / "data" / "matches"
COMMON_MATCHES = (
    "s02_match5_crawford",
    "s03_match7",
    "s05_money_jacoby_beaver",
    "s06_money_nojacoby",
    "s07_nack5",
)
"""Matches of variants and lengths that every engine knows."""
QUESTIONS = {Phase.TO_MOVE: QuestionKind.PLAYS, Phase.TO_ROLL: QuestionKind.CUBE, Phase.DOUBLED: QuestionKind.TAKE}


def asked(name: str) -> Iterator[tuple[QuestionKind, MatchState]]:
    """Yield the decisions of a match but for forced plays: the kind of the question, and the match."""
    record = sgf.read((MATCHES / f"{name}.sgf").read_text())
    for step in Replay(record.header, record.events).steps():
        match = step.before.at_next_game()
        kind, player = QUESTIONS.get(match.game.phase), match.game.to_act
        if kind is None or player is None or match.game.pending:
            continue
        possible = choices(match, player)
        if kind is QuestionKind.CUBE and not possible.double:
            continue
        if kind is QuestionKind.PLAYS and (possible.plays is None or len(possible.plays) < 2):
            continue
        yield kind, match


def opening(dice: Dice, ruleset: Ruleset = Ruleset(5), variant: Variant = BACKGAMMON) -> MatchState:  # noqa: B008
    """Return the start of a game in which White is to play this roll."""
    return MatchState(variant, ruleset, NAMES, Game(variant.board, Player.WHITE, dice))


def stands(text: str, ruleset: Ruleset = Ruleset(5), **more: Any) -> MatchState:  # noqa: B008 - a frozen value
    """Return a match with the position `text`, in which White is on roll."""
    return MatchState(BACKGAMMON, ruleset, NAMES, Game(board(text), Player.WHITE, **more))
