"""The file of the names of players: private, one line each, in the order in which they were picked.

A line has the day on which the player was last seen, give or take a month. A later line about the same key
replaces an earlier one; an empty name deletes the player. `was` is the player's former name, which nobody else may
take. A line with `of` adds a key to the player whose first key is named there.

    {"key":"SHA256:mVPw...","name":"Ann","seen":"2026-11-22"}
    {"key":"SHA256:mVPw...","name":"Anna","seen":"2026-12-24","was":"Ann","renamed":"2026-12-24"}
    {"key":"SHA256:0QDm...","of":"SHA256:mVPw..."}

One server at a time has the file open. A line that a crash left unfinished is cut off; any other line that cannot
be read is skipped and reported.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from logging import ERROR
from pathlib import Path

from bgterm.catalog import N_
from bgterm.lobby.errors import LobbyError, name_not_kept
from bgterm.storage.durable import DISK, PRIVATE_FOLDER, AppendOnlyFile, Disk
from bgterm.storage.errors import reason_of
from bgterm.storage.log import log
from bgterm.storage.writer import Writer


class NamesFile:
    """The store of the names of players in a file, which it holds open and locked."""

    def __init__(self, path: Path, disk: Disk = DISK) -> None:
        """Open or create the file. Raises LobbyError when another server has locked it, or it cannot be opened."""
        self.path = path
        self._writer = Writer()
        try:
            path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
            self._file = AppendOnlyFile.open_or_create(path, disk)
        except BlockingIOError as error:
            message = N_("{path} is in use by another server: stop it first, or give this one a folder of its own")
            raise LobbyError(message, path=path) from error
        except OSError as error:
            raise _names_unreadable(path, reason_of(error)) from error

    def close(self) -> None:
        """Close the file after all pending writes, so that another server can open it."""
        self._writer.post(self._file.close).result()

    def read(self) -> Iterator[tuple[int, object]]:
        """Yield each line's number and its facts about a key, None if the line is not JSON.

        Raises LobbyError when the file cannot be read.
        """
        try:
            data = self.path.read_bytes()
        except OSError as error:
            self.close()
            raise _names_unreadable(self.path, reason_of(error)) from error
        *lines, torn = data.split(b"\n")
        self._file.keep(len(data) - len(torn))
        for number, line in enumerate(lines, 1):
            yield number, read_facts(line)

    async def keep(self, key: str, **facts: str) -> None:
        """Append a line with these facts about the key, and wait for the disk. Raises LobbyError if that fails."""
        await self._writer.run(partial(self._append, key, facts))

    def post(self, key: str, **facts: str) -> None:
        """Append a line with these facts about the key in the background; a failure is only logged."""
        self._writer.post(partial(self._append, key, facts))

    async def read_on(self) -> Iterable[object]:
        """Return nothing, because no other process adds lines."""
        return ()

    def _append(self, key: str, facts: Mapping[str, str]) -> None:
        try:
            self._file.append(f"{write_facts(key, facts)}\n".encode(errors="backslashreplace"))
        except OSError as error:
            log("disk failed", ERROR, file=self.path.name, reason=reason_of(error))
            raise name_not_kept(reason_of(error)) from error


def write_facts(key: str, facts: Mapping[str, str]) -> str:
    """Return the JSON line for the facts about a key, without a newline."""
    return json.dumps({"key": key, **facts}, ensure_ascii=False, separators=(",", ":"))


def read_facts(line: str | bytes) -> object:
    """Return the JSON value in a line of the file of names, unchecked; None when the line is not JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def players_in(lines: Iterable[object]) -> dict[str, dict[str, str]]:
    """Return the facts from the last of these values about each key, first keys of players before further ones.

    Unreadable lines are skipped, and deleted players are left out.
    """
    found = dict[str, dict[str, str]]()
    for facts in lines:
        if isinstance(facts, dict) and all(isinstance(fact, str) for fact in facts.values()) and "key" in facts:
            found[facts.pop("key")] = facts
    named = {key: facts for key, facts in found.items() if facts.get("name")}
    return named | {key: facts for key, facts in found.items() if facts.get("of") in named}


def _names_unreadable(path: Path, reason: str) -> LobbyError:
    message = N_("the players' names in {path} cannot be read or written: {reason}")
    return LobbyError(message, path=path, reason=reason)
