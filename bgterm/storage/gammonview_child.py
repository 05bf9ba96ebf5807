"""The child process that reads a match file: `python -m bgterm.storage.gammonview_child KIND`.

The file comes through standard input. The content that the library gammonview reads from it goes to standard
output as JSON. Memory and time are limited. An exception of the library ends the process.
"""

import gc
import json
import resource
import struct
import sys
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress

_MEMORY = 512 * 2**20
"""The most memory of the process, in bytes."""
_SECONDS = 10
"""The most processor time, in seconds."""
_UNPACKED = 64 * 2**20
"""The most bytes that are unpacked from a file."""
_TOLD = 16 * 2**20
"""The most characters of JSON: about ten times those of a long match."""
_XG_HEAD = 8232
"""The bytes before the picture in a file of eXtreme Gammon."""
_RECORD, _KIND, _MOVE, _MOVES = 2560, 8, 3, 68
"""The bytes of a record of eXtreme Gammon, the offset of its kind, the kind of a play, the offset of its moves."""
_ANY_PACKED = 47
"""The `wbits` argument of `zlib` that accepts the zlib and the gzip format."""


def _unpacked(packed: bytes) -> bytes:
    """Return decompressed data, as far as it is complete. Raises ValueError above the limit, zlib.error."""
    unpacked = zlib.decompressobj(_ANY_PACKED).decompress(packed, _UNPACKED + 1)
    if len(unpacked) > _UNPACKED:
        raise ValueError(len(unpacked))
    return unpacked


def _xg(data: bytes) -> object:
    from gvformat.xg import read_xg

    head = _XG_HEAD + int.from_bytes(data[20:24], "little")
    unpacked = _unpacked(data[head:])
    records = read_xg(data[:head] + unpacked)  # unpacked already, which the library accepts
    wholes = range(0, len(unpacked) - _RECORD + 1, _RECORD)
    plays = [at for at in wholes if unpacked[at + _KIND] == _MOVE]
    for at, fields in zip(plays, (fields for kind, fields in records if kind == "move"), strict=True):
        fields["moves"] = struct.unpack_from("<8i", unpacked, at + _MOVES)  # the library reads them as bytes
        for candidate in fields["candidates"]:
            del candidate["pos"]
    return records


def _bgf(data: bytes) -> object:
    from gvformat.bgf import convert_bgf

    head = data.index(b"\n") + 1
    return convert_bgf(data[:head] + (data[head:] if data[head:].startswith(b":)\n") else _unpacked(data[head:])))


_READERS: Mapping[str, Callable[[bytes], object]] = {"xg": _xg, "bgf": _bgf}


def main() -> None:
    """Read a match file of the format in the arguments from standard input; write its content as JSON."""
    with suppress(ValueError, OSError):  # systems without a limit of memory
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    gc.disable()  # the process ends before garbage fills its memory
    told = json.dumps(_READERS[sys.argv[1]](sys.stdin.buffer.read()))
    if len(told) > _TOLD:
        raise ValueError(len(told))
    sys.stdout.write(told)


if __name__ == "__main__":
    main()
