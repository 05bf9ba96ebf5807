"""The figures of a server for Prometheus, in its text format, at http://127.0.0.1:PORT/metrics.

Needs the extra `bgterm[metrics]`.
"""

from collections.abc import Callable, Iterable, Mapping
from http.server import HTTPServer
from typing import TYPE_CHECKING

from bgterm.net.errors import MetricsNotInstalled, PortUnavailable
from bgterm.storage.errors import reason_of

if TYPE_CHECKING:
    from prometheus_client.core import Metric

_TOTAL = "_total"


class _Figures:
    """A collector: figures whose names end with `_total` are counters, all others gauges."""

    def __init__(self, figures: Callable[[], Mapping[str, float]]) -> None:
        self._figures = figures

    def collect(self) -> "Iterable[Metric]":
        """Yield one metric for each figure."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        for name, value in self._figures().items():
            kind = CounterMetricFamily if name.endswith(_TOTAL) else GaugeMetricFamily
            yield kind(f"bgterm_{name.removesuffix(_TOTAL)}", name.replace("_", " "), value=value)


def serve_metrics(port: int, figures: Callable[[], Mapping[str, float]]) -> HTTPServer:
    """Serve the figures on a local port; return the HTTP server, to shut it down. Raises ServerError."""
    try:
        from prometheus_client import CollectorRegistry, start_http_server
    except ModuleNotFoundError as error:
        raise MetricsNotInstalled() from error
    registry = CollectorRegistry()
    registry.register(_Figures(figures))
    try:
        server, _ = start_http_server(port, "127.0.0.1", registry)
    except OSError as error:
        raise PortUnavailable(host="127.0.0.1", port=port, reason=reason_of(error)) from error
    return server
