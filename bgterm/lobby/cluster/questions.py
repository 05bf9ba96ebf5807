"""Questions of the operator to all workers of a database, each of which answers for itself."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid4

from bgterm.lobby.cluster.worker_lease import WorkerLease
from bgterm.storage.errors import DatabaseAway
from bgterm.storage.postgres.database import Database

Facts = dict[str, Any]
"""A question of the operator, or the answer of a worker, as JSON."""
ASKED, ANSWERED = "ask", "answered"
"""The kinds of the notifications about them."""
_ANSWER_TIME = 3.0
"""Seconds in which the workers have to answer."""
_ANSWER = "INSERT INTO answer VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
_ANSWERS = "SELECT data FROM answer WHERE question = $1"


async def _no_answer(_question: Facts) -> Facts:
    return {}


class Questions:
    """The questions that this worker asks and answers."""

    def __init__(
        self,
        database: Database,
        lease: WorkerLease,
        notify: Callable[..., None],
        find_workers: Callable[[], Awaitable[None]],
    ) -> None:
        """Notify with `notify`; `find_workers` takes note of those that have begun lately."""
        self._database, self._lease, self._notify, self._find_workers = database, lease, notify, find_workers
        self.answer: Callable[[Facts], Awaitable[Facts]] = _no_answer
        """Returns the answer of this worker to a question of another."""
        self._asked: dict[str, asyncio.Event] = {}
        """For each question that waits for answers, by its number, the event that is set when one has come."""

    async def ask(self, question: Facts) -> list[Facts]:
        """Return the answers of the other workers, of those that answer in time. Raises SaveError."""
        await self._find_workers()
        number, answered = uuid4(), asyncio.Event()
        self._asked[str(number)] = answered
        try:
            self._notify(ASKED, number=str(number), question=question)
            with suppress(TimeoutError):
                async with asyncio.timeout(_ANSWER_TIME):
                    while len(await self._database.fetch(_ANSWERS, number)) < len(self._lease.others):
                        await answered.wait()
                        answered.clear()
        finally:
            del self._asked[str(number)]
        rows = await self._database.fetch(_ANSWERS, number)
        await self._database.fetch("DELETE FROM answer WHERE question = $1", number)
        return [json.loads(row["data"]) for row in rows]

    async def reply(self, number: str, question: Facts) -> None:
        """Answer a question of another worker."""
        with suppress(DatabaseAway):
            data = json.dumps(await self.answer(question))
            await self._database.fetch(_ANSWER, UUID(number), self._lease.number, data)
            self._notify(ANSWERED, number=number)

    def hear_answer(self, number: str) -> None:
        """Take note that a worker has answered a question, perhaps one of this worker."""
        if answered := self._asked.get(number):
            answered.set()
