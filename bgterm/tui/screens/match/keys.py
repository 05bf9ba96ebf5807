"""The keys of a match beside those that answer a question, and when each can be used."""

from collections.abc import Callable, Mapping

from textual.binding import Binding, BindingType

from bgterm.catalog import N_
from bgterm.tui.bindings import DECISION
from bgterm.tui.match_session import MatchSession

BINDINGS: list[BindingType] = [
    Binding(
        "x", "do('resign')", N_("resign"), id="resign", tooltip=N_("offer to give up the game"), group=DECISION
    ),
    Binding(
        "z",
        "do('take_back')",
        N_("take-back"),
        id="take-back",
        tooltip=N_("ask to take the last play back"),
        group=DECISION,
    ),
    Binding(
        "exclamation_mark", "do('challenge')", N_("challenge"), key_display="!", id="challenge", group=DECISION
    ),
    Binding(
        "g",
        "do('claim_flag')",
        N_("claim the flag"),
        id="claim-flag",
        tooltip=N_("the opponent has no time left"),
        group=DECISION,
    ),
    Binding(
        "w",
        "do('correct')",
        N_("wrong roll"),
        id="correct-roll",
        tooltip=N_("your dice show something else than you typed"),
    ),
    Binding(
        "R",
        "do('rematch')",
        N_("rematch"),
        id="rematch",
        tooltip=N_("another match with the same seats and rules"),
    ),
    Binding("e", "do('export')", N_("export"), id="export", tooltip=N_("write the match as .mat and .sgf files")),
    Binding(
        "Q",
        "do('end_session')",
        N_("end session"),
        id="end-session",
        tooltip=N_("end the money session for good, after a question"),
    ),
    Binding(
        "v",
        "do('proof')",
        N_("dice proof"),
        id="proof",
        tooltip=N_("the proof of the dice, to be copied and saved"),
    ),
    Binding(
        "f",
        "do('turn_board')",
        N_("flip board"),
        id="turn-board",
        tooltip=N_("turn the board to the player to act, or not"),
    ),
    Binding("m", "do('moves')", N_("moves"), id="moves", tooltip=N_("the moves so far")),
    Binding("s", "do('dice')", N_("dice stats"), id="dice", tooltip=N_("how the dice fell")),
    Binding(
        "i",
        "do('ids')",
        N_("ids"),
        show=False,
        id="ids",
        tooltip=N_("the position as ids and as text, to be copied"),
    ),
    Binding(
        "dollar_sign",
        "do('ledger')",
        N_("ledger"),
        show=False,
        key_display="$",
        id="ledger",
        tooltip=N_("who owes what"),
    ),
    Binding("o", "do('settings')", N_("options"), id="settings", tooltip=N_("theme, home side, automatic play")),
    Binding("r", "do('replay')", N_("replay"), id="replay", tooltip=N_("look at the match again, play by play")),
    Binding(
        "escape",
        "toggle_result",
        N_("board"),
        key_display="Esc",
        id="toggle-result",
        tooltip=N_("hide the result, to see the final board, or show it"),
    ),
    Binding("q", "leave", N_("leave"), id="leave", tooltip=N_("leave the table; everything is kept")),
    Binding(
        "question_mark,f1", "do('help')", N_("help"), key_display="?", id="help", tooltip=N_("keys, rules, words")
    ),
]

BY_LETTER = frozenset(
    {
        "resign",
        "leave",
        "turn_board",
        "moves",
        "dice",
        "settings",
        "correct",
        "take_back",
        "claim_flag",
        "ids",
        "chat",
        "rematch",
        "let_watch",
    }
)
"""The actions of letters that could be part of a play."""
ASKING = frozenset({"resign", "correct"})
"""Actions that ask with a list, and so are disabled while there is one."""


def _resigns(session: MatchSession) -> bool:
    player = session.speaking
    return player is not None and bool(session.choices(player).resign)


POSSIBLE: Mapping[str, Callable[[MatchSession], bool]] = {
    "resign": _resigns,
    "take_back": lambda session: session.contested("take_back") is not None,
    "challenge": lambda session: session.contested("challenge") is not None,
    "claim_flag": lambda session: session.claims_flag,
    "correct": lambda session: session.correcting is not None,
    "rematch": lambda session: session.wants_rematch,
    "export": lambda session: session.exports,
    "end_session": lambda session: session.ends_session,
    "proof": lambda session: session.table.dice_evidence is not None,
    "ledger": lambda session: not session.match.ruleset.length,
    "replay": lambda session: session.over,
    "toggle_result": lambda session: session.over,
}
"""When an action can be done, of those that cannot always."""


def possible_actions(session: MatchSession) -> frozenset[str]:
    """Return which of these can be done as the match stands."""
    return frozenset(name for name, possible in POSSIBLE.items() if possible(session))
