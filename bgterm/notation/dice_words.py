"""The sentences about dice: whether they were right, and how they fell."""


def verified(rolls: int, games: int, words: tuple[str, ...], seed: str) -> str:
    """Say what was found right: so many rolls, from the secret and the players' words, or from a seed."""
    checked = f"{_count(rolls, 'roll')} of {_count(games, 'game')} checked, every one right: "
    if seed:
        return f"{checked}they follow from the seed {seed}, which was known from the start"
    mixed = f" and the players' words ({', '.join(words)})" if words else ""
    return f"{checked}they follow from the secret that was laid down before the first roll{mixed}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
