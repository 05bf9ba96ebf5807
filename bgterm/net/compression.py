"""Compression that cannot be turned against the server.

asyncssh unpacks whatever it is sent: 30 kB of it can become 30 MB of memory. Here a packet may become no larger
than a packet may be; and packing takes a fifth of the memory, since what is sent repeats itself within a screen.
Against asyncssh 2.24.1.
"""

import zlib

from asyncssh.compression import Compressor, Decompressor, register_compression_alg

ALGORITHMS = ["none", "zlib@openssh.com"]
"""The methods offered; the client chooses (`ssh -C`)."""
LARGEST = 64 * 1024
"""Bytes of an unpacked packet; SSH has none above 35,000. [RFC 4253 6.1]"""
_LEVEL, _WINDOW_BITS, _MEMORY_LEVEL = 6, 13, 6


class ZlibCompressor(Compressor):
    """Packs what is sent, each packet to its end."""

    def __init__(self) -> None:
        """Begin a stream."""
        self._zlib = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW_BITS, _MEMORY_LEVEL)

    def compress(self, data: bytes) -> bytes:
        """Return the packet packed."""
        return self._zlib.compress(data) + self._zlib.flush(zlib.Z_SYNC_FLUSH)


class ZlibDecompressor(Decompressor):
    """Unpacks what is received, unless it is too much."""

    def __init__(self) -> None:
        """Begin a stream."""
        self._zlib = zlib.decompressobj()

    def decompress(self, data: bytes) -> bytes | None:
        """Return the packet unpacked; None, which ends the connection, when it is none or too large."""
        try:
            unpacked = self._zlib.decompress(data, LARGEST)
        except zlib.error:
            return None
        return None if self._zlib.unconsumed_tail else unpacked


def install() -> None:
    """Make asyncssh use these instead of its own."""
    register_compression_alg(b"zlib@openssh.com", ZlibCompressor, ZlibDecompressor, after_auth=True, default=False)
