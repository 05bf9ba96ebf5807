"""The keys that a player has chosen for actions of a match and of the menu: the table `[keys]` of the settings.

[keys]
double = "D"
menu-library = "l"
"""

import unicodedata
from collections.abc import Mapping

from bgterm.catalog import N_
from bgterm.notation.errors import cleaned
from bgterm.notation.plays import may_follow
from bgterm.play.actions.dice import OPENING
from bgterm.play.actions.everything import KEYS
from bgterm.rules.errors import NotationError

ChosenKeys = tuple[tuple[str, str], ...]
"""Pairs of an action's id and the key chosen for it, as it is typed."""
MENU = {
    "menu-quit": "q",
    "menu-continue": "c",
    "menu-new": "n",
    "menu-library": "b",
    "menu-practise": "p",
    "menu-edit": "e",
    "menu-options": "o",
    "menu-how-to-play": "h",
}
"""The keys of the actions of the menu that have one."""
FIXED = frozenset({"enter", "escape", "up", "down", "left", "right", *"0123456789"})
"""The keys that cannot be chosen for other actions."""
_LIST = {"choose": "space", "list-down": "j tab", "list-up": "k", "help": "question_mark"}
"""Further keys of the menu, by their actions."""
_SPELLED = ("space", "tab", "backspace")
_UNCHANGED = frozenset({"claim-flag", "resign", "let-watch", "no-hints"}) | {action.id for action in OPENING}
"""Actions whose keys cannot be changed, because messages name them or they belong to a server."""


def _typed(name: str) -> str:
    """Return the character of a key by Textual's name for it, or a special key's name.

    >>> _typed("D"), _typed("exclamation_mark"), _typed("space")
    ('D', '!', 'space')
    """
    return unicodedata.lookup(name.replace("_", " ")) if "_" in name else name


_LATER = frozenset({"practise", "menu-practise"})
"""Actions that are newer than chosen keys; if an older settings file uses their key, they have none."""


def read_keys(table: Mapping[str, object]) -> ChosenKeys:
    """Return the chosen keys in a table of the settings.

    Raises NotationError for an unknown action, an invalid key, and a key that two actions would have.
    """
    of_match = {action.id: action.key.names.split() for action in KEYS if action.key}
    of_menu = {name: keys.split() for name, keys in (_LIST | MENU).items()}
    own = [name for name, keys in of_match.items() if not FIXED.issuperset(keys)]
    known = [*(name for name in own if name not in _UNCHANGED), *MENU]
    for name, key in table.items():
        if name not in known:
            message = N_("{name} is not an action with a key to choose: docs/keys.md lists those")
            raise NotationError(message, name=cleaned(name))
        if not _is_key(key):
            message = N_("{name} cannot have the key {key}: choose a character that begins no play")
            raise NotationError(message, name=name, key=cleaned(key))
    chosen = {name: str(key) for name, key in table.items()}
    for before in (of_match, of_menu):
        _check_conflicts(before, {name: key for name, key in chosen.items() if name in before})
    return tuple(chosen.items())


def _is_key(key: object) -> bool:
    """Return whether a key can be chosen: a character that begins no play, or one of `_SPELLED`."""
    if not isinstance(key, str):
        return False
    return key in _SPELLED or (len(key) == 1 and key.isprintable() and key != " " and not may_follow("", key))


def _check_conflicts(before: Mapping[str, list[str]], chosen: Mapping[str, str]) -> None:
    """Raise NotationError for two actions with one key, unless they shared a key before."""
    typed = {name: {*map(_typed, keys)} for name, keys in before.items()}
    after = {name: {chosen[name]} if name in chosen else keys for name, keys in typed.items()}
    for name, key in chosen.items():
        for other, keys in after.items():
            yields = other in _LATER and other not in chosen
            if other != name and key in keys and not yields and not typed[name] & typed[other]:
                message = N_("{first} and {second} would have the same key, {key}")
                raise NotationError(message, first=name, second=other, key=key)
