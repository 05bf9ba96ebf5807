"""The keys of the lobby."""

from textual.binding import BindingType

from bgterm.catalog import N_
from bgterm.tui.input.bindings import bind

BINDINGS: list[BindingType] = [
    bind("enter,space", "choose", "lobby-choose", N_("go"), shown="Enter", rank=1),
    bind("n", "new", "lobby-new", N_("open a table"), rank=2),
    bind("i", "invite", "lobby-invite", N_("challenge"), N_("challenge somebody by name")),
    bind("delete,backspace", "withdraw", "lobby-withdraw", N_("withdraw"), N_("or decline"), "Del"),
    bind(
        "delete,backspace",
        "set_aside",
        "lobby-set-aside",
        N_("off the list"),
        N_("take a match at which nobody sits off your list; it is kept"),
        "Del",
    ),
    bind("m", "finished", "lobby-finished", N_("finished"), N_("replay your finished matches")),
    bind("c", "chat", "lobby-chat", N_("chat"), N_("say something to everyone in the lobby"), rank=16),
    bind("M", "mute", "lobby-mute", N_("mute"), N_("hide the chat of the lobby, or show it"), listed=False),
    bind("N", "rename", "lobby-rename", N_("your name"), N_("change your name"), listed=False),
    bind("K", "add_key", "lobby-key", N_("another key"), N_("play with another key too"), listed=False),
    bind("o", "settings", "lobby-options", N_("options")),
    bind("question_mark,f1", "help", "help", N_("help"), shown="?"),
    bind("q", "quit", "lobby-quit", N_("quit"), leaves=True),
]
