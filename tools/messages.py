"""The template of the messages, extracted from the code for translators.

    python -m tools.messages

It is kept in the package; a test says when it is out of date.
"""

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

PACKAGE = Path(__file__).parents[1] / "bgterm"
TEMPLATE = PACKAGE / "locale" / "bgterm.pot"
_KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "nN_": (1, 2)}


def extracted() -> Catalog:
    """Return the messages that the code marks for translation."""
    catalog = Catalog(project="bgterm", charset="utf-8")
    for _, _, message, comments, context in extract_from_dir(PACKAGE, keywords=_KEYWORDS):
        catalog.add(message, auto_comments=comments, context=context)
    return catalog


def template() -> str:
    """Return the text of the template, without a date, so that it changes only with the messages."""
    written = BytesIO()
    write_po(written, extracted(), width=115, no_location=True, omit_header=True, sort_output=True)
    return f"{_HEADER}\n{written.getvalue().decode()}"


_HEADER = r"""# The messages of bgterm. `make messages` writes this file.
msgid ""
msgstr ""
"Project-Id-Version: bgterm\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"""


if __name__ == "__main__":
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(template(), encoding="utf-8")
