"""Numbers in figures of three rows, made of half blocks."""

_DIGITS = {
    "0": ("▄▄▄", "█ █", "█▄█"),
    "1": ("▄▄ ", " █ ", "▄█▄"),
    "2": ("▄▄▄", "▄▄█", "█▄▄"),
    "3": ("▄▄▄", "▄▄█", "▄▄█"),
    "4": ("▄ ▄", "█▄█", "  █"),
    "5": ("▄▄▄", "█▄▄", "▄▄█"),
    "6": ("▄▄▄", "█▄▄", "█▄█"),
    "7": ("▄▄▄", "  █", "  █"),
    "8": ("▄▄▄", "█▄█", "█▄█"),
    "9": ("▄▄▄", "█▄█", "▄▄█"),
}


FIGURE = 3
"""The rows of a figure."""


def large_number(number: int) -> tuple[str, ...]:
    """Return a number in large digits: three rows of characters, from top to bottom."""
    return tuple(" ".join(row) for row in zip(*(_DIGITS[digit] for digit in str(number)), strict=True))
