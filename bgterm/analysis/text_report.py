"""A match as a few lines of text: what `bgterm show` prints.

Abe - Bea
Backgammon, match to 7, 2026-11-20

game  score  rolls  result
   1    0-0     53  Abe wins a gammon: gammon 2 x cube 1 = 2
   2    2-0     10  Bea passes: Abe wins, 2 points (the cube before the double)
   3    4-0      5  not finished: Bea to roll

Abe leads 4-0, match to 7
"""

from collections.abc import Iterator

from bgterm.analysis import dice_proof
from bgterm.analysis.irregularities import irregularities
from bgterm.catalog import _, ngettext
from bgterm.formats.messages import fault_line
from bgterm.formats.record import GameRecord
from bgterm.rules.events import Moved
from bgterm.rules.match import MatchState
from bgterm.rules.replay import Replay
from bgterm.text import questions
from bgterm.text import score as text_score
from bgterm.text.joining import join_list

_SHOWN = 100
"""The most faults that are listed."""


def summary(found: GameRecord) -> list[str]:
    """Return the lines of a report: players, games and results, standing, irregularities and faults."""
    match = found.match
    about = join_list([_(match.variant.name), text_score.kind(match), found.header.date, found.header.stake])
    lines = [" - ".join(match.names), about, "", *_games(found), "", text_score.score_line(match)]
    if found.evidence.commitment:  # of verifiable dice, unproven ones included [RULES V6]
        lines.append(_("dice: {standing}", standing=dice_proof.standing(found)))
    if unusual := [*irregularities(found)]:
        rows = (_("game {number}: {what}", number=game, what=what) for game, what in unusual)
        lines += ["", _("irregular:"), *(f"  {row}" for row in rows)]
    if found.problems:
        lines += ["", f"{count_of_faults(found)}:", *(f"  {line}" for line in faults(found))]
    return lines


def faults(found: GameRecord) -> Iterator[str]:
    """Yield a line for each fault with its place, up to a limit."""
    yield from map(fault_line, found.problems[:_SHOWN])
    if len(found.problems) > _SHOWN:
        yield _("and {count} more", count=len(found.problems) - _SHOWN)


def count_of_faults(found: GameRecord) -> str:
    """Return the number of faults in words."""
    return ngettext(
        "{count} thing is wrong or missing", "{count} things are wrong or missing", len(found.problems)
    )


def _games(found: GameRecord) -> Iterator[str]:
    yield "  ".join([_("game"), _("score"), _("rolls"), _("result")])
    for steps in Replay(found.header, found.events).games():
        begun, ended = steps[0].before, steps[-1].after
        rolls = sum(isinstance(step.event, Moved) for step in steps)
        score = f"{begun.score[0]}-{begun.score[1]}"
        yield f"{ended.shown_game.number:>4}  {score:>5}  {rolls:>5}  {_result(ended)}"


def _result(match: MatchState) -> str:
    if match.shown_game.result is None:
        return _("not finished: {question}", question=questions.question(match).rstrip("."))
    return f"{text_score.headline(match)}: {text_score.arithmetic(match)}"
