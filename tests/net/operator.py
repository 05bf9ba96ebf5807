"""The operator of a server in tests: `bgterm admin` in this process, which is faster than in another."""

import asyncio
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from bgterm.cli.main import main


async def admin(folder: Path, *words: str) -> tuple[int, str, str]:
    """Run `bgterm admin` with these arguments; return its exit status, output and error output."""
    out, errors = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        status = await asyncio.to_thread(main, ["admin", "--data", str(folder), *words])
    return status, out.getvalue(), errors.getvalue()


async def operate(folder: Path, *words: str) -> str:
    """Run `bgterm admin`, assert that it succeeds, and return its output."""
    status, out, errors = await admin(folder, *words)
    assert status == 0, errors
    return out
