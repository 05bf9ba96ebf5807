"""Contributing to verifiable dice before the first roll, at one keyboard and at two terminals; and the proof."""

import hashlib
from dataclasses import replace
from shutil import rmtree

import pytest
from textual.events import Paste

from bgterm.formats.record import read_record
from bgterm.notation.dice_evidence import evidence
from bgterm.notation.json_codec import Note
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.profile.settings import Settings
from bgterm.rules.board import Player
from bgterm.rules.events import OpeningThrown
from bgterm.rules.ruleset import Ruleset
from bgterm.storage.journal import load
from bgterm.storage.library import find_save
from bgterm.tui.screens.dialogs import ConfirmDialog, TextDialog
from bgterm.tui.screens.match.screen import MatchScreen
from bgterm.tui.screens.pages import ProofScreen
from tests.lobby.visitors import ANN, CLEO, TO_THREE, left
from tests.sealed import CONTRIBUTION, FINGERPRINT
from tests.storage.faults import Saboteur
from tests.tables import resign
from tests.tui.seat import HEADER, at_table, screen_of, seated, workspace_in

WHITE, BLACK = Player
VERIFIABLE = HEADER._replace(ruleset=Ruleset(length=1), dice="verifiable")
NO_ROLL = "No roll yet: Ann and Bob must contribute to the dice or decline first"


@pytest.fixture
async def at(tmp_path):
    async with at_table(tmp_path, header=VERIFIABLE) as at:
        yield at


def notes(table):
    items = load(table.path).items
    return [(item.name, item.facts.get("player")) for item in items if isinstance(item, Note)][1:]


# At one keyboard


async def test_players_who_add_nothing_are_asked_and_go_on_to_the_roll(seat, table):
    assert f"Commitment: {table.evidence.commitment}" in seat.shown
    assert "Do you want to add to the dice?" in seat.shown
    assert (seat.asked, {"contribute", "contribute-nothing"} <= seat.keys) == ("contribution", True)
    await seat.press("n")
    assert seat.shows("Add nothing of your own? You cannot change this later.")
    await seat.press("escape")
    assert seat.shows("Do you want to add to the dice?")
    await seat.press("n", "1")
    assert seat.shows("Neither Ann nor Bob adds to the dice.")
    assert table.evidence.settled
    assert (seat.asked, table.awaited) == ("roll", ())
    assert notes(table) == [("dice_declined", "white"), ("dice_declined", "black")]
    await seat.press("n", "space")
    assert len(table.history) == 1


async def test_words_at_once_are_no_answer(seat, table):
    for words in ("no luck today", "nylon", "nine lives"):
        await seat.press(*words)
        assert notes(table) == []
        await seat.press("escape")


async def test_a_roll_before_the_contributions_is_refused(seat, table):
    for key in ("enter", "space", "escape", "r", "d", "2"):
        await seat.press(key, key)
        assert (NO_ROLL in seat.shown) == (key in {"space", "r"})
        assert (table.history, notes(table), seat.asked) == ((), [], "contribution")


async def test_words_are_sealed_for_the_player_who_is_chosen(seat, table):
    await seat.press("w")
    assert (seat.asked, "Who adds to the dice?" in seat.shown) == ("list", True)
    await seat.press("2", *"my luck", "enter")
    seal = hashlib.sha256(b"my luck").hexdigest()
    assert table.evidence.contributions[BLACK.index].seal == seal
    assert "Bob has sealed. Ann, what do you add?" in seat.shown
    assert f"Ann: undecided. Bob: sealed {seal[:8]}." in seat.shown
    await seat.press("n", "1")
    assert "Ann has let bgterm draw digits." in seat.shown
    assert (seat.asked, table.evidence.settled) == ("roll", True)


async def test_a_fingerprint_is_sealed_and_opened(seat, table):
    await seat.press("w", "1")
    assert seat.shows("who can load the dice together with your opponent")
    await seat.press(*FINGERPRINT, "enter")
    assert "Ann has sealed a fingerprint." in seat.shown
    await seat.press("w")
    assert seat.shows("Type words that are hard to guess")
    await seat.press(*"seven bells", "enter")
    assert "Ann, open your contribution." in seat.shown
    assert {"open-contribution", "cannot-open"} <= seat.keys
    assert {"contribute", "contribute-nothing"}.isdisjoint(seat.keys)
    assert "First copy what v shows, to compare it at the end." in seat.shown
    await seat.press("space")
    assert "No roll yet: Ann must open the sealed contribution first" in seat.shown
    await seat.press("w", *CONTRIBUTION, "enter")
    assert "Ann has opened the contribution." in seat.shown
    await seat.press("space")
    assert len(table.history) == 1


async def test_what_will_not_do_stays_in_the_line_with_a_sentence(seat, table):
    for typed, said in (
        ("", "Type some words, or a fingerprint of 64 hex digits"),
        ("x y" * 100, "That is 300 characters long: type at most 200"),
        (FINGERPRINT[:-1], "A fingerprint has 64 hex digits and this has 63"),
        ("z" * 64, '"z" is not one of them'),
    ):
        await seat.press("w", "1")
        seat.app.post_message(Paste(typed))
        await seat.settle()
        await seat.press("enter")
        assert isinstance(seat.app.screen, TextDialog)
        assert seat.shows(said)
        assert notes(table) == []
        await seat.press("escape")
        assert seat.asked == "contribution"


async def test_who_cannot_open_ends_the_match_after_a_question(seat, table):
    await table.exchange(VerifiableDice.add_nothing, BLACK)
    await table.exchange(VerifiableDice.contribute, WHITE, FINGERPRINT)
    await seat.press("n", "n")
    assert (isinstance(seat.app.screen, MatchScreen), table.void) == (True, None)
    await seat.press("n")
    assert isinstance(seat.app.screen, ConfirmDialog)
    await seat.press("y")
    assert table.void is WHITE
    assert "Void: Ann did not open the contribution." in seat.shown
    assert {"contribute", "contribute-nothing", "roll", "resign"}.isdisjoint(seat.keys)
    await seat.press("space")
    assert "This match is void: Ann did not open the sealed contribution" in seat.shown
    await seat.press("q")
    assert seat.app.return_value == f"Void: Ann did not open the contribution. Saved as {table.name}."


async def test_what_cannot_be_saved_is_not_said_to_be_sealed(tmp_path):
    saboteur = Saboteur()
    async with at_table(tmp_path, header=VERIFIABLE, disk=saboteur.disk) as (seat, table):
        saboteur.plan = "the disk is full"
        await seat.press("w", "1", *"luck", "enter")
        assert seat.shows("No space left on device")
        assert isinstance(seat.app.screen, TextDialog)
        await seat.press("enter")
        assert "Ann has sealed words." in seat.shown
        saboteur.plan = "the disk is full"
        await seat.press("n", "1")
        assert "No space left on device" in seat.shown
        assert table.awaited == (BLACK,)


async def test_question_answers_and_refusal_fit_every_window(seat, table):
    sizes = ((44, 20), (80, 24), (120, 40))
    for size in sizes:
        await seat.resize(*size)
        assert "Do you want to add to the dice?" in seat.shown
        assert "w fingerprint or words   n no need" in seat.shown
        assert "Commitment: " in seat.shown
    for columns, why in ((44, NO_ROLL[:26]), (80, NO_ROLL), (80, "Ann: undecided. Bob: undecided.")):
        await seat.resize(columns, 20 if columns == 44 else 24)
        await seat.press("space")
        assert why in seat.shown
    await table.exchange(VerifiableDice.contribute, WHITE, FINGERPRINT)
    await seat.press("f")
    await seat.press("n", "1")
    for size in sizes:
        await seat.resize(*size)
        assert "Ann, open your contribution." in seat.shown
        assert "w type it   n cannot, end the match" in seat.shown


# At two terminals


@pytest.fixture
def laid(lobby):
    """Return a match with verifiable dice between Ann and Bob, who are both away."""
    return left(lobby, offer=replace(TO_THREE, dice="verifiable"))


@pytest.mark.long
async def test_each_sees_what_the_other_has_done_and_whom_to_wait_for(laid, company, ann, bob):
    cleo = await company.come(CLEO, laid.code)
    assert "Ann, do you want to add to the dice?" in ann.shown
    assert "Bob, do you want to add to the dice?" in bob.shown
    assert "Waiting for Ann and Bob to add to the dice or decline." in cleo.shown
    await company.press(ann, "w", *FINGERPRINT, "enter")
    for seat in (ann, bob, cleo):
        assert "Ann has sealed a fingerprint." in seat.shown
        assert f"Ann: sealed {FINGERPRINT[:8]}. Bob: undecided." in seat.shown
    assert "Waiting for Bob to add to the dice or decline." in ann.shown
    assert {"contribute", "contribute-nothing"}.isdisjoint(ann.keys | cleo.keys)
    assert "Ann has sealed. Bob, what do you add?" in bob.shown
    await company.press(bob, "n", "1")
    assert "Ann, open your contribution." in ann.shown
    assert "Waiting for Ann to open the contribution." in bob.shown
    assert "Waiting for Ann to open the contribution." in cleo.shown
    await company.press(bob, "space")
    assert "No roll yet: Ann must open the sealed contribution first" in bob.shown
    await company.press(ann, "w", *CONTRIBUTION, "enter")
    assert [seat.asked for seat in (ann, bob)] == ["roll", "roll"]
    await company.press(bob, "space")
    assert len(laid.table.history) == 1


async def test_both_may_decline_and_an_open_page_follows(laid, company, ann, bob):
    await company.press(ann, "v")
    assert "Bob: undecided" in ann.shown
    await company.press(bob, "n", "1")
    assert "Bob: undecided" not in ann.shown
    await company.press(ann, "escape")
    assert "Bob declines to add to the dice." in ann.shown
    assert "Waiting for Ann to add to the dice or decline." in bob.shown
    await company.press(ann, "n", "1", "space")
    assert len(laid.table.history) == 1


@pytest.mark.long
async def test_a_void_match_is_over_for_both_and_leads_to_another(laid, company, ann, bob, tmp_path):
    cleo = await company.come(CLEO, laid.code)
    await company.press(ann, "w", *FINGERPRINT, "enter")
    await company.press(bob, "n", "1")
    await company.press(ann, "n", "y")
    for seat in (ann, bob, cleo):
        assert "Void: Ann did not open the contribution." in seat.shown
    assert (laid.over, laid.goes_on) == (True, False)
    await company.press(ann, "R")
    await company.press(bob, "R")
    assert "Bob, do you want to add to the dice?" in bob.shown
    assert evidence(load(find_save(tmp_path / "matches", laid.name)).items).void is WHITE


# The proof


async def test_v_shows_and_copies_all_that_verifies_the_dice(seat, table):
    await table.exchange(VerifiableDice.contribute, WHITE, FINGERPRINT)
    await seat.press("v")
    assert isinstance(seat.app.screen, ProofScreen)
    assert seat.shows("Copy this page before you open a contribution, and compare it at the end.")
    for digits in (table.evidence.commitment, FINGERPRINT):
        assert digits in seat.shown
    assert "Secret: recorded when the match ends." in seat.shown
    await seat.resize(44, 20)
    await seat.press("1")
    assert {table.evidence.commitment, FINGERPRINT} <= set(seat.app.clipboard.splitlines())
    await seat.press("v")
    assert isinstance(seat.app.screen, MatchScreen)


async def test_after_the_match_the_proof_is_whole_and_is_exported(tmp_path):
    async with at_table(tmp_path, header=VERIFIABLE, size=(80, 40)) as (seat, table):
        resign(table)
        await seat.settle()
        written = seat.workspace.exports / f"{table.name}.jsonl"
        for keys in (("e",), ("escape", "v", "e")):
            await seat.press(*keys)
            assert str(written) in seat.page
            assert written.read_bytes() == table.path.read_bytes()
            rmtree(written.parent)
        await seat.press("escape")
        assert seat.shows("Compare this page with the copy that you kept.")
        assert load(table.path).items[-1].facts["secret"] in seat.shown
        fallen = [f"{event.white}-{event.black}" for event in table.history if isinstance(event, OpeningThrown)]
        assert f"Game 1: {', '.join(fallen)}" in seat.shown


async def test_there_is_no_record_before_a_contribution_or_a_roll(tmp_path):
    workspace = workspace_in(tmp_path, Settings().changed(white="Ann", black="Bob", dice="verifiable"))
    table = workspace.new_table()
    async with seated(screen_of(table, workspace), workspace) as seat:
        for key in ("2", "e"):
            await seat.press("v", key)
            assert seat.shows("There is no record yet: it begins with the first contribution or roll.")
            await seat.press("escape")
        await seat.press("w", "1", *FINGERPRINT, "enter", "v", "2")
        assert FINGERPRINT in seat.app.clipboard


async def test_the_record_is_copied_without_chat_and_keys(company, laid):
    ann, cleo = await company.come(ANN), await company.come(CLEO, laid.code)
    await company.press(ann, "c", *"hello", "enter")
    await company.press(ann, "n", "1", "v", "2")
    await company.press(cleo, "v", "2")
    for seat in (ann, cleo):
        record = read_record(seat.app.clipboard.encode())
        assert (record.header.names, record.header.seats) == (("Ann", "Bob"), ("", ""))
        assert evidence(record.items).contributions[WHITE.index].declined
        assert "hello" not in seat.app.clipboard
        assert "save-proof" not in seat.keys
        assert seat.shows("bgterm verify NAME.jsonl checks it.")
