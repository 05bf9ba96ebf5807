"""`bgterm admin copy`: copy the matches and the names of players between a data folder and a database."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from bgterm.catalog import N_, _, ngettext
from bgterm.rules.errors import BackgammonError
from bgterm.storage.durable import AppendOnlyFile
from bgterm.storage.errors import Name, SaveError, reason_of
from bgterm.storage.library import FileLibrary
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.matches import DatabaseLibrary
from bgterm.storage.store import Copyable, copy_all

_NAMES = "people.jsonl"
_SCHEMES = ("postgresql://", "postgres://")
_SERVERS = "SELECT FROM worker WHERE lease > now()"
_ADD_NAMES = """
    INSERT INTO name_line (seq, token, line)
    SELECT place, $2, line FROM unnest($1::text[]) WITH ORDINALITY AS added (line, place)
    WHERE NOT EXISTS (SELECT FROM name_line)
"""


def _place_in_use(name: Name) -> BackgammonError:
    return BackgammonError(N_("a server uses {name}: stop it first"), name=name)


class _Place(NamedTuple):
    """The source or the target of a copy: its matches, and the lines about the names of players."""

    matches: Copyable
    names: Sequence[str]
    source: Path | Database

    async def add(self, names: Sequence[str]) -> None:
        """Keep the lines about names, where there are none yet."""
        if isinstance(self.source, Database):
            await self.source.fetch(_ADD_NAMES, names, uuid4())
        else:
            with AppendOnlyFile.open_or_create(self.source / _NAMES) as file:
                file.append("".join(f"{line}\n" for line in names).encode())


def run(options: argparse.Namespace) -> int:
    """Copy, print what became of it, and return the exit status. Raises BackgammonError."""
    return asyncio.run(_copy(options.source, options.target))


async def _copy(source: str, target: str) -> int:
    if source == target:
        raise BackgammonError(N_("name two different places, each a data folder or postgresql://HOST/DATABASE"))
    async with _place(source, new=False) as here, _place(target, new=True) as there:
        results = await asyncio.to_thread(lambda: [*copy_all(here.matches, there.matches)])
        refused = [result for _, result in results if isinstance(result, SaveError)]
        for error in refused:
            print(f"bgterm: {error}.", file=sys.stderr)
        copied = sum(result is True for _, result in results)
        known = len(results) - copied - len(refused)
        print(ngettext("{count} match copied.", "{count} matches copied.", copied))
        if known:
            print(ngettext("{count} match was there already.", "{count} matches were there already.", known))
        if here.names and not there.names:
            await there.add(here.names)
            print(_("The names of the players are copied."))
        elif here.names != there.names:
            print(_("The names of the players are not copied: there are others already."))
    return 1 if refused else 0


@asynccontextmanager
async def _place(text: str, *, new: bool) -> AsyncIterator[_Place]:
    """Open a folder or a database on which no server runs. Raises BackgammonError."""
    if text.startswith(_SCHEMES):
        database = await Database.open(text)
        try:
            if await database.fetch(_SERVERS):
                raise _place_in_use(database.address)
            rows = await database.fetch("SELECT line FROM name_line ORDER BY seq")
            yield _Place(DatabaseLibrary(database), [row["line"] for row in rows], database)
        finally:
            await database.close()
        return
    folder = Path(text)
    try:
        if new:
            folder.mkdir(0o700, parents=True, exist_ok=True)
        names = _names_in(folder)
    except BlockingIOError as error:
        raise _place_in_use(folder) from error
    except OSError as error:
        message = N_("cannot use the folder {name} ({reason})")
        raise BackgammonError(message, name=folder, reason=reason_of(error)) from error
    yield _Place(FileLibrary(folder / "matches"), names, folder)


def _names_in(folder: Path) -> list[str]:
    """Return the lines about names in a folder. Raises BlockingIOError when a server has them open, OSError."""
    if not folder.is_dir():
        raise FileNotFoundError(_("it is not there"))
    path = folder / _NAMES
    if not path.exists():
        return []
    with AppendOnlyFile.open(path):
        *lines, _torn = path.read_text(encoding="utf-8").split("\n")
        return lines
