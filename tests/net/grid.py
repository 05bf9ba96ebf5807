"""What a terminal shows, as far as bgterm needs one: fast enough for hundreds of them at once.

It understands what `bgterm.terminal.cell_diff` writes, text of one cell a character and moves of the cursor;
colours and modes are passed over. The tests of single screens use pyte, which understands everything.
"""

import re

_TOKEN = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)|\x1b\[(?P<row>\d*);?(?P<column>\d*)H|\x1b\[(?P<right>\d*)C"
    r"|\x1b\[(?P<erased>\d+)X"
    r"|(?P<clear>\x1b\[2J)|\x1b\[[ -?]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.|(?P<feed>\r\n)|[\x00-\x1f]",
    re.DOTALL,
)
_UNFINISHED = re.compile(r"\x1b(?:\[[ -?]*|\][^\x07\x1b]*)?$")


class Grid:
    """A screen of cells."""

    def __init__(self, columns: int, rows: int) -> None:
        self._columns = columns
        self._rows = [[" "] * columns for _ in range(rows)]
        self._x = self._y = 0
        self._rest = ""

    def feed(self, text: str) -> None:
        """Take what is written."""
        text, self._rest = self._rest + text, ""
        if torn := _UNFINISHED.search(text):
            text, self._rest = text[: torn.start()], torn[0]
        for token in _TOKEN.finditer(text):
            match token.lastgroup:
                case "text":
                    self._write(token["text"])
                case "row" | "column":
                    self._y, self._x = int(token["row"] or 1) - 1, int(token["column"] or 1) - 1
                case "right":
                    self._x += int(token["right"] or 1)
                case "erased":
                    self._write(" " * int(token["erased"]))
                    self._x -= int(token["erased"])
                case "clear":
                    self._rows = [[" "] * self._columns for _ in self._rows]
                case "feed":
                    self._x, self._y = 0, min(self._y + 1, len(self._rows) - 1)
                case _:
                    pass

    def _write(self, text: str) -> None:
        row = self._rows[min(self._y, len(self._rows) - 1)]
        row[self._x : self._x + len(text)] = text
        del row[self._columns :]
        self._x += len(text)

    @property
    def text(self) -> str:
        return "\n".join(map("".join, self._rows))
