"""Actions that apply one event, whose only field is the player."""

from collections.abc import Awaitable, Callable

from bgterm.play.participant import Action, Key, Participant
from bgterm.rules.board import Player
from bgterm.rules.choices import KIND_OF, Choices, allows
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Event


def asked(here: Participant) -> Player:
    """Return the player who is prompted."""
    return here.view.player


def action_of(
    event: Callable[[Player], Event],
    name: str,
    words: str,
    key: Key,
    *,
    meant: Callable[[Participant], Player] = asked,
    in_full: bool = False,
) -> Action:
    """Return an action that applies an event for the player here who may take it.

    If no player may, the reason of the referee for that kind of action is given to the `meant` player.
    """
    kind = KIND_OF[event]

    def may(can: Choices) -> bool:
        return allows(can, kind)

    def why_not(here: Participant) -> BackgammonError | None:
        return here.table.why_closed() or (None if here.who(may) is not None else here.why_not(kind, meant(here)))

    def do(here: Participant) -> Awaitable[None]:
        player = here.who(may)
        return here.table.apply(event(meant(here) if player is None else player))

    return Action(name, why_not, do, words=tuple(words.split()), in_full=in_full, key=key)
