"""Match files as most programs write and read them: `.mat`, also called Jellyfish text, and `.txt`.

    ; [Player 1 "Ann"]
    ; [Player 2 "Bob"]
    ; [EventDate "2026.11.20"]
    ; bgterm {"bgterm":1,"variant":"backgammon","ruleset":{"length":5},"names":["Ann","Bob"], ...}

    ; bgterm 1.0 {"event":"opening_thrown","white":3,"black":3}
    ; bgterm 1.7 {"event":"resignation_offered","player":"white","win":"gammon"}
    ; bgterm 1.8 {"event":"resignation_refused","player":"black"}

     5 point match

     Game 1
     Ann : 0                        Bob : 0
      1) 31: 8/5 6/5                 64: 24/18 18/14
      2)  Doubles => 2                Takes
      3) 62: 24/18* 13/11            55:
      4)  Doubles => 4                Drops
          Wins 2 points

White is on the left. The first player may be on the right, and then the left cell of the first row is empty. A
play is written move by move, 25 being the bar and 0 off. A roll alone could not be played, or was not. What this
cannot say is said by comments that other programs skip: after `; bgterm` stands the line that a journal has for it
(`bgterm.notation.json_codec`). The first is the header. Each of the others is an event: `1.7` says that it
happened in game 1 after 7 events of that game (an opening throw, which is also the first roll, a roll, a play are
one each). They stand before the first game, since other programs complain of comments in a game and after one.

Other programs' files are read with whatever they do otherwise: other columns and numbers of rows, dice in any
order, joined moves, no stars, `bar` and `off`, `Cannot Move`, `Resigns`, `????` for a play that is not recorded,
results as rows of their own, more comments, and games that a comment closes.
"""

import re
from collections.abc import Iterable, Iterator

from bgterm.catalog import _
from bgterm.formats import messages as words
from bgterm.formats import transcript
from bgterm.formats.exporter import export_games, own_head
from bgterm.formats.importer import import_transcript
from bgterm.formats.record import GameRecord, Problem
from bgterm.notation.errors import no_match_in_file
from bgterm.notation.json_codec import Note, read_line, write_line
from bgterm.notation.sanitize import clean_line
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import NotationError
from bgterm.rules.events import Dropped, Event, Taken
from bgterm.rules.match import Header, Pair, named
from bgterm.rules.ruleset import has_crawford_game

_OWN = "bgterm "
"""The prefix of a comment that contains a line of a journal."""
_NAME = 40
"""The most characters of a name that are read or written."""

_LONGEST = 1000
"""The most characters of a line that is read; comments may be longer."""

_LINE_END = re.compile(r"\r\n|\r|\n")
_TAG = re.compile(r'\[([^"\]]++)"')
_TAG_END = re.compile(r'"\s*+\]')
_LENGTH = re.compile(r"\s*+(\d{1,9})\s*+-?\s*+points?\s++match\b", re.IGNORECASE)
_MONEY = re.compile(r"\s*+(?:unlimited|money)\s++(?:match|game|session)\b", re.IGNORECASE)
_GAME = re.compile(r"\s*+Game\s++(\d{1,9})\s*+$", re.IGNORECASE)
_POINTS = re.compile(r":\s*+(\d{1,9})\s++(?=\S)")
_LAST_POINTS = re.compile(r"\s*+(\d{1,9})\s*+$")
_NUMBER = re.compile(r"\s*+\d++\s*+\)")
_PLACE = re.compile(r"(\d{1,9})\.(\d{1,9}) ")

_NO_CUBE = "1"
"""The value of the tag CubeLimit for a match without the cube."""
_ON_OFF = dict.fromkeys(("on", "true", "yes", "1"), True) | dict.fromkeys(("off", "false", "no", "0"), False)


# In


def read(text: str) -> GameRecord:
    """Return the match in a text, as far as it is valid.

    Raises NotationError when the text is not a match or names an unknown variant, and ImpossiblePosition when its
    first position cannot occur.
    """
    return import_transcript(_MatReader(text).told())


class _MatReader:
    """Reads a text line by line."""

    def __init__(self, text: str) -> None:
        """Read the whole text. Raises NotationError when it is not a match."""
        self._header: Header | None = None
        self._tags: dict[str, str] = {}
        self._names: tuple[str, str] | None = None
        self._length: int | None = None
        self._kept: dict[int, list[transcript.TranscriptRow]] = {}
        self._games: list[transcript.GameText] = []
        self._rows: list[transcript.TranscriptRow] = []
        self._problems: list[Problem] = []
        self._nonsense = -1
        for line, written in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), 1):
            if len(written) > _LONGEST and not written.startswith(";"):
                self._unreadable(line, written)
                continue
            named = self._awaits(written) and _score(written)
            if self._games and not named and (_LENGTH.match(written) or _MONEY.match(written)):
                self._problem(line, _("another match begins here: only the first is read"))
                break
            self._line(line, written)
        self._end_game()
        for row in (row for rows in self._kept.values() for row in rows):
            self._problem(row.line, _("this happened in a game that is not here"))
        if not self._games and self._nothing:
            raise no_match_in_file()

    @property
    def _nothing(self) -> bool:
        """Whether neither a header nor a length has shown that the text is a match."""
        return self._length is None and self._header is None

    def told(self) -> transcript.Transcript:
        """Return the transcript of the text. Raises NotationError for an unknown variant."""
        first, second = (clean_line(self._tags.get(f"player {n}", ""), _NAME) for n in (1, 2))
        variant = self._tags.get("variation", "").strip()
        if self._length is None and not self._header:
            unstated = _("the file does not state the length of the match: it is read as money play")
            self._problems.append(Problem(0, 1, unstated))
        return transcript.Transcript(
            self._header,
            self._names or named(first, second),
            self._length or 0,
            transcript.variant_called(variant) if variant and not self._header else None,
            _ON_OFF.get(self._tags.get("jacoby", "").casefold()),
            _ON_OFF.get(self._tags.get("crawford", "").casefold()),
            self._tags.get("cubelimit") != _NO_CUBE,
            _date(self._tags.get("eventdate", "")),
            tuple(self._games),
            tuple(self._problems),
        )

    def _problem(self, line: int, reason: str) -> None:
        self._problems.append(Problem(len(self._games), line, reason))

    def _line(self, line: int, written: str) -> None:
        told = written.strip()
        if not told:
            return
        if self._awaits(written) and (names_and_score := _score(written)):
            self._take_score(*names_and_score)
        elif told[0] in ";#":
            self._comment(line, told[1:].strip())
        elif number := _NUMBER.match(written):
            self._cells(line, written, number.end())
        elif found := _LENGTH.match(written):
            self._length = int(found[1])
        elif _MONEY.match(written):
            self._length = 0
        elif found := _GAME.match(written):
            self._end_game()
            self._games.append(transcript.GameText(line, number=int(found[1])))
        elif self._games and begins_cell(told):
            self._cells(line, written, 0)
        else:
            self._unreadable(line, written)

    def _awaits(self, written: str) -> bool:
        """Return whether this line must have the names and the score of a game, whatever the names are."""
        return bool(self._games) and self._games[-1].score is None and written[:1] not in (";", "#")

    def _unreadable(self, line: int, written: str) -> None:
        """Record a fault for a line that makes no sense; several such lines in a row are one fault."""
        if self._nonsense != line - 1:
            self._problem(line, words.unreadable(written))
        self._nonsense = line

    def _take_score(self, names: tuple[str, str], score: Pair) -> None:
        white, black = (clean_line(name, _NAME) for name in names)
        self._names = self._names or named(white, black)
        game = self._games[-1]
        self._games[-1] = transcript.GameText(game.line, score, game.number)

    def _end_game(self) -> None:
        if not self._games and self._rows and not self._nothing:
            self._games.append(transcript.GameText(self._rows[0].line))
        if self._games:
            game = self._games[-1]
            rows = (*self._kept.pop(game.number or 0, []), *with_one_result(self._rows))
            self._games[-1] = transcript.GameText(game.line, game.score, game.number, rows)
        self._rows = []

    # Comments

    def _comment(self, line: int, told: str) -> None:
        if told.startswith(_OWN):
            self._own(line, told.removeprefix(_OWN))
        elif tag := _tag(told[:_LONGEST]):
            name, value = tag
            self._tags.setdefault(name, value)

    def _own(self, line: int, told: str) -> None:
        """Read a comment with a line of a journal: the header, or an event with its place."""
        place = _PLACE.match(told)
        try:
            item = read_line(told[place.end() :] if place else told)
        except NotationError:
            self._problem(line, words.unreadable(told))
            return
        match item:
            case Header():
                self._header = self._header or item
            case Note():
                pass
            case _:
                number, after = map(int, place.groups()) if place else (0, 0)
                self._kept.setdefault(number, []).append(transcript.TranscriptRow(line, item, after=after))

    def _cells(self, line: int, written: str, begin: int) -> None:
        self._rows += (transcript.TranscriptRow(line, entry) for entry in entries(written, begin))


def _score(written: str) -> tuple[tuple[str, str], Pair] | None:
    """Return the names, which may contain colons, and the points in `Ann : 3    Bob : 0`; else None."""
    before, colon, end = written.rpartition(":")
    first, last = _POINTS.search(before), _LAST_POINTS.match(end)
    if not (colon and first and last):
        return None
    return (before[: first.start()], before[first.end() :]), (int(first[1]), int(last[1]))


def _tag(told: str) -> tuple[str, str] | None:
    """Return the name, in lower case, and the value of a comment like `[Player 1 "Ann"]`; None for others."""
    begin = _TAG.match(told)
    if begin is None or not begin[1].strip():
        return None
    ends = [end.start() for end in _TAG_END.finditer(told, begin.end())]
    return (begin[1].strip().casefold(), told[begin.end() : ends[-1]]) if ends else None


def _date(text: str) -> str:
    """Return a date like `2026.11.20` in ISO 8601; empty for any other text."""
    found = re.match(r"(\d{4})[.-](\d{1,2})[.-](\d{1,2})$", text)
    return f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}" if found else ""


# Out

_SECOND_NAME = 32
"""The column in which GNU Backgammon writes the name of the player on the right."""


def write(header: Header, items: tuple[Event | Note, ...]) -> str:
    """Return a text that `read` converts back, but for notes. Raises BackgammonError for impossible events."""
    games = [*export_games(header, items)]
    kept = [
        f"; {_OWN}{game.number}.{row.after} {write_line(row.entry)}"
        for game in games
        for row in game.rows
        if isinstance(row.entry, Event) and row.after is not None
    ]
    lines = [*_head(header), *kept, "", f" {header.ruleset.length} point match", ""]
    for game in games:
        lines += [*_game(header, game), ""]
    return "\n".join(lines)


def _head(header: Header) -> list[str]:
    length = header.ruleset.length
    names = (clean_line(name, _NAME).replace('"', "'") for name in header.names)
    tags = {f"Player {number}": name for number, name in enumerate(names, 1)}
    if day := _DAY.match(header.date):
        tags["EventDate"] = day[0].replace("-", ".")
    tags["Variation"] = header.variant.mat_name or header.variant.name
    if length > 1:
        tags["Crawford"] = "On" if has_crawford_game(header.variant, header.ruleset) else "Off"
    elif not length:
        tags["Jacoby"] = "On" if header.ruleset.jacoby else "Off"
    if not header.ruleset.cube:
        tags["CubeLimit"] = _NO_CUBE
    told = [f'; [{name} "{value}"]' for name, value in tags.items()]
    return [*told, f"; {_OWN}{own_head(header)}"]


_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def _game(header: Header, game: transcript.GameText) -> list[str]:
    """Return the lines of a game."""
    names = (clean_line(name, _NAME).replace(":", ".") or "-" for name in header.names)
    left, right = (f" {name} : {points}" for name, points in zip(names, game.score or (0, 0), strict=True))
    rows = laid_out(row.entry for row in game.rows)
    return [f" Game {game.number}", f"{left:<{_SECOND_NAME - 1}}{right}", *rows]


# Rows: reading their cells

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


# Rows: laying cells out

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
