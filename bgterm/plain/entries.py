"""The entries of the lobby's list in plain mode: matches, tables and bots in words."""

from bgterm.catalog import _
from bgterm.lobby import messages
from bgterm.lobby.open_tables import OpenTable
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.lobby.users.user_registry import User
from bgterm.text.joining import join_list


def own_match(table: SharedTable, user: User) -> str:
    """Return the entry of the user's own match. Raises LookupError for a user without a seat."""
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


def open_table(table: OpenTable, user: User) -> str:
    """Return the entry of an open table or a challenge, worded for the user."""
    host, code, agreed = table.host.name, table.code, messages.agreement(table.offer)
    if table.invited and table.host == user:
        invited = table.invited.name
        return _("your table for {name}, {match}: withdraw {code}", name=invited, match=agreed, code=code)
    if table.host == user:
        return _("your open table, {match}: withdraw {code}", match=agreed, code=code)
    if table.invited:
        return _("{name} challenges you, {match}: accept {code}", name=host, match=agreed, code=code)
    return _("{name} waits, {match}: join {code}", name=host, match=agreed, code=code)


def others_match(table: SharedTable) -> str:
    """Return the entry of a match of other users."""
    (white, black), attendance = table.header.names, table.attendance
    audience = messages.audience(attendance.watchers, watchable=attendance.watchable)
    state = join_list([messages.others_match(table.match), audience])
    return _(
        "{white} and {black} play, {state}: watch {code}", white=white, black=black, state=state, code=table.code
    )
