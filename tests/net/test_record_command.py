"""`ssh HOST record CODE`: the record of a finished match, for users who may read it."""

import json
from pathlib import Path

import asyncssh
import pytest

from bgterm.analysis.dice_proof import verify
from bgterm.formats.record import GameRecord
from bgterm.formats.record import read_record as read_journal
from bgterm.formats.sharing_notes import Sharing
from bgterm.lobby.limits import Limits
from bgterm.net.session import read_command
from bgterm.notation.json_codec import Note
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.rules.board import Player
from bgterm.rules.games import start
from bgterm.storage.match_files import FORMATS
from tests.builders import header
from tests.net.client import ANN, BOB, connect
from tests.net.servers import Server, server
from tests.net.talkers import club
from tests.tables import begin_table, offer_to_resign, resign
from tests.test_dice_program import check
from tests.waiting import wait

WHITE, BLACK = Player
CLEO = asyncssh.generate_private_key("ssh-ed25519")
CODE = "K7Q2M"
HEADER = header(dice="verifiable", seats=(ANN.get_fingerprint(), BOB.get_fingerprint()))


def no_record(code: str) -> str:
    return f"There is no finished match {code} that you may read."


def played(
    folder: Path, *, watchable: bool = True, over: bool = True, seats: tuple[str, str] = HEADER.seats
) -> Path:
    """Play a match with some chat; return its journal."""
    table = begin_table(folder / "matches", HEADER._replace(seats=seats), notes=[Sharing(CODE, watchable).note])
    wait(table.exchange(VerifiableDice.contribute, WHITE, "lucky seven"))
    wait(table.note(Note("chat", {"from": "Ann", "text": "between us"})))
    (resign if over else offer_to_resign)(table)
    table.close().result()
    return table.path


async def fetch(running: Server, key: asyncssh.SSHKey | None, command: str) -> tuple[int | None, bytes, str]:
    """Run a command over SSH; return its exit status, output and error output."""
    conn = await connect(running.port, key)
    try:
        done = await conn.run(command, encoding=None, stdin=asyncssh.DEVNULL)
    finally:
        conn.abort()
    return done.exit_status, done.stdout, done.stderr.decode().strip()


@pytest.mark.parametrize("key", [ANN, BOB, CLEO, None], ids=["white", "black", "other", "guest"])
async def test_record_is_fetched_and_verified_by_anybody(tmp_path, key):
    journal = played(tmp_path)
    async with club(tmp_path) as running:
        status, record, said = await fetch(running, key, f"record {CODE.lower()}")
    assert (status, said) == (0, "")
    path = tmp_path / "match.jsonl"
    path.write_bytes(record)
    assert "rolls are right" in check(path).stdout
    verify(record)
    assert read_journal(record).events == read_journal(journal.read_bytes()).events
    assert b"between us" not in record
    assert ANN.get_fingerprint().encode() not in record
    assert {json.loads(line)["note"] for line in record.splitlines() if b'"note"' in line} == {
        "dice_committed",
        "dice_sealed",
        "dice_opened",
        "dice_revealed",
    }


@pytest.mark.parametrize("name", ["jsonl", "mat", "sgf"])
async def test_record_is_written_in_the_format_asked_for(tmp_path, name):
    played(tmp_path)
    async with club(tmp_path) as running:
        status, record, _ = await fetch(running, CLEO, f"record {CODE} --format {name}")
    found = FORMATS[f".{name}"].read(record)
    assert (status, found.header.names, found.match.winner) == (0, ("Ann", "Bob"), BLACK)


@pytest.mark.parametrize(
    ("how", "refused", "allowed", "said"),
    [
        ({"watchable": False}, (CLEO, None), (ANN, BOB), no_record(CODE)),
        ({"watchable": False, "seats": ("guest", BOB.get_fingerprint())}, (ANN, None), (BOB,), no_record(CODE)),
        ({"over": False}, (ANN, CLEO), (), f"The match {CODE} is not over: its record can be fetched when it is."),
    ],
    ids=["private", "private, of a guest", "unfinished"],
)
async def test_record_of_a_private_or_unfinished_match_is_refused(tmp_path, how, refused, allowed, said):
    played(tmp_path, **how)
    async with club(tmp_path) as running:
        for key in refused:
            assert await fetch(running, key, f"record {CODE}") == (1, b"", said)
        for key in allowed:
            status, record, _ = await fetch(running, key, f"record {CODE}")
            assert (status, verify(record) is not None) == (0, True)


@pytest.mark.parametrize(
    ("command", "read"),
    [
        *((command, None) for command in ("ls", "record", "record ../people", "record K7Q2M; ls", "scp -t .")),
        ("record K7Q2M --format exe", None),
        ("record k7q2m --format=sgf", (CODE, ".sgf")),
        ("record --format sgf K7Q2M", (CODE, ".sgf")),
        (" record  K7Q2M  --format  sgf ", (CODE, ".sgf")),
    ],
)
def test_command_is_read_with_a_format_anywhere_or_not_at_all(command, read):
    assert read_command(command) == read


async def test_long_record_arrives_whole(tmp_path):
    notes = tuple(Note("cocked", {"player": "white", "dice": "both"}) for _ in range(20_000))

    async def long(_client: object, _code: str) -> GameRecord:
        return GameRecord(HEADER, start(HEADER), notes, ())

    async with server(tmp_path) as running:
        running.state.lobby.finished.public_record = long
        status, record, _ = await fetch(running, ANN, f"record {CODE}")
    assert len(record) > running.state.limits.backlog
    assert (status, read_journal(record).items) == (0, notes)


@pytest.mark.parametrize(
    ("limits", "codes", "last"),
    [
        (Limits(wrong_record_codes=2), ("A2A2A", "B3B3B"), no_record("B3B3B")),
        (Limits(records_a_minute=2), (CODE, CODE), ""),
    ],
    ids=["wrong codes", "records"],
)
async def test_records_and_wrong_codes_are_limited_for_an_address(tmp_path, limits, codes, last):
    played(tmp_path)
    async with club(tmp_path, of_lobby=limits) as running:
        *_, second = [await fetch(running, CLEO, f"record {code}") for code in codes]
        assert (second[0] == 0, second[2]) == (not last, last)
        assert await fetch(running, CLEO, f"record {CODE}") == (
            1,
            b"",
            "Too many records were asked for from your address: try again later.",
        )
