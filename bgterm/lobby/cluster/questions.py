"""Questions that the operator asks all workers of a database; each worker answers for itself."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from uuid import uuid4

from bgterm.lobby.cluster.database_hub import DatabaseHub
from bgterm.storage.errors import DatabaseAway
from bgterm.storage.postgres.shared_rows import LeaseEnded, SharedRows

Facts = dict[str, Any]
"""A question of the operator, or a worker's answer, as a JSON object."""
_TOPIC = "question"
_ANSWER_TIME = 10.0
"""Seconds in which the workers have to answer."""


class Questions:
    """The questions that this worker asks the other workers, and its answers to theirs."""

    def __init__(
        self, hub: DatabaseHub, answer: Callable[[Facts], Awaitable[Facts]], seconds: float = _ANSWER_TIME
    ) -> None:
        """Answer the questions of other workers with `answer`; wait at most `seconds` for their answers."""
        self._hub, self._answer, self._seconds = hub, answer, seconds
        self._answered: dict[str, asyncio.Event] = {}
        """For each open question, by its number, the event that is set when an answer has come."""
        hub.listen(_TOPIC, self._hear)

    async def ask(self, question: Facts) -> list[Facts]:
        """Send the question to the other workers; return their answers, one each, in no order, without late ones.

        Raises SaveError when the database does not answer.
        """
        await self._hub.beat()  # finds workers that have begun lately
        number = uuid4().hex
        answers, answered = self._answers(number), asyncio.Event()
        self._answered[number] = answered
        try:
            self._send(number=number, question=question)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds):
                    while len(await answers.read()) < len(self._hub.lease.others):
                        await answered.wait()
                        answered.clear()
        finally:
            del self._answered[number]
        return await self._take(number)

    def _answers(self, number: str) -> SharedRows:
        return SharedRows(self._hub.database, f"answer {number}")

    async def _take(self, number: str) -> list[Facts]:
        """Return the answers to a question, and remove their rows from the database. Raises SaveError."""
        answers = self._answers(number)
        rows = await answers.read()
        await answers.change(None, {}, [row.key for row in rows])
        return [row.data for row in rows]

    def _send(self, **facts: object) -> None:
        text = json.dumps({"from": self._hub.lease.number, **facts}, separators=(",", ":"))
        self._hub.database.notifications.send(_TOPIC, text)

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        number, worker = message["number"], self._hub.lease.number
        if answered := self._answered.get(number):
            answered.set()
        elif "question" in message and message["from"] != worker:
            self._hub.tasks.start(self._reply(message["from"], number, worker, message["question"]))
        elif message.get("to") == worker:
            self._hub.tasks.start(self._remove_late(number))

    async def _reply(self, asker: int, number: str, worker: int, question: Facts) -> None:
        """Answer a question of the worker `asker`."""
        with suppress(DatabaseAway, LeaseEnded, TimeoutError):
            async with asyncio.timeout(self._seconds):
                await self._answers(number).change(asker, {str(worker): await self._answer(question)})
            self._send(number=number, to=asker)

    async def _remove_late(self, number: str) -> None:
        """Remove an answer that came after its question had ended."""
        with suppress(DatabaseAway):
            await self._take(number)
