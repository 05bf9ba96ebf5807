"""The sentences about contributing to verifiable dice before the first roll. [RULES V3, V4]"""

from collections.abc import Collection, Sequence

from bgterm.catalog import N_, _
from bgterm.notation.dice_evidence import Evidence, Made, PlayerContribution
from bgterm.rules.board import Player
from bgterm.text.joining import join_and

Names = tuple[str, str]

WHO_CONTRIBUTES = N_("Who adds to the dice?")
"""The question when two players at one keyboard may contribute."""
WHO_OPENS = N_("Whose contribution is opened?")
"""The question when two players at one keyboard have a contribution to open."""
WHO_CANNOT_OPEN = N_("Who cannot open the contribution?")
"""The confirmation before a player gives up opening their contribution, which makes the match void."""
_DIGITS = 8
"""How many hex digits of a seal are shown where the whole seal does not fit."""


def lines(names: Names, found: Evidence, here: Collection[Player]) -> tuple[str, str, str]:
    """Return three lines: the question to the players `here`, its answers, and what both have done so far."""
    if found.void is not None:
        return void(names, found.void), _("q leaves; v shows the record of the dice."), ""
    mine = [player for player in found.awaited if player in here]
    if not mine:
        return waiting(names, found), "", status(names, found)
    if found.decided:
        keep = _("First copy what v shows, to compare it at the end.")
        question = _("{names}, open your contribution.", names=_named(names, mine))
        return question, _("w type it   n cannot, end the match"), keep
    if not found.sealed:
        return _wanted(names, mine), _("w fingerprint or words   n no need"), status(names, found)
    name, opponent = names[mine[0].index], names[mine[0].opponent.index]
    question = _("{opponent} has sealed. {name}, what do you add?", opponent=opponent, name=name)
    return question, _("w words or fingerprint   n let bgterm draw"), status(names, found)


def spoken(names: Names, found: Evidence, here: Collection[Player]) -> str:
    """Return the question to the players here in plain mode, with the commands that answer it."""
    if found.void is not None:
        return _("{ending} Type quit to leave.", ending=void(names, found.void))
    mine = [player for player in found.awaited if player in here]
    if not mine:
        return waiting(names, found)
    if found.decided:
        return _(
            "{names}, open your contribution: type open and then the contribution itself.",
            names=_named(names, mine),
        )
    typing = _(
        "Type words and then a fingerprint made on your own machine, or words: those can be read by anyone who "
        "runs this program here, who can load the dice together with your opponent. Or type decline."
    )
    if found.sealed:
        typing = _(
            "Type words and then your words, or a fingerprint. Or type decline, and bgterm draws digits for you."
        )
    return f"{_wanted(names, mine)} {typing}"


def _wanted(names: Names, mine: Sequence[Player]) -> str:
    if len(mine) > 1:
        return _("Do you want to add to the dice?")
    return _("{name}, do you want to add to the dice?", name=names[mine[0].index])


def waiting(names: Names, found: Evidence) -> str:
    """Describe the player and the act that the others are waiting for."""
    awaited = _named(names, found.awaited)
    if found.decided:
        return _("Waiting for {names} to open the contribution.", names=awaited)
    return _("Waiting for {names} to add to the dice or decline.", names=awaited)


def _named(names: Names, players: Sequence[Player]) -> str:
    return join_and(names[player.index] for player in players)


def status(names: Names, found: Evidence) -> str:
    """Describe what each player has done: `Ann: sealed 3f9a12ab. Bob: declined.`"""
    return " ".join(f"{names[player.index]}: {_state(found.contributions[player.index])}." for player in Player)


def _state(one: PlayerContribution) -> str:
    if one.declined:
        return _("declined")
    if not one.seal:
        return _("undecided")
    digits = one.seal[:_DIGITS]
    return _("opened {digits}", digits=digits) if one.text else _("sealed {digits}", digits=digits)


def void(names: Names, player: Player) -> str:
    """Return the message that the match has ended before its first roll, and why."""
    return _("Void: {name} did not open the contribution.", name=names[player.index])


def committed(commitment: str) -> str:
    """Return the message with the whole commitment; where the line is cut, the key `v` shows it. [RULES V2]"""
    return _("Commitment: {commitment}", commitment=commitment)


def changed(names: Names, found: Evidence, player: Player) -> str:
    """Describe what a player has just done about their contribution."""
    one, name = found.contributions[player.index], names[player.index]
    if one.void:
        return void(names, player)
    if all(found.contributions[each.index].declined for each in Player):
        return _("Neither {white} nor {black} adds to the dice.", white=names[0], black=names[1])
    if one.declined:
        return _("{name} declines to add to the dice.", name=name)
    if one.made is Made.ELSEWHERE and one.text:
        return _("{name} has opened the contribution.", name=name)
    return _(_SEALED[one.made], name=name)


_SEALED = {
    Made.ELSEWHERE: N_("{name} has sealed a fingerprint."),
    Made.DRAWN: N_("{name} has let bgterm draw digits."),
    Made.TYPED: N_("{name} has sealed words."),
}
