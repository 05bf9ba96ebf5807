"""Compression of SSH packets, safe against packets that expand to many times their size.

asyncssh decompresses whatever it receives: 30 kB can become 30 MB. Here the size of a decompressed packet is
limited, and compression takes a fifth of the memory, since output repeats itself within a screen.

Written for asyncssh 2.24.1.
"""

import zlib

from asyncssh.compression import Compressor, Decompressor, register_compression_alg

ALGORITHMS = ["none", "zlib@openssh.com"]
"""The algorithms offered; the client chooses (`ssh -C`)."""
LARGEST = 64 * 1024
"""The most bytes of a decompressed packet; SSH has none above 35,000. [RFC 4253 6.1]"""
_LEVEL, _WINDOW_BITS, _MEMORY_LEVEL = 6, 13, 6


class ZlibCompressor(Compressor):
    """The compressor of one connection's output, which flushes each packet so that the client can read it."""

    def __init__(self) -> None:
        """Start a compressed stream."""
        self._zlib = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW_BITS, _MEMORY_LEVEL)

    def compress(self, data: bytes) -> bytes:
        """Return the packet `data` in compressed form, which can be read only after all earlier packets."""
        return self._zlib.compress(data) + self._zlib.flush(zlib.Z_SYNC_FLUSH)


class ZlibDecompressor(Decompressor):
    """The decompressor of one connection's input: packets of at most `LARGEST` bytes when decompressed."""

    def __init__(self) -> None:
        """Start a compressed stream."""
        self._zlib = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Return the decompressed packet; None, at which asyncssh disconnects, when it is invalid or too large."""
        try:
            unpacked = self._zlib.decompress(data, LARGEST)
        except zlib.error:
            return None
        return None if self._zlib.unconsumed_tail else unpacked


def install() -> None:
    """Make asyncssh use the compressor and decompressor of this module, in all connections of this process."""
    register_compression_alg(b"zlib@openssh.com", ZlibCompressor, ZlibDecompressor, after_auth=True, default=False)
