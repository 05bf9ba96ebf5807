"""Motion on the board: the pictures between two scenes."""

from functools import partial
from random import Random
from types import SimpleNamespace

import pytest
from textual.geometry import Offset, Region, Size

from bgterm.rules.board import BAR, OFF, Board, Player
from bgterm.rules.cube import Cube
from bgterm.rules.events import Moved
from bgterm.rules.games import start
from bgterm.rules.referee import apply
from bgterm.rules.variants import BACKGAMMON, LONG, VARIANTS
from bgterm.text.events import LastEvent
from bgterm.tui.board.layout import COMPACT, NORMAL, plan_for
from bgterm.tui.board.motion import FACES, FLASH, FRAME, HOP, TURN, Motion, hops_between, with_patch
from bgterm.tui.board.painter import picture
from bgterm.tui.board.scene import Scene
from bgterm.tui.board.styled_rows import FACE, RIM, Ink
from bgterm.tui.board.widget import Board as BoardWidget
from bgterm.tui.look.glyphs import ASCII, CHIPS
from bgterm.tui.look.themes import Colours, theme_for
from tests.builders import play
from tests.players import random_event
from tests.tui.seat import HEADER

WHITE, BLACK = Player
START = BACKGAMMON.board
scene_of = partial(Scene.of, home_right=True)
SCENE = Scene(board=START, mover=WHITE, bottom=WHITE, cube=Cube(1, None))
ROUND = plan_for(Size(103, 33))
PLANS = [COMPACT, NORMAL, ROUND, plan_for(Size(140, 45))]


def moved(*moves: str, board: Board = START, player: Player = WHITE) -> Board:
    for text in moves:
        board = board.played(player, play(text))
    return board


def hops(before: Board, after: Board) -> list[tuple[Player, int, int]]:
    return [tuple(hop) for hop in hops_between(before, after)]


# Which checkers move


def test_checkers_move_one_after_the_other_the_rearmost_first():
    assert hops(START, moved("13/7 24/20")) == [(WHITE, 24, 20), (WHITE, 13, 7)]
    assert hops(START, moved("6/4 6/4 8/4 8/4")) == [(WHITE, 8, 4)] * 2 + [(WHITE, 6, 4)] * 2


def test_a_checker_that_is_hit_goes_right_after_the_hit():
    before = Board.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 1, 20: 1, 13: 5, 8: 3, 6: 5})
    after = moved("8/5 6/5", board=before)
    assert hops(before, after) == [(WHITE, 8, 5), (BLACK, 20, BAR), (WHITE, 6, 5)]
    picked_and_passed = moved("8/5 5/3", board=before)
    assert hops(before, picked_and_passed) == [(WHITE, 8, 3), (BLACK, 20, BAR)]


def test_entering_bearing_off_and_undoing_move_too():
    entering = Board.of({BAR: 1, 6: 5}, {24: 1, 22: 1, 6: 5})
    hit = moved("bar/24 24/3", board=entering)
    assert hops(entering, hit) == [(WHITE, BAR, 3), (BLACK, 22, BAR)]
    assert hops(hit, entering)[0] in [(WHITE, 3, BAR), (BLACK, BAR, 22)]
    home = Board.of({6: 2, OFF: 13}, {1: 1, OFF: 14})
    assert hops(home, moved("6/off", board=home)) == [(WHITE, 6, OFF)]
    assert hops(moved("24/20"), START) == [(WHITE, 20, 24)]


def test_another_position_is_no_motion():
    assert hops(START, START) == []
    assert hops(START, LONG.board) == []
    assert hops(START, Board.of({1: 15}, {1: 15})) == []
    assert hops(START, moved("24/20", player=BLACK, board=moved("24/20"))) == []


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_play_moves_and_nothing_leaves_the_board(variant):
    rng, match = Random(variant.slug), start(HEADER._replace(variant=variant))
    while match.shown_game.number == 1 and match.shown_game.result is None:
        event = random_event(match, rng)
        before, match = match, apply(match, event)
        scenes = [scene_of(each, mover=WHITE, bottom=rng.choice([*Player])) for each in (before, match)]
        motion = Motion.between(*scenes)
        assert bool(motion.hops) is (isinstance(event, Moved) and bool(event.play))
        plan = rng.choice(PLANS)
        moments = [motion.duration * part / 7 for part in range(7)] if motion.duration else []
        for at in [at for moment in moments for at in motion.at(moment, plan, CHIPS).above]:
            assert Region(0, 0, plan.width, plan.height).contains_point(at)


# What is drawn


@pytest.mark.parametrize("glyphs", [CHIPS, ASCII])
def test_a_checker_that_is_hit_lights_up_once_before_it_goes(glyphs):
    before = Board.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 1, 20: 1, 13: 5, 8: 3, 6: 5})
    hit = moved("8/5", board=before)
    motion, undone = (
        Motion.between(SCENE._replace(board=one), SCENE._replace(board=other))
        for one, other in ((before, hit), (hit, before))
    )
    assert (motion.duration, undone.duration) == (pytest.approx(2 * HOP + FLASH), 2 * HOP)
    lit = [
        (seconds, min(above))
        for seconds in (part * motion.duration / 100 for part in range(100))
        if (above := motion.at(seconds, ROUND, glyphs).above) and "board-arrived" in str(above)
    ]
    assert all(HOP <= seconds < HOP + FLASH for seconds, _ in lit)
    assert len({place for _, place in lit}) == 1
    assert len(lit) > 10


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("hop", [("24/20", 24), ("13/7", 13), ("6/5", 6)])
def test_a_motion_begins_and_ends_where_the_checker_stands(plan, hop):
    text, src = hop
    motion = Motion.between(SCENE, SCENE._replace(board=moved(text)))
    for moment, scene in ((0.0, SCENE), (motion.duration - 1e-6, motion.after)):
        seen = motion.at(moment, plan, CHIPS)
        assert seen.scene.board.counts(WHITE)[src] == START.counts(WHITE)[src] - 1
        assert shown(plan, seen.scene, seen.above) == shown(plan, scene, {})


def shown(plan, scene, patch):
    """Return which player's checkers are in each cell of the board, row by row."""
    tones = {**{FACE[player]: player for player in Player}, **{RIM[player]: player for player in Player}}
    rows = {}
    for part in picture(plan, CHIPS, scene):
        for y, line in enumerate(part.draw(*part.facts), part.region.y):
            at = part.region.x
            for text, ink in with_patch(line, part.region.x, y, patch):
                for character in text:
                    owner = tones.get(ink.fg, tones.get(ink.bg)) if character not in "0123456789" else None
                    rows.setdefault(y, {})[at] = owner
                    at += 1
    return rows


def test_a_checker_on_its_way_covers_what_lies_under_it():
    motion = Motion.between(SCENE, SCENE._replace(board=moved("24/20")))
    places = [min(motion.at(HOP * part / 8, ROUND, CHIPS).above) for part in range(8)]
    assert places == sorted(places, reverse=True)
    assert len(set(places)) > 5
    above = motion.at(HOP / 2, ROUND, CHIPS).above
    colours = {colour for quarters in above.values() for colour in quarters}
    assert colours == {"", FACE[WHITE], RIM[WHITE]}
    felt = ((" " * 103, Ink(bg="board-felt")),)
    rows = [with_patch(felt, 0, y, above) for y in {at.y for at in above}]
    assert {ink.fg for row in rows for text, ink in row if text.strip()} <= {FACE[WHITE], RIM[WHITE]}
    assert {ink.bg for row in rows for _, ink in row} <= {"board-felt", FACE[WHITE], RIM[WHITE]}


def test_a_name_of_wide_characters_stays_whole():
    above = {Offset(3, 0): [FACE[WHITE]] * 4}
    name = (("\u9752\u6728: 24/20  ", Ink("board-note", "board-felt")),)
    assert with_patch(name, 0, 0, above) == name


def test_the_cube_goes_to_the_player_who_is_doubled_and_turns():
    motion = Motion.between(SCENE, SCENE._replace(offered=BLACK))
    assert motion.duration == TURN
    texts = []
    for part in range(10):
        seen = motion.at(TURN * part / 10, ROUND, CHIPS)
        assert (seen.scene.cube, seen.scene.offered) == (None, None)
        texts.append("".join(text for text, _ in seen.above.values()).strip())
    assert (texts[0], texts[-1]) == ("1", "2")
    taken = Motion.between(motion.after, SCENE._replace(cube=Cube(2, BLACK)))
    assert taken.duration == TURN
    assert {"".join(text for text, _ in taken.at(TURN / 2, ROUND, CHIPS).above.values()).strip()} == {"2"}


def test_the_cube_goes_there_before_the_board_turns():
    offered = SCENE._replace(offered=BLACK)
    turned = Motion.between(SCENE, offered._replace(mover=BLACK, bottom=BLACK))
    last = TURN * 0.999
    assert turned.at(last, ROUND, CHIPS).above == Motion.between(SCENE, offered).at(last, ROUND, CHIPS).above


def test_dice_tumble_when_they_are_thrown_and_only_then():
    thrown = SCENE._replace(dice=(6, 5), roller=WHITE)
    motion = Motion.between(SCENE, thrown)
    count = len(FACES)
    faces = [motion.at(motion.duration * (part + 0.5) / count, NORMAL, CHIPS).scene.dice for part in range(count)]
    assert faces == [*FACES]
    assert Motion.between(SCENE, thrown, dice=False).duration == 0
    assert Motion.between(thrown, thrown._replace(used=(6,))).duration == 0
    opening = Motion.between(SCENE, SCENE._replace(opening=(2, 2)))
    assert opening.at(0, NORMAL, CHIPS).scene.opening == FACES[0]


def test_characters_move_as_characters():
    motion = Motion.between(SCENE, SCENE._replace(board=moved("24/20")))
    above = motion.at(HOP / 2, plan_for(Size(80, 20), solid=False), ASCII).above
    assert {text for text, _ in above.values()} == {ASCII.marks[WHITE.index]}


# When it is drawn


class AnimatedBoard(BoardWidget):
    """A board without an app; tests advance its clock, and see its pictures."""

    variables = theme_for("walnut", Colours.FULL).variables

    def __init__(self) -> None:
        super().__init__()
        self.time, self.running, self.drawn, self.moves = 0.0, 0, [], True
        self.now = lambda: self.time

    def set_interval(self, pace, tick):
        self.running, self.tick, self.pace = self.running + 1, tick, pace
        return SimpleNamespace(stop=self.stop)

    def stop(self):
        self.running -= 1

    def _take(self, scene, above=None):
        self.drawn.append((scene, above or {}))

    def passes(self, seconds):
        self.time += seconds
        self.tick()


def between(before, after, seconds):
    return Motion.between(before, after).at(seconds, NORMAL, CHIPS)


ONE, TWO = SCENE._replace(board=moved("24/20")), SCENE._replace(board=moved("24/20 13/7"))


def test_a_motion_is_drawn_by_the_clock_and_then_the_timer_stops():
    board = AnimatedBoard()
    board.show(SCENE)
    assert (board.drawn, board.running) == ([(SCENE, {})], 0)
    board.show(ONE)
    assert (board.drawn[-1], board.running, board.pace) == (between(SCENE, ONE, 0), 1, FRAME)
    board.passes(HOP / 2)
    assert board.drawn[-1] == between(SCENE, ONE, HOP / 2)
    board.passes(HOP / 2)
    assert (board.drawn[-1], board.running) == ((ONE, {}), 0)


def test_motions_wait_for_those_before_them():
    board = AnimatedBoard()
    for scene in (SCENE, ONE, TWO, TWO._replace(note=LastEvent("Bob to roll"))):
        board.show(scene)
    assert board.drawn[-1] == between(SCENE, ONE, 0)
    board.passes(1.25 * HOP)
    assert board.drawn[-1] == between(ONE, TWO, HOP / 4)
    board.passes(HOP)
    assert (board.drawn[-1][0].note.text, board.running) == ("Bob to roll", 0)


def test_a_motion_ends_at_once_where_all_of_them_end():
    board = AnimatedBoard()
    for scene in (SCENE, ONE, TWO):
        board.show(scene)
    board.settle()
    assert (board.drawn[-1], board.running) == ((TWO, {}), 0)
    count = len(board.drawn)
    board.settle()
    board.show(TWO)
    assert (len(board.drawn), board.running) == (count, 0)


def test_a_scene_that_is_shown_at_once_ends_all_motion():
    board = AnimatedBoard()
    for scene in (SCENE, ONE):
        board.show(scene)
    board.moves = False
    board.show(SCENE)
    assert (board.drawn[-1], board.running) == ((SCENE, {}), 0)
