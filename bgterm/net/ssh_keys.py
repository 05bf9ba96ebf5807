"""The host key of the server, and files of authorized keys."""

from errno import EISDIR
from os import strerror
from pathlib import Path

import asyncssh

from bgterm.catalog import N_
from bgterm.net.errors import ServerError
from bgterm.storage.durable import replace
from bgterm.storage.errors import reason_of

OTHERS = 0o077
"""The permission bits of other users in the mode of a file or folder."""


def host_key(path: Path) -> tuple[asyncssh.SSHKey, bool]:
    """Return the host key in the file, and whether it was made now. Raises ServerError if it cannot be used."""
    try:
        return (_read(path), False) if path.exists() else (_make(path), True)
    except OSError as error:
        message = N_("the host key {name} cannot be read or made: {reason}")
        raise ServerError(message, name=path, reason=reason_of(error)) from error
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        message = N_(
            "{name} is not a host key ({reason}); name another file, or omit --host-key and one is created"
        )
        raise ServerError(message, name=path, reason=str(error)) from error


def kind_of(key: asyncssh.SSHKey) -> str:
    """Return the name of a key's type, as in ssh-keygen: `ED25519`, `RSA`, `ECDSA`."""
    return key.get_algorithm().removeprefix("ssh-").partition("-")[0].upper()


class KeyList:
    """The public keys in a file in the format of OpenSSH's authorized_keys, which may change while it is used.

    A server has one for the players and one for its operators, if the options name such files.
    """

    def __init__(self, path: Path) -> None:
        """Read the file. Raises ServerError when it cannot be read, or a line is not a key."""
        self.path = path
        self._stamp: tuple[int, int, int] | None = None
        """The state of the file when it was last read."""
        self._keys = asyncssh.SSHAuthorizedKeys()
        for number, line in enumerate(self._text().splitlines(), 1):
            if not _names_key(line):
                message = N_(
                    "{name}, line {line} is not a public key: write one as in ~/.ssh/authorized_keys, or remove it"
                )
                raise ServerError(message, name=path, line=number)
        self.read()

    def read(self) -> asyncssh.SSHAuthorizedKeys:
        """Return the keys in the file as it is now, ignoring lines that are not keys.

        The file is parsed again only when it has changed. Raises ServerError when it cannot be read.
        """
        stamp = self._current_stamp()
        if stamp != self._stamp:
            keys = asyncssh.SSHAuthorizedKeys()
            try:
                keys.load(self._text())
            except ValueError as error:
                raise _key_list_unreadable(self.path, str(error)) from error
            self._keys, self._stamp = keys, stamp
        return self._keys

    def _current_stamp(self) -> tuple[int, int, int]:
        """Return a value that changes whenever the file is written or replaced. Raises ServerError."""
        try:
            status = self.path.stat()
        except OSError as error:
            raise _key_list_unreadable(self.path, reason_of(error)) from error
        return status.st_ino, status.st_mtime_ns, status.st_size

    def _text(self) -> str:
        try:
            return self.path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise _key_list_unreadable(self.path, reason_of(error)) from error

    def allows(self, key: asyncssh.SSHKey, address: str) -> bool:
        """Return whether the file now lists the key, for use from this address. Raises ServerError."""
        return self.read().validate(key, address, address) is not None


def _names_key(line: str) -> bool:
    """Return whether a line is a public key, a comment or empty."""
    if not line.strip() or line.lstrip().startswith("#"):
        return True
    try:
        asyncssh.import_authorized_keys(line)
    except ValueError:
        return False
    return True


def _read(path: Path) -> asyncssh.SSHKey:
    if path.is_dir():
        raise IsADirectoryError(EISDIR, strerror(EISDIR))
    if path.stat().st_mode & OTHERS:
        message = N_("others can read the host key {name}: run chmod 600 on it, or make a new one")
        raise ServerError(message, name=path)
    return asyncssh.read_private_key(path)


def _make(path: Path) -> asyncssh.SSHKey:
    key = asyncssh.generate_private_key("ssh-ed25519", comment="bgterm")
    replace(path, key.export_private_key(), private=True)
    return key


def _key_list_unreadable(name: Path, reason: str) -> ServerError:
    message = N_("the list of keys {name} cannot be read ({reason}): write one public key on each line")
    return ServerError(message, name=name, reason=reason)
