"""The names of players in a database: a row for each key, and the forms of names, each of one player only."""

from collections.abc import Iterable, Mapping

from bgterm.background import BackgroundTasks
from bgterm.lobby.errors import name_not_kept
from bgterm.lobby.users.names import lookalikes
from bgterm.lobby.users.names_file import players_in, read_facts
from bgterm.storage.errors import DatabaseAway
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.shared_rows import NameRows


class SharedNames:
    """The names in the database. Make one with `open`."""

    path = "the database"

    def __init__(self, database: Database) -> None:
        """Begin with nothing read."""
        self.rows = NameRows(database)
        """The rows of the names."""
        self.players: Mapping[str, Mapping[str, str]] = {}
        """The facts about each key, as they were read at first."""
        self.tasks = BackgroundTasks("name not kept")
        """The rows that are written without waiting."""

    @classmethod
    async def open(cls, database: Database) -> "SharedNames":
        """Read all names, those of an older program too. Raises SaveError."""
        names = cls(database)
        await names.rows.adopt(lambda lines: players_in(map(read_facts, lines)), looks_of)
        names.players = players_in({"key": row.key, **row.data} for row in await names.rows.read())
        return names

    async def add(self, players: Mapping[str, Mapping[str, str]]) -> None:
        """Keep the facts about players, of which there are none yet. Raises SaveError."""
        await self.rows.adopt(lambda _lines: players, looks_of)

    def close(self) -> None:
        """Do nothing: the database is closed by its owner."""

    def read(self) -> Iterable[tuple[int, object]]:
        """Return the facts of each row with a number, as they were read at first."""
        return enumerate(({"key": key, **facts} for key, facts in self.players.items()), 1)

    async def read_on(self) -> Iterable[object]:
        """Return the facts of the rows that have changed since. Raises SaveError."""
        rows = sorted(await self.rows.read(all_again=False), key=lambda row: "of" in row.data)
        return [{"key": row.key, **row.data} for row in rows]

    async def keep(self, key: str, **facts: str) -> None:
        """Keep the facts about a key, and wait until they are safe. Raises LobbyError, Overtaken."""
        name, former = looks_of(facts)
        try:
            await self.rows.put(key, facts, name, former - name)
        except DatabaseAway as error:
            raise name_not_kept(str(error)) from error
        self.rows.tell_others()

    def post(self, key: str, **facts: str) -> None:
        """Keep the facts about a key, without waiting; a failure is only logged."""
        self.tasks.start(self.rows.change(None, {key: facts}))


def looks_of(facts: Mapping[str, str]) -> list[frozenset[str]]:
    """Return the forms in which a name is compared, and those of the former name."""
    return [lookalikes(facts[name]) if facts.get(name) else frozenset() for name in ("name", "was")]
