"""Recorded games are played again, and every terminal shows what is in the transcript."""

import re

import pytest

from tests.cases import rest_long
from tools.transcripts import FOLDER, NAMES, Difference, read, replay, write

OVER_SSH = tuple(name for name in NAMES if (FOLDER / f"{name}.jsonl").exists())

pytestmark = pytest.mark.pty


@pytest.mark.parametrize("name", rest_long(1, ["plain", "keyboard", "engine"]))
def test_game_at_one_keyboard_is_as_it_was(name):
    replay(name)


@pytest.mark.long
@pytest.mark.ssh
@pytest.mark.parametrize("name", OVER_SSH)
def test_game_over_ssh_is_as_it_was(name):
    replay(name)


@pytest.mark.parametrize("name", NAMES)
def test_transcript_is_written_as_it_is_read(tmp_path, name):
    text = (FOLDER / f"{name}.txt").read_text()
    copy = tmp_path / f"{name}.txt"
    copy.write_text("".join(line for line in text.splitlines(keepends=True) if line.startswith("#")))
    write(copy, read(FOLDER / f"{name}.txt"))
    assert copy.read_text() == text


@pytest.mark.long
def test_difference_names_the_step_and_both_rows(tmp_path):
    first, *_ = re.split(r"(?m)^Ann line: board", (FOLDER / "plain.txt").read_text())
    changed = first.replace("Type roll.", "Type throw.")
    (tmp_path / "plain.txt").write_text(changed)
    with pytest.raises(Difference) as error:
        replay("plain", tmp_path)
    assert str(error.value).splitlines() == [
        f"{tmp_path / 'plain.txt'}, line 2: {changed.splitlines()[1]}",
        "  - Ann 2|Game 1. Roll one die each to see who starts. Type throw.",
        "  + Ann 2|Game 1. Roll one die each to see who starts. Type roll.",
    ]
