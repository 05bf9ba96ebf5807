"""The messages between the processes of one lobby as JSON objects, sent as notifications of a database.

{"from":7,"kind":"Said","name":"Ann","text":"Tea?"}
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, get_args

from bgterm.lobby.hub import HubMessage
from bgterm.lobby.notifications import Message

_KINDS: dict[str, Callable[..., HubMessage]] = {kind.__name__: kind for kind in get_args(HubMessage)}


def write_message(message: HubMessage) -> dict[str, Any]:
    """Return a message as a JSON object: its kind and its fields."""
    facts = {name: asdict(fact) if isinstance(fact, Message) else fact for name, fact in message._asdict().items()}
    return {"kind": type(message).__name__, **facts}


def read_message(facts: dict[str, Any]) -> HubMessage:
    """Return the message in the JSON object of a notification."""
    kind = _KINDS[facts["kind"]]
    given = {name: value for name, value in facts.items() if name not in ("from", "kind")}
    if isinstance(said := given.get("said"), dict):
        given["said"] = Message(**said)
    return kind(**given)
