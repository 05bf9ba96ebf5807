"""The keys and addresses that the operator has banned, in a database or a private file with one on each line.

SHA256:mVPwvezndPv/ARoIadVY98vAC0g+P/5633yTC4d/wXE
203.0.113.7
2001:db8::/64
"""

import asyncio
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path

from bgterm.catalog import N_
from bgterm.storage.durable import DISK, Disk, replace
from bgterm.storage.postgres.database import Database
from bgterm.storage.postgres.shared_rows import SharedRows
from bgterm.storage.writer import Writer

BANNED = N_("The operator of this server has banned you.")
"""The message to a banned player."""
_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")


class Bans:
    """The bans in force, which are not kept."""

    def __init__(self) -> None:
        """Begin without a ban."""
        self._turn = asyncio.Lock()
        """Held during a change, so that each is made after the one before."""
        self.faults: list[str] = []
        """The lines that were skipped."""
        self._use(())

    def __iter__(self) -> Iterator[str]:
        """Yield the bans as they are written in the file."""
        yield from sorted(self._keys)
        yield from sorted(map(_written, self._networks))

    async def add(self, whats: Sequence[str]) -> None:
        """Ban fingerprints, addresses and networks, and save that first.

        Raises ValueError when one of them is neither, and OSError when the disk fails; nothing has changed then.
        """
        async with self._turn:
            await self._keep({*self, *map(_checked, whats)})

    async def remove(self, whats: Sequence[str]) -> list[str]:
        """Lift bans, and save that first; return those that were in force. Raises OSError when the disk fails."""
        async with self._turn:
            before = {*self}
            await self._keep(before - {*whats})
            return [what for what in whats if what in before]

    def has_key(self, key: str) -> bool:
        """Return whether the key of that fingerprint is banned."""
        return key in self._keys

    def has_address(self, address: str) -> bool:
        """Return whether the address is banned, or a network it is in."""
        if not self._networks:
            return False
        parsed = ip_address(address.partition("%")[0])
        return any(parsed in network for network in self._networks)

    async def read(self) -> None:
        """Read the bans again, where others change them. Raises SaveError."""

    def tell_others(self) -> None:
        """Have other processes read the bans again."""

    async def _keep(self, bans: set[str]) -> None:
        """Use the bans, once they are kept. Raises OSError, SaveError."""
        self._use(bans)

    def _use(self, bans: Iterable[str]) -> None:
        bans = {*bans}
        self._keys = {ban for ban in bans if _FINGERPRINT.fullmatch(ban)}
        self._networks = {ip_network(ban) for ban in bans if ban not in self._keys}


class BansFile(Bans):
    """The bans in a file."""

    def __init__(self, path: Path, disk: Disk = DISK) -> None:
        """Read the file, if there is one; a line that is neither a key nor an address is skipped."""
        super().__init__()
        self._path, self._disk, self._writer = path, disk, Writer()
        bans = set[str]()
        if path.exists():
            for line in filter(None, path.read_text(encoding="utf-8", errors="replace").splitlines()):
                try:
                    bans.add(_checked(line.strip()))
                except ValueError:
                    self.faults.append(line)
        self._use(bans)

    async def _keep(self, bans: set[str]) -> None:
        """Replace the file atomically."""
        text = "".join(f"{ban}\n" for ban in sorted(bans))
        await self._writer.run(partial(replace, self._path, text.encode(), self._disk, private=True))
        await super()._keep(bans)


class BansTable(Bans):
    """The bans in a database, which several processes share."""

    def __init__(self, database: Database) -> None:
        """Begin without a ban until `read` is called."""
        super().__init__()
        self.rows = SharedRows(database, "ban")
        """The rows of the bans."""

    async def read(self) -> None:
        """Read the bans. Raises SaveError."""
        self._use([row.key for row in await self.rows.read()])

    def tell_others(self) -> None:
        """Have other processes read the bans again."""
        self.rows.tell_others()

    async def _keep(self, bans: set[str]) -> None:
        """Add and remove those that differ."""
        before = {*self}
        await self.rows.change(None, dict.fromkeys(bans - before), before - bans)
        await super()._keep(bans)


def _checked(what: str) -> str:
    """Return a ban as it is written in the file. Raises ValueError when it names neither a key nor an address."""
    return what if _FINGERPRINT.fullmatch(what) else _written(ip_network(what, strict=False))


def _written(network: IPv4Network | IPv6Network) -> str:
    """Return a network as a person writes it: one address without the length of its prefix."""
    return str(network.network_address) if network.num_addresses == 1 else str(network)
