"""Commands that run in this process, as a shell would run them."""

import gc
import sys
from io import BytesIO, TextIOWrapper
from unittest.mock import patch

from bgterm.cli.main import main


def bgterm(*arguments: object, given: bytes = b"", encoding: str = "utf-8") -> tuple[int, str, str]:
    """Run a bgterm command with a text on standard input; return its status, output and error output."""
    stdin, stdout, stderr = (TextIOWrapper(BytesIO(data), encoding=encoding) for data in (given, b"", b""))
    threshold = gc.get_threshold()
    with (
        patch.object(sys, "stdin", stdin),
        patch.object(sys, "stdout", stdout),
        patch.object(sys, "stderr", stderr),
    ):
        try:
            status = main([*map(str, arguments)])
        except SystemExit as end:  # of --help
            status = int(end.code or 0)
    gc.set_threshold(*threshold)
    return status, _written(stdout), _written(stderr)


def _written(stream: TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
