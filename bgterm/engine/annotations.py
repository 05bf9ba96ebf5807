"""An analysis as properties of an `.sgf` file, in the form that GNU Backgammon reads.

    A[0][hefe E ver 3 0.55 0.17 0.01 0.12 0.00 0.21 2C 0 1 0.000000 1][mjfe E ver 3 ...]
    DA[E ver 3 2C 1 0.000000 1 0.55 0.17 0.01 0.12 0.00 0.16 0.24 0.55 0.17 0.01 0.12 0.00 0.16 -0.11]
    LU[0.28859]

`A` has the index of the play that was made, and the plays, best first: five chances, the equity, the plies.
`DA` has the chances twice, first with the cubeless equity and that of no double, then with the cubeless equity and
that of a double that is taken; in a match the last is a chance to win it. `LU` is the luck of the roll.
"""

from collections.abc import Iterable, Mapping, Sequence

from bgterm.engine.match_analysis import Decision, Finding, Luck
from bgterm.engine.protocol import CubeAnswer, Probabilities
from bgterm.formats.sgf import letters
from bgterm.rules.events import Moved
from bgterm.rules.replay import Step
from bgterm.rules.ruleset import Ruleset

_VERSION = 3
"""The version number in the properties that bgterm writes."""


def annotations(steps: Sequence[Step], findings: Mapping[int, Iterable[Finding]]) -> dict[int, str]:
    """Return the text of the `.sgf` properties for each analysed step, keyed by the number of the step.

    `steps` are those of the replay, from step 1; `findings` are keyed by the number of the step, too.
    """
    return {at: "".join(_property(steps[at - 1], each) for each in found) for at, found in findings.items()}


def _property(step: Step, finding: Finding) -> str:
    match finding:
        case Luck():
            return f"LU[{finding.luck:.5f}]"
        case Decision():
            return _cube(step.before.ruleset, finding.cube) if finding.cube else _plays(step, finding)


def _plays(step: Step, decision: Decision) -> str:
    """Return the property of the candidate plays; empty for a play without a choice."""
    if not isinstance(step.event, Moved) or not decision.plays:
        return ""
    board, player = step.before.game.board, step.event.player
    after = [board.played(player, ranked.play) for ranked in decision.plays]
    made = after.index(board.played(player, step.event.play))
    return f"A[{made}]" + "".join(
        f"[{letters(player, ranked.play, board.movement)} E ver {_VERSION} {_chances(ranked.probabilities)} "
        f"{ranked.equity:.6f} {ranked.plies}C 0 1 0.000000 1]"
        for ranked in decision.plays
    )


def _cube(ruleset: Ruleset, cube: CubeAnswer) -> str:
    """Return the property of the cube; empty in a match whose winning chances the engine does not know."""
    if ruleset.length and not cube.match_chances:
        return ""
    chances, cubeless = _chances(cube.probabilities), _cubeless(cube.probabilities)
    both = (
        f"{chances} {cubeless:.6f} {_worth(cube, equity):.6f}" for equity in (cube.no_double, cube.double_take)
    )
    return f"DA[E ver {_VERSION} {cube.plies}C 1 0.000000 1 {' '.join(both)}]"


def _worth(cube: CubeAnswer, equity: float) -> float:
    """Return an equity as the file has it: in a match as the chance to win it."""
    if not cube.match_chances:
        return equity
    lost, won = cube.match_chances
    return lost + (equity + 1) / 2 * (won - lost)


def _chances(found: Probabilities) -> str:
    return " ".join(f"{value:.6f}" for value in found)


def _cubeless(found: Probabilities) -> float:
    won = found.win + found.win_gammon + found.win_backgammon
    return won - (1 - found.win) - found.lose_gammon - found.lose_backgammon
