"""The rows of `.mat` files: reading their cells, and laying cells out in rows."""

import re
from collections.abc import Iterable, Iterator

from bgterm.catalog import _
from bgterm.formats import messages as words
from bgterm.formats import transcript
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Dropped, Taken

_RIGHT = 20
"""The first column in which a cell that is alone in its row belongs to the right player."""
_CELL = re.compile(
    r"(?<![^\s)])(?:"
    r"(?P<dice>\d\s?-?\s?\d)\s*+:\s*+(?P<none>(?:Cannot|Can't)\s++Move\b|\?{2,}+)?"
    r"|(?P<cube>Doubles|Redoubles|Beavers|Raccoons)\b(?:\s*+(?:=>?|to)\s*+(?P<value>\d{1,9}))?"
    r"|(?P<take>Takes|Accepts)\b"
    r"|(?P<drop>Drops|Passes|Rejects)\b"
    r"|Wins\b(?P<wins>)(?:\s*+(?P<points>\d{1,9}))?"
    r"|(?P<resigns>Resigns)\b"
    r"|(?P<gap>Cannot\s++Move\b|\?{2,}+))",
    re.IGNORECASE,
)


# In


def begins_cell(told: str) -> bool:
    """Return whether a line without a row number can be a row: it begins like a cell."""
    return _CELL.match(told) is not None


def entries(written: str, begin: int) -> Iterator[transcript.Entry]:
    """Yield the entries in the cells of a row, from the column `begin` on.

    The first of two cells is the left player's; the column of a single cell shows whose it is, also that of a
    result, which may stand in a row with both.
    """
    written = written.split(" ;")[0]
    found = [*_CELL.finditer(written, begin)]
    plain = [cell for cell in found if cell["wins"] is None]
    if not found and not written[begin:].strip():
        return
    if not found or written[begin : found[0].start()].strip() or len(plain) > len(Player):
        yield transcript.Gap(words.unreadable(written[begin:]))
        return
    for cell, following in zip(found, [*found[1:], None], strict=True):
        alone = len(plain) == 1 or cell not in plain
        player = Player(cell.start() >= _RIGHT if alone else plain.index(cell))
        rest = written[cell.end() : following.start() if following else len(written)]
        yield _entry(player, cell, rest.strip())


def _entry(player: Player, cell: re.Match[str], rest: str) -> transcript.Entry:
    """Return the entry of a cell; `rest` is the text after its first words."""
    match cell.lastgroup:
        case "dice" | "none":
            return _playing(player, cell, rest)
        case "cube" | "value":
            return transcript.CubeTurned(player, int(cell["value"]) if cell["value"] else None)
        case "take" | "drop":
            return (Taken if cell.lastgroup == "take" else Dropped)(player)
        case "wins" | "points":
            return transcript.GameResult(player, int(cell["points"]) if cell["points"] else None)
        case "resigns":
            return transcript.GameResult(player.opponent, resigned=True)
        case _:
            return transcript.Gap(_(words.NOT_TOLD) if cell[0].startswith("?") else _("the dice are not recorded"))


def _playing(player: Player, cell: re.Match[str], rest: str) -> transcript.Entry:
    said = cell["none"] or ""
    one, other = (int(digit) for digit in cell["dice"] if digit.isdecimal())
    try:
        return transcript.RollAndPlay(player, Dice.of(one, other), rest, passed=said.lower().endswith("move"))
    except ValueError:
        return transcript.Gap(words.unreadable(cell[0]))


def with_one_result(rows: list[transcript.TranscriptRow]) -> tuple[transcript.TranscriptRow, ...]:
    """Return the rows with `Resigns` and the result for its points merged into one result."""
    results = [row.entry for row in rows if isinstance(row.entry, transcript.GameResult)]
    resigned = next((entry for entry in results if entry.points is None and entry.resigned), None)
    if resigned is None or not any(entry.points for entry in results):
        return tuple(rows)
    kept = (row for row in rows if row.entry is not resigned)
    return tuple(
        row._replace(entry=transcript.GameResult(resigned.winner, row.entry.points, resigned=True))
        if isinstance(row.entry, transcript.GameResult)
        else row
        for row in kept
    )


# Out

_LEFT_CELL, _RIGHT_CELL = 5, 33
"""The columns in which GNU Backgammon writes the cells."""


_CellEntry = transcript.RollAndPlay | transcript.CubeTurned | transcript.CubeReply


def laid_out(entries: Iterable[transcript.Entry]) -> list[str]:
    """Return the lines for entries: numbered rows of two cells, and the result below them."""
    lines, number, open_row = list[str](), 0, False
    for entry in entries:
        if isinstance(entry, transcript.GameResult):
            right = entry.winner is Player.BLACK
            if not (right and open_row):
                lines.append("")
            column = (_RIGHT_CELL if right else _LEFT_CELL) + 1
            lines[-1] = f"{lines[-1]:<{column}}Wins {entry.points} point{'s' if entry.points != 1 else ''}"
        elif isinstance(entry, _CellEntry):
            right = entry.player is Player.BLACK
            if not (right and open_row):
                number += 1
                lines.append(f"{number:3}) ")
            lines[-1] = f"{lines[-1]:<{_RIGHT_CELL if right else _LEFT_CELL}}{_text(entry)} "
            open_row = not right
    return [line.rstrip() for line in lines]


def _text(entry: _CellEntry) -> str:
    match entry:
        case transcript.RollAndPlay(_, dice, text):
            return f"{dice.high}{dice.low}: {text}".rstrip()
        case transcript.CubeTurned(_, value, again):
            return f" {'Beavers' if again else 'Doubles'} => {value}"
        case _:
            return " Takes" if isinstance(entry, Taken) else " Drops"
