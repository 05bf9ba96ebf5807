"""The checkers on a point or on the bar, drawn as blocks of colour or as characters."""

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple

from bgterm.rules.board import Player
from bgterm.tui.board import styled_rows
from bgterm.tui.board.layout import FULL, Plan
from bgterm.tui.board.shapes import Checker, Column, draw_column
from bgterm.tui.board.styled_rows import Ink, Row
from bgterm.tui.glyphs import Glyphs

FACE = {Player.WHITE: "board-white", Player.BLACK: "board-black"}
"""The theme variable of each side's checkers and dice."""
RIM = {Player.WHITE: "board-white-rim", Player.BLACK: "board-black-rim"}
"""The theme variable of their edges."""
ON_FACE = {Player.WHITE: "board-on-white", Player.BLACK: "board-on-black"}
"""The theme variable of the text on them."""


class Landing(Enum):
    """Where the checker in hand may be put down."""

    TARGET = auto()
    """Here."""
    HOVER = auto()
    """Here, and the cursor is here."""


class Stack(NamedTuple):
    """The checkers on a point or on one end of the bar."""

    player: Player
    """The player whose checkers they are."""
    height: int
    """How many there are."""
    picked: bool = False
    """Whether the last one is in hand."""
    landing: Landing | None = None
    """Whether the checker in hand may be put down here."""
    lander: Player = Player.WHITE
    """The player whose checker it is."""
    arrived: int = 0
    """How many of them came here with the last play."""


def draw_stack(plan: Plan, glyphs: Glyphs, stack: Stack, ground: Ink, shade: int | None, top: bool) -> list[Row]:
    """Draw a stack from the base on, then its number; return the rows as they are on the screen.

    `ground` is what surrounds it; `shade` is the colour of its point, None on the bar.
    """
    width = plan.bar if shade is None else plan.point
    if glyphs.solid:
        column = Column(
            width, plan.rows, plan.disc, ground.bg, "" if shade is None else f"board-point-{shade}", glyphs.halves
        )
        rows = draw_column(column, _blocks(plan, stack), top=top)
    else:
        rows = _shaped(plan, glyphs, stack, _guide(plan, glyphs, width, shade), ground, top)
        rows = rows if top else rows[::-1]
    if not plan.counts:
        return rows
    ink = ground if shade is None else ground._replace(fg="board-note")
    number = number_row(width, stack.height if stack.height > FULL else 0, ink)
    return [*rows, number] if top else [number, *rows]


def number_row(width: int, count: int, ink: Ink) -> Row:
    """Write a number under the middle of a column of checkers; nothing for none."""
    text = (" " * ((width - 1) // 2) + str(count or "")).ljust(width)
    return styled_rows.row([(text, ink._replace(attributes="bold"))])


def _blocks(plan: Plan, stack: Stack) -> Sequence[Checker]:
    """Return the checkers from the base on."""
    player = stack.player
    checker = Checker(FACE[player], RIM[player])
    checkers = [checker] * min(stack.height, FULL)
    for index in range(max(len(checkers) - stack.arrived, 0), len(checkers)):
        checkers[index] = checker._replace(rim="board-arrived")
    if stack.picked and checkers:
        checkers[-1] = Checker("board-picked", "board-picked-rim", on_face="board-on-picked")
    if stack.height > FULL and not plan.counts:
        on_face = checkers[-1].on_face or ON_FACE[player]
        checkers[-1] = checkers[-1]._replace(number=str(stack.height), on_face=on_face)
    if stack.landing and stack.height < FULL:
        lander = stack.lander
        target = Checker("board-target", "board-target")
        checkers.append(target if stack.landing is Landing.TARGET else Checker(FACE[lander], RIM[lander]))
    return tuple(checkers)


def _guide(plan: Plan, glyphs: Glyphs, width: int, shade: int | None) -> str:
    """Return a row without a checker."""
    if shade is None:
        side = " " if plan.hinge else glyphs.line
        return side + " " * (width - 2) + side
    before = (width - 1) // 2
    return " " * before + glyphs.guides[shade].ljust(width - before)


def _shaped(plan: Plan, glyphs: Glyphs, stack: Stack, guide: str, ground: Ink, top: bool) -> list[Row]:
    """Draw checkers that are made of characters, from the base on."""
    tall = plan.disc[1] // 2
    slots = [*_slots(plan, glyphs, stack)]
    slots += [(("",) * tall, ground)] * (FULL - len(slots))
    rows = [_over(line, ink, guide, ground) for disc, ink in slots for line in (disc if top else disc[::-1])]
    return [*rows, *[_over("", ground, guide, ground)] * plan.longer]


def _slots(plan: Plan, glyphs: Glyphs, stack: Stack) -> Iterable[tuple[Sequence[str], Ink]]:
    """Yield the checkers on a point from its base on, with their colours."""
    across, tall = plan.disc[0], plan.disc[1] // 2
    face = Ink(FACE[stack.player])
    for index in range(min(stack.height, FULL)):
        disc, ink = disc_lines(glyphs, stack.player, across, tall), face
        if index == FULL - 1 and stack.height > FULL and not plan.counts:
            disc, ink = (str(stack.height).ljust(len(disc[0])),), face._replace(attributes="bold")
        if stack.picked and index == min(stack.height, FULL) - 1:
            disc, ink = disc_lines(glyphs, stack.player, across, tall), Ink("board-picked", "", "bold")
        yield disc, ink
    if stack.landing and stack.height < FULL:
        if stack.landing is Landing.HOVER:
            yield disc_lines(glyphs, stack.lander, across, tall), Ink("board-target", "", "bold")
        else:
            yield (glyphs.ghost, *[""] * (tall - 1)), Ink("board-target")


def disc_lines(glyphs: Glyphs, player: Player, across: int, tall: int) -> tuple[str, ...]:
    """Return a checker made of characters, a line for each of its rows."""
    if tall == 1:
        return (glyphs.chips[player.index],)
    pieces = glyphs.discs[player.index]
    upper, middle, lower = (
        pieces[at] + pieces[at + 1] * (across - 2) + pieces[at + 2] for at in range(0, len(pieces), 3)
    )
    return (upper, *[middle] * (tall - 2), lower)


@lru_cache(maxsize=512)
def _over(text: str, ink: Ink, guide: str, ground: Ink) -> Row:
    """Put text in the middle of a row without a checker."""
    start = (len(guide) - len(text)) // 2
    end = start + len(text)
    return styled_rows.row(
        [(guide[:start], ground), (text, ink._replace(bg=ink.bg or ground.bg)), (guide[end:], ground)]
    )
