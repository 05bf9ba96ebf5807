"""Verifiable dice: rolls that anyone can check afterwards, and that a player can keep others from choosing.

The protocol, called scheme 2 in the records [RULES V]:

1. Before anything else a secret of 32 bytes is drawn from the system's source of randomness and kept in a private
   file beside the save. Its SHA-256, the commitment, is recorded and shown in full.
2. Then each player may contribute once: *seal* a contribution, or decline. The seal, the SHA-256 of the
   contribution in UTF-8, is recorded. Either bgterm makes it from words that the player types, and keeps the words
   in the private file; or the player types 64 hex digits, a fingerprint made on their own machine, and bgterm
   cannot know what it is of. Declining is possible only before either seal is recorded. Once the opponent has
   sealed, bgterm draws 32 hex digits for a player with nothing to add.
3. When both have sealed or declined, the contributions that bgterm knows are opened: recorded in the clear. A
   player who typed a fingerprint opens theirs by typing it. It must match the seal and contain 32 hex digits in a
   row, since shorter texts can be found by trying. It can be typed again as often as needed, until the player says
   that they cannot open it: that makes the match void, and the record names them.
4. The key is HMAC-SHA256(secret, mix). The mix is White's contribution and then Black's, each in UTF-8 after its
   length in bytes and a colon; a player who declined has `0:`. No two pairs of contributions give the same mix.
5. Throw k of the match, counted from 0 with those for the opening, ties included, is read from the bytes of
   HMAC-SHA256(key, "k.0"), HMAC-SHA256(key, "k.1") and so on: a byte from 252 up is skipped, since it would favour
   the low numbers, and any other shows its remainder by six, plus one. The first two are the dice: in the opening
   White's and Black's.
6. When the match is won or void, or a money session closed, the secret is recorded and the private file removed.
   `bgterm verify` then derives every roll again from the record alone, and so does the program in docs/dice.md.

What is hashed is only what the player typed. bgterm adds no randomness of its own to words: the machine that draws
it knows the secret, and could draw until the dice suit it. So words are no safer than they are hard to guess, and
anyone who can read the machine on which they are typed knows them at once. A fingerprint made elsewhere guards
against that machine too: nobody knows the contribution before both seals are recorded, or can change theirs
afterwards. Copying the opponent's fingerprint, and later their contribution, gains nothing: the key depends on
both texts in their places, and the one that was copied was unknown when the copy was sealed.

What remains possible is listed in SECURITY.md: to know the dice to come once everything is open, and to abandon a
match whose dice one does not like. Records of the first scheme (words in the clear, any number, until the first
throw) keep their scheme to their end: the last to add words could choose the dice if they knew the secret. [RULES
V8]
"""

import json
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from string import hexdigits

from bgterm.catalog import N_
from bgterm.notation.dice_evidence import (
    SCHEME,
    SCHEMES,
    UNKNOWN_SCHEME,
    DiceNote,
    Evidence,
    Made,
    after,
    commitment,
    derive_roll,
    evidence,
    fingerprint,
    is_guessable,
    opens,
)
from bgterm.notation.errors import quoted
from bgterm.notation.json_codec import Note
from bgterm.notation.sanitize import clean_line
from bgterm.play.dice.sources import DiceError
from bgterm.rules.board import Player
from bgterm.rules.errors import IllegalAction, NotationError
from bgterm.rules.events import Event
from bgterm.rules.match import Pair
from bgterm.storage.errors import Overtaken, SaveError
from bgterm.storage.journal import SECRET
from bgterm.storage.open_match import OpenMatch

_SECRET_BYTES = 32
_DRAWN_BYTES = 16


def why_not_contribute(found: Evidence, player: Player) -> IllegalAction | None:
    """Return why the player may neither contribute nor decline, by the evidence so far; None when they may."""
    if found.throws or found.scheme != SCHEME:
        return IllegalAction(N_("nothing can be added to the dice now: contributions come before the first roll"))
    if found.contributions[player.index].decided:
        return IllegalAction(
            N_("{player} has contributed or declined already: each player decides once"), player=player
        )
    return None


def why_not_open(found: Evidence, player: Player) -> IllegalAction | None:
    """Return why the player may not open a contribution now, by the evidence so far; None when they may."""
    if not found.contributions[player.index].awaited or found.throws or found.scheme != SCHEME:
        return IllegalAction(N_("there is no sealed contribution of {player} to open"), player=player)
    if not found.decided:
        return IllegalAction(
            N_("{player} has not contributed or declined yet: open yours after that"), player=player.opponent
        )
    return None


class VerifiableDice:
    """The verifiable dice of one match: they throw from the secret beside its save, and record the exchange."""

    def __init__(self, journal: OpenMatch, items: Iterable[Event | Note]) -> None:
        """Continue the dice of an open save that contains `items`, or commit to a new secret.

        Contributions that the program knew but had not opened when it ended are opened now. Raises SaveError when
        a new secret cannot be saved.
        """
        self._journal = journal
        self.evidence = evidence(items)
        """The evidence about these dice so far."""
        self._known: dict[Player, str] = {}
        """The players' contributions that are in the private file."""
        self._secret = b""
        if self.evidence.commitment:
            self._read_private()
            with suppress(SaveError):  # the opening is tried again before the first throw
                self.open_known()
        else:
            self._commit()

    def throw(self, number: int) -> Pair:
        """Return the two dice of throw `number`, counted from 0 with the throws for the opening.

        Raises DiceError when the secret is not beside the save any more.
        """
        self._demand_secret()
        return derive_roll(self.evidence.key(self._secret), number)

    def follow(self, item: Event | Note) -> None:
        """Update the dice with an event or note that this process has recorded."""
        self.evidence = after(self.evidence, item)

    def follow_others(self, items: Iterable[Event | Note]) -> None:
        """Update the dice with events and notes that other processes recorded, and with words they have sealed.

        The words are read from the private file.
        """
        may_contribute = not self.evidence.throws
        for item in items:
            self.follow(item)
        if may_contribute:
            with suppress(SaveError):  # the opening is tried again before the first throw
                self._read_private()
                self.open_known()

    # The exchange of contributions

    def contribute(self, player: Player, text: str) -> None:
        """Seal what a player contributes: words, or a fingerprint made elsewhere. [RULES V3]

        Raises IllegalAction when the player has decided already, NotationError when the text is neither words that
        can be shown nor a fingerprint, SaveError when it cannot be saved, DiceError when the secret is lost.
        """
        self._demand_undecided(player)
        if digest := read_fingerprint(text):
            self._record_seal(player, digest, Made.ELSEWHERE)
        else:
            self._seal(player, read_words(text), Made.TYPED)

    def add_nothing(self, player: Player) -> None:
        """Decline; once the opponent has sealed, draw digits for the player instead. [RULES V4]

        Raises IllegalAction when the player has decided already, SaveError when that cannot be saved, DiceError
        when the secret is lost.
        """
        self._demand_undecided(player)
        if self.evidence.sealed:
            self._seal(player, os.urandom(_DRAWN_BYTES).hex(), Made.DRAWN)
        else:
            self._record(DiceNote.DECLINED, player)
            self._open_if_first()

    def open(self, player: Player, text: str) -> None:
        """Open the sealed fingerprint of a player: record the contribution `text`, of which it is the SHA-256.

        Raises IllegalAction when nothing of theirs is to be opened now, NotationError when the text is not the
        sealed one or could be found by trying, SaveError when saving fails. The player can try again after each.
        """
        self._demand_awaited(player)
        mine = self.evidence.contributions[player.index]
        text = text.strip()
        check_length(text)
        # `echo` ends the line that it hands to sha256sum, unlike `printf`.
        matching = [one for one in (text, f"{text}\n") if fingerprint(one) == mine.seal]
        if not matching:
            message = N_(
                "that is not what was sealed: type the contribution exactly as it was when you made the "
                "fingerprint"
            )
            raise NotationError(message)
        if is_guessable(mine, text):
            message = N_(
                "that is what was sealed, but it can be found by trying: a contribution sealed elsewhere "
                "needs at least 32 hex digits in a row"
            )
            raise NotationError(message)
        self._record(DiceNote.OPENED, player, contribution=matching[0])

    def give_up_opening(self, player: Player) -> None:
        """Record that the player cannot open what they sealed: the match is void, and the secret is revealed.

        Raises IllegalAction when nothing of theirs is to be opened now, SaveError when that cannot be saved.
        """
        self._demand_awaited(player)
        self._record(DiceNote.NOT_OPENED, player)
        with suppress(SaveError):  # tried again when the match is opened next
            self.reveal()

    def open_known(self) -> None:
        """Open the contributions that the program knows, if both players have decided. Raises SaveError."""
        if not self.evidence.decided or self.evidence.throws:
            return
        for player, text in self._known.items():
            mine = self.evidence.contributions[player.index]
            if mine.seal and not mine.text and opens(mine, text):
                self._record(DiceNote.OPENED, player, contribution=text)

    def reveal(self) -> None:
        """Record the secret, once, and remove the private file. Raises SaveError."""
        if self._secret and not self.evidence.secret:
            note = Note(DiceNote.REVEALED, {"secret": self._secret.hex()})
            self._journal.append(note)
            self.follow(note)
        if self.evidence.secret:
            self._journal.remove_secret()

    def _demand_secret(self) -> None:
        if self.evidence.scheme not in SCHEMES:
            raise DiceError(UNKNOWN_SCHEME, scheme=self.evidence.scheme)
        if not self._secret:
            message = N_("the dice of this match cannot be rolled: {name}, the file with their secret, is missing")
            raise DiceError(message, name=f"{self._journal.name}{SECRET}")

    def _demand_undecided(self, player: Player) -> None:
        self._demand_secret()
        if error := why_not_contribute(self.evidence, player):
            raise error

    def _demand_awaited(self, player: Player) -> None:
        if error := why_not_open(self.evidence, player):
            raise error

    def _seal(self, player: Player, text: str, made: Made) -> None:
        """Seal a text that the program keeps privately, and open what can be opened."""
        self._known[player] = text
        self._write_private()
        self._record_seal(player, fingerprint(text), made)

    def _record_seal(self, player: Player, digest: str, made: Made) -> None:
        self._journal.save()  # a sealed contribution must be known however the program ends
        self._record(DiceNote.SEALED, player, sha256=digest, made=made.value)
        self._open_if_first()

    def _open_if_first(self) -> None:
        """Open what can be opened, unless another process has recorded something that must be read first."""
        with suppress(Overtaken):
            self.open_known()

    def _record(self, name: DiceNote, player: Player, **facts: str) -> None:
        note = Note(name, {"player": player.name.lower(), **facts})
        self._journal.append(note)
        self.follow(note)

    # The private file

    def _commit(self) -> None:
        """Draw a secret, save it, and then record its SHA-256."""
        self._secret = os.urandom(_SECRET_BYTES)
        note = Note(DiceNote.COMMITTED, {"sha256": commitment(self._secret), "scheme": SCHEME})
        try:
            self._write_private()
            self._journal.append(note)
        except SaveError:
            self._journal.remove_secret()
            raise
        self.follow(note)

    def _write_private(self) -> None:
        """Save the secret and the known contributions, in a form that programs of the first scheme reject."""
        texts = {player.name.lower(): text for player, text in self._known.items()}
        data = json.dumps({"secret": self._secret.hex(), **texts})
        self._journal.write_secret(f"{data}\n".encode())

    def _read_private(self) -> None:
        """Read the secret and the contributions; do nothing if the secret is missing or not the committed one."""
        with suppress(ValueError):
            text = self._journal.read_secret().decode()
            found = {"secret": text} if self.evidence.scheme == 1 else _texts(json.loads(text))
            secret = bytes.fromhex(found.get("secret", ""))
            if commitment(secret) == self.evidence.commitment:
                self._secret = secret
                names = {player: player.name.lower() for player in Player}
                self._known = {player: found[name] for player, name in names.items() if name in found}


def _texts(data: object) -> Mapping[str, str]:
    """Return the fields of a JSON object that are texts."""
    pairs = data.items() if isinstance(data, dict) else ()
    return {name: value for name, value in pairs if isinstance(value, str)}


# Contributions as players type them


LONGEST_WORDS = 200
"""How many characters words may have."""
LONGEST_CONTRIBUTION = 1000
"""How many characters a contribution may have that was sealed elsewhere."""

_DIGEST_LENGTH = 64
_LIKE_A_FINGERPRINT = 48
"""The number of ASCII characters from which a single word is taken for a mistyped fingerprint."""
_LIKE_HEX = 32
"""The number of hex digits from which a single word is taken for a mistyped fingerprint."""
_BESIDE_A_DIGEST = r"(?i:\*?-|SHA(2-)?256\(.*\)=)"
"""Matches the output of sha256sum, shasum and openssl around a digest."""


def check_length(text: str, most: int = LONGEST_CONTRIBUTION) -> None:
    """Raise NotationError for a contribution of more than `most` characters."""
    if len(text) > most:
        message = N_("that is {length} characters long: type at most {most}")
        raise NotationError(message, length=len(text), most=most)


def read_words(text: str) -> str:
    """Return words as they are sealed and recorded: printable, in NFC, with single blanks.

    Raises NotationError when nothing is left or it is too long.
    """
    words = clean_line(text, len(text))
    if not words:
        raise NotationError(N_("type some words, or a fingerprint of 64 hex digits"))
    check_length(words, LONGEST_WORDS)
    return words


def read_fingerprint(text: str) -> str:
    """Return the 64 hex digits that a player typed, alone or as sha256sum prints them; empty for words.

    Raises NotationError for a text that seems to be meant as a fingerprint and is not one, such as 63 digits.
    """
    words = [word for word in text.split() if not re.fullmatch(_BESIDE_A_DIGEST, word)]
    digests = [word for word in words if len(word) == _DIGEST_LENGTH and _is_hex(word)]
    if digests:
        if len(words) > 1:
            raise NotationError(N_("type the 64 hex digits of the fingerprint and nothing else"))
        return digests[0].lower()
    least = _LIKE_HEX if all(map(_is_hex, words)) else _LIKE_A_FINGERPRINT
    if len(words) == 1 and words[0].isascii() and len(words[0]) >= least:
        if bad := [char for char in words[0] if char not in hexdigits]:
            message = N_('a fingerprint has 64 hex digits, 0-9 and a-f: "{text}" is not one of them')
            raise NotationError(message, text=quoted(bad[0]))
        message = N_(
            "a fingerprint has 64 hex digits and this has {length}: type the fingerprint. A contribution "
            "typed here is not secret any more: if this was yours, make a new one"
        )
        raise NotationError(message, length=len(words[0]))
    return ""


def _is_hex(word: str) -> bool:
    return all(char in hexdigits for char in word)
