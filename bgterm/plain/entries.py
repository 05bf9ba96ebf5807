"""The list of the lobby in plain mode: matches and tables, each with where choosing it leads."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from bgterm.notation import lobby_words, visit_words
from bgterm.rules.variants import VARIANTS
from bgterm.table.lobby import Lobby
from bgterm.table.open_tables import OpenTable
from bgterm.table.people import Visitor
from bgterm.table.seats import SharedTable


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
    """Say what is to be played at a table."""
    settings = table.settings
    return lobby_words.agreement(VARIANTS[settings.variant], settings.ruleset, settings.dice)


def _own(table: SharedTable, visitor: Visitor) -> str:
    me = table.player_of(visitor)
    if me is None:
        raise LookupError(visitor)
    detail = lobby_words.own_match(table.match, me, opponent_here=table.is_seated(me.opponent))
    return visit_words.entry(visit_words.match_with(table.header.names[me.opponent]), detail, table.code, "join")


def _open(table: OpenTable, visitor: Visitor) -> str:
    if table.host == visitor:
        name = visit_words.own_table(table.invited.name if table.invited else "")
        return visit_words.entry(name, agreement(table), table.code, "withdraw")
    name = lobby_words.invitation(table.host.name) if table.invited else visit_words.waits(table.host.name)
    return visit_words.entry(name, agreement(table), table.code, "join")


def _played(table: SharedTable) -> str:
    company = table.company
    detail = lobby_words.others_match(table.match, company.watchers, watchable=company.watchable)
    return visit_words.entry(visit_words.pair(table.header.names), detail, table.code, "watch")
