"""The keys of the replay."""

from textual.binding import Binding, BindingType

from bgterm.catalog import N_

BINDINGS: list[BindingType] = [
    Binding("escape", "stop_analysis", N_("stop"), key_display="Esc", id="replay-stop"),
    Binding("q,escape", "leave", N_("leave"), key_display="q", id="leave"),
    Binding("right,l", "go('next_play')", N_("play"), key_display="left/right", id="replay-next"),
    Binding("left,h", "go('previous_play')", show=False, id="replay-previous"),
    Binding(
        "full_stop",
        "step(1)",
        N_("step"),
        key_display=", .",
        id="replay-step",
        tooltip=N_("step through rolls too"),
    ),
    Binding("comma", "step(-1)", show=False, id="replay-step-back"),
    Binding("pagedown", "go('next_game')", N_("game"), key_display="PgUp/PgDn", id="replay-game"),
    Binding("pageup", "go('previous_game')", show=False, id="replay-game-back"),
    Binding(
        "d", "mark(1)", N_("double"), id="replay-mark", tooltip=N_("the next double or wrong play; D the last")
    ),
    Binding("D", "mark(-1)", show=False, id="replay-mark-back"),
    Binding(
        "space", "run", N_("autoplay"), key_display="Space", id="replay-run", tooltip=N_("autoplay, or pause")
    ),
    Binding("plus,equals_sign", "pace(1)", show=False, id="replay-faster"),
    Binding("minus", "pace(-1)", show=False, id="replay-slower"),
    Binding("home", "to(0)", show=False, id="replay-home"),
    Binding("end", "to(-1)", show=False, id="replay-end"),
    Binding(
        "a",
        "analyse",
        N_("analyse"),
        id="replay-analyse",
        tooltip=N_("analyse the match, or show the figures"),
    ),
    Binding(
        "A",
        "analyse_by",
        N_("engine"),
        id="replay-analyse-by",
        tooltip=N_("analyse it by another engine, or with other plies"),
    ),
    Binding("n", "mistake(1)", N_("mistake"), id="replay-mistake", tooltip=N_("the next mistake; N the last")),
    Binding("N", "mistake(-1)", show=False, id="replay-mistake-back"),
    Binding("b", "better", N_("better"), id="replay-better", tooltip=N_("the better play, or the one made")),
    Binding("p", "play_on", N_("play on"), id="replay-play-on", tooltip=N_("play on from here as a new match")),
    Binding("f", "turn", N_("flip board"), id="replay-turn", tooltip=N_("turn the board")),
    Binding("m", "page('moves')", N_("moves"), id="replay-moves", tooltip=N_("all the moves of the game")),
    Binding("s", "page('dice')", N_("dice stats"), id="replay-dice", tooltip=N_("how the dice fell up to here")),
    Binding("i", "page('ids')", N_("ids"), id="ids", tooltip=N_("the position as ids and as text, to be copied")),
    Binding(
        "v",
        "page('proof')",
        N_("dice proof"),
        id="proof",
        tooltip=N_("the proof of the dice, to be copied and saved"),
    ),
    Binding("w", "page('faults')", N_("faults"), id="replay-faults", tooltip=N_("what is wrong with the file")),
    Binding("dollar_sign", "page('ledger')", N_("ledger"), key_display="$", id="replay-ledger"),
    Binding(
        "e", "page('export')", N_("export"), id="replay-export", tooltip=N_("write it as .mat and .sgf files")
    ),
    Binding("question_mark,f1", "help", N_("help"), key_display="?", id="help"),
]
