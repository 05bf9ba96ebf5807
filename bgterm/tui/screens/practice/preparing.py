"""The screen on which a practice begins: it finds the cards, and analyses the match that they are made from."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Static

from bgterm.catalog import N_, _
from bgterm.formats.record import GameRecord
from bgterm.practice.choosing import CARDS
from bgterm.practice.practice import Clock, utc_now
from bgterm.profile.practising import (
    Found,
    complete_analysis,
    find_drill,
    find_due,
    find_worst,
    keep_names,
    practice_of,
)
from bgterm.profile.workspace import Workspace
from bgterm.rules.board import Player
from bgterm.rules.errors import BackgammonError
from bgterm.text.joining import sentence
from bgterm.tui.input.bindings import bind
from bgterm.tui.screens.analysing import AnalysingScreen, AnalysisSubject
from bgterm.tui.screens.base import asks
from bgterm.tui.screens.practice.question import next_screen
from bgterm.tui.screens.practice.whose import WhoseForm
from bgterm.tui.widgets.key_bar import KeyBar


class PreparingScreen(AnalysingScreen):
    """Finds the cards of a practice, and gives way to the first question; else says why there is none."""

    DEFAULT_CSS = """
    PreparingScreen { align: center middle; background: $background; }
    PreparingScreen Static { width: 70; max-width: 100%; height: auto; padding: 0 1; }
    PreparingScreen KeyBar { dock: bottom; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        bind("q,escape", "leave", "leave", N_("leave"), shown="q", leaves=True),
    ]

    def __init__(
        self,
        workspace: Workspace,
        match: AnalysisSubject | None = None,
        most: int = CARDS,
        clock: Clock = utc_now,
        drill: str = "",
    ) -> None:
        """Practise the worst decisions of a match, a drill, or without both the cards that are due.

        These and the questions of a drill are `most` at most.
        """
        super().__init__(workspace)
        self._match, self._most, self._clock, self._drill = match, most, clock, drill
        self._text = Static()

    def compose(self) -> ComposeResult:
        """Yield a text in the middle, and the keys."""
        yield self._text
        yield KeyBar()

    def on_mount(self) -> None:
        """Look for the cards."""
        self.prepare()

    @asks
    async def prepare(self) -> None:
        """Find the cards and ask the first; begin an analysis where one is missing; or say what is wrong."""
        try:
            found = await (self._worst(self._match) if self._match else self._due())
        except BackgammonError as error:
            found = Found((), sentence(str(error)))
        if found.cards:
            practice, damage = practice_of(self._workspace, found.cards, self._clock)
            self.give_way(next_screen(practice, self._workspace, damage))
        elif found.reason:
            self.say(found.reason)

    async def _due(self) -> Found:
        """Return the cards that are due, or those of the drill."""
        if self._drill:
            self._show(_("Making the questions..."))
            return await find_drill(self._workspace, self._drill, self._most)
        return await find_due(self._workspace, self._clock(), self._most)

    async def _worst(self, match: AnalysisSubject) -> Found:
        """Return the worst decisions of the match, once it is analysed and it is known whose they are."""
        analysis = await complete_analysis(self._workspace, match.record, match.path)
        if analysis is None:
            await self._analyse(chosen=False)
            return Found(())
        seats = self._workspace.practice.seats(match.record) or await self._ask_whose(match.record)
        if not seats:
            self.leave()
            return Found(())
        return await find_worst(self._workspace, analysis, seats)

    async def _ask_whose(self, record: GameRecord) -> Sequence[Player]:
        """Ask which player's decisions are practised, and keep the name."""
        seats = await self.app.push_screen_wait(WhoseForm(record.header.names)) or ()
        if seats:
            self.keep_notice(await keep_names(self._workspace, record, seats))
        return seats

    # The analysis

    async def subject(self) -> AnalysisSubject | None:
        """Return the match."""
        return self._match

    def outcome(self) -> str:
        """Ask the first question when the analysis is made; return why it is not, else."""
        analyses = self._workspace.analyses
        if self._match is None or analyses.path != self._match.path or analyses.is_running:
            return ""
        if analyses.analysis and analyses.analysis.is_complete:
            self.prepare()
            return ""
        return analyses.outcome

    def show_analysis(self) -> None:
        """Show how far the analysis is."""
        analyses = self._workspace.analyses
        if self._match and analyses.runs(self._match.path):
            progress = analyses.progress(ascii_only=self._workspace.ascii_only)
            self._show(_("Analysing {name}. {progress}", name=self._match.name, progress=progress))

    def say(self, text: str) -> None:
        """Show a sentence."""
        self.keep_notice(text)
        self._show(text)

    def _show(self, text: str) -> None:
        self._text.update(Content(text))

    def action_leave(self) -> None:
        """Leave; an analysis that is being made goes on."""
        self.leave()
