"""Which decisions of matches become cards, when they are due, and the figures of a player's own decisions."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import pairwise
from math import exp
from math import pow as power
from random import Random

import pytest

from bgterm.engine.builtin.outlook import KINDS, LONG_KINDS
from bgterm.engine.match_analysis import Decision
from bgterm.engine.protocol import Act
from bgterm.formats.engine_notes import EngineSeat
from bgterm.formats.record import read_record
from bgterm.notation.json_codec import write_line
from bgterm.play.analysing import MatchAnalysis
from bgterm.play.analysis_file import Head, analysis_path
from bgterm.practice.cards import (
    APART,
    AnalysedMatch,
    apart,
    cards_of,
    due_and_new,
    library_cards,
    mixed,
    names_in,
    own_seats,
    without_commas,
)
from bgterm.practice.mistakes import Figure, figures, kind, report
from bgterm.practice.question import Choice, Grade, Mark, Marked, Review, Undone
from bgterm.practice.schedule import Schedule, usual_scheduler
from bgterm.rules.board import Board, Player
from bgterm.rules.events import Moved, OpeningThrown
from bgterm.rules.games import started_here
from bgterm.rules.match import Header
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON
from bgterm.storage.journal import ANALYSIS, SUFFIX, keep, load
from tests.builders import play
from tests.cases import rest_long
from tests.engine.test_match_analysis import BEST, SECOND, engine
from tests.practice.questions import PLAYS, THREE_ONE, card
from tools.messages import extracted

WHITE, BLACK = Player
HEADER = Header(BACKGAMMON, Ruleset(5), ("Ann", "Bob"), date="2026-11-20T19:30")
WORSE = (OpeningThrown(6, 2), Moved(WHITE, play("13/7 13/11")), *SECOND[2:])
MONDAY = datetime(2026, 11, 23, 20, tzinfo=UTC)
CARD, OTHER = card(), card(6, 1)


def record_of(header=HEADER):
    return read_record("".join(f"{write_line(line)}\n" for line in (header, *WORSE)).encode())


async def analysis_of(record, path=None):
    """Analyse a record; with `path`, the analysis is kept beside that match."""
    analysis = MatchAnalysis(record, Head.of(record, "fake", "1", 2), {})
    if path:
        analysis.keep_in(analysis_path(path))
    await analysis.run(engine(), lambda: None)
    return analysis


async def kept(folder, header=HEADER):
    """Keep a match and its analysis in a folder; return the path of the match."""
    path = keep(folder, header, WORSE)
    (await analysis_of(record_of(header), path)).close()
    return path


def matches_in(folder):
    """Return the analysed matches of a folder."""
    return [AnalysedMatch(path, partial(load, path.with_suffix(SUFFIX))) for path in folder.glob(f"*{ANALYSIS}")]


def own(*names):
    """Return a function that returns the seats of the person who has these names."""
    return lambda record: own_seats(record, names)


def cards_in(folder, names, *more):
    return library_cards(matches_in(folder), own(*names), *more)


async def test_own_decision_above_the_threshold_is_a_card():
    analysis = await analysis_of(record_of())
    (one,) = cards_of(analysis, [WHITE], 0.05)
    assert (one.made.act, one.made.play, round(one.made.cost, 3)) == (Act.PLAY, play("13/7 13/11"), 0.08)
    assert one.question.best.play == BEST
    assert (one.step, one.game, one.title) == (2, 1, "Ann - Bob 2026-11-20")
    assert cards_of(analysis, [WHITE], 0.081) == []
    (double,) = cards_of(analysis, [BLACK], 0.05)
    assert (double.made.act, double.question.best.act) == (Act.NO_DOUBLE, Act.DOUBLE)


def test_own_player_has_one_of_the_names_or_is_not_the_engine():
    record = record_of()
    assert own_seats(record, ["ann", "Eve"]) == (WHITE,)
    assert own_seats(record, ["ann", "BOB"]) == (WHITE, BLACK)
    assert own_seats(record, ["Eve"]) == ()
    against = record._replace(items=(EngineSeat(WHITE, "builtin", "expert").note, *record.items))
    assert own_seats(against, ["Ann"]) == (BLACK,)
    assert names_in(" Ann, Big Bob ,,") == ("Ann", "Big Bob")
    named = record_of(HEADER._replace(names=("Smith, John", "Bob")))
    assert own_seats(named, names_in(without_commas("Smith, John"))) == (WHITE,)


async def test_library_has_the_cards_of_its_analysed_matches(tmp_path):
    path = await kept(tmp_path)
    (one,) = cards_in(tmp_path, ["Ann"], 0.05, schedule(), 5)
    assert one.question.best.play == BEST
    assert cards_in(tmp_path, ["Ann"], 0.05, schedule(one), 5) == []
    assert cards_in(tmp_path, ["Eve"], 0.05, schedule(), 5) == []
    path.unlink()  # the match was deleted, and its analysis left behind
    assert cards_in(tmp_path, ["Ann"], 0.05, schedule(), 5) == []


DAMAGES = {
    "empty": (ANALYSIS, lambda _data: b""),
    "no text": (ANALYSIS, lambda _data: b"\xff\n"),
    "only a head": (ANALYSIS, lambda _data: b'{"analysis":1}\n'),
    "steps that are not there": (ANALYSIS, lambda data: data.replace(b'"step":', b'"step":99')),
    "of another match": (SUFFIX, lambda data: b"".join(data.splitlines(keepends=True)[:-1])),
}


@pytest.mark.parametrize(("suffix", "damage"), DAMAGES.values(), ids=DAMAGES)
async def test_damaged_analysis_gives_no_card_and_no_figure(suffix, damage, tmp_path):
    path = (await kept(tmp_path)).with_suffix(suffix)
    path.write_bytes(damage(path.read_bytes()))
    assert cards_in(tmp_path, ["Ann"], 0.05, schedule(), 5) == []
    assert figures(matches_in(tmp_path), own("Ann")) == ([], [])


def steps(*numbers):
    return [card(6, 5, match="m", step=number, game=1) for number in numbers]


def test_consecutive_decisions_never_follow_each_other():
    assert [one.step for one in apart(steps(10, 12, 14, 40, 60))][:3] == [10, 40, 12]
    assert [one.step for one in apart(steps(10, 14))] == [10]
    one, other = steps(10, 14)
    assert apart([one, replace(other, game=2)]) == [one, replace(other, game=2)]
    for one, other in pairwise(apart(steps(*range(0, 80, 4)))):
        assert abs(one.step - other.step) >= APART


@pytest.mark.parametrize(
    ("due", "new", "cards"),
    [
        (6, 2, "ddnddndd"),
        (0, 5, "nnnnn"),
        (20, 5, "dndndndndn"),
        (1, 5, "dnnnnn"),
        (20, 0, "dddddddddd"),
        (0, 0, ""),
        (7, 3, "dndndndddd"),
    ],
)
def test_new_cards_are_spread_among_those_that_are_due(due, new, cards):
    of = {kind: [card(6, 5, match=f"{kind}{n}") for n in range(many)] for kind, many in (("d", due), ("n", new))}
    mix = mixed(of["d"], of["n"], 10)
    assert "".join(one.match[0] for one in mix) == cards
    assert len({one.match for one in mix}) == len(mix)


def asked(schedule, folder, at=MONDAY):
    """Return the cards that Ann is asked in a practice of ten cards."""
    return due_and_new(schedule, matches_in(folder), own("Ann"), 0.05, at, 10)


async def test_practice_asks_what_is_due_and_a_new_question_once(tmp_path):
    await kept(tmp_path)
    await kept(tmp_path, HEADER._replace(date="2026-11-21"))
    old, new = asked(Schedule(usual_scheduler(), [CARD, review(1)]), tmp_path, MONDAY.replace(day=24))
    assert (old, new.title) == (CARD, "Ann - Bob 2026-11-20")
    assert asked(Schedule(usual_scheduler(), [new, review(1, of=new)]), tmp_path) == []


def test_new_cards_come_by_their_cost(tmp_path):
    cheap, costly = card(4, 1, made=PLAYS[0]), card(6, 1)
    assert asked(Schedule(usual_scheduler(), [cheap, costly]), tmp_path) == [costly, cheap]


def review(grade, at=MONDAY, of=CARD):
    return Review(of.key, at.isoformat(), Grade(grade), Choice(None, 0.0))


def schedule(*entries):
    return Schedule(usual_scheduler(), [CARD, OTHER, *entries])


# FSRS-6 as it is published: https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm

W = (
    *(0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796),
    *(1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542),
)
FACTOR = power(0.9, -1 / W[20]) - 1
RETENTION = 0.9


@dataclass
class Memory:
    stability: float = 0.0
    difficulty: float = 0.0

    def chance(self, days: float) -> float:
        return power(1 + FACTOR * days / self.stability, -W[20])

    def review(self, grade: int, days: int | None) -> None:
        """Record a grade, 1 to 4, `days` whole days after the last one; None for the first."""
        if days is None:
            self.stability, self.difficulty = W[grade - 1], clamped(W[4] - exp(W[5] * (grade - 1)) + 1)
            return
        if days < 1:
            increase = exp(W[17] * (grade - 3 + W[18])) * power(self.stability, -W[19])
            stability = self.stability * (max(increase, 1) if grade >= 2 else increase)
        elif grade == 1:
            stability = self.forgotten(self.chance(days))
        else:
            stability = self.stability * (1 + self.gain(grade, self.chance(days)))
        self.stability = max(stability, 0.001)
        damped = self.difficulty - W[6] * (grade - 3) * (10 - self.difficulty) / 9
        self.difficulty = clamped(W[7] * (W[4] - exp(W[5] * 3) + 1) + (1 - W[7]) * damped)

    def gain(self, grade: int, chance: float) -> float:
        by_grade = {2: W[15], 3: 1.0, 4: W[16]}[grade]
        ease = exp(W[8]) * (11 - self.difficulty) * power(self.stability, -W[9])
        return ease * (exp(W[10] * (1 - chance)) - 1) * by_grade

    def forgotten(self, chance: float) -> float:
        long = (
            W[11]
            * power(self.difficulty, -W[12])
            * (power(self.stability + 1, W[13]) - 1)
            * exp(W[14] * (1 - chance))
        )
        return min(long, self.stability / exp(W[17] * W[18]))

    def interval(self) -> int:
        return max(round(self.stability / FACTOR * (power(RETENTION, -1 / W[20]) - 1)), 1)


def clamped(difficulty: float) -> float:
    return min(max(difficulty, 1), 10)


@pytest.mark.parametrize("seed", rest_long(2, range(4)))
def test_200_reviews_are_due_as_the_published_formula_says(seed):
    random, memory, entries, at, days = Random(seed), Memory(), [], MONDAY, None
    for _ in range(200):
        grade = random.choices([1, 2, 3, 4], [2, 3, 6, 1])[0]
        entries.append(review(grade, at))
        memory.review(grade, days)
        due = at + timedelta(days=min(memory.interval(), 36500))
        assert schedule(*entries).due_at(CARD.key) == due
        wait = timedelta(hours=random.choice([2, 20, 30, 24 * random.randint(1, 40)]))
        at, days = at + wait, wait.days


def test_reviews_are_put_in_order_the_forgotten_card_first():
    early, late = review(1), review(3, MONDAY + timedelta(days=2))
    assert schedule(late, early).due_at(CARD.key) == schedule(early, late).due_at(CARD.key)
    now = schedule(review(2, of=OTHER), review(1))
    assert [one.key for one in now.due(MONDAY + timedelta(hours=20))] == [CARD.key, OTHER.key]
    assert now.due(MONDAY + timedelta(hours=2)) == []


def test_moment_of_a_grade_is_known_before_it_and_undone_after():
    before, given = schedule(), review(3)
    assert before.after(given) == schedule(given).due_at(CARD.key) == MONDAY + timedelta(days=2)
    assert (before.due_at(CARD.key), before.next_due()) == (None, None)
    assert schedule(given, Undone(CARD.key, given.at)).due_at(CARD.key) is None


def marked(mark, at=MONDAY):
    return Marked(CARD.key, at.isoformat(), mark)


def test_card_set_aside_is_not_asked_until_restored():
    aside, later = marked(Mark.ASIDE), MONDAY + timedelta(days=9)
    assert schedule(review(3), aside).due(later) == []
    assert not schedule(aside).may_ask(CARD)
    assert schedule(review(3), aside, marked(Mark.RESTORED, later)).due(later) == [CARD]


def test_deleted_card_is_known_and_never_asked():
    now = schedule(marked(Mark.DELETED), CARD)
    assert now.new() == [OTHER]
    assert [now.may_ask(each) for each in (CARD, OTHER)] == [False, True]
    assert (CARD.match, CARD.step) in now.decisions


# The figures of a player's own decisions

PLAY = Decision(1, 1, Player.WHITE, Act.PLAY, "", "", 0.1, counts=True, equity=0.0, plies=0)
RACE = Board.of({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 4: 5})


@pytest.mark.parametrize(
    ("act", "board", "turns", "said"),
    [
        (Act.NO_DOUBLE, RACE, 5, "double"),
        (Act.DOUBLE, RACE, 5, "double"),
        (Act.TAKE, RACE, 5, "take"),
        (Act.PASS, RACE, 5, "pass"),
        (Act.PLAY, RACE, 5, "opening"),
        (Act.PLAY, RACE, 6, "race"),
        (Act.PLAY, BACKGAMMON.board, 20, "contact"),
    ],
)
def test_decision_is_of_its_action_the_opening_or_its_position(act, board, turns, said):
    assert kind(started_here(THREE_ONE.match, board=board, turns=turns), replace(PLAY, act=act)) == said


def test_ratings_and_interval_are_those_of_the_mean_cost():
    figure = Figure("race", [0.0, 0.0, 0.02, 0.02, 0.06])
    assert (figure.pr, figure.error_rate) == (pytest.approx(10.0), pytest.approx(20.0))
    # Student's t of five values is 2.776
    # the deviation of one cost is the root of 0.0006, that of the mean of five that of 0.00012
    assert figure.uncertainty == pytest.approx(2.776 * 500 * 0.00012**0.5)
    line = "race           5   20.0   10.0 +/- 15.2"
    assert report([figure], [figure]).splitlines()[2:] == [line, "", "The last matches:", line]


def test_chart_has_the_interval_of_each_figure_or_ends_at_a_step():
    wide, narrow = Figure("race", [0.0, 0.0, 0.02, 0.02, 0.06]), Figure("2026-11-20", [0.01] * 4 + [0.015])
    axis, first, _gap, _title, second = (line[41:] for line in report([wide], [narrow], 68).splitlines()[1:])
    assert axis == "0                     PR 30"
    assert first == "---------o-------------"  # from below 0 to 25.2, at 0.87 columns for 1
    assert second == "    -o-"
    assert not report([wide], [narrow], 58).splitlines()[2][41:]  # no room for it
    faultless = report([Figure("race", [0.0] * 6)], [], 100)
    axis, line = (line[41:] for line in faultless.splitlines()[1:3])
    assert (axis.split(), line) == (["0", "PR", "5"], "o")


async def test_fewer_than_five_decisions_support_nothing(tmp_path):
    await kept(tmp_path)
    kinds, matches = figures(matches_in(tmp_path), own("Ann"))
    assert all(len(one.costs) >= 5 for one in (*kinds, *matches))
    assert figures(matches_in(tmp_path), own("nobody")) == ([], [])
    assert report([], []) == "No analysed match has five decisions of yours."


@pytest.mark.long
def test_kinds_are_among_the_messages_for_translators():
    known = {str(message.id) for message in extracted()}
    assert {*KINDS, *LONG_KINDS, "opening", "double", "take", "pass"} <= known
