"""The sentences about events, questions, scores and clocks."""

import pytest

from bgterm.editing.turn_draft import Draft
from bgterm.rules.choices import choices
from bgterm.rules.dice import Dice
from bgterm.rules.events import (
    Challenged,
    Doubled,
    Dropped,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Rolled,
    Taken,
)
from bgterm.rules.games import start
from bgterm.rules.match import Ending, Result, Win
from bgterm.rules.referee import apply
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import BACKGAMMON, LONG, VARIANTS
from bgterm.text import events as text_events
from bgterm.text import questions
from bgterm.text import score as text_score
from bgterm.text.clock import flag_down, time_left
from bgterm.tui.screens.match.lines import legal_moves, move_question
from tests.builders import FIRST_TURN, FIVE_POINT, board, play
from tests.cases import rest_long
from tests.notation.situations import BLACK, HEADER, LOST_ONE, WHITE, after, assert_fits, under
from tests.players import random_match
from tests.states import states

DROPPED = (*FIRST_TURN, Doubled(BLACK), Dropped(WHITE))
GAMMON_OFFERED = ResignationOffered(BLACK, Win.GAMMON)

# What happened and what is asked


def test_note_of_a_play_has_a_heading():
    moved, doubled = (
        text_events.LastEvent("8/5 6/5", "Wilhelmina 3-1:"),
        text_events.LastEvent("Beatrix doubles to 2"),
    )
    assert text_events.note(after(*FIRST_TURN[:1]), FIVE_POINT) == moved
    assert text_events.note(after(*FIRST_TURN), Doubled(BLACK)) == doubled
    assert text_events.note(after(), OpeningThrown(3, 1)).short == "Wilhelmina starts"


def test_a_turn_without_a_move_is_told_as_one():
    before = after(*FIRST_TURN[:1])
    dancing = before._replace(game=before.game._replace(board=board("25:1 / 6:2 5:2 4:2 3:2 2:2 1:2")))
    danced = text_events.LastEvent("no legal move", "Wilhelmina 3-1:", danced=True)
    assert text_events.note(dancing, Moved(WHITE, ())) == danced
    assert "no legal move" in text_events.tell(dancing, Moved(WHITE, ()))
    assert text_events.brief(dancing, Moved(WHITE, ())) == (WHITE, "no move", "31")


@pytest.mark.parametrize(
    ("before", "event", "facts", "brief"),
    [
        ((), OpeningThrown(3, 1), ["Wilhelmina", "3", "Beatrix", "1", "Wilhelmina starts"], None),
        ((), OpeningThrown(2, 5), ["Beatrix starts"], None),
        ((), OpeningThrown(4, 4), ["tie"], None),
        (FIRST_TURN[:1], FIVE_POINT, ["Wilhelmina", "3-1", "8/5 6/5"], (WHITE, "8/5 6/5", "31")),
        (FIRST_TURN, Rolled(BLACK, Dice(6, 5)), ["Beatrix", "6-5"], None),
        (FIRST_TURN, Doubled(BLACK), ["Beatrix", "2"], (BLACK, "doubles to 2", "")),
        ((*FIRST_TURN, Doubled(BLACK)), Taken(WHITE), ["Wilhelmina", "2"], (WHITE, "takes", "")),
        (DROPPED[:-1], Dropped(WHITE), ["Wilhelmina"], (WHITE, "passes", "")),
        (FIRST_TURN, GAMMON_OFFERED, ["Beatrix", "gammon"], (BLACK, "resigns a gammon?", "")),
        (LOST_ONE[:2], LOST_ONE[2], ["Beatrix"], (BLACK, "accepts", "")),
        (LOST_ONE[:2], ResignationRefused(BLACK), ["Beatrix"], (BLACK, "refuses", "")),
    ],
)
def test_what_happened_is_told_with_who_and_what(before, event, facts, brief):
    match = after(*before)
    sentence = text_events.tell(match, event)
    assert all(fact in sentence for fact in facts)
    assert text_events.brief(match, event) == brief
    assert_fits(sentence)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
@pytest.mark.parametrize("variant", rest_long(3, VARIANTS.values()), ids=VARIANTS)
def test_every_prompt_and_description_of_a_match_fits_its_line(variant, seed):
    header = HEADER._replace(variant=variant, ruleset=Ruleset(length=3 * (seed % 2), cube=variant.cube))
    events, _ = random_match(seed, header)
    for before, event in zip(states(header, events), events, strict=False):
        assert_fits(text_events.tell(before, event))
        assert_fits(questions.question(before))
        if before.shown_game.to_act is None:
            continue
        may = choices(before, before.shown_game.to_act)
        assert_fits(questions.meaning_of_roll(before, may))
        assert_fits(may.no_double.describe(before.names) if may.no_double else "")
        if may.answer_double:
            assert_fits(*questions.answers_to_double(before))
        if may.answer_resignation:
            assert_fits(*questions.answers_to_resignation(before))
        if may.plays is not None:
            draft = Draft(may.plays)
            assert_fits(move_question(before, draft))
            assert_fits(move_question(before, draft.chosen(next(iter(may.plays)))))
            for point in draft.sources:
                assert_fits(move_question(before, draft.picked_up(point)))
        if may.resign:
            offers = questions.resignation_offers(before, before.shown_game.to_act, may.resign)
            assert_fits(*(cost for _, cost in offers))


@pytest.mark.parametrize(
    ("happened", "said"),
    [
        ((), ["Game 1"]),
        ((OpeningThrown(4, 4),), ["tie"]),
        ((OpeningThrown(3, 1),), ["Wilhelmina", "3-1"]),
        (FIRST_TURN, ["Beatrix", "roll"]),
        ((*FIRST_TURN, Doubled(BLACK)), ["Beatrix", "2", "Wilhelmina"]),
        ((*FIRST_TURN, ResignationOffered(BLACK, Win.BACKGAMMON)), ["Beatrix", "backgammon", "Wilhelmina"]),
        (LOST_ONE, ["Wilhelmina", "Beatrix", "single game"]),
    ],
)
def test_each_question_says_who_must_do_what(happened, said):
    question = questions.question(after(*happened))
    assert all(fact in question for fact in said)


@pytest.mark.parametrize(
    ("limit", "ties", "said"),
    [
        (0, 1, "Game 1. Wilhelmina rolls 4, Beatrix 4: a tie, roll again."),
        (1, 1, "Game 1. Wilhelmina rolls 4, Beatrix 4: a tie, cube at 2 now, roll again."),
        (0, 2, "Game 1. Wilhelmina rolls 4, Beatrix 4: tie 2, roll again."),
        (0, 3, "Game 1. Wilhelmina rolls 4, Beatrix 4: tie 3, roll again."),
        (1, 2, "Game 1. Wilhelmina rolls 4, Beatrix 4: tie 2 beyond the limit, roll again."),
        (2, 2, "Game 1. Wilhelmina rolls 4, Beatrix 4: tie 2, cube at 4 now, roll again."),
    ],
)
def test_a_tie_tells_what_it_makes_of_the_cube(limit, ties, said):
    header = under(automatic_doubles=limit)
    *before, tie = [OpeningThrown(4, 4)] * ties
    assert questions.question(after(*before, tie, header=header)) == said
    assert text_events.tell(after(*before, header=header), tie) in said
    assert_fits(said)


def test_who_may_challenge_is_told_so_until_he_has():
    left = (OpeningThrown(3, 1), Moved(WHITE, play("8/5 6/5")))
    header = under(length=5, policing=True)
    match = after(*left, header=header)
    assert questions.question(match) == "Beatrix to roll, or to challenge the play"
    hint = questions.meaning_of_roll(match, choices(match, BLACK))
    assert hint == "Roll, or double to 2 first: that accepts the play; ! challenges it."
    judged = after(*left, Challenged(BLACK), header=header)
    assert questions.question(judged) == "Beatrix to roll"
    assert questions.meaning_of_roll(judged, choices(judged, BLACK)) == ""


def test_legal_moves_are_said_with_their_hits():
    hitting = board("8:1 6:1 / 20:1")
    assert legal_moves(hitting, WHITE, play("6/5 8/5")) == "legal: 8/5*  6/5*"
    assert legal_moves(hitting, WHITE, ()) == ""


# The score

ONE = Result(BLACK, Win.GAMMON, Ending.BORNE_OFF, 2, as_single=True)
"""A gammon that counts as a single game, with the cube at 2."""


@pytest.mark.parametrize(
    ("variant", "rules", "result", "said"),
    [
        (BACKGAMMON, {}, Result(WHITE, Win.SINGLE, Ending.BORNE_OFF, 1), "single game 1 x cube 1 = 1"),
        (BACKGAMMON, {}, Result(WHITE, Win.GAMMON, Ending.BORNE_OFF, 4), "gammon 2 x cube 4 = 8"),
        (BACKGAMMON, {}, Result(BLACK, Win.BACKGAMMON, Ending.RESIGNED, 64), "backgammon 3 x cube 64 = 192"),
        (BACKGAMMON, {}, Result(BLACK, Win.SINGLE, Ending.DROPPED, 2), "2 points (the cube before the double)"),
        (BACKGAMMON, {"jacoby": True}, ONE, "Jacoby: gammon counts 1, no double was offered: 1 x cube 2 = 2"),
        (BACKGAMMON, {"gammons": False}, ONE, "gammon counts as a single game: 1 x cube 2 = 2"),
        (BACKGAMMON, {}, Result(WHITE, Win.SINGLE, Ending.UNRECORDED, 3), "as the record says: 3"),
        (BACKGAMMON, {"cube": False}, Result(WHITE, Win.GAMMON, Ending.BORNE_OFF, 1), "gammon = 2"),
        (LONG, {}, Result(WHITE, Win.SINGLE, Ending.BORNE_OFF, 2), "oin 1 x cube 2 = 2"),
        (LONG, {"cube": False}, Result(WHITE, Win.GAMMON, Ending.RESIGNED, 1), "mars = 2"),
        (LONG, {"cube": False, "koks": True}, Result(BLACK, Win.BACKGAMMON, Ending.BORNE_OFF, 1), "koks = 3"),
        (LONG, {"cube": False, "gammons": False}, ONE._replace(cube=1), "mars counts as an oin = 1"),
    ],
)
def test_the_arithmetic_of_a_result(variant, rules, result, said):
    match = start(under(**rules)._replace(variant=variant))
    assert text_score.arithmetic(match._replace(game=match.game._replace(result=result))) == said


@pytest.mark.parametrize(
    ("win", "name"), [(Win.SINGLE, "an oin"), (Win.GAMMON, "a mars"), (Win.BACKGAMMON, "a koks")]
)
def test_long_backgammon_wins_have_their_own_names_everywhere(win, name):
    header = HEADER._replace(variant=LONG, ruleset=Ruleset(length=5, cube=False, koks=True))
    before = after(OpeningThrown(3, 1), header=header)
    offered = apply(before, ResignationOffered(WHITE, win))
    ended = apply(offered, ResignationAccepted(BLACK))
    bare = name.split()[1]
    assert text_events.tell(before, ResignationOffered(WHITE, win)) == f"Wilhelmina offers to resign {name}"
    assert text_events.brief(before, ResignationOffered(WHITE, win)) == (WHITE, f"resigns {name}?", "")
    assert f"resigns {name}:" in questions.question(offered)
    assert (win, f"{bare}: Beatrix leads {win}-0") in questions.resignation_offers(before, WHITE, list(Win))
    assert questions.answers_to_resignation(offered)[:2] == (f"{bare} = {win}", f"Beatrix leads {win}-0")
    assert text_score.headline(ended) == f"Wilhelmina resigns: Beatrix wins {name}"


@pytest.mark.parametrize(
    ("length", "score", "said"),
    [
        (7, (3, 2), "Wilhelmina leads 3-2"),
        (7, (4, 4), "4-4"),
        (7, (3, 4), "Beatrix leads 4-3"),
        (7, (10, 4), "Wilhelmina wins the match 10-4"),
        (7, (6, 7), "Beatrix wins the match 7-6"),
        (0, (60, 198), "Beatrix leads 198-60"),
    ],
)
def test_the_standing_of_a_match(length, score, said):
    match, drawn = start(under(length=length)), Result(None, Win.SINGLE, Ending.DRAWN, 1)
    assert text_score.standing(match._replace(game=match.game._replace(score=score, result=drawn))) == said


def test_answers_state_the_resulting_score():
    doubled = (*FIRST_TURN, Doubled(BLACK))
    passing, taking = questions.answers_to_double(after(*doubled))
    assert passing == "Beatrix leads 1-0"
    assert all(fact in taking for fact in ("2", "Wilhelmina"))
    resigning = after(*doubled, Taken(WHITE), GAMMON_OFFERED)
    *accepting, refusing = questions.answers_to_resignation(resigning)
    assert accepting == ["gammon 2 x cube 2 = 4", "Wilhelmina leads 4-0"]
    assert refusing


@pytest.mark.parametrize(
    ("happened", "header", "headline", "score"),
    [
        (LOST_ONE, HEADER, "Wilhelmina resigns: Beatrix wins a single game", "Beatrix leads 1-0, match to 7"),
        (DROPPED, under(), "Wilhelmina passes: Beatrix wins", "1-0, money session"),
        (LOST_ONE, under(length=1), "Beatrix wins", "Beatrix wins the match 1-0, match to 1"),
    ],
)
def test_the_end_of_a_game_is_told(happened, header, headline, score):
    match = after(*happened, header=header)
    assert headline in text_score.headline(match)
    assert score in text_score.score_line(match)
    assert_fits(text_score.headline(match), text_score.score_line(match))
    borne_off = Result(WHITE, Win.GAMMON, Ending.BORNE_OFF, 1)
    over = match._replace(finished=None, game=match.game._replace(result=borne_off))
    assert text_score.headline(over) == "Wilhelmina wins a gammon"


def test_standing_names_both_players_the_score_and_the_game():
    said = text_score.where_it_stands(after(*LOST_ONE))
    assert all(fact in said for fact in ("Wilhelmina 0", "Beatrix 1", "match to 7", "game 2"))
    for plain in (False, True):
        assert "2026-11-20-ann-bob" in text_score.farewell(after(*LOST_ONE), "2026-11-20-ann-bob", plain=plain)
    foreign = text_score.farewell(after(*LOST_ONE), "2026-11-20-zoe-łukasz", plain=True)
    assert foreign.endswith("with: bgterm resume --plain")
    assert "Beatrix wins" in text_score.farewell(after(*LOST_ONE, header=under(length=1)), "it")


# Clocks


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (3000, "50 min"),
        (600.01, "11 min"),
        (600, "10 min"),
        (120.5, "3 min"),
        (120, "2:00"),
        (119.5, "2:00"),
        (60, "1:00"),
        (59.1, "1:00"),
        (9, "0:09"),
        (0.1, "0:01"),
        (0, "0:00"),
    ],
)
def test_time_is_shown_by_the_minute_and_then_by_the_second(seconds, shown):
    assert time_left(seconds) == shown


def test_a_flag_that_is_down_says_who_may_claim_it():
    said = flag_down(("Ann", "Bob"), BLACK)
    assert said == "Ann has no time left. g: Bob claims the flag and wins the match."
