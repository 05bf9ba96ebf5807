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
    """A state of OpenSpiel with a roll of which no checker has been moved."""

    state: State
    roll: tuple[Board, Player, Dice]
    """The board, the player and the dice of the state, as bgterm has them."""

    def results(self) -> set[str]:
        """Return every distinct position after the roll has been played, as OpenSpiel prints it."""
        ends: set[str] = set()
        for text, state in _children(self.state).items():
            ends.update(_children(state) if _second_half(state) else [text])
        return ends

    def actions(self) -> list[int]:
        """Return the actions for the roll; for a double, the actions of the second half after each first half."""
        if not self.roll[2].is_double:
            return list(self.state.legal_actions())
        first = [self.state.child(action) for action in self.state.legal_actions()]
        return [action for state in first if _second_half(state) for action in state.legal_actions()]


def random_turns(count: int, rng: Random) -> list[Turn]:
    """Return `count` turns of random games that OpenSpiel plays."""
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
    """Return each distinct state after one action, by its text, the cheapest way to tell states apart."""
    return {str(child): child for child in map(state.child, state.legal_actions())}


def _second_half(state: State) -> bool:
    return not (state.is_terminal() or state.is_chance_node())


def _roll(state: State) -> tuple[Board, Player, Dice]:
    """Return the board, the player and the dice of a state.

    X goes up the 24 points and O down; the last numbers of the observation are the bars, the trays and the dice.
    """
    *_, x_bar, x_off, _, o_bar, o_off, _, one, other = map(int, state.observation_tensor(0))
    x = {24 - at: state.board(0, at) for at in range(24)} | {BAR: x_bar, OFF: x_off}
    o = {at + 1: state.board(1, at) for at in range(24)} | {BAR: o_bar, OFF: o_off}
    return Board.of(x, o), Player(state.current_player()), Dice.of(one, other)
