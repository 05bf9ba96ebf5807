"""The compression of the lines to and from clients."""

import zlib

import pytest

from bgterm.net.compression import LARGEST, ZlibCompressor, ZlibDecompressor


def test_each_packet_can_be_read_when_it_comes():
    compressor, decompressor = ZlibCompressor(), ZlibDecompressor()
    for packet in (b"roll", b"", bytes(LARGEST), b"roll"):
        assert decompressor.decompress(compressor.compress(packet)) == packet


@pytest.mark.parametrize("packet", [b"no zlib", zlib.compress(bytes(LARGEST + 1))], ids=["invalid", "too large"])
def test_a_packet_that_cannot_be_read_ends_the_connection(packet):
    assert ZlibDecompressor().decompress(packet) is None
