"""A terminal's screen with only what bgterm needs, fast enough for hundreds of them at once.

It understands what `bgterm.terminal.cell_diff` writes, text of one cell a character and moves of the cursor;
colours and modes are passed over. The tests of single screens use pyte, which understands everything.
"""

import re

_TOKEN = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)|\x1b\[(?P<row>\d*);?(?P<column>\d*)H|\x1b\[(?P<steps>\d*)(?P<way>[A-D])"
    r"|\x1b\[(?P<erased>\d+)X|(?P<end>\x1b\[K)|(?P<back>\x08)|(?P<start>\r(?!\n))"
    r"|(?P<clear>\x1b\[2J)|\x1b\[[ -?]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.|(?P<feed>\r\n)|[\x00-\x1f]",
    re.DOTALL,
)
_WAYS = {"A": (0, -1), "B": (0, 1), "C": (1, 0), "D": (-1, 0)}
"""The columns to the right and the rows down that each final character of a sequence moves the cursor by."""
_UNFINISHED = re.compile(r"\x1b(?:\[[ -?]*|\][^\x07\x1b]*)?$")


class Grid:
    """A screen of `columns` by `rows` cells, without colours."""

    def __init__(self, columns: int, rows: int) -> None:
        self._columns = columns
        self._rows = [[" "] * columns for _ in range(rows)]
        self._x = self._y = 0
        self._rest = ""

    def feed(self, text: str) -> None:  # noqa: C901  # a case for each kind of token
        """Show the text that is written to the terminal."""
        text, self._rest = self._rest + text, ""
        if torn := _UNFINISHED.search(text):
            text, self._rest = text[: torn.start()], torn[0]
        for token in _TOKEN.finditer(text):
            match token.lastgroup:
                case "text":
                    self._write(token["text"])
                case "row" | "column":
                    self._y, self._x = int(token["row"] or 1) - 1, int(token["column"] or 1) - 1
                case "way":
                    self._step(token["way"], int(token["steps"] or 1))
                case "back":
                    self._step("D", 1)
                case "start":
                    self._x = 0
                case "erased" | "end":
                    self._erase(int(token["erased"] or self._columns - self._x))
                case "clear":
                    self._rows = [[" "] * self._columns for _ in self._rows]
                case "feed":
                    self._x, self._y = 0, min(self._y + 1, len(self._rows) - 1)
                case _:
                    pass

    def _step(self, way: str, steps: int) -> None:
        right, down = _WAYS[way]
        self._x += right * steps
        self._y += down * steps

    def _write(self, text: str) -> None:
        row = self._rows[min(self._y, len(self._rows) - 1)]
        row[self._x : self._x + len(text)] = text
        del row[self._columns :]
        self._x += len(text)

    def _erase(self, count: int) -> None:
        self._write(" " * count)
        self._x -= count

    @property
    def text(self) -> str:
        return "\n".join(map("".join, self._rows))
