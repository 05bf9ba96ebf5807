"""Keys and addresses that the operator keeps out, in a private file of one each line.

SHA256:mVPwvezndPv/ARoIadVY98vAC0g+P/5633yTC4d/wXE
203.0.113.7
2001:db8::/64
"""

import re
from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path

_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}")


class Bans:
    """Those in force, kept in the file at `path`."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one; a line that names neither a key nor an address is passed over."""
        self._path = path
        self._keys: set[str] = set()
        self._networks: set[IPv4Network | IPv6Network] = set()
        self.faults: list[str] = []
        """The lines of the file that were passed over."""
        if path.exists():
            for line in filter(None, path.read_text(encoding="utf-8", errors="replace").splitlines()):
                try:
                    self._put(line.strip())
                except ValueError:
                    self.faults.append(line)

    def __iter__(self) -> Iterator[str]:
        """Yield them as they are written."""
        yield from sorted(self._keys)
        yield from sorted(map(_written, self._networks))

    def add(self, what: str) -> None:
        """Ban a key, by its fingerprint, or an address or network. Raises ValueError, and OSError of the disk."""
        self._put(what)
        self._save()

    def remove(self, what: str) -> bool:
        """Lift a ban; return whether there was one. Raises OSError when the disk fails."""
        known = what in set(self)
        self._keys.discard(what)
        self._networks = {network for network in self._networks if _written(network) != what}
        self._save()
        return known

    def has_key(self, key: str) -> bool:
        """Return whether the key of that fingerprint is banned."""
        return key in self._keys

    def has_address(self, address: str) -> bool:
        """Return whether the address is banned, or a network it is in."""
        if not self._networks:
            return False
        parsed = ip_address(address.partition("%")[0])
        return any(parsed in network for network in self._networks)

    def _put(self, what: str) -> None:
        if _FINGERPRINT.fullmatch(what):
            self._keys.add(what)
        else:
            self._networks.add(ip_network(what, strict=False))

    def _save(self) -> None:
        """Write the file anew, whole or not at all."""
        scratch = self._path.with_suffix(".new")
        scratch.write_text("".join(f"{line}\n" for line in self), encoding="utf-8")
        scratch.replace(self._path)


def _written(network: IPv4Network | IPv6Network) -> str:
    """Return a network as a person writes it: one address without the length of its prefix."""
    return str(network.network_address) if network.num_addresses == 1 else str(network)
