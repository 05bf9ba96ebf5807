"""The rows of a user's list in the lobby, and how they are drawn."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from rich.cells import cell_len
from textual.content import Content
from textual.strip import Strip

from bgterm.catalog import _
from bgterm.lobby import messages
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.open_tables import QUICK, OpenTable
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import User
from bgterm.text.joining import join_list
from bgterm.tui.text_columns import fitted
from bgterm.tui.widgets.row_list import ListLook

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

    key: str
    """The id of the row's subject, with which the mark stays; empty for a heading."""
    name: str
    detail: str = ""
    urgent: bool = False
    """Whether an opponent waits for the user."""
    aside: str = ""
    """A remark at the right end of the row, if there is room."""


class RowKind(Enum):
    """The kind of a row; its name is a key of `messages.HINTS`."""

    MATCH = "match"
    """A match of the user's own."""
    DESERTED = "deserted"
    """A match of the user's own at which nobody sits."""
    INVITATION = "invitation"
    OWN = "own"
    """A table that the user has opened."""
    OPEN = "open"
    QUICK = "quick"
    """The offer of a quick game with any opponent, while no such table is open."""
    PLAY = "play"
    """A match of other players."""
    PERSON = "person"
    BOT = "bot"


def key_of(kind: RowKind, about: str) -> str:
    """Return the key of a row, from its kind and the code of a table or the name of a user."""
    return f"{kind.value} {about}"


def kind_of(key: str) -> tuple[RowKind | None, str]:
    """Return the kind of a row and the code or name in its key; None for the kind if the key is not a row's."""
    kind, _space, about = key.partition(" ")
    return (RowKind(kind), about) if kind else (None, "")


def meant_by(lobby: Lobby, user: User, key: str) -> tuple[RowKind | None, str]:
    """Return the kind and subject of a row in the present lobby; a user who has challenged is their challenge."""
    kind, about = kind_of(key)
    if kind is RowKind.MATCH and (match := lobby.matches.at(about)) and not match.live:
        return RowKind.DESERTED, about
    if kind is RowKind.QUICK and (quick := lobby.open_tables.quick_for(user)):
        return RowKind.OPEN, quick.code
    if kind is RowKind.PERSON:
        for table in lobby.open_tables.seen_by(user):
            if table.invited == user and table.host.name == about:
                return RowKind.INVITATION, table.code
    return kind, about


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
        (_("Here"), [*_people(lobby, user)]),
        (_("Bots"), [*_bots(lobby)]),
    )
    return [row for heading, rows in parts if rows for row in (ListRow("", heading), *rows, ListRow("", ""))][:-1]


def row_of(lobby: Lobby, user: User, other: User) -> str:
    """Return the key of another user's row: the table they have opened, or the match they play, if possible."""
    for table in lobby.open_tables.seen_by(user):
        if table.host == other:
            return _open(lobby, table, user).key
    for match in lobby.matches.live:
        if match.player_of(other) is not None and _is_others(match, user):
            return _played(match).key
    return key_of(RowKind.PERSON, other.name)


def _is_others(table: SharedTable, user: User) -> bool:
    """Return whether other players have an unfinished match at the table."""
    return table.player_of(user) is None and not table.over


def _own(table: SharedTable, user: User) -> ListRow:
    me = table.player_of(user)
    if me is None:
        raise LookupError(user)
    opponent, oneself = table.seating.is_seated(me.opponent), table.seating.is_seated(me)
    return ListRow(
        key_of(RowKind.MATCH, table.code),
        table.header.names[me.opponent.index],
        messages.own_match(table.match, me),
        urgent=opponent and not oneself,
        aside=messages.at_table(opponent=opponent, oneself=oneself),
    )


def _quick(lobby: Lobby, user: User) -> ListRow:
    table = lobby.open_tables.quick_for(user)
    agreed = messages.agreement(QUICK)
    detail = _("with {name}, {match}", name=table.host.name, match=agreed) if table else agreed
    return ListRow(key_of(RowKind.QUICK, ""), _("Play anybody"), detail)


def _open(lobby: Lobby, table: OpenTable, user: User) -> ListRow:
    detail = messages.agreement(table.offer)
    waits = messages.waits(lobby.now() - table.since)
    if table.host == user:
        name = (
            _("{code}, for {name}", code=table.code, name=table.invited.name)
            if table.invited
            else _("{code}, yours", code=table.code)
        )
        return ListRow(key_of(RowKind.OWN, table.code), name, detail, aside=waits)
    if table.invited:
        remark = join_list([_("challenges you"), waits])
        return ListRow(key_of(RowKind.INVITATION, table.code), table.host.name, detail, urgent=True, aside=remark)
    return ListRow(key_of(RowKind.OPEN, table.code), table.host.name, detail, aside=waits)


def _played(table: SharedTable) -> ListRow:
    (white, black), attendance = table.header.names, table.attendance
    detail = messages.others_match(table.match)
    audience = messages.audience(attendance.watchers, watchable=attendance.watchable)
    return ListRow(
        key_of(RowKind.PLAY, table.code), _("{white} - {black}", white=white, black=black), detail, aside=audience
    )


def _bots(lobby: Lobby) -> Iterator[ListRow]:
    for bot in lobby.bots:
        name = bot.user.name
        yield ListRow(key_of(RowKind.BOT, name), name, _(messages.BOT))


def _people(lobby: Lobby, user: User) -> Iterator[ListRow]:
    playing = lobby.playing
    hosts = {table.host for table in lobby.open_tables.seen_by(user)}
    for other in lobby.sessions.users:
        if other != user:
            plays = other.key in playing
            detail = messages.whereabouts(
                playing=plays,
                waiting=other in hosts,
                guest=other.is_guest,
                formerly=lobby.registry.former_name(other.key),
            )
            yield ListRow(key_of(RowKind.PERSON, other.name), other.name, detail)


@lru_cache(maxsize=1024)
def draw_row(row: ListRow, marked: bool, look: ListLook) -> Strip:
    """Draw a row, cached for all sessions that show it."""
    line = _line(row, marked, look) if row.key else heading_with_rule(row.name, look)
    return Strip(line.render_segments(look.usual))


def heading_with_rule(text: str, look: ListLook) -> Content:
    """Return a heading with a line to the right edge; a blank row for an empty text."""
    line = Content.styled(text, look.heading)
    if text and line.cell_length + 1 < look.width:
        line += Content.styled(" " + _RULES[look.ellipsis] * (look.width - line.cell_length - 1), look.rule)
    return line


def hidden_detail(row: ListRow | None, look: ListLook) -> str:
    """Return the detail of a row that is too long for it; otherwise an empty text."""
    return row.detail if row and row.detail not in _line(row, True, look).plain else ""


def _line(row: ListRow, marked: bool, look: ListLook) -> Content:
    """Return a row: mark, name, detail and, at the right, the remark."""
    name, cut = min(max(look.width // 4, _NAME[0]), _NAME[1]), look.ellipsis
    rest = look.width - name - len(_GUTTER)
    space = rest - cell_len(row.aside) - 2
    keeps_aside = row.aside and (cell_len(row.detail) <= space or (row.urgent and space >= _LEAST))
    detail = f"{fitted(row.detail, space, cut)}  {row.aside}" if keeps_aside else fitted(row.detail, rest, cut)
    names = ("> " if marked else "  ", "! " if row.urgent else "  ", fitted(row.name, name, cut), "  ")
    if marked or row.urgent:
        return Content.styled("".join((*names, detail)), "bold reverse" if marked else "bold")
    return Content.assemble(*names, (detail, look.faint))
