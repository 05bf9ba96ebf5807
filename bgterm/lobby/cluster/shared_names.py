"""The names of players in a database: a row for each key. Names that look alike belong to one player only."""

from collections.abc import Iterable, Mapping

from bgterm.background import BackgroundTasks
from bgterm.lobby.errors import name_not_kept
from bgterm.lobby.users.names import lookalikes
from bgterm.lobby.users.names_file import players_in, read_facts
from bgterm.storage.errors import DatabaseAway
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.shared_rows import NameRows


class SharedNames:
    """The store of the names of players in a database, which all workers share. Make one with `open`."""

    path = "the database"

    def __init__(self, database: Database) -> None:
        """Begin with nothing read."""
        self.rows = NameRows(database)
        """The rows of the names."""
        self.players: Mapping[str, Mapping[str, str]] = {}
        """The name, or the first key of its player, and the last visit of each key, as first read."""
        self.tasks = BackgroundTasks("name not kept")
        """The tasks that write rows in the background."""

    @classmethod
    async def open(cls, database: Database) -> "SharedNames":
        """Read all names from the database, also from the table of an older version. Raises SaveError."""
        names = cls(database)
        await names.rows.adopt(lambda lines: players_in(map(read_facts, lines)), looks_of)
        names.players = players_in({"key": row.key, **row.data} for row in await names.rows.read())
        return names

    async def add(self, players: Mapping[str, Mapping[str, str]]) -> None:
        """Add facts about players, by key, to a database without names. Raises SaveError."""
        await self.rows.adopt(lambda _lines: players, looks_of)

    def close(self) -> None:
        """Do nothing: the owner of the database closes it."""

    def read(self) -> Iterable[tuple[int, object]]:
        """Return the facts about each key, such as its name, as read by `open`; each with a number from 1."""
        return enumerate(({"key": key, **facts} for key, facts in self.players.items()), 1)

    async def read_on(self) -> Iterable[object]:
        """Return the facts about each key that any worker has changed since the last call. Raises SaveError."""
        rows = sorted(await self.rows.read(all_again=False), key=lambda row: "of" in row.data)
        return [{"key": row.key, **row.data} for row in rows]

    async def keep(self, key: str, **facts: str) -> None:
        """Save the facts about a key, and wait for the database.

        Raises LobbyError when it does not answer, and Overtaken when another player has a similar name.
        """
        name, former = looks_of(facts)
        try:
            await self.rows.put(key, facts, name, former - name)
        except DatabaseAway as error:
            raise name_not_kept(str(error)) from error
        self.rows.tell_others()

    def post(self, key: str, **facts: str) -> None:
        """Save the facts about a key in the background; a failure is only logged."""
        self.tasks.start(self.rows.change(None, {key: facts}))


def looks_of(facts: Mapping[str, str]) -> list[frozenset[str]]:
    """Return the lookalike forms of the name and of the former name in `facts`; an empty set for a missing one."""
    return [lookalikes(facts[name]) if facts.get(name) else frozenset() for name in ("name", "was")]
