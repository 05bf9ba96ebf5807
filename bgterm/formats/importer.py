"""A match from the entries of a file, as far as they are valid, with every fault listed.

A file of another program does not state the rules in force. Common rule sets are tried in order, the usual one
first, and the one that loses the least of the file is kept (`bgterm.formats.interpretation`).
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from bgterm.formats import messages as words
from bgterm.formats.interpretation import Interpretation
from bgterm.formats.record import GameRecord, Problem
from bgterm.formats.transcript import CubeTurned, GameText, Transcript
from bgterm.rules.match import Game, Header
from bgterm.rules.ruleset import MAX_LENGTH, Ruleset
from bgterm.rules.validation import why_not_crawford
from bgterm.rules.variants import BACKGAMMON, VARIANTS


def import_transcript(told: Transcript) -> GameRecord:
    """Return the match in a transcript."""
    if told.header:
        return Interpretation(told, told.header).file()
    if told.length > MAX_LENGTH:
        too_long = Problem(0, 1, words.too_long(told.length, MAX_LENGTH))
        told = replace(told, length=0, problems=(*told.problems, too_long))
    best = Interpretation(told, _usual(told))
    if best.doubtful and told.variant is None:
        beginning = replace(told, games=told.games[: best.doubtful])
        header = _of_best_variant(beginning, best.header)
        best = best if header == best.header else Interpretation(told, header)
    for change in _other_rules(told):
        if best.doubtful:
            header = best.header._replace(ruleset=change(best.header.ruleset))
            best = min(best, Interpretation(told, header, best.cost()), key=Interpretation.cost)
    return best.file()


def _of_best_variant(told: Transcript, header: Header) -> Header:
    """Return the header with the variant that loses the least of the transcript."""
    best = Interpretation(told, header)
    for variant in (variant for variant in VARIANTS.values() if variant.sgf_rule):
        begun = header.start and header.start._replace(board=variant.board)
        other = header._replace(variant=variant, start=begun)
        best = min(best, Interpretation(told, other, best.cost()), key=Interpretation.cost)
    return best.header


def _usual(told: Transcript) -> Header:
    """Return the header of a match by the usual rules, with as many beavers as occur in the transcript."""
    ruleset = Ruleset(
        told.length,
        crawford=told.crawford is not False,
        cube=told.cube,
        jacoby=bool(told.jacoby) and not told.length,
        beavers=0 if told.length else _most_raises(told),
    )
    header = Header(told.variant or BACKGAMMON, ruleset, told.names, date=told.date)
    return header._replace(start=_start(told, header))


def _most_raises(told: Transcript) -> int:
    """Return the most times that the cube was turned again in answer to one double."""
    most = raises = 0
    for row in (row for game in told.games for row in game.rows):
        raises = raises + 1 if isinstance(row.entry, CubeTurned) else 0
        most = max(most, raises - 1)
    return most


def _start(told: Transcript, header: Header) -> Game | None:
    """Return the first game of a file that begins with a later game or score; None for the usual beginning."""
    first = told.games[0] if told.games else GameText(0)
    score, number = first.score or (0, 0), first.number or 1
    over = told.length and max(score) >= told.length
    if over or (score == (0, 0) and number == 1):
        return None
    doubled = any(isinstance(row.entry, CubeTurned) for row in first.rows)
    seems = first.crawford or (told.crawford is None and not doubled)
    crawford = seems and why_not_crawford(header.ruleset, score) is None
    return Game(header.variant.board, score=score, crawford=crawford, number=max(number, 1))


def _other_rules(told: Transcript) -> Iterator[Callable[[Ruleset], Ruleset]]:
    """Yield the changes of the ruleset that may explain faults in a file, one rule at a time."""
    if told.jacoby is None and not told.length:
        yield lambda ruleset: replace(ruleset, jacoby=True)
    if told.crawford is None and told.length > 1:
        yield lambda ruleset: replace(ruleset, crawford=False)
    yield lambda ruleset: replace(ruleset, policing=True)
