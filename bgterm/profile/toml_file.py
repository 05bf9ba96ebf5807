"""A TOML file that a person may have edited: its values, and the lines of its faults."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

from bgterm.catalog import N_, _
from bgterm.rules.errors import BackgammonError
from bgterm.storage.errors import reason_of

_TABLE = r"\s*\[\s*\"?(?P<name>[^\]\"]*?)\"?\s*\]"


_DIGITS = r"[0-9_]++"


class ConfigError(BackgammonError):
    """A file that a person may have edited has a fault; the faulty part is ignored."""


def config_unreadable(name: str, reason: str) -> ConfigError:
    """Return the error for a file that the system could not read."""
    return ConfigError(N_("cannot read {name} ({reason}); continuing without it"), name=name, reason=reason)


def config_line_invalid(name: str, line: int, fault: BackgammonError | str) -> ConfigError:
    """Return the error for a fault in a line of the file."""
    message = N_("{name}, line {line}: {fault}; continuing without it")
    return ConfigError(message, name=name, line=line, fault=fault)


class TomlFile(NamedTuple):
    """The contents of a TOML file, as text and as values."""

    path: Path
    text: str
    values: dict[str, Any]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the file. Raises ConfigError when it cannot be read or is not valid TOML."""
        import tomllib  # later, like what writes: a first match begins without any file

        try:
            data = path.read_bytes()
        except OSError as error:
            raise config_unreadable(path.name, reason_of(error)) from error
        try:
            text = data.decode()
            return cls(path, text, tomllib.loads(text))
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise config_line_invalid(path.name, line, _("this is not text")) from error
        except tomllib.TOMLDecodeError as error:
            line, fault = _place(str(error), text)
            raise config_line_invalid(path.name, line, fault) from error
        except ValueError as error:  # a number of more digits than Python reads
            longest = max(re.finditer(_DIGITS, text), key=lambda found: len(found[0]))
            line = text.count("\n", 0, longest.start()) + 1
            raise config_line_invalid(path.name, line, _("a number has too many digits")) from error
        except RecursionError as error:
            raise config_unreadable(path.name, _("too many brackets")) from error

    def entries(self) -> Iterator[tuple[str, str, object]]:
        """Yield the table, the key and the value of each setting; at the top of the file the table is empty."""
        for name, value in self.values.items():
            if isinstance(value, dict):
                yield from ((name, key, inner) for key, inner in value.items())
            else:
                yield "", name, value

    def fault(self, table: str, key: str, fault: BackgammonError | str) -> ConfigError:
        """Return the error for the value of a key in a table; at the top of the file the table is empty."""
        return config_line_invalid(self.path.name, self._line_of(table, key), fault)

    def _line_of(self, table: str, key: str) -> int:
        """Return the number of the line that sets the key; 1 if that line cannot be found."""
        wanted, current = re.compile(rf"\s*\"?{re.escape(key)}\"?\s*="), ""
        for number, line in enumerate(self.text.split("\n"), 1):
            if found := re.match(_TABLE, line):
                current = found["name"]
                if current == key:
                    return number
            elif current == table and wanted.match(line):
                return number
        return 1


def write_toml(path: Path, values: dict[str, Any]) -> None:
    """Write a TOML file with these values; an existing one is replaced atomically. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    import tomli_w  # later, as above

    from bgterm.storage.durable import replace

    replace(path, tomli_w.dumps(values).encode())


def _place(message: str, text: str) -> tuple[int, str]:
    """Return the line and the fault in a message of the TOML parser."""
    fault, _, place = message.partition(" (at ")
    found = re.match(r"line (\d+)", place)
    line = int(found[1]) if found else text.rstrip("\n").count("\n") + 1
    return line, fault[:1].lower() + fault[1:]
