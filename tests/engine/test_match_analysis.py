"""The costs of decisions and the luck of rolls, by the answers of an engine and by files of GNU Backgammon."""

import lzma
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bgterm.engine.adapters.gnubg import Gnubg
from bgterm.engine.analysis_report import Totals, totals
from bgterm.engine.annotations import annotations
from bgterm.engine.file_analysis import file_findings, levels
from bgterm.engine.match_analysis import Analyst, Decision, Finding, Luck
from bgterm.engine.protocol import (
    Act,
    CubeAnswer,
    EngineAnswer,
    EngineRequest,
    Measure,
    Probabilities,
    QuestionKind,
    RankedPlay,
)
from bgterm.formats import sgf
from bgterm.formats.exporter import withdrawn_plays
from bgterm.formats.record import GameRecord
from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import Beavered, Doubled, Dropped, Event, Moved, OpeningThrown, Rolled, Taken
from bgterm.rules.legal_plays import legal_plays
from bgterm.rules.match import Header
from bgterm.rules.replay import Replay
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from tests.builders import play
from tests.cases import rest_long
from tests.engine.gnubg_text import output_of
from tests.engine.positions import MATCHES
from tests.reference import DATA

WHITE, BLACK = Player
BEST = play("24/18 13/11")


def engine(
    cube: tuple[float, float] = (0.2, 0.4),
    usual: float = 0.1,
    plies: int = 1,
    chances: tuple[float, ...] = (0.3, 0.7),
    measure: Measure = Measure.CUBEFUL,
) -> Callable[[EngineRequest], Awaitable[EngineAnswer]]:
    """Return an engine that ranks `BEST` first and any other play 0.08 behind, with one answer for the cube.

    `measure` is that of plays, and `chances` are those to win the match with the cube at either side.
    """

    async def ask(question: EngineRequest) -> EngineAnswer:
        empty = EngineAnswer(0, question.position, "fake", "1", Measure.CUBEFUL)
        match question.kind:
            case QuestionKind.PLAYS:
                legal = legal_plays(question.match())
                best = BEST if BEST in legal else next(iter(legal))
                made = question.including or best
                found = [RankedPlay(best, 0.3, Probabilities(), question.level.plies)]
                if made != best:
                    found.append(RankedPlay(made, 0.22, Probabilities(), question.level.plies))
                return replace(empty, measure=measure, plays=tuple(found), recommended=best)
            case QuestionKind.ANALYSE:
                found_cube = CubeAnswer(usual, 0.0, 1.0, Probabilities(), Act.NO_DOUBLE, plies, chances)
            case _:
                found_cube = CubeAnswer(*cube, 1.0, Probabilities(), Act.TAKE)
        return replace(empty, cube=found_cube)

    return ask


async def analysed(
    events: tuple[Event, ...], ruleset: Ruleset, ask: Callable[[EngineRequest], Awaitable[EngineAnswer]]
):
    analyst, found = Analyst(ask, 2), []
    replay = Replay(Header(BACKGAMMON, ruleset), events)
    for number, step in enumerate(replay.steps(), 1):
        found += await analyst.findings(number, step)
    return replay.at(replay.last), found


OPENING = (OpeningThrown(6, 2), Moved(WHITE, BEST))
SECOND = (*OPENING, Rolled(BLACK, Dice(6, 2)), Moved(BLACK, play("24/18 13/11")))


async def test_a_play_costs_what_the_best_is_worth_more():
    events = (OpeningThrown(6, 2), Moved(WHITE, play("13/7 13/11")))
    _match, (luck, decision) = await analysed(events, Ruleset(5), engine())
    assert isinstance(luck, Luck)
    assert isinstance(decision, Decision)
    assert (decision.made, decision.best, decision.counts) == ("13/11 13/7", "24/18 13/11", True)
    assert (decision.cost, decision.equity, decision.plies) == (pytest.approx(0.08), 0.3, 2)
    assert [ranked.play for ranked in decision.plays] == [BEST, play("13/7 13/11")]
    assert decision.mark == "?"


@pytest.mark.parametrize(("cost", "mark"), [(0.0299, ""), (0.03, "?!"), (0.06, "?"), (0.12, "??")])
def test_marks_begin_at_their_cost(cost: float, mark: str):
    assert Decision(1, 1, WHITE, Act.PLAY, "", "", cost, True, 0.0, 0).mark == mark


DOUBLED = (*OPENING, Doubled(BLACK), Taken(WHITE), *SECOND[2:])


@pytest.mark.parametrize(
    ("events", "rules", "ask", "luck", "worth"),
    [
        (SECOND, Ruleset(5), engine(usual=0.25), 0.05, 0.05 / 2 * 0.4),
        (DOUBLED, Ruleset(0), engine(usual=0.25, chances=()), 0.05, 2 * 0.05),
        (SECOND, Ruleset(5), engine(plies=0), 0, 0),
        (SECOND, Ruleset(5), engine(usual=0.25, measure=Measure.CUBELESS), 0, 0),
    ],
    ids=["a match", "money, with the cube", "all rolls without a ply", "all rolls for another measure"],
)
async def test_luck_is_the_best_play_less_the_usual_roll(events, rules, ask, luck, worth):
    match, found = await analysed(events, rules, ask)
    first, second = (each for each in found if isinstance(each, Luck))
    assert first.luck == pytest.approx(0.3)
    assert (second.luck, second.worth) == (pytest.approx(luck), pytest.approx(worth))
    assert totals(match, found)[BLACK.index].luck_worth == pytest.approx(worth)


@pytest.mark.parametrize(
    ("cube", "events", "act", "best", "cost"),
    [
        ((0.7, 0.9), (Rolled(BLACK, Dice(6, 2)), Moved(BLACK, BEST)), Act.NO_DOUBLE, "double", 0.2),
        ((0.7, 0.4), (Doubled(BLACK),), Act.DOUBLE, "no double", 0.3),
        ((0.7, 1.2), (Doubled(BLACK), Taken(WHITE)), Act.TAKE, "pass", 0.2),
        ((0.7, 0.9), (Doubled(BLACK), Dropped(WHITE)), Act.PASS, "take", 0.1),
        ((0.7, 0.9), (Doubled(BLACK), Taken(WHITE)), Act.TAKE, "take", 0.0),
    ],
)
async def test_the_cube_costs_what_the_best_action_is_worth_more(cube, events, act, best, cost):
    _match, found = await analysed((*OPENING, *events), Ruleset(5), engine(cube))
    decision = [each for each in found if isinstance(each, Decision) and each.act is act][-1]
    assert (decision.best, decision.cost) == (best, pytest.approx(cost))
    assert decision.counts


def with_the_cube(found: list[Finding]) -> list[Decision]:
    return [each for each in found if isinstance(each, Decision) and each.act is not Act.PLAY]


async def test_a_roll_without_a_thought_of_the_cube_does_not_count():
    match, found = await analysed(SECOND, Ruleset(5), engine((0.2, -0.5)))
    assert [each.counts for each in with_the_cube(found)] == [False]
    assert totals(match, found)[BLACK.index].cube_decisions == 0


async def test_a_beaver_is_judged_from_the_side_that_answers():
    events = (*OPENING, Doubled(BLACK), Beavered(WHITE), Taken(BLACK))
    _match, found = await analysed(events, Ruleset(0, beavers=1), engine((0.1, -0.2)))
    costs = [(each.best, each.cost) for each in with_the_cube(found)]
    assert costs == [("no double", pytest.approx(0.1 + 0.4)), ("beaver", 0), ("take", 0)]


def test_the_rating_is_500_times_the_cost_of_a_decision():
    found: list[Finding] = [
        Decision(1, 1, WHITE, Act.PLAY, "", "", 0.1, True, 0.0, 0),
        Decision(2, 1, WHITE, Act.PLAY, "", "", 0.0, False, 0.0, 0),
        Decision(3, 1, WHITE, Act.TAKE, "", "", 0.3, True, 0.0, 0),
        Luck(3, 1, WHITE, 0.5, 0.1),
        Luck(3, 1, BLACK, 0.2, 0.04),
    ]
    record = sgf.read((MATCHES / "s02_match5_crawford.sgf").read_text())
    white, black = totals(record.match, found)
    assert (white.moves, white.unforced, white.cube_decisions, white.decisions) == (2, 1, 1, 2)
    assert (white.rate, white.rating) == (pytest.approx(200), pytest.approx(100))
    assert (white.result, white.adjusted) == (0.5, pytest.approx(0.5 - 0.1 + 0.04))
    assert black.rating is None


# Beside GNU Backgammon's own statistics


@pytest.mark.gnubg
@pytest.mark.long
@pytest.mark.parametrize("name", ["s02_match5_crawford", "s06_money_nojacoby", "s09_match7_resign"])
async def test_totals_are_those_of_gnubg(name: str, tmp_path: Path):
    path = MATCHES / f"{name}.sgf"
    record = sgf.read(path.read_text())
    findings = await by_gnubg(record, 0)
    both = totals(record.match, [each for step in findings.values() for each in step])
    same_totals(record, both, statistics(path, tmp_path, "analyse match"))
    annotated = tmp_path / "annotated.sgf"
    steps = [*Replay(record.header, record.events).steps()]
    annotated.write_text(sgf.write(record.header, record.events, annotations(steps, findings)))
    same_totals(record, both, statistics(annotated, tmp_path))
    again = sgf.read(annotated.read_text())
    assert (again.events, again.problems) == (record.events, ())


def same_totals(record: GameRecord, both: tuple[Totals, Totals], told: dict[str, list[str]]) -> None:
    for player, total in zip(Player, both, strict=True):
        column = {label: values[player.index] for label, values in told.items()}
        assert str(total.moves) == column["Total moves"]
        assert str(total.unforced) == column["Unforced moves"]
        assert str(total.cube_decisions) == column["Close or actual cube decisions"]
        errors = [column[f"Error total EMG {at}"] for at in range(3)]
        costs = (total.play_error, total.cube_error, total.error)
        assert [-value for value in costs] == pytest.approx([*map(float, errors)], abs=0.00051)
        assert -total.rate == pytest.approx(float(column["Error rate mEMG 2"]), abs=0.051)
        assert total.luck == pytest.approx(float(column["Luck total EMG 0"]), abs=0.00051)
        money = record.header.ruleset.length == 0
        adjusted, last_digit = (total.adjusted, 0.001) if money else (100 * total.adjusted, 0.01)
        assert float(column["Luck adjusted result"].rstrip("%")) == pytest.approx(adjusted, abs=last_digit)


async def by_gnubg(record: GameRecord, plies: int) -> dict[int, list[Finding]]:
    adapter = Gnubg()

    async def ask(question: EngineRequest) -> EngineAnswer:
        return adapter.answer(question)

    analyst = Analyst(ask, plies)
    steps = [*Replay(record.header, record.events).steps()]
    remade = withdrawn_plays(steps)
    found = {at + 1: await analyst.findings(at + 1, step) for at, step in enumerate(steps) if at not in remade}
    adapter.close()
    return found


def statistics(path: Path, folder: Path, *more: str) -> dict[str, list[str]]:
    """Return GNU Backgammon's statistics of a match: the first figures of both players in each row."""
    commands = (
        "set automatic game off",
        "set analysis chequerplay evaluation plies 0",
        "set analysis cubedecision evaluation plies 0",
        f"load match {path}",
        *more,
        "show statistics match",
    )
    rows: dict[str, list[str]] = {}
    for line in output_of(commands, folder).splitlines():
        if row := re.match(r"(\S.*?)(?: \(\w+\))? {2,}([-+]?[\d.]+%?)(?: *\([^)]*\))? +([-+]?[\d.]+%?)", line):
            label, one, other = row[1], row[2], row[3]
            if label.startswith(("Error", "Luck total")):
                label = f"{label} {sum(name.startswith(label) for name in rows)}"
            rows[label] = [one, other]
    return rows


# The analysis in a file of GNU Backgammon


PRINTED = {
    "B4_SrGcsKAQmoTyHlgJCbM": (((28, 24, 3), (0.786, 0.109, -1.546)), ((27, 26, 15), (1.048, 1.062, 0.506))),
    "MYdvw1qGuyaRUH__": (((63, 42, 9), (0.585, 0.269, -1.607)), ((62, 47, 7), (0.586, 0.384, -0.175))),
}
"""The figures that GNU Backgammon 1.07.001 printed of a money session and a match to 5.

Of each player all moves, those that were not forced and the decisions with the cube, and their costs and the luck.
"""


def text_of(name: str) -> str:
    return lzma.decompress((DATA / "gammonview" / f"{name}.sgf.xz").read_bytes()).decode()


def read(text: str) -> GameRecord:
    record = sgf.read(text)
    assert not record.problems
    return record


@pytest.mark.parametrize("name", rest_long(1, PRINTED))
def test_figures_are_those_of_gnu_backgammon(name):
    record = read(text_of(name))
    found = file_findings(record)
    every = [each for step in found.values() for each in step]
    for total, (counts, figures) in zip(totals(record.match, every), PRINTED[name], strict=True):
        assert (total.moves, total.unforced, total.cube_decisions) == counts
        assert (total.play_error, total.cube_error, total.luck) == pytest.approx(figures, abs=0.00051)
    assert record.program == "GNU Backgammon 1.07.001"
    assert levels(found) == "cubeful 0-ply"


@pytest.mark.parametrize(
    ("there", "instead", "all_left_out"),
    [
        (" E ver 3 ", " X ver 3 ", False),
        (" 0C 0 1 ", " C 0 1 ", False),
        ("LU[", "LU[nan", False),
        ("A[0][", "A[0][!!", False),
        ("LU[", "LU[1e9", False),
        ("AP[GNU Backgammon:1.07.001]", "AP[other]RU[]", True),
    ],
    ids=["rollout", "level", "no number", "letters", "large", "another program"],
)
def test_what_is_not_understood_is_left_out(there, instead, all_left_out):
    text = text_of("B4_SrGcsKAQmoTyHlgJCbM")
    assert there in text
    found, whole = read(text.replace(there, instead)), read(text)
    assert found.events == whole.events
    assert len(found.judged) < len(whole.judged)
    assert (not found.judged) is all_left_out
