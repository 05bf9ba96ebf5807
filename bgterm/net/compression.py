"""Compression that cannot be turned against the server.

asyncssh decompresses whatever it receives: 30 kB can become 30 MB. Here the size of a decompressed packet is
limited, and compression takes a fifth of the memory, since output repeats itself within a screen.
Against asyncssh 2.24.1.
"""

import zlib

from asyncssh.compression import Compressor, Decompressor, register_compression_alg

ALGORITHMS = ["none", "zlib@openssh.com"]
"""The algorithms offered; the client chooses (`ssh -C`)."""
LARGEST = 64 * 1024
"""Bytes of a decompressed packet; SSH has none above 35,000. [RFC 4253 6.1]"""
_LEVEL, _WINDOW_BITS, _MEMORY_LEVEL = 6, 13, 6


class ZlibCompressor(Compressor):
    """Compresses output and flushes each packet."""

    def __init__(self) -> None:
        """Start a stream."""
        self._zlib = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW_BITS, _MEMORY_LEVEL)

    def compress(self, data: bytes) -> bytes:
        """Return the compressed packet."""
        return self._zlib.compress(data) + self._zlib.flush(zlib.Z_SYNC_FLUSH)


class ZlibDecompressor(Decompressor):
    """Decompresses input, up to a limit."""

    def __init__(self) -> None:
        """Start a stream."""
        self._zlib = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Return the decompressed packet; None, which ends the connection, when it is invalid or too large."""
        try:
            unpacked = self._zlib.decompress(data, LARGEST)
        except zlib.error:
            return None
        return None if self._zlib.unconsumed_tail else unpacked


def install() -> None:
    """Make asyncssh use these instead of its own."""
    register_compression_alg(b"zlib@openssh.com", ZlibCompressor, ZlibDecompressor, after_auth=True, default=False)
