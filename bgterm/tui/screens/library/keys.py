"""The keys of the match library."""

from textual.binding import Binding, BindingType

from bgterm.catalog import N_

BINDINGS: list[BindingType] = [
    Binding(
        "enter",
        "open",
        N_("open"),
        key_display="Enter",
        id="library-open",
        tooltip=N_("resume, or replay it"),
    ),
    Binding("escape", "stop_analysis", N_("stop"), key_display="Esc", id="library-stop"),
    Binding("escape,q", "back", N_("back"), key_display="q", id="library-back"),
    Binding("r", "replay", N_("replay"), id="library-replay", tooltip=N_("look at it again, move by move")),
    Binding("a", "analyse", N_("analyse"), id="library-analyse", tooltip=N_("analyse it in the background")),
    Binding(
        "A",
        "analyse_by",
        N_("engine"),
        id="library-analyse-by",
        tooltip=N_("analyse it by another engine, or with other plies"),
    ),
    Binding("slash", "find", N_("find"), key_display="/", id="library-find", tooltip=N_("type a part of a name")),
    Binding("e", "export", N_("export"), id="library-export", tooltip=N_("write it as .mat and .sgf files")),
    Binding(
        "dollar_sign",
        "ledger",
        N_("ledger"),
        key_display="$",
        id="library-ledger",
        tooltip=N_("the games of a money session, and who owes what"),
    ),
    Binding(
        "i", "import", N_("import"), id="library-import", tooltip=N_("keep the match of a file of any program")
    ),
    Binding(
        "h", "compare", N_("head to head"), id="library-compare", tooltip=N_("all that these two have played")
    ),
    Binding("n", "rename", N_("rename"), id="library-rename"),
    Binding(
        "D,delete",
        "delete",
        N_("delete"),
        key_display="D",
        id="library-delete",
        tooltip=N_("delete it (asks first)"),
    ),
    Binding("s", "sort", N_("sort"), id="library-sort", tooltip=N_("last played, last begun, by names")),
    Binding(
        "v",
        "view",
        N_("view"),
        id="library-view",
        tooltip=N_("cycle the filter: all, unfinished, finished, damaged"),
    ),
    Binding("question_mark,f1", "help", N_("help"), key_display="?", id="help"),
]
