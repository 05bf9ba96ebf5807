"""The keys of the lobby."""

from textual.binding import Binding, BindingType

from bgterm.catalog import N_

BINDINGS: list[BindingType] = [
    Binding("enter,space", "choose", N_("go"), key_display="Enter", id="lobby-choose"),
    Binding("n", "new", N_("open a table"), id="lobby-new"),
    Binding("i", "invite", N_("challenge"), id="lobby-invite", tooltip=N_("challenge somebody by name")),
    Binding(
        "delete,backspace",
        "withdraw",
        N_("withdraw"),
        key_display="Del",
        id="lobby-withdraw",
        tooltip=N_("or decline"),
    ),
    Binding(
        "delete,backspace",
        "set_aside",
        N_("off the list"),
        key_display="Del",
        id="lobby-set-aside",
        tooltip=N_("take a match at which nobody sits off your list; it is kept"),
    ),
    Binding("m", "finished", N_("finished"), id="lobby-finished", tooltip=N_("replay your finished matches")),
    Binding("c", "chat", N_("chat"), id="lobby-chat", tooltip=N_("say something to everyone in the lobby")),
    Binding(
        "M",
        "mute",
        N_("mute"),
        show=False,
        id="lobby-mute",
        tooltip=N_("hide the chat of the lobby, or show it"),
    ),
    Binding("N", "rename", N_("your name"), show=False, id="lobby-rename", tooltip=N_("change your name")),
    Binding(
        "K", "add_key", N_("another key"), show=False, id="lobby-key", tooltip=N_("play with another key too")
    ),
    Binding("o", "settings", N_("options"), id="lobby-options"),
    Binding("question_mark,f1", "help", N_("help"), key_display="?", id="help"),
    Binding("q", "quit", N_("quit"), id="lobby-quit"),
]
