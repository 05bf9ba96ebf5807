"""Pages about the record of a match: its dice, its ledger, its position, and the files it was exported to."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bgterm.analysis.dice_messages import dice_panel
from bgterm.analysis.dice_statistics import count_dice
from bgterm.analysis.head_to_head import Tally, head_to_head, unfinished_note
from bgterm.analysis.ledger import HEAD, ledger_table, settlement
from bgterm.catalog import N_, _
from bgterm.engine.errors import EngineError
from bgterm.engine.messages import effective_pips_line
from bgterm.notation.diagram import diagram
from bgterm.notation.json_codec import Note
from bgterm.notation.parse_position import Id, ids_of
from bgterm.notation.position import Position, position_of
from bgterm.rules.events import Event
from bgterm.rules.match import Header, MatchState
from bgterm.storage.errors import FileError
from bgterm.storage.export import export
from bgterm.text import ids as text_ids
from bgterm.text.joining import join_list, sentence
from bgterm.tui.input import bind
from bgterm.tui.screens.pages.page import TEXT_WIDTH, PageScreen
from bgterm.tui.widgets.text_line import fitted, table

_WIDE = 80
"""The columns of a window from which both players are side by side, and the wins of games are named."""
_NAMES = (10, 8)
"""The most columns of a name in the ledger."""
_FRAMED = 50
"""The columns of a window from which the diagram of a position has a frame."""
_NUMBER, _WINNER, _WON_AS, _TIMES, _CUBE, _POINTS, _WHITE, _BLACK = range(len(HEAD) + 2)


def page_of(
    name: str, header: Header, played: MatchState, events: Iterable[Event], width: int, *, ascii_only: bool
) -> PageScreen:
    """Return the page of a match with that name: `dice`, `ledger`, or `ids` for its position."""
    match name:
        case "dice":
            return dice_page(header, events, width, ascii_only=ascii_only)
        case "ledger":
            return ledger_page(played, header.stake, width)
        case _:
            return PositionIdsScreen(position_of(played), played.names)


def ledger_page(match: MatchState, stake: str, width: int) -> PageScreen:
    """Return the page with the games of a session and the debts, for a window of so many columns.

    `stake` is the worth of a point, as in `Header.stake`.
    """
    lines = Content(_("No game is finished yet."))
    for longest in _NAMES if match.results else ():
        lines = _ledger_lines(match, longest, wide=width >= _WIDE)
        if lines.split("\n")[0].cell_length <= TEXT_WIDTH:
            break
    owed = Content.styled(settlement(match.names, match.score, stake), "bold")
    return PageScreen(_("The ledger"), Content("\n").join([lines, Content(), owed]))


def _ledger_lines(match: MatchState, longest: int, *, wide: bool) -> Content:
    """Return the games of a session as a table, with names of at most `longest` cells, and wins if `wide`."""
    head, *games = ledger_table(match, brief=longest < _NAMES[0])
    names = (_short(name, longest) for name in head[_WHITE:])
    rows = [(*head[:_WHITE], *names)]
    rows += [(row[_NUMBER], _short(row[_WINNER], longest), *row[_WON_AS:]) for row in games]
    if not wide:
        rows = [(row[_NUMBER], *row[_POINTS:]) for row in rows]
    return table(rows, set(range(len(rows[0]))) - ({_WINNER, _WON_AS} if wide else set()))


def _short(name: str, longest: int) -> str:
    return fitted(name, min(cell_len(name), longest))


def head_to_head_page(tally: Tally, remark: str) -> PageScreen:
    """Return the page with all matches between two players; the remark is added to its title."""
    rows = table(head_to_head(tally), right=(1, 2))
    lines = [rows, Content(), Content(unfinished_note(tally))]
    return PageScreen(join_list([_("Head to head"), remark]), Content("\n").join(lines))


def dice_page(header: Header, events: Iterable[Event], width: int, *, ascii_only: bool) -> PageScreen:
    """Return the dice statistics of both players so far, for a window of so many columns."""
    counts = count_dice(header, events)
    lines = dice_panel(header.names, counts, ascii_only=ascii_only, wide=width >= _WIDE)
    return PageScreen(_("The dice"), Content("\n".join(lines)))


def export_page(folder: Path, header: Header, items: tuple[Event | Note, ...], name: str) -> PageScreen:
    """Export a match to the folder; return the page with the files' names, or with the error."""
    try:
        paths = export(folder, header, items, name)
    except FileError as error:
        return PageScreen(_("Not exported"), Content(f"{error}."))
    return PageScreen(_("Exported"), Content("\n".join(map(str, paths))))


class PositionIdsScreen(PageScreen):
    """A position in the forms that other programs read. A digit copies one of them by OSC 52."""

    DEFAULT_CSS = """
    PositionIdsScreen #said { color: $accent; min-height: 1; }
    PositionIdsScreen.-narrow VerticalScroll { border-left: none; border-right: none; padding: 0; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("i", "dismiss", "ids-back"),
        bind("1", "copy(0)", "copy-position-id", N_("copy"), shown="1-4"),
        bind("2", "copy(1)", "copy-match-id"),
        bind("3", "copy(2)", "copy-xgid"),
        bind("4", "copy(3)", "copy-diagram"),
    ]

    def __init__(self, position: Position, names: tuple[str, str]) -> None:
        """Make the page of a possible position and its players' names."""
        ids = ids_of(position)
        self._forms = (*ids, Id(_("Diagram"), diagram(position, names)))
        lines = (
            text_ids.listed(number, one) for number, one in enumerate((*ids, Id(_("Diagram"), _("below"))), 1)
        )
        try:
            self._pips = effective_pips_line(names, position.start.board)
        except EngineError as error:
            self._pips = sentence(str(error))
        super().__init__(text_ids.title(position), Content("\n").join(lines))

    def contents(self) -> Iterator[Widget]:
        """Yield the ids, the effective pips at the end of a race until something is copied, and the diagram."""
        yield Static(self._text)
        yield Static(Content(self._pips), id="said")
        yield Static(Content(dedent(self._forms[-1].text.rstrip("\n"))))

    def on_resize(self) -> None:
        """Remove the frame of the diagram in a narrow window."""
        self.set_class(self.app.size.width < _FRAMED, "-narrow")

    def action_copy(self, index: int) -> None:
        """Copy one of the ids to the terminal's clipboard."""
        one = self._forms[index]
        if one.text:
            self.app.copy_to_clipboard(one.text)
        message = (
            text_ids.copied(one.kind) if one.text else _("There is no {kind} of this position.", kind=one.kind)
        )
        self.query_one("#said", Static).update(Content(message))
