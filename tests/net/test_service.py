"""The server as a service: under the filters of the documented unit, and its backups as documented."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.net.client import ANN
from tests.net.processes import ROOT, bgterm_server, operate, running
from tests.net.talkers import come_in, play_until, talker
from tests.postgres import PostgresServer

DOCUMENT = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")


@pytest.mark.long
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


def test_service_starts_where_its_database_starts_later() -> None:
    """systemd gives up after five starts in ten seconds, and the driver looks for files in the home."""
    assert 5 * int(re.search(r"RestartSec=(\d+)", DOCUMENT)[1]) >= 10  # type: ignore[index]
    assert "TimeoutStartSec=infinity" in DOCUMENT  # the index of many matches takes minutes after a restore
    assert "ProtectHome=yes" in DOCUMENT
    assert "useradd -r -d /var/lib/bgterm bgterm" in DOCUMENT


def test_upgrade_has_the_extras_of_the_first_version() -> None:
    first, second = re.findall(r"(?m)^/opt/bgterm-\d/bin/pip (.*)", DOCUMENT)
    assert first == second == "install -c constraints.txt '.[metrics,postgres]'"


def run_block(words: str, folder: Path, **environment: str) -> None:
    """Run the block of commands of docs/server.md that has these words, on another folder and without systemd."""
    blocks = re.findall(r"```sh\n(.*?)```", DOCUMENT, re.DOTALL)
    (block,) = [block for block in blocks if words in block]
    script = block.replace("/var/lib", str(folder)).replace("/opt", str(folder / "opt"))
    script = re.sub(r"(?m)^(python3 -m venv|/.*/pip install).*", "", script)
    done = subprocess.run(
        ["sh", "-ec", f"systemctl() {{ :; }}\n{script}"],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.long
async def test_backup_of_a_running_server_is_restored(tmp_path: Path) -> None:
    folder, options = tmp_path / "bgterm", ("--bots", "builtin")
    with bgterm_server(folder, *options) as server:
        async with talker(server.port, ANN) as ann:
            await come_in(ann, "Ann")
            ann.type("challenge bot bgterm backgammon 5 casual")
            await play_until(ann, "^Bot bgterm played ")
            run_block("--exclude='*.index*'", tmp_path)
            (kept,) = [path.read_bytes() for path in (folder / "matches").glob("*.jsonl")]
            await play_until(ann, "^Bot bgterm played ")
    host_key = (folder / "host_key").read_bytes()
    run_block("/var/lib/bgterm.before", tmp_path)
    assert (folder / "host_key").read_bytes() == host_key
    (restored,) = [path.read_bytes() for path in (folder / "matches").glob("*.jsonl")]
    assert kept.startswith(restored)
    assert b'"event":"moved"' in restored
    with bgterm_server(folder, *options) as server:
        async with talker(server.port, ANN) as ann:
            await ann.hears("You are Ann, in the lobby")
            ann.type("list", "1")
            await play_until(ann, "^Bot bgterm played ")


def test_upgrade_is_rolled_back_with_its_backup(tmp_path: Path) -> None:
    data, program = tmp_path / "bgterm" / "bans.txt", tmp_path / "opt" / "bgterm"
    for version in (1, 2):
        program.with_name(f"bgterm-{version}").mkdir(parents=True)
    data.parent.mkdir()
    data.write_text("older")
    program.symlink_to("bgterm-1")
    run_block("ln -sfn bgterm-2", tmp_path)
    assert program.resolve().name == "bgterm-2"
    data.write_text("newer")
    run_block("ln -sfn bgterm-1", tmp_path)
    assert (program.resolve().name, data.read_text()) == ("bgterm-1", "older")


@pytest.mark.long
def test_backup_of_a_database_is_restored(tmp_path: Path, postgres: PostgresServer) -> None:
    postgres.query("CREATE ROLE keeper SUPERUSER LOGIN")
    postgres.query("CREATE DATABASE bgterm")
    settings = {
        "PATH": f"{postgres.programs}:{os.environ['PATH']}",
        "PGHOST": str(postgres.folder),
        "PGUSER": "keeper",
    }
    try:
        postgres.query("CREATE TABLE kept AS SELECT 5 AS points", "bgterm")
        run_block("pg_dump", tmp_path, **settings)
        assert (tmp_path / "bgterm.dump").stat().st_mode & 0o077 == 0
        run_block("pg_restore", tmp_path, **settings)
        assert postgres.query(
            "SELECT points, tableowner FROM kept, pg_tables WHERE tablename = 'kept'", "bgterm"
        ) == ("5|bgterm\n")
    finally:
        postgres.query("DROP DATABASE bgterm")
        postgres.query("DROP ROLE keeper")
