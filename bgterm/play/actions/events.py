"""Actions that apply one event, whose only field is the player."""

from collections.abc import Awaitable, Callable

from bgterm.play.participant import Action, Key, Participant
from bgterm.rules.board import Player
from bgterm.rules.choices import Choices, allows
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event
from bgterm.rules.refusal import ActionKind


def asked(here: Participant) -> Player:
    """Return the player who is asked."""
    return here.view.player


def action_of(
    event: Callable[[Player], Event],
    kind: ActionKind,
    name: str,
    words: str,
    key: Key,
    *,
    meant: Callable[[Participant], Player] = asked,
    in_full: bool = False,
) -> Action:
    """Return the action with which the player here who may lets an event happen.

    Where nobody may, the one who is `meant` gets the referee's reason for that `kind` of action.
    """

    def may(can: Choices) -> bool:
        return allows(can, kind)

    def why_not(here: Participant) -> BackgammonError | None:
        return here.table.why_closed() or (None if here.who(may) is not None else here.why_not(kind, meant(here)))

    def do(here: Participant) -> Awaitable[None]:
        player = here.who(may)
        return here.table.apply(event(meant(here) if player is None else player))

    return Action(name, why_not, do, words=tuple(words.split()), in_full=in_full, key=key)
