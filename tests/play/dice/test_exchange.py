"""The exchange of contributions before the first roll of verifiable dice. [RULES V3-V6]"""

import hashlib
import hmac
from dataclasses import replace
from itertools import count

import pytest

from bgterm.notation.dice_evidence import Made, derive_roll, evidence
from bgterm.notation.json_codec import Note
from bgterm.play.dice.verifiable import VerifiableDice, read_fingerprint, read_words
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import OpeningThrown
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER
from bgterm.storage.errors import SaveError
from bgterm.storage.index import Query, Show
from bgterm.storage.journal import load
from bgterm.storage.library import Library, find_save, last_unfinished
from tests.lobby.visitors import TO_THREE, lobby_in, playing
from tests.sealed import (
    ALREADY_CONTRIBUTED,
    CONTRIBUTION,
    FILE_LOST,
    FINGERPRINT,
    NOTHING_TO_OPEN,
    OPENING_AWAITED,
    OTHER_CONTRIBUTION,
    UNKNOWN_SCHEME,
    contribute,
    decide,
    refusal,
    secret_of,
)
from tests.storage.faults import DEATHS, PLANS, Died, Saboteur
from tests.strategies import stride
from tests.tables import begin_table, reopened, resume_table
from tests.waiting import wait, written

CONTRIBUTION_AWAITED = "no roll yet: {players} must contribute to the dice or decline first"
CONTRIBUTION_TOO_LATE = "nothing can be added to the dice now: contributions come before the first roll"
CONTRIBUTION_TOO_LONG = "that is {length} characters long: type at most {most}"
FINGERPRINT_DIGIT = 'a fingerprint has 64 hex digits, 0-9 and a-f: "{text}" is not one of them'
FINGERPRINT_LENGTH = (
    "a fingerprint has 64 hex digits and this has {length}: type the fingerprint. A contribution typed "
    "here is not secret any more: if this was yours, make a new one"
)
FINGERPRINT_NOT_ALONE = "type the 64 hex digits of the fingerprint and nothing else"
GUESSABLE_CONTRIBUTION = (
    "that is what was sealed, but it can be found by trying: a contribution sealed elsewhere needs at "
    "least 32 hex digits in a row"
)
MATCH_VOID = "this match is void: {player} did not open the sealed contribution. Begin a new one"
NO_CONTRIBUTIONS = "nothing can be added to these dice: only verifiable dice take contributions"
NO_WORDS = "type some words, or a fingerprint of 64 hex digits"
OPENING_TOO_EARLY = "{player} has not contributed or declined yet: open yours after that"
HEADER = Header(HYPER, Ruleset(length=1), ("Ann", "Bob"), "verifiable", "2026-11-20")
WHITE, BLACK = Player
OTHER = "00112233445566778899aabbccddeeff"
OTHER_FINGERPRINT = hashlib.sha256(OTHER.encode()).hexdigest()


@pytest.fixture
def table(tmp_path):
    return begin_table(tmp_path, HEADER)


def notes(table):
    """Return the notes about the dice after the commitment, as (name, player)."""
    items = load(table.path).items
    told = [item for item in items if isinstance(item, Note) and item.name.startswith("dice_")]
    return [(note.name.removeprefix("dice_"), note.facts.get("player", "")) for note in told[1:]]


# Declining


@pytest.mark.rule("V4")
def test_nobody_rolls_before_both_have_decided_or_decides_later(table):
    contribute(table, WHITE, None)
    assert table.awaited == (BLACK,)
    assert refusal(table.roll, WHITE) == CONTRIBUTION_AWAITED
    contribute(table, BLACK, None)
    assert table.awaited == ()
    wait(table.roll(WHITE))
    assert notes(table) == [("declined", "white"), ("declined", "black")]
    assert refusal(table.exchange, VerifiableDice.contribute, WHITE, "late") == CONTRIBUTION_TOO_LATE
    assert refusal(table.exchange, VerifiableDice.open, WHITE, "late") == NOTHING_TO_OPEN


@pytest.mark.rule("V4")
def test_after_a_seal_nobody_declines_but_digits_are_drawn(table):
    decide(table, FINGERPRINT, None)
    assert notes(table) == [("sealed", "white"), ("sealed", "black"), ("opened", "black")]
    drawn = table.evidence.contributions[BLACK.index]
    assert (drawn.made, len(drawn.text), int(drawn.text, 16) >= 0) == (Made.DRAWN, 32, True)
    assert hashlib.sha256(drawn.text.encode()).hexdigest() == drawn.seal


@pytest.mark.rule("V3")
@pytest.mark.parametrize("first", ["seven bells", FINGERPRINT, None])
def test_each_player_decides_once(table, first):
    contribute(table, WHITE, first)
    assert refusal(table.exchange, VerifiableDice.contribute, WHITE, "more") == ALREADY_CONTRIBUTED
    assert refusal(table.exchange, VerifiableDice.add_nothing, WHITE) == ALREADY_CONTRIBUTED
    assert len(notes(table)) == 1


# Sealing and opening


@pytest.mark.rule("V3", "V4")
def test_words_are_opened_only_when_both_have_sealed(table):
    contribute(table, BLACK, "seven bells")
    sealed = table.evidence.contributions[BLACK.index]
    assert (sealed.made, sealed.seal) == (Made.TYPED, hashlib.sha256(b"seven bells").hexdigest())
    assert b"seven bells" not in table.path.read_bytes()
    assert refusal(table.roll, WHITE) == CONTRIBUTION_AWAITED
    contribute(table, WHITE, "¡suerte!")
    assert [one.text for one in table.evidence.contributions] == ["¡suerte!", "seven bells"]
    assert notes(table)[:2] == [("sealed", "black"), ("sealed", "white")]
    assert sorted(notes(table)[2:]) == [("opened", "black"), ("opened", "white")]
    wait(table.roll(WHITE))


@pytest.mark.rule("V3")
@pytest.mark.parametrize("theirs", [OTHER, CONTRIBUTION], ids=["another", "a copy of the opponent's"])
def test_a_fingerprint_is_opened_by_its_player(table, theirs):
    """The dice follow from a text that nobody but White knew when both were sealed, even if Black copies it."""
    contribute(table, WHITE, FINGERPRINT)
    assert refusal(table.exchange, VerifiableDice.open, WHITE, CONTRIBUTION) == OPENING_TOO_EARLY
    contribute(table, BLACK, hashlib.sha256(theirs.encode()).hexdigest())
    assert table.awaited == (WHITE, BLACK)
    wait(table.exchange(VerifiableDice.open, BLACK, theirs))
    assert table.awaited == (WHITE,)
    assert refusal(table.roll, BLACK) == OPENING_AWAITED
    wait(table.exchange(VerifiableDice.open, WHITE, CONTRIBUTION))
    assert table.awaited == ()
    secret = secret_of(table)
    key = hmac.digest(secret, f"32:{CONTRIBUTION}32:{theirs}".encode(), "sha256")
    wait(table.roll(WHITE))
    assert table.history == (OpeningThrown(*derive_roll(key, 0)),)


@pytest.mark.parametrize("sealed", [CONTRIBUTION, f"{CONTRIBUTION}\n"], ids=["as typed", "as echo prints it"])
def test_a_wrong_opening_can_be_typed_again(table, sealed):
    contribute(table, BLACK, None)
    contribute(table, WHITE, hashlib.sha256(sealed.encode()).hexdigest())
    for wrong in ("", CONTRIBUTION[:-1], CONTRIBUTION.upper(), FINGERPRINT, f"{CONTRIBUTION} "[1:]):
        assert refusal(table.exchange, VerifiableDice.open, WHITE, wrong) == OTHER_CONTRIBUTION
    assert refusal(table.exchange, VerifiableDice.open, WHITE, "x" * 1001) == CONTRIBUTION_TOO_LONG
    assert refusal(table.exchange, VerifiableDice.open, BLACK, CONTRIBUTION) == NOTHING_TO_OPEN
    wait(table.exchange(VerifiableDice.open, WHITE, f"  {CONTRIBUTION}\n"))
    assert table.evidence.contributions[WHITE.index].text == sealed
    assert evidence(load(table.path).items).settled


@pytest.mark.rule("V3")
@pytest.mark.parametrize("short", ["hello", CONTRIBUTION[:31], "0123456789abcdef 0123456789abcdef"])
def test_what_was_sealed_elsewhere_must_not_be_guessable(table, short):
    decide(table, hashlib.sha256(short.encode()).hexdigest(), None)
    assert refusal(table.exchange, VerifiableDice.open, WHITE, short) == GUESSABLE_CONTRIBUTION
    assert table.awaited == (WHITE,)


@pytest.mark.rule("V4")
def test_a_contribution_that_is_not_opened_ends_the_match(table, tmp_path):
    decide(table, "seven bells", FINGERPRINT)
    assert refusal(table.exchange, VerifiableDice.give_up_opening, WHITE) == NOTHING_TO_OPEN
    assert not table.closed
    assert last_unfinished(tmp_path) is not None
    wait(table.exchange(VerifiableDice.give_up_opening, BLACK))
    assert (table.void, table.closed, table.awaited) == (BLACK, True, ())
    assert refusal(table.roll, WHITE) == MATCH_VOID
    assert refusal(table.exchange, VerifiableDice.add_nothing, WHITE) == MATCH_VOID
    assert refusal(table.exchange, VerifiableDice.open, BLACK, CONTRIBUTION) == MATCH_VOID
    assert notes(table)[-2:] == [("not_opened", "black"), ("revealed", "")]
    assert not table.path.with_suffix(".secret").exists()
    again = reopened(table)
    assert (again.void, again.closed) == (BLACK, True)
    again.close().result()
    assert last_unfinished(tmp_path) is None
    with Library(tmp_path) as book:
        book.read(book.left)
        assert [entry.name for entry in book.page(Query(show=Show.FINISHED), 0, 9)] == [table.name]


# A match that is saved only when something has happened


def test_a_seal_saves_the_match_and_declining_does_not(tmp_path):
    table = begin_table(tmp_path, HEADER, lazily=True)
    contribute(table, WHITE, None)
    assert (table.saved, [*tmp_path.iterdir()]) == (False, [])
    contribute(table, BLACK, FINGERPRINT)
    assert table.saved
    assert notes(table) == [("declined", "white"), ("sealed", "black")]
    again = reopened(table)
    wait(again.exchange(VerifiableDice.open, BLACK, CONTRIBUTION))
    wait(again.roll(WHITE))


@pytest.mark.parametrize("sealed", [True, False])
def test_only_a_match_without_a_seal_is_removed_when_both_leave(tmp_path, sealed):
    """A seal that was never opened is worth keeping: who left then may not have liked the dice."""
    lobby = lobby_in(tmp_path)
    *_, white, black = playing(lobby, replace(TO_THREE, dice="verifiable"))
    path = white.table.path
    if sealed:
        wait(white.table.exchange(VerifiableDice.contribute, WHITE, FINGERPRINT))
        white.at.contributed(white.table, "sealed")
    white.leave()
    black.leave()
    written()
    assert path.exists() is sealed


# When there is nothing to contribute


def test_other_dice_take_no_contributions(tmp_path):
    table = begin_table(tmp_path, Header(BACKGAMMON, Ruleset()))
    assert refusal(table.exchange, VerifiableDice.add_nothing, WHITE) == NO_CONTRIBUTIONS
    assert (table.evidence, table.awaited, table.void) == (None, (), None)


def test_a_lost_secret_is_not_overwritten(table, tmp_path):
    table.close().result()
    file = table.path.with_suffix(".secret")
    file.write_text("{}")
    again = resume_table(find_save(tmp_path, table.name))
    assert refusal(again.exchange, VerifiableDice.contribute, WHITE, "words") == FILE_LOST
    assert refusal(again.exchange, VerifiableDice.add_nothing, WHITE) == FILE_LOST
    assert file.read_text() == "{}"


def test_dice_of_a_later_scheme_are_left_alone(table, tmp_path):
    table.close().result()
    path = find_save(tmp_path, table.name)
    path.write_text(path.read_text().replace('"scheme":2', '"scheme":3'))
    again = resume_table(path)
    assert again.awaited == ()
    assert refusal(again.roll, WHITE) == UNKNOWN_SCHEME
    assert refusal(again.exchange, VerifiableDice.contribute, WHITE, "words") == UNKNOWN_SCHEME


# What is typed


@pytest.mark.parametrize(
    ("typed", "rule", "facts"),
    [
        ("", NO_WORDS, {}),
        (" \n\x1b[31m ", NO_WORDS, {}),
        ("ä" * 201, CONTRIBUTION_TOO_LONG, {"length": 201, "most": 200}),
        ("word " * 1000, CONTRIBUTION_TOO_LONG, {"length": 4999, "most": 200}),
        (FINGERPRINT[:-1], FINGERPRINT_LENGTH, {"length": 63}),
        (f"{FINGERPRINT}0", FINGERPRINT_LENGTH, {"length": 65}),
        (CONTRIBUTION, FINGERPRINT_LENGTH, {"length": 32}),
        (f"{FINGERPRINT[:-1]}g", FINGERPRINT_DIGIT, {"text": "g"}),
        ("z" * 64, FINGERPRINT_DIGIT, {"text": "z"}),
        (f"{CONTRIBUTION} {FINGERPRINT}", FINGERPRINT_NOT_ALONE, {}),
        (f"{FINGERPRINT} {OTHER_FINGERPRINT}", FINGERPRINT_NOT_ALONE, {}),
    ],
)
def test_what_will_not_do_is_refused_and_changes_nothing(table, typed, rule, facts):
    before = table.path.read_bytes()
    with pytest.raises(BackgammonError) as caught:
        contribute(table, WHITE, typed)
    assert (caught.value.msgid, vars(caught.value)) == (rule, facts)
    assert table.path.read_bytes() == before


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (FINGERPRINT, FINGERPRINT),
        (f"  {FINGERPRINT.upper()}\n", FINGERPRINT),
        (f"{FINGERPRINT}  -", FINGERPRINT),
        (f"{FINGERPRINT} *-", FINGERPRINT),
        (f"SHA2-256(stdin)= {FINGERPRINT}", FINGERPRINT),
        (f"SHA256(stdin)= {FINGERPRINT}", FINGERPRINT),
        *((words, "") for words in ("no sixes", "deadbeef", "a" * 31, "дом" * 30, "one two " * 20, "- - -")),
    ],
)
def test_a_fingerprint_is_read_as_programs_print_it(typed, read):
    assert read_fingerprint(typed) == read


def test_words_are_cleaned_before_they_are_sealed():
    assert read_words("  a\x1b[31m\ud800b\n  c\t") == "a b c"


# The program ends, or the disk fails, at any point

SCENARIOS = {
    "words and words": ("seven bells", "¡suerte!"),
    "a fingerprint and words": (FINGERPRINT, "seven bells"),
    "words and a fingerprint": ("seven bells", FINGERPRINT),
    "two fingerprints": (FINGERPRINT, OTHER_FINGERPRINT),
    "a fingerprint and nothing": (FINGERPRINT, None),
    "nothing and words": (None, "seven bells"),
    "nothing and nothing": (None, None),
}
OPENINGS = {FINGERPRINT: CONTRIBUTION, OTHER_FINGERPRINT: OTHER}


def next_step(table, chosen):
    """Take the next step of an exchange with the `chosen` texts: contribute, open, or roll when it is over."""
    if not table.awaited:
        wait(table.roll(WHITE))
        return
    player = table.awaited[0]
    typed = chosen[player.index]
    if table.evidence.decided:
        wait(table.exchange(VerifiableDice.open, player, OPENINGS[typed]))
    else:
        contribute(table, player, typed)


def play_with(plan, spared, chosen, folder):
    """Contribute and roll with one fault of the disk; return the table, and whether the fault happened."""
    saboteur = Saboteur()
    table = begin_table(folder, HEADER, disk=saboteur.disk)
    saboteur.plan, saboteur.spared = plan, spared
    while not table.history:
        try:
            next_step(table, chosen)
        except SaveError:
            assert plan not in DEATHS
        except Died:
            table = reopened(table, saboteur.disk)
    return table, saboteur.plan != plan


@pytest.mark.rule("V3", "V4", "V5")
@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_exchange_with_a_fault_at_any_point_ends_as_it_should(plan, scenario, tmp_path):
    chosen = SCENARIOS[scenario]
    for spared in count([*SCENARIOS].index(scenario) % stride(), stride()):
        table, spoilt = play_with(plan, spared, chosen, tmp_path / str(spared))
        secret = secret_of(table)
        table.close().result()
        record = load(table.path)
        found = evidence(record.items)
        texts = [one.text for one in found.contributions]
        for typed, one in zip(chosen, found.contributions, strict=True):
            if typed is not None:
                assert one.text == OPENINGS.get(typed, typed)
            else:
                assert one.declined or (one.made, len(one.text)) == (Made.DRAWN, 32)
        mixed = b"".join(b"%d:%b" % (len(text.encode()), text.encode()) for text in texts)
        key = hmac.digest(secret, mixed, "sha256")
        assert record.events == (OpeningThrown(*derive_roll(key, 0)),)
        names = [item.name for item in record.items if isinstance(item, Note)]
        sealed = sum(bool(text) for text in texts)
        assert sorted(names) == sorted(
            ["dice_committed"] + ["dice_sealed", "dice_opened"] * sealed + ["dice_declined"] * (2 - sealed)
        )
        if not spoilt:
            return
