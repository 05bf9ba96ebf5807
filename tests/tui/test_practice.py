"""A practice on the screen: the ways in, a question, its answer, the grade, and what comes after it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from bgterm.engine.engines import Engines
from bgterm.practice.drills import drill_cards
from bgterm.practice.mistakes import Figure
from bgterm.practice.practice import Practice
from bgterm.practice.question import Grade
from bgterm.profile.practising import Wanted
from bgterm.profile.settings import Settings
from bgterm.profile.workspace import MatchFile
from bgterm.storage.match_files import read_file
from bgterm.terminal.window import Clicked
from bgterm.tui.screens.library.screen import LibraryScreen
from bgterm.tui.screens.match.screen import at_one_keyboard
from bgterm.tui.screens.menu import MenuScreen
from bgterm.tui.screens.practice.card import CardScreen
from bgterm.tui.screens.practice.preparing import ChoosingScreen, PreparingScreen, mistakes_page
from bgterm.tui.screens.replay.screen import ReplayScreen
from tests.practice.questions import CUBE, PLAYS, TO_DOUBLE, TO_TAKE, card
from tests.practice.test_cards import kept
from tests.tui.seat import SIZE, seated, workspace_in
from tests.tui.test_replay_analysis import Pool
from tests.waiting import HANG

NOW = datetime(2026, 11, 26, 20, tzinfo=UTC)
DOUBLE = replace(card(match="d"), question=TO_DOUBLE, made=CUBE[1], key="double")
TAKE = replace(card(match="t"), question=TO_TAKE, made=None, key="take")
GNUBG = "GNU Backgammon 1.07.001, 2 plies"
NEXT_BEST = "Next best, and their costs: 24/23 13/10 0.164, 13/10 6/5 0.210."
RULE = "Bold with an anchor and the stronger home board, safe without."


@pytest.fixture
def workspace(tmp_path):
    return workspace_of(tmp_path)


@pytest.fixture
async def seat(tmp_path):
    async with asked(tmp_path) as seat:
        yield seat


def workspace_of(folder, pool=None, **settings):
    """Return a workspace of Ann, whose engine is the pool."""
    own = Settings(engine="builtin", own_names="Ann").changed(white="Ann", black="Bob", **settings)
    return replace(workspace_in(folder, own), engines=Engines(lambda _name: pool or Pool()))


def asked(folder, *cards, size=SIZE, **settings):
    """Return a seat at the question of the first card."""
    workspace = workspace_of(folder, **settings)
    practice = Practice(workspace.practice.reviews, cards or (card(), card(4, 2)), clock=lambda: NOW)
    return seated(CardScreen(practice, workspace), workspace, size)


def reviews(seat):
    """Return the grade and the cost of each answer in the journal, in their order."""
    journal = seat.workspace.practice.reviews
    journal.read()
    found = [one for many in journal.schedule.reviews.values() for one in many]
    return [(one.grade, one.answer.cost) for one in sorted(found, key=lambda one: one.at)]


async def play(seat, text):
    await seat.write(text)
    await seat.press("enter", "enter")


async def test_question_says_no_more_than_a_match_and_answer_the_best(seat):
    assert seat.shows("Practice: 1 of 2")
    assert seat.shows("Ann to move 3-1: choose or type a move")
    assert "cost" not in seat.shown.casefold()
    assert "mistake" not in seat.shown.casefold()
    await seat.press("ctrl+c")
    assert seat.shows("Press q to leave or Ctrl+Q to quit; every grade is kept.")
    await play(seat, "24/23 13/10")
    assert seat.shows("24/23 13/10 costs 0.164.")
    assert seat.shows("Best: 8/5 6/5, equity +0.160. In the match: 24/23 13/10, costs 0.164.")
    await seat.resize(44, 20)
    assert seat.shows("Grade: again. Asked again on 2026-11-27.")
    assert seat.cut_off == []
    assert reviews(seat) == []
    await seat.resize(80, 24)
    await seat.press("space")
    assert seat.shows("Practice: 2 of 2")
    assert reviews(seat) == [(Grade.AGAIN, 0.164)]


@pytest.mark.parametrize(
    ("asked_card", "shown"),
    [
        (card(engine=GNUBG), [f"Grade: again. Asked again on 2026-11-27.  {GNUBG}.", NEXT_BEST]),
        (
            replace(card(match="positions"), made=None),
            ["24/23 13/10 costs 0.164. Best: 8/5 6/5, equity +0.160.", RULE],
        ),
    ],
    ids=["engine of an answer", "rule of a drill"],
)
async def test_source_of_an_answer_is_shown_whole(tmp_path, asked_card, shown):
    async with asked(tmp_path, asked_card) as seat:
        await play(seat, "24/23 13/10")
        assert [sentence for sentence in shown if not seat.shows(sentence)] == []


@pytest.mark.parametrize(
    ("question", "key", "said"),
    [
        (DOUBLE, "d", "Double costs 0.400."),
        (DOUBLE, "space", "No double is right."),
        (TAKE, "t", "Take is right."),
        (TAKE, "p", "Pass costs 1.330."),
    ],
)
async def test_cube_is_answered_by_keys_of_the_game_and_no_setting(question, key, said, tmp_path):
    async with asked(tmp_path, question, auto_roll=True, auto_play_forced=True, tutor=True) as seat:
        assert seat.app.screen.venue.answer is None
        await seat.press(key)
        assert seat.shows(said)


async def test_b_and_clicks_look_at_the_boards_of_all_answers(seat):
    await play(seat, "13/10 6/5")
    for heading, text in [("Yours:", "13/10 6/5"), ("Best:", "8/5 6/5"), ("In the match:", "24/23 13/10")] * 2:
        assert seat.shows(heading)
        assert seat.shows(text)
        await seat.press("b")
    board = seat.app.screen.table_view.board.region
    seat.app.post_message(Clicked(board.x + 2, board.y + 2))
    await seat.settle()
    assert seat.shows("Best:")


async def test_grade_is_changed_undone_and_kept_on_leaving(tmp_path):
    async with asked(tmp_path) as seat:
        assert "undo-grade" not in seat.keys
        await play(seat, "8/5 6/5")
        assert seat.shows("8/5 6/5 is right.")
        await seat.press("4")
        assert seat.shows("Grade: easy. Asked again on 2026-12-04.")
        await seat.press("space")
        await seat.press("z")
        assert seat.shows("8/5 6/5 is right.")
        await seat.press("2", "space")
        assert reviews(seat) == [(Grade.HARD, 0)]
        await play(seat, "8/4 6/4")
        await seat.press("3", "q")
    assert seat.app.return_value == "2 answers, 1 right. Cost 0.164, in the matches 0.328."
    assert [grade for grade, _cost in reviews(seat)] == [Grade.HARD, Grade.GOOD]


async def test_double_press_of_enter_leaves_the_answer_on_the_screen(seat, monkeypatch):
    monkeypatch.setattr("bgterm.tui.input._DOUBLE_PRESS", HANG)
    await seat.write("8/5 6/5")
    await seat.press("enter", "enter", "enter")
    assert seat.app.screen.venue.answer
    assert seat.shows("You pressed Enter twice. Press it again to go on.")
    assert reviews(seat) == []


async def test_answer_is_laid_out_while_its_grade_has_been_kept(seat):
    await play(seat, "8/5 6/5")
    screen = seat.app.screen
    await screen.venue.practice.confirm()
    screen.lay_out(screen.size)
    assert seat.shows("8/5 6/5 is right.")


async def test_card_is_set_aside_or_deleted(seat):
    await play(seat, "8/5 6/5")
    await seat.press("a")
    assert seat.shows("Practice: 2 of 2  The last card is set aside until you restore it.")
    await play(seat, "8/4 6/4")
    await seat.press("D", "n", "D", "y")
    journal = seat.workspace.practice.reviews
    assert (len(journal.schedule.aside), len(journal.schedule.deleted)) == (1, 1)
    assert reviews(seat) == []


async def match_in(folder):
    path = await kept(folder / "matches")
    return MatchFile(read_file(path), path.stem, path)


@pytest.mark.parametrize(
    ("answers", "blocked", "said"),
    [(10**6, False, "Practice: 1 of 1"), (10**6, True, "Practice: 1 of 1"), (1, False, "Fake failed (tired).")],
    ids=["analysed first", "not kept", "failed"],
)
async def test_match_without_an_analysis_is_analysed_first(tmp_path, answers, blocked, said):
    workspace, match = workspace_of(tmp_path, Pool(answers)), await match_in(tmp_path)
    match.path.with_suffix(".analysis").unlink()
    if blocked:
        match.path.with_suffix(".analysis").mkdir()
    async with seated(PreparingScreen(workspace, Wanted(match)), workspace) as seat:
        assert seat.shows(said)


async def test_name_is_asked_once_and_kept(tmp_path):
    workspace = workspace_of(tmp_path, own_names="")
    async with seated(PreparingScreen(workspace, Wanted(await match_in(tmp_path))), workspace) as seat:
        assert seat.shows("Whose decisions are practised?")
        await seat.press("enter", "enter")
        assert seat.shows("Practice: 1 of 1")
        assert workspace.settings.own_names == "Ann"
        assert 'own_names = "Ann"' in workspace.config.read_text()


@pytest.mark.parametrize(
    ("own_names", "said"),
    [
        ("", "yours: press P at a match in the library, which analyses it."),
        ("Ann", "yours to practise: press P at a finished match."),
    ],
)
async def test_practice_without_a_card_says_why(own_names, said, tmp_path):
    workspace = workspace_of(tmp_path, own_names=own_names)
    async with seated(PreparingScreen(workspace), workspace) as seat:
        assert seat.shows(f"No analysed match has a decision of {said}")


async def test_no_card_due_names_the_next_day(tmp_path):
    async with asked(tmp_path, card()) as seat:
        await play(seat, "8/5 6/5")
        await seat.press("space")
    workspace = seat.workspace
    async with seated(PreparingScreen(workspace, Wanted(clock=lambda: NOW)), workspace) as seat:
        assert seat.shows("No card is due; the next one is on 2026-11-28.")


async def test_damaged_journal_is_one_sentence(workspace):
    workspace.practice.reviews.name.write_text("?\n")
    async with seated(PreparingScreen(workspace), workspace) as seat:
        assert seat.shows("is not a journal of reviews: move it away, and a new one is begun.")


async def test_menu_names_the_number_of_cards_that_are_due(workspace):
    old = Practice(workspace.practice.reviews, [card()], clock=lambda: NOW - timedelta(days=900))
    old.take(PLAYS[1])
    await old.confirm()
    async with seated(MenuScreen(workspace), workspace) as seat:
        assert seat.shows("Practise 1")
        await seat.press("p", "enter")
        assert seat.shows("Practice: 1 of 1")
        await play(seat, "8/5 6/5")
        await seat.press("space")
        assert seat.shows("1 answer, 1 right. Cost 0.000, in the matches 0.164.")
        await seat.press("escape", "q")
        assert "Practise 1" not in seat.shown


async def test_library_and_replay_lead_to_the_practice_and_mistakes(tmp_path):
    workspace, match = workspace_of(tmp_path), await match_in(tmp_path)
    replay = ReplayScreen(match.record, workspace, match.name, at_one_keyboard, match.path)
    for screen in (LibraryScreen(workspace), replay):
        async with seated(screen, workspace) as seat:
            if isinstance(screen, LibraryScreen):
                await seat.press("m")
                assert seat.shows("Your mistakes")
                await seat.press("escape")
            await seat.press("P")
            assert seat.shows("Practice: 1 of 1")


async def test_number_is_typed_without_the_pips_shown(tmp_path):
    cards = drill_cards("pips", 2, Random(1))
    right = str(cards[0].question.number)
    async with asked(tmp_path, *cards) as seat:
        assert seat.shows("Practice: 1 of 2")
        assert seat.shows("White: how many pips do you need?")
        assert "pip " not in seat.shown.replace("pips do", "")
        await seat.press("enter")
        assert seat.shows("Type a number first.")
        await seat.press(*right, "9", "backspace", ".", ".", "0", "9", "enter")
        assert seat.shows(f"{right} is right.")
        assert seat.shows("Grade: good.")
        await seat.press("question_mark")
        assert seat.shows("Where the answer comes from")
        await seat.press("escape", "space")
        assert seat.shows("Practice: 2 of 2")
        await seat.press("1", "enter", "z")
        assert reviews(seat) == []


async def test_chosen_keys_are_those_of_a_question_that_is_played(tmp_path):
    """At a number, the point is typed and q leaves, although the point leaves a match; at an answer, D deletes."""
    workspace = workspace_of(tmp_path)
    chosen = replace(workspace.settings, keys=(("leave", "."), ("turn-board", "D")))
    practice = Practice(workspace.practice.reviews, drill_cards("takes", 1, Random(2)), clock=lambda: NOW)
    workspace = replace(workspace, settings=chosen)
    async with seated(CardScreen(practice, workspace), workspace) as seat:
        await seat.press("1", ".", "5")
        assert seat.shows("1.5_")
        await seat.press("enter", "D")
        assert seat.shows("Delete this card")
        await seat.press("escape", "q")
        assert seat.app.return_value is not None


async def test_number_and_its_answer_fit_into_every_window(tmp_path):
    sizes = [(44, 20), (80, 24), (120, 40)]
    async with asked(tmp_path, *drill_cards("takes", 1, Random(2))) as seat:
        await seat.press("2", "5")
        for size in sizes:
            await seat.resize(*size)
            assert seat.shows("Practice: 1 of 1")
            assert seat.shows("take with how many percent?")
            assert seat.shows("> 25_")
        await seat.press("enter")
        for size in sizes:
            await seat.resize(*size)
            assert seat.shows("Right: ")
            assert seat.shows("Risk / (risk + gain)") is (size != (44, 20))


async def test_list_leads_to_a_drill_a_position_and_the_mistakes(workspace):
    async with seated(ChoosingScreen(workspace), workspace) as seat:
        assert seat.shows("Opening replies")
        await seat.press("down", "enter")
        assert seat.shows("Practice: 1 of 5")
        await seat.press("q")
        assert seat.shows("What would you like to practise?")
        await seat.press("i", *"nonsense", "enter")
        assert seat.shows('"nonsense" is not a position:')
        await seat.press("escape", "i", *"AQAABAAAAAAAAA", "enter")
        assert seat.shows("No position near this one has a best play that is clear.")
        await seat.press("end", "enter")
        assert seat.shows("No analysed match has five decisions of yours.")


async def test_only_a_narrow_list_describes_the_marked_practice_below(workspace):
    async with seated(ChoosingScreen(workspace), workspace, (44, 20)) as seat:
        await seat.press("down")
        below = "What would you like to practise? the 21 rolls after each of the 15 openings"
        assert seat.shows(below)
        assert seat.cut_off == []
        await seat.resize(80, 24)
        assert not seat.shows(below)
        await seat.resize(44, 20)
        assert seat.shows(below)


async def test_mistakes_have_a_chart_where_there_is_room(tmp_path):
    figures = [Figure("race", [0.0, 0.1, 0.2])], [Figure("2026-11-20", [0.0, 0.1, 0.2])]
    async with seated(mistakes_page(*figures, solid=True), workspace_of(tmp_path)) as seat:
        for size, chart in (((80, 24), True), ((44, 20), False)):
            await seat.resize(*size)
            assert seat.shows("The last matches:")
            assert seat.shows("─●─") is chart
            assert seat.cut_off == []
