"""The view of a match that a session hands to the prompts."""

from dataclasses import dataclass

from bgterm.editing.turn_draft import Draft
from bgterm.notation.dice_evidence import Evidence
from bgterm.rules.board import Player
from bgterm.rules.choices import Choices
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import Match
from bgterm.text.score import WinNames


@dataclass(frozen=True)
class MatchView:
    """The view of a prompt: the match, the player who is asked, and that player's choices."""

    match: Match
    player: Player
    choices: Choices
    vocabulary: WinNames
    draft: Draft | None
    """The turn that a player here makes, while there is one."""
    refusal: BackgammonError | None
    """Why the last key could not change it."""
    evidence: Evidence
    """The evidence about verifiable dice so far."""
    here: frozenset[Player]
    """The players at this terminal."""
    closed: bool
    """Whether the money session is closed."""
    over: bool
    """Whether it is closed, or the match is won."""
    waiting: tuple[str, str]
    """Why one waits, where there is something to say about it."""
    asked: bool
    """Whether a player here is asked something."""
    shows_result: bool
    """Whether the result stands over the board."""
    may_rematch: bool
    """Whether a player here can ask for a rematch."""
    contributing: bool
    """Whether contributions to verifiable dice are awaited, or one that is missing has ended the match."""
