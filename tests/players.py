"""Players for tests: they know no backgammon and do, at random, something that is on offer."""

from random import Random

from bgterm.rules.board import Player
from bgterm.rules.dice import Dice
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
from bgterm.rules.match import Header, Match, Phase
from bgterm.rules.referee import apply, choices, start


def decision(match: Match, rng: Random) -> Event | None:
    """Give what a player does now; None when all that is left to do is to throw the dice."""
    player = match.game.to_act
    if player is None:
        return None
    may = choices(match, player)
    if may.answer_resignation:
        return rng.choice((ResignationAccepted, ResignationRefused))(player)
    resigner = rng.choice(tuple(Player))
    wins = choices(match, resigner).resign
    if wins and rng.random() < 0.005:
        return ResignationOffered(resigner, rng.choice(wins))
    if may.answer_double:
        return rng.choice((Taken, Taken, Dropped))(player)
    if may.double and rng.random() < 0.05:
        return Doubled(player)
    return Moved(player, rng.choice(tuple(may.plays))) if may.plays else None


def throw(match: Match, white: int, black: int) -> Event:
    """Give the event of a throw now: for the opening, or by the player on roll."""
    if match.game.phase is Phase.TO_ROLL and match.game.on_roll is not None:
        return Rolled(match.game.on_roll, Dice.of(white, black))
    return OpeningThrown(white, black)


def random_event(match: Match, rng: Random) -> Event:
    """Give something that happens now."""
    return decision(match, rng) or throw(match, rng.randint(1, 6), rng.randint(1, 6))


def random_match(seed: int, header: Header, games: int = 3) -> tuple[list[Event], Match]:
    """Play until somebody has won the match, or for so many games; give what happened and how it ended."""
    rng, match, events = Random(seed), start(header), list[Event]()
    while not (match.game.phase is Phase.OVER and (match.winner is not None or len(match.results) >= games)):
        events.append(random_event(match, rng))
        match = apply(match, events[-1])
    return events, match
