"""The syntax of `.sgf` files, which many games share: trees of nodes with properties."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from bgterm.catalog import N_, _
from bgterm.formats import messages as words
from bgterm.formats.record import Problem
from bgterm.rules.errors import NotationError

_TOKEN = re.compile(
    r"(?P<tree>[();])|(?P<name>[A-Za-z]++)|(?P<value>\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\])|\s++|(?P<rest>.)", re.DOTALL
)
_DEEPEST = 1000
"""The most levels of nested trees: far more than any program writes."""
_ESCAPED = re.compile(r"\\(?:\r\n|[\r\n]|(.))", re.DOTALL)


class Property(NamedTuple):
    """A property of a node, with its line in the text."""

    line: int
    name: str
    values: list[str]


@dataclass(frozen=True, slots=True)
class Tree:
    """One game: the properties of its nodes, the root first."""

    line: int
    nodes: list[list[Property]]

    @property
    def root(self) -> list[Property]:
        """The properties of the root, which describe the whole game."""
        return self.nodes[0] if self.nodes else []

    def of_root(self, name: str) -> list[str]:
        """Return the values of a property of the root; empty without the property."""
        return next((found.values for found in self.root if found.name == name), [])


@dataclass
class _Branch:
    """A nested tree that has not been read to its end."""

    main: bool
    """Whether the tree is on the main line."""
    branched: bool = False
    """Whether a branch has begun in the tree."""


class SgfParser:
    """The trees in a text, each reduced to its main line: the first of several branches."""

    def __init__(self, text: str) -> None:
        """Read the text, or up to a value that does not end. Raises NotationError for trees nested too deeply."""
        self.trees: list[Tree] = []
        self.problems: list[Problem] = []
        self._branches: list[_Branch] = []
        self._line = 1
        self._name = ""
        self._nonsense = -1
        """The end of the last unreadable characters, as an index of the text."""
        for token in _TOKEN.finditer(text):
            if token.lastgroup == "rest" and token[0] == "[":
                break
            self._take(token)
            self._line += token[0].count("\n")
        else:
            if not self._branches:
                return
        self.problems.append(Problem(len(self.trees), self._line, _("the file ends in the middle of an entry")))

    def _take(self, token: re.Match[str]) -> None:
        match token[0]:
            case "(" if not self._branches:
                self.trees.append(Tree(self._line, []))
                self._branches = [_Branch(main=True)]
            case "(" if len(self._branches) >= _DEEPEST:
                raise NotationError(N_("entries are nested deeper than {most}"), most=_DEEPEST)
            case "(":
                above = self._branches[-1]
                self._branches.append(_Branch(above.main and not above.branched))
                above.branched = True
            case ")" if self._branches:
                self._branches.pop()
            case ";" if self._branches and self._branches[-1].main:
                self.trees[-1].nodes.append([])
            case _ if self._branches and self._branches[-1].main and self.trees[-1].nodes:
                self._property(token)

    def _property(self, token: re.Match[str]) -> None:
        node = self.trees[-1].nodes[-1]
        match token.lastgroup:
            case "name":
                self._name = "".join(char for char in token[0] if char.isupper())
            case "value" if self._name:
                value = _ESCAPED.sub(r"\1", token[0][1:-1])
                if node and node[-1].name == self._name:
                    node[-1].values.append(value)
                else:
                    node.append(Property(self._line, self._name, [value]))
            case "rest":
                self._unreadable(token)

    def _unreadable(self, token: re.Match[str]) -> None:
        """Record a fault for unreadable characters; several in a row are one fault."""
        if self._nonsense != token.start():
            self.problems.append(Problem(len(self.trees), self._line, words.unreadable(token[0])))
        self._nonsense = token.end()
