"""A language in which every message is its English one with each letter replaced by a letter that looks like it.

Names, notation and other fields stay as they are, and so does the width, so that each layout does. ASCII letters
that a screen shows in this language are of texts that nobody can translate.
"""

import re
from collections.abc import Iterable
from gettext import NullTranslations
from pathlib import Path
from string import Formatter, ascii_letters

from bgterm.plain.messages import COMMANDS

_LOOKALIKES = str.maketrans(ascii_letters, "áƀćđëƒğħïĵķłɱñöƥɋŕšţüṽŵẋýžÁƁĆĐËƑĞĦÏĴĶŁṀÑÖƤɊŔŠŢÜṼŴẊÝŽ")
NAMES = ("Аня", "Боря")
"""Names of players without ASCII letters."""


def pseudo(text: str) -> str:
    """Return the lookalike of a text."""
    return text.translate(_LOOKALIKES)


class Pseudo(NullTranslations):
    """The translations of every message."""

    def gettext(self, message: str) -> str:
        """Return the lookalike of a message, with its fields as they are."""
        return "".join(_piece(*piece) for piece in Formatter().parse(message))

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """Return the lookalike of one of both."""
        return self.gettext(singular if count == 1 else plural)


def _piece(literal: str, field: str | None, form: str | None, conversion: str | None) -> str:
    text = pseudo(literal).replace("{", "{{").replace("}", "}}")
    if field is None:
        return text
    return text + "{" + field + (f"!{conversion}" if conversion else "") + (f":{form}" if form else "") + "}"


_KEYS = (
    "Enter",
    "Esc",
    "Space",
    "Bksp",
    "Tab",
    "Ctrl",
    "PageUp",
    "PageDown",
    "PgUp",
    "PgDn",
    "Home",
    "End",
    "Del",
    "F1",
    "F2",
    "hjkl",
    "arrows",
    "up",
    "down",
    "left",
    "right",
)
_NOTATION = ("bar", "off", "XGID")
_NAMES_OF_THINGS = ("bgterm", "SHA", "OSC", "UTF", "ASCII", "SSH")
EXPECTED = frozenset({*_KEYS, *_NOTATION, *_NAMES_OF_THINGS, *COMMANDS})
"""Words in ASCII letters that are the same in every language."""


def untranslated(lines: Iterable[str], *, but: re.Pattern[str] | None = None) -> set[str]:
    """Return the lines that contain words in ASCII letters, except expected words and what the pattern matches."""
    found = set()
    for line in lines:
        rest = but.sub(" ", line) if but else line
        if set(re.findall(r"[A-Za-z]{2,}", rest)) - EXPECTED:
            found.add(" ".join(line.split()))
    return found


def paths(folder: Path) -> re.Pattern[str]:
    """Return what matches paths of files in this folder, broken into lines or not."""
    return re.compile(rf"{re.escape(str(folder))}\S*|\S*\.(jsonl|mat|sgf|txt|toml)\b")
