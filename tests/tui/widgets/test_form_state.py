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
VALUES: Values = {"white": "White", "black": "Black", "variant": "bg", "length": 5, "jacoby": False, "cube": True}


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
        *(("variant", typed, None) for typed in "x/Ж"),
    ],
)
def test_a_choice_is_made_by_letters_digits_and_space_or_refused(at, typed, value):
    state = form(at)
    for character in typed:
        assert state.takes(character)
        state.type(character)
    refusal = f'No choice starts with "{typed}". Left and right change it.' if value is None else ""
    assert (state.values[at], state.refusal) == ("bg" if value is None else value, refusal)


def test_digits_of_an_earlier_visit_are_forgotten():
    state = form("length")
    state.type("1")
    state.move(1)
    state.move(-1)
    state.type("2")
    assert state.values["length"] == 2


def test_what_cannot_apply_is_refused_or_hidden():
    state = form("jacoby")
    state.step(1)
    assert (state.values["jacoby"], state.refusal) == (False, "Jacoby: only for money.")
    state.hide(True)
    assert (name(state), state.refusal) == ("cube", "")
    assert "jacoby" not in {field.name for field in state.shown}
    state.move(-1)
    state.type("0")
    assert "jacoby" in {field.name for field in state.shown}


def test_what_is_in_force_is_shown_though_it_cannot_be_changed():
    state = form("cube", variant="nack")
    state.hide(True)
    state.step(1)
    assert (name(state), state.values["cube"], state.refusal) == ("cube", True, "Cube: always.")


@pytest.mark.parametrize(
    ("step", "at", "passed"),
    [
        (FormState.move, "white", ["black", "variant", "length", "jacoby", "cube", "", "white"]),
        (FormState.turn, "black", ["variant", "", "white"]),
    ],
    ids=["rows", "groups"],
)
def test_the_cursor_goes_over_all_and_the_button_and_round(step, at, passed):
    state, names = form(at), []
    for _ in passed:
        step(state, 1)
        names.append(name(state))
    assert names == passed
    step(state, -1)
    assert name(state) == ""


def test_a_refusal_goes_to_the_field_at_fault():
    state = form("")
    state.refuse("Two players of one name.", "black")
    assert (name(state), state.edit.selected, state.refusal) == ("black", True, "Two players of one name.")
