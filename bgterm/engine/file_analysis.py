"""The analysis that another program has saved in a match file, as findings about the steps of the match.

All figures are those of the file; nothing is evaluated again. The cost of a decision is the difference of two
equities.
"""

from collections.abc import Iterator
from dataclasses import replace

from bgterm.engine.builtin.stakes import stakes_of
from bgterm.engine.match_analysis import (
    ACTS,
    SHOWN,
    Decision,
    Finding,
    Luck,
    before_roll,
    cube_decision,
    play_decision,
)
from bgterm.engine.protocol import Act, CubeAnswer, Probabilities, RankedPlay
from bgterm.formats.judged import JudgedCube, Judgement
from bgterm.formats.record import GameRecord
from bgterm.notation.plays import read_plays
from bgterm.rules.board import Player
from bgterm.rules.choices import choices
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import Beavered, Doubled, Dropped, Moved, Taken
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import MatchState
from bgterm.rules.moves.base import LegalPlays, Play
from bgterm.rules.replay import Replay, Step


def file_findings(record: GameRecord) -> dict[int, list[Finding]]:
    """Return the findings of each step in a record's own analysis, by step from 1; empty for other steps."""
    steps = enumerate(Replay(record.header, record.events).steps(), 1)
    return {number: [*_findings(number, step, record.judged.get(number))] for number, step in steps}


def levels(findings: dict[int, list[Finding]]) -> str:
    """Return the levels of the analysed decisions in the words of their program, the most frequent first."""
    every = [each.level for found in findings.values() for each in found if isinstance(each, Decision)]
    named = dict.fromkeys(filter(None, every))
    return ", ".join(sorted(named, key=every.count, reverse=True))


def _findings(number: int, step: Step, judged: Judgement | None) -> Iterator[Finding]:
    match = step.before.at_next_game()
    if judged is None:
        return
    match step.event:
        case Moved(player, play):
            if judged.luck is not None:
                worth = None if match.ruleset.length else judged.luck * match.game.cube.value
                yield Luck(number, match.game.number, player, judged.luck, worth)
            before = before_roll(match, player)
            if judged.cube and choices(before, player).double:
                yield _cube(number, before, player, Act.NO_DOUBLE, judged.cube)
            legal = legal_plays(match)
            if legal and play in legal and (found := _play(number, match, legal, play, judged)):
                yield found
        case Doubled(player) | Taken(player) | Dropped(player) | Beavered(player) if judged.cube:
            yield _cube(number, match, player, ACTS[type(step.event)], judged.cube)


def _cube(number: int, match: MatchState, player: Player, act: Act, cube: JudgedCube) -> Decision:
    no_double, take = cube.no_double, cube.double_take
    if cube.in_chances:
        doubler = player if act in (Act.NO_DOUBLE, Act.DOUBLE) else player.opponent
        no_double, take = map(stakes_of(match, doubler).normalised, (no_double, take))
    answer = CubeAnswer(no_double, take, cube.double_pass, Probabilities(*cube.chances), Act.NO_DOUBLE)
    found = cube_decision(number, match, player, act, answer)
    return replace(found, level=cube.level, cube=replace(answer, action=Act(found.best)))


def _play(number: int, match: MatchState, legal: LegalPlays, made: Play, judged: Judgement) -> Decision | None:
    """Return the decision about a play; None when the file has no equity for the play that was made."""
    plays = tuple(_ranked(legal, judged))
    found = play_decision(number, match, legal, made, plays)
    if found is None or not plays:
        return found
    after = legal.board.played(legal.player, made)
    shown = [each for each in plays[SHOWN:] if legal.board.played(legal.player, each.play) == after]
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
