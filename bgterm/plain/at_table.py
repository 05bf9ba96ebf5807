"""A place at a table in plain mode: the events of the match, printed as lines.

One player sits here, or both at one keyboard. `bgterm.plain.session` interprets the typed lines, and
`bgterm.play.actions` has the actions.
"""

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property, partial
from math import inf
from typing import TYPE_CHECKING

from bgterm.background import BackgroundTasks
from bgterm.catalog import N_, _
from bgterm.formats.messages import damaged
from bgterm.plain.lists import Later, Lists, Option, Say
from bgterm.plain.speech import caught_up, in_words, news, question, turn
from bgterm.play.actions.everything import WORDS
from bgterm.play.actions.leaving import LEAVE, NOT_KEPT
from bgterm.play.actions.looking import HINT, REMATCH
from bgterm.play.actions.turn import CONFIRM, PLAYS, TYPE
from bgterm.play.participant import Action, Answer, Participant, View
from bgterm.play.venue import Venue, parting
from bgterm.profile.automation import automatic_action
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError, IllegalAction
from bgterm.rules.match import MatchState
from bgterm.storage.errors import NotBegun
from bgterm.text import contributions, events, score
from bgterm.text.clock import low_time_warning
from bgterm.text.joining import sentence

if TYPE_CHECKING:
    from bgterm.engine.hint import Hint
    from bgterm.play.advice import Adviser


class AtTable(Lists):
    """A place at a table in plain mode: of the players at one terminal, or of a spectator.

    It prints the events and prompts, and performs actions.
    """

    def __init__(
        self,
        venue: Venue,
        say: Say,
        settings: Settings | None = None,
        preset: str = "",
        later: Later | None = None,
        *,
        rematch: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Prepare a place for the players at a venue, or for a spectator; `say` prints a line.

        `preset` is the name of the match's rules; empty when they have none. With `later`, actions of others are
        queued and then printed, so that printing does not delay the others. `rematch` begins a rematch, or asks
        for one.
        """
        super().__init__(say)
        self.venue, self.table, self.settings, self.preset = venue, venue.table, settings or Settings(), preset
        self.participant = Participant(venue, self.actions, self.settings.vocabulary, pauses=False)
        self._later, self._waits = later, False
        self._rematch = rematch
        self._to_ask = self._acting = False
        self._fallen: Player | None = None

    # Arrival and departure

    def sit_down(self, notice: str = "") -> None:
        """Print the state of the match, the notice and the prompt, and begin to print events.

        No automatic action happens before that.
        """
        table, vocabulary = self.table, self.settings.vocabulary
        deque(self.participant.news(), maxlen=0)  # the events so far need not be printed
        evidence = table.evidence if table.awaited else None
        self.say(
            _welcome(self.match),
            *events.about_preset(self.preset),
            notice,
            damaged(table.damage) if table.damage else "",
            _("Dice committed: SHA-256 {digits}, all of it with proof.", digits=evidence.commitment[:16])
            if evidence
            else "",
            *caught_up(table.header, table.history, vocabulary),
        )
        self.ask()
        if self._later:
            self.participant.watchers.add(self._heard)

    def get_up(self) -> None:
        """Stop printing events, and print how to resume the match."""
        self.stop()
        self.say(parting(self.table, plain=True))

    def stop(self) -> None:
        """Stop printing events, and cancel a question to an engine that is not answered yet."""
        self.participant.stop()
        if "_adviser" in vars(self):
            self._adviser.stop()

    @cached_property
    def _adviser(self) -> "Adviser":
        from bgterm.play.advice import Adviser  # only for those who ask an engine

        start = BackgroundTasks("engine question failed").start
        return Adviser(self.participant, self.say, start, self._later)

    @property
    def view(self) -> View:
        """The view that the players here, or the spectator, have of the match."""
        return self.participant.view

    @property
    def actions(self) -> Sequence[Action]:
        """The actions that can be typed here, possible now or not; a spectator can only leave."""
        return WORDS if self.venue.seats else (LEAVE,)

    @property
    def over(self) -> bool:
        """Whether the players here have left."""
        return self.participant.left

    def is_possible(self, action: Action) -> bool:
        """Return whether the players here can perform the action now."""
        return action.id in self.view.possible

    @property
    def match(self) -> MatchState:
        """The match as shown here: after the end of a game, with the next game begun."""
        return self.table.match.at_next_game()

    # Printing and prompts

    def ask(self) -> None:
        """Print the prompt of the match: what the player to act, here or elsewhere, has to decide."""
        here, names = self.participant, self.match.names
        here.tick()
        view = here.view
        if view.evidence and view.contributing:
            self.say(contributions.spoken(names, view.evidence, view.seats))
            return
        asked = question(view, self.venue.typed_for, self.settings.vocabulary)
        clocks = self.venue.clocks
        timed = view.asked if view.asked is view.match.to_act else None
        left = clocks.left(timed) if clocks and timed is not None else inf
        self.say(" ".join(filter(None, (asked, turn(view.draft) if view.draft else "", low_time_warning(left)))))

    def tell_flag(self) -> None:
        """Print once that a player has run out of time."""
        clocks = self.venue.clocks
        fallen = clocks.fallen if clocks and clocks.claimant is not None else None
        if fallen is not None and fallen is not self._fallen:
            late, name = (self.match.names[player.index] for player in (fallen, fallen.opponent))
            self.say(_("{late} has no time left: {name} may type flag and win the match.", late=late, name=name))
        self._fallen = fallen

    def refuse(self, error: BackgammonError) -> None:
        """Print the error, by which an action is refused, as a sentence."""
        self.say(sentence(error.describe(self.match.names), self.match.names))

    async def do(self, action: Action, **answers: object) -> None:
        """Perform an action with the answers to its questions by name; if one is missing, print that question.

        The tutor checks a decision first, unless the answers contain `checked`.
        """
        here, checked = self.participant, bool(answers.pop("checked", False))
        try:
            if action is not LEAVE:
                if not here.seats and action not in self.actions:
                    raise IllegalAction(N_("You are watching: only the players move."))
                self._catch_up()
            if error := action.refusal(here):
                raise error
            if await self._consult(action, checked=checked, **answers):
                return
            if asked := action.question(here, **answers):
                self.offer(asked.text, [self._option(action, answers, asked.name, one) for one in asked.answers])
                return
            before, self._acting = here.view.draft, True
            self.say(*map(sentence, (await here.do(action, **answers)).splitlines()))
        except BackgammonError as error:
            await self._refuse(action, error, **answers)
            return
        finally:
            self._acting = False
        self._to_ask |= action.asks_again
        if (draft := here.view.draft) is not before and draft and not here.behind:
            self.leave_list()
            self.say(turn(draft))
            if self.settings.auto_confirm_race and draft.may_confirm_by_itself:
                await self.do(CONFIRM)

    async def _refuse(self, action: Action, error: BackgammonError, text: object = "", **_others: object) -> None:
        """Print why an action is refused; offer to play on if a new match cannot be saved."""
        self.refuse(error)
        if action in (TYPE, CONFIRM) and self.view.draft and " " in str(text):
            self.say(_("Nothing of that line was played."))
        if isinstance(error, NotBegun) and not self.venue.online:
            await self.do(NOT_KEPT, reason=error.reason)

    async def _consult(self, action: Action, *, checked: bool, **answers: object) -> bool:
        """Handle an action that needs the engine, the tutor or a rematch; return False for any other.

        If it is `checked`, the tutor has judged it already.
        """
        tutored = self.settings.tutor and self.venue.allows_hints and not checked
        if action is HINT:
            await self._adviser.hint(self._tell)
        elif action is REMATCH and self._rematch:
            await self._rematch()
        elif action is CONFIRM and answers.get("text") and tutored:
            before = self.view.draft
            await self.do(TYPE, **answers)
            if self.view.draft is not before and not self.participant.behind:
                await self.do(CONFIRM)
        elif tutored and self._adviser.concerns(action):
            await self._adviser.check(action, float(self.settings.tutor_limit), partial(self._decide, action))
        else:
            return False
        return True

    async def _tell(self, hint: "Hint", times: int) -> None:
        """Print the next play of a hint that was printed `times` times before; about the cube, the whole hint."""
        plays = hint.answer.plays
        lines = [hint.line(times % len(plays))] if plays else hint.notes()
        self.say(*(sentence(line, self.match.names) for line in lines))

    async def _decide(self, action: Action, question: str) -> None:
        """Perform an action that the tutor has checked; if the tutor has a question, offer it first."""
        if question:
            go_ahead = Option(_("go ahead anyway"), partial(self.do, action, checked=True))
            self.offer(question, [go_ahead, Option(_("think again"), self.ask)])
        else:
            await self.do(action, checked=True)
            if self._later:
                await self.settle()

    def hear(self, said: str) -> None:
        """Print `said`, the news of a contribution to the dice; the next `settle` prints the prompt."""
        self.say(said)
        self._to_ask = True

    def _heard(self) -> None:
        """Queue the printing of others' actions."""
        if self._later and not self._acting and not self._waits:
            self._waits = True
            self._later(self._hear_later)

    async def _hear_later(self) -> None:
        self._waits = False
        await self.settle()

    def _option(self, action: Action, answers: dict[str, object], name: str, one: Answer) -> Option:
        draft, text = self.view.draft, one.text
        if draft and action is PLAYS:
            text = in_words(draft.plays.board, draft.plays.player, draft.moves + one.value)
        elif draft and name == "play":
            text = in_words(draft.board, draft.plays.player, one.value, one.text)
        return Option(text, partial(self.do, action, **answers, **{name: one.value}))

    async def settle(self) -> None:
        """Print the events since the last call, perform automatic actions, and print a prompt that has changed."""
        here = self.participant
        while (here.behind or self._to_ask) and not self.over:
            self._catch_up()
            self._to_ask = False
            self.leave_list()
            if automatic := automatic_action(self.settings, here):
                await self.do(automatic)
            if not (automatic and (here.behind or self._to_ask)):  # an automatic action may have been refused
                self.ask()

    def _catch_up(self) -> None:
        """Print the events that were not printed yet."""
        for happened in self.participant.news():
            self.say(*news(happened.before, happened.event, happened.after, self.settings.vocabulary))
            self._to_ask = True


def _welcome(match: MatchState) -> str:
    """Return the welcome: the match, its players, their score, and the word for help."""
    return _(
        "{match}; {white} {white_score}, {black} {black_score}. Type help for the commands.",
        match=score.title(match),
        white=match.names[0],
        white_score=match.score[0],
        black=match.names[1],
        black_score=match.score[1],
    )
