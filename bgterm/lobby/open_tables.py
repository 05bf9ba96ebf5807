"""Open tables: their hosts wait for an opponent, either for anyone or for a visitor whom they have challenged."""

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from bgterm.catalog import N_, nN_
from bgterm.lobby.errors import LobbyError, no_table
from bgterm.lobby.table_code import new_code
from bgterm.lobby.users.user_registry import User
from bgterm.notation.dice import DiceKind
from bgterm.play.match_offer import MatchOffer

DICE = (DiceKind.RANDOM.value, DiceKind.VERIFIABLE.value)
"""The kinds of dice that are allowed on a server: those that neither player alone could know or see."""

QUICK = MatchOffer(seats_by_lot=True)
"""The offer of a quick game: a match to 5 by the usual rules, with random sides."""


class OpenTable(NamedTuple):
    """A table without a match yet, at which its host waits for an opponent."""

    code: str
    """The code with which others join it: `K7Q2M`."""
    host: User
    offer: MatchOffer
    """The match, whether everyone sees the table in the lobby, and whether spectators are allowed."""
    invited: User | None = None
    """The only user who may join; None for anyone."""
    since: float = 0.0
    """The moment when it was opened, in seconds of the lobby's clock."""

    @property
    def is_quick(self) -> bool:
        """Whether variant, rules and dice are the usual ones, those of a quick game."""
        one, quick = self.offer, QUICK
        return (one.variant, one.ruleset, one.dice) == (quick.variant, quick.ruleset, quick.dice)

    def is_seen_by(self, user: User) -> bool:
        """Return whether the lobby shows the table to the user: it is theirs, an invitation to them, or listed."""
        return user in (self.host, self.invited) or (self.offer.listed and self.invited is None)


class OpenTables:
    """The open tables of a server, each of which lasts as long as its host has a session."""

    def __init__(self, most_each: int, most_from_one_address: int) -> None:
        """Begin without a table, with limits for the tables of one user and of all users from one address."""
        self._most_each, self._most_from_one_address = most_each, most_from_one_address
        self._tables: dict[str, OpenTable] = {}

    def __len__(self) -> int:
        """Return the number of open tables."""
        return len(self._tables)

    def __iter__(self) -> Iterator[OpenTable]:
        """Yield the open tables, oldest first."""
        return iter(tuple(self._tables.values()))

    def at(self, code: str) -> OpenTable | None:
        """Return the open table with this code, in capitals or not; None when there is none."""
        return self._tables.get(code.upper())

    def seen_by(self, user: User) -> list[OpenTable]:
        """Return the open tables that the lobby shows to the user, oldest first."""
        return [table for table in self._tables.values() if table.is_seen_by(user)]

    def of(self, host: User) -> list[OpenTable]:
        """Return the open tables of this host, oldest first."""
        return [table for table in self if table.host == host]

    def quick_of(self, user: User) -> OpenTable | None:
        """Return the user's own table for a quick game with anyone; None when there is none."""
        own = (table for table in self.of(user) if table.invited is None)
        return next((table for table in own if table.is_quick and table.offer.listed), None)

    def quick_for(self, user: User) -> OpenTable | None:
        """Return the oldest table at which somebody else waits for a quick game with anyone; None without one."""
        seen = (table for table in self.seen_by(user) if table.invited is None and table.host != user)
        return next((table for table in seen if table.is_quick), None)

    def open(
        self, host: User, offer: MatchOffer, invited: User | None, taken: Container[str], now: float = 0.0
    ) -> OpenTable:
        """Open and return a table with a new code, different from the open tables' and from those in `taken`.

        Only `invited` may join it, or anyone for None; `now` is the time in seconds of the lobby's clock. Raises
        LobbyError for dice not in `DICE`, an invitation of oneself, and too many tables.
        """
        if offer.dice not in DICE:
            message = N_(
                "At two terminals the server rolls the dice, because nobody could see yours: choose random "
                "or verifiable dice."
            )
            raise LobbyError(message)
        if invited == host:
            raise LobbyError(N_("You cannot challenge yourself: choose somebody else."))
        if len(self.of(host)) >= self._most_each:
            messages = nN_(
                "You have {count} open table already: withdraw it first.",
                "You have {count} open tables already: withdraw one first.",
            )
            raise LobbyError(*messages, count=self._most_each)
        if sum(table.host.address == host.address for table in self) >= self._most_from_one_address:
            messages = nN_(
                "{count} table from your address is open already: join it.",
                "{count} tables from your address are open already: join one of them.",
            )
            raise LobbyError(*messages, count=self._most_from_one_address)
        table = OpenTable(new_code(taken, self._tables), host, offer, invited, now)
        self._tables[table.code] = table
        return table

    def joinable(self, user: User, code: str) -> OpenTable:
        """Return the open table with this code.

        Raises NoTable when there is none, another LobbyError when it is the user's own or somebody else is
        invited.
        """
        table = self.at(code)
        if table is None:
            raise no_table(code.upper())
        if table.host == user:
            message = N_("That is your own table: wait for somebody to join it, or tell a friend its code.")
            raise LobbyError(message)
        if table.invited not in (None, user):
            raise LobbyError(N_("{name} waits for somebody else at that table."), name=table.host.name)
        return table

    def rename(self, user: User) -> None:
        """Replace the old name of `user` by the new one in their tables and in the invitations to them."""
        for code, table in self._tables.items():
            if table.host == user:
                self._tables[code] = table._replace(host=user)
            elif table.invited == user:
                self._tables[code] = table._replace(invited=user)

    def withdraw_all(self, host: User) -> list[str]:
        """Remove all tables that the user hosts, and return their codes."""
        codes = [table.code for table in self.of(host)]
        for code in codes:
            del self._tables[code]
        return codes

    def remove(self, code: str) -> None:
        """Remove the open table with this code, if there is one."""
        self._tables.pop(code, None)

    def replace(self, tables: Iterable[OpenTable]) -> None:
        """Replace all open tables with these."""
        self._tables = {table.code: table for table in tables}
