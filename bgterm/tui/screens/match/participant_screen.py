"""The base of the match screen: it shows the view of a participant, and performs actions."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cached_property, partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.geometry import Size

from bgterm.catalog import _
from bgterm.play.actions.leaving import NOT_KEPT
from bgterm.play.actions.turn import END_TURN, TYPE, which_way
from bgterm.play.participant import Action, Change, Participant, Question, View
from bgterm.play.venue import Venue
from bgterm.profile.automation import automatic_action
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.rules.replay import Step
from bgterm.storage.errors import NotBegun
from bgterm.text.joining import sentence
from bgterm.tui.screens.base import asks
from bgterm.tui.screens.board import BoardScreen
from bgterm.tui.screens.match.display import MatchDisplay
from bgterm.tui.screens.match.lines import ListOption, NumberedList
from bgterm.tui.widgets.table_view import TableView
from bgterm.tui.widgets.text_line import ellipsis, with_short_names

if TYPE_CHECKING:
    from bgterm.engine.hint import Hint
    from bgterm.play.advice import Adviser


class ParticipantScreen(BoardScreen):
    """A base for the match screen: it shows the match as the players here see it, and performs actions.

    "Here" means at this terminal. Subclasses bind the keys.
    """

    AUTO_FOCUS = ""

    def __init__(self, venue: Venue, workspace: Workspace, notice: str, actions: tuple[Action, ...]) -> None:
        """Show the match at a venue for the players there; `notice` is shown at first."""
        super().__init__()
        self.venue, self.workspace, self._actions = venue, workspace, actions
        self.here = Participant(venue, actions, workspace.settings.vocabulary)
        """The participant for the players here."""
        self.opponent_acted_at = -inf
        """The time when a player at another terminal last acted."""
        self._first_notice = notice
        self._display = self.make_display()
        self.area = self._display.area
        self._catching_up = False
        self._own: Mapping[str, Callable[[], object]] = {}
        """The actions that only affect this screen, with their functions."""

    def compose(self) -> ComposeResult:
        """Yield the board with the players beside it, the question below, and the keys."""
        yield self._display

    def make_display(self) -> MatchDisplay:
        """Make the widgets of the screen; called once, when the screen is made."""
        return MatchDisplay(self.here, self.workspace, self.below())

    def on_mount(self) -> None:
        """Show the match and follow its events, unless the session has ended since the screen was made."""
        display = self._display
        if not display.is_attached:
            return
        for happened in self.here.news():
            display.game_log.add(happened.before, happened.event)
        later = self.call_later  # another session may make something happen: only a message may follow
        self.here.watchers.add(partial(later, self._follow))
        self.venue.follow(partial(later, self.ask_anew))
        self.table_view.name_rules(self.workspace.preset_of(self.view.match))
        self.lay_out(self.app.size)
        greeting = self._greeting() or self._first_notice
        self.keep_notice(greeting)
        display.greet(greeting)
        if self.venue.clocks:
            self.set_interval(1, self.show_time)
        self.show_match()

    @property
    def is_free(self) -> bool:
        """Whether a key may be handled at once: the match has the focus, and no act or dialog is unfinished."""
        busy = self._asking is not None and not self._asking.is_finished
        return self.focused is None and self.shown_since < inf and self.acts_done.is_set() and not busy

    def _greeting(self) -> str:
        """Return the notice for a player who sits down, such as the name of the rules."""
        table = self.here.table
        if table.damage:
            from bgterm.formats.messages import damaged  # only for a damaged save

            return damaged(table.damage)
        if table.awaited and table.evidence:
            from bgterm.text.contributions import committed  # only for such dice

            return committed(table.evidence.commitment)
        return ""

    def on_unmount(self) -> None:
        """Stop following the match, and release the venue and the engine that gives hints."""
        if "adviser" in vars(self):
            self.adviser.stop()
        self.here.stop()
        self.venue.stop()
        self.venue.drop()

    @property
    def view(self) -> View:
        """The match as the players at this terminal see it now, with the question that they are asked."""
        return self.here.view

    @property
    def window_title(self) -> str:  # type: ignore[override]  # constant elsewhere
        """The title of the terminal's window: the players' names and the score."""
        (white, black), score = self.view.match.names, self.view.match.score
        return f"bgterm: {white} {score[0]}, {black} {score[1]}"

    @property
    def asked(self) -> str:
        """The name of the question that keys answer now, such as "roll"; "list" while a numbered list is open."""
        return "list" if self.area.numbered else self.area.question

    @cached_property
    def adviser(self) -> "Adviser":
        """The engine that gives hints and, if the player has a tutor, checks decisions; made on first use."""
        from bgterm.play.advice import Adviser  # only for those who ask an engine

        return Adviser(self.here, self.say, self.begin_task, self.begin_act)

    # Events of the match

    def _follow(self) -> None:
        """Show new events, or the current state of the contributions to the dice."""
        self._catch_up()
        self._display.show_question()
        self.refresh_bindings()

    def show_event(self, happened: Step) -> None:
        """Show the match after an event, and drop the notice and the message of the last key."""
        self.reply("")
        self.say("")
        self.show_match()
        if happened.before.shown_game.to_act not in {None, *self.view.seats}:
            self.opponent_acted_at = monotonic()

    def _catch_up(self) -> None:
        """Show every new event, performing the automatic actions that follow."""
        if self._catching_up:
            return
        self._catching_up = True
        try:
            for happened in self.here.news():
                self._display.game_log.add(happened.before, happened.event)
                self.show_event(happened)
                if automatic_action(self.workspace.settings, self.here):
                    self.act(self._act_automatically)
        finally:
            self._catching_up = False

    async def _act_automatically(self) -> None:
        """Perform the automatic action that is possible when this runs; none if the opponent has acted before."""
        if action := automatic_action(self.workspace.settings, self.here):
            await self.here.do(action)

    # Actions of the players

    def act(self, act: Callable[[], Awaitable[str | None]], *, asks_again: bool = False) -> None:
        """Queue an act at the table; then show the sentence that it returns, or why it is refused.

        With `asks_again` the question is shown again, even if the act returns nothing.
        """
        self.begin_act(partial(self._act, act, asks_again))

    async def _act(self, act: Callable[[], Awaitable[str | None]], asks_again: bool) -> None:
        said = refusal = unsaved = ""
        try:
            said = await act() or ""
        except BackgammonError as error:
            refusal = self._in_words(error)
            unsaved = error.reason if isinstance(error, NotBegun) and not self.venue.online else ""
        if not self.is_attached:  # the screen was left meanwhile
            return
        if unsaved:
            self.perform(NOT_KEPT, reason=unsaved)
        elif refusal:
            self.reply(refusal)
        elif said or asks_again:
            self.ask_anew(said.rpartition("\n")[-1])
        self._catch_up()

    def _in_words(self, error: BackgammonError) -> str:
        return sentence(error.describe(self.view.match.names), self.view.match.names)

    def perform(self, action: Action, **answers: object) -> None:
        """Perform an action, or ask what it needs besides `answers`, by question; a tutor may ask first."""
        if own := self._own.get(action.id):
            if question := action.question(self.here, **answers):
                self.ask(action, answers, question)
            else:
                own()
            return
        settings = self.workspace.settings
        if settings.tutor and not answers and self.adviser.concerns(action):
            then = partial(self._decide, action)
            self.begin_act(partial(self.adviser.check, action, float(settings.tutor_limit), then))
        else:
            self._perform(action, **answers)

    def _perform(self, action: Action, **answers: object) -> None:
        try:
            question = action.question(self.here, **answers)
            doing = question or (action.do(self.here, **answers) if action.do else None)
        except BackgammonError as error:
            self.reply(self._in_words(error))
            return
        if isinstance(doing, Awaitable):
            self.act(lambda: doing, asks_again=action.asks_again)
            return
        if question is None:
            self._draft_changed()
        if doing:
            self.ask(action, answers, doing)

    def ask(self, action: Action, answers: Mapping[str, object], question: Question) -> None:
        """Ask a question of an action, and perform the action with `answers` and the answer to it.

        It asks by a dialog for a text or for a confirmation, or by a numbered list.
        """
        if question.label:
            self._ask_text(action, answers, question)
        elif question.is_final:
            self._ask_whether_sure(action, answers, question)
        else:
            self.offer(
                question.text,
                [
                    ListOption(one.text, partial(self.perform, action, **answers, **{question.name: one.value}))
                    for one in question.answers
                ],
                question.short,
            )

    @asks
    async def _ask_text(self, action: Action, answers: Mapping[str, object], question: Question) -> None:
        from bgterm.tui.screens.dialogs import TextDialog  # only for what is typed

        async def accept(text: str) -> None:
            if said := await self.here.do(action, **answers, **{question.name: text}):
                self.ask_anew(said)

        dialog = TextDialog(
            question.text,
            question.label,
            hint=question.hint,
            longest=question.longest,
            prose=True,
            accept=accept,
            describe=self._in_words,
        )
        await self.app.push_screen_wait(dialog)

    @asks
    async def _ask_whether_sure(self, action: Action, answers: Mapping[str, object], question: Question) -> None:
        from bgterm.tui.screens.dialogs import ConfirmDialog  # only before something is lost

        if await self.app.push_screen_wait(ConfirmDialog(question.text)):
            self.perform(action, **answers, **{question.name: question.answers[0].value})

    def offer(self, question: str, options: Sequence[ListOption], short: str = "") -> None:
        """Open a numbered list of options below the board, under a question.

        `short` is the question where there is no room for the whole one.
        """
        names, cut = self.view.match.names, ellipsis(self.app)
        options = [one._replace(short=with_short_names(one.text, names, 0, cut).plain) for one in options]
        self.area.offer(NumberedList(question, options, self.size.width - 2, short=short))
        self.refresh_bindings()

    async def _decide(self, action: Action, question: str) -> None:
        """Perform an action that the tutor has checked; if the tutor has a question, offer it first."""
        if question and self.venue.allows_hints:
            self.offer(question, [ListOption(_("go ahead anyway"), partial(self._perform, action))])
        else:
            self._perform(action)

    async def show_hint(self, hint: "Hint", times: int) -> None:
        """Show a hint in one line and make its best play on the board; if it was asked for before, open its table.

        `times` is how often the same hint was shown before. While a numbered list is open, such as the question of
        the tutor, no play is made.
        """
        if times and hint.table():
            from bgterm.tui.screens.pages import hint_page  # only for a hint

            self.app.push_screen(hint_page(hint, partial(self._choose_hint, hint)))
        elif self.area.numbered:
            self.say(hint.line())
        else:
            self._choose_hint(hint, 0)

    def _choose_hint(self, hint: "Hint", number: int) -> None:
        """Make the play with this index on the board, unless the match has gone on."""
        if self.view.match == hint.match:
            if plays := hint.answer.plays:
                self.edit(lambda draft: draft.put_back().cleared().chosen(plays[number].play))
            self.say(hint.line(number))
            if hint.table():
                key = dict(self.workspace.settings.keys).get("hint", "H")
                self._display.add_below(_("{key} again: the whole hint as a table.", key=key))

    # The draft

    def edit(self, change: Change, *, whole: bool = False) -> None:
        """Change the draft of the turn by a function from draft to draft, and show it.

        If the change was a `whole` typed, pasted or clicked move that can be played in several ways, ask which one
        is meant.
        """
        self.here.edit(change, whole=whole)
        self._draft_changed()
        if whole and (question := which_way(self.here.drafted)):
            self.ask(TYPE, {"text": self.here.drafted.text}, question)

    def _draft_changed(self) -> None:
        if self.view.draft is None:  # dice are typed
            self._display.show_question()
            self.refresh_bindings()
            return
        self._ask()
        self._display.show_turn()
        if self.workspace.settings.auto_confirm_race and self.view.draft.may_confirm_by_itself:
            self.perform(END_TURN)

    # Display

    @property
    def table_view(self) -> TableView:
        """The board with the players beside it."""
        return self._display.table_view

    def show_notice(self, text: str) -> None:
        """Show a notice until the next event of the match."""
        self._display.say(text)

    def ring(self) -> None:
        """Ring the terminal's bell, if the player's settings allow it."""
        if self.workspace.settings.bell:
            self.app.bell()

    def lay_out(self, size: Size) -> None:
        """Lay the screen out in a window of this size; a low one has no line for notices."""
        super().lay_out(size)
        self._display.show_result()
        self._display.show_notice()
        self._display.show_question()

    def _ask(self) -> None:
        """Show the match's question in place of a list."""
        self._display.ask()
        self.refresh_bindings()

    def show_match(self) -> None:
        """Draw the match in its current state: question, board, and result if there is one.

        A numbered list is closed, and deciding keys pressed before do not count.
        """
        self._ask()
        self.shows_anew()
        self._display.show_board()
        self._display.show_result()
        if self.is_current:
            self.app.title = self.window_title

    def ask_anew(self, notice: str = "") -> None:
        """Draw the match and its question again, with this notice or, if empty, the venue's standing notice."""
        self.here.tick()
        self.say(notice)
        self.show_match()

    def show_time(self) -> None:
        """Draw the time left to each player, and the notice when a player's time is up."""
        if self._display.show_time() and self.venue.flag_notice():
            self.say("")
            self.here.tick()
            self.refresh_bindings()
