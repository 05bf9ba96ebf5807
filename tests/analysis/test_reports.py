"""Reports of matches: irregularities, what another program knows of its own, and the ledger of a money session."""

import json

import pytest

from bgterm.analysis.irregularities import irregularities
from bgterm.analysis.json_report import report
from bgterm.analysis.ledger import ledger, ledger_table, settlement
from bgterm.analysis.text_report import summary
from bgterm.formats import mat, sgf
from bgterm.formats.record import GameRecord
from bgterm.notation.json_codec import Note
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import (
    Challenged,
    Doubled,
    Dropped,
    Event,
    Moved,
    OpeningCorrected,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    RollCorrected,
    Rolled,
    TakeBackAsked,
    Taken,
    TakenBack,
    Unrecorded,
)
from bgterm.rules.games import position_in
from bgterm.rules.match import Header, Win
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG
from tests.builders import FIRST_TURN, FIVE_POINT, play
from tests.cases import rest_long
from tests.reference import match_files
from tests.states import reached

WHITE, BLACK = Player
HEADER = Header(BACKGAMMON, Ruleset(length=5, policing=True), ("Ann", "Bob"))
MONEY = Header(BACKGAMMON, Ruleset(jacoby=True), ("Ann", "Bob"), stake="0.50 euro")
HAPPENED = (
    Note("cocked", {"player": "black", "dice": "one"}),
    OpeningThrown(1, 3),
    OpeningCorrected(3, 1),
    Moved(WHITE, play("8/5 6/5")),
    TakeBackAsked(WHITE),
    TakenBack(BLACK),
    Moved(WHITE, play("8/2")),
    Note("cocked", {"player": "black", "dice": "both"}),
    Rolled(BLACK, Dice(6, 4)),
    RollCorrected(BLACK, Dice(6, 5)),
    Moved(BLACK, play("24/22")),
    Challenged(WHITE),
    Moved(BLACK, play("24/18 18/13")),
    Rolled(WHITE, Dice(6, 1)),
    Note("chat", {"from": "Ann", "text": "Well."}),
)
TOLD = [
    "Cocked: Bob rolls the die again",
    "Corrected: Ann rolls 3, Bob 1: Ann starts",
    "Bob agrees: the play is taken back",
    "Ann 3-1: 8/2 (not a legal play)",
    "Cocked: Bob rolls both dice again",
    "Corrected: Bob rolled 6-5",
    "Ann challenges the play: it was not legal and is made again",
]


def file_of(*items: Event | Note, header: Header = HEADER) -> GameRecord:
    events = [item for item in items if not isinstance(item, Note)]
    return GameRecord(header, reached(header, events), items)


def told(record: GameRecord) -> dict:
    """Return the report for scripts, as a script reads it."""
    return json.loads(json.dumps(report(record)))


def test_the_summary_and_the_report_tell_it():
    found = file_of(*HAPPENED)
    lines = summary(found)
    assert lines[lines.index("irregular:") + 1 :] == [f"  game 1: {said}" for said in TOLD]
    assert told(found)["irregular"] == [{"game": 1, "what": said} for said in TOLD]
    assert told(found)["faults"] == []


def test_nothing_is_told_of_a_match_without_any():
    found = file_of(*FIRST_TURN)
    assert "irregular:" not in summary(found)
    assert "irregular" not in report(found)


@pytest.mark.parametrize("form", [mat, sgf])
def test_what_bgterm_has_written_tells_it_too(form):
    found = file_of(*HAPPENED)
    again = form.read(form.write(found.header, found.items))
    events = [said for said in TOLD if not said.startswith("Cocked")]
    assert [said for _, said in irregularities(again)] == events


def test_a_play_that_is_a_fault_of_the_file_is_told_once():
    text = " 5 point match\n\n Game 1\n Ann : 0   Bob : 0\n  1) 31: 8/2   64: 24/14\n"
    found = mat.read(text)
    assert ["is not legal" in fault.reason for fault in found.problems] == [True]
    assert [*irregularities(found)] == []


FORMATS = {"mat": mat.read, "sgf": sgf.read}
NOT_TOLD_BY = {"mat": {"jacoby"}, "sgf": set[str]()}
"""The facts of a match that a format cannot hold, by its suffix."""


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("sample", rest_long(4, match_files("expected.json")))
def test_matches_of_another_program_are_read_as_it_knows_them(sample, suffix):
    expected = json.loads(sample.read_text())
    text = sample.with_name(sample.name.replace("expected.json", suffix)).read_text()
    found = told(FORMATS[suffix](text))
    assert found.pop("faults") == []
    assert found.keys() == expected.keys()
    for key in expected.keys() - NOT_TOLD_BY[suffix]:
        assert found[key] == expected[key], key


def test_a_play_that_was_taken_back_is_not_told():
    taken_back = (OpeningThrown(3, 1), Moved(WHITE, play("24/23 13/10")), TakeBackAsked(WHITE), TakenBack(BLACK))
    (game,) = told(file_of(*taken_back, FIVE_POINT, Rolled(BLACK, Dice(6, 4)), header=MONEY))["games"]
    plies = [(ply["action"], ply.get("play")) for ply in game["plies"]]
    assert plies == [("move", "8/5 6/5"), ("roll_only", None)]
    assert (game["winner"], game["points"], game["resigned"]) == (None, None, False)


# The ledger, of which every sum here is worked out by hand


def resigned(winner, win):
    return ResignationOffered(winner.opponent, win), ResignationAccepted(winner)


SESSION = [
    *(OpeningThrown(3, 1), *resigned(WHITE, Win.GAMMON)),  # Jacoby: nobody doubled, so 1 for Ann
    *(*FIRST_TURN, Doubled(BLACK), Taken(WHITE), *resigned(BLACK, Win.GAMMON)),  # 2 x cube 2: 4 for Bob
    *(*FIRST_TURN, Doubled(BLACK), Dropped(WHITE)),  # 1 for Bob
    *(Unrecorded(WHITE, 8), Unrecorded(None, 0)),  # 8 for Ann
]


def test_each_game_is_told_with_the_sum_after_it():
    match = reached(MONEY, SESSION)
    assert ledger_table(match) == [
        ("game", "winner", "won as", "times", "cube", "points", "Ann", "Bob"),
        ("1", "Ann", "resigned gammon", "1 Jacoby", "1", "+1", "1", "0"),
        ("2", "Bob", "resigned gammon", "2", "2", "+4", "1", "4"),
        ("3", "Bob", "double passed", "1", "1", "+1", "1", "5"),
        ("4", "Ann", "not recorded", "1", "8", "+8", "9", "5"),
        ("5", "nobody", "not recorded", "1", "1", "+0", "9", "5"),
    ]
    assert match.score == (9, 5)


def test_the_game_that_goes_on_is_not_told():
    assert [*ledger(reached(MONEY, []))] == []
    assert len([*ledger(reached(MONEY, [*SESSION, *FIRST_TURN]))]) == 5


def test_session_begun_midway_keeps_its_sums_and_numbers():
    before = reached(MONEY, SESSION[:3])
    found = MONEY._replace(start=position_in(before.game))
    (line,) = ledger(reached(found, [OpeningThrown(3, 1), *resigned(BLACK, Win.SINGLE)]))
    assert (line.number, line.score) == (2, (1, 1))


@pytest.mark.parametrize(
    ("variant", "rules", "win", "told"),
    [
        (BACKGAMMON, {"gammons": False}, Win.BACKGAMMON, ("resigned backgammon", "1 no gammons", "1", "+1")),
        (LONG, {"cube": False}, Win.GAMMON, ("resigned mars", "2", "1", "+2")),
    ],
    ids=["that counts one", "of Long backgammon"],
)
def test_a_win_has_its_name_and_what_it_counts(variant, rules, win, told):
    match = reached(Header(variant, Ruleset(**rules)), [OpeningThrown(3, 1), *resigned(WHITE, win)])
    assert ledger_table(match)[1][2:6] == told


@pytest.mark.parametrize(
    ("score", "stake", "said"),
    [
        ((9, 5), "0.50 euro", "Bob owes Ann 2.00 euro: 4 points of 0.50 euro."),
        ((5, 9), "0.50 euro", "Ann owes Bob 2.00 euro: 4 points of 0.50 euro."),
        ((1, 0), "2 €", "Bob owes Ann 2 €: 1 point of 2 €."),
        ((7, 4), "1 pint of bitter", "Bob owes Ann 3 pint of bitter: 3 points of 1 pint of bitter."),
        ((12, 0), "0.333", "Bob owes Ann 3.996: 12 points of 0.333."),
        ((3, 3), "5 euro", "Nobody owes anything: 3-3."),
        ((0, 2), "", "Ann owes Bob 2 points."),
        ((0, 1), "my old hat", "Ann owes Bob 1 point of my old hat."),
    ],
)
def test_who_owes_whom_is_said(score, stake, said):
    assert settlement(("Ann", "Bob"), score, stake) == said
