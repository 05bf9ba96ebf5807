"""A place at a table in plain mode: the draft of the players here, and the lines printed to them.

One player sits here or both do, at one keyboard. What is typed is a matter of `bgterm.plain.session`, what each
command does of `bgterm.plain.commands`; no rule is worked out in any of them.
"""

from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from math import inf
from typing import Any

from bgterm.catalog import _
from bgterm.editing.turn_draft import Draft
from bgterm.editing.unrefereed_draft import draft_of
from bgterm.formats.messages import damaged
from bgterm.plain.lists import Lists, Option, Say
from bgterm.plain.speech import caught_up, in_words, news, question, turn
from bgterm.play.clocks import Clocks
from bgterm.play.leaving_messages import parting
from bgterm.play.table import Table
from bgterm.profile.autoplay import automatic_action
from bgterm.profile.settings import Settings
from bgterm.rules.board import Board, Player
from bgterm.rules.choices import Choices
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event, Moved
from bgterm.rules.match import Match
from bgterm.rules.moves.base import Play
from bgterm.rules.moves.explain import why_not_play
from bgterm.rules.refusal import Action, refusal
from bgterm.text import contributions, drafting, events, score
from bgterm.text.clock import low_time_warning
from bgterm.text.joining import sentence

BOTH = tuple(Player)
"""The players here when two share a keyboard."""


def _nothing() -> None:
    """Do nothing."""


def _nobody() -> None:
    """Return that nobody else's dice are thrown here."""


class Seat(Lists):
    """Those who sit at one end of a table. It hears what happens there from `sit_down` on, until `get_up`."""

    def __init__(
        self,
        table: Table,
        say: Say,
        settings: Settings | None = None,
        players: Sequence[Player] = BOTH,
        clocks: Clocks | None = None,
        preset: str = "",
    ) -> None:
        """Sit down at a table, with a function that prints lines, settings, the players here, and any clocks.

        `preset` is the name of the rules of the match; empty when they have none.
        """
        self.table, self.players, self.clocks = table, players, clocks
        self.settings, self.preset = settings or Settings(), preset
        self.draft: Draft | None = None
        """The turn that is made here; None when nobody here has a roll to play."""
        self.left = False
        """Whether those here have asked to leave."""
        self.thrown_for: Callable[[], Player | None] = _nobody
        """Returns the player who is not here and whose dice are thrown here now: an engine that has none."""
        super().__init__(say)
        self._told = table.match
        self._acts = deque[tuple[Coroutine[Any, Any, object], Callable[[], object]]]()
        """The decisions made here that are still to be applied at the table, each with its follow-up."""
        self._heard = False
        """Whether something has happened at the table of which nothing has followed here yet."""
        self._acting = False
        """Whether something that was decided here is being done."""
        self._fallen: Player | None = None
        self._stop_watching: Callable[[], None] | None = None

    # Coming and going

    def sit_down(self, notice: str = "") -> None:
        """Describe the state of the match and the prompt; describe every event from now on.

        Nothing is automated before the player has read that.
        """
        table = self.table
        self._stop_watching = table.watch(self._hear)
        evidence = table.exchange.evidence if table.exchange.awaited else None
        self.say(
            _welcome(table.match),
            *events.about_preset(self.preset),
            notice,
            damaged(table.damage) if table.damage else "",
            _("Dice committed: SHA-256 {digits}, all of it with proof.", digits=evidence.commitment[:16])
            if evidence
            else "",
            *caught_up(table.header, table.history, self.settings.vocabulary),
        )
        self._begin_turn()
        self.ask()

    def get_up(self) -> None:
        """Describe how to resume the match, and stop watching it."""
        self.stop_hearing()
        self.say(parting(self.table, plain=True))

    def stop_hearing(self) -> None:
        """Hear no more of the match, and do nothing more at the table."""
        if self._stop_watching:
            self._stop_watching()
        self._stop_watching = None
        while self._acts:
            self._acts.popleft()[0].close()

    # Who may do what

    @property
    def match(self) -> Match:
        """The match as it stands, without the game that has ended: the question is about the next one."""
        return self.table.match.at_next_game()

    @property
    def asked(self) -> Player | None:
        """The player here who is to act; None when either may, or somebody else must."""
        actor = self.match.to_act
        return next((player for player in self.players if player is actor), None)

    @property
    def default_player(self) -> Player:
        """The player here who is meant by a line, where the rules leave it open; points have their numbers."""
        asked = self.asked
        return (*self.players, Player.WHITE)[0] if asked is None else asked

    def player_who(self, may: Callable[[Choices], object]) -> Player | None:
        """Return the first player here for whose choices that is true, or None."""
        order = sorted(self.players, key=lambda player: player is not self.default_player)
        return next((player for player in order if may(self.choices_of(player))), None)

    def choices_of(self, player: Player) -> Choices:
        """Return what a player may do now."""
        return self.table.choices(player)

    @property
    def thrower(self) -> Player | None:
        """The player whose dice are thrown here next; None when there is none."""
        player = self.player_who(lambda can: can.roll)
        return self.thrown_for() if player is None else player

    @property
    def board(self) -> Board:
        """The position, with the turn that is made here."""
        return self.draft.board if self.draft else self.match.last_game.board

    # Telling and asking

    def ask(self) -> None:
        """Print the prompt."""
        evidence = self.table.exchange.evidence
        if evidence and (self.table.exchange.awaited or self.table.void is not None):
            self.say(contributions.spoken(self.match.names, evidence, self.players))
            return
        vocabulary = self.settings.vocabulary
        can = self.choices_of(self.default_player)
        asked = question(
            self.match,
            self.players,
            can,
            dice_typed=self.table.dice_typed,
            thrown_for=self.thrown_for(),
            vocabulary=vocabulary,
        )
        left = self.clocks.left(self.asked) if self.clocks and self.asked is not None else inf
        self.say(" ".join(filter(None, (asked, turn(self.draft) if self.draft else "", low_time_warning(left)))))

    def tell_flag(self) -> None:
        """Print, once, that a player has no time left."""
        fallen = self.clocks.fallen if self.clocks and self.clocks.claimant is not None else None
        if fallen is not None and fallen is not self._fallen:
            late, name = (self.match.names[player.index] for player in (fallen, fallen.opponent))
            self.say(_("{late} has no time left: {name} may type flag and win the match.", late=late, name=name))
        self._fallen = fallen

    def attempt(self, action: Callable[[], object]) -> None:
        """Do something; what is refused is said, and nothing is lost."""
        try:
            action()
        except BackgammonError as error:
            self.refuse(error)

    def do(self, act: Coroutine[Any, Any, object], then: Callable[[], object] = _nothing) -> None:
        """Decide to do something at the table, and something here when that is done and not refused."""
        self._acts.append((act, then))

    @property
    def hears(self) -> bool:
        """Whether the match is followed here."""
        return self._stop_watching is not None

    async def settle(self) -> None:
        """Apply the decisions made here, and everything that follows from them and from the acts of others."""
        while self._acts or self._heard:
            if self._acts:
                act, then = self._acts.popleft()
                try:
                    await self._wait_for(act)
                    then()
                except BackgammonError as error:
                    self.refuse(error)
            else:
                self._heard = False
                self._go_on()

    async def _wait_for(self, act: Coroutine[Any, Any, object]) -> None:
        self._acting = True
        try:
            await act
        finally:
            self._acting = False

    async def close_session(self) -> None:
        """Close the money session. Raises as `Table.close_session`."""
        await self.table.close_session()

    def tell_contribution(self, said: Callable[[], str]) -> None:
        """Describe what a player here has done about a contribution to the dice, and print the prompt again."""
        self.say(said())
        self._heard = True

    def refuse(self, error: BackgammonError) -> None:
        """Print why something is refused."""
        self.say(sentence(error.describe(self.match.names)))

    def _hear(self, match: Match, event: Event) -> None:
        """Describe an event; `settle` does what follows from it."""
        self.say(*news(self._told, event, match, self.settings.vocabulary))
        self._told = match
        self._heard = True

    def _go_on(self) -> None:
        """Perform the automatic action that the settings call for, or prompt the player."""
        self.leave_list()
        self._begin_turn()
        actor, action = self.table.match.last_game.to_act, None
        if actor is not None and actor in self.players:
            action = automatic_action(self.table, actor, self.choices_of(actor), self.settings)
        if action:
            self.do(action())
        else:
            self.ask()

    # The turn

    def _begin_turn(self) -> None:
        """Begin the draft of the player here who has a roll to play."""
        player = self.player_who(lambda can: can.plays is not None)
        draft = None if player is None else draft_of(self.choices_of(player))
        self.draft = draft and draft.with_only_play()

    @property
    def drafted(self) -> Draft:
        """The turn that is made. Raises IllegalAction when there is none."""
        if self.draft is None:
            raise refusal(self.match, self.default_player, Action.MOVE)
        return self.draft

    def read(self, text: str) -> Draft | None:
        """Return the turn with the moves of the text; None when it is ambiguous, and its readings are listed.

        Raises NotationError when it is not a play, IllegalPlay when it is not legal.
        """
        draft = self.drafted.typed(text).entered()
        if not draft.options:
            return draft
        board, player = draft.board, draft.plays.player
        ways = [(in_words(board, player, way.moves, way.text), way.moves) for way in draft.options]
        self.choose_from(_(drafting.WHICH_WAY), draft, ways)
        return None

    def choose_from(self, asked: str, draft: Draft, ways: Sequence[tuple[str, Play]]) -> None:
        """Show a list of continuations of the turn, each a text and the moves that it adds."""
        self.offer(asked, [Option(text, partial(self.set_draft, draft.chosen(moves))) for text, moves in ways])

    def set_draft(self, draft: Draft) -> None:
        """Take another draft of the turn, and say how far it is."""
        self.draft = draft
        self.leave_list()
        self.say(turn(draft))
        if draft.may_confirm_by_itself and self.settings.auto_confirm_race:
            self.pick_up()

    def pick_up(self) -> None:
        """Pick up the dice: the turn is over. Raises IllegalPlay when the play is not finished."""
        draft = self.drafted
        if not draft.complete:
            raise why_not_play(draft.plays, draft.moves)
        self.do(self.table.apply(Moved(draft.plays.player, draft.moves)))


def _welcome(match: Match) -> str:
    """Describe the match, its players and its state, and how to learn more."""
    return _(
        "{match}; {white} {white_score}, {black} {black_score}. Type help for the commands.",
        match=score.title(match),
        white=match.names[0],
        white_score=match.score[0],
        black=match.names[1],
        black_score=match.score[1],
    )
