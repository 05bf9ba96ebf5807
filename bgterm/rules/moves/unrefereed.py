"""The plays that are possible without a referee, legal or not: only the opponent can challenge them."""

from collections.abc import Container

from bgterm.rules.board import BAR, OFF, Board, Move, Player
from bgterm.rules.errors import IllegalPlay, PlayRule
from bgterm.rules.moves.base import Play

_MOST = 4
"""The most moves of a play."""


class FreePlays(Container[Play]):
    """The plays of a roll in a match without a referee: up to four moves, whatever the dice show. [RULES A-73]

    A move takes a checker of the player forward, onto a point that is not blocked.
    """

    def __init__(self, board: Board, player: Player) -> None:
        """Take the board before the play."""
        self.board, self.player = board, player

    def __contains__(self, play: object) -> bool:
        """Whether the moves can be made one after the other."""
        return isinstance(play, tuple) and self.why_not(play) is None

    def after(self, prefix: Play) -> frozenset[Move]:
        """Return the moves that may follow those in `prefix`, where the play may also end; none after four."""
        if len(prefix) == _MOST or prefix not in self:
            return frozenset()
        board = self.board.played(self.player, prefix)
        moves = (
            Move(src, dst) for src, count in enumerate(board.counts(self.player)) if count for dst in range(src)
        )
        return frozenset(move for move in moves if self._why_not_move(board, move) is None)

    def why_not(self, play: Play) -> IllegalPlay | None:
        """Return why a play is impossible even without a referee; None when it is possible."""
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
