"""The list of the match library: its query and order, updated while saves are still being read."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from typing import TypeVar

from bgterm.catalog import _
from bgterm.profile.workspace import Workspace
from bgterm.rules.match import MatchState
from bgterm.storage.index import Entry, Query
from bgterm.storage.journal import load
from bgterm.storage.library import Library
from bgterm.text import library
from bgterm.tui.widgets.library_view import LibraryView, outcome

_E = TypeVar("_E", bound=Enum)

_AT_ONCE = 20
"""How many unindexed saves are read before waiting keys are handled."""


class LibraryBrowser(LibraryView):
    """The matches that a query of the library returns."""

    def __init__(self, matches: Library, workspace: Workspace) -> None:
        """Make an empty list of all matches."""
        super().__init__(self._fetch, self._describe, self._match_of, workspace)
        self._library = matches
        self._query = Query()
        self._reading = False
        self._said_of_reading = ""

    def _fetch(self, first: int, most: int) -> Sequence[Entry]:
        return self._library.page(self._query, first, most)

    async def _match_of(self, entry: Entry) -> MatchState:
        record = await asyncio.to_thread(load, self._library.path(entry.name))
        return record.match

    @property
    def text(self) -> str:
        """The searched part of a name."""
        return self._query.text

    @property
    def lists_all(self) -> bool:
        """Whether all matches are listed."""
        return self._query == Query(sort=self._query.sort)

    def look(self) -> None:
        """Update the list after changes elsewhere; the mark stays with its match."""
        name = self.marked.name if self.marked else self._workspace.marked_match
        self._library.look()
        if not self._reading:
            self._read_on(name)

    def _read_on(self, name: str = "") -> None:
        """Read some unindexed saves, show them, and continue after the waiting keys."""
        if not self.is_attached:
            return
        self._library.read(_AT_ONCE)
        self._reading = bool(self._library.left)
        self.update_list(self._library.place(self._query, name))
        if self._reading:
            self.call_after_refresh(self._read_on)

    def mark(self, name: str) -> None:
        """Mark the match of that name, which was just imported; list all matches if it is not listed."""
        self._library.look()
        self._library.read(self._library.left)  # the import has read all others
        if self._library.place(self._query, name) is None:
            self._query = Query(sort=self._query.sort)
        self.update_list(self._library.place(self._query, name))

    def update_list(self, place: int | None = None) -> None:
        """Show the matches of the query, with the one at `place` marked; by default the mark stays."""
        query, count = self._query, self._library.count(self._query)
        view = library.view(count, query.show.name, query.sort.name, query.text)
        self.show(_("Match library: {view}", view=view), count, place)
        reading = library.reading(self._library.left)
        if reading != self._said_of_reading:
            self._said_of_reading = reading
            self.say(reading)

    def _describe(self, entry: Entry | None) -> str:
        """Return the description of the marked match, or of an empty list."""
        if entry:
            saved = _("saved as {name}", name=entry.name)
            stands = [outcome(entry), saved] if entry.readable else []
            return "\n".join([f"! {entry.fault}" if stands else entry.fault, *stands] if entry.fault else stands)
        if self.lists_all:
            return _(
                "No match is saved yet. Begin one with New match in the menu; every match is saved automatically."
            )
        return _("No match fits that: Escape shows them all.")

    # The query

    def find(self, text: str) -> None:
        """List the matches whose names contain the text."""
        self._want(replace(self._query, text=text))

    def cycle(self, part: str) -> None:
        """Use the next sort order, or the next filter, by the name of that part of the query."""
        self._want(replace(self._query, **{part: _next(getattr(self._query, part))}))

    def list_all(self) -> None:
        """List all matches."""
        self._want(Query(sort=self._query.sort))

    def _want(self, query: Query) -> None:
        """Show another query; the mark stays with its match, or goes to the first one."""
        name, self._query = self.marked.name if self.marked else "", query
        self.say("")
        self.update_list(self._library.place(query, name) or 0)


def _next(member: _E) -> _E:
    """Return the next member of an enum, the first one after the last."""
    members = list(type(member))
    return members[(members.index(member) + 1) % len(members)]
