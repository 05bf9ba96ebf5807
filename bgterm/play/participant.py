"""The players at one terminal: their seats, the turn they are making, their view of the match, and their actions.

All of it is independent of screens and plain mode: both show the view and pass requests on as actions.
"""

from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import partial
from typing import Any, Final, NamedTuple

from bgterm.background import Watchers
from bgterm.editing.turn_draft import Draft, draft_of
from bgterm.notation.dice_evidence import Evidence
from bgterm.play.venue import Venue
from bgterm.rules.board import Board, Player
from bgterm.rules.choices import ActionKind, Choices, choices, refusal
from bgterm.rules.errors import BackgammonError, IllegalAction
from bgterm.rules.events import Event
from bgterm.rules.match import MatchState, Offer, Phase, Resignation, TakeBack
from bgterm.rules.replay import Step
from bgterm.text.score import WinNames

_BY_PHASE = {
    Phase.OPENING: "roll",
    Phase.TO_ROLL: "roll",
    Phase.TO_MOVE: "move",
    Phase.DOUBLED: "cube",
    Phase.TO_ACCEPT: "accept-play",
    Phase.OVER: "over",
}
_BY_OFFER: dict[type[Offer], str] = {Resignation: "resignation", TakeBack: "take-back"}


class View(NamedTuple):
    """An immutable snapshot of the match, the prompted player, the draft and the choices at one terminal."""

    match: MatchState
    """The match as shown, which may be behind the events."""
    seats: tuple[Player, ...]
    """The players at this terminal."""
    choices: Mapping[Player, Choices]
    """The choices of each player in the match as it is shown."""
    asked: Player | None = None
    """The player here who is prompted, the first where either may act; None while others are to act."""
    draft: Draft | None = None
    """The turn that a player here makes."""
    fault: BackgammonError | None = None
    """Why the last change of the draft was refused."""
    typed_digits: str = ""
    """The typed digits of dice, or of the number of a drill, that are not entered yet."""
    evidence: Evidence | None = None
    """The evidence about verifiable dice so far; None for other dice."""
    session_closed: bool = False
    """Whether the money session is closed."""
    dice_typed: bool = False
    """Whether the players throw dice of their own."""
    waiting: tuple[str, str] = ("", "")
    """The message about waiting for another player, in two lines; empty without one."""
    possible: frozenset[str] = frozenset()
    """The ids of the actions that are possible now."""

    @property
    def player(self) -> Player:
        """The player from whose side points are numbered on this terminal.

        It is the player who is prompted, else the player to act if both are here, else the player here; White for
        a spectator.
        """
        if self.asked is not None:
            return self.asked
        actor = self.match.shown_game.to_act
        if len(self.seats) == len(Player) and actor is not None:
            return actor
        return (*self.seats, Player.WHITE)[0]

    @property
    def can(self) -> Choices:
        """The choices of `player`, the player whose side this terminal takes."""
        return self.choices[self.player]

    @property
    def board(self) -> Board:
        """The board as this terminal shows it: with the moves of the draft, if there is one."""
        return self.draft.board if self.draft else self.match.shown_game.board

    @property
    def contributing(self) -> bool:
        """Whether contributions to verifiable dice are awaited, or a missing one has made the match void."""
        found = self.evidence
        return found is not None and ((bool(found.awaited) and not self.session_closed) or found.void is not None)

    @property
    def over(self) -> bool:
        """Whether the match is won, or the money session closed."""
        return self.session_closed or self.match.winner is not None

    @property
    def game_over(self) -> bool:
        """Whether the game is over, and perhaps the match with it."""
        return self.over or self.match.shown_game.result is not None

    @property
    def paused(self) -> bool:
        """Whether the match waits between two games, or after the last, with no offer left to answer."""
        return self.game_over and self.match.shown_game.pending is None

    @property
    def question(self) -> str:
        """The id of what the match asks at this terminal, such as `roll`, `contribution`, `wait` or `over`."""
        game = self.match.shown_game
        if self.contributing:
            return "contribution"
        if self.asked is None:
            return "wait"
        if self.over:
            return "over"
        if game.pending:
            return _BY_OFFER[type(game.pending)]
        name = _BY_PHASE[game.phase]
        return "dice" if name == "roll" and self.dice_typed else name

    @property
    def decision(self) -> object:
        """A value that differs between decisions of different games, turns and players, to be compared only."""
        game = self.match.shown_game
        return game.number, game.turns, game.to_act, game.result is not None


Change = Callable[[Draft], Draft]
"""A function that returns a changed draft. Raises BackgammonError when that is not possible."""


NOT_NOW: Final = IllegalAction("")
"""The refusal of an action that needs no explanation."""


class Key(NamedTuple):
    """A key of the keyboard, or several, that begins an action on a screen, with its labels and its behaviour."""

    names: str
    """The keys, as Textual names them; the first one is shown."""
    label: str
    help: str = ""
    shown: str = ""
    """The name of the key in the key bar, unless it is that of the first key."""
    decides: bool = True
    """Whether the key is ignored if it was pressed before the question was shown."""
    is_listed: bool = True
    """Whether the key bar lists the key."""
    answers: bool = True
    """Whether the key answers the current question, rather than working beside it."""
    is_letter: bool = False
    """Whether the key is disabled while a play is typed, because its letter could belong to the play."""
    explains: bool = True
    """Whether a screen gives the reason when the action is not possible now."""
    rank: int = 0
    """The priority in the key bar, from 1; 0 for the default: 10 for an answer, 30 for any other key."""
    leaves: bool = False
    """Whether the key leaves the screen, so that the key bar has it at its right edge."""


BESIDE = partial(Key, decides=False, answers=False)
"""Makes a key that works beside the answers to the question and decides nothing."""
LETTER = partial(BESIDE, is_letter=True)
"""Makes a key that is disabled while a play is typed."""


class Text(Enum):
    """Whether in plain mode further text may or must follow the word of an action, such as a play."""

    NONE = auto()
    MAYBE = auto()
    NEEDED = auto()


class Answer(NamedTuple):
    """An answer that a player can choose to a question: its text, and the value passed to the action."""

    text: str
    value: Any


class Question(NamedTuple):
    """A question to the players before an action is done.

    The player chooses one of the `answers`, or types a text if the question has a `label`.
    """

    name: str
    """The name of the action's argument that takes the answer."""
    text: str
    answers: Sequence[Answer] = ()
    is_final: bool = False
    """Whether confirming loses something for good, such as the game."""
    label: str = ""
    hint: str = ""
    longest: int = 20
    short: str = ""
    """The text where there is no room for the whole one."""


def unless(
    possible: "Callable[[Participant], object]", error: BackgammonError = NOT_NOW
) -> "Callable[[Participant], BackgammonError | None]":
    """Return a function for `Action.refusal`, which returns `error` while `possible` is false, otherwise None.

    `possible` is called with the participant.
    """
    return lambda here: None if possible(here) else error


@dataclass(frozen=True, slots=True, eq=False)
class Action:
    """Something that the players at one terminal can do, such as rolling, doubling or opening a page of help.

    It carries its word in plain mode, its key on a screen, its questions, and when it is possible.
    """

    id: str
    refusal: "Callable[[Participant], BackgammonError | None]" = lambda _here: None
    """Returns why the action is not possible now, None if it is; without side effects."""
    do: "Callable[..., Awaitable[str | None] | Question | None] | None" = None
    """Performs the action with the answers by name; None for a page, which each front end shows itself.

    It returns a sentence that no event provides, or the next question. Raises BackgammonError.
    """
    question: "Callable[..., Question | None]" = lambda _here, **_answers: None
    """Returns the first question that the given answers leave open; None when there is none."""
    words: tuple[str, ...] = ()
    """The word in plain mode, and its synonyms."""
    text: Text = Text.NONE
    """Whether text may follow the word; it is the answer named `text`."""
    in_full: bool = False
    """Whether the full word is required, because a mistyped abbreviation would cost the game."""
    asks_again: bool = False
    """Whether plain mode repeats the question after the action, although nothing has happened."""
    by_word: "Mapping[str, object]" = field(default_factory=dict)
    """Answers to the action's questions that typing its word gives, but pressing its key does not."""
    key: "Key | None" = None
    """The key that asks for it on a screen."""
    of_turn: bool = False
    """Whether the action depends on the draft; the others are not judged again while a draft changes."""


class Participant:
    """The players at one terminal, with their seats, their view of the match and the actions they can do.

    They are one, two at a shared keyboard, or none for a spectator.
    """

    def __init__(
        self,
        venue: Venue,
        actions: Sequence[Action],
        vocabulary: WinNames = WinNames.USUAL,
        *,
        pauses: bool = True,
    ) -> None:
        """Take part for the players in `seats`, with the actions that can ever be possible here.

        `pauses` is whether the match pauses after each game until `go_on`.
        """
        self.table = table = venue.table
        self.venue, self.vocabulary, self.left = venue, vocabulary, False
        self.seats: tuple[Player, ...] = venue.seats
        self.pauses = pauses
        """Whether the match pauses after each game, as on a screen."""
        self._table_actions = [action for action in actions if not action.of_turn]
        self._turn_actions = [action for action in actions if action.of_turn]
        self._at_table = frozenset[str]()
        """The ids of the possible actions that do not depend on the draft."""
        self._news = deque[tuple[Event, MatchState]]()
        self._at_first = self._match = table.match
        self.watchers = Watchers[[]]()
        """Functions that are called after each event and contribution to the dice; they must return at once."""
        self._unwatch = [table.event_watchers.add(self._hear), table.exchange_watchers.add(self._exchanged)]
        self.view = View(self._match, self.seats, self._choices_now(), dice_typed=self.table.dice_typed)
        """The current view, an immutable value that is replaced after each change."""
        self._begin_turn()

    def stop(self) -> None:
        """Stop following the match."""
        for unwatch in self._unwatch:
            unwatch()
        self.watchers = Watchers()

    # What happens

    def news(self) -> Iterator[Step]:
        """Yield the events that are not shown yet, oldest first; the view is updated just before each."""
        while self._news:
            shown, (event, match) = self._match, self._news.popleft()
            self._show(match)
            yield Step(shown, event, match)

    def go_on(self) -> None:
        """End the pause after a game: make the view show the next game."""
        self._show(self._match.at_next_game())

    def tick(self) -> None:
        """Update the view, because time has passed or something around the table has changed."""
        self._change(choices=self._choices_now())

    @property
    def behind(self) -> bool:
        """Whether there are events that the view does not show yet."""
        return bool(self._news)

    def _hear(self, match: MatchState, event: Event) -> None:
        self._news.append((event, match))
        self.watchers.tell()

    def _exchanged(self) -> None:
        self.tick()
        self.watchers.tell()

    def _show(self, match: MatchState) -> None:
        self._match = match
        self._begin_turn()

    def _choices_now(self) -> Mapping[Player, Choices]:
        if not self._news:
            return {player: self.table.choices(player) for player in Player}
        return {player: choices(self._match, player) for player in Player}

    def _change(self, **changes: Any) -> None:  # noqa: ANN401 - fields of the view
        """Replace the view: with these changes, and with the present state of the table."""
        match = self._match if self.pauses else self._match.at_next_game()
        asked = self._asked(match)
        self.view = self.view._replace(
            match=match,
            asked=asked,
            evidence=self.table.evidence,
            session_closed=self.table.session_closed,
            waiting=self.venue.waiting(match) if asked is None else ("", ""),
            **changes,
        )
        self._at_table = self._possible(self._table_actions)
        self._redraft()

    def _redraft(self, **changes: Any) -> None:  # noqa: ANN401 - fields of the view
        """Replace the view with changes of the draft, on which only the actions of the turn depend."""
        self.view = self.view._replace(**changes)
        self.view = self.view._replace(possible=self._at_table | self._possible(self._turn_actions))

    def _possible(self, actions: Sequence[Action]) -> frozenset[str]:
        return frozenset([action.id for action in actions if action.refusal(self) is None])

    def _asked(self, match: MatchState) -> Player | None:
        """Return the player here who is prompted or whose dice are typed here; if both may act, the first.

        Once the match is closed, players at their own terminals are not prompted; two at one keyboard may leave.
        """
        if self.venue.online and self.table.closed:
            return None
        if self.pauses and self.venue.typed_for is not None:
            return self.venue.typed_for
        actor = match.shown_game.to_act
        if actor is None:
            return next(iter(self.seats), None)
        return actor if actor in self.seats else None

    # Permissions

    def who(self, may: Callable[[Choices], object]) -> Player | None:
        """Return a player here whose choices satisfy `may`, preferring the one prompted; None if there is none."""
        meant = self.view.player
        order = sorted(self.seats, key=lambda player: player is not meant)
        return next((player for player in order if may(self.view.choices[player])), None)

    def why_not(self, kind: ActionKind, player: Player | None = None) -> BackgammonError:
        """Return why an action of this kind is refused to a player, by default to `view.player`."""
        return refusal(self.table.match, self.view.player if player is None else player, kind)

    # Acts

    async def do(self, action: Action, **answers: object) -> str:
        """Perform an action at the table with the `answers` to its questions, by name.

        Return a sentence to show, or empty when an event shows what has happened. Raises BackgammonError with the
        reason when the action is not possible.
        """
        if error := action.refusal(self):
            raise error
        doing = action.do(self, **answers) if action.do else None
        return (await doing or "") if isinstance(doing, Awaitable) else ""

    def leave(self) -> None:
        """Set `left`, on which the front end leaves the match."""
        self.left = True

    # The draft

    def edit(self, change: Change, *, whole: bool = False) -> None:
        """Replace the draft by what `change` returns for it; its error becomes the view's `fault` instead.

        With `whole`, the typed text of the draft is meant to be complete, so that a text that means no play is a
        `fault` too. Raises IllegalAction when there is no draft.
        """
        try:
            draft = change(self.drafted)
        except BackgammonError as error:
            self._redraft(fault=error)
        else:
            self.change(draft, draft.fault if whole else None)

    def move_cursor(self, point: int | None) -> None:
        """Move the cursor of the draft to a point, or with None remove it; possible actions stay the same."""
        draft = self.drafted.with_cursor(point)
        self.venue.show_draft(draft)
        self.view = self.view._replace(draft=draft, fault=None)

    def change(self, draft: Draft, fault: BackgammonError | None = None) -> None:
        """Replace the draft, and show it to the opponent and spectators; `fault` is the error to show here."""
        self.venue.show_draft(draft)
        self._redraft(draft=draft, fault=fault)

    @property
    def drafted(self) -> Draft:
        """The current draft. Raises IllegalAction when there is none."""
        if self.view.draft is None:
            raise self.why_not(ActionKind.MOVE)
        return self.view.draft

    def type_digits(self, digits: str) -> None:
        """Replace the digits that are typed but not entered yet, of dice or of the number of a drill."""
        self._change(typed_digits=digits)

    def _begin_turn(self) -> None:
        """Begin the turn of a player here, with a forced play already made unless the board is newly loaded."""
        can = self._choices_now()
        player = next((one for one in self.seats if can[one].plays is not None), None)
        over = self.pauses and self._match.shown_game.result is not None
        draft = None if player is None or over else draft_of(can[player])
        if draft and not (self.pauses and self._match is self._at_first):
            draft = draft.with_only_play()
        if draft and not self._news:
            self.venue.show_draft(draft)
        self._change(choices=can, draft=draft, fault=None, typed_digits="")
