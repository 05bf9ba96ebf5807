"""The view of a participant: one frozen value for each moment."""

from collections.abc import Mapping
from typing import NamedTuple

from bgterm.editing.turn_draft import Draft
from bgterm.notation.dice_evidence import Evidence
from bgterm.rules.board import Board, Player
from bgterm.rules.choices import Choices
from bgterm.rules.errors import BackgammonError
from bgterm.rules.match import MatchState, Offer, Phase, Resignation, TakeBack

_BY_PHASE = {
    Phase.OPENING: "roll",
    Phase.TO_ROLL: "roll",
    Phase.TO_MOVE: "move",
    Phase.DOUBLED: "cube",
    Phase.TO_ACCEPT: "accept-play",
    Phase.OVER: "over",
}
_BY_OFFER: dict[type[Offer], str] = {Resignation: "resignation", TakeBack: "take-back"}


class View(NamedTuple):
    """The immutable view of the players at one terminal."""

    match: MatchState
    """The match as shown, which may be behind the events."""
    seats: tuple[Player, ...]
    """The players at this terminal."""
    asked: Player | None
    """The player here who is prompted, the first where either may act; None while others are to act."""
    choices: Mapping[Player, Choices]
    """The choices of each player in the match as it is shown."""
    draft: Draft | None
    """The turn that a player here makes."""
    fault: BackgammonError | None
    """Why the last change of the draft was refused."""
    typed_digits: str
    """The typed digits of dice, or of the number of a drill, that are not entered yet."""
    evidence: Evidence | None
    """The evidence about verifiable dice so far; None for other dice."""
    session_closed: bool
    """Whether the money session is closed."""
    dice_typed: bool
    """Whether the players throw dice of their own."""
    waiting: tuple[str, str]
    """The message about waiting for another player, in two lines; empty without one."""
    possible: frozenset[str] = frozenset()
    """The ids of the actions that are possible now."""

    @property
    def player(self) -> Player:
        """The player whose numbers name the points: the one who is prompted, or else to act, or White."""
        if self.asked is not None:
            return self.asked
        actor = self.match.shown_game.to_act
        if len(self.seats) == len(Player) and actor is not None:
            return actor
        return (*self.seats, Player.WHITE)[0]

    @property
    def can(self) -> Choices:
        """The choices of `player`."""
        return self.choices[self.player]

    @property
    def board(self) -> Board:
        """The board with the draft of this terminal."""
        return self.draft.board if self.draft else self.match.shown_game.board

    @property
    def contributing(self) -> bool:
        """Whether contributions to verifiable dice are awaited, or a missing one has made the match void."""
        found = self.evidence
        return found is not None and ((bool(found.awaited) and not self.session_closed) or found.void is not None)

    @property
    def over(self) -> bool:
        """Whether the match is won, or the money session closed."""
        return self.session_closed or self.match.winner is not None

    @property
    def game_over(self) -> bool:
        """Whether the game is over, and perhaps the match with it."""
        return self.over or self.match.shown_game.result is not None

    @property
    def paused(self) -> bool:
        """Whether the match pauses at the end of a game, before the next one begins."""
        return self.game_over and self.match.shown_game.pending is None

    @property
    def question(self) -> str:
        """The id of the question that the match asks at this terminal."""
        game = self.match.shown_game
        if self.contributing:
            return "contribution"
        if self.asked is None:
            return "wait"
        if self.over:
            return "over"
        if game.pending:
            return _BY_OFFER[type(game.pending)]
        name = _BY_PHASE[game.phase]
        return "dice" if name == "roll" and self.dice_typed else name

    @property
    def decision(self) -> object:
        """A key that distinguishes the decisions of different games, turns and players."""
        game = self.match.shown_game
        return game.number, game.turns, game.to_act, game.result is not None
