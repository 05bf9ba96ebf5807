"""Verifiable dice: committed to before the first throw, mixed with contributions, revealed at the end."""

import hashlib
import hmac
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.notation.dice_evidence import derive_roll, dice_key, mix
from bgterm.notation.json_codec import Note
from bgterm.play.dice.sources import DiceError
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import OpeningThrown, ResignationAccepted, Rolled
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER
from bgterm.storage.errors import SaveError
from bgterm.storage.journal import load
from tests.sealed import FILE_LOST, decide, decline, secret_of
from tests.storage.faults import FAILURES, Saboteur
from tests.tables import begin_table, offer_to_resign, play_to_the_end, reopened, resign, resume_table, step
from tests.waiting import wait

HEADER = Header(HYPER, Ruleset(length=1), ("Ann", "Bob"), "verifiable", "2026-11-20")
WHITE, BLACK = Player


@pytest.fixture
def table(tmp_path):
    """A table before the first roll and all contributions."""
    return begin_table(tmp_path, HEADER)


def notes(table, name):
    return [item.facts for item in load(table.path).items if isinstance(item, Note) and item.name == name]


def secret_file(table):
    return table.path.with_suffix(".secret")


def shown(table):
    """Return the dice of each throw, the larger first."""
    openings = [Dice.of(event.white, event.black) for event in table.history if isinstance(event, OpeningThrown)]
    return openings + [event.dice for event in table.history if isinstance(event, Rolled)]


def derived(key, count):
    return [Dice.of(*derive_roll(key, number)) for number in range(count)]


@pytest.mark.rule("V2")
def test_secret_is_committed_first_and_kept_private(table, tmp_path):
    secret = secret_of(table)
    assert len(secret) == 32
    assert secret_file(table).stat().st_mode & 0o777 == 0o600
    commitment = hashlib.sha256(secret).hexdigest()
    assert load(table.path).items == (Note("dice_committed", {"sha256": commitment, "scheme": 2}),)
    assert table.evidence.commitment == commitment
    other = begin_table(tmp_path, HEADER)
    assert other.evidence.commitment != table.evidence.commitment
    other.close().result()


@pytest.mark.rule("V6")
def test_the_secret_is_revealed_at_the_end_and_its_file_removed(table, tmp_path):
    secret = secret_of(table).hex()
    decline(table)
    play_to_the_end(table, 1)
    assert load(table.path).items[-1] == Note("dice_revealed", {"secret": secret})
    assert [path.suffix for path in tmp_path.iterdir()] == [".jsonl"]


# Worked out with openssl: KEY=$(printf TEXT | openssl dgst -sha256 -mac HMAC -macopt hexkey:$SECRET) with the TEXT
# '8:no sixes0:' for contributions and 'a\nb\n' for words, and printf 0.0 | openssl dgst ... -macopt hexkey:$KEY.
@pytest.mark.rule("V1")
@pytest.mark.parametrize(
    ("key", "digits", "dice"),
    [
        (
            hmac.digest(bytes(range(32)), mix(["no sixes", ""]), "sha256"),
            "cbf4a548616163bdd336354e2ab0e8c0d99769b79aa103402429b90461b7b791",
            [(5, 3), (5, 4)],  # fa 5c, 76 81
        ),
        (
            dice_key(bytes(range(32)), ["a", "b"]),
            "eeac08c0b29a502e971c8ebff4512c5d78291c5482645cee579881fb95e5c3e6",
            [(3, 3), (5, 4), (4, 2), (4, 4)],  # d4 aa, ee 75, e1 c1, 63 f9
        ),
    ],
    ids=["contributions", "words of the first scheme"],
)
def test_secret_and_contributions_give_the_same_dice_for_ever(key, digits, dice):
    assert key.hex() == digits
    assert [derive_roll(key, number) for number in range(len(dice))] == dice


@pytest.mark.rule("V5")
@given(*[st.tuples(*[st.text(st.characters(codec=None))] * 2)] * 2)
def test_no_two_pairs_of_contributions_give_the_same_mix(one, other):
    assert (mix(one) == mix(other)) == (one == other)


@given(st.binary(min_size=32, max_size=32), st.lists(st.text(st.characters(codec=None)), max_size=4))
def test_other_words_are_another_key(secret, words):
    assert dice_key(secret, words) == dice_key(secret, words)
    assert dice_key(secret, [*words, ""]) != dice_key(secret, words)


@pytest.mark.rule("V1")
def test_match_resumed_after_any_event_has_the_same_dice(tmp_path):
    table, rng = begin_table(tmp_path, HEADER), Random(1)
    secret = secret_of(table)
    decide(table, "on and on", None)
    drawn = table.evidence.contributions[BLACK.index].text
    key = hmac.digest(secret, f"9:on and on32:{drawn}".encode(), "sha256")
    while table.match.winner is None:
        assert secret.hex() not in table.path.read_text()
        step(table, rng)
        table = reopened(table)
    table.close().result()
    assert shown(table) == derived(key, len(shown(table)))
    assert len(notes(table, "dice_committed")) == len(notes(table, "dice_revealed")) == 1


@pytest.mark.parametrize(
    "damage", [None, b"", b"not hexadecimal\n", b"\xff", b"[]", b'{"secret":1}', b'{"secret":"00"}']
)
def test_match_without_its_secret_is_shown_but_not_rolled(damage, table):
    decline(table)
    table.close().result()
    file = secret_file(table)
    if damage is None:
        file.unlink()
    else:
        file.write_bytes(damage)
    again = resume_table(table.path)
    with pytest.raises(DiceError) as caught:
        wait(again.roll(WHITE))
    assert (caught.value.msgid, vars(caught.value)) == (FILE_LOST, {"name": file.name})
    assert (again.match, again.history) == (table.match, ())


@pytest.mark.parametrize("secret_was_kept", [False, True])
def test_commitment_missed_by_a_crash_is_made_on_resuming(secret_was_kept, table):
    table.close().result()
    table.path.write_bytes(table.path.read_bytes().splitlines(keepends=True)[0])
    if not secret_was_kept:
        secret_file(table).unlink()
    again = resume_table(table.path)
    secret = secret_of(table)
    assert notes(again, "dice_committed") == [{"sha256": hashlib.sha256(secret).hexdigest(), "scheme": 2}]
    decline(again)
    wait(again.roll(WHITE))
    assert shown(again) == derived(hmac.digest(secret, b"0:0:", "sha256"), 1)


@pytest.mark.parametrize("spared", range(4))
@pytest.mark.parametrize("plan", FAILURES)
def test_a_match_whose_secret_cannot_be_kept_does_not_begin(plan, spared, tmp_path):
    folder, saboteur = tmp_path / "saves", Saboteur(plan, spared)
    try:
        table = begin_table(folder, HEADER, disk=saboteur.disk)
    except SaveError:
        assert list(folder.iterdir()) == []
    else:
        assert saboteur.plan
        table.close().result()


@pytest.mark.parametrize("plan", FAILURES)
def test_secret_not_recorded_at_the_end_is_revealed_later(plan, tmp_path):
    saboteur = Saboteur()
    table = begin_table(tmp_path, HEADER, disk=saboteur.disk)
    offer_to_resign(table)
    saboteur.plan, saboteur.spared = plan, 1
    wait(table.apply(ResignationAccepted(BLACK)))
    assert table.match.winner is BLACK
    assert secret_file(table).exists()
    again = reopened(table)
    assert len(notes(again, "dice_revealed")) == 1
    assert not secret_file(table).exists()


@pytest.mark.rule("V6")
def test_a_money_session_reveals_its_secret_when_it_is_closed(tmp_path):
    table = begin_table(tmp_path, HEADER._replace(variant=BACKGAMMON, ruleset=Ruleset()))
    resign(table)
    assert secret_file(table).exists()
    again = reopened(table)
    wait(again.close_session())
    assert len(notes(again, "dice_revealed")) == 1
    assert not secret_file(table).exists()
