"""The figures of a file of eXtreme Gammon, read from its records without any library.

The offsets are those of the format that eXtreme Gammon publishes: records of 2,560 bytes, their kind in the ninth.
"""

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

_HEAD, RECORD = 8232, 2560
CUBE, MOVE = 2, 3


class RawMove(NamedTuple):
    """The figures of a play."""

    player: int
    dice: tuple[int, int]
    equities: tuple[float, ...]
    error: float
    luck: float
    illegal: bool


class RawCube(NamedTuple):
    """The figures of a decision with the cube."""

    player: int
    doubled: int
    take: int
    equities: tuple[float, float, float]
    error: float
    error_of_take: float


def unpacked(data: bytes) -> tuple[bytes, bytes]:
    """Return the bytes before the packed records, and the unpacked records."""
    head = _HEAD + struct.unpack_from("<I", data, 20)[0]
    return data[:head], zlib.decompress(data[head:])


def figures(data: bytes) -> Iterator[RawMove | RawCube]:
    """Yield the figures of every play and of every decision whether to double."""
    records = unpacked(data)[1]
    for at in range(0, len(records), RECORD):
        if records[at + 8] == CUBE:
            player, doubled, take = struct.unpack_from("<3i", records, at + 12)
            yield RawCube(
                player,
                doubled,
                take,
                struct.unpack_from("<3f", records, at + 64 + 88),
                struct.unpack_from("<d", records, at + 200)[0],
                struct.unpack_from("<d", records, at + 216)[0],
            )
        elif records[at + 8] == MOVE:
            plays = struct.unpack_from("<i", records, at + 120)[0]
            yield RawMove(
                struct.unpack_from("<i", records, at + 64)[0],
                struct.unpack_from("<2i", records, at + 100),
                tuple(struct.unpack_from("<f", records, at + 1408 + 28 * n + 24)[0] for n in range(plays)),
                struct.unpack_from("<d", records, at + 2312)[0],
                struct.unpack_from("<d", records, at + 2320)[0],
                struct.unpack_from("<i", records, at + 2480)[0] == 2,
            )
