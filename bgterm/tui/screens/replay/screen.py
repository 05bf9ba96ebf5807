"""Looking at a match again, play by play, on the board; and playing on from any position of it."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.timer import Timer

from bgterm.analysis import replay_messages
from bgterm.catalog import N_, _
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.notation.dice import has_verifiable_dice
from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.replay import Replay
from bgterm.text import score
from bgterm.tui.screens.base import BaseScreen
from bgterm.tui.screens.board import BoardScreen
from bgterm.tui.screens.pages.page import PageScreen, help_screen
from bgterm.tui.screens.replay.step import ReplayStep
from bgterm.tui.widgets.match_panels import KeyBar
from bgterm.tui.widgets.pip_chart import PipChart
from bgterm.tui.widgets.table_view import TableView
from bgterm.tui.widgets.text_line import Line

PACES = (4.0, 2.0, 1.0, 0.5, 0.25)
"""The seconds between two plays when they go by themselves, from slow to fast."""

TableScreenMaker = Callable[[Table, Workspace, str], BaseScreen]
"""Makes the screen of a table, with something to say at the start."""


class ReplayScreen(BoardScreen):
    """A match to go through."""

    DEFAULT_CSS = """
    ReplayScreen { align: center middle; background: $background; }
    ReplayScreen #headline { text-style: bold; }
    ReplayScreen #below { height: auto; padding: 0 1; margin-bottom: 1; }
    ReplayScreen.-low #below { margin-bottom: 0; }
    ReplayScreen.-low #notice { display: none; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", N_("leave"), key_display="q", id="leave"),
        Binding("right,l", "go('next_play')", N_("play"), key_display="left/right", id="replay-next"),
        Binding("left,h", "go('previous_play')", show=False, id="replay-previous"),
        Binding(
            "full_stop",
            "step(1)",
            N_("step"),
            key_display=", .",
            id="replay-step",
            tooltip=N_("step through rolls too"),
        ),
        Binding("comma", "step(-1)", show=False, id="replay-step-back"),
        Binding("pagedown", "go('next_game')", N_("game"), key_display="PgUp/PgDn", id="replay-game"),
        Binding("pageup", "go('previous_game')", show=False, id="replay-game-back"),
        Binding(
            "d", "mark(1)", N_("double"), id="replay-mark", tooltip=N_("the next double or wrong play; D the last")
        ),
        Binding("D", "mark(-1)", show=False, id="replay-mark-back"),
        Binding(
            "space", "run", N_("autoplay"), key_display="Space", id="replay-run", tooltip=N_("autoplay, or pause")
        ),
        Binding("plus,equals_sign", "pace(1)", show=False, id="replay-faster"),
        Binding("minus", "pace(-1)", show=False, id="replay-slower"),
        Binding("home", "to(0)", show=False, id="replay-home"),
        Binding("end", "to(-1)", show=False, id="replay-end"),
        Binding(
            "p", "play_on", N_("play on"), id="replay-play-on", tooltip=N_("play on from here as a new match")
        ),
        Binding("f", "turn", N_("flip board"), id="replay-turn", tooltip=N_("turn the board")),
        Binding("m", "moves", N_("moves"), id="replay-moves", tooltip=N_("all the moves of the game")),
        Binding(
            "s", "page('dice')", N_("dice stats"), id="replay-dice", tooltip=N_("how the dice fell up to here")
        ),
        Binding(
            "i", "page('ids')", N_("ids"), id="ids", tooltip=N_("the position as ids and as text, to be copied")
        ),
        Binding(
            "v", "proof", N_("dice proof"), id="proof", tooltip=N_("the proof of the dice, to be copied and saved")
        ),
        Binding("w", "faults", N_("faults"), id="replay-faults", tooltip=N_("what is wrong with the file")),
        Binding("dollar_sign", "page('ledger')", N_("ledger"), key_display="$", id="replay-ledger"),
        Binding("e", "export", N_("export"), id="replay-export", tooltip=N_("write it as .mat and .sgf files")),
        Binding("question_mark,f1", "help", N_("help"), key_display="?", id="help"),
    ]

    def __init__(
        self, record: GameRecord, workspace: Workspace, name: str, table_screen: TableScreenMaker
    ) -> None:
        """Open a match under the `name` of its save or file.

        Playing on from a position opens a new table, on the screen that `table_screen` returns for it.
        """
        super().__init__()
        self._record, self._workspace, self._record_name = record, workspace, name
        self._table_screen = table_screen
        self._step = ReplayStep(Replay(record.header, record.events), 0, workspace)
        self._bottom = Player.WHITE
        self._pace = PACES.index(1.0)
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the board, and below it what happened and the race."""
        with Vertical(id="page"):
            yield TableView(ascii_only=self._workspace.ascii_only)
            yield Line(id="notice")
            with Vertical(id="below"):
                yield Line(id="headline")
                yield PipChart(ascii_only=self._workspace.ascii_only)
            yield KeyBar()

    def on_mount(self) -> None:
        """Begin at the beginning; a click goes on, and one of the right button back."""
        self.table_view.board.on_spot = lambda _spot, _again: "right"
        self.lay_out(self.app.size)
        self._show()
        self._say(replay_messages.about(self._record.match, self._record.problems))

    def _say(self, text: str) -> None:
        """Show a message that is not part of the match."""
        self.query_one("#headline" if self.has_class("-low") else "#notice", Line).show(text)

    undo_key = "left"

    # Where one is

    def _go(self, number: int) -> None:
        """Go to a step, and show it."""
        self._step = self._step.at(number)
        if self._step.is_last:
            self._stop()
        self._show()

    def action_go(self, way: str) -> None:
        """Go to the next or previous play or game."""
        replay = self._step.replay
        ways = {
            "next_play": replay.next_play,
            "previous_play": replay.previous_play,
            "next_game": replay.next_game,
            "previous_game": replay.previous_game,
        }
        self._go(ways[way](self._step.number))

    def action_step(self, by: int) -> None:
        """Go a single step."""
        self._go(self._step.number + by)

    def action_to(self, number: int) -> None:
        """Go to the beginning, or to the end."""
        self._go(self._step.replay.last if number < 0 else number)

    def action_mark(self, way: int) -> None:
        """Go to the next double, irregular play or gap, or to the last one before."""
        replay, here = self._step.replay, self._step.number
        there = replay.next_mark(here) if way > 0 else replay.previous_mark(here)
        if replay.is_marked(there):
            self._go(there)
        elif way > 0:
            self._say(_("No double and no irregular play comes after this."))
        else:
            self._say(_("No double and no irregular play comes before this."))

    # By itself

    def action_run(self) -> None:
        """Start or stop the autoplay."""
        if self._timer:
            self._stop()
        else:
            self._start()
        self._show()

    def action_pace(self, by: int) -> None:
        """Change the speed of the autoplay."""
        self._pace = min(max(self._pace + by, 0), len(PACES) - 1)
        self._start()
        self._show()

    def _start(self) -> None:
        self._stop()
        if self._step.is_last:
            self._step = self._step.at(0)
        self._timer = self.set_interval(PACES[self._pace], self._run_on)

    def _stop(self) -> None:
        if self._timer:
            self._timer.stop()
        self._timer = None

    def _run_on(self) -> None:
        """Go on by a play, unless a page lies over the board."""
        if self.is_active:
            self.action_go("next_play")

    # What is shown

    def _show(self) -> None:
        """Show where one is."""
        step, board = self._step, self.table_view.board
        board.settle()  # the plays may go on by themselves, faster than the checkers
        board.moves = self._workspace.motion
        self.table_view.show(step.match, step.scene(self._bottom), step.course)
        pace = PACES[self._pace] if self._timer else None
        self._say(replay_messages.where(step.match, step.number, step.replay.last, pace=pace))
        self.query_one("#headline", Line).show(step.headline)
        self.query_one(PipChart).show(*step.pips())
        self.refresh_bindings()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key applies: a ledger needs a money session, an export a folder of the player's."""
        if action in ("export", "play_on"):
            return self._workspace.exports is not None
        if parameters == ("ledger",):
            return not self._record.match.ruleset.length
        if action == "proof":
            return has_verifiable_dice(self._record.header)
        if action == "faults":
            return bool(self._record.problems)
        return True

    def action_turn(self) -> None:
        """Turn the board."""
        self._bottom = self._bottom.opponent
        self._show()

    def action_moves(self) -> None:
        """Show all the moves of the game."""
        self.app.push_screen(PageScreen(score.title(self._step.match), self._step.all_moves()))

    def action_page(self, name: str) -> None:
        """Show the page of that name about the match up to here."""
        from bgterm.tui.screens.pages.record import page_of  # loaded on demand

        step, width, ascii_only = self._step, self.app.size.width, self._workspace.ascii_only
        so_far = step.replay.until(step.number)
        self.app.push_screen(page_of(name, self._record.header, step.match, so_far, width, ascii_only=ascii_only))

    def action_proof(self) -> None:
        """Show what the dice can be verified by."""
        from bgterm.tui.screens.pages.proof import ProofScreen, Proven  # loaded on demand

        self.app.push_screen(ProofScreen(Proven.in_file(self._record, self._record_name), self._workspace.exports))

    def action_faults(self) -> None:
        """Show what is wrong with the file."""
        lines = map(fault_line, self._record.problems)
        self.app.push_screen(PageScreen(_("What is wrong with the file"), Content("\n".join(lines))))

    def action_export(self) -> None:
        """Write the match for other programs."""
        from bgterm.tui.screens.pages.record import export_page  # loaded on demand

        if folder := self._workspace.exports:
            self.app.push_screen(export_page(folder, self._record.header, self._record.items, self._record_name))

    def action_play_on(self) -> None:
        """Play on from here as a new match."""
        if self._step.match.winner is not None:
            self._say(_("The match is over here: go back to a position that can be played on."))
            return
        self._stop()
        try:
            table = self._workspace.table_from(self._record, self._step.match)
        except BackgammonError as error:
            self._say(f"{error}.")
        else:
            notice = _("A new match from this position, saved on its own: the other stays as it is.")
            self.app.push_screen(self._table_screen(table, self._workspace, notice))

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(help_screen(self.active_bindings))

    def action_leave(self) -> None:
        """Leave."""
        self._stop()
        self.leave()
