"""The list of the lobby in plain mode: matches and tables, each with where choosing it leads."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from bgterm.lobby import messages
from bgterm.lobby.lobby import Lobby
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.shared_table import SharedTable
from bgterm.lobby.users import Visitor
from bgterm.plain import visit_messages
from bgterm.rules.variants import VARIANTS


class Todo(Enum):
    """What choosing an entry does."""

    GO = auto()
    """Join, or sit down again."""
    WATCH = auto()
    WAIT = auto()
    """Nothing: the table is the visitor's own."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A match or a table."""

    text: str
    todo: Todo
    code: str


def entries(lobby: Lobby, visitor: Visitor) -> Iterator[Entry]:
    """Yield the visitor's matches, the open tables, challenges first, and the matches of others."""
    for match in lobby.matches_of(visitor):
        yield Entry(_own(match, visitor), Todo.GO, match.code)
    for table in sorted(lobby.open_tables(visitor), key=lambda table: table.invited != visitor):
        yield Entry(_open(table, visitor), Todo.WAIT if table.host == visitor else Todo.GO, table.code)
    for match in lobby.matches():
        if match.player_of(visitor) is None and not match.over:
            yield Entry(_played(match), Todo.WATCH, match.code)


def agreement(table: OpenTable) -> str:
    """Describe what is to be played at a table."""
    settings = table.settings
    return messages.agreement(VARIANTS[settings.variant], settings.ruleset, settings.dice)


def _own(table: SharedTable, visitor: Visitor) -> str:
    me = table.player_of(visitor)
    if me is None:
        raise LookupError(visitor)
    here = messages.at_table(opponent=table.is_seated(me.opponent), oneself=table.is_seated(me))
    detail = messages.listed(here, messages.own_match(table.match, me))
    return visit_messages.entry(
        visit_messages.match_with(table.header.names[me.opponent.index]), detail, table.code, "join"
    )


def _open(table: OpenTable, visitor: Visitor) -> str:
    if table.host == visitor:
        name = visit_messages.own_table(table.invited.name if table.invited else "")
        return visit_messages.entry(name, agreement(table), table.code, "withdraw")
    name = messages.invitation(table.host.name) if table.invited else visit_messages.waits(table.host.name)
    return visit_messages.entry(name, agreement(table), table.code, "join")


def _played(table: SharedTable) -> str:
    company = table.company
    audience = messages.audience(company.watchers, watchable=company.watchable)
    detail = messages.listed(messages.others_match(table.match), audience)
    return visit_messages.entry(visit_messages.pair(table.header.names), detail, table.code, "watch")
