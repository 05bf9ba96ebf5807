"""The notes of a record about its verifiable dice: commitment, contributions, secret, and the key that follows.

The notes of the second scheme, in this order (`bgterm.play.dice.verifiable` describes the protocol):

    {"note":"dice_committed","sha256":"5f0c...","scheme":2}
    {"note":"dice_declined","player":"white"}
    {"note":"dice_sealed","player":"black","sha256":"9a41...","made":"elsewhere"}
    {"note":"dice_opened","player":"black","contribution":"77d0..."}
    {"note":"dice_not_opened","player":"black"}                         (instead: the match is void)
    {"note":"dice_revealed","secret":"c3a8..."}

`made` is `typed` when bgterm made the seal of words that were typed, `drawn` when it drew the contribution itself,
and `elsewhere` when the player typed a fingerprint. A commitment without `scheme` is one of the first scheme,
whose words are notes like `{"note":"dice_words","player":"white","words":"..."}`, any number of them.

A note counts only where the protocol allows it. One that comes too early, too late or twice, or an opening that
does not match its seal, is ignored, both when the match is resumed and when it is verified.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from functools import reduce
from itertools import count, islice
from typing import NamedTuple

from bgterm.catalog import N_
from bgterm.notation.json_codec import Note, write_line
from bgterm.rules.board import Player
from bgterm.rules.events import Event, OpeningThrown, Rolled
from bgterm.rules.match import Header, Pair


class DiceNote(StrEnum):
    """The names of the notes about verifiable dice."""

    COMMITTED = "dice_committed"
    """The SHA-256 of the secret."""
    DECLINED = "dice_declined"
    """A player contributes nothing."""
    SEALED = "dice_sealed"
    """The SHA-256 of a player's contribution."""
    OPENED = "dice_opened"
    """The contribution itself."""
    NOT_OPENED = "dice_not_opened"
    """A player cannot open what they sealed, which makes the match void."""
    REVEALED = "dice_revealed"
    """The secret."""
    WORDS = "dice_words"
    """Words that a player adds openly, not sealed, in the first scheme."""


SCHEME = 2
"""The scheme of new matches."""
SCHEMES = (1, SCHEME)
"""The schemes that this version can continue and verify."""
UNKNOWN_SCHEME = N_("these dice follow scheme {scheme}, which this bgterm does not know: use a newer bgterm")
"""The reason why dice of a later version can neither be thrown nor verified."""

_FAIR_BYTES = 252
"""The bytes below this are used: it is a multiple of six, so that no number is favoured."""
_DIGEST = "[0-9a-f]{64}"
_UNGUESSABLE = "[0-9a-fA-F]{32}"
"""Matches the hex digits that a contribution sealed elsewhere must contain: fewer can be guessed. [RULES V3]"""


class Made(Enum):
    """How a sealed contribution to the dice was made."""

    TYPED = "typed"
    """bgterm sealed words that the player typed."""
    DRAWN = "drawn"
    """bgterm drew digits and sealed them, for a player with nothing to add."""
    ELSEWHERE = "elsewhere"
    """The player typed a fingerprint whose text bgterm does not know."""


class PlayerContribution(NamedTuple):
    """The evidence in a record about one player's contribution to verifiable dice: declined, sealed or opened."""

    declined: bool = False
    seal: str = ""
    """The SHA-256 of the contribution in hexadecimal, once it is sealed."""
    made: Made = Made.TYPED
    second: bool = False
    """Whether the opponent had sealed or declined before this player did."""
    text: str = ""
    """The contribution, once it is opened."""
    void: bool = False
    """Whether the player has said that they cannot open their contribution, which makes the match void."""
    altered: bool = False
    """Whether the contribution in the record does not match its seal."""

    @property
    def decided(self) -> bool:
        """Whether the player has sealed or declined."""
        return self.declined or bool(self.seal)

    @property
    def settled(self) -> bool:
        """Whether the contribution is opened or declined, so that nothing more is to come."""
        return self.declined or bool(self.text)

    @property
    def awaited(self) -> bool:
        """Whether the player still has to open a contribution that bgterm does not know."""
        return self.made is Made.ELSEWHERE and bool(self.seal) and not (self.text or self.void)


Contributions = tuple[PlayerContribution, PlayerContribution]
"""The contributions of White and of Black."""


class Evidence(NamedTuple):
    """The evidence in a record about its verifiable dice: commitment, contributions, secret, number of throws."""

    commitment: str = ""
    """The SHA-256 of the secret in hexadecimal, recorded before the first throw; empty when there is none."""
    scheme: int = SCHEME
    contributions: Contributions = (PlayerContribution(), PlayerContribution())
    words: tuple[str, ...] = ()
    """The words that the players added before the first throw, in the first scheme."""
    thrown_unsettled: bool = False
    """Whether dice were thrown before both contributions were opened or declined."""
    secret: str = ""
    """The secret in hexadecimal; empty until it is revealed."""
    throws: int = 0
    """How many throws there were."""
    throws_before: int = 0
    """How many of the throws came before the secret was revealed."""

    @property
    def decided(self) -> bool:
        """Whether both players have sealed or declined, so that seals may be opened. [RULES V4]"""
        return all(one.decided for one in self.contributions)

    @property
    def settled(self) -> bool:
        """Whether both contributions are opened or declined, so that dice may be thrown. [RULES V4]"""
        return self.scheme != SCHEME or all(one.settled for one in self.contributions)

    @property
    def awaited(self) -> tuple[Player, ...]:
        """The players who still have to seal or decline or, once both have, to open."""
        if self.scheme != SCHEME or self.throws or self.void is not None:
            return ()
        both = zip(Player, self.contributions, strict=True)
        return tuple(player for player, one in both if (one.awaited if self.decided else not one.decided))

    @property
    def sealed(self) -> bool:
        """Whether a seal is recorded, so that neither player can decline any more. [RULES V4]"""
        return any(one.seal for one in self.contributions)

    @property
    def void(self) -> Player | None:
        """The player whose contribution was not opened, which ended the match before its first roll; else None."""
        return next((player for player in Player if self.contributions[player.index].void), None)

    def key(self, secret: bytes) -> bytes:
        """Return the key from which every throw is derived."""
        if self.scheme != SCHEME:
            return dice_key(secret, self.words)
        return _hmac(secret, mix(one.text for one in self.contributions))


def evidence(items: Iterable[Event | Note]) -> Evidence:
    """Collect the evidence about the dice from the events and notes of a record."""
    return reduce(after, items, Evidence())


def after(found: Evidence, item: Event | Note) -> Evidence:
    """Return the evidence with one more event or note of the record."""
    match item:
        case OpeningThrown() | Rolled():
            unsettled = found.thrown_unsettled or not found.settled
            return found._replace(throws=found.throws + 1, thrown_unsettled=unsettled)
        case Note(DiceNote.REVEALED, {"secret": str(secret)}) if not found.secret:
            return found._replace(secret=secret, throws_before=found.throws)
        case Note() if not found.throws:
            return _before_first_throw(found, item)
        case _:
            return found


def _before_first_throw(found: Evidence, note: Note) -> Evidence:
    """Return the evidence with one more note, of those that count only before the first throw."""
    match note.name, note.facts:
        case DiceNote.COMMITTED, {"sha256": str(digest), **rest} if not found.commitment:
            scheme = rest.get("scheme", 1)
            return found._replace(commitment=digest, scheme=scheme if type(scheme) is int else 0)
        case DiceNote.WORDS, {"words": str(words)} if found.commitment and found.scheme == 1:
            return found._replace(words=(*found.words, words))
        case name, {"player": "white" | "black" as who} if found.commitment and found.scheme == SCHEME:
            player = Player[who.upper()]
            changed = _contributed(found, player, name, note.facts)
            both = tuple(changed if one is player else found.contributions[one.index] for one in Player)
            return found._replace(contributions=(both[0], both[1]))
        case _:
            return found


def _contributed(found: Evidence, player: Player, name: str, facts: Mapping[str, object]) -> PlayerContribution:
    """Return a player's contribution after a note about it; unchanged when the note does not count. [RULES V4]"""
    mine = found.contributions[player.index]
    match name, facts:
        case DiceNote.DECLINED, _ if not mine.decided and not found.sealed:
            return mine._replace(declined=True)
        case DiceNote.SEALED, {"sha256": str(digest), "made": "typed" | "drawn" | "elsewhere" as made} if (
            not mine.decided and re.fullmatch(_DIGEST, digest)
        ):
            second = found.contributions[player.opponent.index].decided
            return mine._replace(seal=digest, made=Made(made), second=second)
        case DiceNote.OPENED, {"contribution": str(text)} if found.decided and opens(mine, text):
            return mine if mine.void else mine._replace(text=text)
        case DiceNote.OPENED, {"contribution": str(text)} if found.decided and mine.seal and not mine.text:
            return mine._replace(altered=fingerprint(text) != mine.seal)
        case DiceNote.NOT_OPENED, _ if found.decided and mine.awaited:
            return mine._replace(void=True)
        case _:
            return mine


def dice_record(header: Header, items: Iterable[Event | Note]) -> str:
    """Return the lines of a record that `bgterm verify` needs, without chat and the players' keys."""
    told = (item for item in items if not isinstance(item, Note) or item.name in set(DiceNote))
    return "".join(f"{write_line(line)}\n" for line in (header._replace(seats=("", "")), *told))


def fingerprint(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, in hexadecimal."""
    return _sha256(text.encode(errors="surrogatepass"))


def opens(contribution: PlayerContribution, text: str) -> bool:
    """Return whether a text matches the seal of a contribution and is long enough not to be guessed. [RULES V3]"""
    return fingerprint(text) == contribution.seal and not is_guessable(contribution, text)


def is_guessable(contribution: PlayerContribution, text: str) -> bool:
    """Return whether a text that was sealed elsewhere has fewer than 32 hex digits in a row. [RULES V3]"""
    return contribution.made is Made.ELSEWHERE and not re.search(_UNGUESSABLE, text)


def mix(contributions: Iterable[str]) -> bytes:
    """Return what both players contributed as one text: White's first, each after its length. [RULES V5]

    >>> mix(["no sixes", ""])
    b'8:no sixes0:'
    """
    texts = [text.encode(errors="surrogatepass") for text in contributions]
    return b"".join(b"%d:%b" % (len(text), text) for text in texts)


def commitment(secret: bytes) -> str:
    """Return the commitment to a secret, its SHA-256 in hexadecimal, which is recorded before the first throw."""
    return _sha256(secret)


def dice_key(secret: bytes, words: Sequence[str]) -> bytes:
    """Return the key of the first scheme, from the secret and all `words`, each with a line feed. [RULES V8]"""
    mixed = "".join(f"{text}\n" for text in words)
    return _hmac(secret, mixed.encode(errors="surrogatepass"))


def derive_roll(key: bytes, number: int) -> Pair:
    """Return the two dice of this number, which only the key determines.

    The bytes of HMAC-SHA256(key, "number.0"), then of "number.1" and so on, are read in order; a byte from 252 up
    is skipped, and any other shows its remainder by six, plus one. The first two such bytes are the dice.
    """
    one, other = islice((byte % 6 + 1 for byte in _stream(key, number) if byte < _FAIR_BYTES), 2)
    return one, other


def _stream(key: bytes, number: int) -> Iterator[int]:
    for block in count():
        yield from _hmac(key, f"{number}.{block}".encode())


def _hmac(secret: bytes, data: bytes) -> bytes:
    import hmac  # most dice need none

    return hmac.digest(secret, data, "sha256")


def _sha256(data: bytes) -> str:
    from hashlib import sha256  # most dice need none

    return sha256(data).hexdigest()
