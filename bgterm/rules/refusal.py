"""Why an action is not possible now: the rule that the referee names when `bgterm.rules.choices` forbids it."""

from bgterm.rules.board import Player
from bgterm.rules.errors import IllegalAction, Rule
from bgterm.rules.match import Match, Phase
from bgterm.rules.series import going_on

_ANSWERS = frozenset({"take", "drop", "beaver", "answer a resignation", "answer a take-back", "accept a play"})
"""Actions that answer an offer, a question or a play of the opponent."""


def refusal(match: Match, player: Player, action: str) -> IllegalAction:
    """Return the error for an `action` that `player` may not take now."""
    turn = match.game.last_turn
    opponent = turn.player.opponent if turn else player.opponent
    rule = _rule_against(match, player, action)
    return IllegalAction(rule, action=action, opponent=opponent, most=match.ruleset.beavers)


def _rule_against(match: Match, player: Player, action: str) -> Rule:
    """Return the rule that explains most: one that always holds, or else what the game waits for."""
    always = {
        "double": _why_never_doubled(match),
        "beaver": None if match.ruleset.beavers else Rule.NO_BEAVERS,
        "challenge a play": None if match.ruleset.policing else Rule.NO_CHALLENGES,
        "take back a play": None if match.ruleset.take_back else Rule.NO_TAKE_BACKS,
    }.get(action)
    if always:
        return always
    if match.winner is not None:
        return Rule.MATCH_OVER
    if action in _ANSWERS:
        return _why_not_answered(match, player, action)
    if not match.game.pending:
        match action:
            case "challenge a play":
                return _why_not_challenged(match, player)
            case "take back a play":
                return _why_not_taken_back(match)
    game = going_on(match).game
    if game.to_act not in (player, None):
        return Rule.NOT_YOUR_TURN
    if game.pending or game.phase in (Phase.DOUBLED, Phase.TO_ACCEPT):
        return Rule.ANSWER_FIRST
    return {
        ("double", Phase.OPENING): Rule.NOT_BEGUN,
        ("resign", Phase.OPENING): Rule.NOT_BEGUN,
        ("move", Phase.OPENING): Rule.ROLL_FIRST,
        ("move", Phase.TO_ROLL): Rule.ROLL_FIRST,
        ("roll", Phase.TO_MOVE): Rule.VOID_ROLL,
        ("double", Phase.TO_MOVE): Rule.LATE_DOUBLE,
    }.get((action, game.phase), Rule.NOT_NOW)


def _why_never_doubled(match: Match) -> Rule | None:
    """Return why nobody doubles in the whole game, or None."""
    if not match.ruleset.cube:
        return Rule.NO_CUBE
    return Rule.CRAWFORD if going_on(match).game.crawford else None


def _why_not_answered(match: Match, player: Player, action: str) -> Rule:
    """Return why the player cannot give this answer: another one is due, or none at all."""
    game = match.game
    if game.pending or game.phase in (Phase.DOUBLED, Phase.TO_ACCEPT):
        if game.to_act is not player:
            return Rule.NOT_YOUR_TURN
        return Rule.BEAVER_LIMIT if action == "beaver" and not game.pending else Rule.ANSWER_FIRST
    return Rule.NO_DOUBLE_OFFERED if action in {"take", "drop", "beaver"} else Rule.NOTHING_OFFERED


def _why_not_challenged(match: Match, player: Player) -> Rule:
    """Return why the player cannot challenge the last play. [RULES A-73]"""
    turn = match.game.last_turn
    if turn is None:
        return Rule.NO_PLAY_YET
    if turn.player is player:
        return Rule.OWN_PLAY
    return Rule.LATE_CHALLENGE if turn.settled else Rule.CHALLENGED_BEFORE


def _why_not_taken_back(match: Match) -> Rule:
    """Return why the last play cannot be taken back. [RULES A-18b]"""
    turn = match.game.last_turn
    if turn is None:
        return Rule.NO_PLAY_YET
    return Rule.LATE_TAKE_BACK if turn.settled else Rule.OTHERS_PLAY
