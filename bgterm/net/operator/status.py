"""The state of a running server for its operator: players, matches and figures.

The figures are also served in the text format of Prometheus, at http://127.0.0.1:PORT/metrics or another
address; that needs the extra `metrics`.
"""

import asyncio
import os
import resource
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from http.server import HTTPServer
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bgterm.catalog import N_, _, ngettext
from bgterm.lobby.session import LobbySession
from bgterm.lobby.tables.occupancy import Occupancy
from bgterm.lobby.tables.shared_table import SharedTable
from bgterm.net.connection import ServerState
from bgterm.net.errors import ServerError, port_unavailable
from bgterm.net.session import Session
from bgterm.net.shared_state import Histogram
from bgterm.storage.errors import reason_of
from bgterm.text import library
from bgterm.text.installing import pip_install

if TYPE_CHECKING:
    from prometheus_client.core import Metric

Answer = dict[str, Any]
"""The JSON object of a request or an answer of `bgterm admin`, also between processes."""


_OF_LOBBY = frozenset({"players", "matches_live", "matches_unfinished"})
"""The names of the figures that each process has for the whole lobby."""
_OF_ALL = _OF_LOBBY | {"uptime_seconds"}
"""The names of the figures that are not summed over processes."""


class Status:
    """The state of a server for its operator: who is connected, matches and figures."""

    def __init__(self, state: ServerState) -> None:
        """Report on the server with this state, which starts now."""
        self._state, self._lobby = state, state.lobby
        self._started, self._loop = time.monotonic(), asyncio.get_running_loop()

    @property
    def uptime(self) -> float:
        """Seconds since the process started."""
        return time.monotonic() - self._started

    def answer(self, query: str) -> Answer:
        """Return the answer of this process to `who`, `matches` or `stats`, with `lines` to print and `data`."""
        match query:
            case "who":
                return self._who()
            case "matches":
                return self._matches()
        return _stats(self.figures)

    def _who(self) -> Answer:
        now = asyncio.get_running_loop().time()
        lines, data = list[str](), list[Answer]()
        for session in self._state.open_sessions:
            client = session.client
            in_lobby = lobby_session(session)
            name = in_lobby.user.name if in_lobby else self._lobby.registry.name_of(client.key)
            where = _place(in_lobby.occupancy) if in_lobby and in_lobby.occupancy else _("lobby")
            minutes, idle = int((now - session.opened) // 60), int(now - session.last_key)
            facts = {"name": name, "where": where, "address": client.address, "key": client.key}
            data.append({**facts, "minutes": minutes, "idle_seconds": idle})
            shown = {**facts, "name": name or _("(no name yet)"), "key": client.key or _("guest")}
            about = {**shown, "minutes": minutes, "seconds": idle}
            lines.append(_("{name}  {where}  {address}  {key}  {minutes} min, idle {seconds} s", **about))
        return {"lines": lines or [_("Nobody is connected.")], "data": data}

    def _matches(self) -> Answer:
        lines, data = list[str](), list[Answer]()
        for table in filter(_is_listed_here, self._lobby.matches.live):
            header, match = table.header, table.match
            standing = library.outcome(
                header.names,
                match.score,
                header.ruleset.length,
                match.shown_game.number,
                match.winner,
                closed=table.over,
            )
            watching = table.seating.watchers
            spectators = ngettext("({count} spectator)", "({count} spectators)", watching) if watching else ""
            lines.append(f"{table.code}  {standing}  {spectators}".rstrip())
            data.append(
                {
                    "code": table.code,
                    "names": [*header.names],
                    "variant": header.variant.slug,
                    "length": header.ruleset.length,
                    "score": [*match.score],
                    "finished": table.over,
                    "here": [player.user.name for player in table.seating.players],
                    "spectators": watching,
                }
            )
        return {"lines": lines or [_("Nobody is at a table.")], "data": data}

    @property
    def figures(self) -> dict[str, float]:
        """The figures of this process by name, for `stats` and for Prometheus.

        Counters end with `_total`, or with `_total/` and a reason; all others are gauges.
        """
        used = resource.getrusage(resource.RUSAGE_SELF)
        limiter = self._state.limiter
        return {
            "uptime_seconds": self.uptime,
            "processor_seconds_total": used.ru_utime + used.ru_stime,
            "memory_bytes": _memory(),
            "tasks": len(asyncio.all_tasks(self._loop)),
            "connections": limiter.connections.total(),
            "sessions": limiter.sessions.total(),
            "players": len(self._lobby.sessions.users),
            "matches_live": len(self._lobby.matches.live),
            "matches_unfinished": sum(table.goes_on for table in self._lobby.matches),
            **self._state.counts.copy(),
        }


def lobby_session(session: Session) -> LobbySession | None:
    """Return the lobby's session of a session of the server; None before it has entered the lobby."""
    own = session.first.lobby_session if session.first else None
    return own if own and own.number else None


def _is_listed_here(table: SharedTable) -> bool:
    """Return whether this process lists the match: it serves White, or Black when White is absent."""
    player = table.seating.players[0].player
    return player is not None and table.seating.is_seated_here(player)


def combined(command: str, answers: Sequence[Answer]) -> Answer:
    """Return one answer that combines the processes' answers to `command`: `who`, `matches` or `stats`.

    Lists are joined, and figures are summed.
    """
    if command == "stats":
        return _stats(_summed([answer["data"] for answer in answers if answer]))
    said = [answer for answer in answers if answer.get("data")] or [*answers[:1]]
    lines, data = ([item for answer in said for item in answer[name]] for name in ("lines", "data"))
    if command == "matches":  # two processes list one match while a player goes from one to the other
        firsts = sorted({one["code"]: at for at, one in reversed([*enumerate(data)])}.values())
        lines, data = [lines[at] for at in firsts], [data[at] for at in firsts]
    return {"lines": lines, "data": data}


def _summed(figures: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the sums of figures over processes; the maximum of those that each has for the whole lobby."""
    names = dict.fromkeys(name for each in figures for name in each)
    return {name: (max if name in _OF_ALL else sum)(each.get(name, 0) for each in figures) for name in names}


def _stats(figures: Mapping[str, float]) -> Answer:
    return {"lines": [f"{name} {value:.0f}" for name, value in figures.items()], "data": {**figures}}


def _place(occupancy: Occupancy) -> str:
    """Return the activity of a session at a table: `plays K7Q2M`, `watches K7Q2M`, `at K7Q2M (finished)`."""
    code = occupancy.at.code
    if occupancy.at.over:
        return _("at {code} (finished)", code=code)
    return _("watches {code}", code=code) if occupancy.player is None else _("plays {code}", code=code)


def _memory() -> int:
    """Return the resident memory of the process in bytes; its peak on systems that report only that."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        unit = 1 if sys.platform == "darwin" else 1024
        return unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return pages * os.sysconf("SC_PAGE_SIZE")


# For Prometheus

_TOTAL = "_total"


class _Figures:
    """A Prometheus collector: figures with names in `_total` are counters, others gauges, besides histograms."""

    def __init__(self, figures: Callable[[], Mapping[str, float]], histograms: Mapping[str, Histogram]) -> None:
        self._figures, self._histograms = figures, histograms

    def collect(self) -> "Iterable[Metric]":
        """Yield one metric for each figure, those of a counter's reasons as labels of one metric."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        metrics = dict[str, CounterMetricFamily | GaugeMetricFamily]()
        for figure, value in self._figures().items():
            name, _, reason = figure.partition("/")
            kind = CounterMetricFamily if name.endswith(_TOTAL) else GaugeMetricFamily
            shown = f"bgterm_lobby_{name}" if name in _OF_LOBBY else f"bgterm_{name.removesuffix(_TOTAL)}"
            labels = {"reason": reason} if reason else {}
            metric = metrics.setdefault(name, kind(shown, name.replace("_", " "), labels=[*labels]))
            metric.add_metric([*labels.values()], value)
        yield from metrics.values()
        for name, each in self._histograms.items():
            buckets = [("+Inf" if bound == inf else str(bound), count) for bound, count in each.counts.items()]
            yield HistogramMetricFamily(f"bgterm_{name}", name.replace("_", " "), buckets, each.sum)


def serve_metrics(
    host: str, port: int, figures: Callable[[], Mapping[str, float]], histograms: Mapping[str, Histogram]
) -> HTTPServer:
    """Serve figures and histograms, by their names, to Prometheus on this host and port; return the HTTP server.

    Raises ServerError when the extra package is missing, or the port cannot be used.
    """
    try:
        from prometheus_client import CollectorRegistry, start_http_server
    except ModuleNotFoundError as error:
        message = N_("--metrics needs another package: install it with {command}")
        raise ServerError(message, command=pip_install("prometheus-client")) from error
    registry = CollectorRegistry()
    registry.register(_Figures(figures, histograms))
    try:
        server, _ = start_http_server(port, host, registry)
    except OSError as error:
        raise port_unavailable(host, port, reason_of(error)) from error
    return server
