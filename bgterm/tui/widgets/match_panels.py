"""The panels about the players around the board: a card for each, the title, and the result over its middle."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from bgterm.catalog import _, ngettext
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState
from bgterm.text import score as text_score
from bgterm.tui.look.large_digits import FIGURE, large_number
from bgterm.tui.widgets.text_line import Panel, ellipsis, fitted, table

if TYPE_CHECKING:
    from bgterm.analysis.ledger import GameLine
    from bgterm.analysis.match_summary import Summary

Pips = tuple[int, int] | None
"""The pips of both players; None for hidden ones."""


class PlayerCard(Panel[MatchState, Player, Content, Pips, str]):
    """The card of a player beside the board: checker and name, score, pips, time, and the cube or the lead.

    The name of the player to act, or of the winner of the game, is on a bar of the accent colour, reversed so that
    it shows without colours; a large card has a background too.
    """

    DEFAULT_CSS = """
    PlayerCard { height: 4; color: $board-quiet; }
    PlayerCard.-timed, PlayerCard.-roomy { height: 5; }
    PlayerCard.-roomy.-acts { background: $board-acting; color: $foreground; }
    PlayerCard.-timed.-roomy { height: 6; }
    """

    _bar = ""
    """The style of the row with the name."""

    def draw(self, match: MatchState, player: Player, mark: Content, pips: Pips, time: str) -> Iterable[Content]:
        """Return the card's lines: the name after `mark`, the player's checker; then score, pips, time left, cube.

        `pips` are White's and Black's, empty to show none; `time` is the time left to the player, empty without a
        clock.
        """
        self._bar = _bar(match, player)
        name = Content.assemble(mark, (f" {match.names[player.index]}", self._bar))
        cube, result = match.shown_game.cube, match.shown_game.result
        held = _Fact(_("{value} cube", value=_NUMBER), cube.value) if cube.owner is player else None
        mine, theirs = (pips[player.index], pips[player.opponent.index]) if pips else (0, 0)
        told = self.has_class("-roomy") or (not held and (mine < theirs or cube.owner is player.opponent))
        lead = _lead(mine, theirs) if pips and told and result is None else None
        won = (
            _points(result.points, f"+{result.points}")
            if result and result.points and result.winner is player
            else None
        )
        limit = _Fact(_("time {time}", time=_NUMBER), time) if time else None
        count = _Fact(pip_count(mine, _NUMBER), mine) if pips else None
        facts = [_score(match, player), won or count, limit, held, lead]
        lines = [fact.line for fact in facts if fact]
        self.set_class(bool(time), "-timed")
        self.set_class(self._bar == _ACTS and self.has_class("-roomy"), "-acts")
        return (name, *self._beside_points(lines, match.score[player.index]))

    def _beside_points(self, lines: Sequence[Content], points: int) -> Sequence[Content]:
        """Return the lines with the points in large digits beside them, if there is room."""
        if self._width < _SCOREBOARD or not self.has_class("-roomy") or self.app.has_class("-ascii"):
            return lines
        board = [Content.styled(f" {row} ", "bold $foreground on $surface") for row in large_number(points)]
        rows = [*lines, *[Content()] * (len(board) - len(lines))]
        beside = (
            Content.assemble(row.pad_right(self._width - row.cell_length - figure.cell_length), figure)
            for row, figure in zip(rows, board, strict=False)
        )
        return [*beside, *rows[len(board) :]]

    def _fitted(self, line: Content) -> Content:
        """Return a line cut to the width; the line with the name is a bar across it."""
        text = super()._fitted(line)
        if line is not self._lines[0]:
            return text
        return Content.assemble(text, (" " * (self._width - text.cell_length), self._bar))


_SCOREBOARD = 25
"""The columns of a card from which the points are in large digits."""
_ACTS = "bold reverse $accent"
_WAITS = "$foreground on $surface"
"""The styles of a name: of the player to act or the winner, and of the other player."""
_NUMBER = "\N{OBJECT REPLACEMENT CHARACTER}"
"""The placeholder of the number in a sentence."""


def _bar(match: MatchState, player: Player) -> str:
    """Return the style for the name of a player."""
    game = match.shown_game
    foremost = game.result.winner if game.result and not game.to_act else game.to_act
    return _ACTS if foremost is player else _WAITS


class _Fact(NamedTuple):
    """A short sentence about a player with a number in it."""

    sentence: str
    number: int | str = ""

    @property
    def line(self) -> Content:
        """The sentence with its number highlighted; numbers at the start are aligned."""
        before, _mark, after = self.sentence.partition(_NUMBER)
        number = f"{self.number:>{0 if before else 3}}"
        return Content.assemble(f"   {before}", (number, "bold $foreground") if self.number != "" else "", after)


def pip_count(pips: int, shown: str = "") -> str:
    """Return a number of pips with its noun, `12 pips`; a text in `shown` stands in place of the number."""
    return ngettext("{pips} pip", "{pips} pips", pips, pips=shown or pips)


def _score(match: MatchState, player: Player) -> _Fact:
    """Return the points of a player, and of how many if the match is not over."""
    points, length = match.score[player.index], match.ruleset.length
    if points < length:
        return _Fact(_("{points} of {length}", points=_NUMBER, length=length), points)
    return _points(points, str(points))


def _points(points: int, shown: str) -> _Fact:
    """Return a number of points in words; `shown` replaces the number."""
    return _Fact(ngettext("{points} point", "{points} points", points, points=_NUMBER), shown)


def _lead(mine: int, theirs: int) -> _Fact:
    """Return the lead of a player in pips."""
    if mine < theirs:
        return _Fact(_("{pips} ahead", pips=_NUMBER), theirs - mine)
    return _Fact(_("{pips} behind", pips=_NUMBER), mine - theirs) if mine > theirs else _Fact(_("even race"))


Left = Sequence[tuple[str, str]]
"""The times or pips left to each player: as text, and shorter."""


class Title(Panel[MatchState, tuple[Content, Content], Left, bool]):
    """The line above the board: the score and the kind of match, or in a narrow window both players."""

    DEFAULT_CSS = "Title { height: 1; padding: 0 1; color: $board-quiet; }"

    remark = ""
    """The name of the rules, at the right if there is room."""

    def draw(
        self, match: MatchState, marks: tuple[Content, Content], left: Left, players: bool
    ) -> Iterator[Content]:
        """Yield the one line: the score and the kind of match or, if `players`, both names with score and `left`.

        `marks` are White's and Black's checkers. `left` has pairs of texts for White and Black, the time or the
        pips left, from the longest to the shortest wording.
        """
        cut = ellipsis(self.app)
        yield _players(match, marks, left, self._width, cut) if players else self._standing(match)

    def _standing(self, match: MatchState) -> Content:
        """Return the score, and the name of the rules at the right."""
        score = text_score.on_scoreboard(match.names, match.score)
        line = Content.assemble((score, "bold $foreground"), f"   {text_score.title(match)}")
        space = self._width - line.cell_length - cell_len(self.remark)
        return Content.assemble(line, " " * space, self.remark) if self.remark and space > 1 else line


def _players(match: MatchState, marks: tuple[Content, Content], left: Left, width: int, cut: str) -> Content:
    """Return both players in one line, the one to act reversed; names are cut to fit."""
    pads = sum(mark.cell_length + len("  ") for mark in marks) + 1
    longest, goal = max(map(cell_len, match.names)), f"/{match.ruleset.length}" if match.ruleset.length else ""
    for texts in left:
        facts = [f" {points}{goal}  {text}" for points, text in zip(match.score, texts, strict=True)]
        room = (width - pads - sum(map(cell_len, facts))) // 2
        if longest <= room:
            break
    parts = []
    for player in Player:
        short = fitted(match.names[player.index], room, cut).rstrip()
        name = f" {short}{facts[player.index]} ", _bar(match, player)
        parts.append(Content.assemble(marks[player.index], name))
    return Content(" ").join(parts)


_WIDEST = 62
"""The most columns inside the frame."""
_RIGHT = {0, 3, 4}
"""The columns of numbers."""
_RIGHT_OF_FOUR = {0, 2, 3}
"""The indices of the columns with numbers when the column for the kind of win is left out."""
_NAME = 6
"""The fewest columns of a name."""
_FRAME = Size(4, 2)
"""The columns and rows of the frame."""
_BETWEEN = " - "
"""The text between the two numbers of a score."""
_LEFT_FREE = 1 + FIGURE + 9
"""The rows of the board that a score in large digits must leave free at the end of a game."""


class EndingCard(Static):
    """The card over the middle of the board at the end of a game or match, with its result in a frame.

    It has the winner, the score, the games and the luck of the dice.
    """

    DEFAULT_CSS = """
    EndingCard {
        layer: card; display: none; width: auto; max-width: 100%; height: auto; max-height: 100%;
        border: heavy $accent; background: $background; padding: 0 1; text-align: center;
    }
    EndingCard.-shown { display: block; }
    """

    def show(self, summary: "Summary", room: Size) -> None:
        """Show the summary of a game or match, laid out for a board of `room` cells."""
        width = min(room.width - _FRAME.width, _WIDEST)
        above = [Content.styled(f" {summary.heading} ", "bold reverse $accent"), *map(Content, summary.facts)]
        below = [Content(), *map(Content, summary.luck)] if summary.luck else []
        rows = sum(len(line.wrap(width)) for line in (*above, *below))
        left = room.height - _FRAME.height - rows
        needed = len(summary.games) + 2 + 1 + FIGURE if summary.games else _LEFT_FREE
        if not self.app.has_class("-ascii") and left >= needed:
            above += [Content(), *scoreboard(summary.match, width, ellipsis(self.app))]
            left -= 1 + FIGURE
        games = [Content(), _games(summary, width, left - 2, ellipsis(self.app))] if summary.games else []
        self.border_subtitle = Content("  ".join(self._keys()))
        self.update(Content("\n").join([*above, *games, *below]))

    def _keys(self) -> Iterator[str]:
        """Yield the texts of the keys that end a match and apply now; the key bar has the others."""
        active = {one.binding.id: one.binding for one in self.screen.active_bindings.values() if one.enabled}
        for name in ("rematch", "toggle-result"):
            if binding := active.get(name):
                yield f"{self.app.get_key_display(binding)} {_(binding.description)}"


def scoreboard(match: MatchState, width: int, cut: str) -> Sequence[Content]:
    """Return three rows with the score in large digits between the names, cut by `cut` to at most `width`."""
    figures = [large_number(points) for points in match.score]
    room = max((width - sum(len(figure[0]) for figure in figures) - len(_BETWEEN)) // 2 - 2 * len("  "), 0)
    names = [fitted(name, min(max(map(cell_len, match.names)), room), cut) for name in match.names]
    white, black = f"{names[0].strip():>{len(names[0])}}", names[1]
    rows = []
    for row in range(FIGURE):
        middle = row == FIGURE // 2
        left, right = (f"{name}  " if middle else " " * cell_len(f"{name}  ") for name in (white, black))
        between = _BETWEEN if middle else " " * len(_BETWEEN)
        tiles = [Content.styled(f" {figure[row]} ", "bold $foreground on $surface") for figure in figures]
        rows.append(Content.assemble(left, tiles[0], between, tiles[1], f"  {right[:-2]}"))
    return rows


def _games(summary: "Summary", width: int, most: int, cut: str) -> Content:
    """Return the last `most` games in columns under their headings."""
    from bgterm.analysis.match_summary import earlier  # not before the end of a game

    games = summary.games
    left_out = len(games) - most + 1 if len(games) > most else 0
    shown = games[left_out:]
    more = [Content(earlier(left_out))] if left_out else []
    heads, *lines = games_table(summary.match, shown, width, cut)
    if winner := summary.match.winner:
        lines = [
            line if game.result.winner is winner else line.stylize("$board-quiet")
            for game, line in zip(shown, lines, strict=True)
        ]
    widest = max(line.cell_length for line in (heads, *lines))
    aligned = [line.pad_right(widest - line.cell_length) for line in (heads, *lines)]
    return Content("\n").join([*aligned[:1], *more, *aligned[1:]])


def games_table(match: MatchState, games: "Sequence[GameLine]", width: int, cut: str) -> Sequence[Content]:
    """Return the column headings and then a line for each of the games, at most `width` cells wide.

    Where they do not fit, they are abbreviated, names are cut and end in `cut`, and at last the kinds of win are
    omitted.
    """
    from bgterm.analysis.match_summary import game_cells  # not before the end of a game

    for narrow in (False, True):
        rows = game_cells(match, games, narrow=narrow)
        lines = table(rows, right=_RIGHT).split("\n")
        excess = max(line.cell_length for line in lines) - width
        if excess <= 0:
            return lines
    names = max(cell_len(row[1]) for row in rows) - excess
    if names < _NAME:
        return table([(*row[:2], *row[3:]) for row in rows], right=_RIGHT_OF_FOUR).split("\n")
    return table([(row[0], fitted(row[1], names, cut), *row[2:]) for row in rows], right=_RIGHT).split("\n")
