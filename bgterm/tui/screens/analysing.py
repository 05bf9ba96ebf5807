"""The base of the screens from which a match is analysed in the background."""

from dataclasses import dataclass

from textual.binding import Binding
from textual.message import Message

from bgterm.catalog import N_
from bgterm.profile.workspace import MatchFile, Workspace
from bgterm.tui.input import bind
from bgterm.tui.screens.base import BaseScreen, asks

MISTAKES = N_("what your decisions cost, by kind and over time")
"""The help of the key that shows the player's mistakes."""


def chosen_analysis(identity: str) -> Binding:
    """Return the binding of the key that asks for the engine of an analysis."""
    help_text = N_("analyse it by another engine, or with other plies")
    return bind("A", "analyse_by", identity, N_("engine"), help_text)


@dataclass
class PracticeWanted(Message):
    """The player wants to practise the worst decisions of a match, or without one what is due."""

    match: MatchFile | None = None


class AnalysingScreen(BaseScreen):
    """A base for screens from which a match is analysed; it follows the analysis in the background."""

    def __init__(self, workspace: Workspace) -> None:
        """Make the screen of a player's workspace."""
        super().__init__()
        self._workspace = workspace

    def on_mount(self) -> None:
        """Follow the analysis in the background."""
        self._workspace.analyses.watchers.append(self._hear_analysis)

    def on_unmount(self) -> None:
        """Stop following the analysis."""
        self._workspace.analyses.watchers.remove(self._hear_analysis)

    def _hear_analysis(self) -> None:
        outcome = self.outcome()
        if self.is_mounted:
            self.show_analysis()
            if outcome:
                self.say(outcome)

    async def subject(self) -> MatchFile | None:
        """Return the match that the analysis keys apply to; None without one. Raises BackgammonError."""
        raise NotImplementedError

    def outcome(self) -> str:
        """Update the results from the running analysis; return a sentence about its end, or an empty text."""
        return ""

    def show_analysis(self) -> None:
        """Show the progress of the analysis; do nothing by default."""

    @asks
    async def action_analyse(self) -> None:
        """Analyse the match in the background."""
        await self._analyse(chosen=False)

    @asks
    async def action_analyse_by(self) -> None:
        """Ask for an engine and its plies, and analyse the match by them."""
        await self._analyse(chosen=True)

    async def _analyse(self, *, chosen: bool) -> None:
        engine, plies = self._workspace.settings.engine, None
        with self.refusals_shown():
            if (match := await self.subject()) is None:
                return
            if chosen:
                from bgterm.tui.screens.analysis_form import AnalysisForm  # loaded on demand

                kept, _remark = await self._workspace.analyses.kept(match.record, match.path)
                form = AnalysisForm(match.record.header.variant, engine, kept)
                if (choice := await self.app.push_screen_wait(form)) is None:
                    return
                engine, plies = choice
            self._workspace.analyses.begin(*match, engine, plies)
        self.show_analysis()

    def action_stop_analysis(self) -> None:
        """Stop the analysis; its results so far are saved."""
        self._workspace.analyses.stop()
