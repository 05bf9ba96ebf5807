"""Verifiable dice: committed to before the first throw, mixed, revealed at the end, and attempts to load them."""

import hashlib
import hmac
import json
from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bgterm.analysis.dice_proof import FIRST_SCHEME, verdict, verify
from bgterm.notation.dice_evidence import derive_roll, dice_key, mix
from bgterm.notation.json_codec import Note, read_line, write_line
from bgterm.play.dice.sources import DiceError
from bgterm.play.dice.verifiable import VerifiableDice
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import OpeningThrown, ResignationAccepted, Rolled
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, HYPER
from bgterm.storage.errors import SaveError
from bgterm.storage.journal import load
from tests.sealed import (
    ALREADY_CONTRIBUTED,
    CONTRIBUTION,
    FILE_LOST,
    FINGERPRINT,
    NOTHING_TO_OPEN,
    OPENING_AWAITED,
    OTHER_CONTRIBUTION,
    contribute,
    decide,
    decline,
    refusal,
    secret_of,
)
from tests.storage.faults import FAILURES, Saboteur
from tests.tables import begin_table, offer_to_resign, play_to_the_end, reopened, resign, resume_table, step
from tests.waiting import wait

VOID_RECORD = "the match is void: {player} did not open the sealed contribution, so there is no roll to check"

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


# Attempts to load verifiable dice, by an operator who reads everything the server has and helps one player:
# Black and the operator read the secret as soon as it is drawn, and the opponent's contribution as soon as the
# server knows it, and try texts of their own until the dice suit them.


WANTED = [(1, 6), (6, 6)]
"""Throws in which Black wins the opening and then has the best roll."""


def key_of(secret, *contributions):
    return hmac.digest(secret, mix(contributions), "sha256")


def throws(key, how_many):
    return [derive_roll(key, number) for number in range(how_many)]


def ground(key_with):
    """Return the first text that gives the throws `WANTED`; `key_with` returns the key of the dice for a text."""
    return next(text for text in map(str, count()) if throws(key_with(text), len(WANTED)) == WANTED)


def everything_on_the_disk(table):
    """Return the facts that the operator reads: the secret, and the contributions that the server knows."""
    return json.loads(table.path.with_suffix(".secret").read_text())


def first_throws(table):
    """Throw until somebody starts, and return the throws; then White resigns, so that the secret is revealed."""
    resign(table)
    return [(event.white, event.black) for event in table.history if isinstance(event, OpeningThrown)]


def told(table):
    return " ".join(verdict(verify(table.path.read_bytes())))


# What the attack does where it works, so that it is known to be one


def test_dice_of_the_first_scheme_can_be_loaded(tmp_path):
    secret = bytes(range(32))
    path = tmp_path / "old.jsonl"
    notes = [
        Note("dice_committed", {"sha256": hashlib.sha256(secret).hexdigest()}),
        Note("dice_words", {"player": "white", "words": "my luck"}),
    ]
    words = ground(lambda text: hmac.digest(secret, f"my luck\n{text}\n".encode(), "sha256"))
    notes.append(Note("dice_words", {"player": "black", "words": words}))
    path.write_text("".join(f"{write_line(line)}\n" for line in (HEADER, *notes)))
    path.with_suffix(".secret").write_text(secret.hex())
    table = resume_table(path)
    assert first_throws(table) == WANTED[:1]
    table.close().result()
    assert FIRST_SCHEME in told(table)


def test_words_typed_into_the_server_do_not_protect_against_it(table):
    contribute(table, WHITE, "my luck")
    read = everything_on_the_disk(table)
    secret, words = bytes.fromhex(read["secret"]), read["white"]
    contribute(table, BLACK, ground(lambda text: key_of(secret, words, text)))
    assert first_throws(table) == WANTED[:1]
    assert "anyone who read them and the secret could have helped Bob to choose the dice" in told(table)


# The same attack on a fingerprint made elsewhere


def attack_before_opening(table):
    """Contribute for Black by all that is known before White opens; return the secret and the contribution."""
    read = everything_on_the_disk(table)
    secret = bytes.fromhex(read.pop("secret"))
    assert read == {}
    assert CONTRIBUTION.encode() not in b"".join(path.read_bytes() for path in table.path.parent.iterdir())
    mine = ground(lambda text: key_of(secret, "", text))
    contribute(table, BLACK, mine)
    return secret, mine


def test_with_a_fingerprint_the_attack_fails_to_load_the_dice(table):
    """After the opening Black knows a contribution that loads the dice; it is refused in every way there is."""
    contribute(table, WHITE, FINGERPRINT)
    secret, mine = attack_before_opening(table)
    hoped_for = throws(key_of(secret, "", mine), 8)
    assert hoped_for[: len(WANTED)] == WANTED
    wait(table.exchange(VerifiableDice.open, WHITE, CONTRIBUTION))
    key = key_of(secret, CONTRIBUTION, mine)
    assert throws(key, 8) != hoped_for
    better = ground(lambda text: key_of(secret, CONTRIBUTION, text))
    assert refusal(table.exchange, VerifiableDice.contribute, BLACK, better) == ALREADY_CONTRIBUTED
    assert refusal(table.exchange, VerifiableDice.add_nothing, BLACK) == ALREADY_CONTRIBUTED
    assert refusal(table.exchange, VerifiableDice.open, BLACK, better) == NOTHING_TO_OPEN
    notes = [
        {"note": "dice_sealed", "player": "black", "sha256": hashlib.sha256(better.encode()).hexdigest()},
        {"note": "dice_opened", "player": "black", "contribution": better},
        {"note": "dice_words", "player": "black", "words": better},
    ]
    with table.path.open("a") as file:
        file.writelines(f"{json.dumps(note)}\n" for note in notes)
    again = reopened(table)
    assert again.evidence.contributions[BLACK.index].text == mine
    fallen = first_throws(again)
    assert fallen == throws(key, len(fallen))
    assert "Then nobody could choose the dice against Ann." in told(again)


def test_a_player_who_dislikes_the_dice_can_only_refuse_to_play(table):
    """Black seals a fingerprint too, and knows all dice before opening it: the match ends, and names them."""
    theirs = "f" * 32
    contribute(table, BLACK, hashlib.sha256(theirs.encode()).hexdigest())
    contribute(table, WHITE, FINGERPRINT)
    wait(table.exchange(VerifiableDice.open, WHITE, CONTRIBUTION))
    secret = secret_of(table)
    better = ground(lambda text: key_of(secret, CONTRIBUTION, f"{text:0>32}"))
    assert refusal(table.exchange, VerifiableDice.open, BLACK, f"{better:0>32}") == OTHER_CONTRIBUTION
    assert refusal(table.roll, BLACK) == OPENING_AWAITED
    wait(table.exchange(VerifiableDice.give_up_opening, BLACK))
    assert table.history == ()
    with pytest.raises(BackgammonError) as caught:
        verify(table.path.read_bytes())
    assert (caught.value.msgid, vars(caught.value)) == (VOID_RECORD, {"player": "Bob"})


def test_a_forged_record_shows_other_digits_than_were_kept(table):
    """The operator can write another record with loaded dice; it does not have the seal that White was shown."""
    contribute(table, WHITE, FINGERPRINT)
    secret, _ = attack_before_opening(table)
    kept = [table.evidence.commitment, *(one.seal for one in table.evidence.contributions)]
    wait(table.exchange(VerifiableDice.open, WHITE, CONTRIBUTION))
    first_throws(table)
    better = ground(lambda text: key_of(secret, CONTRIBUTION, text))
    (opening,) = throws(key_of(secret, CONTRIBUTION, better), 1)
    found = verify(forge(load(table.path).items, table.header, better, opening))
    assert found.rolls == 1
    shown = [found.evidence.commitment, *(one.seal for one in found.evidence.contributions)]
    assert shown[:2] == kept[:2]
    assert shown[2] != kept[2]
    assert all(digits in told(table) for digits in kept)


def forge(items, header, text, opening):
    """Return the lines of a forged record: Black contributed another text, and the dice fell accordingly."""
    changes = {
        ("dice_sealed", "black"): {"sha256": hashlib.sha256(text.encode()).hexdigest()},
        ("dice_opened", "black"): {"contribution": text},
        ("opening_thrown", None): {"white": opening[0], "black": opening[1]},
    }
    ties = [item for item in items if isinstance(item, OpeningThrown) and item.white == item.black]
    lines = []
    for item in (header, *(item for item in items if item not in ties)):
        line = json.loads(write_line(item))
        line.update(changes.get((line.get("note") or line.get("event"), line.get("player")), {}))
        lines.append(write_line(read_line(json.dumps(line))))
    return "".join(f"{line}\n" for line in lines).encode()


def test_the_dice_depend_on_the_contribution_that_is_unknown():
    """With a secret and a contribution chosen by Black, each first throw comes as often as with fair dice."""
    secret = bytes(range(32))
    mine = ground(lambda text: key_of(secret, "", text))
    others = [hashlib.sha256(str(number).encode()).hexdigest()[:32] for number in range(3600)]
    as_wanted = sum(throws(key_of(secret, other, mine), 1) == WANTED[:1] for other in others)
    assert 70 < as_wanted < 130, "100 on average, with a standard deviation of 10"
