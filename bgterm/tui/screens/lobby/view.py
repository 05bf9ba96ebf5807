"""The widgets of the lobby: the list of tables and people, results and chat, and the effect of Enter."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from functools import lru_cache
from itertools import zip_longest

from rich.cells import cell_len
from textual import on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Static

from bgterm.catalog import N_, _, ngettext
from bgterm.lobby import messages
from bgterm.lobby.chat import ChatLine
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.open_tables import QUICK, OpenTable
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import User
from bgterm.text.joining import join_list
from bgterm.tui.screens.match.chat import chat_line
from bgterm.tui.widgets.text_line import Line, Panel, RowList, ellipsis, fitted

_NAME = (12, 28)
"""The fewest and the most columns of a name."""
_LEAST = 24
"""The fewest columns of the detail for which it is cut in favour of an urgent row's remark."""
_GUTTER = "> ! " + "  "
"""The columns of the mark and of the space between name and detail."""
_RULES = {"..": "-", "\N{HORIZONTAL ELLIPSIS}": "\N{BOX DRAWINGS LIGHT HORIZONTAL}"}
"""The character of the line after a heading, by the terminal's ellipsis."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row of the lobby's list: a match, table, person or bot with its texts, or a heading."""

    key: "Meaning | None"
    """The kind under which the row is listed and its subject, with which the mark stays; None for a heading."""
    name: str
    detail: str = ""
    urgent: bool = False
    """Whether an opponent waits for the user."""
    aside: str = ""
    """A remark at the right end of the row, if there is room."""
    now: "Meaning | None" = None
    """The meaning of the row at present, unless it is that of the key."""

    @property
    def meaning(self) -> "Meaning | None":
        """The kind of the row at present, and its table's code or its user's name; None for a heading."""
        return self.now or self.key


@unique
class RowKind(Enum):
    """The kind of a row in the lobby's list. Its value is the hint that says what keys do on such a row."""

    MATCH = N_("Enter: sit down and continue")
    """A match of the user's own."""
    DESERTED = N_("Enter: sit down and continue   Delete: take it off your list")
    """A match of the user's own at which nobody sits."""
    INVITATION = N_("Enter: accept and play   Delete: decline")
    OWN = N_("Yours: a friend comes here with {command}@...   Delete: withdraw")
    """A table that the user has opened; `command` is the ssh command to it."""
    OPEN = N_("Enter: join and play")
    QUICK = N_("Enter: open a table for the first player who comes")
    """The offer of a quick game with any opponent, while no such table is open."""
    PLAY = N_("Enter: watch")
    """A match of other players."""
    CLOSED = N_("These players allow no spectators now.")
    """A match of other players, who allow no spectators."""
    PERSON = N_("Enter: challenge to a match")
    BOT = N_("Enter: choose a match and a level, and play")


Meaning = tuple[RowKind, str]
"""The kind of a row, and the code of its table or the name of its user."""


def rows_of(lobby: Lobby, user: User) -> list[ListRow]:
    """Return the rows of the lobby's list as `user` sees it, from top to bottom, with headings and blank rows."""
    tables = lobby.open_tables.seen_by(user)
    challenges = [table for table in tables if table.invited == user]
    others = [table for table in tables if table not in challenges]
    waiting = [
        *(_open(lobby, table, user) for table in challenges),
        *([] if lobby.open_tables.quick_of(user) else [_quick(lobby, user)]),
        *(_open(lobby, table, user) for table in others),
    ]
    parts = (
        (_("Your matches"), [_own(table, user) for table in lobby.matches_of(user)]),
        (_("Open tables"), waiting),
        (_("In play"), [*map(_played, lobby.matches.of_others(user))]),
        (_("Here"), [*_people(lobby, user, challenges)]),
        (_("Bots"), [*_bots(lobby)]),
    )
    blank = ListRow(None, "")
    return [row for heading, rows in parts if rows for row in (ListRow(None, heading), *rows, blank)][:-1]


def row_of(lobby: Lobby, user: User, other: User) -> Meaning | None:
    """Return the key of the row in `user`'s list to mark for another user.

    It is the row of their open table, or else of the match that they play, or else of their person.
    """
    for table in lobby.open_tables.seen_by(user):
        if table.host == other:
            return _open(lobby, table, user).key
    for match in lobby.matches.of_others(user):
        if match.player_of(other) is not None:
            return _played(match).key
    return RowKind.PERSON, other.name


def _own(table: SharedTable, user: User) -> ListRow:
    me = table.player_of(user)
    if me is None:
        raise LookupError(user)
    opponent, oneself = table.seating.is_seated(me.opponent), table.seating.is_seated(me)
    return ListRow(
        (RowKind.MATCH, table.code),
        table.header.names[me.opponent.index],
        messages.own_match(table.match, me),
        urgent=opponent and not oneself,
        aside=messages.at_table(opponent=opponent, oneself=oneself),
        now=None if table.seating.live else (RowKind.DESERTED, table.code),
    )


def _quick(lobby: Lobby, user: User) -> ListRow:
    table = lobby.open_tables.quick_for(user)
    agreed = messages.agreement(QUICK)
    detail = _("with {name}, {match}", name=table.host.name, match=agreed) if table else agreed
    now = (RowKind.OPEN, table.code) if table else None
    return ListRow((RowKind.QUICK, ""), _("Play anybody"), detail, now=now)


def _open(lobby: Lobby, table: OpenTable, user: User) -> ListRow:
    detail = messages.agreement(table.offer)
    waits = messages.waits(lobby.now() - table.since)
    if table.host == user:
        name = (
            _("{code}, for {name}", code=table.code, name=table.invited.name)
            if table.invited
            else _("{code}, yours", code=table.code)
        )
        return ListRow((RowKind.OWN, table.code), name, detail, aside=waits)
    if table.invited:
        remark = join_list([_("challenges you"), waits])
        return ListRow((RowKind.INVITATION, table.code), table.host.name, detail, urgent=True, aside=remark)
    return ListRow((RowKind.OPEN, table.code), table.host.name, detail, aside=waits)


def _played(table: SharedTable) -> ListRow:
    white, black = table.header.names
    detail, audience = messages.others_match(table.match), messages.audience(table.attendance)
    kind = RowKind.PLAY if table.watchable else RowKind.CLOSED
    return ListRow((kind, table.code), _("{white} - {black}", white=white, black=black), detail, aside=audience)


def _bots(lobby: Lobby) -> Iterator[ListRow]:
    for bot in lobby.bots:
        name = bot.user.name
        yield ListRow((RowKind.BOT, name), name, _(messages.BOT))


def _people(lobby: Lobby, user: User, challenges: Sequence[OpenTable]) -> Iterator[ListRow]:
    invitations = {table.host: (RowKind.INVITATION, table.code) for table in reversed(challenges)}
    for other, detail in lobby.people(user):
        if other != user:
            yield ListRow((RowKind.PERSON, other.name), other.name, detail, now=invitations.get(other))


def heading_with_rule(text: str, width: int, cut: str) -> Content:
    """Return a heading with a line after it up to the right edge; a blank row for an empty text.

    `cut` is the terminal's ellipsis, which determines whether the line is ASCII.
    """
    line = Content.styled(text, "bold $primary")
    if text and line.cell_length + 1 < width:
        line += Content.styled(" " + _RULES[cut] * (width - line.cell_length - 1), ".lines--rule")
    return line


def hidden_detail(row: ListRow | None, width: int, cut: str) -> str:
    """Return the detail of a row if a row of `width` cells cuts it, so that it must be shown elsewhere; else "".

    `cut` is the ellipsis for cut text.
    """
    return row.detail if row and row.detail not in draw_row(row, True, width, cut).plain else ""


@lru_cache(maxsize=1024)
def draw_row(row: ListRow, marked: bool, width: int, cut: str) -> Content:
    """Return a row, `width` cells wide: mark, name, detail, and the remark at the right; `cut` ends cut texts."""
    if not row.key:
        return heading_with_rule(row.name, width, cut)
    name = min(max(width // 4, _NAME[0]), _NAME[1])
    rest = width - name - len(_GUTTER)
    space = rest - cell_len(row.aside) - 2
    keeps_aside = row.aside and (cell_len(row.detail) <= space or (row.urgent and space >= _LEAST))
    detail = f"{fitted(row.detail, space, cut)}  {row.aside}" if keeps_aside else fitted(row.detail, rest, cut)
    names = ("> " if marked else "  ", "! " if row.urgent else "  ", fitted(row.name, name, cut), "  ")
    if marked or row.urgent:
        return Content.styled("".join((*names, detail)), "bold reverse" if marked else "bold")
    return Content.assemble(*names, (detail, "$board-quiet"))


_LARGE = Size(100, 30)
"""The size of a window from which the last results and the chat are shown below the list."""
_WIDE = 160
"""The columns of a window from which the last results and the chat are shown beside the list."""


Result = tuple[str, str]
"""A sentence about how a match ended, and one about how long ago."""
_RESULTS = 20
"""How many results are shown beside the list, if there is room."""
_TWO_COLUMNS = 80
"""The width from which results and chat are side by side."""
_GAP = 4
"""The columns between results and chat."""


class TitleLine(Panel[str, str]):
    """The first line of the lobby, with a title at the left and a remark at the right."""

    DEFAULT_CSS = "TitleLine { height: 1; text-style: bold; }"

    def draw(self, title: str, remark: str) -> Iterator[Content]:
        """Yield the one line, with the remark at its right edge."""
        left = Content.assemble(("bgterm", "$primary"), "  ", title)
        space = self._width - left.cell_length - cell_len(remark)
        yield left + " " * max(space, 2) + Content.styled(remark, "$board-quiet")


class LobbySide(Panel[Sequence[Result], Sequence[ChatLine], bool]):
    """The panel beside or below the lobby's list: the last results, newest first, and the chat, newest last."""

    def draw(self, results: Sequence[Result], talk: Sequence[ChatLine], muted: bool) -> Iterable[Content]:
        """Return the rows of the results and the chat under their headings.

        `results` has the newest first, `talk` the newest last; with `muted`, a note replaces the chat.
        """
        width, height, results = self._width, self._height, results[:_RESULTS]
        if not width:
            return ()
        said = self._said(talk, muted)
        if width >= _TWO_COLUMNS:
            each = (width - _GAP) // 2
            left, right = (
                self._result_rows(results, each, height),
                self._chat_rows(said, width - each - _GAP, height),
            )
            return [
                one.truncate(each, pad=True) + " " * _GAP + other
                for one, other in zip_longest(left, right, fillvalue=Content())
            ]
        above = self._result_rows(results, width, height // 2)
        return [*above, Content(), *self._chat_rows(said, width, height - len(above) - 1)]

    def _result_rows(self, results: Sequence[Result], width: int, height: int) -> list[Content]:
        rows = [self._result(*result, width) for result in results] or [self._faint(_(messages.NO_RESULTS))]
        return [heading_with_rule(_("Last results"), width, ellipsis(self.app)), *rows][:height]

    def _chat_rows(self, said: Sequence[Content], width: int, height: int) -> list[Content]:
        rows = [row for line in said for row in line.wrap(width)]
        heading = heading_with_rule(_("Chat"), width, ellipsis(self.app))
        return [heading, *rows[max(len(rows) - max(height - 1, 0), 0) :]]

    def _said(self, talk: Sequence[ChatLine], muted: bool) -> list[Content]:
        if muted:
            return [self._faint(_(messages.MUTED))]
        said = [chat_line(line) for line in talk]
        return said or [self._faint(_("Press c to say something to everyone here."))]

    def _result(self, text: str, remark: str, width: int) -> Content:
        """Return a row with a result at the left and its age at the right."""
        return Content(fitted(text, width - len(remark) - 2, ellipsis(self.app)) + "  ") + self._faint(remark)

    def _faint(self, text: str) -> Content:
        return Content.styled(text, "$board-quiet")


class LobbyView(Vertical):
    """The widgets of the lobby: title, list, results and chat, the last message, and the hint about Enter."""

    DEFAULT_CSS = """
    LobbyView { height: 1fr; }
    LobbyView #middle { height: 1fr; }
    LobbyView.-below #middle { layout: vertical; }
    LobbyView #talk { color: $board-quiet; display: none; }
    LobbyView.-said #talk { display: block; }
    LobbyView.-below #talk, LobbyView.-beside #talk { display: none; }
    LobbyView LobbySide { display: none; padding: 0 1; }
    LobbyView.-below LobbySide { display: block; width: 1fr; max-width: 100; height: 30%; }
    LobbyView.-beside LobbySide { display: block; width: 3fr; max-width: 100; height: 1fr; margin-left: 2; }
    LobbyView.-beside RowList { width: 7fr; }
    LobbyView Line, LobbyView TitleLine, LobbyView Static { padding: 0 1; }
    LobbyView #welcome { margin-bottom: 1; }
    LobbyView #message { color: $board-quiet; }
    LobbyView #message.-said { color: $warning; text-style: bold; }
    LobbyView #hint { color: $board-quiet; }
    """

    def __init__(self, lobby: Lobby, port: int) -> None:
        """Make an empty lobby; `port` is the port by which friends of the user can connect."""
        self._lobby, self._port = lobby, port
        self.listing, self._side = RowList[ListRow](draw_row, key=lambda row: row.key), LobbySide()
        self._title, self._last_line = TitleLine(id="welcome"), Line(id="talk")
        self._title.tell("", "")
        self._notice, self._hint = Static(id="message"), Static(id="hint")
        middle = Horizontal(self.listing, self._side, id="middle")
        super().__init__(self._title, middle, self._last_line, self._notice, self._hint)
        self._urgent: Sequence[tuple[Meaning | None, str]] = ()
        """The keys of the rows at which an opponent waits for the user, and their details."""
        self._shown_hint = self._message = self._shown_notice = ""

    def show(self, user: User, *, muted: bool) -> bool:
        """Draw the lobby as `user` sees it, without chat if `muted`; return whether Enter's effect has changed."""
        lobby = self._lobby
        playing = len(lobby.matches.in_play)
        here = ngettext("{count} person here", "{count} people here", len(lobby.sessions.users))
        matches = ngettext("{count} match in play", "{count} matches in play", playing)
        self._title.tell(_("lobby, {name}", name=user.name), join_list([here, matches]))
        self._show_side(muted=muted)
        before, rows = self._shown_hint, rows_of(lobby, user)
        mark_moved = self.listing.fill(rows)
        mark_moved |= self._mark_new([(row.key, row.detail) for row in rows if row.urgent])
        self._show_hint()
        return mark_moved or self._shown_hint != before

    def _mark_new(self, urgent: Sequence[tuple[Meaning | None, str]]) -> bool:
        """Mark the first row at which an opponent newly waits for the user; return whether there is one."""
        new = [key for key, about in urgent if (key, about) not in self._urgent]
        self._urgent = urgent
        if new:
            self.listing.mark(new[0])
        return bool(new)

    def say(self, text: str) -> None:
        """Show a message in place of the one before; an empty text removes it."""
        self._message = text
        self._show_notice()

    @property
    def marked(self) -> tuple[RowKind | None, str]:
        """The kind of the marked row, and its table's code or user's name; None and "" when no row is marked.

        It is the row as drawn, even if the lobby has changed since: Enter does nothing that is not shown.
        """
        row = self.listing.marked
        return (row and row.meaning) or (None, "")

    def on_resize(self, event: Resize) -> None:
        """Place results and chat beside or below the list, or hide them in a small window."""
        width, height = self.app.size
        is_wide, is_large = width >= _WIDE, width >= _LARGE.width and height >= _LARGE.height
        self.set_class(is_wide, "-beside")
        self.set_class(is_large and not is_wide, "-below")
        self.call_after_refresh(self._show_notice)

    def _show_side(self, *, muted: bool) -> None:
        """Show results and chat; in a small window only the last line of the chat."""
        lobby, lines = self._lobby, self._lobby.chat.lines
        results = [(result.text, messages.ago(seconds)) for result, seconds in lobby.results.with_ages()]
        self._side.tell(results, lines, muted)
        last = lines[-1] if lines and not muted else None
        self._last_line.show(messages.chat_line(last.name, last.text) if last else "")
        self.set_class(last is not None, "-said")

    @on(RowList.Marked)
    def _show_hint(self) -> None:
        """Show the effect of Enter."""
        kind, about = self.marked
        command = messages.ssh(self._port, about)
        hint = _(kind.value, command=command) if kind else ""
        if kind is RowKind.QUICK and len(self._lobby.sessions.users) == 1:
            hint = _("Nobody else is here yet. Enter opens a table: tell a friend its code.")
        if hint != self._shown_hint:
            self._shown_hint = hint
            self._hint.update(Content(hint))
            self.screen.refresh_bindings()
        self._show_notice()

    def _show_notice(self) -> None:
        """Show the message, or else the detail that the marked row has no room for."""
        rows = self.listing
        width = rows.content_size.width
        text = self._message or (hidden_detail(rows.marked, width, ellipsis(self.app)) if width else "")
        if text != self._shown_notice:
            self._shown_notice = text
            self._notice.set_class(bool(self._message), "-said")
            self._notice.update(Content(text))
