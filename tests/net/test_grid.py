"""The fast screen of the clients in a load shows what a real terminal shows."""

from tests.net.client import FastLine, connect, session
from tests.net.servers import server


async def test_it_shows_what_pyte_shows(tmp_path):
    async with server(tmp_path) as running:
        conn = await connect(running.port)
        ann = await session(conn, kind=FastLine)
        slow = await session(conn)
        for client in (ann, slow):
            await client.wait_for("no key yet")
        for key in "abc":
            await ann.press(key, f"pressed {key}")
        slow.line.screen.reset()
        slow.line.show(bytes(ann.line.output))
        assert ann.text == "\n".join(slow.line.screen.display)
        ann.send("q")
        await ann.wait_closed()
        conn.abort()
