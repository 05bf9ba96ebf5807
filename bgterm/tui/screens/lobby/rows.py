"""The rows of a user's list in the lobby, and how they are drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from functools import lru_cache

from rich.cells import cell_len
from textual.content import Content

from bgterm.catalog import N_, _
from bgterm.lobby import messages
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.open_tables import QUICK, OpenTable
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import User
from bgterm.text.joining import join_list
from bgterm.tui.widgets.text_line import fitted

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
    """One row of the list."""

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
        """The meaning of the row; None for a heading."""
        return self.now or self.key


@unique
class RowKind(Enum):
    """The kind of a row; its value is the hint about its keys."""

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
    """Return all rows in order, with headings."""
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
        (_("In play"), [_played(table) for table in lobby.matches.live if _is_others(table, user)]),
        (_("Here"), [*_people(lobby, user, challenges)]),
        (_("Bots"), [*_bots(lobby)]),
    )
    blank = ListRow(None, "")
    return [row for heading, rows in parts if rows for row in (ListRow(None, heading), *rows, blank)][:-1]


def row_of(lobby: Lobby, user: User, other: User) -> Meaning | None:
    """Return the key of another user's row: the table they have opened, or the match they play, if possible."""
    for table in lobby.open_tables.seen_by(user):
        if table.host == other:
            return _open(lobby, table, user).key
    for match in lobby.matches.live:
        if match.player_of(other) is not None and _is_others(match, user):
            return _played(match).key
    return RowKind.PERSON, other.name


def _is_others(table: SharedTable, user: User) -> bool:
    """Return whether other players have an unfinished match at the table."""
    return table.player_of(user) is None and not table.over


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
    (white, black), attendance = table.header.names, table.attendance
    detail = messages.others_match(table.match)
    kind = RowKind.PLAY if attendance.watchable else RowKind.CLOSED
    audience = messages.audience(attendance.watchers, watchable=attendance.watchable)
    return ListRow((kind, table.code), _("{white} - {black}", white=white, black=black), detail, aside=audience)


def _bots(lobby: Lobby) -> Iterator[ListRow]:
    for bot in lobby.bots:
        name = bot.user.name
        yield ListRow((RowKind.BOT, name), name, _(messages.BOT))


def _people(lobby: Lobby, user: User, challenges: Sequence[OpenTable]) -> Iterator[ListRow]:
    playing = lobby.playing
    invitations = {table.host: (RowKind.INVITATION, table.code) for table in reversed(challenges)}
    hosts = {table.host for table in lobby.open_tables.seen_by(user) if not table.invited}
    for other in lobby.sessions.users:
        if other != user:
            plays = other.key in playing
            detail = messages.whereabouts(
                playing=plays,
                waiting=other in hosts,
                guest=other.is_guest,
                formerly=lobby.registry.former_name(other.key),
            )
            yield ListRow((RowKind.PERSON, other.name), other.name, detail, now=invitations.get(other))


def heading_with_rule(text: str, width: int, cut: str) -> Content:
    """Return a heading with a line to the right edge; a blank row for an empty text."""
    line = Content.styled(text, "bold $primary")
    if text and line.cell_length + 1 < width:
        line += Content.styled(" " + _RULES[cut] * (width - line.cell_length - 1), ".lines--rule")
    return line


def hidden_detail(row: ListRow | None, width: int, cut: str) -> str:
    """Return the detail of a row that is too long for it; otherwise an empty text."""
    return row.detail if row and row.detail not in draw_row(row, True, width, cut).plain else ""


@lru_cache(maxsize=1024)
def draw_row(row: ListRow, marked: bool, width: int, cut: str) -> Content:
    """Return a row, cached for all sessions that show it: mark, name, detail and, at the right, the remark."""
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
