"""Players for tests, who choose at random from what the rules allow."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from bgterm.rules.board import Player
from bgterm.rules.choices import Choices, choices
from bgterm.rules.events import (
    Beavered,
    Challenged,
    Doubled,
    Dropped,
    Event,
    FlagClaimed,
    Moved,
    OpeningThrown,
    PlayAccepted,
    ResignationAccepted,
    ResignationOffered,
    ResignationRefused,
    Rolled,
    TakeBackAsked,
    TakeBackRefused,
    Taken,
    TakenBack,
)
from bgterm.rules.games import start
from bgterm.rules.match import Header, MatchState, Phase
from bgterm.rules.moves.base import Play
from bgterm.rules.referee import apply, event_of_correction, event_of_throw
from tests.states import states


def decision(match: MatchState, rng: Random) -> Event | None:
    """Return a random action of a player now; None when only a throw of the dice is possible."""
    return _out_of_turn(match, rng) or _in_turn(match, rng)


def _out_of_turn(match: MatchState, rng: Random) -> Event | None:
    """Return now and then an action that a player may take out of turn; mostly None."""
    player = rng.choice(tuple(Player))
    may = choices(match, player)
    if may.resign and rng.random() < 0.005:
        return ResignationOffered(player, rng.choice(may.resign))
    if may.take_back and rng.random() < 0.02:
        return TakeBackAsked(player)
    if may.claim_flag and rng.random() < 0.002:
        return FlagClaimed(player)
    return Challenged(player) if may.challenge and rng.random() < 0.2 else None


def _in_turn(match: MatchState, rng: Random) -> Event | None:
    player = match.shown_game.to_act
    if player is None:
        return None
    may = choices(match, player)
    if may.answer_resignation:
        return rng.choice((ResignationAccepted, ResignationRefused))(player)
    if may.answer_take_back:
        return rng.choice((TakenBack, TakeBackRefused))(player)
    if may.answer_double:
        answers: list[Callable[[Player], Event]] = [Taken, Taken, Dropped, *([Beavered] if may.beaver else [])]
        return rng.choice(answers)(player)
    if may.accept:
        return PlayAccepted(player)
    if may.double and rng.random() < 0.05:
        return Doubled(player)
    return Moved(player, _play(may, rng)) if may.plays else None


def _play(may: Choices, rng: Random) -> Play:
    """Return a legal play, or now and then any moves that may be left on an unrefereed board."""
    if may.free_plays is None or rng.random() < 0.9:
        return rng.choice(tuple(may.plays or ((),)))
    play: Play = ()
    while following := sorted(may.free_plays.after(play)):
        if rng.random() < 0.3:
            break
        play = (*play, rng.choice(following))
    return play


def throw(match: MatchState, white: int, black: int) -> Event:
    """Return the event of this throw now: for the opening, or by the player who may roll."""
    roller = next(player for player in Player if choices(match, player).roll)
    return event_of_throw(match, roller, white, black)


def random_event(match: MatchState, rng: Random) -> Event:
    """Return a random event that can happen now."""
    return decision(match, rng) or throw(match, rng.randint(1, 6), rng.randint(1, 6))


def offering_event(match: MatchState, rng: Random) -> Event:
    """Return the event of players who mostly offer what they can, and refuse all that they are offered."""
    if match.shown_game.pending:
        asked = match.shown_game.pending.player.opponent
        resigning = choices(match, asked).answer_resignation
        return ResignationRefused(asked) if resigning else TakeBackRefused(asked)
    player = rng.choice([*Player])
    can = choices(match, player)
    if can.resign and rng.random() < 0.5:
        return ResignationOffered(player, rng.choice(can.resign))
    return TakeBackAsked(player) if can.take_back and rng.random() < 0.5 else random_event(match, rng)


def random_match(seed: int, header: Header, games: int = 3) -> tuple[list[Event], MatchState]:
    """Play a match at random to its end, or for `games` games; return its events and its last state."""
    rng, match, events = Random(seed), start(header), list[Event]()
    while not (match.shown_game.phase is Phase.OVER and (match.winner is not None or len(match.results) >= games)):
        events.append(random_event(match, rng))
        match = apply(match, events[-1])
    return events, match


def mistyped(header: Header, events: Sequence[Event], seed: int) -> Iterator[Event]:
    """Yield the events with every other throw typed wrongly once or twice, and then corrected."""
    rng = Random(seed)
    for match, event in zip(states(header, events), events, strict=False):
        if not isinstance(event, OpeningThrown | Rolled) or rng.random() < 0.5:
            yield event
            continue
        player = event.player if isinstance(event, Rolled) else Player.WHITE
        one, other = event.dice if isinstance(event, Rolled) else (event.white, event.black)
        typed = event_of_throw(match, player, rng.randint(1, 6), rng.randint(1, 6))
        yield typed
        match = apply(match, typed)
        if rng.random() < 0.5:
            again = event_of_correction(match, player, rng.randint(1, 6), rng.randint(1, 6))
            yield again
            match = apply(match, again)
        yield event_of_correction(match, player, one, other)
