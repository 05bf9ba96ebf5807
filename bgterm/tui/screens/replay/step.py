"""A step of a replay for display: the board, the event that led to it, and the moves around it."""

from dataclasses import dataclass, replace

from textual.content import Content

from bgterm.analysis import replay_messages
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.events import Moved, OpeningCorrected, OpeningThrown, Unrecorded
from bgterm.rules.match import MatchState, Phase
from bgterm.rules.replay import Replay
from bgterm.text import score
from bgterm.text.events import LastEvent
from bgterm.tui.board.scene import Scene
from bgterm.tui.widgets.table_view import Course


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step of a replayed match: its state, and the texts and the scene that show it.

    The texts follow the settings of the workspace, which may change.
    """

    replay: Replay
    number: int
    workspace: Workspace

    @property
    def match(self) -> MatchState:
        """The state of the match after this step's event."""
        return self.replay.at(self.number)

    def at(self, number: int) -> "ReplayStep":
        """Return the step with that number; below 0 the first step, beyond the end the last."""
        return replace(self, number=min(max(number, 0), self.replay.last))

    @property
    def is_last(self) -> bool:
        """Whether this is the last step of the match."""
        return self.number == self.replay.last

    @property
    def headline(self) -> str:
        """The event that led to this step; after the last step of a game, how the game ended."""
        match = self.match
        if not self.number:
            return replay_messages.beginning(match)
        if match.shown_game.phase is Phase.OVER and not match.shown_game.pending:
            return score.headline(match, self.workspace.settings.vocabulary)
        text = self._describe(self.number)
        return replay_messages.irregular(text) if self.replay.is_irregular(self.number) else text

    def _describe(self, number: int) -> str:
        return replay_messages.describe(self.replay, number, self.workspace.settings.vocabulary)

    def _viewer(self, bottom: Player) -> Player:
        """Return the player whose numbers name the points: the one who acted last."""
        event, actor = self.replay.event(self.number), self.match.shown_game.to_act
        if event is None or isinstance(event, OpeningThrown | OpeningCorrected | Unrecorded):
            return bottom if actor is None else actor
        return event.player

    def scene(self, bottom: Player) -> Scene:
        """Return the scene of the step with the home of `bottom` at the bottom; after a play it has its dice."""
        match = self.match
        played = match.shown_game.last_turn if isinstance(self.replay.event(self.number), Moved) else None
        scene = Scene.of(
            match,
            mover=self._viewer(bottom),
            bottom=bottom,
            home_right=self.workspace.settings.home_right,
            note=replay_messages.note(self.replay, self.number) if played else LastEvent(),
        )
        if played is None:
            return scene
        return scene._replace(dice=played.dice.pips, used=played.dice.pips, roller=played.player)

    @property
    def course(self) -> Course:
        """The plays of the current game up to this step, as a `TableView` lists them."""
        steps = (step for step in self.replay.game(self.number) if step <= self.number)
        return Course(replay_messages.move_list(self.replay, steps))

    def all_moves(self) -> Content:
        """Return all steps of the current game as lines of text, this one highlighted and later ones dimmed."""
        styles = {-1: "", 0: "bold reverse", 1: "$board-quiet"}
        return Content("\n").join(
            Content.styled(f"  {self._describe(number)}", styles[(number > self.number) - (number < self.number)])
            for number in self.replay.game(self.number)
            if number
        )

    def pips(self) -> tuple[list[tuple[int, int]], int]:
        """Return White's and Black's pips after each turn of the whole game, and the index of the current turn."""
        pips = self.replay.pips(self.replay.game(self.number))
        return [pair for _, pair in pips], max(sum(number <= self.number for number, _ in pips) - 1, 0)

    @property
    def pips_so_far(self) -> list[tuple[int, int]]:
        """White's and Black's pips after each turn of the game, up to this step."""
        pips, now = self.pips()
        return pips[: now + 1]
