"""The contents of the screen of a match from top to bottom."""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from bgterm.analysis.match_summary import game_summary, summary_of
from bgterm.tui.match_session import MatchSession
from bgterm.tui.prompts.area import PromptArea
from bgterm.tui.prompts.base import Answer
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.score_sheet import Course
from bgterm.tui.widgets.table_view import TableView
from bgterm.tui.widgets.text_line import Line


class MatchDisplay(Vertical):
    """The board with the players beside it, a notice, the question, and the keys."""

    def __init__(self, session: MatchSession, answered: Callable[[Answer], None], below: Sequence[Widget]) -> None:
        """Show the match of a session, with the widgets `below` between the question and the keys."""
        super().__init__(id="page")
        self._session, self._below = session, below
        self.table_view = TableView(ascii_only=session.workspace.ascii_only)
        self.area = PromptArea(session.table, answered)
        """The area of the prompts."""
        self._line = Line(id="notice")
        self._notice = ""
        """The last notice beside the question; it disappears with its moment."""
        self._remark = ""
        self._times = ("", "")

    def compose(self) -> ComposeResult:
        """Yield the parts from top to bottom."""
        yield from (self.table_view, self._line, self.area, *self._below, KeyBar())

    # Beside the question

    def greet(self, notice: str) -> None:
        """Show the first notice, of the session or else this one, and in the title what the rules are called."""
        self.table_view.name_rules(self._session.workspace.preset_of(self._session.match))
        self.say(self._session.first_notice() or notice)

    def say(self, notice: str) -> None:
        """Show a notice until the match goes on."""
        self._notice = notice
        self.show_notice()

    def add(self, remark: str) -> None:
        """Show a remark in a small window, where there is no more urgent notice."""
        self._remark = remark
        self.show_notice()

    def show_notice(self) -> None:
        """Show the last notice, or a standing one; in a small window in the last line of the question."""
        notice = self._notice or self._session.standing_notice()
        self._line.show(notice)
        self.area.add((notice or self._remark) if self.screen.has_class("-low") else "")

    def show_question(self) -> None:
        """Show the question as the session sees it now."""
        self.area.show_view(self._session.view)

    # The board

    def show_board(self) -> None:
        """Show the board with all that stands around it."""
        self._times, board = self._session.times_left(), self.table_view.board
        board.moves, board.tumbles = self._session.workspace.motion, not self._session.table.dice_typed
        match, log = self._session.match, self._session.log
        course = Course(log.brief, len(log.brief), [*log.pips, match.last_game.board.pips_of_both])
        self.table_view.show(match, self._session.scene(), course, self._times)
        self._session.share_draft()

    def show_time(self) -> bool:
        """Show the time that is left now; return whether it reads otherwise than before."""
        times = self._session.times_left()
        changed, self._times = times != self._times, times
        if changed:
            self.table_view.show_times(times)
        return changed

    def show_result(self) -> None:
        """Show the result of the game or of the match over the board, while the session shows it."""
        session, table = self._session, self._session.table
        if not session.shows_result:
            self.table_view.show_result(None)
        elif session.over:
            self.table_view.show_result(summary_of(table.match, table.history, table.header.stake))
        else:
            self.table_view.show_result(game_summary(session.match, session.settings.vocabulary))

    def toggle_result(self) -> None:
        """Hide the result, to see the final board, or show it again."""
        self._session.result_hidden = not self._session.result_hidden
        self.show_result()
        self.show_question()
