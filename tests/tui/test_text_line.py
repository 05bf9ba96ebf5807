"""Text in columns, and names that are too long for their line."""

from bgterm.tui.widgets.text_line import with_short_names

LONG = "Maximiliana Konstantin"


def test_each_of_the_places_of_a_long_name_is_shortened():
    line = with_short_names(f"{LONG} doubles; {LONG} waits", [LONG, "Ann"], 30, "…")
    assert line.plain == "Maximili… doubles; Maximili… waits"


def test_a_name_that_is_part_of_another_stays():
    line = with_short_names("Maximilianus and Maximilianus II", ["Maximilianus", "Maximilianus II"], 10, "…")
    assert line.plain == "Maximilianus and Maximili…"


def test_a_name_of_twelve_cells_stays():
    assert with_short_names("Wilhelmina to move", ["Wilhelmina"], 5, "…").plain == "Wilhelmina to move"
