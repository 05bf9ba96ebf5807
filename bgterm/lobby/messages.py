"""The sentences of the lobby: its lists, its open tables, and joining one."""

from collections.abc import Iterator
from functools import lru_cache

from bgterm.lobby import name_messages
from bgterm.notation.json_codec import write_ruleset
from bgterm.notation.plural import counted
from bgterm.rules.board import Player
from bgterm.rules.games import start
from bgterm.rules.match import Header, Match
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import Variant
from bgterm.text import score as text_score
from bgterm.text.ruleset_options import options


def no_folder(path: str, reason: str) -> str:
    """Return the message to the operator that matches cannot be saved."""
    return f"no matches can be kept in {path}: {reason}"


_MINUTE = 60.0
SSH_PORT = 22
"""The port of ssh when none is given."""


def ssh(port: int, target: str) -> str:
    """Return the command that connects to a server: `ssh -p 2222 localhost`, or `ssh localhost` on port 22."""
    return f"ssh {target}" if port == SSH_PORT else f"ssh -p {port} {target}"


# Tables that wait

OWN_TABLE = "That is your own table: wait for somebody to join it, or tell a friend its code."
"""The answer to players who challenge themselves."""
ONESELF = "You cannot challenge yourself: choose somebody else."
"""The same, by name."""
TOO_MANY_TABLES = "All tables are taken: wait until one is free, or watch a match."
"""The answer when the server has no more."""
TOO_MANY_MATCHES = "This server keeps as many unfinished matches as it can: finish one, or contact the operator."
"""The answer when no match can be begun any more."""
SERVER_DICE = (
    "At two terminals the server rolls the dice, because nobody could see yours: choose random or verifiable dice."
)
"""The answer to dice that one of the two would throw or know."""


def no_table(code: str) -> str:
    """Return the message that there is no such table."""
    return f"There is no table {code.upper()} any more."


def not_here(name: str) -> str:
    """Return the message that nobody of that name can be challenged."""
    return f"{name} is not here: open a table, and tell its code."


def not_invited(host: str) -> str:
    """Return the message that a table waits for somebody else."""
    return f"{host} waits for somebody else at that table."


def challenged(host: str) -> str:
    """Return the message that somebody would like to play."""
    return f"{host} challenges you: see the lobby."


def declined(name: str) -> str:
    """Return the message that a challenge was declined."""
    return f"{name} would rather not play now."


def joined(name: str) -> str:
    """Return the message that the match begins."""
    return f"{name} has joined your table and waits for you."


TOO_MANY_RECORDS = "Too many records were asked for from your address: try again later."


def no_record(code: str) -> str:
    """Return the message that there is no record to be had by that code."""
    return f"There is no finished match {code} that you may read."


def not_over(code: str) -> str:
    """Return the message that a record is to be had later."""
    return f"The match {code} is not over: its record can be fetched when it is."


def too_many_open(most: int) -> str:
    """Return the message that somebody has enough open tables."""
    return f"You have {counted(most, 'open table')} already: withdraw one first."


def too_many_open_from(most: int) -> str:
    """Return the message that those who call from one address have enough open tables."""
    return f"{counted(most, 'table')} from your address are open already: join one of them."


def too_many_opened(most: int, seconds: float) -> str:
    """Return what to say when tables are opened too quickly from one address."""
    return f"Your address may open {counted(most, 'table')} in {seconds:.0f} seconds. Try again in a moment."


def too_many_begun(most: int) -> str:
    """Return the message that enough matches were begun from one address."""
    return f"At most {counted(most, 'match', 'matches')} a day may begin from your address: continue one of yours."


def too_many_challenges(most: int, seconds: float) -> str:
    """Return the message that somebody challenges too often."""
    return f"At most {counted(most, 'challenge')} in {seconds:.0f} seconds: try again in a moment."


def too_many_matches(name: str, most: int) -> str:
    """Return the message that somebody has enough matches."""
    return f"{name} has {counted(most, 'match', 'matches')} to finish: finish one first."


def sure_to_set_aside(opponent: str) -> str:
    """Ask whether a match is to go off one's list."""
    return (
        f"Take the match with {opponent} off your list? It is kept as it stands, and is on the list again when "
        f"{opponent} sits down there, or one of you challenges the other."
    )


# What the lobby shows

FINISHED = "Your finished matches"
"""The title of the list of these."""
NONE_FINISHED = "None yet: every match that you play here to its end will be on this list."
"""The text of an empty list of them."""
NO_LIST_FOR_GUESTS = "Guests have no list of finished matches: connect with a key to have one."
"""The answer to a guest who wants to see it."""
YOUR_MATCHES, OPEN, IN_PLAY, HERE = "Your matches", "Open tables", "In play", "Here"
"""The headings."""
LAST_RESULTS, TALK = "Last results", "Chat"
"""The headings beside the list, where there is room."""
NO_RESULTS = "No match has ended yet."
"""The text below the first when there is nothing to show."""
NOTHING_SAID, MUTED = "Press c to say something to everyone here.", "The chat is muted: M shows it again."
"""The text below the second when there is nothing to show."""
ALONE = "Nobody else is here yet. Enter opens a table: tell a friend its code."
"""The text for a player who is alone."""
CHALLENGES = "challenges you"
"""The remark on the row of a challenge."""
QUICK = "Play anybody"
"""The row of the quick game."""
HINTS = {
    "match": "Enter: sit down and continue",
    "deserted": "Enter: sit down and continue   Delete: take it off your list",
    "invitation": "Enter: accept and play   Delete: decline",
    "quick": "Enter: open a table for the first player who comes",
    "own": "Yours: a friend comes here with {}@...   Delete: withdraw",
    "open": "Enter: join and play",
    "play": "Enter: watch",
    "person": "Enter: challenge to a match",
}
"""The actions on each kind of row; {} is the user name in the command with which a friend joins the table."""
SERVER_THROWS = "The server rolls the dice: at random, or so that anyone can check them afterwards"
"""The meaning of the choice of dice in the lobby; real dice are missing, since the opponent could not see them."""
ONLY_ONE_SEES = "only the challenged player sees it"
"""Why it does not matter whether a table is open to all."""
WHOM = "Challenge"
"""The question for a name."""
HOW_TITLE = "How the lobby works"
"""The heading over the next."""
HOW_IT_WORKS = (
    "Enter on Play anybody begins a match to 5 at Backgammon with the player who has waited longest for one, "
    "or waits for the next player.",
    "Press n to open a table and wait, or join an open table. A code before the @ leads straight to its table.",
    "Your seat is kept: leave or lose the connection, and come back to the same decision.",
    "The server rolls the dice. Anyone can check verifiable dice afterwards; each player may contribute to them.",
    "Delete takes a match at which nobody sits off your list. It is kept, and is on the list again when your "
    "opponent sits down there or one of you challenges the other.",
    "Everyone in the lobby reads the chat (c). It is not saved: its last lines are gone when the server restarts.",
    "For a screen reader, connect with ssh plain@... or choose plain mode in the options: everything is then said "
    "in lines of text.",
    "Spectators may watch unless the players close the table to them; they see nothing that the players do not.",
)
"""The help of the lobby."""


def hint(kind: str, about: str, port: int) -> str:
    """Return the keys of a row of that kind, for the table of that code on the server at that port."""
    return HINTS[kind].format(ssh(port, about))


def title(name: str) -> str:
    """Return the title of the lobby."""
    return f"lobby, {name}"


def counts(people: int, playing: int) -> str:
    """Return how many people are here and how many matches are in play."""
    return f"{counted(people, 'person', 'people')} here, {counted(playing, 'match', 'matches')} in play"


def goodbye(*, matches: bool) -> str:
    """Return the farewell to a visitor, with a note that their unfinished matches are kept."""
    return "Come again: your matches wait for you." if matches else "Come again."


def table_for(invited: str) -> str:
    """Describe the opponent that an open table is for."""
    return f"A match with {invited}" if invited else "A table for anyone"


@lru_cache(maxsize=256)
def agreement(variant: Variant, ruleset: Ruleset, dice: str) -> str:
    """Describe what is to be played: `Backgammon, match to 5, Doubling cube: no`."""
    match = start(Header(variant, ruleset))
    parts = [variant.name, text_score.kind(match), *_unusual(match.ruleset)]
    return ", ".join([*parts, f"{dice} dice"] if dice != "random" else parts)


def _unusual(ruleset: Ruleset) -> Iterator[str]:
    """Describe the rules that differ from the default: `Doubling cube: no`."""
    values = write_ruleset(ruleset)
    for option in options():
        if option.name != "length" and values[option.name] != option.default:
            shown = next(text for value, text in option.values if value == values[option.name])
            yield f"{option.label}: {shown}"


def own_match(match: Match, me: Player) -> str:
    """Return whose turn it is in a player's own match, and the score: `your turn, 4-0, match to 7, game 3`."""
    other = match.names[me.opponent.index]
    turn = "your turn" if match.to_act in (me, None) else f"{other}'s turn"
    score = f"{match.score[me.index]}-{match.score[me.opponent.index]}"
    return ", ".join([turn, score, text_score.kind(match), f"game {match.game.number}"])


def at_table(*, opponent: bool, oneself: bool) -> str:
    """Return who is at the table of a player's own match; empty when nobody is."""
    if oneself:
        return "open elsewhere"
    return "at the table" if opponent else ""


def others_match(match: Match) -> str:
    """Return what others play and the score: `Backgammon, match to 5, 2-1`."""
    return f"{match.variant.name}, {text_score.kind(match)}, {text_score.standing(match)}"


def audience(watchers: int, *, watchable: bool) -> str:
    """Return how many watch a match; empty when nobody does."""
    if not watchable:
        return "no spectators allowed"
    return counted(watchers, "spectator") if watchers else ""


def listed(*parts: str) -> str:
    """Return the parts that are not empty, separated by commas."""
    return ", ".join(filter(None, parts))


def invitation(host: str) -> str:
    """Return who challenges the player."""
    return f"{host} {CHALLENGES}"


def result(names: tuple[str, str], score: tuple[int, int], winner: Player | None) -> str:
    """Return who won a match, or how a money session ended: `Ann beats Bob 5-3`, `Ann - Bob: Ann leads 4-1`."""
    if winner is None:
        return f"{pair(names)}: {text_score.lead(names, score)}"
    won, lost = score[winner.index], score[winner.opponent.index]
    return f"{names[winner.index]} beats {names[winner.opponent.index]} {won}-{lost}"


def ago(seconds: float) -> str:
    """Return how long ago something happened: `12 min ago`."""
    return f"{_long(seconds)} ago" if seconds >= _MINUTE else "just now"


def waits(seconds: float) -> str:
    """Return how long a table has been open: `12 min`; empty in the first minute."""
    return _long(seconds) if seconds >= _MINUTE else ""


def _long(seconds: float) -> str:
    hours, days = int(seconds // (60 * _MINUTE)), int(seconds // (24 * 60 * _MINUTE))
    return counted(days, "day") if days else f"{hours} h" if hours else f"{int(seconds // _MINUTE)} min"


def quick_game(host: str, agreed: str) -> str:
    """Return the quick game: `with Ann, Backgammon, match to 5`; `host` is empty when nobody waits for one."""
    return f"with {host}, {agreed}" if host else agreed


def own_table(code: str, invited: str) -> str:
    """Name the own table that waits."""
    return f"{code}, for {invited}" if invited else f"{code}, yours"


def pair(names: tuple[str, str]) -> str:
    """Name who plays whom."""
    return f"{names[0]} - {names[1]}"


def whereabouts(*, playing: bool, waiting: bool, guest: bool, formerly: str) -> str:
    """Describe the activity of a user, with their former name if it is recent."""
    doing = "plays" if playing else "waits for somebody to play" if waiting else "in the lobby"
    return ", ".join(
        [doing, *(["a guest"] if guest else []), *([name_messages.formerly(formerly)] if formerly else [])]
    )
