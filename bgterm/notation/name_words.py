"""What is said of the names of visitors: to who picks one, and to who runs the server."""

NO_NAME = "Nothing that can be shown is left of that name: type letters, up to sixteen of them."
"""The answer to a name of blanks and control characters."""
TOO_MANY_NAMES = "This server has no room for more names: ask who runs it."
"""The answer when the file of names is full."""
TOO_MANY_NEW = "Enough new players have come from where you are for today: come back tomorrow."
"""The answer when too many names were picked from one address."""
PICK_NAME = "Your name"
"""The question to who comes for the first time."""
NAME_IS_KEPT = "You pick it once: it belongs to your key from then on."
"""What he must know."""
NAME_IS_LENT = "You came without a key: the name is yours until you leave, and no seat is kept for you."
"""What a guest must know."""


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
