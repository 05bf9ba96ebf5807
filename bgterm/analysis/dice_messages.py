"""Sentences and charts about dice: where they came from, what to type, and their distribution."""

from collections.abc import Sequence

from bgterm.analysis.dice_statistics import ENOUGH_ROLLS, EXPECTED_PIPS, DiceCount, unevenness
from bgterm.catalog import _
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState, Phase
from bgterm.text.joining import sentence

_BAR = 20
"""The characters of the longest bar in the chart."""
_OPENINGS = 12
"""The number of opening throws that are shown."""
_UNEVEN = 0.05
"""The probability of fair dice being so uneven below which the dice are called uneven."""
_VERY_UNEVEN = 0.001
"""The probability of fair dice being so uneven below which the dice are called very unusual."""
_MILLIARD = 1_000_000_000


def dice_panel(
    names: tuple[str, str], counts: tuple[DiceCount, DiceCount], *, ascii_only: bool = False, wide: bool = True
) -> list[str]:
    """Return the lines of a panel about the dice of both players.

    The players stand side by side in lines of at most 76 characters or, unless `wide`, one below the other in
    lines of at most 40.
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
    chart = _Chart(counts, ascii_only)
    fell, doubles, expected, danced = _("fell"), _("doubles"), _("expected"), _("danced")
    return [
        ("", names),
        (_("rolls"), [f"{count.rolls:3}" for count in counts]),
        ("", [f"    {fell:<20}{doubles}"] * len(counts)),
        *((f"  {face}", [chart.line(count, face) for count in counts]) for face in range(1, 7)),
        (
            f"  {chart.mark} {expected}",
            [f"{c.number_expected:5.1f}{'':21}{c.double_expected:3.1f}" for c in counts],
        ),
        (doubles, [f"{sum(c.doubles):3}   {_expected(6 * c.double_expected, 1)}" for c in counts]),
        (_("pips a roll"), [f"{count.average_pips:5.2f} {_expected(EXPECTED_PIPS, 2)}" for count in counts]),
        (_("from the bar"), [f"{count.from_bar:3}" for count in counts]),
        (f"  {danced}", [f"{count.danced:3}   {_expected(count.danced_expected, 1)}" for count in counts]),
        (_("no play"), [f"{count.unplayed:3}" for count in counts]),
        (_("openings"), [f"  {_last(count.openings)}" for count in counts]),
    ]


def how_unusual(share: float | None) -> str:
    """Return the sentence about the probability that fair dice are so uneven; None means too few rolls."""
    if share is None:
        return _("Too few rolls to judge the dice yet: that takes {count} of each player.", count=ENOUGH_ROLLS)
    if share >= _UNEVEN:
        return _("Nothing unusual: in {share:.0%} of such matches fair dice fall more unevenly.", share=share)
    if share <= 1 / _MILLIARD:
        often = _("less than 1 of {count:,}", count=_MILLIARD)
    else:
        often = _("1 of {count:,}", count=_rounded(1 / share))
    if share < _VERY_UNEVEN:
        return _("Very unusual: fair dice fall like this in {often} such matches.", often=often)
    return _("Uneven, but it happens: fair dice fall like this in {often} such matches.", often=often)


def _expected(number: float, digits: int) -> str:
    return _("expected {number}", number=f"{number:.{digits}f}")


class _Chart:
    """Bars of one scale for both players, with a mark at the expected length."""

    def __init__(self, counts: tuple[DiceCount, DiceCount], ascii_only: bool) -> None:
        """Set the scale from the largest number of both counts."""
        self.fill, self.mark, self.crossed = "#||" if ascii_only else "━│┿"
        self.most = max(1, *(max(*count.numbers, count.number_expected) for count in counts))

    def line(self, count: DiceCount, face: int) -> str:
        """Return the line of a die's number: how often it fell, its bar, and how often it fell as a double."""
        number, double = count.numbers[face - 1], count.doubles[face - 1]
        bar = list((self.fill * self._cells(number)).ljust(_BAR))
        expected = min(self._cells(count.number_expected), _BAR - 1)
        bar[expected] = self.crossed if bar[expected] == self.fill else self.mark
        return f"{number:3} {''.join(bar)} {double:5}"

    def _cells(self, number: float) -> int:
        return round(number / self.most * _BAR)


def _last(openings: tuple[int, ...]) -> str:
    """Return the opening throws of a player as text; only the last ones if there are many."""
    more = "... " if len(openings) > _OPENINGS else ""
    return more + " ".join(map(str, openings[-_OPENINGS:]))


def _rounded(number: float) -> int:
    """Return the number rounded to two significant digits."""
    digits = max(len(str(int(number))) - 2, 0)
    return int(round(number, -digits))


def cocked(name: str, *, opening: bool) -> str:
    """Return the message that a player's roll, or in the opening their die, must be repeated. [RULES A-71]"""
    if opening:
        return _("Cocked: {name} rolls the die again", name=name)
    return _("Cocked: {name} rolls both dice again", name=name)


def dice_wanted(match: MatchState) -> str:
    """Return the request for the dice to type, as part of a sentence."""
    return _dice_to_type(match, opening=match.game.phase is not Phase.TO_ROLL)


def _dice_to_type(match: MatchState, *, opening: bool) -> str:
    if not opening:
        return _("type what your dice show, like 31")
    white, black = match.names
    return _("type {white}'s die and then {black}'s", white=white, black=black)


def type_dice(match: MatchState) -> str:
    """Return the message for a key that rolls, in a match whose dice are typed."""
    return sentence(_("{type_dice}, then press Enter.", type_dice=dice_wanted(match)))


def dice_wanted_again(match: MatchState) -> str:
    """Return the request for the dice to type in place of mistyped ones."""
    wanted = _dice_to_type(match, opening=match.opening_roll_is_showing)
    return sentence(_("{type_dice}; Escape leaves it as it is.", type_dice=wanted))
