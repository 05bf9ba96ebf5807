"""The sentences about dice: whether they were right, and how they fell."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from bgterm.analysis.dice_statistics import ENOUGH_ROLLS, EXPECTED_PIPS, DiceCount, unevenness
from bgterm.rules.board import Player
from bgterm.rules.match import Match, Phase

_BAR = 20
"""How many characters the longest bar of the chart has."""
_OPENINGS = 12
"""How many throws for openings are shown."""
_UNEVEN = 0.05
"""Below this share of fair matches a match is called uneven ..."""
_VERY_UNEVEN = 0.001
"""... and below this very unusual."""
_MILLIARD = 1_000_000_000


def dice_panel(
    names: tuple[str, str], counts: tuple[DiceCount, DiceCount], *, ascii_only: bool = False, wide: bool = True
) -> list[str]:
    """Show how the dice of both players fell; one sees what the other sees.

    They stand side by side in lines of at most 76 characters, or unless there is room for that (`wide`) one below
    the other in lines of at most 40.
    """
    rows, verdict = _rows(names, counts, ascii_only), how_unusual(unevenness(*counts))
    if wide:
        return [*(f"{label:<14}{white:<31}{black}".rstrip() for label, (white, black) in rows), "", verdict]
    below = ([f"{label.strip():<8} {of[player.index]}".rstrip() for label, of in rows] for player in Player)
    return [*(line for lines in below for line in (*lines, "")), verdict]


def _rows(
    names: tuple[str, str], counts: tuple[DiceCount, DiceCount], ascii_only: bool
) -> list[tuple[str, Sequence[str]]]:
    """Return the rows of the panel: a label, and the texts for White and for Black."""
    chart = _Chart.of(counts, ascii_only)
    return [
        ("", names),
        ("rolls", [f"{count.rolls:3}" for count in counts]),
        ("", ["    fell                doubles"] * len(counts)),
        *((f"  {face}", [chart.line(count, face) for count in counts]) for face in range(1, 7)),
        (f"  {chart.mark} expected", [f"{c.number_expected:5.1f}{'':21}{c.double_expected:3.1f}" for c in counts]),
        ("doubles", [f"{sum(c.doubles):3}   expected {6 * c.double_expected:.1f}" for c in counts]),
        ("pips a roll", [f"{count.average_pips:5.2f} expected {EXPECTED_PIPS:.2f}" for count in counts]),
        ("from the bar", [f"{count.from_bar:3}" for count in counts]),
        ("  danced", [f"{count.danced:3}   expected {count.danced_expected:.1f}" for count in counts]),
        ("no play", [f"{count.unplayed:3}" for count in counts]),
        ("openings", [f"  {_last(count.openings)}" for count in counts]),
    ]


def how_unusual(share: float | None) -> str:
    """Describe how often fair dice fall as unevenly as these; None when there are too few rolls to tell."""
    if share is None:
        return f"Too few rolls to judge the dice yet: that takes {ENOUGH_ROLLS} of each player."
    if share >= _UNEVEN:
        return f"Nothing unusual: in {share:.0%} of such matches fair dice fall more unevenly."
    often = f"1 of {_rounded(1 / share):,}" if share > 1 / _MILLIARD else f"less than 1 of {_MILLIARD:,}"
    said = "Uneven, but it happens" if share >= _VERY_UNEVEN else "Very unusual"
    return f"{said}: fair dice fall like this in {often} such matches."


@dataclass(frozen=True, slots=True)
class _Chart:
    """Bars of one scale for both players, with a mark where each bar would end on average."""

    fill: str
    mark: str
    most: float
    """The value of the longest bar."""

    @classmethod
    def of(cls, counts: tuple[DiceCount, DiceCount], ascii_only: bool) -> Self:
        fill, mark = "#|" if ascii_only else "█│"
        return cls(fill, mark, max(1, *(max(*count.numbers, count.number_expected) for count in counts)))

    def line(self, count: DiceCount, face: int) -> str:
        """Return how often the number fell, as number and bar, and how often as a double."""
        number, double = count.numbers[face - 1], count.doubles[face - 1]
        bar = list((self.fill * self._cells(number)).ljust(_BAR))
        bar[min(self._cells(count.number_expected), _BAR - 1)] = self.mark
        return f"{number:3} {''.join(bar)} {double:5}"

    def _cells(self, number: float) -> int:
        return round(number / self.most * _BAR)


def _last(openings: tuple[int, ...]) -> str:
    """Return what was thrown for the openings, the last of them when there are many."""
    more = "... " if len(openings) > _OPENINGS else ""
    return more + " ".join(map(str, openings[-_OPENINGS:]))


def _rounded(number: float) -> int:
    """Return the number as it is said: two figures are all that is known of it."""
    digits = max(len(str(int(number))) - 2, 0)
    return int(round(number, -digits))


DICE = "The dice"
"""The title over how they fell."""
WHOSE_DIE = "Whose die was cocked?"
"""The question when a die of the opening did not lie flat, and both sit at one keyboard. [RULES A-71]"""


def about_dice(dice: str, commitment: str) -> str:
    """Describe where the rolls of a match come from."""
    kind, _, rest = dice.partition(":")
    match kind:
        case "seed":
            return f"Dice: the same every time for seed {rest}."
        case "file":
            return f"Dice: read from {rest}, a roll a line."
        case "manual":
            return (
                "Dice: your own, thrown on the table and typed in. Both must lie flat in the right-hand half of "
                "the board, or both are thrown again; in the opening it is that player's one."
            )
        case "verifiable":
            return (
                f"Dice: derived from a secret with the SHA-256 {commitment}, which is revealed at the end, "
                "and from what the players contributed; bgterm verify then checks every roll."
            )
        case _:
            return "Dice: thrown by the system's source of randomness."


def cocked(name: str, *, opening: bool) -> str:
    """Return the message that a player's throw does not count: both dice, or in the opening one. [RULES A-71]"""
    return f"Cocked: {name} rolls {'the die' if opening else 'both dice'} again"


def dice_wanted(match: Match) -> str:
    """Describe which dice to type."""
    return f"type {_dice(match, opening=match.game.phase is not Phase.TO_ROLL)}"


def type_dice(match: Match) -> str:
    """Return the answer to a key that rolls dice that bgterm does not have."""
    return f"Type {_dice(match, opening=match.game.phase is not Phase.TO_ROLL)}, then press Enter."


def dice_wanted_again(match: Match) -> str:
    """Describe which dice to type in place of those that were typed wrongly."""
    return f"Type {_dice(match, opening=match.opening_roll_is_showing)}; Escape leaves it as it is."


def _dice(match: Match, *, opening: bool) -> str:
    white, black = match.names
    return f"{white}'s die and then {black}'s" if opening else "what your dice show, like 31"
