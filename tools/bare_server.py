"""The least Textual app there is on the channels of an SSH server, against which the bench holds bgterm's.

    python -m tools.bare_server

It counts keys. Everybody may come; nothing is limited, and nothing is compared with what a terminal shows already.
"""

import asyncio
from functools import partial
from typing import Any

import asyncssh
from textual._xterm_parser import XTermParser
from textual.app import App, ComposeResult
from textual.driver import Driver
from textual.events import Key
from textual.widgets import Static

READY = "0 keys"


class CountingApp(App[None]):
    """Shows how many keys were pressed."""

    def __init__(self, session: "Session") -> None:
        super().__init__(driver_class=partial(BareDriver, session))  # type: ignore[arg-type]
        self._count = 0

    def compose(self) -> ComposeResult:
        yield Static(READY)

    def on_key(self, _: Key) -> None:
        self._count += 1
        self.query_one(Static).update(f"{self._count} keys")


class BareDriver(Driver):
    """Writes what the app draws to an SSH channel, and gives the app the keys that the session receives."""

    def __init__(self, session: "Session", app: App[Any], **_: object) -> None:
        super().__init__(app, mouse=False, size=(80, 24))
        self._session, self._parser = session, XTermParser()
        session.driver = self

    def start_application_mode(self) -> None: ...
    def disable_input(self) -> None: ...
    def stop_application_mode(self) -> None: ...

    def write(self, data: str) -> None:
        self._session.channel.write(data.encode())

    def read(self, data: bytes) -> None:
        for message in self._parser.feed(data.decode()):
            self.process_message(message)


class Session(asyncssh.SSHServerSession[bytes]):
    """An SSH session that runs a CountingApp."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self.channel = chan
        self.driver: BareDriver | None = None

    def pty_requested(self, *_: object) -> bool:
        return True

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        self._app = CountingApp(self)
        self._task = asyncio.create_task(self._app.run_async(mouse=False))

    def data_received(self, data: bytes, _datatype: object) -> None:
        if self.driver:
            self.driver.read(data)

    def connection_lost(self, _exc: Exception | None) -> None:
        self._app.exit()


class Server(asyncssh.SSHServer):
    """An SSH server that accepts every key and opens a Session for it."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._conn = conn

    def validate_public_key(self, _username: str, _key: asyncssh.SSHKey) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def session_requested(self) -> Any:
        return self._conn.create_server_channel(encoding=None), Session()


async def serve() -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    listener = await asyncssh.listen(
        "127.0.0.1", 0, server_factory=Server, server_host_keys=[key], line_editor=False
    )
    print(f"port {listener.get_port()}", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve())
