"""The commands that run and manage a server: serve and admin."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bgterm.catalog import _
from bgterm.cli.flags import argument_values as read
from bgterm.cli.flags.declarations import Declared, Subcommand, argument, group, switch


def server_commands() -> Iterator[Subcommand]:
    """Yield the commands that run and manage a server."""
    yield Subcommand(
        "serve",
        _("serve tables over SSH"),
        _(
            "Anyone with an ssh client can sit down at a table. Players are identified by their SSH key and need "
            "no account. Matches survive a restart."
        ),
        [*_address(), *_storage(), *_visitors()],
    )
    yield Subcommand(
        "admin",
        _("manage a running server"),
        _(
            "Manage a server that runs on this machine: show its users and matches, ban, announce, shut down. The "
            "commands use a socket in the server's data folder, which only the user who runs the server can open."
        ),
        [
            argument("--data", _("the data folder of the server, unless it is the default one"), "DIR", Path),
            switch("--json", _("print one JSON value instead of lines (who, matches, stats, bans, mutes)")),
        ],
        ("order", _("commands"), _orders()),
    )


def _address() -> Iterator[Declared]:
    """Yield the options for the server's address, and for the keys that may play."""
    host = _("the address to listen on; only this machine by default, :: for all, including IPv4")
    yield argument("--host", host)
    yield argument("--port", _("the port to listen on; 2222 by default"), "N", read.port)
    yield argument("--host-key", _("the private key of the server; created on the first start"), "FILE", Path)
    keys = argument("--authorized-keys", _("only players with one of these keys may play"), "FILE", Path)
    operators = _("players with one of these keys may also administer the server: ssh HOST admin who")
    yield argument("--operator-keys", operators, "FILE", Path)
    guests = _("players without a key may play too, but cannot return to a match")
    yield group([keys, switch("--open", guests, dest="guests")])


def _storage() -> Iterator[Declared]:
    """Yield the options for the storage, and for the processes that share it."""
    yield argument("--data", _("the folder of matches, settings and the log"), "DIR", Path, dest="folder")
    log = _("- writes the log to standard error instead, for journald and containers")
    yield argument("--log", log, "-", partial(read.one_of, {"-": False}), dest="logs_to_file")
    database = _("keep matches and names in PostgreSQL, so that several processes serve: postgresql://...")
    yield argument("--database", database, "URL")
    workers = _("how many processes serve, with --database; 1 by default")
    yield argument("--workers", workers, "N", read.count, default=1)
    yield argument("--worker", _("serve as worker N of those that share a database"), "N", read.count)


def _visitors() -> Iterator[Declared]:
    """Yield the options for bots, limits and metrics."""
    bots = _(
        "engines that play with visitors, and their strongest levels: builtin,gnubg:expert; "
        "bgterm engine --list names them"
    )
    yield argument("--bots", bots, "ENGINE[:LEVEL],...", read.bots)
    yield argument("--greeting", _("a text that newcomers read before they pick a name"), "FILE", Path)
    yield argument("--max-sessions", _("how many sessions at once; 100 by default"), "N", read.count)
    yield argument("--max-per-address", _("how many sessions from one address; 16 by default"), "N", read.count)
    metrics = _("serve metrics for Prometheus, on this machine only unless HOST is given; off by default")
    yield argument("--metrics", metrics, "[HOST:]PORT", read.endpoint)
    yield argument("--idle", _("disconnect after MINUTES without input (60; 0: never)"), "MINUTES", read.minutes)


def _orders() -> Iterator[Subcommand]:
    """Yield the commands of the operator."""
    yield Subcommand("who", _("the connected users, with addresses and times"))
    yield Subcommand("matches", _("the matches with somebody at the table"))
    yield Subcommand("workers", _("the processes that serve, where there are several"))
    yield Subcommand("health", _("whether the server answers, and its database"))
    yield Subcommand("stats", _("the statistics of the server"))
    yield Subcommand("bans", _("the bans in force"))
    yield Subcommand("mutes", _("the mutes in force"))
    who = [argument("what", _("a player's name, SHA256:..., 203.0.113.7 or 2001:db8::/64"), "WHO")]
    facts = [
        argument("--days", _("how long; for good by default"), "DAYS", read.count),
        argument("--reason", _("the reason, which the player reads"), "TEXT"),
        argument("--by", _("who bans or mutes, for the list; your user name by default"), "NAME"),
    ]
    yield Subcommand("ban", _("ban a player, a key or an address, and end their sessions"), members=[*who, *facts])
    yield Subcommand("unban", _("lift a ban"), members=who)
    yield Subcommand("mute", _("let a player, a key or an address chat no more"), members=[*who, *facts])
    yield Subcommand("unmute", _("lift a mute"), members=who)
    kicked = _("end the sessions of a player, a key or an address, who may come again")
    named = [who[0], argument("name", _("the new name"), "NAME")]
    yield Subcommand("rename", _("give a player another name"), members=named)
    yield Subcommand("delete", _("forget the name and the keys of a player; the matches are kept"), members=who)
    yield Subcommand("kick", kicked, members=[*who, facts[1]])
    text = argument("text", _("the message"), "TEXT")
    yield Subcommand("announce", _("send a message to everybody"), members=[text])
    code = argument("code", _("the code of the table"), "CODE")
    yield Subcommand("close", _("close a table; its match is saved"), members=[code])
    places = (
        argument("source", _("a data folder, or postgresql://..."), "FROM"),
        argument("target", _("the same; what is there already stays as it is"), "TO"),
    )
    copied = _("copy all matches, and the names of the players, between a data folder and a database")
    yield Subcommand("copy", copied, members=places)
    worker = argument("worker", _("the number of the worker, or its name"), "WORKER")
    drained = _("end one of several workers; its players connect again to another")
    yield Subcommand("drain", drained, members=[worker])
    when = group(
        [
            argument("--in", _("0 by default: now"), "MINUTES", read.minutes, dest="minutes", default=0),
            switch("--cancel", _("cancel a planned shutdown")),
        ]
    )
    yield Subcommand("shutdown", _("announce the end, and stop the server"), members=[when])
