"""The commands of plain mode, and the sentences about them."""

from collections.abc import Iterable, Mapping, Sequence

from bgterm.rules.match import Match
from bgterm.text import score as text_score
from bgterm.text.joining import join_or

COMMANDS: Mapping[str, str] = {
    "roll": "throw the dice; your own dice are typed as they show, like 31",
    "cocked": "a die of your own did not lie flat, the throw is made again",
    "wrong": "your dice show something else than you typed; wrong 64 says what, until you pick them up",
    "double": "offer to play for twice the stake",
    "take": "accept the double",
    "pass": "refuse the double, and lose what was at stake before it; never shortened",
    "beaver": "turn the cube once more and keep it; in answer to a beaver, a raccoon",
    "done": "pick up the dice, so that your turn is over; done 8/5 6/5 plays that and picks up",
    "undo": "take back what you entered last, a whole play or one move; undo all takes back everything",
    "plays": "the legal plays, numbered, to choose one",
    "resign": "offer to lose the game: resign single, resign gammon, resign backgammon",
    "accept": "accept what the other offers or asks",
    "refuse": "refuse what the other offers or asks",
    "takeback": "ask to take back the play you have just made",
    "challenge": "claim that the other's last play was not legal",
    "flag": "win the match because the other has no time left",
    "words": "add to verifiable dice before the first roll: words lucky seven, or a fingerprint of 64 hex digits",
    "decline": "add nothing of your own to verifiable dice",
    "open": "open a contribution whose fingerprint you typed: open, and then the contribution",
    "void": "end the match before its first roll because you cannot open your contribution; never shortened",
    "end": "end the money session for good, after a question; never shortened",
    "quit": "leave the table; everything is kept",
    "more": "go on with a list",
    "board": "the board, from 24 to 1 by the numbers of the player to act",
    "bar?": "who is on the bar",
    "p": "what stands on a point: p 13, p bar, p off, or several, p 6 5 4",
    "blots": "the single checkers of both",
    "pips": "how far both have to go",
    "dice": "the roll, and the numbers that are left",
    "clock": "what time both have left; that one has none is told with the next line you type, an empty one too",
    "legal": "the moves that may come next",
    "last": "what happened last",
    "moves": "the moves of this game; moves all tells those of the whole match",
    "score": "the score, the match and the cube",
    "rules": "the rules of this match",
    "terms": "the terms of the game",
    "ids": "the position as other programs read it, before the turn that is being made",
    "diagram": "the same position drawn with characters",
    "proof": "the proof of verifiable dice: commitment, contributions, and at the end the secret",
    "luck": "how the dice fell for both",
    "help": "what can be typed now; help all tells of everything, help roll of one thing",
}
"""Every command with its description, in the order of the help."""
TABLE_COMMANDS: Mapping[str, str] = {
    "say": "say something to the others at the table: say Well rolled",
    "chat": "what has been said at the table",
    "rematch": "ask for another match when this one is over, or agree to it",
    "watchers": "let others watch this match, or not",
}
"""The further commands at a table of a server."""
EVERYTHING = "all"
"""The word after a command for everything."""
TYPING = "A play is typed like 8/5 6/5, 13/7(2), bar/22 or 6/off, at once or move by move; done ends the turn."
"""How plays are typed."""
PLAY = "a play like 8/5 6/5"
"""The other texts that can be typed when there is a roll to play."""
DICE = "a roll like 31"
"""The same, when dice of one's own are thrown."""
END_IT = "end the session"
"""The answer that ends a money session."""
OVER = "The match is over: type quit to leave."
"""The commands after the end of the match."""


def sentence(text: str) -> str:
    """Return the text as a sentence: a capital at its start, a stop at its end.

    >>> sentence("it is not your turn"), sentence("Ann, take or pass?")
    ('It is not your turn.', 'Ann, take or pass?')
    """
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) or not text else ".")


def welcome(match: Match) -> str:
    """Describe the match, its players and its state, and how to learn more."""
    (white, black), (mine, theirs) = match.names, match.score
    return f"{text_score.title(match)}; {white} {mine}, {black} {theirs}. Type help for the commands."


def explained(name: str) -> str:
    """Describe what a command does."""
    return f"{name}: {COMMANDS.get(name) or TABLE_COMMANDS[name]}."


def always(names: Iterable[str]) -> str:
    """Name the commands that can be typed at any time."""
    return f"Always: {', '.join(names)}."


def list_of(asked: str, texts: Iterable[str], first: int, rest: int) -> list[str]:
    """Return a part of a numbered list from the number `first`, below its question; `rest` are left to tell."""
    numbered = [f"{number}: {text}" for number, text in enumerate(texts, first)]
    return [f"{asked} Type a number.", *numbered, *([f"{rest} more: type more."] if rest else [])]


def not_in_list(text: str, last: int) -> str:
    """Return the message that a number is none of a list."""
    return f"There is no {text} in the list: type 1 to {last}."


def unknown(text: str, possible: Sequence[str]) -> str:
    """Return the message about an unknown command, with the commands that are possible now."""
    return f'Unknown command "{text}": type {join_or(possible)}.'


def ambiguous(text: str, names: Sequence[str]) -> str:
    """Return the message that a line can be several commands."""
    return f'"{text}" can be {join_or(names)}: type more of it.'


def whole(text: str, name: str) -> str:
    """Return the message that a command is never guessed."""
    return f'"{text}" is not enough: type {name} in full.'


def surplus(name: str, rest: str) -> str:
    """Return the message that nothing may follow a command."""
    return f'{name} stands alone: "{rest}" after it means nothing.'
