"""The keys of a match beside those that answer a question, and when each can be used."""

from collections.abc import Callable, Mapping

from textual.binding import Binding, BindingType

from bgterm.catalog import N_
from bgterm.tui.bindings import DECISION
from bgterm.tui.match_session import MatchSession


def _key(
    key: str,
    name: str,
    description: str,
    tooltip: str = "",
    *,
    shown_as: str | None = None,
    show: bool = True,
    group: Binding.Group | None = None,
) -> Binding:
    """Return the binding of an action, whose name is its id, too."""
    action, identity = f"do('{name}')", name.replace("_", "-")
    return Binding(key, action, description, show, shown_as, id=identity, tooltip=tooltip, group=group)


BINDINGS: list[BindingType] = [
    _key("x", "resign", N_("resign"), N_("offer to give up the game"), group=DECISION),
    _key("z", "take_back", N_("take-back"), N_("ask to take the last play back"), group=DECISION),
    _key("exclamation_mark", "challenge", N_("challenge"), shown_as="!", group=DECISION),
    _key("g", "claim_flag", N_("claim the flag"), N_("the opponent has no time left"), group=DECISION),
    _key("w", "correct_roll", N_("wrong roll"), N_("your dice show something other than what you typed")),
    _key("R", "rematch", N_("rematch"), N_("another match with the same seats and rules")),
    _key("e", "export", N_("export"), N_("write the match as .mat and .sgf files")),
    _key("Q", "end_session", N_("end session"), N_("end the money session for good; asks first")),
    _key("v", "proof", N_("dice proof"), N_("the proof of the dice, to be copied and saved")),
    _key("f", "turn_board", N_("flip board"), N_("turn the board to the player to act, or not")),
    _key("H", "hint", N_("hint"), N_("what an engine recommends; again for the next best play")),
    _key("N", "no_hints", N_("no hints"), N_("turn hints off for both players, or decline them")),
    _key("m", "moves", N_("moves"), N_("the moves so far")),
    _key("s", "dice", N_("dice stats"), N_("how the dice fell")),
    _key("i", "ids", N_("ids"), N_("the position as ids and as text, to be copied"), show=False),
    _key("dollar_sign", "ledger", N_("ledger"), N_("who owes what"), shown_as="$", show=False),
    _key("o", "settings", N_("options"), N_("theme, home side, automatic play")),
    _key("r", "replay", N_("replay"), N_("look at the match again, play by play")),
    Binding(
        "escape",
        "toggle_result",
        N_("board"),
        key_display="Esc",
        id="toggle-result",
        tooltip=N_("hide the result, to see the final board, or show it"),
    ),
    Binding("q", "leave", N_("leave"), id="leave", tooltip=N_("leave the table; everything is kept")),
    _key("question_mark,f1", "help", N_("help"), N_("keys, rules, words"), shown_as="?"),
]

_LETTERS = (
    "resign leave turn_board moves dice settings correct_roll take_back claim_flag ids chat rematch let_watch"
)
BY_LETTER = frozenset(_LETTERS.split())
"""The actions of letters that could be part of a play."""
ASKING = frozenset({"resign", "correct_roll"})
"""Actions that ask with a list, and so are disabled while there is one."""


def _resigns(session: MatchSession) -> bool:
    player = session.speaking
    return player is not None and bool(session.choices(player).resign)


POSSIBLE: Mapping[str, Callable[[MatchSession], bool]] = {
    "resign": _resigns,
    "take_back": lambda session: session.contested("take_back") is not None,
    "challenge": lambda session: session.contested("challenge") is not None,
    "claim_flag": lambda session: session.claims_flag,
    "correct_roll": lambda session: session.correcting is not None,
    "rematch": lambda session: session.may_rematch,
    "export": lambda session: session.exports,
    "end_session": lambda session: session.ends_session,
    "proof": lambda session: session.table.exchange.evidence is not None,
    "hint": lambda session: session.may_hint or session.may_ask_for_hints,
    "no_hints": lambda session: session.may_refuse_hints,
    "ledger": lambda session: not session.match.ruleset.length,
    "replay": lambda session: session.over,
    "toggle_result": lambda session: session.over,
    "chat": lambda session: session.may_talk,
    "let_watch": lambda session: session.online and bool(session.seats),
}
"""When an action can be done, of those that cannot always."""


def possible_actions(session: MatchSession) -> frozenset[str]:
    """Return which of these can be done as the match stands."""
    return frozenset(name for name, possible in POSSIBLE.items() if possible(session))
