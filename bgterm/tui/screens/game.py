"""Playing at a table: what the players can do there at any time, beside answering what they are asked."""

from functools import partial
from time import monotonic
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key

from bgterm.notation.dice import read_roll
from bgterm.plain.commands_text import sentence
from bgterm.play.clocks import clocks_of
from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Challenged, Event, ResignationOffered, TakeBackAsked
from bgterm.rules.match import Phase, Win
from bgterm.storage.journal import SaveError, load
from bgterm.text import errors, events
from bgterm.text import keys as text_keys
from bgterm.tui.bindings import DECISION, ShownSince, key_name
from bgterm.tui.prompts.choice import ChoicePrompt, Option
from bgterm.tui.prompts.move import MovePrompt
from bgterm.tui.screens.contributing import ContributingScreen
from bgterm.tui.screens.match_prompting import BOTH
from bgterm.tui.unused_keys import why_unused

BY_LETTER = frozenset(
    {
        "resign",
        "leave",
        "turn_board",
        "moves",
        "dice",
        "settings",
        "correct",
        "take_back",
        "claim_flag",
        "ids",
    }
)
"""The actions of letters that could be part of a play."""

_ASKING = frozenset({"resign", "correct"})
"""Actions that ask with a list, and so are disabled while there is one."""


class GameScreen(ContributingScreen):
    """A table with players at this keyboard, and all they can do there beside answering."""

    by_letter: ClassVar[frozenset[str]] = BY_LETTER
    """The actions of letters that could be part of a play."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "resign", "resign", id="resign", tooltip="offer to give up the game", group=DECISION),
        Binding(
            "z",
            "take_back",
            "take-back",
            id="take-back",
            tooltip="ask to take the last play back",
            group=DECISION,
        ),
        Binding("exclamation_mark", "challenge", "challenge", key_display="!", id="challenge", group=DECISION),
        Binding(
            "g",
            "claim_flag",
            "claim the flag",
            id="claim-flag",
            tooltip="the opponent has no time left",
            group=DECISION,
        ),
        Binding(
            "w", "correct", "wrong roll", id="correct-roll", tooltip="your dice show something else than you typed"
        ),
        Binding("R", "rematch", "rematch", id="rematch", tooltip="another match with the same seats and rules"),
        Binding("e", "export", "export", id="export", tooltip="write the match as .mat and .sgf files"),
        Binding(
            "Q",
            "end_session",
            "end session",
            id="end-session",
            tooltip="end the money session for good, after a question",
        ),
    ]

    @property
    def speaking(self) -> Player | None:
        """For whom the keys of the table are: the only player here, or of two the one who is to act."""
        if self._seats == frozenset(BOTH):
            return self._match.last_game.to_act
        return next((player for player in Player if player in self._seats), None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Resigning is there when there is a game to resign; letters are not while a play is typed."""
        if action in self.by_letter and self._prompt().typing:
            return False
        if action in _ASKING and self.query_one(ChoicePrompt).has_focus:
            return False
        if action == "correct":
            return self._correcting is not None
        if action in ("take_back", "challenge"):
            return self._contested(action) is not None
        if action == "claim_flag":
            return self._clocks is not None and self._clocks.claimant in self._seats
        if action in ("export", "rematch", "end_session"):
            return self._may_at_end(action)
        if action == "resign":
            player = self.speaking
            return player is not None and bool(choices(self._match, player).resign)
        return super().check_action(action, parameters)

    def _may_at_end(self, action: str) -> bool:
        """Return whether something can be done that a game, a match or a session must be over for."""
        if action == "export":
            return self._desk.exports is not None and (self.over or self._match.last_game.phase is Phase.OVER)
        if action == "rematch":
            return len(self._seats) == len(BOTH) and self.over
        return bool(self._seats) and self._table.may_close_session

    # Keys

    def why_not(self, key: Key) -> str:
        """Return why a key is not used: it came too early for its decision, or does nothing now."""
        self.catch_up()
        self.double_press.notice(key)
        prompt = self.focused
        if isinstance(prompt, MovePrompt) and prompt.continues_text(key):
            return ""
        active = self.active_bindings.get(key.key)
        if active and active.binding.group != DECISION:
            return ""
        decided = active.node if active else prompt
        if isinstance(decided, ShownSince) and key.time < decided.shown_since:
            return self.too_early(key)
        if not active:
            return why_unused(key, self._table, self._seats, self._clocks, prompt)
        return text_keys.pressed_twice(key_name(key)) if self.double_press.is_by(key, self._decision) else ""

    @property
    def _decision(self) -> object:
        """The key that distinguishes decisions of different games, turns and players."""
        game = self._match.last_game
        return game.number, game.turns, game.to_act, game.phase is Phase.OVER

    def receive_paste(self, text: str) -> None:
        """Type a pasted play where one is to be made."""
        self.catch_up()
        prompt = self.focused
        if isinstance(prompt, MovePrompt):
            prompt.paste(text)
        else:
            super().receive_paste(text)

    @property
    def how_to_quit(self) -> str:
        """The answer to Ctrl+C."""
        return text_keys.LEAVE_OR_QUIT

    @property
    def _correcting(self) -> Player | None:
        """The player who can correct the dice that were typed."""
        if not self._table.dice_typed:
            return None
        seated = (player for player in Player if player in self._seats)
        return next((player for player in seated if choices(self._match, player).correct), None)

    def action_correct(self) -> None:
        """Ask what the dice show that were typed wrongly."""
        from bgterm.analysis.dice_messages import (  # only for dice that are
            THEY_SHOW,
            WRONG_ROLL,
            dice_wanted_again,
        )
        from bgterm.tui.screens.form_dialog import AskScreen

        hint = dice_wanted_again(self._match)
        self.app.push_screen(AskScreen(WRONG_ROLL, THEY_SHOW, hint=hint, longest=20, accept=self._correct))

    async def _correct(self, text: str) -> str:
        """Take what the dice show; return a sentence when they cannot."""
        player = self._correcting
        try:
            if player is not None:
                await self._table.correct_roll(player, *read_roll(text))
        except BackgammonError as error:
            return errors.why(error, self._match)
        return ""

    def action_export(self) -> None:
        """Write the match for other programs."""
        from bgterm.tui.screens.exported import export_page  # loaded on demand

        if folder := self._desk.exports:
            try:
                record = load(self._table.path)
            except SaveError as error:
                self.reply(sentence(errors.why(error, self._match)))
            else:
                self.app.push_screen(export_page(folder, record.header, record.items, self._table.name))

    def action_end_session(self) -> None:
        """Ask whether to end the money session, and show the debts."""
        from bgterm.analysis.ledger import sure_to_end  # only where a session ends
        from bgterm.tui.screens.confirm import SureScreen

        asked = sure_to_end(self._match, self._table.header.stake)
        self.app.push_screen(SureScreen(asked), self._end_session_if)

    def _end_session_if(self, sure: bool | None) -> None:
        if sure:
            self.end_session()

    def end_session(self) -> None:
        """End the money session for good."""
        self._try(self._close_session)

    async def _close_session(self) -> None:
        await self._table.close_session()
        self.show_closed()

    def show_closed(self) -> None:
        """Show that the session is closed, unless the screen was left meanwhile."""
        if self.is_attached:
            self._show()
            self.refresh_bindings()

    def action_rematch(self) -> None:
        """Begin another match with the same seats and rules."""
        self._try(self._begin_rematch)

    async def _begin_rematch(self) -> None:
        table = self._desk.rematch_table(self._table.header)
        if self._clocks:
            self._clocks.stop()
        self._table.close()
        self.give_way(at_one_keyboard(table, self._desk))

    def _contested(self, action: str) -> Event | None:
        """Return what may be done about the last play: who made it asks for it back, the other challenges it."""
        for player in self._seats:
            can = choices(self._match, player)
            if action == "take_back" and can.take_back:
                return TakeBackAsked(player)
            if action == "challenge" and can.challenge:
                return Challenged(player)
        return None

    def _contest(self, action: str) -> None:
        event = self._contested(action)
        if event:
            self._try(partial(self._table.apply, event))

    def action_take_back(self) -> None:
        """Ask for the last play back. [RULES A-18b]"""
        self._contest("take_back")

    def action_claim_flag(self) -> None:
        """Win the match because the opponent has no time left."""
        if self._clocks and self._clocks.claimant is not None:
            self._try(partial(self._clocks.claim, self._clocks.claimant))

    def action_challenge(self) -> None:
        """Challenge the last play as not legal. [RULES A-73]"""
        self._contest("challenge")

    def action_resign(self) -> None:
        """Ask which loss the player concedes, with the resulting score of each."""
        player = self.speaking
        if player is None:
            return
        wins = choices(self._match, player).resign
        offers = events.resignation_offers(self._match, player, wins, self.settings.vocabulary)
        options = [Option(cost, partial(self._resign, player, win)) for win, cost in offers]
        self._offer(events.which_resignation(self._match, player, len(offers)), options)

    def _resign(self, player: Player, win: Win) -> None:
        self._try(partial(self._table.apply, ResignationOffered(player, win)))

    def action_replay(self) -> None:
        """Look at the match again."""
        from bgterm.storage.match_files import read_file  # later, like the other pages
        from bgterm.tui.screens.replay import ReplayScreen

        try:
            found = read_file(self._table.path)
        except BackgammonError as error:
            self.notify_line(errors.why(error))
        else:
            self.app.push_screen(ReplayScreen(found, self._desk, self._table.name, at_one_keyboard))


def at_one_keyboard(table: Table, desk: Workspace, notice: str = "") -> GameScreen:
    """Return the screen of a table for two players at one keyboard; clocks run from now on."""
    return GameScreen(table, desk, notice, clocks=clocks_of(table, monotonic))
