"""What cannot be asked for is one sentence, and has an exit status of its own."""

import pytest

from tests.cli.command import bgterm
from tests.cli.test_match_files import SAMPLE


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("show",),
        ("show", "--nonsense"),
        ("show", "-"),
        ("show", "--from", "pgn", "-"),
        ("show", "4HPwATDgc/ABMA", "--variant", "chess"),
        ("show", "4HPwATDgc/ABMA", "--json"),
        ("convert", SAMPLE),
        ("convert", SAMPLE, "-"),
        ("convert", SAMPLE, "out.doc"),
        ("play", "--match", "100"),
        ("play", "--match", "9" * 5000),
        ("play", "--seed", "9" * 5000),
        ("play", "--plain", "--theme", "felt"),
        ("play", "--plain", "--preset", "nonsense"),
        ("play", "--plain", "--position", "nonsense"),
        ("play", "--plain", "--stake", "nonsense", "--money"),
        ("play", "--plain", "--jacoby", "--match", "5"),
        ("serve", "--port", "9" * 5000),
        ("serve", "--bots", "builtin:good"),
        ("serve", "--bots", "builtin,"),
        ("serve", "--bots", "builtin,builtin:casual"),
    ],
)
def test_a_command_line_that_cannot_be_has_status_2(arguments):
    status, told, complaint = bgterm(*arguments)
    assert (status, told, complaint.count("\n")) == (2, "", 1)
    assert complaint.startswith("bgterm")
    assert len(complaint) < 600


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "nonsense"),
        ("show", "none.mat"),
        ("convert", "none.mat", "out.sgf"),
        ("verify", "none.jsonl"),
        ("resume", "--plain", "nonsense"),
        ("play", "--plain", "--dice", "none.txt"),
        ("play",),
    ],
)
def test_whatever_else_goes_wrong_has_status_1(arguments, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    status, told, complaint = bgterm(*arguments)
    assert status == 1
    assert (told + complaint).count("\n") == 1
