"""The keys of the match library."""

from textual.binding import BindingType

from bgterm.catalog import N_
from bgterm.tui.input.bindings import bind

BINDINGS: list[BindingType] = [
    bind("enter", "open", "library-open", N_("open"), N_("resume, or replay it"), "Enter", rank=1),
    bind("escape", "stop_analysis", "library-stop", N_("stop"), shown="Esc"),
    bind("escape,q", "back", "library-back", N_("back"), shown="q", leaves=True),
    bind("r", "replay", "library-replay", N_("replay"), N_("look at it again, move by move")),
    bind("a", "analyse", "library-analyse", N_("analyse"), N_("analyse it in the background")),
    bind(
        "A",
        "analyse_by",
        "library-analyse-by",
        N_("engine"),
        N_("analyse it by another engine, or with other plies"),
    ),
    bind("slash", "find", "library-find", N_("find"), N_("type a part of a name"), "/"),
    bind("e", "export", "library-export", N_("export"), N_("write it as .mat and .sgf files")),
    bind(
        "dollar_sign",
        "ledger",
        "library-ledger",
        N_("ledger"),
        N_("the games of a money session, and who owes what"),
        "$",
    ),
    bind("i", "import", "library-import", N_("import"), N_("keep the match of a file of any program")),
    bind("h", "compare", "library-compare", N_("head to head"), N_("all that these two have played")),
    bind("n", "rename", "library-rename", N_("rename")),
    bind("D,delete", "delete", "library-delete", N_("delete"), N_("delete it (asks first)"), "D"),
    bind("s", "sort", "library-sort", N_("sort"), N_("last played, last begun, by names")),
    bind("v", "view", "library-view", N_("view"), N_("cycle the filter: all, unfinished, finished, damaged")),
    bind("question_mark,f1", "help", "help", N_("help"), shown="?"),
]
