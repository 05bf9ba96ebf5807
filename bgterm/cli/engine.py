"""`bgterm engine`: list the engines that can be asked, or print the match equity table."""

import json
from argparse import Namespace
from contextlib import closing
from typing import NamedTuple

from bgterm.catalog import N_, _
from bgterm.cli.match_file_io import put_lines
from bgterm.engine.adapter import ADAPTERS, open_adapter
from bgterm.engine.builtin.stakes import equity_table
from bgterm.engine.errors import EngineError
from bgterm.profile.settings import load, settings_file
from bgterm.rules.variants import VARIANTS
from bgterm.terminal.wrapping import laid_out
from bgterm.text.joining import join_list

_HEAD = (N_("name"), N_("engine"), N_("version"), N_("variants"))


class _Listed(NamedTuple):
    """A row of the list of engines."""

    name: str
    engine: str
    version: str | None
    variants: list[str]
    fault: str | None
    """The reason why the engine cannot be asked, with the remedy; None if it can be asked."""


def run(options: Namespace) -> int:
    """Print the engines and whether they can be used, or with `--equities` a match equity table; return 0."""
    if options.equities:
        name, table = equity_table(options.equities)
        head = ["", *map(str, range(1, options.equities + 1))]
        rows = [[str(need), *(f"{100 * chance:.1f}" for chance in row)] for need, row in enumerate(table, 1)]
        title = _("{name}: the chance to win by the points that both need, in percent", name=name)
        told = {"name": name, "equities": table}
        put_lines([json.dumps(told)] if options.json else [title, *laid_out([head, *rows])])
        return 0
    settings, _faults = load(settings_file())
    engines = [*map(_listed, ADAPTERS)]
    if options.json:
        put_lines([json.dumps({"chosen": settings.engine, "engines": [each._asdict() for each in engines]})])
        return 0
    put_lines(laid_out([[*map(_, _HEAD)], *map(_cells, engines)]))
    put_lines(["", _("Chosen in the options: {engine}", engine=settings.engine)])
    return 0


def _listed(name: str) -> _Listed:
    with closing(open_adapter(name)) as adapter:
        version, fault = None, None
        try:
            version = adapter.version()
        except EngineError as error:
            fault = adapter.missing() or str(error)
    variants = [slug for slug in VARIANTS if slug in adapter.variants]
    return _Listed(adapter.name, adapter.label, version, variants, fault)


def _cells(listed: _Listed) -> tuple[str, ...]:
    variants = join_list(_(VARIANTS[slug].name) for slug in listed.variants)
    return listed.name, listed.engine, listed.version or "-", listed.fault or variants
