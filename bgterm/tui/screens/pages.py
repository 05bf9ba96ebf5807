"""Pages about a match: its moves, dice, ledger, position, proof and exported files, and rows to choose from."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets import Static

from bgterm.analysis import dice_proof
from bgterm.analysis.dice_messages import dice_panel
from bgterm.analysis.dice_statistics import count_dice
from bgterm.analysis.head_to_head import Tally, head_to_head, unfinished_note
from bgterm.analysis.ledger import HEAD, ledger_table, settlement
from bgterm.catalog import N_, _
from bgterm.engine.errors import EngineError
from bgterm.engine.messages import effective_pips_line
from bgterm.formats.record import GameRecord
from bgterm.notation.diagram import diagram
from bgterm.notation.dice_evidence import dice_record
from bgterm.notation.json_codec import Note
from bgterm.notation.parse_position import Id, ids_of
from bgterm.notation.position import Position, position_of
from bgterm.play.table import Table
from bgterm.profile.workspace import Workspace
from bgterm.rules.events import Event
from bgterm.rules.match import Header, MatchState
from bgterm.storage.errors import FileError
from bgterm.storage.match_files import export
from bgterm.text import ids as text_ids
from bgterm.text.events import LogLine
from bgterm.text.joining import join_list, sentence
from bgterm.tui.input import bind
from bgterm.tui.look.themes import glyphs_of
from bgterm.tui.screens.dialogs import FRAME, HEADING, TEXT_WIDTH, PageScreen
from bgterm.tui.widgets.table_view import sheet_head, sheet_line, sheet_rows
from bgterm.tui.widgets.text_line import ellipsis, fitted, hanging, table

_WIDE = 80
"""The columns of a window from which both players are side by side, and the wins of games are named."""
_NAMES = (10, 8)
"""The most columns of a name in the ledger."""
_FRAMED = 50
"""The columns of a window from which the diagram of a position has a frame."""
_NUMBER, _WINNER, _WON_AS, _TIMES, _CUBE, _POINTS, _WHITE, _BLACK = range(len(HEAD) + 2)


def page_of(
    name: str,
    source: Table | GameRecord,
    called: str,
    shown: MatchState,
    events: Iterable[Event],
    workspace: Workspace,
    width: int,
) -> PageScreen:
    """Return the page called `name` about a match, for a window `width` columns wide.

    `name` is `dice`, `ledger`, `proof`, `export`, or `ids` for the position. `source` is the match, as played at a
    table or recorded; `called` is the name of its save, used for exported files. `shown` is the state that the
    page is about, such as a step of a replay, and `events` led to it. Raises SaveError when the record cannot be
    read.
    """
    header, exports = source.header, workspace.exports
    match name:
        case "dice":
            return dice_page(header, events, width, ascii_only=workspace.ascii_only)
        case "ledger":
            return ledger_page(shown, header.stake, width)
        case "proof":
            return ProofScreen(source, called, exports)
        case "export" if exports:
            record = source.record if isinstance(source, Table) else source
            return export_page(exports, header, record.items, called)
        case _:
            return PositionIdsScreen(position_of(shown), shown.names)


def ledger_page(match: MatchState, stake: str, width: int) -> PageScreen:
    """Return the page with the finished games of a money session and the debts, for a window `width` columns wide.

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
    """Return the page with the results of all matches between two players; `remark` is added to its title."""
    rows = table(head_to_head(tally), right=(1, 2))
    lines = [rows, Content(), Content(unfinished_note(tally))]
    return PageScreen(join_list([_("Head to head"), remark]), Content("\n").join(lines))


def dice_page(header: Header, events: Iterable[Event], width: int, *, ascii_only: bool) -> PageScreen:
    """Return the page with both players' dice statistics over these events, for a window `width` columns wide."""
    counts = count_dice(header, events)
    lines = dice_panel(header.names, counts, ascii_only=ascii_only, wide=width >= _WIDE)
    return PageScreen(_("The dice"), Content("\n".join(lines)))


def export_page(folder: Path, header: Header, items: tuple[Event | Note, ...], name: str) -> PageScreen:
    """Write a match as files for other programs; return a page with their paths, or with the error.

    The files go to `folder` and are called `name`; `items` are the events and notes of the match.
    """
    try:
        paths = export(folder, header, items, name)
    except FileError as error:
        return PageScreen(_("Not exported"), Content(f"{error}."))
    return PageScreen(_("Exported"), Content("\n".join(map(str, paths))))


class PositionIdsScreen(PageScreen):
    """A page with one position in the forms that other programs read: ids and a diagram.

    Each form has a digit, which copies it to the clipboard by OSC 52.
    """

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
        """Yield the ids, a line with the effective pips or what was copied last, and the diagram."""
        yield Static(self._text_for(self.text_width))
        yield Static(Content(self._pips), id="said")
        yield Static(Content(dedent(self._forms[-1].text.rstrip("\n"))))

    def on_resize(self) -> None:
        """Remove the frame of the diagram in a narrow window."""
        self.set_class(self.app.size.width < _FRAMED, "-narrow")

    def action_copy(self, index: int) -> None:
        """Copy the form at this index, from 0, to the terminal's clipboard; the last one is the diagram."""
        one = self._forms[index]
        if one.text:
            self.app.copy_to_clipboard(one.text)
        message = (
            text_ids.copied(one.kind) if one.text else _("There is no {kind} of this position.", kind=one.kind)
        )
        self.query_one("#said", Static).update(Content(message))


class ProofScreen(PageScreen):
    """A page with the proof that the dice of a match are fair, updated while contributions are exchanged."""

    DEFAULT_CSS = """
    ProofScreen #said { color: $accent; margin-bottom: 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("v", "dismiss", "proof-back"),
        bind("1", "copy_page", "copy-proof", N_("copy page")),
        bind("2", "copy_record", "copy-record", N_("copy record")),
        bind("e", "export", "save-proof", N_("save")),
    ]

    def __init__(self, match: Table | GameRecord, name: str, exports: Path | None) -> None:
        """Make the page of a match; its record is exported to `exports`, or not at all for None."""
        super().__init__(_("The proof of the dice"), Content())
        self._source, self._save_name, self._exports = match, name, exports
        again = partial(self.call_later, self.show_again)
        self._unfollow = match.exchange_watchers.add(again) if isinstance(match, Table) else None

    def contents(self) -> Iterator[Widget]:
        """Yield a line that explains the page or says what was copied, and the proof."""
        yield Static(id="said")
        yield Static(id="proof")

    def on_mount(self) -> None:
        """Show how to use the page, and the proof."""
        if self._record.events:
            said = [_("Compare this page with the copy that you kept.")]
        else:
            said = [_("Copy this page before you open a contribution, and compare it at the end.")]
        if not self._exports:
            said.append(_("The record, pasted into a file of your own, can be verified there."))
        self._say(" ".join(said))
        self.show_again()

    def on_unmount(self) -> None:
        """Stop following the exchange of contributions."""
        if self._unfollow:
            self._unfollow()

    @property
    def proof(self) -> str:
        """The proof in its present state, as lines of text."""
        return "\n".join(dice_proof.proof(self._record))

    @property
    def _record(self) -> GameRecord:
        return self._source.record if isinstance(self._source, Table) else self._source

    def show_again(self) -> None:
        """Draw the proof in its present state."""
        self.query_one("#proof", Static).update(Content(self.proof))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action applies: exporting does only where the player has a folder for it."""
        if action == "export":
            return self._exports is not None
        return super().check_action(action, parameters)

    def action_copy_page(self) -> None:
        """Copy the text of the proof to the terminal's clipboard."""
        self.show_again()
        self.app.copy_to_clipboard(self.proof)
        self._say(_("The page is copied, if this terminal lets programs copy (OSC 52)."))

    def action_copy_record(self) -> None:
        """Copy the record of the match, which `bgterm verify` checks, to the terminal's clipboard."""
        if items := self._saved_items():
            self.app.copy_to_clipboard(dice_record(self._record.header, items))
            self._say(
                _(
                    "The record is copied, if this terminal lets programs copy (OSC 52). Paste it into a file of "
                    "your own: bgterm verify NAME.jsonl checks it."
                )
            )

    def action_export(self) -> None:
        """Write the record, and the match as files for other programs, and show their paths."""
        if (items := self._saved_items()) and self._exports:
            self.app.push_screen(export_page(self._exports, self._record.header, items, self._save_name))

    def _saved_items(self) -> tuple[Event | Note, ...]:
        """Return the saved events and notes; if there are none yet, show a message."""
        items = () if isinstance(self._source, Table) and not self._source.saved else self._record.items
        if not items:
            self._say(_("There is no record yet: it begins with the first contribution or roll."))
        return items

    def _say(self, text: str) -> None:
        self.query_one("#said", Static).update(Content(text))


_COLUMNS = 56
"""The columns of a page from which the plays are side by side."""


class MovesScreen(PageScreen):
    """A page with the moves of all games of a match so far, opened at its end."""

    DEFAULT_CSS = """
    MovesScreen #names { dock: top; text-style: bold; }
    """

    def __init__(self, names: tuple[str, str], lines: Sequence[LogLine]) -> None:
        """Make the page of a match's log, of which the first line is a heading."""
        rows = (
            Content.styled(line.text, HEADING) if line.heading else Content(f"  {line.text}") for line in lines
        )
        super().__init__(_("The moves so far"), Content("\n").join(rows), at_end=True)
        self._names, self._lines = names, lines

    def contents(self) -> Iterator[Widget]:
        """Yield the line of the players' names, which stays above their columns, and the moves."""
        yield Static(id="names")
        yield from super().contents()

    def broken(self, width: int) -> Content:
        """Return the moves in two columns, one for each player, or in one column if `width` is too small."""
        names = self.query_one("#names", Static)
        names.display = width >= _COLUMNS
        if width < _COLUMNS:
            return super().broken(width)
        names.update(sheet_head(self._names, width, ellipsis(self.app)))
        return Content("\n").join(self._sheet(width))

    def _sheet(self, width: int) -> Iterator[Content]:
        """Yield the games, each below its heading."""
        glyphs = glyphs_of(self.app.theme_variables)
        for heading, lines in groupby(self._lines, key=lambda line: line.heading):
            if heading:
                yield from (Content.styled(line.text, HEADING) for line in lines)
                continue
            yield from sheet_rows(
                (
                    (line.brief.player, sheet_line(line.brief, glyphs))
                    if line.brief
                    else (None, Content.styled(line.text, "$board-quiet"))
                    for line in lines
                ),
                width,
            )


if TYPE_CHECKING:
    from bgterm.engine.hint import Hint


class MarkedPage(PageScreen):
    """A page with rows between two texts, one of them marked. Arrows move the mark; Enter chooses its row.

    Choosing a row closes the page and calls a function with the row's index.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("enter", "choose", "marked-choose", N_("choose"), shown="Enter", rank=1),
        bind("down,j", "walk(1)", "marked-down", N_("mark"), shown="up/down"),
        bind("up,k", "walk(-1)", "marked-up"),
    ]

    def __init__(
        self,
        title: str,
        lines: Callable[[int], tuple[Content, Sequence[Content]]],
        below: Content,
        marked: int,
        choose: Callable[[int], object],
    ) -> None:
        """Make a page of rows between two texts; `choose` is called with the number of the chosen one.

        `lines` returns the text above the rows, and the rows, for a width of the page.
        """
        super().__init__(title, self._with_mark)
        self._lines, self._below, self._marked, self._choose = lines, below, marked, choose

    @property
    def text_width(self) -> int:
        """The columns of the text: enough for the widest row, in a window that has them."""
        room = self.app.size.width - FRAME
        return min(room, max(TEXT_WIDTH, *(row.cell_length for row in self._lines(room)[1])))

    def _with_mark(self, width: int) -> Content:
        """Return the texts and the rows, with one marked."""
        above, listed = self._lines(width)
        rows = [row.stylize("bold reverse") if n == self._marked else row for n, row in enumerate(listed)]
        return Content("\n").join([above, *rows, self._below])

    def action_walk(self, by: int) -> None:
        """Mark the next row for 1, or the previous for -1, and scroll to it."""
        width, page = self.text_width, self.query_one(VerticalScroll)
        above, rows = self._lines(width)
        self._marked = (self._marked + by) % len(rows)
        self.on_resize()
        before = Content("\n").join([above, *rows[: self._marked]])
        y = hanging(before, width, self.indent).plain.count("\n") + 1
        page.scroll_to_region(Region(0, y, 1, 1), animate=False)

    def action_choose(self) -> None:
        """Close the page, and choose the marked row."""
        self.dismiss()
        self._choose(self._marked)


def hint_page(hint: "Hint", choose: Callable[[int], object]) -> PageScreen:
    """Return the page with the whole table of a hint; `choose` is called with the index of a chosen play.

    A hint about the cube has no play to choose.
    """

    def lines(width: int) -> tuple[Content, Sequence[Content]]:
        head, *rows = table(hint.table(), right=(0,), room=width).split("\n")
        return head, rows

    title = _("Hint: {engine}", engine=hint.title)
    if hint.answer.plays:
        return MarkedPage(title, lines, Content(), 0, choose)
    return PageScreen(title, hint_text(hint))


def hint_text(hint: "Hint", width: int = 0) -> Content:
    """Return a hint's table, without the last columns that do not fit into `width` if given, and its notes."""
    rows = table(hint.table(), right=(0,), room=width)
    return Content("\n").join([rows, Content(), *map(Content, hint.notes())])
