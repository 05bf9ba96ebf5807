"""Dice that anyone can check, and nobody can load.

1. Before the first throw a secret of 32 bytes is drawn from the system's source of randomness and kept in a
   private file beside the save. Its SHA-256 is recorded: `{"note":"dice_committed","sha256":"..."}`. From here on
   the secret cannot be exchanged for another.
2. Until the first throw of the match either player may mix in words of his own, as often as he likes, recorded as
   `{"note":"dice_words","player":"white","words":"..."}`. Whoever does so need trust neither the program nor the
   opponent: the secret was laid down before the words were known. After the first throw no more words are taken.
3. The key is HMAC-SHA256(secret, words), where the words are the texts in their order, each followed by a line
   feed, in UTF-8. Throw k of the match, counted from 0 with those for the opening, ties included, is read from the
   bytes of HMAC-SHA256(key, "k.0"), HMAC-SHA256(key, "k.1") and so on: a byte from 252 up is passed over, since it
   would favour the low numbers, and any other shows its remainder by six, plus one. The first two are the dice: in
   the opening White's and Black's.
4. When the match is won, or a money session is closed, the secret is recorded, `{"note":"dice_revealed",
   "secret":"..."}`, and the private file is removed. `bgterm verify` then works out every roll again from the
   record alone. So can anyone:

    import hashlib, hmac, json, sys

    record = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    notes = {line["note"]: line for line in record if "note" in line}
    secret = bytes.fromhex(notes["dice_revealed"]["secret"])
    assert hashlib.sha256(secret).hexdigest() == notes["dice_committed"]["sha256"], "another secret"
    words = "".join(line["words"] + "\\n" for line in record if line.get("note") == "dice_words")
    key = hmac.digest(secret, words.encode(), "sha256")
    rolls = [line for line in record if line.get("event") in ("opening_thrown", "rolled")]
    for k, roll in enumerate(rolls):
        stream = b"".join(hmac.digest(key, f"{k}.{block}".encode(), "sha256") for block in range(4))
        one, other = [byte % 6 + 1 for byte in stream if byte < 252][:2]
        right = {"dice": [max(one, other), min(one, other)]} if "dice" in roll else {"white": one, "black": other}
        assert right.items() <= roll.items(), f"roll {k + 1} must be {one}-{other}"
    print(len(rolls), "rolls are right")

What this does not prove: that nobody read the private file during the match. Whoever can read the files of the
user who keeps the match could know the dice to come; he could not change them.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bgterm.notation.clean import clean_line
from bgterm.notation.lines import Note
from bgterm.notation.troubles import Trouble
from bgterm.rules.board import Player
from bgterm.rules.errors import NotationError
from bgterm.rules.events import Event, OpeningThrown, Rolled
from bgterm.rules.match import Pair
from bgterm.table.cup import DiceError, derived_throw
from bgterm.table.saves import Journal, SaveError

COMMITTED = "dice_committed"
"""The note with the fingerprint of the secret."""
WORDS = "dice_words"
"""The note with what a player adds."""
REVEALED = "dice_revealed"
"""The note with the secret."""
SECRET = ".secret"  # noqa: S105 - the ending of a name
"""How the names of the private files beside the saves end."""

_SECRET_BYTES = 32
_MAX_WORDS = 200
"""How many characters of what a player adds are taken."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a record says about its dice."""

    commitment: str = ""
    """The SHA-256 of the secret in hexadecimal, from before the first throw; empty when there is none."""
    words: tuple[str, ...] = ()
    """What the players added between that and the first throw."""
    secret: str = ""
    """The secret in hexadecimal; empty until it is revealed."""
    throws_before: int = 0
    """How many throws there were when it was revealed."""


def evidence(items: Iterable[Event | Note]) -> Evidence:
    """Give what the events and notes of a record say about its dice; what comes too late is not counted."""
    found, thrown = Evidence(), 0
    for item in items:
        match item:
            case OpeningThrown() | Rolled():
                thrown += 1
            case Note(name, {"sha256": str(digest)}) if name == COMMITTED and not (found.commitment or thrown):
                found = replace(found, commitment=digest)
            case Note(name, {"words": str(words)}) if name == WORDS and found.commitment and not thrown:
                found = replace(found, words=(*found.words, words))
            case Note(name, {"secret": str(secret)}) if name == REVEALED and not found.secret:
                found = replace(found, secret=secret, throws_before=thrown)
    return found


def commitment(secret: bytes) -> str:
    """Give what is recorded about the secret before the first throw: its SHA-256 in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def dice_key(secret: bytes, words: Sequence[str]) -> bytes:
    """Give the key from which every throw is derived."""
    mixed = "".join(f"{text}\n" for text in words)
    return hmac.digest(secret, mixed.encode(errors="surrogatepass"), hashlib.sha256)


def clean_words(text: str) -> str:
    """Give what a player adds as it is recorded: printable, single blanks, at most 200 characters."""
    return clean_line(text, _MAX_WORDS)


class VerifiableCup:
    """The dice of one match, whose secret lies beside its save."""

    def __init__(self, journal: Journal, items: Iterable[Event | Note]) -> None:
        """Take up the dice of the open save, which says `items`, or draw and lay down a secret for them.

        Raises SaveError when it cannot be kept.
        """
        self._journal = journal
        self._evidence = evidence(items)
        self._secret = self._kept_secret() if self._evidence.commitment else self._new_secret()

    @property
    def evidence(self) -> Evidence:
        """What the record says about these dice so far."""
        return self._evidence

    def throw(self, number: int) -> Pair:
        """Give the two dice of this number. Raises DiceError when the secret is not beside the save any more."""
        if not self._secret:
            raise DiceError(Trouble.SECRET_LOST, name=self._journal.beside(SECRET).name)
        return derived_throw(dice_key(self._secret, self._evidence.words), number)

    def add_words(self, player: Player, text: str) -> None:
        """Mix in what a player adds, which must be before the first throw.

        Raises NotationError when there is nothing in it that can be shown, SaveError when it cannot be kept.
        """
        words = clean_words(text)
        if not words:
            raise NotationError(Trouble.EMPTY_WORDS)
        self._journal.append(Note(WORDS, {"player": player.name.lower(), "words": words}))
        self._evidence = replace(self._evidence, words=(*self._evidence.words, words))

    def reveal(self) -> None:
        """Record the secret, once, and remove the private file. Raises SaveError."""
        if self._secret and not self._evidence.secret:
            self._journal.append(Note(REVEALED, {"secret": self._secret.hex()}))
            self._evidence = replace(self._evidence, secret=self._secret.hex())
        if self._evidence.secret:
            self._journal.remove_beside(SECRET)

    def _new_secret(self) -> bytes:
        """Draw a secret, and lay down its fingerprint once it is safe on the disk."""
        secret = secrets.token_bytes(_SECRET_BYTES)
        digest = commitment(secret)
        try:
            self._journal.write_beside(SECRET, f"{secret.hex()}\n".encode())
            self._journal.append(Note(COMMITTED, {"sha256": digest}))
        except SaveError:
            self._journal.remove_beside(SECRET)
            raise
        self._evidence = replace(self._evidence, commitment=digest)
        return secret

    def _kept_secret(self) -> bytes:
        """Give the secret that was laid down; nothing when it is not there any more."""
        text = self._journal.read_beside(SECRET)
        try:
            secret = bytes.fromhex(text.decode())
        except ValueError:
            return b""
        return secret if commitment(secret) == self._evidence.commitment else b""
