"""Plays that players may leave when they police themselves: legal or not, it is for the opponent to say."""

from collections.abc import Container

from bgterm.rules.board import BAR, OFF, Board, Move, Player
from bgterm.rules.errors import IllegalPlay, PlayRule
from bgterm.rules.moves.base import Play

_MOST = 4
"""So many moves a play can have."""


class FreePlays(Container[Play]):
    """At most four moves of the player's own checkers forward, onto any point that is not held. [RULES A-73]"""

    def __init__(self, board: Board, player: Player) -> None:
        """Take the board before the play."""
        self.board, self.player = board, player

    def __contains__(self, play: object) -> bool:
        """Whether the moves can be made one after the other."""
        return isinstance(play, tuple) and self.why_not(play) is None

    def after(self, prefix: Play) -> frozenset[Move]:
        """Return the moves that may follow such a play; it can also be left as it is."""
        if len(prefix) == _MOST or prefix not in self:
            return frozenset()
        board = self.board.played(self.player, prefix)
        moves = (
            Move(src, dst) for src, count in enumerate(board.counts(self.player)) if count for dst in range(src)
        )
        return frozenset(move for move in moves if self._why_not_move(board, move) is None)

    def why_not(self, play: Play) -> IllegalPlay | None:
        """Return why even so a play is impossible; None when it is not."""
        if len(play) > _MOST:
            return IllegalPlay(PlayRule.NO_DICE_LEFT)
        board = self.board
        for move in play:
            if fault := self._why_not_move(board, move):
                return fault
            board = board.moved(self.player, move)
        return None

    def _why_not_move(self, board: Board, move: Move) -> IllegalPlay | None:
        (src, dst), opponent = move, self.player.opponent
        if dst >= src:
            return IllegalPlay(PlayRule.MOVE_BACKWARDS, src=src, dst=dst)
        if src > BAR or dst < OFF or not board.counts(self.player)[src]:
            return IllegalPlay(PlayRule.NO_CHECKER, src=src)
        holding = 0 if dst == OFF else board.counts(opponent)[board.opponent_point(dst)]
        if holding >= board.movement.holding:
            return IllegalPlay(PlayRule.POINT_BLOCKED, src=src, dst=dst, count=holding, opponent=opponent)
        return None
