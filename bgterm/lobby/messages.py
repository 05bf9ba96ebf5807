"""The messages that the screens of the lobby and its plain mode share."""

from functools import lru_cache

from bgterm.catalog import N_, _, ngettext
from bgterm.engine.levels import EXPERT, LEVELS
from bgterm.lobby.tables.attendance import Attendance
from bgterm.lobby.users.user_registry import User
from bgterm.notation.dice import DiceKind
from bgterm.notation.json_codec import write_fields
from bgterm.play.match_offer import MatchOffer
from bgterm.rules.board import Player
from bgterm.rules.match import MatchState
from bgterm.rules.ruleset import Ruleset, without_inapplicable
from bgterm.rules.variants import Variant
from bgterm.text import score as text_score
from bgterm.text.joining import join_list
from bgterm.text.options import DeclaredOption, options, shown

SSH_PORT = 22
"""The port that ssh uses by default."""
_MINUTE = 60


def ssh(port: int, target: str) -> str:
    """Return the command that connects to a host or NAME@HOST: `ssh -p 2222 localhost`, without -p for port 22."""
    return f"ssh {target}" if port == SSH_PORT else f"ssh -p {port} {target}"


# Names and keys

NAME_IS_KEPT = N_(
    "It belongs to your key from now on. If you play here with another key, {ask} there and type that code here."
)
"""The note for a newcomer; `ask` describes how to get a code."""
NAME_IS_LENT = N_("You came without a key: the name is yours until you leave, and no seat is kept for you.")
"""The note for a guest, who has no key."""
HOW_TO_ADD_A_KEY = N_(
    "To play from another computer, or with another key, connect with it and type this code where you are asked "
    "for a name:"
)
"""The text before a code that adds a key to a player."""
FORMER_NAME_STAYS = N_("Others see your former name beside it for a month, and nobody else can take it.")
"""The note for a player who changes their name."""


def how_long_a_code_works(minutes: int) -> str:
    """Return the sentences that a code for a further key works once within so many minutes, and for anyone."""
    return ngettext(
        "It works once, within {count} minute. Anyone who has it can play as you.",
        "It works once, within {count} minutes. Anyone who has it can play as you.",
        minutes,
    )


# Tables and matches

DELETED = N_(
    "Delete your name? The server forgets it, your other keys and your reviews of what you practise, and anyone "
    "can take the name. Your matches are kept, with the name in their records, and you can go on with them by "
    "this key, under another name."
)
"""The question to a player who wants to delete their name."""
BOT = N_("a bot, ready to play")
"""The description of a bot in the lobby."""
NONE_FINISHED = N_("None yet: every match that you play here to its end will be on this list.")
"""The text of an empty list of finished matches."""
NO_RESULTS = N_("No match has ended yet.")
"""The text of an empty list of results."""
NOBODY_HAS_SPOKEN = N_("Nothing has been said yet.")
"""The text of an empty chat."""


def agreement(offer: MatchOffer) -> str:
    """Return the description of an offered match: `Backgammon, match to 5, Doubling cube: no`."""
    unusual = (_rule(option, value) for option, value in _unusual(offer.variant, offer.ruleset))
    verifiable = _("verifiable dice") if offer.dice == DiceKind.VERIFIABLE else ""
    return join_list([_(offer.variant.name), text_score.kind_of(offer.ruleset.length), *unusual, verifiable])


def _rule(option: DeclaredOption, value: object) -> str:
    """Return the label of a rule with its value; the label alone for the value yes."""
    return option.label if option.is_yes(value) else f"{option.label}: {shown(option, value)}"


@lru_cache(maxsize=256)
def _unusual(variant: Variant, ruleset: Ruleset) -> tuple[tuple[DeclaredOption, object], ...]:
    """Return the options of a ruleset that differ from their defaults, each with its value, but not the length."""
    values = write_fields(without_inapplicable(variant, ruleset))
    return tuple(
        (option, values[option.name])
        for option in options()
        if option.name != "length" and values[option.name] != option.default
    )


def own_match(match: MatchState, me: Player) -> str:
    """Return the turn and the score in a match for its player `me`: `your turn, 4-0, match to 7, game 3`.

    The score begins with that of `me`.
    """
    other = match.names[me.opponent.index]
    turn = _("your turn") if match.to_act in (me, None) else _("{name}'s turn", name=other)
    score = f"{match.score[me.index]}-{match.score[me.opponent.index]}"
    return join_list([turn, score, text_score.kind(match), _("game {number}", number=match.game.number)])


def at_table(*, opponent: bool, oneself: bool) -> str:
    """Return the note beside a player's own match in the lobby about people at its table; empty when nobody is.

    It says that the match is open in another session of `oneself`, or else that the `opponent` is there.
    """
    if oneself:
        return _("open elsewhere")
    return _("at the table") if opponent else ""


def others_match(match: MatchState) -> str:
    """Return the variant, the length and the score, White's first, of a match: `Backgammon, match to 5, 2-1`."""
    return join_list([_(match.variant.name), text_score.kind(match), text_score.standing(match)])


def audience(now: Attendance) -> str:
    """Return the number of spectators in words, or that none are allowed; empty when there could be some."""
    if not now.watchable:
        return _("no spectators allowed")
    return ngettext("{count} spectator", "{count} spectators", now.watchers) if now.watchers else ""


def result(names: tuple[str, str], score: tuple[int, int], winner: Player | None) -> str:
    """Return a match's result, `Ann beats Bob 5-3`, or, for no winner, a session's: `Ann - Bob: Ann leads 4-1`."""
    if winner is None:
        lead = text_score.lead(names, score)
        return _("{white} - {black}: {lead}", white=names[0], black=names[1], lead=lead)
    return _(
        "{winner} beats {loser} {won}-{lost}",
        winner=names[winner.index],
        loser=names[winner.opponent.index],
        won=score[winner.index],
        lost=score[winner.opponent.index],
    )


def ago(seconds: float) -> str:
    """Return the words for a moment so many seconds ago: `12 min ago`; `just now` in the first minute."""
    return _("{time} ago", time=waits(seconds)) if seconds >= _MINUTE else _("just now")


def waits(seconds: float) -> str:
    """Return a duration in words, such as `12 min`, `3 h` or `2 days`; empty below a minute."""
    minutes = int(seconds // _MINUTE)
    hours, days = minutes // 60, minutes // (24 * 60)
    if days:
        return ngettext("{count} day", "{count} days", days)
    if hours:
        return _("{hours} h", hours=hours)
    return _("{minutes} min", minutes=minutes) if minutes else ""


# People


def whereabouts(user: User, *, playing: bool, waiting: bool, formerly: str) -> str:
    """Return a user's activity in words: `plays`, `waits for somebody to play` or `in the lobby`.

    The text adds that they are a guest, and their former name unless `formerly` is empty.
    """
    doing = _("plays") if playing else _("waits for somebody to play") if waiting else _("in the lobby")
    guest = _("a guest") if user.is_guest else ""
    return join_list([doing, guest, _("formerly {name}", name=formerly) if formerly else ""])


def level_of_bot(name: str, level: str) -> str:
    """Return `Bot gnubg is a bot of level expert`, without a full stop, for the names of the bot and its level."""
    return _("{name} is a bot of level {level}", name=name, level=_(LEVELS.get(level, EXPERT).label))


def about_hints(names: tuple[str, str], now: Attendance, mine: Player | None, *, typed: bool = False) -> str:
    """Return the sentence about hints: who would like them, who turned them off, or that both have them.

    Empty when nobody asked. `names` are White's and Black's, and `now` has the players' wishes. `mine` is the
    reader's seat, None for a spectator. `typed` names words of plain mode instead of keys.
    """
    match now.hints:
        case ():
            return _no_hints(names, now.no_hints, mine)
        case (one,):
            return _asks_for_hints(names, one, mine, typed=typed)
    if mine is None:
        return _("Both players have hints.")
    if typed:
        return _("Both players have hints: hints off turns them off.")
    return _("Both players have hints: N turns them off.")


def _no_hints(names: tuple[str, str], refuser: Player | None, mine: Player | None) -> str:
    if refuser is None:
        return ""
    if refuser is mine:
        return _("Hints are off for both of you.")
    return _("{name} wants no hints: they are off for both.", name=names[refuser.index])


def _asks_for_hints(names: tuple[str, str], one: Player, mine: Player | None, *, typed: bool) -> str:
    name, opponent = names[one.index], names[one.opponent.index]
    if one is mine:
        return _("You would like hints for both: {name} is asked.", name=opponent)
    if mine is None:
        return _("{name} would like hints for both.", name=name)
    if typed:
        return _("{name} would like hints for both: type hints to agree, or hints off.", name=name)
    return _("{name} would like hints for both: H agrees, N declines.", name=name)


def about_rematch(names: tuple[str, str], wanting: Player, mine: Player | None, *, typed: bool = False) -> str:
    """Return the sentence that `wanting` would like a rematch, with the way to agree for the opponent.

    `names` are White's and Black's. `mine` is the reader's seat, None for a spectator. `typed` names a word of
    plain mode instead of a key.
    """
    name = names[wanting.index]
    if wanting is mine:
        return _("You would like a rematch: {name} is asked.", name=names[wanting.opponent.index])
    if mine is None:
        return _("{name} would like a rematch.", name=name)
    if typed:
        return _("{name} would like a rematch: type rematch to agree.", name=name)
    return _("{name} would like a rematch: R agrees.", name=name)


def away(names: tuple[str, str], now: Attendance) -> str:
    """Return the absent players with the reasons, `Ann has left`, joined by commas; empty when both are here.

    `names` are White's and Black's.
    """
    said = [_("{name} has lost the connection", name=names[player.index]) for player in now.dropped]
    said += [_("{name} is in the lobby and has been called", name=names[one.index]) for one in now.elsewhere]
    said += [_("{name} has left", name=names[player.index]) for player in now.left]
    said += [_("{name} has gone", name=names[player.index]) for player in now.gone]
    said += [_("{name} does not play here any more", name=names[player.index]) for player in now.missing]
    return join_list(said)


def notices(
    before: Attendance, now: Attendance, names: tuple[str, str], mine: Player | None, *, typed: bool = False
) -> list[str]:
    """Return sentences about changes from `before` to `now`: a player is back, or wishes for hints are new.

    `names` are White's and Black's. `mine` is the reader's seat, None for a spectator. `typed` names words of
    plain mode instead of keys.
    """
    back = [player for player in before.away if player not in now.away and player is not mine]
    said = [_("{name} is here.", name=names[player.index]) for player in back]
    hints = about_hints(names, now, mine, typed=typed)
    return said if hints in ("", about_hints(names, before, mine, typed=typed)) else [*said, hints]


def chat_line(name: str, text: str) -> str:
    """Return a chat line as shown: `Ann: Well rolled.`"""
    return _("{name}: {text}", name=name, text=text)


def goodbye(*, matches: bool) -> str:
    """Return the farewell to a visitor, with `matches` that their unfinished matches wait for them."""
    return _("Come again: your matches wait for you.") if matches else _("Come again.")


HOW_IT_WORKS = (
    N_(
        "Enter on Play anybody begins a match to 5 at Backgammon with the player who has waited longest for one, "
        "or waits for the next player."
    ),
    N_(
        "Press n to open a table and wait, or join an open table. A code before the @ leads straight to its table."
    ),
    N_("Your seat is kept: leave or lose the connection, and come back to the same decision."),
    N_(
        "The server rolls the dice. Anyone can check verifiable dice afterwards; "
        "each player may contribute to them."
    ),
    N_(
        "Delete takes a match at which nobody sits off your list. It is kept, and is on the list again when your "
        "opponent sits down there or one of you challenges the other."
    ),
    N_(
        "Everyone in the lobby reads the chat (c). It is not saved: "
        "its last lines are gone when the server restarts."
    ),
    N_(
        "For a screen reader, connect with ssh plain@... or choose plain mode in the options: everything is then "
        "said in lines of text."
    ),
    N_(
        "Spectators may watch unless the players close the table to them; "
        "they see nothing that the players do not."
    ),
)
"""The paragraphs of the lobby's help."""
MUTED = N_("The chat is muted: M shows it again.")
"""The text in place of a chat that the reader has muted."""


def shutting_down_in(minutes: int) -> str:
    """Return the announcement of a shutdown in so many minutes."""
    return ngettext(
        "The server shuts down in {count} minute. Every match is kept.",
        "The server shuts down in {count} minutes. Every match is kept.",
        minutes,
    )
