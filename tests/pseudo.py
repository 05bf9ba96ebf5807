"""A language in which each letter of every message is replaced by a letter that looks like it.

Names, notation and other fields stay as they are, and so does the width, so that each layout does. ASCII letters
that a screen shows in this language are of texts that nobody can translate.
"""

import re
from collections.abc import Iterable
from functools import cache
from gettext import NullTranslations
from string import Formatter, ascii_letters

from babel.messages.pofile import read_po

from bgterm.plain.messages import COMMANDS, LOBBY_COMMANDS, TABLE_COMMANDS
from bgterm.profile.presets import BUILT_IN
from bgterm.rules.variants import VARIANTS
from bgterm.tui.look.themes import THEMES
from tools.messages import TEMPLATE

_LOOKALIKES = str.maketrans(ascii_letters, "áƀćđëƒğħïĵķłɱñöƥɋŕšţüṽŵẋýžÁƁĆĐËƑĞĦÏĴĶŁṀÑÖƤɊŔŠŢÜṼŴẊÝŽ")
NAMES = ("Аня", "Боря")
"""Names of players without ASCII letters."""


def pseudo(text: str) -> str:
    """Return the text with each ASCII letter replaced by one that looks like it."""
    return text.translate(_LOOKALIKES)


class Pseudo(NullTranslations):
    """The translations of all messages into the pseudo-language."""

    def gettext(self, message: str) -> str:
        """Return a message with its letters, but not its fields, replaced; other texts are returned unchanged."""
        if message not in _messages():
            return message
        return "".join(_piece(*piece) for piece in Formatter().parse(message))

    def ngettext(self, singular: str, plural: str, count: int) -> str:
        """Return the singular or the plural with its letters replaced, by `count`."""
        return self.gettext(singular if count == 1 else plural)


@cache
def _messages() -> frozenset[str]:
    with TEMPLATE.open("rb") as file:
        ids = [message.id for message in read_po(file)]
    return frozenset(text for one in ids for text in ([one] if isinstance(one, str) else one))


def _piece(literal: str, field: str | None, form: str | None, conversion: str | None) -> str:
    text = pseudo(literal).replace("{", "{{").replace("}", "}}")
    if field is None:
        return text
    return text + "{" + field + (f"!{conversion}" if conversion else "") + (f":{form}" if form else "") + "}"


_KEYS = (
    r"Enter|Esc|Space|Bksp|Tab|Ctrl|Del|Home|End|(Pg|Page)(Up|Dn|Down)|F\d|[Ll]eft|[Rr]ight|[Uu]p|[Dd]own|arrows?"
)
"""The names of keys, as they are printed on them."""
_TYPED = (*COMMANDS, *TABLE_COMMANDS, *LOBBY_COMMANDS, *VARIANTS, *THEMES, *(preset.name for preset in BUILT_IN))
"""Words that a player types, in plain mode or on the command line."""
_PROGRAMS = r"bgterm|ssh|\S*\.(mat|txt|sgf|jsonl)"
"""The names of programs and files."""
_NOTATION = r"bar|off|XGID|Position ID|Match ID"
"""The words of plays, and the forms of positions as other programs call them."""
_IDS = r"XGID=\S+|[A-Za-z0-9+/]{14}(:[A-Za-z0-9+/]{12})?"
_DIAGRAM = (
    r"Pips: X \d+, O \d+|Score: X \d+, O \d+, match to \d+|Cube: \d+|BAR|X on roll|"
    "Nobody is on roll: the opening throw decides"
)
"""The ASCII diagram of a position, which is sent to other people."""
_PHRASES = "|".join(map(re.escape, sorted(_TYPED, key=len, reverse=True)))
EXPECTED = re.compile(rf"(?<!\w)({_DIAGRAM}|{_IDS}|{_PROGRAMS}|{_NOTATION}|{_PHRASES}|{_KEYS})(?!\w)")
"""Words that are the same in every language."""


def untranslated(lines: Iterable[str], but: str = "(?!)") -> set[str]:
    """Return the lines with words in ASCII letters that are not expected, nor matched by the pattern."""
    expected = re.compile(but)
    return {
        " ".join(line.split())
        for line in lines
        if re.search(r"[A-Za-z]{2}", EXPECTED.sub(" ", expected.sub(" ", line)))
    }
