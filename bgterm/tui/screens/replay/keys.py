"""The keys of the replay."""

from textual.binding import BindingType

from bgterm.catalog import N_
from bgterm.tui.input.bindings import bind

BINDINGS: list[BindingType] = [
    bind("escape", "stop_analysis", "replay-stop", N_("stop"), shown="Esc", rank=1),
    bind("q,escape", "leave", "leave", N_("leave"), shown="q", leaves=True),
    bind("right,l", "go('next_play')", "replay-next", N_("play"), shown="left/right", rank=2),
    bind("left,h", "go('previous_play')", "replay-previous"),
    bind("full_stop", "step(1)", "replay-step", N_("step"), N_("step through rolls too"), ", ."),
    bind("comma", "step(-1)", "replay-step-back"),
    bind("pagedown", "go('next_game')", "replay-game", N_("game"), shown="PgUp/PgDn", rank=17),
    bind("pageup", "go('previous_game')", "replay-game-back"),
    bind("d", "mark(1)", "replay-mark", N_("double"), N_("the next double or wrong play; D the last")),
    bind("D", "mark(-1)", "replay-mark-back"),
    bind("space", "run", "replay-run", N_("autoplay"), N_("autoplay, or pause"), "Space", rank=16),
    bind("plus,equals_sign", "pace(1)", "replay-faster"),
    bind("minus", "pace(-1)", "replay-slower"),
    bind("home", "to(0)", "replay-home"),
    bind("end", "to(-1)", "replay-end"),
    bind("a", "analyse", "replay-analyse", N_("analyse"), N_("analyse the match, or show the figures")),
    bind(
        "A",
        "analyse_by",
        "replay-analyse-by",
        N_("engine"),
        N_("analyse it by another engine, or with other plies"),
    ),
    bind("n", "mistake(1)", "replay-mistake", N_("mistake"), N_("the next mistake; N the last"), rank=4),
    bind("N", "mistake(-1)", "replay-mistake-back"),
    bind("b", "better", "replay-better", N_("better"), N_("the better play, or the one made"), rank=3),
    bind("p", "play_on", "replay-play-on", N_("play on"), N_("play on from here as a new match")),
    bind("f", "turn", "replay-turn", N_("flip board"), N_("turn the board")),
    bind("m", "page('moves')", "replay-moves", N_("moves"), N_("all the moves of the game")),
    bind("s", "page('dice')", "replay-dice", N_("dice stats"), N_("how the dice fell up to here")),
    bind("i", "page('ids')", "ids", N_("ids"), N_("the position as ids and as text, to be copied")),
    bind(
        "v",
        "page('proof')",
        "proof",
        N_("dice proof"),
        N_("the proof of the dice, to be copied and saved"),
        rank=22,
    ),
    bind("w", "page('faults')", "replay-faults", N_("faults"), N_("what is wrong with the file")),
    bind("dollar_sign", "page('ledger')", "replay-ledger", N_("ledger"), shown="$"),
    bind("e", "page('export')", "replay-export", N_("export"), N_("write it as .mat and .sgf files")),
    bind("question_mark,f1", "help", "help", N_("help"), shown="?"),
]
