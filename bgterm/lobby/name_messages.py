"""Messages about names: to users who pick one, and to the operator."""

NO_NAME = "Nothing that can be shown is left of that name: type letters, up to sixteen of them."
"""The answer to a name of blanks and control characters."""
UNSEEN_CHARACTERS = "That name has invisible characters or piled-up accents: type only letters that can be seen."
"""The answer to a name that a reader could not tell from another."""
TOO_MANY_NAMES = "This server has no room for more names: ask its operator."
"""The answer when the file of names is full."""
TOO_MANY_NEW = "Too many new players have come from your address today: come back tomorrow."
"""The answer when too many names were picked from one address."""
PICK_NAME = "Your name"
"""The question to a visitor who comes for the first time."""
NAME_IS_KEPT = (
    "It belongs to your key from now on. If you play here with another key, press K there and type that code here."
)
"""The note for a newcomer."""
NAME_IS_LENT = "You came without a key: the name is yours until you leave, and no seat is kept for you."
"""The note for a guest."""
NEW_NAME = "Your new name"
"""The question to a player who wants another name."""
FORMER_NAME_STAYS = "Others see your former name beside it for a month, and nobody else can take it."
"""The note for a player who changes their name."""
TOO_MANY_RENAMES = "You have changed your name often enough for today: try again tomorrow."
"""The answer to a player who changes it again and again."""
ADD_A_KEY = "Another key"
"""The heading of the page about further keys."""
NO_KEYS_FOR_GUESTS = "You came without a key, so there is no player to add another key to."
"""The answer to a guest."""
BAD_CODE = "That code is not valid any more: press K in the lobby for a new one, or pick a name."
"""The answer to a code that adds a key, mistyped or too old."""
TOO_MANY_CODES = "Too many wrong codes came from your address: try again in an hour."
"""The answer to somebody who guesses."""


def how_to_add_a_key(code: str, minutes: int) -> str:
    """Describe how a player comes with another key."""
    return (
        "To play from another computer, or with another key, connect with it and\n"
        f"type this code where you are asked for a name:\n\n    {code}\n\n"
        f"It works once, within {minutes} minutes. Anyone who has it can play as you."
    )


def too_many_keys(most: int) -> str:
    """Return the message that a player has as many keys as they may."""
    return f"You have {most} keys already, which is as many as a player may have."


def formerly(name: str) -> str:
    """Describe what a player was called before."""
    return f"formerly {name}"


def name_too_long(most: int) -> str:
    """Return the limit on the length of a name."""
    return f"A name has at most {most} characters: type a shorter one."


def name_taken(name: str) -> str:
    """Return the message that another has that name."""
    return f"{name} is somebody else here: pick another name."


def name_not_kept(reason: str) -> str:
    """Return the message that the disk failed."""
    return f"The name could not be kept ({reason}): try again."


def names_unreadable(path: str, reason: str) -> str:
    """Return the message to the operator that the file of names cannot be read."""
    return f"the players' names in {path} cannot be read or written: {reason}"


def names_in_use(path: str) -> str:
    """Return the message to the operator that another server uses the file of names."""
    return f"{path} is in use by another server: stop it first, or give this one a folder of its own"


def line_passed_over(path: str, line: int) -> str:
    """Return the message to the operator that a line of the file of names could not be read."""
    return f'{path}, line {line} passed over: write it like {{"key":"SHA256:...","name":"Ann"}}, or remove it'
