"""The panels about the players around the board: a card for each, and the title."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content

from bgterm.catalog import _, ngettext
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState
from bgterm.text import score as text_score
from bgterm.tui.look.large_digits import large_number
from bgterm.tui.text_columns import ellipsis, fitted
from bgterm.tui.widgets.text_line import Line, TextLines


class PlayerCard(TextLines):
    """One player: the player's checker and name, score, pips, and the cube or the lead in the race.

    The name of the player to act, or of the winner of the game, stands on a bar of the accent colour, reversed so
    that it shows without colours; a large card has a ground of its own too.
    """

    DEFAULT_CSS = """
    PlayerCard { height: 4; color: $board-quiet; }
    PlayerCard.-timed, PlayerCard.-roomy { height: 5; }
    PlayerCard.-roomy.-acts { background: $board-acting; color: $foreground; }
    PlayerCard.-timed.-roomy { height: 6; }
    """

    _bar = ""
    """The style of the row of the name."""
    _told: tuple[MatchState, Player, Content, tuple[int, int] | None, str] | None = None

    def tell(
        self, match: MatchState, player: Player, mark: Content, pips: tuple[int, int] | None, time: str
    ) -> None:
        """Show `player`, whose checkers look like `mark`, with the `pips` of both, and `time` if it is limited."""
        self._told = match, player, mark, pips, time
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
        self.show(name, *self._beside_points(lines, match.score[player.index]))
        self.set_class(bool(time), "-timed")
        self.set_class(self._bar == _ACTS and self.has_class("-roomy"), "-acts")

    def lay_out(self) -> None:
        """Show what there is room for now."""
        if self._told:
            self.tell(*self._told)

    def _beside_points(self, lines: Sequence[Content], points: int) -> Sequence[Content]:
        """Return the facts with the points in large figures beside them, where there is room."""
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
        """Return a line as long as there is room for, that of the name as a bar to the edge."""
        text = super()._fitted(line)
        if line is not self._lines[0]:
            return text
        return Content.assemble(text, (" " * (self._width - text.cell_length), self._bar))


_SCOREBOARD = 25
"""The columns of a card from which on the points are shown in large figures."""
_ACTS = "bold reverse $accent"
_WAITS = "$foreground on $surface"
"""The styles of the names of the player to act or of the winner, and of the other."""
_NUMBER = "\N{OBJECT REPLACEMENT CHARACTER}"
"""The place of the number in a sentence."""


def _bar(match: MatchState, player: Player) -> str:
    """Return the style of a player's name."""
    game = match.shown_game
    foremost = game.result.winner if game.result and not game.to_act else game.to_act
    return _ACTS if foremost is player else _WAITS


class _Fact(NamedTuple):
    """A sentence about a player with a number in it."""

    sentence: str
    number: int | str = ""

    @property
    def line(self) -> Content:
        """The sentence with its number brighter than the words; numbers that begin lines are aligned."""
        before, _mark, after = self.sentence.partition(_NUMBER)
        number = f"{self.number:>{0 if before else 3}}"
        return Content.assemble(f"   {before}", (number, "bold $foreground") if self.number != "" else "", after)


def pip_count(pips: int, shown: str = "") -> str:
    """Return a number of pips with its word; `shown` stands for the number."""
    return ngettext("{pips} pip", "{pips} pips", pips, pips=shown or pips)


def _score(match: MatchState, player: Player) -> _Fact:
    """Return the points of a player, and how many win the match while the player needs more."""
    points, length = match.score[player.index], match.ruleset.length
    if points < length:
        return _Fact(_("{points} of {length}", points=_NUMBER, length=length), points)
    return _points(points, str(points))


def _points(points: int, shown: str) -> _Fact:
    """Return a number of points with its word; `shown` stands for the number."""
    return _Fact(ngettext("{points} point", "{points} points", points, points=_NUMBER), shown)


def _lead(mine: int, theirs: int) -> _Fact:
    """Return how far a player with so many pips is ahead."""
    if mine < theirs:
        return _Fact(_("{pips} ahead", pips=_NUMBER), theirs - mine)
    return _Fact(_("{pips} behind", pips=_NUMBER), mine - theirs) if mine > theirs else _Fact(_("even race"))


Left = Sequence[tuple[str, str]]
"""The time or the pips left to each player: in words, and shorter."""


class Title(Line):
    """The score as on a scoreboard, the kind of match and its progress."""

    DEFAULT_CSS = "Title { padding: 0 1; color: $board-quiet; }"

    remark = ""
    """The name of the rules, at the right where there is room for it."""
    _told: tuple[MatchState, tuple[Content, Content], Left, bool] | None = None

    def tell(self, match: MatchState, marks: tuple[Content, Content], left: Left, players: bool) -> None:
        """Show the score and the kind of match, or the `players` with what is `left` to them."""
        self._told = match, marks, left, players
        self.lay_out()

    def lay_out(self) -> None:
        """Show what there is room for now."""
        self.show(self._line)

    @property
    def _line(self) -> Content:
        if self._told is None:
            return Content()
        match, marks, left, players = self._told
        if players:
            return _players(match, marks, left, self._width, ellipsis(self.app))
        return self._standing(match)

    def _standing(self, match: MatchState) -> Content:
        """Return the score, and at the right what the rules are called."""
        score = text_score.on_scoreboard(match.names, match.score)
        line = Content.assemble((score, "bold $foreground"), f"   {text_score.title(match)}")
        space = self._width - line.cell_length - cell_len(self.remark)
        return Content.assemble(line, " " * space, self.remark) if self.remark and space > 1 else line


def _players(match: MatchState, marks: tuple[Content, Content], left: Left, width: int, cut: str) -> Content:
    """Describe both players in one line, that who acts reversed; names are cut where there is no room."""
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
