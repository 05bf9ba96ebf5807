"""The commands of plain mode: one entry each, with its condition and its action."""

from collections.abc import Callable
from dataclasses import dataclass

from bgterm.plain import actions, contributions, messages
from bgterm.plain.player import Seat
from bgterm.rules import events
from bgterm.rules.board import Player
from bgterm.rules.choices import Choices

May = Callable[[Choices], object]
"""Returns from a player's choices whether the command is possible."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something that can be typed; what it does is explained in `bgterm.plain.messages`."""

    name: str
    do: Callable[[Seat, str], object]
    """Runs it with the text after it. Raises BackgammonError when that is not possible."""
    possible: Callable[[Seat], object] | None = None
    """Returns whether the command is possible now; None for one that is possible at any time and changes
    nothing.
    """
    also: tuple[str, ...] = ()
    """Other names for it, and abbreviations that take precedence over others."""
    takes_more: bool = False
    """Whether something may be typed after it."""
    needs_more: bool = False
    """Whether something must be typed after it."""
    never_guessed: bool = False
    """Whether it costs too much to be shortened."""


def _when(may: May) -> Callable[[Seat], bool]:
    """Whether somebody here may do that."""
    return lambda seat: seat.player_who(may) is not None


def _last_mover(seat: Seat) -> Player:
    """Return the player here who made the last play, or else the one who is meant otherwise."""
    turn = seat.table.match.last_game.last_turn
    return turn.player if turn and turn.player in seat.players else seat.default_player


def _event(
    name: str,
    *ways: tuple[May, Callable[[Player], events.Event]],
    also: tuple[str, ...] = (),
    never_guessed: bool = False,
    meant: Callable[[Seat], Player] = lambda seat: seat.default_player,
) -> Command:
    """Return the command with which a player lets an event happen: of several the one that they may.

    Where nobody may, the one who is `meant` gets the referee's reason.
    """

    def do(seat: Seat, _: str) -> None:
        players = ((seat.player_who(may), event) for may, event in ways)
        refused = (meant(seat), ways[0][1])
        player, event = next(((player, event) for player, event in players if player is not None), refused)
        seat.do(seat.table.apply(event(player)))

    def possible(seat: Seat) -> bool:
        return any(seat.player_who(may) is not None for may, _ in ways)

    return Command(name, do, possible, also, never_guessed=never_guessed)


QUIT = Command("quit", lambda seat, _: setattr(seat, "left", True), lambda _: True, ("exit", "leave"))
ACTIONS = (
    Command("roll", actions.roll, lambda seat: seat.thrower is not None, ("r", "throw"), takes_more=True),
    Command("cocked", actions.cocked, actions.may_be_cocked),
    Command("wrong", actions.correct, _when(lambda can: can.correct), needs_more=True),
    _event("double", (lambda can: can.double, events.Doubled), also=("redouble",)),
    _event("take", (lambda can: can.answer_double, events.Taken)),
    _event("pass", (lambda can: can.answer_double, events.Dropped), also=("drop",), never_guessed=True),
    _event("beaver", (lambda can: can.beaver, events.Beavered), also=("raccoon",)),
    Command("done", actions.done, lambda seat: seat.draft, takes_more=True),
    Command("undo", actions.undo, lambda seat: seat.draft and seat.draft.moves, takes_more=True),
    Command("plays", actions.plays, lambda seat: seat.draft and not seat.draft.complete),
    Command("resign", actions.resign, actions.may_resign, takes_more=True),
    _event(
        "accept",
        (lambda can: can.answer_resignation, events.ResignationAccepted),
        (lambda can: can.answer_take_back, events.TakenBack),
        (lambda can: can.accept, events.PlayAccepted),
        (lambda can: can.answer_double, events.Taken),
        also=("yes",),
    ),
    _event(
        "refuse",
        (lambda can: can.answer_resignation, events.ResignationRefused),
        (lambda can: can.answer_take_back, events.TakeBackRefused),
        also=("no",),
    ),
    _event("takeback", (lambda can: can.take_back, events.TakeBackAsked), meant=_last_mover),
    _event("challenge", (lambda can: can.challenge, events.Challenged)),
    Command("flag", actions.claim_flag, actions.may_claim),
    Command("words", contributions.words, contributions.may_contribute, needs_more=True),
    Command("decline", contributions.decline, contributions.may_contribute),
    Command("open", contributions.open_contribution, contributions.may_open, needs_more=True),
    Command("void", contributions.give_up, contributions.may_open, never_guessed=True),
    Command("end", actions.end, lambda seat: seat.table.may_close_session, never_guessed=True),
    QUIT,
)
"""The commands that change something."""
HINT = Command("hint", lambda seat, _: seat.say(messages.explained("hint")), lambda _: False)
"""The answer to those who know the hints of the full screen; on a server, `hints` is a command."""
