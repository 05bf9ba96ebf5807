"""The panels about the players around the board: a card for each, and the title."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content

from bgterm.catalog import _, ngettext
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState
from bgterm.text import score as text_score
from bgterm.tui.look.large_digits import large_number
from bgterm.tui.widgets.text_line import Panel, ellipsis, fitted

Pips = tuple[int, int] | None
"""The pips of both players; None for hidden ones."""


class PlayerCard(Panel[MatchState, Player, Content, Pips, str]):
    """The card of a player: checker and name, score, pips, and the cube or the lead in the race.

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
        """Return `player` with the checker `mark`, the `pips` of both, and the `time` left, if it is limited."""
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
    """Return a number of pips in words; `shown` replaces the number."""
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
    """The score as on a scoreboard, the kind of match and its progress."""

    DEFAULT_CSS = "Title { height: 1; padding: 0 1; color: $board-quiet; }"

    remark = ""
    """The name of the rules, at the right if there is room."""

    def draw(
        self, match: MatchState, marks: tuple[Content, Content], left: Left, players: bool
    ) -> Iterator[Content]:
        """Yield the score and the kind of match, or the `players` with what is `left` to them."""
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
