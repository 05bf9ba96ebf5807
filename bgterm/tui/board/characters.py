"""The checkers on a point or on the bar, drawn as characters."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from bgterm.rules.board import Player
from bgterm.tui.board.layout import FULL, Plan
from bgterm.tui.board.scene import Mark, Stack
from bgterm.tui.board.styled_rows import FACE, Ink, Row, row
from bgterm.tui.look.glyphs import Glyphs


def draw_stack(plan: Plan, glyphs: Glyphs, stack: Stack, ground: Ink, shade: int | None, top: bool) -> list[Row]:
    """Draw a stack of checkers with characters; return its rows of cells from top to bottom.

    The rows are those of a whole point or end of the bar. `ground` has the colour around the stack; `shade` is 0
    or 1 for the colour of its point, None on the bar; `top` is whether the point's base is at the upper edge of
    the board.
    """
    guide = _guide(plan, glyphs, plan.bar if shade is None else plan.point, shade)
    rows = _shaped(plan, glyphs, stack, guide, ground, top)
    return rows if top else rows[::-1]


def _guide(plan: Plan, glyphs: Glyphs, width: int, shade: int | None) -> str:
    """Return the text of a row without a checker, on a point of a shade, or on the bar for None."""
    if shade is None:
        side = " " if plan.hinge else glyphs.line
        return side + " " * (width - 2) + side
    before = (width - 1) // 2
    return " " * before + glyphs.guides[shade].ljust(width - before)


def _shaped(plan: Plan, glyphs: Glyphs, stack: Stack, guide: str, ground: Ink, top: bool) -> list[Row]:
    """Draw the checkers of a stack with characters, from its base on; `guide` is a row without a checker."""
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
        if stack.landing is Mark.CURSOR:
            yield disc_lines(glyphs, stack.absent, across, tall), Ink("board-target", "", "bold")
        else:
            yield ("+", *[""] * (tall - 1)), Ink("board-target")


def disc_lines(glyphs: Glyphs, player: Player, across: int, tall: int) -> tuple[str, ...]:
    """Return a player's checker made of characters, `across` cells wide: `tall` lines from top to bottom."""
    if tall == 1:
        return (glyphs.marks[player.index],)
    pieces = glyphs.discs[player.index]
    upper, middle, lower = (
        pieces[at] + pieces[at + 1] * (across - 2) + pieces[at + 2] for at in range(0, len(pieces), 3)
    )
    return (upper, *[middle] * (tall - 2), lower)


@lru_cache(maxsize=512)
def _over(text: str, ink: Ink, guide: str, ground: Ink) -> Row:
    """Put a text into the middle of `guide`, the text of a row without a checker."""
    start = (len(guide) - len(text)) // 2
    end = start + len(text)
    return row([(guide[:start], ground), (text, ink._replace(bg=ink.bg or ground.bg)), (guide[end:], ground)])
