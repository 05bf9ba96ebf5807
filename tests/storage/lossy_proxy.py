"""A proxy before PostgreSQL that loses answers: it closes the connection when a commit has been answered."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

_ADDED = b"INSERT 0 1\0"
"""PostgreSQL's answer when a line is committed; it comes together with the report that it is ready."""


class LossyProxy:
    """Passes on all data but every `every`-th answer to an insertion, which is lost with the connection."""

    def __init__(self, server: Path, every: int) -> None:
        self._server, self._every = server, every
        self._answers = 0
        self.lost = 0
        """The number of answers that were lost."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on the data of a client and the server until one of them ends, or an answer is lost."""
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
    """Yield a proxy with a socket in the folder, before the server whose socket is in another folder."""
    name = ".s.PGSQL.5432"
    proxy = LossyProxy(server / name, every)
    listener = await asyncio.start_unix_server(proxy.serve, folder / name)
    async with listener:
        yield proxy
