"""A whole match in a real terminal, by keys alone, in which every kind of event happens."""

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from bgterm.notation.dice_evidence import derive_roll
from bgterm.rules.board import BAR, OFF
from bgterm.rules.choices import choices
from bgterm.rules.events import (
    Doubled,
    Dropped,
    Event,
    Moved,
    OpeningThrown,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Rolled,
    Taken,
)
from bgterm.rules.games import start
from bgterm.rules.match import MatchState, Phase, Win
from bgterm.rules.referee import apply
from tests.builders import header
from tests.players import throw
from tests.sensible import best_play, value
from tools.hands import ENTER, Hands
from tools.terminal import Terminal

ROOT = Path(__file__).parents[1]
SEED = 16
NAMES = ("Ann", "Bob")
Story = list[tuple[MatchState, Event]]

pytestmark = [pytest.mark.long, pytest.mark.pty]


def decision(match: MatchState, story: Story) -> Event | None:
    """Return the action of a player, who takes the first double, drops the next, and refuses one resignation."""
    player = match.shown_game.to_act
    if player is None:
        return None
    may, done = choices(match, player), {type(event) for _, event in story}
    if may.answer_resignation:
        return ResignationAccepted(player) if ResignationRefused in done else ResignationRefused(player)
    if may.answer_double:
        return Dropped(player) if Taken in done and Dropped not in done else Taken(player)
    if may.plays is not None:
        return Moved(player, best_play(may.plays))
    ahead = value(match.game.board, player)
    if match.game.crawford and ahead < -25 and may.resign:
        return ResignationOffered(player, Win.SINGLE)
    return Doubled(player) if may.double and ahead > 10 else None


def planned_match() -> Story:
    """Return the events of the match, each with the match before it."""
    match = start(header(length=5))
    story, thrown = Story(), 0
    while match.winner is None:
        event = decision(match, story)
        if event is None:
            event = throw(match, *derive_roll(str(SEED).encode(), thrown))
            thrown += 1
        story.append((match, event))
        match = apply(match, event)
    return story


def happenings(story: Story) -> set[str]:
    """Return the kinds of events and situations in a match."""
    found = {type(event).__name__ for _, event in story}
    for match, event in story:
        found |= {"Crawford game"} if match.game.crawford else set()
        match event:
            case OpeningThrown(white, black) if white == black:
                found.add("tie")
            case Rolled(_, dice) if dice.is_double:
                found.add("double number")
            case Moved(player, ()) if match.game.board.counts(player)[BAR]:
                found.add("dance")
            case Moved(player, play):
                hits = match.game.board.played(player, play).counts(player.opponent)[BAR]
                found |= {"hit"} if hits > match.game.board.counts(player.opponent)[BAR] else set()
                found |= {"bear-off"} if any(move.dst == OFF for move in play) else set()
    return found


def result_on_screen(text: str) -> tuple[str, int]:
    """Return the winner on the screen and the points, after checking the arithmetic that is shown."""
    winner = re.search(r"(\w+) wins", text)
    assert winner
    if stake := re.search(r"(\d+) points? \(the cube before the double\)", text):
        return winner[1], int(stake[1])
    sum_ = re.search(r"(\d+) x cube (\d+) = (\d+)", text)
    assert sum_
    win, cube, points = map(int, sum_.groups())
    assert win * cube == points
    return winner[1], points


def play_through(game: Terminal, hands: Hands, story: Story) -> tuple[Counter[str], list[str]]:
    """Play the whole story by keys; return each player's points by the screen, and how the games ended."""
    points, endings = Counter[str](), []
    for match, event in story:
        hands.make_happen(match, event)
        after = apply(match, event)
        if after.shown_game.phase is Phase.OVER:
            hands.see_question(after)
            game.settle()
            winner, won = result_on_screen(game.text)
            points[winner] += won
            endings.append(
                next(found[1] for line in game.screen if (found := re.search(r"wins (.*?)(  |$)", line)))
            )
    return points, endings


def test_a_whole_match_is_played_by_keys(home, record):
    story = planned_match()
    wanted = {"double number", "Doubled", "Taken", "Dropped", "hit", "dance", "bear-off", "Crawford game"}
    assert wanted | {"ResignationOffered", "ResignationRefused", "ResignationAccepted"} <= happenings(story)
    command = f"play --names {','.join(NAMES)} --seed {SEED} --match 5".split()
    with Terminal((sys.executable, "-m", "bgterm", *command), env=home, cwd=ROOT) as game:
        hands = Hands(game)
        points, endings = play_through(game, hands, story)
        assert "a gammon" in endings
        assert {"walked", "typed", "named", "listed", "forced"} <= set(hands.ways)
        high, low = sorted((points[name] for name in NAMES), reverse=True)
        assert f"{points.most_common(1)[0][0]} wins the match " in game.text
        assert f" {high}-{low}, match to 5 " in game.text
        game.send(f"f{ENTER}")  # after another key, Enter is not taken for the one that ended the last turn
        assert game.wait() == 0
    saved, end = record(), apply(*story[-1])
    assert saved.damage is None
    assert saved.match.score == (points["Ann"], points["Bob"])
    assert saved.match.results == end.results
    assert [type(event) for event in saved.events] == [type(event) for _, event in story]
    assert saved.match.game.board == end.game.board
