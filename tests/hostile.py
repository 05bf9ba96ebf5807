"""Match files of any length that are made to keep a reader busy."""

from collections.abc import Callable
from typing import NamedTuple

from bgterm.formats import mat, sgf
from bgterm.formats.record import GameRecord

_MATCH = " 5 point match\n Game 1\n Ann : 0   Bob : 0\n"
_MONEY = " 0 point match\n Game 1\n Ann : 0   Bob : 0\n"
_LINE = 990
"""The length of a long line, a little less than what is read of a line."""


class Hostile(NamedTuple):
    """A kind of hostile file: its reader, its beginning, the repeated part, and its end."""

    read: Callable[[str], GameRecord]
    begin: str
    again: str
    end: str = ""

    def text(self, size: int) -> str:
        """Return a file of this kind, of about `size` characters."""
        return f"{self.begin}{self.again * (size // len(self.again))}{self.end}"


HOSTILE = {
    "empty trees": Hostile(sgf.read, "", "(;GM[6])"),
    "trees with a result": Hostile(sgf.read, "", "(;GM[6]RE[W+1])"),
    "trees with a length": Hostile(sgf.read, "", "(;GM[6]MI[length:5])"),
    "trees with a score": Hostile(sgf.read, "", "(;GM[6]MI[ws:3][bs:2])"),
    "trees with a roll": Hostile(sgf.read, "", "(;GM[6];W[31])"),
    "trees with a wrong play": Hostile(sgf.read, "", "(;GM[6];W[31aaaa])"),
    "nested trees": Hostile(sgf.read, "(;GM[6]", "("),
    "nested nodes": Hostile(sgf.read, "(;GM[6]", "(;"),
    "nodes": Hostile(sgf.read, "(;GM[6]", ";", ")"),
    "values": Hostile(sgf.read, "(;GM[6]AB", "[a]", ")"),
    "events of ours": Hostile(sgf.read, "(;GM[6];XB", '[{"event":"rolled"}]', ")"),
    "an open value": Hostile(sgf.read, "(;GM[6]PW", "["),
    "an escaped value": Hostile(sgf.read, "(;GM[6]PW[", "\\"),
    "a long name": Hostile(sgf.read, "(;GM[6]PW[", "Ann", "])"),
    "accents": Hostile(sgf.read, "(;GM[6]PW[a", "\u0301\u0316", "])"),
    "escape sequences": Hostile(sgf.read, "(;GM[6]PW[", "\x9d", "\x1b])"),
    "rules": Hostile(sgf.read, "(;GM[6]RU[", "fog:", "])"),
    "nonsense": Hostile(sgf.read, "(;GM[6]", "}a", ")"),
    "a long play": Hostile(sgf.read, "(;GM[6];W[31", "hefe", "])"),
    "doubles": Hostile(sgf.read, "(;GM[6];W[31hefe]", ";B[double];W[double]", ")"),
    "rolls": Hostile(sgf.read, "(;GM[6]", ";W[31]", ")"),
    "games": Hostile(mat.read, " 0 point match\n", "Game 1\n"),
    "games with a score": Hostile(mat.read, " 0 point match\n", "Game 1\n A : 3  B : 2\n"),
    "games with a result": Hostile(mat.read, " 0 point match\n", "Game 1\n Wins 1 point\n"),
    "results": Hostile(mat.read, _MONEY, " Wins 1 point\n"),
    "resignations": Hostile(mat.read, _MONEY, " Resigns\n Wins 1 point\n"),
    "rows": Hostile(mat.read, _MONEY, " 1) 31: 8/5 6/5                  31: 8/5 6/5\n"),
    "cells": Hostile(mat.read, _MATCH, f"1) {'31: ' * (_LINE // 4)}\n"),
    "cubes": Hostile(mat.read, f"{_MONEY} 1) 31: 8/5 6/5\n", "1) Doubles => 2        Doubles => 4\n"),
    "lines without sense": Hostile(mat.read, _MATCH, "x\n1)\n"),
    "line ends": Hostile(mat.read, _MATCH, "\r"),
    "tags": Hostile(mat.read, _MATCH, f"; [{' ' * _LINE}x\n"),
    "tags with quotes": Hostile(mat.read, _MATCH, "; [a " + '" ' * (_LINE // 2) + "\n"),
    "comments of ours": Hostile(mat.read, _MATCH, '; bgterm 1.1 {"event":"rolled"}\n'),
    "an event of ours": Hostile(mat.read, f"{_MATCH}; bgterm ", "["),
    "a number of ours": Hostile(mat.read, f'{_MATCH}; bgterm {{"note":', "1", "}\n"),
    "blanks for a score": Hostile(mat.read, " 5 point match\n", f" Game 1\n{' ' * _LINE}\n"),
    "colons for a score": Hostile(mat.read, " 5 point match\n", f" Game 1\n{': 1  ' * (_LINE // 5)}\n"),
    "blanks for a length": Hostile(mat.read, _MATCH, f"1{' ' * _LINE}\n"),
}
"""The kinds of hostile files, by what they contain much of."""
