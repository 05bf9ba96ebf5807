"""Replaying a match on the board, play by play, and playing on from any position."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.geometry import Size
from textual.timer import Timer
from textual.widget import Widget

from bgterm.analysis import replay_messages
from bgterm.catalog import N_, _
from bgterm.formats.engine_notes import engine_seat
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.notation.dice import DiceKind
from bgterm.play.table import Table
from bgterm.profile.workspace import MatchFile, Workspace
from bgterm.rules.board import Player
from bgterm.rules.events import DECISIONS
from bgterm.rules.replay import Replay
from bgterm.text import score
from bgterm.text.joining import join_list
from bgterm.tui.input import bind
from bgterm.tui.screens.analysing import AnalysingScreen, PracticeWanted, chosen_analysis
from bgterm.tui.screens.base import BaseScreen, asks
from bgterm.tui.screens.board import BoardScreen
from bgterm.tui.screens.dialogs import PageScreen
from bgterm.tui.screens.pages import page_of
from bgterm.tui.screens.replay.analysis import ReplayAnalysis, RolloutScreen
from bgterm.tui.screens.replay.step import ReplayStep
from bgterm.tui.widgets.chart import BarChart, race
from bgterm.tui.widgets.text_line import Line

TableScreenMaker = Callable[[Table, Workspace, str], BaseScreen]
"""A function that returns the screen of a table, with a first notice."""


_CHARTS = {56: 7, 36: 5}
"""The rows of the equity chart, by the fewest rows of the window; 2 in a lower one."""
_MISTAKES = N_("the next mistake, N the previous: ?! costs 0.03 or more, ? 0.06, ?? 0.12")
_PROOF = N_("the proof of the dice, to be copied and saved")
BINDINGS: list[BindingType] = [
    bind("escape", "stop_analysis", "replay-stop", N_("stop"), shown="Esc", rank=1),
    bind("q,escape", "leave", "leave", N_("leave"), shown="q", leaves=True),
    bind("right,l", "go('next_play')", "replay-next", N_("play"), shown="left/right", rank=2),
    bind("left,h", "go('previous_play')", "replay-previous"),
    bind("full_stop", "step(1)", "replay-step", N_("step"), N_("step through rolls too"), ", ."),
    bind("comma", "step(-1)", "replay-step-back"),
    bind("pagedown", "go('next_game')", "replay-game", N_("game"), shown="PgUp/PgDn", rank=17),
    bind("pageup", "go('previous_game')", "replay-game-back"),
    bind("d", "mark(1)", "replay-mark", N_("double"), N_("the next double or wrong play; D the previous")),
    bind("D", "mark(-1)", "replay-mark-back"),
    bind("space", "run", "replay-run", N_("autoplay"), N_("autoplay, or pause"), "Space", rank=16),
    bind("plus,equals_sign", "pace(1)", "replay-faster"),
    bind("minus", "pace(-1)", "replay-slower"),
    bind("home", "to(0)", "replay-home"),
    bind("end", "to(-1)", "replay-end"),
    bind("a", "analyse", "replay-analyse", N_("analyse"), N_("analyse the match, or show the figures")),
    chosen_analysis("replay-analyse-by"),
    bind("r", "roll_out", "replay-rollout", N_("rollout"), N_("roll out the decision; again for more trials")),
    bind("n", "mistake(1)", "replay-mistake", N_("mistake"), _MISTAKES, rank=4),
    bind("N", "mistake(-1)", "replay-mistake-back"),
    bind("b", "better", "replay-better", N_("better"), N_("the better play, or the one made"), rank=3),
    bind("p", "play_on", "replay-play-on", N_("play on"), N_("play on from here as a new match")),
    bind("P", "practise", "replay-practise", N_("practise"), N_("be asked your worst decisions of the match")),
    bind("f", "turn", "replay-turn", N_("flip board"), N_("turn the board")),
    bind("m", "page('moves')", "replay-moves", N_("moves"), N_("all the moves of the game")),
    bind("s", "page('dice')", "replay-dice", N_("dice stats"), N_("how the dice fell up to here")),
    bind("i", "page('ids')", "ids", N_("ids"), N_("the position as ids and as text, to be copied")),
    bind("v", "page('proof')", "proof", N_("dice proof"), _PROOF, rank=22),
    bind("w", "page('faults')", "replay-faults", N_("faults"), N_("what is wrong with the file")),
    bind("dollar_sign", "page('ledger')", "replay-ledger", N_("ledger"), shown="$"),
    bind("e", "page('export')", "replay-export", N_("export"), N_("write it as .mat and .sgf files")),
    bind("question_mark,f1", "help", "help", N_("help"), shown="?"),
]


PACES = (4.0, 2.0, 1.0, 0.5, 0.25)
"""The seconds between two plays, from slow to fast, in each pace."""


class ReplayScreen(AnalysingScreen, BoardScreen):
    """The screen on which a recorded match is replayed step by step, analysed, and continued from any position."""

    DEFAULT_CSS = """
    ReplayScreen #below { height: auto; padding: 0 1; margin-bottom: 1; }
    ReplayScreen #headline { text-style: bold; }
    ReplayScreen #verdict, ReplayScreen #equity { display: none; }
    ReplayScreen.-analysing #verdict, ReplayScreen.-analysed #verdict { display: block; }
    ReplayScreen.-analysed #equity { display: block; }
    ReplayScreen.-analysing #below, ReplayScreen.-analysed #below { margin-bottom: 0; }
    ReplayScreen.-tall #below { margin-bottom: 1; }
    ReplayScreen.-low #below { margin-bottom: 0; }
    ReplayScreen.-low #equity { display: none; }
    ReplayScreen.-analysed #race, ReplayScreen.-low.-analysing #race { display: none; }
    """

    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(
        self,
        record: GameRecord,
        workspace: Workspace,
        name: str,
        table_screen: TableScreenMaker,
        path: Path | None = None,
    ) -> None:
        """Open a match under the `name` of its save or file; an analysis is saved beside its `path`.

        Playing on from a position opens a new table, on the screen that `table_screen` returns for it.
        """
        super().__init__(workspace)
        self._record, self._record_name, self._path = record, name, path
        self._table_screen = table_screen
        self._step = ReplayStep(Replay(record.header, record.events), 0, workspace)
        self._analysis = ReplayAnalysis(record, self._step.replay, workspace, path)
        self._headline, self._verdict = Line(id="headline"), Line(id="verdict")
        self._equity, self._race = BarChart(id="equity"), BarChart(id="race")
        self._shows_better = False
        self._bottom = Player.WHITE
        self._pace = PACES.index(1.0)
        self._autoplay: Timer | None = None
        """The timer of the autoplay; None while it is stopped."""

    def below(self) -> Sequence[Widget]:
        """Return the notice, and the lines with the event, the verdict, and the chart of equity or the race."""
        below = Vertical(self._headline, self._verdict, self._equity, self._race, id="below")
        return (Line(id="notice"), below)

    def on_mount(self) -> None:
        """Show the first step; clicks go forward, right clicks back."""
        self.table_view.board.on_spot = lambda _spot, _again: "right"
        self.lay_out(self.app.size)
        self._show()
        self.say(replay_messages.about(self._record.match, self._record.problems))
        self._load_analysis()

    def show_notice(self, text: str) -> None:
        """Show a message below the board; in a low window, in place of the event of the step."""
        (self._headline if self.has_class("-low") else self.query_one("#notice", Line)).show(text)

    undo_key = "left"

    # Going through the match

    def _go(self, number: int) -> None:
        """Go to a step, and show it."""
        self._step, self._shows_better = self._step.at(number), False
        if self._step.is_last:
            self._stop_autoplay()
        self._show()

    def action_go(self, way: str) -> None:
        """Go to the step that a method of `Replay` returns for the current one; `way` is its name."""
        self._go(getattr(self._step.replay, way)(self._step.number))

    def action_step(self, by: int) -> None:
        """Go to the next step for 1, or to the previous for -1."""
        self._go(self._step.number + by)

    def action_to(self, number: int) -> None:
        """Go to the step with this number, where 0 is the start of the match and -1 its last step."""
        self._go(self._step.replay.last if number < 0 else number)

    def action_mark(self, way: int) -> None:
        """Go to the next double, irregular play or gap in the record; to the previous one if `way` is negative."""
        replay, here = self._step.replay, self._step.number
        there = replay.next_mark(here) if way > 0 else replay.previous_mark(here)
        if replay.is_marked(there):
            self._go(there)
        elif way > 0:
            self.say(_("No double and no irregular play comes after this."))
        else:
            self.say(_("No double and no irregular play comes before this."))

    # By itself

    def action_run(self) -> None:
        """Start or stop the autoplay."""
        if self._autoplay:
            self._stop_autoplay()
            self._show()
        else:
            self.action_pace(0)

    def action_pace(self, by: int) -> None:
        """Start the autoplay, faster than before for 1, slower for -1, or at the same pace for 0."""
        if self._step.is_last:
            self._step = self._step.at(0)
        self._stop_autoplay()
        self._pace = min(max(self._pace + by, 0), len(PACES) - 1)
        self._autoplay = self.set_interval(PACES[self._pace], self._run_on)
        self._show()

    def _stop_autoplay(self) -> None:
        """Stop the autoplay."""
        if self._autoplay:
            self._autoplay.stop()
        self._autoplay = None

    def _run_on(self) -> None:
        """Go on by one play, unless a page covers the board."""
        if self.is_active:
            self.action_go("next_play")

    # Display

    def lay_out(self, size: Size) -> None:
        """Lay the screen out for a window of this size, with rows for the chart of equity if they fit."""
        analysed = self._analysis.analysis is not None
        rows = next((rows for least, rows in _CHARTS.items() if size.height >= least), 2)
        self.set_class(analysed, "-analysed")
        self.set_class(analysed and rows > 2, "-tall")
        self._equity.styles.height = rows
        super().lay_out(size - Size(0, rows - 1 if self.has_class("-tall") else 0))

    def _show(self) -> None:
        """Show the current step."""
        step, board, analysis = self._step, self.table_view.board, self._analysis
        board.settle()  # the plays may go on by themselves, faster than the checkers
        board.moves = self._workspace.motion
        headline, scene = step.headline, step.scene(self._bottom)
        if self._shows_better and (best := analysis.better(step.number)):
            headline, scene = analysis.with_better(scene, step.number, best)
        course = step.course._replace(pips=step.pips_so_far) if analysis.analysis else step.course
        self.table_view.show(step.match, scene, course)
        pace = PACES[self._pace] if self._autoplay else None
        where = replay_messages.where(step.match, step.number, step.replay.last, pace=pace)
        self.show_notice(join_list([where, analysis.luck(step.number)]))
        self._headline.show(headline)
        self._race.tell(partial(race, *step.pips()))
        self._show_verdict()

    def show_analysis(self) -> None:
        """Draw the progress of the analysis and its verdict on the step.

        The first results lay the screen out again.
        """
        if self.has_class("-analysed") == (self._analysis.analysis is not None):
            self._show_verdict()
        else:
            self.lay_out(self.app.size)
            self._show()

    def _show_verdict(self) -> None:
        """Show the progress of the analysis, its verdict on the step, and the equity over the match."""
        analysis, number = self._analysis, self._step.number
        self.set_class(analysis.is_running, "-analysing")
        self._verdict.show("  ".join(filter(None, [analysis.progress(), analysis.verdict(number)])))
        self._equity.tell(partial(analysis.equities, number))
        self.refresh_bindings()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action applies to the match and the step, such as a ledger to a money session."""
        analysis, exports = self._analysis, self._workspace.exports is not None
        match action, *parameters:
            case _, "ledger":
                return not self._record.match.ruleset.length
            case _, "proof":
                return self._record.header.dice == DiceKind.VERIFIABLE
            case _, "faults":
                return bool(self._record.problems)
            case ["play_on"] | [_, "export"]:
                return exports
            case ["analyse_by"]:  # a server chooses the engine
                return exports and analysis.is_possible and not analysis.is_running
            case ["analyse" | "practise" | "roll_out"]:
                decided = isinstance(self._step.replay.event(self._step.number), DECISIONS)
                return analysis.is_possible and (decided or action != "roll_out")
            case ["stop_analysis"]:
                return analysis.is_running
            case ["better"]:
                return analysis.better(self._step.number) is not None
            case "mistake", _:
                return analysis.analysis is not None
            case _:
                return True

    def no_use(self, key: Key) -> str:
        """Return the message that a key does nothing now, such as that the match must be analysed first."""
        if key.key in ("n", "N", "b") and self._analysis.is_possible and not self._analysis.analysis:
            return _("Press a to analyse the match: then n and N go to mistakes.")
        if key.key == "r" and self._analysis.is_possible:
            return _("Nothing was decided here: go to a play or a double, then r rolls it out.")
        return super().no_use(key)

    # The analysis

    @work
    async def _load_analysis(self) -> None:
        """Show the saved analysis, if there is one."""
        remark = await self._analysis.load()
        self.show_analysis()
        if remark:
            self.say(remark)

    def outcome(self) -> str:
        """Use the results of the running analysis; return the sentence about its end, or an empty text."""
        return self._analysis.update()

    async def subject(self) -> MatchFile | None:
        """Return the replayed match with its name and path; None if it has no file and cannot be analysed."""
        return MatchFile(self._record, self._record_name, self._path) if self._path else None

    def action_analyse(self) -> None:
        """Analyse the match in the background; if it is analysed, open the page with both players' figures."""
        if self._analysis.is_complete:
            self.app.push_screen(self._analysis.page(self._step.number, self._go))
        elif not self._analysis.is_running:
            super().action_analyse()

    @asks
    async def action_roll_out(self) -> None:
        """Roll out the decision that led to the current step; a finished rollout replaces its analysis."""
        self._stop_autoplay()
        number = self._step.number
        decision = self._analysis.decision(number)
        page = RolloutScreen(self._step.headline, partial(self._analysis.rollout, number, decision))
        await self.app.push_screen_wait(page)
        with self.refusals_shown():
            await self._analysis.judge_anew(decision, page.rollout)
        self._show()

    def action_mistake(self, way: int) -> None:
        """Go to the next step with a mistake, or to the previous one if `way` is negative."""
        there = self._analysis.mistake(self._step.number, way)
        if there is not None:
            self._go(there)
        elif way > 0:
            self.say(_("No mistake comes after this."))
        else:
            self.say(_("No mistake comes before this."))

    def action_better(self) -> None:
        """Show the board after the best play in place of the one made, or after the one made again."""
        self._shows_better = not self._shows_better
        self._show()

    def action_turn(self) -> None:
        """Flip the board, so that the other player's home is at the bottom."""
        self._bottom = self._bottom.opponent
        self._show()

    def action_page(self, name: str) -> None:
        """Open the page called `name` about the match up to the current step, such as "dice"."""
        match, step, width = self._record, self._step, self.app.size.width
        match name:
            case "moves":
                page = PageScreen(score.title(step.match), step.all_moves())
            case "faults":
                lines = "\n".join(map(fault_line, match.problems))
                page = PageScreen(_("What is wrong with the file"), Content(lines))
            case _:
                so_far = step.replay.until(step.number)
                page = page_of(name, match, self._record_name, step.match, so_far, self._workspace, width)
        self.app.push_screen(page)

    async def action_practise(self) -> None:
        """Open a practice of the worst decisions of the match."""
        self._stop_autoplay()
        self.app.post_message(PracticeWanted(await self.subject()))

    @asks
    async def action_play_on(self) -> None:
        """Open a new match from the current position, after asking for the opponent in a form."""
        from bgterm.tui.screens.setup.forms import opponent_form  # loaded on demand

        match = self._step.match
        if match.winner is not None:
            self.say(_("The match ends here: go back to an earlier position."))
            return
        self._stop_autoplay()
        side = (match.shown_game.to_act or Player.WHITE).opponent
        level = self._workspace.settings.offer.level
        form = opponent_form(match.variant, engine_seat(self._record.items), side, level)
        if (chosen := await self.app.push_screen_wait(form)) is None:
            return
        with self.refusals_shown():
            table = self._workspace.table_from(self._record, match, *chosen)
            notice = _("A new match from this position, saved on its own: the other stays as it is.")
            self.app.push_screen(self._table_screen(table, self._workspace, notice))

    def action_leave(self) -> None:
        """Close the replay and show the screen below, or quit."""
        self._stop_autoplay()
        self.leave()
