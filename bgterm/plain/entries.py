"""The list of the lobby in plain mode: matches and tables, each with where choosing it leads."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from bgterm.catalog import _
from bgterm.lobby import messages
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import User
from bgterm.text.joining import join_list


class Todo(Enum):
    """The action of choosing an entry."""

    GO = auto()
    """Join, or sit down again."""
    WATCH = auto()
    WAIT = auto()
    """Nothing: the table is the user's own."""
    CHALLENGE = auto()
    """Challenge a bot, whose name stands for the code."""


@dataclass(frozen=True, slots=True)
class LobbyEntry:
    """A match, a table or a bot."""

    text: str
    todo: Todo
    code: str


def entries(lobby: Lobby, user: User) -> Iterator[LobbyEntry]:
    """Yield the user's matches, the open tables, challenges first, the matches of others, and the bots."""
    for match in lobby.matches_of(user):
        yield LobbyEntry(_own(match, user), Todo.GO, match.code)
    for table in sorted(lobby.open_tables.seen_by(user), key=lambda table: table.invited != user):
        yield LobbyEntry(_open(table, user), Todo.WAIT if table.host == user else Todo.GO, table.code)
    for match in lobby.live_matches:
        if match.player_of(user) is None and not match.over:
            yield LobbyEntry(_played(match), Todo.WATCH, match.code)
    for bot in lobby.bots:
        text = _("{name}, {about}: challenge {name}", name=bot.user.name, about=_(messages.BOT))
        yield LobbyEntry(text, Todo.CHALLENGE, bot.user.name)


def _own(table: SharedTable, user: User) -> str:
    me = table.player_of(user)
    if me is None:
        raise LookupError(user)
    here = messages.at_table(opponent=table.seating.is_seated(me.opponent), oneself=table.seating.is_seated(me))
    return _(
        "your match with {name}, {state}: join {code}",
        name=table.header.names[me.opponent.index],
        state=join_list([here, messages.own_match(table.match, me)]),
        code=table.code,
    )


def _open(table: OpenTable, user: User) -> str:
    host, code, agreed = table.host.name, table.code, messages.agreement(table.offer)
    if table.invited and table.host == user:
        invited = table.invited.name
        return _("your table for {name}, {match}: withdraw {code}", name=invited, match=agreed, code=code)
    if table.host == user:
        return _("your open table, {match}: withdraw {code}", match=agreed, code=code)
    if table.invited:
        return _("{name} challenges you, {match}: join {code}", name=host, match=agreed, code=code)
    return _("{name} waits, {match}: join {code}", name=host, match=agreed, code=code)


def _played(table: SharedTable) -> str:
    (white, black), attendance = table.header.names, table.attendance
    audience = messages.audience(attendance.watchers, watchable=attendance.watchable)
    state = join_list([messages.others_match(table.match), audience])
    return _(
        "{white} and {black} play, {state}: watch {code}", white=white, black=black, state=state, code=table.code
    )
