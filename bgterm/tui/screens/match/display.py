"""The widgets of a match screen from top to bottom."""

from collections.abc import Sequence
from math import inf
from time import monotonic

from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from bgterm.catalog import _
from bgterm.play.participant import Participant, View
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState, Phase
from bgterm.text import events
from bgterm.tui.board.scene import Scene
from bgterm.tui.screens.match.lines import Lines, NumberedList, lines
from bgterm.tui.widgets.key_bar import KeyBar
from bgterm.tui.widgets.table_view import Course, TableView
from bgterm.tui.widgets.text_line import Line, TextLines, ellipsis, with_short_names

_QUESTION_SAYS_IT = (Phase.OPENING, Phase.DOUBLED, Phase.OVER)
"""The phases whose question repeats the last event, or whose dice, cube or result cover the note."""


class QuestionArea(TextLines):
    """The three lines below the board for the match's question, or for a numbered list while one is open.

    Their number is fixed, so that a new question does not move the board.
    """

    DEFAULT_CSS = "QuestionArea { height: 3; margin-bottom: 1; padding: 0 1; }"
    numbered: NumberedList | None = None
    """The open list; None while there is none."""

    question = ""
    """The name of the question."""

    shown_since = inf
    """The time since when the question and its answers are shown."""

    _said: Lines = ("", "", "")
    _aside: str | Content = ""

    def ask(self, name: str, said: Lines) -> None:
        """Show the three lines of the question called `name`, such as "roll", and close any numbered list."""
        self.question, self.numbered = name, None
        self.shown_since = monotonic()
        self.show_lines(said)

    def offer(self, numbered: NumberedList) -> None:
        """Open a numbered list in place of the question, or show another page of the open list."""
        self.numbered = numbered
        self.shown_since = monotonic()
        self.show_lines(numbered.lines())

    def show_lines(self, said: Lines) -> None:
        """Replace the three lines shown; the question and the open list stay the same."""
        self._said = said
        self._fill()

    def add(self, aside: str | Content) -> None:
        """Show a remark in the third line while the question has no text there; an empty text removes it."""
        self._aside = aside
        self._fill()

    def _fill(self) -> None:
        question, middle, last = self._said
        self.show(Content.assemble(question).stylize_before("bold"), middle, last or self._aside)


class MatchDisplay(Vertical):
    """The widgets of a match screen: the board with the players beside it, a notice, the question, the keys."""

    def __init__(self, here: Participant, workspace: Workspace, below: Sequence[Widget]) -> None:
        """Show the view of a participant, with the widgets `below` between the question and the keys."""
        self.table_view, self.area, self._line = TableView(), QuestionArea(), Line(id="notice")
        super().__init__(self.table_view, self._line, self.area, *below, KeyBar(), id="page")
        self._here, self._workspace = here, workspace
        self.game_log = events.GameLog(here.table.header, here.table.history, workspace.settings.vocabulary)
        """The log of the match's events in words."""
        self.result_hidden = False
        """Whether the result is hidden so that the final board can be seen."""
        self.turned = False
        """Whether the board is flipped on this terminal only."""
        self._notice = ""
        """The last notice beside the question, which is shown until the match continues."""
        self._remark = ""

    @property
    def _view(self) -> View:
        return self._here.view

    # Beside the question

    def greet(self, greeting: str) -> None:
        """Show the first notice of a match, except in a low window where the legal moves need its line."""
        if not (self._is_low and self._view.draft):
            self.say(greeting)

    def say(self, notice: str) -> None:
        """Show a notice in place of the one before, until the next event of the match; empty for none."""
        self._notice = notice
        self.show_notice()
        if self._is_low:
            self.show_question()

    def add(self, remark: str) -> None:
        """Show a remark in a low window, below the question, unless a notice is there."""
        self._remark = remark
        self.show_notice()

    def add_below(self, aside: str) -> None:
        """Show a remark below the question until the next notice; do nothing in a low window."""
        if not self._is_low:
            self.area.add(aside)

    def show_notice(self) -> None:
        """Draw the last notice, or without one the venue's standing notice, such as a flag down.

        In a low window it is in the last line of the question.
        """
        notice = self._fitted(self._notice or self._here.venue.standing_notice())
        self._line.show(notice)
        self.area.add((notice or self._remark) if self._is_low else "")

    @property
    def _is_low(self) -> bool:
        return self.screen.has_class("-low")

    # The question

    def ask(self) -> None:
        """Show the current question of the match, and close a numbered list."""
        self.area.ask(self._view.question, self._lines())

    def show_question(self) -> None:
        """Draw the shown question in its present wording, or for the present width the numbered list over it.

        Do nothing when the match has moved on to another question, which only `ask` shows.
        """
        if self.area.numbered:
            self.area.numbered = self.area.numbered.fitted(self._room)
            self.area.show_lines(self.area.numbered.lines())
        elif self._view.question == self.area.question:
            self.area.show_lines(self._lines())

    def _lines(self) -> Lines:
        if self.table_view.board.tumbling:
            self.table_view.board.on_landed = self.show_question
            return _("The dice are rolling."), "", ""
        noticed = self._is_low and bool(self._notice)
        question, *below = map(self._fitted, self._unfitted(noticed=noticed))
        rest = [*filter(None, below)]
        if len(rest) + noticed <= 1 and self._room > 0:  # a line is free
            match question.wrap(self._room):
                case [first, second]:
                    return first, second.stylize_before("bold"), rest[0] if rest else ""
        return question, below[0], below[1]

    def _unfitted(self, *, noticed: bool) -> Lines:
        """Return the lines before they are made to fit; if `noticed`, a notice will cover the last one."""
        chosen, width, shown = dict(self._workspace.settings.keys), self.screen.size.width, self.shows_result
        return lines(self._view, self._here.vocabulary, width, chosen, shows_result=shown, noticed=noticed)

    def _fitted(self, line: str | Content) -> Content:
        """Return a line with the players' names shortened if it is too long."""
        return with_short_names(line, self._view.match.names, self._room, ellipsis(self.app))

    @property
    def _room(self) -> int:
        """The columns for a numbered list."""
        return self.screen.size.width - 2

    # The board

    @property
    def viewer(self) -> Player:
        """The player whose numbers name the points.

        It is the only player at this terminal, or of two the player to act; for spectators it is White, or Black
        on a flipped board.
        """
        seats = self._view.seats
        if not seats:
            return Player.BLACK if self.turned else Player.WHITE
        actor = self._view.match.shown_game.to_act
        return seats[0] if len(seats) == 1 or actor is None else actor

    @property
    def _bottom(self) -> Player:
        """The player whose home is at the bottom: White, or the starter of a match from a position."""
        viewer = self.viewer
        if not self._here.venue.turns_board:
            start = self._here.table.header.start
            first = start.on_roll if start else None
            return viewer if self._workspace.settings.turn_board else first or Player.WHITE
        return viewer.opponent if self.turned and self._view.seats else viewer

    @property
    def scene(self) -> Scene:
        """The scene of the board with the draft of the player here, or that of an opponent at another terminal."""
        view = self._view
        scene = Scene.of(
            view.match,
            mover=self.viewer,
            bottom=self._bottom,
            home_right=self._workspace.settings.home_right,
            note=events.LastEvent() if view.match.shown_game.phase in _QUESTION_SAYS_IT else self.game_log.last,
        )
        if view.draft:
            return scene.with_turn(view.draft)
        watched = self._here.venue.watched if view.asked is None and not self._here.behind else None
        return scene.with_draft(watched) if watched else scene

    def show_board(self) -> None:
        """Draw the board, and the players' cards, the score and the list of plays around it."""
        board, log = self.table_view.board, self.game_log
        board.moves, board.tumbles = self._workspace.motion, not self._here.table.dice_typed
        match = self._view.match
        course = Course(log.brief, [*log.pips, match.shown_game.board.pips_of_both])
        self.table_view.show(match, self.scene, course, self._times_left())
        if board.tumbling:
            self.show_question()

    def show_turn(self) -> None:
        """Draw the changed draft: on the board first, then in the widgets around the board."""
        scene = self.scene
        self.table_view.board.show(scene)
        self.table_view.show_around(scene)

    def _times_left(self) -> tuple[str, str]:
        """The time left to each player as text; empty without a clock."""
        clocks = self._here.venue.clocks
        if clocks is None:
            return "", ""
        from bgterm.text.clock import time_left  # only where time is limited

        return time_left(clocks.left(Player.WHITE)), time_left(clocks.left(Player.BLACK))

    def show_time(self) -> bool:
        """Draw the time left to each player; return whether the text has changed."""
        return self.table_view.show_times(self._times_left())

    # The result

    @property
    def shows_result(self) -> bool:
        """Whether a result covers the board: of a game just ended, or of the match unless it was hidden."""
        return not self.result_hidden if self._view.over else self._view.paused

    def show_result(self) -> None:
        """Draw the result of the ended game or match over the board, or remove it if none is to be shown."""
        if not self.shows_result:
            self.table_view.show_result(None)
            return
        from bgterm.analysis.match_summary import game_summary, summary_of  # not before the end of a game

        table = self._here.table
        if self._view.over:
            self.table_view.show_result(summary_of(table.match, table.history, table.header.stake))
        else:
            self.table_view.show_result(game_summary(self._view.match, self._here.vocabulary))

    def toggle_result(self) -> None:
        """Hide the result of the match, so that the final board can be seen, or show it again."""
        self.result_hidden = not self.result_hidden
        self.show_result()
        self.show_question()

    def result_of(self, before: MatchState) -> str:
        """Return how the current game of `before` ended, and the score, if the next game has begun since.

        Otherwise return an empty text. `before` is an earlier state of the match.
        """
        from bgterm.text import score  # where the opponent may begin the next game

        begun = (
            before.shown_game.result is not None and self._view.match.shown_game.number > before.shown_game.number
        )
        if not begun:
            return ""
        result = score.headline(before, self._here.vocabulary)
        return _("{result}. {score}.", result=result, score=score.score_line(before))
