"""How many there are of something, as a number and a noun."""


def counted(number: int, thing: str, things: str = "") -> str:
    """Describe how many there are of a thing; `things` is its plural, unless that only adds an s.

    >>> counted(1, "roll"), counted(2, "roll"), counted(10_000, "match", "matches")
    ('1 roll', '2 rolls', '10,000 matches')
    """
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {things or f'{thing}s'}"
