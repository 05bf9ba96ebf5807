"""Keys, addresses and networks that the operator has banned or muted, in a database or in a private file.

Each line of the file has one of them. The line before may have the reason, the end and the operator who banned;
older programs skip that line and ban for good.

SHA256:mVPwvezndPv/ARoIadVY98vAC0g+P/5633yTC4d/wXE
# {"reason": "spam", "until": "2026-12-01T18:00:00+00:00", "by": "tom"}
203.0.113.7
2001:db8::/64
"""

import asyncio
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import NamedTuple

from bgterm.catalog import N_, _
from bgterm.lobby.errors import LobbyError
from bgterm.storage.durable import DISK, Disk, replace
from bgterm.storage.errors import SaveError, reason_of
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.shared_rows import SharedRows
from bgterm.storage.writer import Writer

BANNED = N_("The operator of this server has banned you."), N_("The ban ends on {date}.")
MUTED = N_("The operator of this server has muted you."), N_("The mute ends on {date}.")
"""The messages to a banned and to a muted player, each with the sentence that is added when there is an end."""
_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")
_FACTS = "# "
"""The beginning of a line with the facts about the ban on the next line."""


class Ban(NamedTuple):
    """The ban, or in the list of mutes the mute, of one key, address or network."""

    what: str
    reason: str = ""
    by: str = ""
    """The operator who banned."""
    until: datetime | None = None
    """The end of the ban; None for good."""

    @classmethod
    def of(cls, what: str, facts: Mapping[str, str] | None) -> "Ban":
        """Return the ban of a key, address or network, with the saved `facts`: its reason, end and operator.

        Raises ValueError for a malformed date, LobbyError for any other text than a key, address or network.
        """
        facts = facts or {}
        until = datetime.fromisoformat(facts["until"]).astimezone(UTC) if "until" in facts else None
        return cls(_checked(what), facts.get("reason", ""), facts.get("by", ""), until)

    @property
    def facts(self) -> dict[str, str]:
        """The ban's reason, end and operator as texts, by `reason`, `until` and `by`; empty ones are left out."""
        facts = {"reason": self.reason, "until": self.until.isoformat() if self.until else "", "by": self.by}
        return {name: fact for name, fact in facts.items() if fact}

    @property
    def is_over(self) -> bool:
        """Whether the ban has ended."""
        return self.until is not None and self.until <= datetime.now(UTC)

    @property
    def end(self) -> str:
        """The end of the ban as `2026-12-01 18:00 UTC`; empty for a ban without an end."""
        return f"{self.until:%Y-%m-%d %H:%M} UTC" if self.until else ""

    def message(self, words: tuple[str, str] = BANNED) -> str:
        """Return the message with end and reason to a banned or, with `words=MUTED`, a muted player."""
        said = [_(words[0]), *([_(words[1], date=self.end)] if self.until else [])]
        return " ".join([*said, *([_("Reason: {reason}", reason=self.reason)] if self.reason else [])])


class Bans:
    """The list of a server's bans, or of its mutes, in memory only; subclasses also save them."""

    def __init__(self) -> None:
        """Begin without a ban."""
        self._turn = asyncio.Lock()
        """Held during a change, so that changes happen one after another."""
        self.faults: list[str] = []
        """The lines of the file that could not be read."""
        self._use(())

    def __iter__(self) -> Iterator[Ban]:
        """Yield the bans in force, keys first."""
        bans = (ban for ban in self._bans.values() if not ban.is_over)
        yield from sorted(bans, key=lambda ban: (ban.what not in self._keys, ban.what))

    async def add(self, whats: Sequence[str], reason: str = "", by: str = "", days: int = 0) -> list[Ban]:
        """Ban fingerprints, addresses and networks for so many `days`, or for good with 0; return the new bans.

        `by` is the operator's name. A new ban replaces an older one of the same key or address. Raises LobbyError
        for any other text, SaveError if the bans cannot be saved; no ban is then added.
        """
        until = datetime.now(UTC).replace(microsecond=0) + timedelta(days=days) if days else None
        added = [Ban(_checked(what), reason, by, until) for what in whats]
        async with self._turn:
            await self._keep([*self, *added])
        return added

    async def remove(self, whats: Sequence[str]) -> list[str]:
        """Lift the bans of these keys, addresses and networks; return those of them that were banned.

        Raises SaveError when that cannot be saved.
        """
        async with self._turn:
            before = {ban.what: ban for ban in self}
            await self._keep([ban for what, ban in before.items() if what not in whats])
            return [what for what in whats if what in before]

    def of_key(self, key: str) -> Ban | None:
        """Return the ban in force of the key with this fingerprint; None without one."""
        ban = self._bans.get(key)
        return None if ban is None or ban.is_over else ban

    def of_address(self, address: str) -> Ban | None:
        """Return a ban in force of this IP address or of a network that contains it; None without one."""
        if not (address and self._networks):
            return None
        parsed = ip_network(address.partition("%")[0]).network_address
        found = (self._bans[what] for what, network in self._networks.items() if parsed in network)
        return next((ban for ban in found if not ban.is_over), None)

    async def read(self) -> None:
        """Read the bans again, if other processes can change them. Raises SaveError when the database is away."""

    async def _keep(self, bans: Sequence[Ban]) -> None:
        """Save the bans, then put them in force. Raises SaveError."""
        self._use(bans)

    def _use(self, bans: Iterable[Ban]) -> None:
        self._bans = {ban.what: ban for ban in bans}
        self._keys = {what for what in self._bans if _FINGERPRINT.fullmatch(what)}
        self._networks = {what: ip_network(what) for what in self._bans if what not in self._keys}


class BansFile(Bans):
    """The bans in a private file of one process, which each change replaces atomically."""

    def __init__(self, path: Path, disk: Disk = DISK) -> None:
        """Read the file, if it exists; lines that cannot be read are listed in `faults`."""
        super().__init__()
        self._path, self._disk, self._writer = path, disk, Writer()
        text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        self._use([*self._read(filter(None, text.splitlines()))])

    def _read(self, lines: Iterable[str]) -> Iterator[Ban]:
        """Yield the bans in the lines of the file."""
        facts: dict[str, str] = {}
        for line in lines:
            try:
                if line.startswith(_FACTS):
                    facts = dict(json.loads(line.removeprefix(_FACTS)))
                    continue
                yield Ban.of(line.strip(), facts)
            except (ValueError, TypeError):
                self.faults.append(line)
            facts = {}

    async def _keep(self, bans: Sequence[Ban]) -> None:
        """Replace the file atomically. Raises SaveError."""
        lines = [
            f"{_FACTS}{json.dumps(ban.facts)}\n{ban.what}\n" if ban.facts else f"{ban.what}\n" for ban in bans
        ]
        text = "".join(lines)
        try:
            await self._writer.run(partial(replace, self._path, text.encode(), self._disk, private=True))
        except OSError as error:
            message = N_("The list could not be written ({reason}); nothing has changed.")
            raise SaveError(message, reason=reason_of(error)) from error
        await super()._keep(bans)


class BansTable(Bans):
    """The bans in a database, which several processes share: `read` loads them, and each change is written."""

    def __init__(self, database: Database, kind: str = "ban") -> None:
        """Begin with nothing read; `kind` is the kind of the rows."""
        super().__init__()
        self.rows = SharedRows(database, kind)
        """The rows of the bans."""

    async def read(self) -> None:
        """Read the bans from the database. Raises SaveError when it does not answer."""
        self._use([Ban.of(row.key, row.data) for row in await self.rows.read()])

    async def _keep(self, bans: Sequence[Ban]) -> None:
        """Write the rows of the bans that changed, and put the bans in force. Raises SaveError."""
        changed = {ban.what: ban.facts for ban in bans if self._bans.get(ban.what) != ban}
        await self.rows.change(None, changed, self._bans.keys() - {ban.what for ban in bans})
        await super()._keep(bans)


def _checked(what: str) -> str:
    """Return a ban in the form in which it is saved. Raises LobbyError if it is not a key, address or network."""
    try:
        return what if _FINGERPRINT.fullmatch(what) else _written(ip_network(what, strict=False))
    except ValueError as error:
        message = N_(
            "{what} is not a player, a key or an address: give a name, SHA256:..., 203.0.113.7 or 2001:db8::/64."
        )
        raise LobbyError(message, what=what) from error


def _written(network: IPv4Network | IPv6Network) -> str:
    """Return a network as text; a network of one address without the prefix length."""
    return str(network.network_address) if network.num_addresses == 1 else str(network)
