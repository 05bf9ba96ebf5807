"""The analysis that another program has saved in a match file, as findings about the steps of the match.

All figures are those of the file; nothing is evaluated again. The cost of a decision is the difference of two
equities.
"""

from collections.abc import Iterator
from dataclasses import replace

from bgterm.engine.builtin.stakes import stakes_of
from bgterm.engine.match_analysis import SHOWN, Decision, Finding, Luck, Situation, situations
from bgterm.engine.protocol import Act, CubeAnswer, Probabilities, QuestionKind, RankedPlay
from bgterm.formats.record import GameRecord, JudgedCube, Judgement
from bgterm.notation.plays import read_plays
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Moved
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.moves.base import LegalPlays
from bgterm.rules.replay import Replay, Step


def file_findings(record: GameRecord) -> dict[int, list[Finding]]:
    """Return another program's findings by step, from 1; the list is empty for a step without analysis."""
    steps = enumerate(Replay(record.header, record.events).steps(), 1)
    return {number: [*_findings(number, step, record.judged.get(number))] for number, step in steps}


def levels(findings: dict[int, list[Finding]]) -> str:
    """Return the levels of the analysed decisions in their program's words, as a text, most frequent first."""
    every = [each.level for found in findings.values() for each in found if isinstance(each, Decision)]
    named = dict.fromkeys(filter(None, every))
    return ", ".join(sorted(named, key=every.count, reverse=True))


def _findings(number: int, step: Step, judged: Judgement | None) -> Iterator[Finding]:
    if judged is None:
        return
    match = step.before.at_next_game()
    if isinstance(step.event, Moved) and judged.luck is not None:
        worth = None if match.ruleset.length else judged.luck * match.game.cube.value
        yield Luck(number, match.game.number, step.event.player, judged.luck, worth)
    for situation in situations(number, step):
        if situation.act is Act.PLAY:
            found = _play(situation, judged)
        else:
            found = _cube(situation, judged.cube) if judged.cube else None
        if found:
            yield found


def _cube(situation: Situation, cube: JudgedCube) -> Decision | None:
    no_double, take, player = cube.no_double, cube.double_take, situation.player
    if cube.in_chances:
        doubler = player if situation.act.kind is QuestionKind.CUBE else player.opponent
        no_double, take = map(stakes_of(situation.match, doubler).normalised, (no_double, take))
    answer = CubeAnswer(no_double, take, cube.double_pass, Probabilities(*cube.chances), Act.NO_DOUBLE)
    found = situation.judged(cube=answer)
    return found and replace(found, level=cube.level, cube=replace(answer, action=Act(found.best)))


def _play(situation: Situation, judged: Judgement) -> Decision | None:
    """Return the decision about a play; None when the file has no equity for the play that was made."""
    legal = legal_plays(situation.match)
    plays = tuple(_ranked(legal, judged)) if legal else ()
    found = situation.judged(plays)
    if not (found and legal and plays):
        return found
    made = legal.canonical(situation.play)
    shown = [each for each in plays[SHOWN:] if legal.canonical(each.play) == made]
    cost = found.cost if judged.cost is None else judged.cost
    return replace(found, cost=cost, plays=(*plays[:SHOWN], *shown), level=judged.plays[0].level)


def _ranked(legal: LegalPlays, judged: Judgement) -> Iterator[RankedPlay]:
    """Yield the plays of the file; a play with a higher equity than the first was analysed less deeply."""
    best = judged.plays[0].equity if judged.plays else 0.0
    for each in judged.plays:
        try:
            exact = each.moves in legal
            play = each.moves if exact else read_plays(" ".join(map(str, each.moves)), legal)[0].moves
        except BackgammonError:
            continue  # the file is damaged here
        yield RankedPlay(play, each.equity, Probabilities(*each.chances), -(each.equity > best))
