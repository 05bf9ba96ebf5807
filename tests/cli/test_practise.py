"""`bgterm practise` without a screen: cards that are due or restored, a practice in lines, and every refusal."""

import asyncio
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from bgterm.practice.journal import own_journal
from bgterm.practice.question import Choice, Grade, Mark, Marked, Review
from bgterm.profile.settings import state_folder
from tests.cli.command import bgterm as run
from tests.practice.questions import card
from tests.practice.test_cards import kept

AT = datetime(2026, 11, 23, 20, tzinfo=UTC).isoformat()
CARD = card()
REVIEWED = CARD, Review(CARD.key, AT, Grade.AGAIN, Choice(None, 0.2))


def journal():
    return own_journal(state_folder() / "practice.jsonl")


@pytest.mark.parametrize("command", ["practise", "practice"])
def test_due_prints_how_many_cards_are_due(command):
    assert run(command, "--due") == (0, "0\n", "")
    journal().append(*REVIEWED)
    assert run(command, "--due", "--at", "2026-11-25T12:00") == (0, "1\n", "")
    assert run(command, "--due", "--at", "2026-11-23T22:00+00:00") == (0, "0\n", "")


def test_count_of_due_cards_loads_no_drill():
    code = "import sys, bgterm.cli.practise; print('bgterm.practice.drills' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_restore_asks_cards_again_that_are_set_aside():
    journal().append(*REVIEWED, Marked(CARD.key, AT, Mark.ASIDE))
    assert run("practise", "--restore") == (0, "1 card is asked again.\n", "")
    assert run("practise", "--restore") == (0, "0 cards are asked again.\n", "")


def test_journal_that_is_damaged_or_another_file_is_one_sentence():
    journal().append(*REVIEWED)
    path = journal().name
    path.write_bytes(path.read_bytes() + b"?\n")
    status, out, error = run("practise", "--due")
    assert (status, out, error.count("\n")) == (1, "1\n", 1)
    assert "is left out, the first is line 4." in error
    path.write_text("?\n")
    status, out, error = run("practise", "--due")
    assert (status, out) == (1, "")
    assert error.endswith("is not a journal of reviews: move it away, and a new one is begun.\n")


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ("--cards 0", ""),
        ("--at never", ""),
        ("--practice-threshold 9", ""),
        ("--due --restore", ""),
        ("ann-bob --drill pips", ""),
        ("--plain --theme mono", ""),
        ("--plain --position nonsense", '"nonsense" is not a position'),
        ("--plain --drill dance", "takes, effective, bearoffs or positions is needed, not 'dance'"),
    ],
)
def test_flags_that_cannot_be_are_refused_with_status_2(flags, said):
    status, out, error = run("practise", *flags.split())
    assert (status, out, error.count("\n")) == (2, "", 1)
    assert said in error


NO_DECISION = "No analysed match has a decision of yours: press P at a match in the library, which analyses it.\n"
NO_POSITION = "No position near this one has a best play that is clear.\n"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("ann-bob", (1, "", "bgterm: no saved match is called ann-bob.\n")),
        ("", (0, NO_DECISION, "")),
        ("--position AQAABAAAAAAAAA", (0, NO_POSITION, "")),
    ],
    ids=["a match that was deleted", "no match of the player", "no position with a clear play"],
)
def test_practice_that_cannot_begin_is_one_sentence(wanted, said):
    assert run("practise", "--plain", *wanted.split()) == said


def test_cards_are_written_for_other_programs(tmp_path):
    journal().append(*REVIEWED)
    text, tree = tmp_path / "cards.txt", tmp_path / "cards.sgf"
    assert run("practise", "--export", text) == (0, f"1 card is written to {text}.\n", "")
    assert text.read_text().startswith("#separator:tab\n")
    assert run("practise", "--export", tree)[0] == 0
    assert tree.read_text().startswith("(;FF[4]GM[6]")
    status, out, error = run("practise", "--export", tmp_path / "none" / "cards.txt")
    assert (status, out, error.count("\n")) == (1, "", 1)


def test_drill_is_practised_in_lines():
    status, out, _error = run("practise", "--plain", "--drill", "takes", "--cards", "2", given=b"25\n\nquit\n")
    assert status == 0
    first, *_rest, last = out.splitlines()
    assert first == "Practice: 1 of 2"
    assert last.startswith("1 answer, ")


def test_progress_of_the_analysis_is_said():
    path = asyncio.run(kept(state_folder() / "matches"))
    path.with_suffix(".analysis").unlink()
    _status, out, _error = run("practise", "--plain", path.stem, "--own-names", "Ann", given=b"quit\n")
    assert [line for line in out.splitlines() if line.endswith("% is analysed.")]


def test_match_is_practised_in_lines():
    path = asyncio.run(kept(state_folder() / "matches"))
    typed = b"nobody\nann\n24/18 13/11\ndone\n\n"
    status, out, _error = run("practise", "--plain", path.stem, given=typed)
    assert status == 0
    whose, again, first, *_rest, last = out.splitlines()
    assert (whose, again) == ("Whose decisions are practised: Ann, Bob or both?", "Type a name, or both.")
    assert first == "Practice: 1 of 1"
    assert last == "1 answer, 1 right. Cost 0.000, in the matches 0.080."
    reviews = journal()
    reviews.read()
    assert len(reviews.entries) == 2
