"""A table as one sees it who sits or stands around it: the board, the players, and pages to read.

What is asked and may be done there is another matter: see `bgterm.tui.screens.match_prompting` and `game`.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from bgterm.analysis.match_summary import summary_of
from bgterm.formats.messages import damaged
from bgterm.play.clocks import Clocks
from bgterm.play.leaving_messages import parting
from bgterm.play.table import Table
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.events import Event, OpeningThrown, Rolled
from bgterm.rules.match import Match, Phase
from bgterm.text import events
from bgterm.tui.board.dice_animation import FRAME, tumbling
from bgterm.tui.board.scene import Scene
from bgterm.tui.move_log import GameLog
from bgterm.tui.screens.board import BoardScreen
from bgterm.tui.widgets.match_panels import KeyBar
from bgterm.tui.widgets.table_view import TableView
from bgterm.tui.widgets.text_line import Line

_QUESTION_SAYS_IT = (Phase.OPENING, Phase.DOUBLED)
"""When what happened last is part of the question, and dice or cube lie where it would be told again."""


class TableScreen(BoardScreen):
    """A table: the board and everything around it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "leave", id="leave", tooltip="leave the table; everything is kept"),
        Binding(
            "f", "turn_board", "flip board", id="turn-board", tooltip="turn the board to the player to act, or not"
        ),
        Binding("m", "moves", "moves", id="moves", tooltip="the moves so far"),
        Binding("s", "dice", "dice stats", id="dice", tooltip="how the dice fell"),
        Binding("i", "ids", "ids", show=False, id="ids", tooltip="the position as ids and as text, to be copied"),
        Binding(
            "dollar_sign", "ledger", "ledger", show=False, key_display="$", id="ledger", tooltip="who owes what"
        ),
        Binding("o", "settings", "options", id="settings", tooltip="theme, home side, automatic play"),
        Binding("r", "replay", "replay", id="replay", tooltip="look at the match again, play by play"),
        Binding(
            "escape",
            "toggle_result",
            "board",
            key_display="Esc",
            id="toggle-result",
            tooltip="hide the result, to see the final board, or show it",
        ),
        Binding("question_mark,f1", "help", "help", key_display="?", id="help", tooltip="keys, rules, words"),
    ]

    @property
    def over(self) -> bool:
        """Whether the match is won, or the money session closed."""
        return self._match.winner is not None or self._table.session_closed

    class Told(Message):
        """Something happened at the table."""

    def __init__(self, table: Table, desk: Workspace, notice: str = "", clocks: Clocks | None = None) -> None:
        """Sit down at the table; `notice` is shown first, and `clocks` are those of a match that has them."""
        super().__init__()
        self._table, self._desk, self._clocks = table, desk, clocks
        self._times = ("", "")
        self._tumbling: Timer | None = None
        self._match = table.match
        self._news = deque[tuple[Match, Event]]()
        """The events that are not shown yet: the match after each."""
        self._catching_up = False
        self._log = GameLog(table.header, table.history, self.settings.vocabulary)
        self._notice = notice
        self._said = ""
        """The last notice beside the question; it disappears with its moment."""
        self._greeting = ""
        """The name of the rules: shown at first, unless there is anything else to show."""
        self._stop_watching: Callable[[], None] | None = None
        self._result_hidden = False

    def compose(self) -> ComposeResult:
        """Yield the board with the players beside it, and the lines below."""
        with Vertical(id="page"):
            yield TableView(ascii_only=self._desk.ascii_only)
            yield Line(id="notice")
            yield from self.below()
            yield KeyBar()

    def below(self) -> Iterator[Widget]:
        """Yield what stands below the board."""
        yield from ()

    def on_mount(self) -> None:
        """Follow what happens at the table."""
        self._stop_watching = self._table.watch(self._tell)
        if self._match is not self._table.match:
            self._match = self._table.match
            self._log = GameLog(self._table.header, self._table.history, self.settings.vocabulary)
        self.notify_line(self._first_notice())
        self.lay_out(self.app.size)
        if self._clocks:
            self.set_interval(1, self.show_time)
        self._show()

    def on_unmount(self) -> None:
        """Stop following."""
        if self._stop_watching:
            self._stop_watching()

    def _first_notice(self) -> str:
        """Describe what must be known when one sits down."""
        table = self._table
        if table.damage:
            return damaged(table.damage)
        if table.dice_awaited and table.dice_evidence:
            from bgterm.text.contributions import committed  # only for such dice

            return committed(table.dice_evidence.commitment)
        self._greeting = " ".join(self._about_preset())
        return self._notice or self._greeting

    def _about_preset(self) -> list[str]:
        """Describe what the rules of the match are called, if they have a name."""
        return events.about_preset(self._desk.preset_of(self._match))

    @property
    def settings(self) -> Settings:
        """The settings of the player at this terminal."""
        return self._desk.settings

    def notify_line(self, text: str) -> None:
        """Show a notice until the match continues."""
        self._said = text
        self.show_notice()

    @property
    def notice(self) -> str:
        """The text beside the question: the last notice, or a standing one."""
        return self._said or self.standing_notice()

    def standing_notice(self) -> str:
        """Return what is to be said as long as it holds, and no longer."""
        return self._flag_notice()

    def show_notice(self) -> None:
        """Show what stands beside the question now."""
        self.query_one("#notice", Line).show(self.notice)

    # What happens at the table

    def _tell(self, match: Match, event: Event, number: int) -> None:
        """Remember what happened. It may be another session that made it happen: only a message may follow."""
        self._news.append((match, event))
        self.post_message(self.Told())

    @property
    def _behind(self) -> bool:
        """Whether more has happened at the table than is shown."""
        return bool(self._news)

    def on_table_screen_told(self) -> None:
        """Show what happened."""
        self.catch_up()

    def catch_up(self) -> None:
        """Show every event, one after the other, with the automatic actions that follow."""
        if self._catching_up:
            return
        self._catching_up = True
        try:
            while self._news:
                self._show_event(*self._news.popleft())
        finally:
            self._catching_up = False

    def _show_event(self, match: Match, event: Event) -> None:
        before = self._match
        self._log.add(before, event)
        self._match = match
        self.reply("")
        self.notify_line("")
        self._show()
        if isinstance(event, OpeningThrown | Rolled) and self.tumbles:
            self._tumble()
        self.after_told(before)

    def after_told(self, before: Match) -> None:
        """Do what follows once something that happened is shown; the match was as it was `before`."""

    # What is shown

    def _show(self) -> None:
        """Show the match as it is now."""
        self.shows_anew()
        self._show_board()
        self._show_result()

    def _show_result(self) -> None:
        """Show the result over the board once the match is over, unless it is hidden."""
        table, view = self._table, self.query_one(TableView)
        if self.over and not self._result_hidden:
            summary = summary_of(table.match, table.history, table.header.stake)
            view.show_result(summary, self._keys_of_result)
        else:
            view.show_result(None)

    def lay_out(self, size: Size) -> None:
        """Lay the screen out, the result too."""
        super().lay_out(size)
        self._show_result()

    @property
    def _keys_of_result(self) -> str:
        """The keys that go on from the result and do something now; the key bar has the others."""
        active = {one.binding.id: one.binding for one in self.active_bindings.values() if one.enabled}
        found = [active[name] for name in ("replay", "export", "toggle-result") if name in active]
        return "  ".join(f"{self.app.get_key_display(one)} {one.description}" for one in found)

    def action_toggle_result(self) -> None:
        """Hide the result, to see the final board, or show it again."""
        self._result_hidden = not self._result_hidden
        self._show_result()

    def _show_board(self) -> None:
        if self._tumbling:
            self._tumbling.stop()
            self._tumbling = None
        self._times = self._times_left()
        self._draw(self._scene())

    def _draw(self, scene: Scene) -> None:
        self.query_one(TableView).show(self._match, scene, self._log.game, self._times)

    @property
    def tumbles(self) -> bool:
        """Whether dice tumble before they lie, if the player likes it; those of a wooden board have done so."""
        return self.settings.throw_animation and not self._table.dice_typed

    def _tumble(self) -> None:
        """Animate the dice; any update ends the animation, so that no key waits for it."""
        frames = tumbling(self._scene())
        self._tumbling = self.set_interval(FRAME, partial(self._tumble_on, frames))
        self._tumble_on(frames)

    def _tumble_on(self, frames: Iterator[Scene]) -> None:
        frame = next(frames, None)
        if frame:
            self._draw(frame)
        else:
            self._show_board()

    def _times_left(self) -> tuple[str, str]:
        """Show the time left for each player; nothing without a clock."""
        if self._clocks is None:
            return "", ""
        from bgterm.text.clock import time_left  # only where time is limited

        return time_left(self._clocks.left(Player.WHITE)), time_left(self._clocks.left(Player.BLACK))

    def show_time(self) -> None:
        """Show what time is left now, if it reads otherwise than before."""
        if self._times_left() != self._times:
            self._show_board()
            if self._flag_notice():
                self.notify_line("")
                self.refresh_bindings()

    def _flag_notice(self) -> str:
        """Return the message that a player has no time left; empty while both have."""
        if self._clocks is None or self._clocks.claimant is None:
            return ""
        from bgterm.text.clock import flag_down  # only where time is limited

        return flag_down(self._match.names, self._clocks.claimant)

    @property
    def viewer(self) -> Player:
        """The player whose numbers name the points."""
        actor = self._match.last_game.to_act
        return Player.WHITE if actor is None else actor

    @property
    def bottom(self) -> Player:
        """The player whose home is at the bottom."""
        return self.viewer if self.settings.turn_board else Player.WHITE

    def _scene(self) -> Scene:
        """Return the picture of the board."""
        return Scene.of(
            self._match,
            mover=self.viewer,
            bottom=self.bottom,
            home_right=self.settings.home_right,
            note="" if self._match.last_game.phase in _QUESTION_SAYS_IT else self._log.last,
        )

    # Pages

    async def action_turn_board(self) -> None:
        """Switch between turning the board to the player to act and leaving it."""
        self._changed(await self._desk.change(replace(self.settings, turn_board=not self.settings.turn_board)))

    def action_settings(self) -> None:
        """Change what this terminal shows and does by itself."""
        from bgterm.tui.screens.setup import ask_options  # later: the first board needs no forms

        ask_options(self.app, self._desk, self._changed)

    def _changed(self, said: str) -> None:
        """Show the board with the current settings, and any error about them."""
        if said:
            self.notify_line(said)
        self._show_board()

    def action_moves(self) -> None:
        """Show the moves so far."""
        from bgterm.tui.screens.page import PageScreen  # later: the first board needs no pages

        self.app.push_screen(PageScreen("The moves so far", Content("\n".join(self._log.all)), at_end=True))

    def action_dice(self) -> None:
        """Show how the dice of both fell."""
        from bgterm.tui.screens.dice_statistics import dice_page  # later: the first board needs no pages

        table = self._table
        width = self.app.size.width
        self.app.push_screen(dice_page(table.header, table.history, width, ascii_only=self._desk.ascii_only))

    def action_ids(self) -> None:
        """Show the position in the forms that other programs read."""
        from bgterm.notation.position import position_of  # later, like the page it is for
        from bgterm.tui.screens.position_ids import IdsScreen

        self.app.push_screen(IdsScreen(position_of(self._match), self._match.names))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a ledger where games are played for points without an end, a result when they have ended."""
        if action in ("toggle_result", "replay"):
            return self.over
        return action != "ledger" or not self._match.ruleset.length

    def action_ledger(self) -> None:
        """Show the games of a money session, and who owes whom how much."""
        from bgterm.tui.screens.ledger import ledger_page  # later, like the other pages

        self.app.push_screen(ledger_page(self._match, self._table.header.stake, self.app.size.width))

    def action_help(self) -> None:
        """Show the keys and the rules of this match."""
        from bgterm.analysis.dice_messages import about_dice
        from bgterm.text import help as text_help  # later, like the other pages
        from bgterm.tui.screens.page import help_screen

        header, evidence = self._table.header, self._table.dice_evidence
        commitment = evidence.commitment if evidence else ""
        rules = [
            *self._about_preset(),
            *text_help.rules_of(self._match),
            *text_help.about_stake(header.stake),
            about_dice(header.dice, commitment),
        ]
        self.app.push_screen(help_screen(self.active_bindings, rules, text_help.GLOSSARY.items()))

    def put_away(self) -> str:
        """Close the table, and return how the match can be resumed."""
        if self._clocks:
            self._clocks.stop()
        self._table.close()
        return parting(self._table)

    def action_leave(self) -> None:
        """Leave the table; everything is kept."""
        self.leave(self.put_away())
