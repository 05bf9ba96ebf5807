"""The values of a form and the place of its cursor, without a screen."""

import pytest

from bgterm.tui.widgets.form_state import Field, FormState, Group, Idle, Values

LENGTHS = tuple((n, f"{n} points") for n in range(31))
YES_NO = ((True, "yes"), (False, "no"))
GROUPS = (
    Group("Players", (Field("white", "White", "", longest=6), Field("black", "Black", ""))),
    Group(
        "Rules",
        (
            Field("variant", "Variant", "", (("bg", "Backgammon"), ("nack", "Nackgammon"), ("hyper", "Hyper"))),
            Field("length", "Match to", "", LENGTHS),
            Field("jacoby", "Jacoby", "", YES_NO),
            Field("cube", "Cube", "", YES_NO),
        ),
    ),
)
VALUES: Values = {
    "white": "White",
    "black": "Black",
    "variant": "bg",
    "length": 5,
    "jacoby": False,
    "cube": True,
}


def idle(values: Values) -> dict[str, Idle]:
    """Return the fields that have no effect: Jacoby in a match, and the cube in Nackgammon."""
    found = {"jacoby": Idle("only for money")} if values["length"] else {}
    return {**found, "cube": Idle("always", in_force=True)} if values["variant"] == "nack" else found


def form(at: str = "white", *, button: str = "Start", **values: object) -> FormState:
    state = FormState(GROUPS, {**VALUES, **values}, lambda values, _: values, idle, button)
    state.enter(at)
    return state


def name(state: FormState) -> str:
    return state.field.name if state.field else ""


def test_what_there_is_no_room_for_is_refused():
    state = form()
    state.type("Wilhelmina")
    assert (state.values["white"], state.refusal) == ("Wilhel", "There is room for 6 characters.")


@pytest.mark.parametrize(
    ("at", "typed", "value"),
    [
        ("variant", "n", "nack"),
        ("variant", "H", "hyper"),
        ("variant", "b", "bg"),
        ("variant", " ", "nack"),
        ("length", "7", 7),
        ("length", "12", 12),
        ("length", "123", 3),
        ("length", "0", 0),
        ("cube", "n", False),
    ],
)
def test_a_choice_is_made_by_letters_digits_and_space(at, typed, value):
    state = form(at)
    for character in typed:
        assert state.takes(character)
        state.type(character)
    assert (state.values[at], state.refusal) == (value, "")


def test_digits_of_an_earlier_visit_are_forgotten():
    state = form("length")
    state.type("1")
    state.move(1)
    state.move(-1)
    state.type("2")
    assert state.values["length"] == 2


@pytest.mark.parametrize("typed", ["x", "/", "Ж"])
def test_a_letter_that_chooses_nothing_is_refused_visibly(typed):
    state = form("variant")
    assert state.takes(typed)
    state.type(typed)
    assert state.refusal == f'No choice starts with "{typed}". Left and right change it.'
    assert state.values["variant"] == "bg"


def test_what_cannot_apply_is_refused_with_its_reason():
    state = form("jacoby")
    state.step(1)
    assert (state.values["jacoby"], state.refusal) == (False, "Jacoby: only for money.")
    state.move(1)
    assert state.refusal == ""


def test_what_cannot_apply_is_hidden_where_there_is_no_room():
    state = form("jacoby")
    state.hide(True)
    assert name(state) == "cube"
    assert "jacoby" not in {field.name for field in state.shown}
    state.move(-1)
    state.type("0")
    assert "jacoby" in {field.name for field in state.shown}


def test_what_is_in_force_is_shown_though_it_cannot_be_changed():
    state = form("cube", variant="nack")
    state.hide(True)
    state.step(1)
    assert (name(state), state.values["cube"], state.refusal) == ("cube", True, "Cube: always.")


def test_the_cursor_goes_over_all_rows_and_the_button_and_round():
    state = form()
    passed = []
    for _ in range(8):
        passed.append(name(state))
        state.move(1)
    assert passed == ["white", "black", "variant", "length", "jacoby", "cube", "", "white"]


def test_groups_are_passed_at_once():
    state = form("black")
    passed = []
    for _ in range(3):
        state.turn(1)
        passed.append(name(state))
    assert passed == ["variant", "", "white"]
    state.turn(-1)
    assert name(state) == ""


def test_a_refusal_goes_to_the_field_at_fault():
    state = form("")
    state.refuse("Two players of one name.", "black")
    assert (name(state), state.edit.selected, state.refusal) == ("black", True, "Two players of one name.")
