"""`bgterm admin copy`: copy matches, names and reviews of players between a data folder and a database."""

import argparse
import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bgterm.catalog import N_, _, ngettext, nN_
from bgterm.cli.flags.argument_values import SCHEMES
from bgterm.cli.streams import complain
from bgterm.lobby.cluster.shared_names import SharedNames
from bgterm.lobby.users.names_file import players_in, read_facts, write_facts
from bgterm.rules.errors import BackgammonError
from bgterm.storage.durable import AppendOnlyFile
from bgterm.storage.errors import Name, SaveError, reason_of
from bgterm.storage.keyed_lines import KeyedLines, LinesFolder, copy_lines
from bgterm.storage.library import FileLibrary
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.matches import DatabaseLibrary
from bgterm.storage.postgres.reviews import ReviewLines
from bgterm.storage.postgres.shared_rows import servers_run
from bgterm.storage.store import MatchLibrary, copy_all

_NAMES = "people.jsonl"
_Players = Mapping[str, Mapping[str, str]]
"""The facts about players, keyed by user key."""


def _place_in_use(name: Name) -> BackgammonError:
    return BackgammonError(N_("a server uses {name}: stop it first"), name=name)


class _CopyPlace(NamedTuple):
    """The source or the target of a copy: its matches, and the facts about the keys of players."""

    matches: MatchLibrary
    players: _Players
    add: Callable[[_Players], Awaitable[None]]
    """Adds the facts about players to a place that has none."""
    reviews: KeyedLines


def run(options: argparse.Namespace) -> int:
    """Copy what the options name, print the results; return 1 if a match was refused. Raises BackgammonError."""
    return asyncio.run(_copy(options.source, options.target))


async def _copy(source: str, target: str) -> int:
    if source == target:
        raise BackgammonError(N_("name two different places, each a data folder or postgresql://HOST/DATABASE"))
    async with _place(source, new=False) as here, _place(target, new=True) as there:
        results = await asyncio.to_thread(lambda: [*copy_all(here.matches, there.matches)])
        refused = [result for _, result in results if isinstance(result, SaveError)]
        for error in refused:
            complain(f"{error}.")
        copied = sum(result is True for _, result in results)
        known = len(results) - copied - len(refused)
        print(ngettext("{count} match copied.", "{count} matches copied.", copied))
        if known:
            print(ngettext("{count} match was there already.", "{count} matches were there already.", known))
        if reviews := await asyncio.to_thread(copy_lines, here.reviews, there.reviews):
            one, several = nN_(
                "The reviews of {count} player are copied.", "The reviews of {count} players are copied."
            )
            print(ngettext(one, several, reviews))
        if here.players and not there.players:
            await there.add(here.players)
            print(_("The names of the players are copied."))
        elif here.players != there.players:
            print(_("The names of the players are not copied: there are others already."))
    return 1 if refused else 0


@asynccontextmanager
async def _place(text: str, *, new: bool) -> AsyncIterator[_CopyPlace]:
    """Open a folder, or a database by its address, for copying; a `new` folder is made if it does not exist.

    Raises BackgammonError when a server uses it.
    """
    if text.startswith(SCHEMES):
        database = await Database.open(text)
        try:
            if await servers_run(database):
                raise _place_in_use(database.address)
            names = await SharedNames.open(database)
            yield _CopyPlace(DatabaseLibrary(database), names.players, names.add, ReviewLines(database))
        finally:
            await database.close()
        return
    folder = Path(text)
    try:
        if new:
            folder.mkdir(0o700, parents=True, exist_ok=True)
        players = _players_in(folder)
    except BlockingIOError as error:
        raise _place_in_use(folder) from error
    except OSError as error:
        message = N_("cannot use the folder {name} ({reason})")
        raise BackgammonError(message, name=folder, reason=reason_of(error)) from error
    add, reviews = partial(_add_players, folder), LinesFolder(folder / "reviews", "reviews")
    yield _CopyPlace(FileLibrary(folder / "matches"), players, add, reviews)


async def _add_players(folder: Path, players: _Players) -> None:
    with AppendOnlyFile.open_or_create(folder / _NAMES) as file:
        file.append("".join(f"{write_facts(key, facts)}\n" for key, facts in players.items()).encode())


def _players_in(folder: Path) -> dict[str, dict[str, str]]:
    """Return the facts about players in a folder. Raises BlockingIOError when a server uses them, OSError."""
    if not folder.is_dir():
        raise FileNotFoundError(_("it is not there"))
    path = folder / _NAMES
    if not path.exists():
        return {}
    with AppendOnlyFile.open(path):
        *lines, _torn = path.read_text(encoding="utf-8").split("\n")
        return players_in(map(read_facts, lines))
