"""A whole match in a real terminal, by keys alone, in which every kind of event happens."""

import re
import sys
from pathlib import Path

import pytest

from bgterm.notation.dice_evidence import derive_roll
from bgterm.notation.plays import play_text
from bgterm.rules.choices import choices
from bgterm.rules.events import (
    Doubled,
    Dropped,
    Event,
    Moved,
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
    """Return the kinds of events in a match, the dances and double numbers, and the marks of its plays."""
    found = {type(event).__name__ for _, event in story}
    for match, event in story:
        found |= {"Crawford game"} if match.game.crawford else set()
        match event:
            case Rolled(_, dice) if dice.is_double:
                found.add("double number")
            case Moved(_, ()):
                found.add("dance")
            case Moved(player, play):
                text = play_text(match.game.board, player, play)
                found |= {mark for mark in ("*", "/off") if mark in text}
    return found


def play_through(game: Terminal, hands: Hands, story: Story) -> list[str]:
    """Play the whole story by keys; return the screen after each game."""
    screens = []
    for match, event in story:
        hands.make_happen(match, event)
        after = apply(match, event)
        if after.shown_game.phase is Phase.OVER:
            hands.see_question(after)
            game.settle()
            screens.append(game.text)
    return screens


def test_a_whole_match_is_played_by_keys(home, record):
    story = planned_match()
    wanted = {"double number", "Doubled", "Taken", "Dropped", "*", "/off", "dance", "Crawford game"}
    assert wanted | {"ResignationOffered", "ResignationRefused", "ResignationAccepted"} <= happenings(story)
    command = f"play --names {','.join(NAMES)} --seed {SEED} --match 5".split()
    with Terminal((sys.executable, "-m", "bgterm", *command), env=home, cwd=ROOT) as game:
        hands = Hands(game)
        screens, end = play_through(game, hands, story), apply(*story[-1])
        winners = [NAMES[result.winner.index] for result in end.results]
        assert [re.search(r"(\w+) wins", text)[1] for text in screens] == winners
        assert any(" wins a gammon" in text for text in screens)
        assert {"walked", "typed", "named", "listed", "forced"} <= set(hands.ways)
        high, low = sorted(end.score, reverse=True)
        assert f"{NAMES[end.score.index(high)]} wins the match " in game.text
        assert f" {high}-{low}, match to 5 " in game.text
        game.send(f"f{ENTER}")  # after another key, Enter is not taken for the one that ended the last turn
        assert game.wait() == 0
    saved = record()
    assert saved.damage is None
    assert saved.match.results == end.results
    assert [type(event) for event in saved.events] == [type(event) for _, event in story]
    assert saved.match.game.board == end.game.board
