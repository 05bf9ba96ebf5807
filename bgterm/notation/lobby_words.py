"""The sentences of the lobby, and of a table whose players sit at terminals of their own."""


# Names

NO_NAME = "Nothing that can be shown is left of that name: type letters, up to sixteen of them."
"""The answer to a name of blanks and control characters."""
TOO_MANY_NAMES = "This server has no room for more names: ask who runs it."
"""The answer when the file of names is full."""


def name_taken(name: str) -> str:
    """Say that another has that name."""
    return f"{name} is somebody else here: pick another name."


def name_not_kept(reason: str) -> str:
    """Say that the disk failed."""
    return f"The name could not be kept ({reason}): try again."


def names_unreadable(path: str, reason: str) -> str:
    """Say to who runs the server that its names cannot be had."""
    return f"the players' names in {path} cannot be read or written: {reason}"


def names_in_use(path: str) -> str:
    """Say to who runs the server that another one has the names."""
    return f"{path} is in use by another server: stop it first, or give this one a folder of its own"


def names_damaged(path: str, line: int) -> str:
    """Say to who runs the server where its file of names is wrong."""
    return (
        f'{path}, line {line} is no name: write one like {{"key":"SHA256:...","name":"Ann"}}, or remove the line'
    )


# Tables that wait

OWN_TABLE = "That is your own table: wait for somebody to join it, or tell a friend its code."
"""The answer to who would play himself."""
ONESELF = "You cannot challenge yourself: choose somebody else."
"""The same, by name."""
TOO_MANY_TABLES = "All tables are taken: wait until one is free, or look on."
"""The answer when the server has no more."""
SERVER_DICE = (
    "At two terminals the server throws the dice, since nobody could see yours: choose random or verifiable dice."
)
"""The answer to dice that one of the two would throw or know."""


def no_table(code: str) -> str:
    """Say that there is no such table."""
    return f"There is no table {code.upper()} any more."


def not_here(name: str) -> str:
    """Say that nobody of that name can be challenged."""
    return f"{name} is not here: open a table, and tell its code."


def not_invited(host: str) -> str:
    """Say that a table waits for somebody else."""
    return f"{host} waits for somebody else at that table."


def challenged(host: str) -> str:
    """Say that somebody would like to play."""
    return f"{host} challenges you: see the lobby."


def declined(name: str) -> str:
    """Say that a challenge was declined."""
    return f"{name} would rather not play now."


def joined(name: str) -> str:
    """Say that the match begins."""
    return f"{name} has joined your table and waits for you."


def too_many_open(most: int) -> str:
    """Say that somebody has enough open tables."""
    return f"You have {_count(most, 'open table')} already: withdraw one first."


def too_many_matches(name: str, most: int) -> str:
    """Say that somebody has enough matches."""
    return f"{name} has {_count(most, 'match', 'matches')} to finish: finish one first."


def _count(number: int, thing: str, things: str = "") -> str:
    """Say how many: `1 table`, `2 tables`."""
    return f"{number} {thing}" if number == 1 else f"{number} {things or f'{thing}s'}"


# At the table

SEAT_TAKEN_OVER = "You sit down at this table from another terminal now."
"""What the first of two sessions of one player is told."""
WATCHERS_ARE_SILENT = "Who looks on does not speak: it might be advice."
"""The answer to who looks on and would say something."""


def no_seat(code: str) -> str:
    """Say that somebody does not play there."""
    return f"You have no seat at table {code}: you can look on."


def closed_to_watchers(names: tuple[str, str]) -> str:
    """Say that the players are by themselves."""
    return f"{names[0]} and {names[1]} play by themselves now."


def nobody_there(names: tuple[str, str]) -> str:
    """Say that there is nothing to see."""
    return f"Neither {names[0]} nor {names[1]} is at the table."


def too_much_talk(lines: int, seconds: float) -> str:
    """Say that somebody says too much."""
    return f"Slowly: {lines} lines in {seconds:.0f} seconds are enough. Try again in a moment."
