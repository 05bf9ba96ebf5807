"""The proof of verifiable dice in words: its page, its lines in plain mode, and those of `bgterm verify`. [RULES
V]
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from bgterm.notation.dice import roll_text
from bgterm.notation.dice_evidence import SCHEME, SCHEMES, Contribution, Evidence, Made
from bgterm.notation.plural import counted
from bgterm.notation.sanitize import visible
from bgterm.rules.board import Player
from bgterm.rules.events import Event, OpeningThrown, Rolled
from bgterm.rules.match import Header
from bgterm.rules.referee import states

UNREVEALED = "Secret: recorded when the match ends."
"""The text in place of the secret during the match."""
UNPROVEN = "The match has ended without its secret: these dice are unproven."
"""The text there when the secret will never be revealed. [RULES V6]"""
FIRST_SCHEME = (
    "Scheme 1, the weaker one: words were added in the clear. The last to add words could have chosen the dice "
    "if they knew the secret."
)
"""The note about records of the first scheme. [RULES V8]"""

_MADE = {
    Made.TYPED: "words typed into bgterm",
    Made.DRAWN: "digits drawn by bgterm",
    Made.ELSEWHERE: "a fingerprint made elsewhere",
}


def proof(header: Header, found: Evidence, events: Iterable[Event], *, over: bool) -> list[str]:
    """Return the lines of the page: everything that the record says of its dice so far. [RULES V6]

    `over` says whether the match has ended.
    """
    rolls = [f"Game {game}: {', '.join(rolls)}" for game, rolls in rolls_by_game(header, events).items()]
    return [*record_of_dice(header.names, found), "", *_secret(found, over=over), *([""] if rolls else []), *rolls]


def record_of_dice(names: tuple[str, str], found: Evidence) -> Iterator[str]:
    """Yield the commitment and the contributions, with all their digits."""
    yield "Commitment, the SHA-256 of the secret:"
    yield found.commitment
    if found.scheme == SCHEME:
        for player in Player:
            yield from _contribution(names[player.index], found.contributions[player.index])
    elif found.scheme in SCHEMES:
        yield FIRST_SCHEME
        yield f"Words: {', '.join(map(visible, found.words)) or 'none'}"


def _contribution(name: str, one: Contribution) -> Iterator[str]:
    if one.declined:
        yield f"{name}: declined"
    elif not one.seal:
        yield f"{name}: undecided"
    else:
        yield f"{name}: sealed, {_MADE[one.made]}:"
        yield one.seal
        yield f"opened: {visible(one.text.strip())}" if one.text else f"{'not' * one.void or 'not yet'} opened"


def _secret(found: Evidence, *, over: bool) -> Iterator[str]:
    if found.secret:
        yield "Secret:"
        yield found.secret
    else:
        yield UNPROVEN if over else UNREVEALED


def standing(names: tuple[str, str], found: Evidence, *, over: bool) -> str:
    """Return in a line how far verifiable dice are proven by a record. [RULES V6]"""
    if found.void is not None:
        return f"verifiable, and the match is void: {names[found.void.index]} did not open the contribution"
    scheme = "" if found.scheme == SCHEME else f" under scheme {found.scheme}"
    if found.secret:
        return f"verifiable{scheme}; bgterm verify checks the rolls"
    if over:
        return f"unproven: the match has ended{scheme} and the secret was not revealed"
    return f"verifiable{scheme}; the secret is revealed when the match ends"


def rolls_by_game(header: Header, events: Iterable[Event]) -> dict[int, list[str]]:
    """Return the throws of each game; those of an opening are White's die and Black's."""
    events, rolls = tuple(events), defaultdict[int, list[str]](list)
    _, *after = states(header, events)
    for event, match in zip(events, after, strict=True):
        match event:
            case OpeningThrown(white, black):
                rolls[match.game.number].append(f"{white}-{black}")
            case Rolled(_, dice):
                rolls[match.game.number].append(roll_text(dice))
    return rolls


# What `bgterm verify` says


def verdict(names: tuple[str, str], found: Evidence, rolls: int, games: int, *, finished: bool) -> list[str]:
    """Return the facts that a verified record proves, and those it does not. [RULES V7]"""
    second = found.scheme == SCHEME
    source = "contributions" if second else "words"
    return [
        f"yes: {_checked(rolls, games)} right: {'each follows' if rolls > 1 else 'it follows'} "
        f"from the secret and the players' {source}.",
        *([] if finished else ["The match is unfinished in this record."]),
        "",
        *record_of_dice(names, found),
        "",
        "Proven:",
        *_listed(_PROVEN if second else _PROVEN_FIRST),
        "",
        "Not proven:",
        *_listed([*_NOT_PROVEN, *(_who_could_choose(names, found) if second else [FIRST_SCHEME])]),
    ]


def verdict_of_seed(seed: str, rolls: int, games: int, *, finished: bool) -> list[str]:
    """Return the same of dice from a seed, which prove nothing about who knew them."""
    return [
        f"yes: {_checked(rolls, games)} right for the seed {visible(seed)}.",
        *([] if finished else ["The match is unfinished in this record."]),
        "Everybody who knew the seed knew the dice from the start.",
    ]


def _checked(rolls: int, games: int) -> str:
    return f"{counted(rolls, 'roll')} of {counted(games, 'game')} checked, every one"


_PROVEN = (
    "Each roll follows from the secret and the contributions above.",
    "The commitment comes first in this record, and both had sealed or declined before anything was opened.",
)
_PROVEN_FIRST = (
    "Each roll follows from the secret and the words above.",
    "The commitment came before the words in this record.",
)
_NOT_PROVEN = (
    "That this is the record the players saw: compare the digits above with those that you kept.",
    "That nobody knew the dice to come: anyone who could read the secret knew them from the first roll on.",
    "That no match was abandoned before because somebody did not like its dice.",
    "That the plays and the names are true.",
)


def _listed(texts: Sequence[str]) -> Iterator[str]:
    return (f"- {text}" for text in texts)


def _who_could_choose(names: tuple[str, str], found: Evidence) -> list[str]:
    """Return for each player's contribution whether it kept others from choosing the dice."""
    if all(one.declined for one in found.contributions):
        return [
            "That the dice were not chosen: both declined, so anyone who drew the secret could have chosen them."
        ]
    return [_could_choose(names, player, found.contributions[player.index]) for player in Player]


def _could_choose(names: tuple[str, str], player: Player, one: Contribution) -> str:
    name, other = names[player.index], names[player.opponent.index]
    if one.declined:
        return (
            f"That the dice were not chosen against {name}, who declined: "
            f"anyone who knew the secret could have helped {other} to choose them."
        )
    match one.made:
        case Made.ELSEWHERE:
            return (
                f"That {name} alone knew the contribution until {other}'s decision was shown. "
                f"Then nobody could choose the dice against {name}."
            )
        case Made.TYPED if one.second:
            return (
                f"That {other}'s decision was shown before {name} typed words, and that nobody could guess them. "
                f"Then nobody could choose the dice against {name}."
            )
        case Made.TYPED:
            return (
                f"That nobody read the words that {name} typed: "
                f"anyone who read them and the secret could have helped {other} to choose the dice."
            )
        case Made.DRAWN:
            return (
                f"That the digits drawn for {name} are random: "
                f"anyone who controlled the program could have helped {other} to choose the dice."
            )
