"""The panels beside the board, the title and the line of keys, and the pages of the record: what stands where."""

from dataclasses import replace

import pytest

from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
from bgterm.rules.events import (
    Doubled,
    Dropped,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    Taken,
)
from bgterm.rules.match import Win
from bgterm.rules.ruleset import Ruleset
from bgterm.tui.screens.pages import ledger_page
from bgterm.tui.screens.position_editor import PositionEditorScreen
from bgterm.tui.widgets.chart import BarChart
from bgterm.tui.widgets.match_panels import PlayerCard
from bgterm.tui.widgets.table_view import ScoreSheet
from bgterm.tui.widgets.text_line import with_short_names
from tests.builders import FIRST_TURN, play
from tests.states import states
from tests.tui.seat import HEADER, Seat, at_table, played_until, seated

WHITE, BLACK = Player


def text_of(seat, kind):
    """Return the rows of the first visible widget of a class."""
    assert seat.shown  # draws the screen
    widget = next(one for one in seat.app.screen.query(kind) if one.display)
    return [widget.render_line(y).text.rstrip() for y in range(widget.size.height)]


def names_on_a_bar(seat):
    """Return the names that are shown reversed."""
    lines = [card.render_line(0) for card in seat.app.screen.query(PlayerCard)]
    pieces = [piece for line in lines for piece in line if piece.style and piece.style.reverse]
    return [piece.text.strip() for piece in pieces if piece.text.strip()]


async def test_the_name_of_the_player_to_act_is_reversed_in_each_theme(seat):
    for keys, name in (((), "Ann"), ((*"8/5 6/5", "enter", "enter"), "Bob")):
        await seat.press(*keys)
        for theme in ("walnut", "mono", "terminal"):
            seat.app.theme = theme
            await seat.settle()
            assert (theme, names_on_a_bar(seat)) == (theme, [name])


async def test_the_card_of_the_winner_stands_out(tmp_path):
    won = (
        *FIRST_TURN,
        Doubled(BLACK),
        Taken(WHITE),
        ResignationOffered(BLACK, Win.GAMMON),
        ResignationAccepted(WHITE),
    )
    async with at_table(tmp_path, past=won) as (seat, _):
        assert names_on_a_bar(seat) == ["Ann"]
        assert seat.shows("Ann 4 of 5 +4 points")
        assert seat.shows("Bob 0 of 5 167 pips")
        assert not seat.shows("behind")
        await seat.resize(120, 40)
        assert not seat.shows("behind")
        await seat.press("enter")
        assert (names_on_a_bar(seat), seat.shows("+4 points")) == ([], False)


@pytest.mark.parametrize(
    ("header", "past", "size", "shown"),
    [
        (HEADER, FIRST_TURN, (80, 24), ("Ann 0 of 5 163 pips 4 ahead", "Bob 0 of 5 167 pips")),
        (HEADER, FIRST_TURN, (120, 40), ("Ann 0 of 5 163 pips 4 ahead", "Bob 0 of 5 167 pips 4 behind")),
        (HEADER, (*FIRST_TURN, Doubled(BLACK), Taken(WHITE)), (80, 24), ("163 pips 2 cube", "167 pips 4 behind")),
        (HEADER._replace(ruleset=Ruleset(length=0)), (), (80, 24), ("Ann 0 points 167 pips",)),
        (HEADER._replace(names=("Wilhelmina", "Sebastian")), (), (50, 22), ("Wilhelmina", "Sebastian")),
    ],
    ids=[
        "of the leader",
        "of both in a large window",
        "beside a cube",
        "of money",
        "whole names in a small window",
    ],
)
async def test_a_card_tells_score_pips_and_lead(tmp_path, header, past, size, shown):
    async with at_table(tmp_path, header=header, past=past, size=size) as (seat, _):
        assert [text for text in shown if not seat.shows(text)] == []
        assert seat.shows("4 behind") is any("behind" in text for text in shown)


async def test_a_wide_window_has_a_score_sheet(tmp_path):
    past = (*FIRST_TURN, Rolled(BLACK, Dice(6, 4)), Moved(BLACK, play("24/18 13/9")), Doubled(WHITE), Taken(BLACK))
    async with at_table(tmp_path, past=past, size=(160, 50)) as (seat, _):
        rows = [" ".join(row.split()) for row in text_of(seat, ScoreSheet)]
        assert rows[0] == "Ann Bob"
        assert rows[2:4] == ["1 31 8/5 6/5 64 24/18 13/9", "2 ▆▆ doubles to 2 ▆▆ takes"]
        await seat.resize(120, 40)
        assert [row.split(None, 1)[1] for row in text_of(seat, ScoreSheet)[:2]] == ["8/5 6/5", "24/18 13/9"]


async def test_a_score_sheet_lists_the_games_before(tmp_path):
    won = (*FIRST_TURN, Doubled(BLACK), Dropped(WHITE))
    async with at_table(tmp_path, past=won, size=(160, 50)) as (seat, _):
        await seat.press("space")
        assert text_of(seat, ScoreSheet)[-1].split() == ["1", "Bob", "double", "passed", "1", "0-1"]


async def test_large_windows_have_large_figures_and_a_race_chart(tmp_path):
    async with at_table(tmp_path, past=FIRST_TURN, size=(160, 50)) as (seat, _):
        assert [row[-4:].strip() for row in text_of(seat, PlayerCard)[1:4]] == ["▄▄▄", "█ █", "█▄█"]
        await seat.resize(120, 40)
        rows = text_of(seat, BarChart)
        assert rows[0].startswith("Lead in pips ")
        assert len(next(row for row in seat.shown.splitlines() if "Lead in pips" in row)) == 119
        assert [row.split()[1] for row in rows if "●" in row] == ["163", "167"]
        await seat.resize(80, 24)
        assert not seat.shows("Lead in pips")
        assert "█▄█" not in "".join(text_of(seat, PlayerCard))


async def test_keys_and_numbers_stay_where_they_are(seat):
    rows = [row.rstrip() for row in seat.shown.splitlines()]
    assert len({row.index(word) for word in (" of 5", " pips") for row in rows if row.endswith(word)}) == 1
    lines = []
    for keys in ("", ("enter",), ("escape", *"8/5"), ("enter",), "6/5", ("enter",), ("enter",)):
        await seat.press(*keys)
        lines.append(seat.shown.splitlines()[-1])
    before, after, *_ = lines
    assert (before.index("pick up "), after.index("put down ")) == (9, 9)
    assert "Tab" in before
    assert after.index("Bksp") == before.index("←↑↓→") == 20
    last = len(before) - len("help")
    places = {place for line in lines for place in (line.find("leave   ?  help"), line.index("help"))}
    assert places == {-1, last - len("leave   ?  "), last}  # while a play is typed, q is a letter


async def test_the_checker_in_hand_is_named_with_all_its_targets(seat):
    await seat.press("enter")
    draft = seat.draft
    assert seat.shows("Ann to move 3-1: choose or type a move")
    assert seat.shows(f"> {draft.picked}/_")
    assert [point for point in draft.destinations if not seat.shows(f"{draft.picked}/{point}")] == []
    assert len(draft.destinations) == 3


async def test_the_position_editor_names_its_keys_beside_the_board(workspace):
    async with seated(PositionEditorScreen(workspace), workspace) as seat:
        assert "Space   put" in text_of(seat, ScoreSheet)
        await seat.resize(160, 50)
        assert "Space   put a checker down" in text_of(seat, ScoreSheet)


async def test_the_menu_describes_the_marked_entry_alone(menu):
    assert menu.shows("two players at this keyboard")
    await menu.press("down")
    assert menu.shows("all matches: replay, export, ledger")
    assert not menu.shows("two players at this keyboard")


LONG = "Maximiliana Konstantin"


@pytest.mark.parametrize(
    ("text", "names", "width", "shown"),
    [
        (f"{LONG} doubles; {LONG} waits", [LONG, "Ann"], 30, "Maximili… doubles; Maximili… waits"),
        (
            "Maximilianus and Maximilianus II",
            ["Maximilianus", "Maximilianus II"],
            10,
            "Maximilianus and Maximili…",
        ),
        ("Wilhelmina to move", ["Wilhelmina"], 5, "Wilhelmina to move"),
    ],
    ids=["in each of its places", "not a name that is part of another", "not a name of twelve cells"],
)
def test_a_long_name_is_shortened(text, names, width, shown):
    assert with_short_names(text, names, width, "…").plain == shown


# Pages of the record: the moves as a score sheet or a list, and the ledger with the winner of each game

PAST = (
    *FIRST_TURN,
    Rolled(BLACK, Dice(6, 4)),
    Moved(BLACK, play("24/18 18/14")),
    Doubled(WHITE),
    Dropped(BLACK),
    OpeningThrown(2, 6),
    Moved(BLACK, play("24/18 13/11")),
    Rolled(WHITE, Dice(5, 2)),
)


def rows(seat: Seat) -> list[str]:
    """Return the rows of the page, without its frame and the discs that mark the players."""
    texts = (line.strip("│ ").replace("▆▆", "") for line in seat.shown.splitlines())
    return [" ".join(text.split()) for text in texts]


async def test_plays_stand_side_by_side_or_in_a_narrow_window_below(tmp_path):
    async with at_table(tmp_path, past=PAST) as (seat, _):
        await seat.press("m")
        for size in ((80, 24), (60, 20), (160, 50)):
            await seat.resize(*size)
            shown = rows(seat)
            first = shown.index("Ann Bob")
            assert shown[first + 1].startswith("Game 1, ")
            assert shown[first + 2 : first + 9] == [
                "Ann rolls 3, Bob 1: Ann starts",
                "1 31 8/5 6/5 64 24/14",
                "2 doubles to 2 passes",
                "Game 2, Ann leads 1-0",
                "Ann rolls 2, Bob 6: Bob starts",
                "1 62 24/18 13/11",
                "Ann rolled 5-2",
            ]
            lines = seat.shown.splitlines()
            (names,) = [line for line in lines if "Ann " in line and line.rstrip("│ ").endswith("Bob")]
            (turn,) = [line for line in lines if "8/5 6/5" in line]
            assert (names.index("Ann"), names.index("Bob")) == (turn.index("8/5"), turn.index("24/14"))
        await seat.resize(44, 20)
        assert seat.shows("Ann 3-1: 8/5 6/5")
        assert seat.shows("Bob passes")
        assert "Ann Bob" not in rows(seat)


async def test_the_names_stay_above_a_long_sheet(tmp_path):
    async with at_table(tmp_path, past=played_until(lambda match: match.game.number == 4)) as (seat, _):
        await seat.press("m")
        assert not seat.shows("Game 1, 0-0")
        assert "Ann Bob" in rows(seat)
        await seat.press("home")
        assert seat.shows("Game 1, 0-0")
        assert "Ann Bob" in rows(seat)


def ledger(names, ruleset, win, width=80):
    header = HEADER._replace(names=names, ruleset=ruleset)
    *_, match = states(header, [OpeningThrown(3, 1), ResignationOffered(WHITE, win), ResignationAccepted(BLACK)])
    return str(ledger_page(match, "", width)._text_for(width)).splitlines()  # noqa: SLF001 - as it is before lines are broken


@pytest.mark.parametrize(
    ("names", "ruleset", "game"),
    [
        (("Ann", "Bob"), Ruleset(), "1  Bob     resigned backgammon      3     1      +3    0    3"),
        (("Wilhelmina", "Beatrix"), Ruleset(jacoby=True), "1  Beatrix  backgammon  1 Jacoby     1      +1"),
        (("Wilhelmina", "Maximiliana"), Ruleset(gammons=False), "1  Maximi..  backgammon  1 no gammons     1"),
    ],
)
def test_each_game_has_its_winner_in_76_columns(names, ruleset, game):
    head, played, *_ = rows = ledger(names, replace(ruleset, length=0), Win.BACKGAMMON)
    assert head.split()[:3] == ["game", "winner", "won"]
    assert game in played
    assert max(map(len, rows)) <= 76


def test_small_window_has_the_points_and_the_sums():
    assert ledger(("Ann", "Bob"), Ruleset(length=0), Win.GAMMON, 44)[:2] == [
        "game  points  Ann  Bob",
        "   1      +2    0    2",
    ]
