"""A match as one terminal takes part in it: whose seats are here, what is shown, and the turn that is made.

Nothing here knows the screen: it shows what a session says, and turns keys into calls of it.
"""

from collections import deque
from collections.abc import Callable, Collection, Coroutine
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bgterm.editing.turn_draft import Draft
from bgterm.editing.unrefereed_draft import draft_of
from bgterm.formats.messages import damaged
from bgterm.notation.dice_evidence import Evidence
from bgterm.play.clocks import Clocks
from bgterm.play.leaving_messages import parting
from bgterm.play.table import Table
from bgterm.profile.autoplay import automatic_action
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.choices import Choices, choices
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Challenged, Event, Moved, TakeBackAsked
from bgterm.rules.match import Match, Phase
from bgterm.text import events
from bgterm.tui.board.cursor import Way, step
from bgterm.tui.board.scene import Scene
from bgterm.tui.match_view import MatchView

if TYPE_CHECKING:
    from bgterm.engine.protocol import Answer, Question

Change = Callable[[Draft], Draft]
"""A key's change of the draft. Raises BackgammonError when it is not possible."""
BOTH = tuple(Player)
"""The seats of two players at one keyboard."""
_QUESTION_SAYS_IT = (Phase.OPENING, Phase.DOUBLED, Phase.OVER)
"""When what happened last is part of the question or the result, and dice, cube or result lie over the note."""


class MatchSession:
    """A match as one terminal takes part in it. Use `LocalMatch`, `EngineMatch` or `OnlineMatch`."""

    online = False
    """Whether the players have terminals of their own."""

    def __init__(
        self, table: Table, workspace: Workspace, seats: Collection[Player] = BOTH, clocks: Clocks | None = None
    ) -> None:
        """Take part in the match of a table for the players whose `seats` are here; `clocks` time the match."""
        self.table, self.workspace, self.clocks = table, workspace, clocks
        self.seats = frozenset(seats)
        self._here = tuple(player for player in Player if player in self.seats)
        self.match = table.match
        """The match as it is shown."""
        self.draft: Draft | None = None
        """The turn that a player here makes."""
        self.refusal: BackgammonError | None = None
        """Why the last key could not change the draft."""
        self.log = self._new_log()
        self._at_first = table.match
        self._news = deque[tuple[Match, Event]]()
        self._choices: tuple[Match, dict[Player, Choices]] = (self.match, {})
        self._unwatch: list[Callable[[], None]] = []
        self.result_hidden = False
        """Whether the final board of the match is looked at instead of its result."""
        self._begin_turn()

    # What happens

    def follow(
        self, tell: Callable[[], object], exchanged: Callable[[], object], ask_anew: Callable[[], object]
    ) -> None:
        """Follow the match: `tell` is called when something has happened that can be shown by `advance`.

        `exchanged` is called when a player has contributed to verifiable dice, and `ask_anew` when something else
        is asked, although nothing has happened. Another session may have made it happen, so that none must wait.
        """
        self._unwatch = [self.table.watch(partial(self._hear, tell)), self.table.exchange.watch(exchanged)]
        if self.match is not self.table.match:
            self.match, self.log = self.table.match, self._new_log()
            self._begin_turn()

    def stop(self) -> None:
        """Follow the match no longer."""
        for unwatch in self._unwatch:
            unwatch()

    @property
    def behind(self) -> bool:
        """Whether more has happened than is shown."""
        return bool(self._news)

    def advance(self) -> tuple[Match, Event] | None:
        """Show what happened next; return it with the match before it, or None when all is shown."""
        if not self._news:
            return None
        before, (self.match, event) = self.match, self._news.popleft()
        self.log.add(before, event)
        self._begin_turn()
        return before, event

    def go_on(self) -> None:
        """Show the next game."""
        self.match = self.match.at_next_game()
        self.log.clear()
        self._begin_turn()

    def _hear(self, tell: Callable[[], object], match: Match, event: Event) -> None:
        self._news.append((match, event))
        tell()

    def _new_log(self) -> events.GameLog:
        return events.GameLog(self.table.header, self.table.history, self.settings.vocabulary)

    def _begin_turn(self) -> None:
        """Begin the turn of the player who is asked; a forced play is laid out once the saved board was shown."""
        self.draft, self.refusal, asked = None, None, self.asked
        if asked is not None:
            self.draft = draft_of(self.choices(asked))
        if self.draft and self.match is not self._at_first:
            self.draft = self.draft.with_only_play()

    # Who may do what

    @property
    def settings(self) -> Settings:
        """The settings of the player at this terminal."""
        return self.workspace.settings

    @property
    def over(self) -> bool:
        """Whether the match is won, or the money session closed."""
        return self.match.winner is not None or self.table.session_closed

    @property
    def game_over(self) -> bool:
        """Whether the game is over, if not the match."""
        return self.over or self.match.last_game.phase is Phase.OVER

    @property
    def shows_result(self) -> bool:
        """Whether the result stands over the board: that of the game, or of the match unless it is hidden."""
        return not self.result_hidden if self.over else self.game_over and self.match.last_game.pending is None

    @property
    def decision(self) -> object:
        """A key that distinguishes the decisions of different games, turns and players."""
        game = self.match.last_game
        return game.number, game.turns, game.to_act, game.phase is Phase.OVER

    @property
    def asked(self) -> Player | None:
        """The player here who is asked, the first where either may answer; None while the others are asked.

        Players at terminals of their own are asked nothing once the match is closed; two at one keyboard leave it.
        """
        if self.online and self.table.closed:
            return None
        actor = self.match.last_game.to_act
        if actor is None:
            return next(iter(self._here), None)
        return actor if actor in self.seats else None

    @property
    def speaking(self) -> Player | None:
        """The player that the keys of the table act for: the only one here, or of two the player to act."""
        if len(self.seats) == len(BOTH):
            return self.match.last_game.to_act
        return next(iter(self.seats), None)

    def choices(self, player: Player) -> Choices:
        """Return what the player may do in the match as it is shown; computed once for each state."""
        if self.match is self.table.match:
            return self.table.choices(player)
        if self._choices[0] is not self.match:
            self._choices = self.match, {}
        return self._choices[1].setdefault(player, choices(self.match, player))

    def contested(self, action: str) -> Event | None:
        """Return what can be done about the last play: its player may take it back, the other challenge it."""
        for player in self._here:
            can = self.choices(player)
            if action == "take_back" and can.take_back:
                return TakeBackAsked(player)
            if action == "challenge" and can.challenge:
                return Challenged(player)
        return None

    @property
    def correcting(self) -> Player | None:
        """The player here who can say that the dice show something other than was typed."""
        if not self.table.dice_typed:
            return None
        return next((player for player in self._here if self.choices(player).correct), None)

    @property
    def claims_flag(self) -> bool:
        """Whether a player here can claim the flag of the other."""
        return self.clocks is not None and self.clocks.claimant in self.seats

    @property
    def may_hint(self) -> bool:
        """Whether an engine can say what the player here should do."""
        player = self.asked
        if not self.allows_hints or self.behind or player is None:
            return False
        if self.draft:
            return bool(self.draft.plays.moves_needed)
        can = self.choices(player)
        return can.double or can.answer_double or can.answer_resignation

    @property
    def has_tutor(self) -> bool:
        """Whether a tutor looks at plays before they are made."""
        return self.settings.tutor and self.allows_hints

    @property
    def allows_hints(self) -> bool:
        """Whether an engine may help: over SSH only where the opponent is a bot or both players agree."""
        return True

    @property
    def may_ask_for_hints(self) -> bool:
        """Whether the player here can ask the opponent for hints for both, or agree to them."""
        return False

    @property
    def may_refuse_hints(self) -> bool:
        """Whether a player here can turn hints off for both, or decline them."""
        return False

    async def set_hints(self, *, wanted: bool) -> None:
        """Ask for hints for both, or agree to them, or turn them off for both."""
        raise NotImplementedError

    async def advice(self, question: "Question") -> "Answer":
        """Return the answer of the engine that the settings name. Raises EngineError."""
        from bgterm.engine.adapter import engine_for  # only where an engine is asked

        name = engine_for(question.variant, self.settings.engine)
        return await self.workspace.engines.ask(name, question)

    @property
    def ends_session(self) -> bool:
        """Whether a player here can end the money session."""
        return bool(self.seats) and self.table.may_close_session

    @property
    def exports(self) -> bool:
        """Whether the match can be exported now."""
        return self.workspace.exports is not None and self.game_over

    @property
    def may_rematch(self) -> bool:
        """Whether a player here can ask for a rematch."""
        return self.over

    @property
    def may_talk(self) -> bool:
        """Whether there is a chat in which something can be said, or something was said."""
        return False

    def automatic(self) -> Callable[[], Coroutine[None, None, None]] | None:
        """Return what the settings do for the player, where there is nothing to decide. [RULES A-74b]"""
        actor = self.match.last_game.to_act
        if actor is None or actor is not self.asked or self.behind:
            return None
        return automatic_action(self.table, actor, self.choices(actor), self.settings)

    # What is shown

    @property
    def viewer(self) -> Player:
        """The player whose numbers name the points; White where nobody is to act."""
        speaking = self.speaking
        return Player.WHITE if speaking is None else speaking

    @property
    def bottom(self) -> Player:
        """The player whose home is at the bottom: White, or the viewer where the board turns to them."""
        return self.viewer if self.settings.turn_board else Player.WHITE

    @property
    def view(self) -> MatchView:
        """The view of the prompts."""
        player = self.viewer if self.asked is None else self.asked
        evidence = self.table.exchange.evidence or Evidence()
        return MatchView(
            self.match,
            player,
            self.choices(player),
            self.settings.vocabulary,
            self.draft,
            self.refusal,
            evidence,
            self.seats,
            self.table.session_closed,
            self.over,
            self.waiting() if self.asked is None else ("", ""),
            self.asked is not None,
            self.shows_result,
            self.may_rematch,
            bool(self.table.exchange.awaited) or evidence.void is not None,
        )

    def scene(self) -> Scene:
        """Return the picture of the board, with the draft upon it."""
        scene = Scene.of(
            self.match,
            mover=self.viewer,
            bottom=self.bottom,
            home_right=self.settings.home_right,
            note=events.Note() if self.match.last_game.phase in _QUESTION_SAYS_IT else self.log.last,
        )
        return scene.with_turn(self.draft) if self.draft else scene

    def times_left(self) -> tuple[str, str]:
        """Return what time each player has left; nothing without a clock."""
        if self.clocks is None:
            return "", ""
        from bgterm.text.clock import time_left  # only where time is limited

        return time_left(self.clocks.left(Player.WHITE)), time_left(self.clocks.left(Player.BLACK))

    # What is said

    def about_preset(self) -> list[str]:
        """Return what the rules of the match are called, if they have a name."""
        return events.about_preset(self.workspace.preset_of(self.match))

    def first_notice(self) -> str:
        """Return what a player must know who sits down, beside what the rules are called."""
        table = self.table
        if table.damage:
            return damaged(table.damage)
        if table.exchange.awaited and table.exchange.evidence:
            from bgterm.text.contributions import committed  # only for such dice

            return committed(table.exchange.evidence.commitment)
        return ""

    def standing_notice(self) -> str:
        """Return what is to be said as long as it holds, and no longer."""
        return self.flag_notice()

    def flag_notice(self) -> str:
        """Return that a player has no time left, while that can be claimed."""
        if self.clocks is None or self.clocks.claimant is None:
            return ""
        from bgterm.text.clock import flag_down  # only where time is limited

        return flag_down(self.match.names, self.clocks.claimant)

    def waiting(self) -> tuple[str, str]:
        """Return why one waits for another player, where there is something to say about it."""
        return "", ""

    def result_of_last(self, before: Match) -> str:
        """Return how the game ended that was shown `before`, where a player may not have seen it."""
        return ""

    def comes_to_act(self, before: Match) -> bool:
        """Return whether it has become the turn of a player who may have looked away meanwhile."""
        return False

    def no_export(self) -> str:
        """Return how to have the match elsewhere, where it cannot be exported."""
        return ""

    # The turn that is made

    def edit(self, change: Change, *, whole: bool) -> Draft:
        """Change the draft, and return it; what is wrong with a text is said once that is `whole`.

        Raises RuntimeError while there is no draft.
        """
        try:
            self.draft = change(self.drafted)
            self.refusal = self.draft.fault if whole else None
        except BackgammonError as error:
            self.refusal = error
        return self.drafted

    def walk(self, way: Way) -> bool:
        """Move the cursor; return whether that takes back what was said of the key before."""
        refused, draft = self.refusal is not None, self.drafted
        point = step(self.scene().perspective, draft.stops, draft.cursor, way)
        self.draft, self.refusal = draft.with_cursor(point), None
        return refused

    @property
    def confirms_by_itself(self) -> bool:
        """Whether the settings end the turn that is made now. [RULES A-74b]"""
        return self.settings.auto_confirm_race and self.drafted.may_confirm_by_itself

    @property
    def played(self) -> Moved:
        """The draft as an event."""
        return Moved(self.drafted.plays.player, self.drafted.moves)

    @property
    def drafted(self) -> Draft:
        """The draft. Raises RuntimeError while there is none."""
        if self.draft is None:
            raise RuntimeError("no player here has a roll to play")
        return self.draft

    # What is done

    def share_draft(self) -> None:
        """Show all others the moves that were made here."""

    async def turn_board(self) -> None:
        """Turn the board to the player to act, or keep it. Raises SettingsNotSaved when that cannot be kept."""
        await self.workspace.change(replace(self.settings, turn_board=not self.settings.turn_board))

    async def rematch(self) -> "MatchSession | None":
        """Begin another match with the same seats and rules, or ask for it; return it when it has begun."""
        raise NotImplementedError

    async def end_session(self) -> None:
        """End the money session for good."""
        await self.table.close_session()

    def announce(self, said: Callable[[], str]) -> bool:
        """Show a contribution at the other terminals; return whether there are any."""
        return False

    def close(self) -> str:
        """Leave the match; return what to say in the shell, here how the match can be resumed."""
        if self.clocks:
            self.clocks.stop()
        self.table.close()
        return parting(self.table)

    def drop(self) -> None:
        """Leave because the terminal is gone, unless the match was left before."""


class OneSidedMatch(MatchSession):
    """A match with one of its players at this terminal, or none: the board is turned for them alone."""

    _turned = False

    @property
    def bottom(self) -> Player:
        """The viewer, until the board is turned."""
        return self.viewer.opponent if self._turned else self.viewer

    async def turn_board(self) -> None:
        """Look from the other side, or from one's own again."""
        self._turned = not self._turned
