"""The list of the lobby in plain mode: matches and tables, each with where choosing it leads."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from bgterm.lobby import messages
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.shared_table import SharedTable
from bgterm.lobby.users import User
from bgterm.plain import visit_messages
from bgterm.rules.variants import VARIANTS


class Todo(Enum):
    """The action of choosing an entry."""

    GO = auto()
    """Join, or sit down again."""
    WATCH = auto()
    WAIT = auto()
    """Nothing: the table is the user's own."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A match or a table."""

    text: str
    todo: Todo
    code: str


def entries(lobby: Lobby, user: User) -> Iterator[Entry]:
    """Yield the user's matches, the open tables, challenges first, and the matches of others."""
    for match in lobby.matches_of(user):
        yield Entry(_own(match, user), Todo.GO, match.code)
    for table in sorted(lobby.open_tables(user), key=lambda table: table.invited != user):
        yield Entry(_open(table, user), Todo.WAIT if table.host == user else Todo.GO, table.code)
    for match in lobby.matches():
        if match.player_of(user) is None and not match.over:
            yield Entry(_played(match), Todo.WATCH, match.code)


def agreement(table: OpenTable) -> str:
    """Describe what is to be played at a table."""
    settings = table.settings
    return messages.agreement(VARIANTS[settings.variant], settings.ruleset, settings.dice)


def _own(table: SharedTable, user: User) -> str:
    me = table.player_of(user)
    if me is None:
        raise LookupError(user)
    here = messages.at_table(opponent=table.is_seated(me.opponent), oneself=table.is_seated(me))
    detail = messages.listed(here, messages.own_match(table.match, me))
    return visit_messages.entry(
        visit_messages.match_with(table.header.names[me.opponent.index]), detail, table.code, "join"
    )


def _open(table: OpenTable, user: User) -> str:
    if table.host == user:
        name = visit_messages.own_table(table.invited.name if table.invited else "")
        return visit_messages.entry(name, agreement(table), table.code, "withdraw")
    name = messages.invitation(table.host.name) if table.invited else visit_messages.waits(table.host.name)
    return visit_messages.entry(name, agreement(table), table.code, "join")


def _played(table: SharedTable) -> str:
    attendance = table.attendance
    audience = messages.audience(attendance.watchers, watchable=attendance.watchable)
    detail = messages.listed(messages.others_match(table.match), audience)
    return visit_messages.entry(visit_messages.pair(table.header.names), detail, table.code, "watch")
