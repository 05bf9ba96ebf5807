"""The commands about a server: serve and admin."""

import argparse
from pathlib import Path

from bgterm.catalog import _
from bgterm.cli import argument_values as read
from bgterm.cli.common_arguments import Commands


def add_server_commands(commands: Commands) -> None:
    """Add the commands about a server."""
    _add_serve(commands)
    _add_admin(commands)


def _add_serve(commands: Commands) -> None:
    serve = commands.add_parser(
        "serve",
        help=_("serve tables over SSH"),
        description=_(
            "Anyone with an ssh client can sit down at a table. Players are identified by their SSH key and need "
            "no account. Matches survive a restart."
        ),
    )
    _add_address(serve)
    _add_storage(serve)
    _add_visitors(serve)


def _add_address(serve: argparse.ArgumentParser) -> None:
    """Add the options of the address, and of the keys that are admitted."""
    add = serve.add_argument
    add(
        "--host",
        default="127.0.0.1",
        help=_("the address to listen on; only this machine by default, :: for all, including IPv4"),
    )
    add("--port", type=read.port, default=2222, metavar="N", help=_("the port to listen on; 2222 by default"))
    add(
        "--host-key",
        type=Path,
        metavar="FILE",
        help=_("the private key of the server; created on the first start"),
    )
    who = serve.add_mutually_exclusive_group()
    who.add_argument(
        "--authorized-keys", type=Path, metavar="FILE", help=_("only players with one of these keys may play")
    )
    who.add_argument(
        "--open", action="store_true", help=_("players without a key may play too, but cannot return to a match")
    )


def _add_storage(serve: argparse.ArgumentParser) -> None:
    """Add the options of the storage, and of the processes that share it."""
    add = serve.add_argument
    add("--data", type=Path, metavar="DIR", help=_("the folder of matches, settings and the log"))
    add(
        "--database",
        default="",
        metavar="URL",
        help=_("keep matches and names in PostgreSQL, so that several processes serve: postgresql://..."),
    )
    add(
        "--workers",
        type=read.count,
        default=1,
        metavar="N",
        help=_("how many processes serve, with --database; 1 by default"),
    )
    add(
        "--worker",
        type=read.count,
        default=0,
        metavar="N",
        help=_("serve as worker N of those that share a database"),
    )


def _add_visitors(serve: argparse.ArgumentParser) -> None:
    """Add the options of bots, limits and metrics."""
    add = serve.add_argument
    add(
        "--bots",
        type=read.bots,
        default={},
        metavar="ENGINE[:LEVEL],...",
        help=_(
            "engines that play with visitors, and their strongest levels: builtin,gnubg:expert; "
            "bgterm engine --list names them"
        ),
    )
    add("--max-sessions", type=read.count, metavar="N", help=_("how many sessions at once; 100 by default"))
    add(
        "--max-per-address",
        type=read.count,
        metavar="N",
        help=_("how many sessions from one address; 16 by default"),
    )
    add(
        "--metrics",
        type=read.port,
        metavar="PORT",
        help=_("serve metrics for Prometheus on a local port; off by default"),
    )
    add(
        "--idle",
        type=read.minutes,
        metavar="MINUTES",
        help=_("disconnect after MINUTES without input (60; 0: never)"),
    )


def _add_admin(commands: Commands) -> None:
    admin = commands.add_parser(
        "admin",
        help=_("manage a running server"),
        description=_(
            "Manage a server that runs on this machine: show its users and matches, ban, announce, shut down. The "
            "commands use a socket in the server's data folder, which only the user who runs the server can open."
        ),
    )
    admin.add_argument(
        "--data", type=Path, metavar="DIR", help=_("the data folder of the server, unless it is the default one")
    )
    admin.add_argument(
        "--json", action="store_true", help=_("print one JSON value instead of lines (who, matches, stats)")
    )
    orders = admin.add_subparsers(dest="order", metavar="COMMAND", title=_("commands"), required=True)
    for name, help_text in (
        ("who", _("the connected users, with addresses and times")),
        ("matches", _("the matches with somebody at the table")),
        ("workers", _("the processes that serve, where there are several")),
        ("health", _("whether the server answers, and its database")),
        ("stats", _("the statistics of the server")),
        ("bans", _("the bans in force")),
    ):
        orders.add_parser(name, help=help_text)
    ban = orders.add_parser("ban", help=_("ban a player, a key or an address, and end their sessions"))
    unban = orders.add_parser("unban", help=_("lift a ban"))
    for parser in (ban, unban):
        parser.add_argument(
            "what", metavar="WHO", help=_("a player's name, SHA256:..., 203.0.113.7 or 2001:db8::/64")
        )
    announce = orders.add_parser("announce", help=_("send a message to everybody"))
    announce.add_argument("text", metavar="TEXT", help=_("the message"))
    close = orders.add_parser("close", help=_("close a table; its match is saved"))
    close.add_argument("code", metavar="CODE", help=_("the code of the table"))
    copy = orders.add_parser(
        "copy", help=_("copy all matches, and the names of the players, between a data folder and a database")
    )
    copy.add_argument("source", metavar="FROM", help=_("a data folder, or postgresql://..."))
    copy.add_argument("target", metavar="TO", help=_("the same; what is there already stays as it is"))
    drain = orders.add_parser("drain", help=_("end one of several workers; its players connect again to another"))
    drain.add_argument("worker", metavar="WORKER", help=_("the number of the worker, or its name"))
    shutdown = orders.add_parser("shutdown", help=_("announce the end, and stop the server"))
    when = shutdown.add_mutually_exclusive_group()
    when.add_argument(
        "--in", dest="minutes", type=read.minutes, default=0, metavar="MINUTES", help=_("0 by default: now")
    )
    when.add_argument("--cancel", action="store_true", help=_("cancel a planned shutdown"))
