"""Questions of the operator to all workers of a database, each of which answers for itself."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from uuid import uuid4

from bgterm.background import BackgroundTasks
from bgterm.lobby.cluster.database_hub import DatabaseHub
from bgterm.storage.errors import DatabaseAway
from bgterm.storage.postgres.shared_rows import LeaseEnded, SharedRows

Facts = dict[str, Any]
"""A question of the operator, or the answer of a worker, as JSON."""
_TOPIC = "question"
_ANSWER_TIME = 3.0
"""Seconds in which the workers have to answer."""


class Questions:
    """The questions that this worker asks and answers."""

    def __init__(self, hub: DatabaseHub, answer: Callable[[Facts], Awaitable[Facts]]) -> None:
        """Answer the questions of other workers with `answer`."""
        self._hub, self._answer = hub, answer
        self._answered: dict[str, asyncio.Event] = {}
        """For each question that waits for answers, by its number, the event that is set when one has come."""
        self._tasks = BackgroundTasks("question not answered")
        hub.database.notifications.listen(_TOPIC, self._hear, lambda: None)

    async def ask(self, question: Facts) -> list[Facts]:
        """Return the answers of the other workers, of those that answer in time. Raises SaveError."""
        await self._hub.beat()  # finds workers that have begun lately
        number = uuid4().hex
        answers, answered = self._answers(number), asyncio.Event()
        self._answered[number] = answered
        try:
            self._send(number=number, question=question)
            with suppress(TimeoutError):
                async with asyncio.timeout(_ANSWER_TIME):
                    while len(await answers.read()) < len(self._hub.lease.others):
                        await answered.wait()
                        answered.clear()
        finally:
            del self._answered[number]
        rows = await answers.read()
        await answers.change(None, {}, [row.key for row in rows])
        return [row.data for row in rows]

    def _answers(self, number: str) -> SharedRows:
        return SharedRows(self._hub.database, f"answer {number}")

    def _send(self, **facts: object) -> None:
        text = json.dumps({"from": self._hub.lease.number, **facts}, separators=(",", ":"))
        self._hub.database.notifications.send(_TOPIC, text)

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        number, worker = message["number"], self._hub.lease.number
        if answered := self._answered.get(number):
            answered.set()
        elif "question" in message and message["from"] != worker:
            self._tasks.start(self._reply(number, worker, message["question"]))

    async def _reply(self, number: str, worker: int, question: Facts) -> None:
        """Answer a question of another worker."""
        with suppress(DatabaseAway, LeaseEnded, TimeoutError):
            async with asyncio.timeout(_ANSWER_TIME):
                await self._answers(number).change(worker, {str(worker): await self._answer(question)})
            self._send(number=number)
