"""Cards for other programs: a text that Anki imports, or game trees of SGF with the answers as comments.

    #separator:tab
    #html:true
    #guid column:1
    #tags column:4
    5f1d...<tab>question, XGID and a drawn board<tab>answer<tab>bgterm backgammon

A card that is imported again replaces itself: its key is the first column.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from html import escape

from bgterm.formats import sgf
from bgterm.notation.diagram import diagram
from bgterm.notation.position import position_of
from bgterm.notation.xgid import xgid
from bgterm.practice import messages
from bgterm.practice.question import Card
from bgterm.rules.errors import NotationError
from bgterm.text import questions

_HEAD = "#separator:tab\n#html:true\n#guid column:1\n#tags column:4\n"
_PIPS = " Pips:"
"""The beginning of the line with the pip counts below a drawn board."""


def anki(cards: Iterable[Card]) -> str:
    """Return the cards as a text that Anki imports, one card a line."""
    return _HEAD + "".join(f"{'	'.join(_columns(card))}\n" for card in cards)


def trees(cards: Iterable[Card]) -> str:
    """Return the cards as game trees in SGF, each a position with question and answer in a comment."""
    return "".join(map(_tree, cards))


def _columns(card: Card) -> Iterator[str]:
    """Yield the columns of a card: key, question, answer and tags, as HTML."""
    yield card.key
    drawn = escape("\n".join(_drawn(card)))
    yield f"{_html(_question(card))}<pre>{drawn}</pre>".replace("\n", "<br>").replace("\t", " ")
    yield "<br>".join(map(_html, _answer(card)))
    yield f"bgterm {card.question.variant.slug}"


def _html(text: str) -> str:
    return escape(text).replace("\t", " ").replace("\n", " ")


def _question(card: Card) -> str:
    return messages.number_question(card.question) or questions.question(card.question.match)


def _drawn(card: Card) -> Iterator[str]:
    """Yield the XGID, if there is one, and the lines of the board, without pip counts if these are asked."""
    position = position_of(card.question.match)
    with suppress(NotationError):
        yield xgid(position)
    lines = diagram(position, card.question.names).splitlines()
    yield from (line for line in lines if not (card.question.number_kind and line.startswith(_PIPS)))


def _answer(card: Card) -> Iterator[str]:
    """Yield the sentences of the answer: the best and next best answers, and the one in the match or the rule."""
    _verdict, *rest = messages.about_answer(card, card.question.best)
    return filter(None, (*rest, card.title))


def _tree(card: Card) -> str:
    said = " ".join((_question(card), *_answer(card)))
    comment = said.replace("\\", "\\\\").replace("]", "\\]")
    return sgf.write(card.question.header, ()).removesuffix(")\n") + f"C[{comment}])\n"
