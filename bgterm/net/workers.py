"""A server of several worker processes on one port: the parent starts them, and restarts each that ends.

Each worker is `bgterm serve` with a number of its own. On Linux every worker opens the port for itself, and the
kernel spreads connections over them; elsewhere the parent opens it, and the workers accept from its socket. A
worker notifies the parent when it serves and when it stops, as systemd's services do (`sd_notify`).

The parent loads nothing that a server needs: `bgterm serve` prepares everything, and becomes this program.

    BGTERM_SUPERVISED='{"count":4,"port":2222,"shared":null,"lines":["bgterm serves on ..."]}'

SIGINT, SIGTERM and SIGHUP end all of them. SIGUSR1 restarts the workers one after the other: the players of
each are asked to connect again, and reach another.
"""

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from bgterm.background import BackgroundTasks
from bgterm.catalog import N_, _, use
from bgterm.net.errors import ServerError
from bgterm.net.process import ENDINGS, PARENT, SOCKET_PASSED, START_AGAIN, SUPERVISED, notify_manager
from bgterm.storage.errors import reason_of
from bgterm.terminal.language import translations_for

_PAUSE = 1.0
"""Seconds before a worker that has failed is started again."""
_PATIENCE = 15.0
"""Seconds in which a worker must end before it is killed."""


def main() -> int:
    """Run the workers that BGTERM_SUPERVISED describes until they end; return the exit status.

    The status is 1 if a worker could not start, else 0.
    """
    facts = json.loads(os.environ.pop(SUPERVISED))
    with use(translations_for(os.environ)), TemporaryDirectory(prefix="bgterm-") as name:
        folder, port, shared = Path(name), facts["port"], facts["shared"]
        workers = [Worker(number, port, folder, shared) for number in range(1, facts["count"] + 1)]
        try:
            return asyncio.run(Supervisor(workers, facts["lines"], _say).run())
        except ServerError as error:
            sys.stderr.write(f"bgterm: {error}.\n")
            return 1


def _say(line: str) -> None:
    """Print a line for the operator, unless standard output is closed."""
    with suppress(OSError, UnicodeError):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


class Worker(asyncio.DatagramProtocol):
    """The parent's handle of one worker process: it starts and ends it, and receives its notifications."""

    def __init__(self, number: int, port: int, folder: Path, shared: int | None) -> None:
        """Prepare worker `number` for this port, with its notification socket in `folder`.

        `shared` is the descriptor of the listening socket; None if each worker opens the port.
        """
        self.number, self._port = number, port
        self._socket = {} if shared is None else {SOCKET_PASSED: str(shared)}
        self._address = folder / str(number)
        self._process: asyncio.subprocess.Process | None = None
        self.ready = asyncio.Event()
        """Set while the worker serves."""

    async def run(self) -> int:
        """Start the process and wait for its end; return its exit status. Raises OSError when it cannot start."""
        self._address.unlink(missing_ok=True)
        loop = asyncio.get_running_loop()
        transport, _protocol = await loop.create_datagram_endpoint(
            lambda: self, local_addr=str(self._address), family=socket.AF_UNIX
        )
        try:
            self._process = await asyncio.create_subprocess_exec(
                *_command(self._port, self.number),
                env={**os.environ, "NOTIFY_SOCKET": str(self._address), PARENT: str(os.getpid()), **self._socket},
                pass_fds=[int(descriptor) for descriptor in self._socket.values()],
                stdout=asyncio.subprocess.DEVNULL,  # the parent prints it for all
                process_group=0,  # Ctrl+C ends the parent, which ends the workers
            )
            return await self._process.wait()
        finally:
            self.ready.clear()
            transport.close()

    def datagram_received(self, data: bytes, _address: object) -> None:
        """Set `ready` when the worker's process notifies that it serves, and clear it when it stops."""
        if b"READY=1" in data:
            self.ready.set()
        elif b"STOPPING=1" in data:
            self.ready.clear()

    async def end(self, number: signal.Signals) -> None:
        """Send the process a signal and wait for its end; kill it when it does not end in time.

        A process that does not run is left alone.
        """
        process = self._process
        if process is None or process.returncode is not None:
            return
        self.ready.clear()
        with suppress(ProcessLookupError):
            process.send_signal(number)
        try:
            async with asyncio.timeout(_PATIENCE):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


class Supervisor:
    """The parent of a server's workers, which restarts each that fails until a signal or the operator ends all."""

    def __init__(self, workers: Sequence[Worker], lines: Sequence[str], say: Callable[[str], None]) -> None:
        """Supervise these workers; `say` prints a line for the operator, and prints `lines` when all serve."""
        self._workers, self._lines, self._say = workers, lines, say
        self._stopped = asyncio.Event()
        self._served = False
        self._failed = 0

    async def run(self) -> int:
        """Run the workers until a signal or the operator ends them; return 0, the exit status.

        Raises ServerError when a worker fails before all have served.
        """
        loop = asyncio.get_running_loop()
        for number in ENDINGS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
                loop.add_signal_handler(number, self._stopped.set)
        rolling = BackgroundTasks("workers not restarted")
        loop.add_signal_handler(signal.SIGUSR1, lambda: rolling.start(self._roll()))
        keeping = [asyncio.create_task(self._keep(worker)) for worker in self._workers]
        ready = asyncio.gather(*(worker.ready.wait() for worker in self._workers))
        stopped = asyncio.create_task(self._stopped.wait())
        await asyncio.wait((ready, stopped), return_when=asyncio.FIRST_COMPLETED)
        if ready.done():
            self._served = True
            for line in self._lines:
                self._say(line)
            notify_manager("READY=1")
        ready.cancel()
        await stopped
        await asyncio.gather(
            # a worker that is only starting would answer SIGINT with a traceback
            *(worker.end(signal.SIGINT if worker.ready.is_set() else signal.SIGTERM) for worker in self._workers)
        )
        for task in keeping:
            task.cancel()
        await asyncio.gather(ready, *keeping, rolling.cancel(), return_exceptions=True)
        if self._failed:
            message = N_(
                "worker {worker} could not start: see the line above, or server-{worker}.log in the data folder"
            )
            raise ServerError(message, worker=self._failed)
        return 0

    async def _keep(self, worker: Worker) -> None:
        """Run a worker, and start it again whenever it fails, unless the operator has ended it.

        A worker that fails before all have served ends the others.
        """
        while not self._stopped.is_set():
            try:
                status = await worker.run()
            except OSError as error:
                failed = N_("Worker {worker} cannot be started ({reason}).")
                self._say(_(failed, worker=worker.number, reason=reason_of(error)))
                status = 1
            if self._stopped.is_set():
                return
            if status and not self._served:
                self._failed = worker.number
            if not status or not self._served:
                self._stopped.set()
            elif status != START_AGAIN:
                await asyncio.sleep(_PAUSE)

    async def _roll(self) -> None:
        """Restart the workers one after the other, once all serve."""
        for worker in self._workers:
            await worker.ready.wait()
        for worker in self._workers:
            await worker.end(signal.SIGTERM)
            await worker.ready.wait()


def _command(port: int, number: int) -> list[str]:
    """Return the command line of a worker: that of the parent, with the worker's number and the port in use."""
    return [sys.executable, "-m", "bgterm", *sys.argv[1:], "--worker", str(number), "--port", str(port)]


if __name__ == "__main__":
    sys.exit(main())
