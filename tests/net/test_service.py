"""The server as a service: what the filters of the documented unit leave it."""

import re
import sys
from pathlib import Path

import pytest

from tests.net.client import ANN
from tests.net.operator import operate
from tests.net.processes import ROOT, running
from tests.net.talkers import come_in, play_until, talker

DOCUMENT = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")


@pytest.mark.seccomp
async def test_service_has_an_operator_and_bots(tmp_path: Path) -> None:
    unit, folder = tmp_path / "bgterm.service", tmp_path / "server"
    unit.write_text(re.search(r"```ini\n(\[Unit\].*?)```", DOCUMENT, re.DOTALL)[1], encoding="utf-8")  # type: ignore[index]
    options = ("serve", "--port", "0", "--data", folder, "--bots", "builtin")
    with running((sys.executable, "-m", "tests.net.service_filters", unit, *options), folder) as server:
        async with talker(server.port, ANN) as ann:
            await come_in(ann, "Ann")
            ann.type("challenge bot bgterm hyper 1 casual")
            await play_until(ann, "^Bot bgterm played ")
            assert await operate(folder, "health") == "healthy\n"
