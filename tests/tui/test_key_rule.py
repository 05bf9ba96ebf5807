"""The rule for keys, as a function of a key, the time when it was pressed, and the times of what is shown."""

from dataclasses import dataclass

import pytest
from textual.events import Key

from bgterm.terminal.window import Clicked
from bgterm.tui.input import KeyMeaning, KeyRule

EARLY, AGAIN = "Pressed too early and ignored: q", "You pressed q twice. Press it again to go on."
ROLL, DOUBLE = KeyMeaning("match", "roll", since=10.0), KeyMeaning("match", "double", since=10.0)
TYPES, MENU = KeyMeaning("match"), KeyMeaning("menu", "go", since=10.0)
LEAVES = KeyMeaning("menu", "", since=10.0, leaves=True)


@dataclass
class Press:
    at: float
    meaning: KeyMeaning
    screens: tuple[str, ...] = ("menu", "match")
    key: str = "q"


@pytest.mark.parametrize(
    ("presses", "answer"),
    [
        ([Press(9.9, ROLL)], EARLY),
        ([Press(10.0, ROLL)], ""),
        ([Press(9.9, TYPES)], ""),
        ([Press(11.0, ROLL), Press(11.6, ROLL)], ""),
        ([Press(11.0, ROLL), Press(11.6, DOUBLE)], AGAIN),
        ([Press(11.0, ROLL), Press(11.8, DOUBLE)], ""),
        ([Press(11.0, ROLL), Press(11.6, DOUBLE), Press(12.2, DOUBLE)], AGAIN),
        ([Press(11.0, ROLL), Press(11.6, TYPES)], ""),
        ([Press(11.0, TYPES), Press(11.6, DOUBLE)], ""),
        ([Press(11.0, ROLL), Press(11.2, ROLL, key="r"), Press(11.4, DOUBLE)], ""),
        ([Press(11.0, ROLL), Press(11.6, KeyMeaning("match", "double", 10.0, free_since=11.2))], ""),
        ([Press(11.0, ROLL), Press(11.2, MENU, ("menu",))], AGAIN),
        ([Press(11.0, TYPES), Press(11.2, MENU, ("menu",))], AGAIN),
        ([Press(11.0, TYPES), Press(9.9, MENU, ("menu",))], AGAIN),
        ([Press(11.0, ROLL), Press(11.2, MENU, ("menu", "match"))], ""),
        ([Press(11.0, ROLL), Press(11.2, KeyMeaning("form", "go"), ("menu", "form"))], ""),
        ([Press(11.0, TYPES), Press(11.2, LEAVES, ("menu",))], ""),
        ([Press(11.0, TYPES), Press(9.9, LEAVES, ("menu",))], EARLY),
        ([Press(11.0, ROLL, key="escape"), Press(11.2, MENU, ("menu",), key="escape")], ""),
    ],
)
def test_key_counts_for_what_was_painted_when_pressed(presses, answer):
    rule, answers = KeyRule(), []
    for press in presses:
        key = Key(press.key, None)
        key.time = press.at
        answers.append(rule.refusal(key, press.meaning, press.screens))
    assert answers[-1] == answer


def test_second_click_stands_for_no_other_key():
    rule, refusals = KeyRule(), []
    for at, key in ((1.0, "enter"), (1.5, "space"), (2.5, "space")):
        click = Clicked(3, 4)
        click.time = at
        refusals.append(rule.refusal_of_click(key, again=rule.is_double_click(click)))
    assert refusals == ["", "You clicked twice. Click again to go on.", ""]
