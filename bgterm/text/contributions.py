"""The sentences about contributing to verifiable dice before the first roll. [RULES V3, V4]"""

from collections.abc import Collection, Sequence

from bgterm.notation.dice_evidence import Contribution, Evidence, Made
from bgterm.rules.board import Player

Names = tuple[str, str]

WHO_CONTRIBUTES = "Who adds to the dice?"
"""The question when two players at one keyboard may contribute."""
WHO_OPENS = "Whose contribution is opened?"
"""The question when two players at one keyboard have a contribution to open."""
WHO_CANNOT_OPEN = "Who cannot open the contribution?"
"""The question before the match ends without a roll."""
_DIGITS = 8
"""How many digits of a seal are shown where there is no room for all."""


def lines(names: Names, found: Evidence, here: Collection[Player]) -> tuple[str, str, str]:
    """Return the question to the players here, its answers, and the acts of both so far."""
    if found.void is not None:
        return void(names, found.void), "q leaves; v shows the record of the dice.", ""
    mine = [player for player in found.awaited if player in here]
    if not mine:
        return waiting(names, found), "", status(names, found)
    if found.decided:
        return f"{_named(names, mine)}, open your contribution.", "w type it   n cannot, end the match", KEEP
    if not found.sealed:
        return _wanted(names, mine), "w words or a fingerprint   n no need", status(names, found)
    one = mine[0]
    question = f"{names[one.opponent.index]} has sealed. {names[one.index]}, what do you add?"
    return question, "w words or fingerprint   n let bgterm draw", status(names, found)


def spoken(names: Names, found: Evidence, here: Collection[Player]) -> str:
    """Return the question to the players here in plain mode, with the commands that answer it."""
    if found.void is not None:
        return f"{void(names, found.void)} Type quit to leave."
    mine = [player for player in found.awaited if player in here]
    if not mine:
        return waiting(names, found)
    if found.decided:
        return f"{_named(names, mine)}, open your contribution: type open and then the contribution itself."
    declining = "Or type decline, and bgterm draws digits for you." if found.sealed else "Or type decline."
    return f"{_wanted(names, mine)} Type words and then your words, or a fingerprint. {declining}"


KEEP = "First copy what v shows, to compare it at the end."
"""The advice before a contribution is opened."""


def _wanted(names: Names, mine: Sequence[Player]) -> str:
    if len(mine) > 1:
        return "Do you want to add to the dice?"
    return f"{names[mine[0].index]}, do you want to add to the dice?"


def waiting(names: Names, found: Evidence) -> str:
    """Describe the player and the act that the others are waiting for."""
    who = _named(names, found.awaited)
    if found.decided:
        return f"Waiting for {who} to open the contribution."
    return f"Waiting for {who} to add to the dice or decline."


def _named(names: Names, players: Sequence[Player]) -> str:
    return " and ".join(names[player.index] for player in players)


def status(names: Names, found: Evidence) -> str:
    """Describe what each player has done: `Ann: sealed 3f9a12ab. Bob: declined.`"""
    told = (f"{names[player.index]}: {_state(found.contributions[player.index])}." for player in Player)
    return " ".join(told)


def _state(one: Contribution) -> str:
    if one.declined:
        return "declined"
    if not one.seal:
        return "undecided"
    return f"{'opened' if one.text else 'sealed'} {one.seal[:_DIGITS]}"


def void(names: Names, player: Player) -> str:
    """Return the message that the match has ended before its first roll, and why."""
    return f"Void: {names[player.index]} did not open the contribution."


def committed(commitment: str) -> str:
    """Name the commitment in full; where it is cut, `v` shows it. [RULES V2]"""
    return f"Commitment: {commitment}"


def committed_spoken(commitment: str) -> str:
    """Return the same message for plain mode."""
    return f"Dice committed: SHA-256 {commitment[:16]}, all of it with proof."


def changed(names: Names, found: Evidence, player: Player) -> str:
    """Describe what a player has just done about their contribution."""
    one, name = found.contributions[player.index], names[player.index]
    if one.void:
        return void(names, player)
    if all(found.contributions[each.index].declined for each in Player):
        return f"Neither {names[Player.WHITE.index]} nor {names[Player.BLACK.index]} adds to the dice."
    if one.declined:
        return f"{name} declines to add to the dice."
    if one.made is Made.ELSEWHERE:
        return f"{name} has {'opened the contribution' if one.text else 'sealed a fingerprint'}."
    return f"{name} has {'let bgterm draw digits' if one.made is Made.DRAWN else 'sealed words'}."


def sure_to_give_up(name: str) -> str:
    """Ask whether the match is really to end without a roll."""
    return (
        f"{name}, end this match? There is no roll without your contribution. "
        "The record will say that you did not open it."
    )
