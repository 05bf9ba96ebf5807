"""The names that players may have on a server, and the comparison of names that look alike.

A name is a nickname by RFC 8266: it has no invisible characters, and no joiners where no script needs them. Names
are alike when a reader could take one for the other: they have the same letters in either case, or the same
skeleton by Unicode Technical Standard 39, section 4, which replaces every character by the one it looks like.
"""

import unicodedata
from functools import lru_cache
from itertools import groupby

from confusable_homoglyphs.confusables import confusables_data
from precis_i18n import get_profile

from bgterm.notation.sanitize import MARKS, clean_line, is_mark

_NICKNAME = get_profile("NicknameCasePreserved")

_READ = 100
"""The number of characters of a typed name that are read: more than any name may have."""
_RESERVED = ("admin", "administrator", "bgterm", "moderator", "operator", "root", "server", "system")
"""Names that stand for the server or its operator, which no player may have."""


def checked_name(text: str) -> str:
    """Return the name as it is shown, on one line; empty when no visible text is left.

    Raises ValueError when it has characters that cannot be seen, or more accents on a letter than fit on a line.
    """
    composed = unicodedata.normalize("NFC", text)
    if any(len([*run]) > MARKS for marks, run in groupby(composed, is_mark) if marks):
        raise ValueError(f"more than {MARKS} marks on a letter")
    name = clean_line(composed, _READ)
    return str(_NICKNAME.enforce(name)) if name else ""


def lookalikes(name: str) -> frozenset[str]:
    """Return the forms by which the name is compared: two names are alike when they share one.

    >>> are_alike("Ian", "lan"), are_alike("Ann", "\\u0410nn"), are_alike("Ann", "Anna")
    (True, True, False)
    """
    letters = "".join(char for char in unicodedata.normalize("NFKC", name) if not char.isspace())
    return frozenset({letters.casefold(), _skeleton(letters), _skeleton(letters.casefold())})


def are_alike(one: str, other: str) -> bool:
    """Return whether a reader could take one name for the other."""
    return not lookalikes(one).isdisjoint(lookalikes(other))


def is_reserved(name: str) -> bool:
    """Return whether a reader could take the name for the server, its operator or one of its bots.

    >>> is_reserved("0perator"), is_reserved("Bot gnubg"), is_reserved("Botvinnik")
    (True, True, False)
    """
    first, _, rest = name.partition(" ")
    return any(are_alike(name, one) for one in _RESERVED) or bool(rest and are_alike(first, "bot"))


def _skeleton(name: str) -> str:
    """Return the name with every character replaced by the one it looks like, in lower case."""
    decomposed = unicodedata.normalize("NFD", name)
    return unicodedata.normalize("NFD", "".join(map(_prototype, decomposed))).casefold()


@lru_cache(maxsize=4096)
def _prototype(char: str) -> str:
    """Return the character that represents all those that look like this one.

    The library lists for each prototype all that look like it, and for each of those the prototype alone.
    """
    similar: list[str] = [found["c"].strip("\u200e") for found in confusables_data.get(char, ())]
    return max(char, *similar, key=lambda one: (len(confusables_data.get(one, ())), one)) if similar else char
