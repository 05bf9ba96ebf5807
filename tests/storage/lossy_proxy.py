"""A proxy before PostgreSQL that loses answers: it cuts the connection when the answer to a commit has come."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

_ADDED = b"INSERT 0 1\0"
"""What the server answers when a line is committed; with it comes that it is ready again."""


class LossyProxy:
    """Passes everything on, but every so many answers to an insertion, which it loses with the connection."""

    def __init__(self, server: Path, every: int) -> None:
        self._server, self._every = server, every
        self._answers = 0
        self.lost = 0
        """How many answers were lost."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what a client and the server say until one of them ends it, or an answer is lost."""
        from_server, to_server = await asyncio.open_unix_connection(self._server)
        tasks = [
            asyncio.create_task(self._pass(reader, to_server, is_answer=False)),
            asyncio.create_task(self._pass(from_server, writer, is_answer=True)),
        ]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for end in (writer, to_server):
            end.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_answer: bool) -> None:
        with suppress(OSError):
            while data := await reader.read(2**16):
                if is_answer and _ADDED in data:
                    self._answers += 1
                    if self._answers % self._every == 0:
                        self.lost += 1
                        return
                writer.write(data)
                await writer.drain()


@asynccontextmanager
async def lossy(folder: Path, server: Path, every: int) -> AsyncIterator[LossyProxy]:
    """Yield a proxy in the folder before the server that has its socket in another."""
    name = ".s.PGSQL.5432"
    proxy = LossyProxy(server / name, every)
    listener = await asyncio.start_unix_server(proxy.serve, folder / name)
    async with listener:
        yield proxy
