"""The commands that run and manage a server: serve and admin."""

from functools import partial
from pathlib import Path

from bgterm.catalog import _
from bgterm.cli.flags import argument_values as read
from bgterm.cli.flags.usage import AddCommand, Parser


def _serve(add: AddCommand) -> None:
    about = _(
        "Anyone with an ssh client can sit down at a table. Players are identified by their SSH key and need "
        "no account. Matches survive a restart."
    )
    parser = add(help=_("serve tables over SSH"), description=about)
    _add_address(parser)
    _add_storage(parser)
    _add_visitors(parser)


def _admin(add: AddCommand) -> None:
    about = _(
        "Manage a server that runs on this machine: show its users and matches, ban, announce, shut down. The "
        "commands use a socket in the server's data folder, which only the user who runs the server can open."
    )
    parser = add(help=_("manage a running server"), description=about)
    data = _("the data folder of the server, unless it is the default one")
    parser.add_argument("--data", help=data, metavar="DIR", type=Path)
    json = _("print one JSON value instead of lines (who, matches, stats, bans, mutes)")
    parser.add_argument("--json", help=json, action="store_true")
    orders = parser.add_subparsers(dest="order", metavar="COMMAND", title=_("commands"), required=True)
    _add_orders(orders.add_parser)


SERVER_COMMANDS = {"serve": _serve, "admin": _admin}
"""The commands that run and manage a server, as functions that add them."""


def _add_address(parser: Parser) -> None:
    """Add the options for the server's address, and for the keys that may play."""
    host = _("the address to listen on; only this machine by default, :: for all, including IPv4")
    parser.add_argument("--host", help=host)
    port = _("the port to listen on; 2222 by default")
    parser.add_argument("--port", help=port, metavar="N", type=read.port)
    key = _("the private key of the server; created on the first start")
    parser.add_argument("--host-key", help=key, metavar="FILE", type=Path)
    operators = _("players with one of these keys may also administer the server: ssh HOST admin who")
    parser.add_argument("--operator-keys", help=operators, metavar="FILE", type=Path)
    who = parser.add_mutually_exclusive_group()
    keys = _("only players with one of these keys may play")
    who.add_argument("--authorized-keys", help=keys, metavar="FILE", type=Path)
    guests = _("players without a key may play too, but cannot return to a match")
    who.add_argument("--open", help=guests, action="store_true", dest="guests")


def _add_storage(parser: Parser) -> None:
    """Add the options for the storage, and for the processes that share it."""
    data = _("the folder of matches, settings and the log")
    parser.add_argument("--data", help=data, metavar="DIR", type=Path, dest="folder")
    log = _("- writes the log to standard error instead, for journald and containers")
    to_file = partial(read.one_of, {"-": False})
    parser.add_argument("--log", help=log, metavar="-", type=to_file, dest="logs_to_file")
    database = _("keep matches and names in PostgreSQL, so that several processes serve: postgresql://...")
    parser.add_argument("--database", help=database, metavar="URL", type=read.database)
    workers = _("how many processes serve, with --database; 1 by default")
    parser.add_argument("--workers", help=workers, metavar="N", type=read.count, default=1)
    worker = _("serve as worker N of those that share a database")
    parser.add_argument("--worker", help=worker, metavar="N", type=read.count)


def _add_visitors(parser: Parser) -> None:
    """Add the options for bots, limits and metrics."""
    bots = _(
        "engines that play with visitors, and their strongest levels: builtin,gnubg:expert; "
        "bgterm engine --list names them"
    )
    parser.add_argument("--bots", help=bots, metavar="ENGINE[:LEVEL],...", type=read.bots)
    greeting = _("a text that newcomers read before they pick a name")
    parser.add_argument("--greeting", help=greeting, metavar="FILE", type=Path)
    sessions = _("how many sessions at once; 100 by default")
    parser.add_argument("--max-sessions", help=sessions, metavar="N", type=read.count)
    each = _("how many sessions from one address; 16 by default")
    parser.add_argument("--max-per-address", help=each, metavar="N", type=read.count)
    metrics = _("serve metrics for Prometheus, on this machine only unless HOST is given; off by default")
    parser.add_argument("--metrics", help=metrics, metavar="[HOST:]PORT", type=read.endpoint)
    idle = _("disconnect after MINUTES without input (60; 0: never)")
    parser.add_argument("--idle", help=idle, metavar="MINUTES", type=read.minutes)


def _add_orders(add: AddCommand) -> None:
    """Add the commands of the operator."""
    add("who", help=_("the connected users, with addresses and times"))
    add("matches", help=_("the matches with somebody at the table"))
    add("workers", help=_("the processes that serve, where there are several"))
    add("health", help=_("whether the server answers, and its database"))
    add("stats", help=_("the statistics of the server"))
    add("bans", help=_("the bans in force"))
    add("mutes", help=_("the mutes in force"))
    _add_orders_about_players(add)
    announce = add("announce", help=_("send a message to everybody"))
    announce.add_argument("text", help=_("the message"), metavar="TEXT")
    close = add("close", help=_("close a table; its match is saved"))
    close.add_argument("code", help=_("the code of the table"), metavar="CODE")
    copied = _("copy all matches, and the names of the players, between a data folder and a database")
    copy = add("copy", help=copied)
    copy.add_argument("source", help=_("a data folder, or postgresql://..."), metavar="FROM")
    copy.add_argument("target", help=_("the same; what is there already stays as it is"), metavar="TO")
    drain = add("drain", help=_("end one of several workers; its players connect again to another"))
    drain.add_argument("worker", help=_("the number of the worker, or its name"), metavar="WORKER")
    shutdown = add("shutdown", help=_("announce the end, and stop the server"))
    when = shutdown.add_mutually_exclusive_group()
    now = _("0 by default: now")
    when.add_argument("--in", help=now, metavar="MINUTES", type=read.minutes, dest="minutes", default=0)
    when.add_argument("--cancel", help=_("cancel a planned shutdown"), action="store_true")


def _add_orders_about_players(add: AddCommand) -> None:
    ban = add("ban", help=_("ban a player, a key or an address, and end their sessions"))
    unban = add("unban", help=_("lift a ban"))
    mute = add("mute", help=_("let a player, a key or an address chat no more"))
    unmute = add("unmute", help=_("lift a mute"))
    rename = add("rename", help=_("give a player another name"))
    delete = add("delete", help=_("forget the name and the keys of a player; the matches are kept"))
    kick = add("kick", help=_("end the sessions of a player, a key or an address, who may come again"))
    who = _("a player's name, SHA256:..., 203.0.113.7 or 2001:db8::/64")
    for parser in (ban, unban, mute, unmute, rename, delete, kick):
        parser.add_argument("what", help=who, metavar="WHO")
    rename.add_argument("name", help=_("the new name"), metavar="NAME")
    for parser in (ban, mute):
        parser.add_argument("--days", help=_("how long; for good by default"), metavar="DAYS", type=read.count)
    for parser in (ban, mute, kick):
        parser.add_argument("--reason", help=_("the reason, which the player reads"), metavar="TEXT")
    for parser in (ban, mute):
        by = _("who bans or mutes, for the list; your user name by default")
        parser.add_argument("--by", help=by, metavar="NAME")
