"""OpenSpiel's backgammon, for the bench: an optional extra, loaded only when it is asked for."""

from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

from bgterm.rules.board import BAR, OFF, Board, Player
from bgterm.rules.dice import Dice

State = Any
"""A state of OpenSpiel, which has no type stubs."""


@dataclass(frozen=True)
class Turn:
    """A state of OpenSpiel in which a roll has been thrown and nothing been played of it."""

    state: State
    roll: tuple[Board, Player, Dice]
    """The same in our terms."""

    def results(self) -> set[str]:
        """Return every distinct position after the roll has been played, as OpenSpiel prints it."""
        ends: set[str] = set()
        for text, state in _children(self.state).items():
            ends.update(_children(state) if _second_half(state) else [text])
        return ends

    def actions(self) -> list[int]:
        """Return the actions listed for the roll; for a double those of the second half after each first."""
        if not self.roll[2].is_double:
            return list(self.state.legal_actions())
        first = [self.state.child(action) for action in self.state.legal_actions()]
        return [action for state in first if _second_half(state) for action in state.legal_actions()]


def random_turns(count: int, rng: Random) -> list[Turn]:
    """Play OpenSpiel's own random games until so many turns have been met."""
    game = import_module("pyspiel").load_game("backgammon")
    turns: list[Turn] = []
    state = game.new_initial_state()
    while len(turns) < count:
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            turns.append(Turn(state.clone(), _roll(state)))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return turns


def _children(state: State) -> dict[str, State]:
    """Return each distinct state one action on; the print is the cheapest that tells states apart."""
    return {str(child): child for child in map(state.child, state.legal_actions())}


def _second_half(state: State) -> bool:
    return not (state.is_terminal() or state.is_chance_node())


def _roll(state: State) -> tuple[Board, Player, Dice]:
    """Translate: X goes up its 24 points and O down; bars, trays and dice stand at the observation's end."""
    *_, x_bar, x_off, _, o_bar, o_off, _, one, other = map(int, state.observation_tensor(0))
    x = {24 - at: state.board(0, at) for at in range(24)} | {BAR: x_bar, OFF: x_off}
    o = {at + 1: state.board(1, at) for at in range(24)} | {BAR: o_bar, OFF: o_off}
    return Board.of(x, o), Player(state.current_player()), Dice.of(one, other)
