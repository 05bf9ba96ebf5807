"""The practice of a visitor of a server in plain mode: its list, and the questions that take their lines."""

from bgterm.catalog import N_, _
from bgterm.formats.record import GameRecord
from bgterm.lobby.errors import LobbyError
from bgterm.plain.practice import PlainPractice
from bgterm.plain.server import AtServer
from bgterm.practice.choosing import CARDS
from bgterm.practice.drills import DRILL_CARDS, FIGURES, offers
from bgterm.practice.practice import utc_now
from bgterm.profile.practising import (
    Found,
    complete_analysis,
    find_drill,
    find_due,
    find_figures,
    find_worst,
    practice_of,
)


class VisitorPractice:
    """The practice of one visit."""

    def __init__(self, visit: AtServer) -> None:
        """Take the visit, which practises nothing yet."""
        self._visit, self._workspace = visit, visit.workspace
        self._practice: PlainPractice | None = None

    async def take(self, line: str) -> bool:
        """Take a line for the practice; return whether there is one."""
        if self._practice is None:
            return False
        await self._practice.take(line)
        if self._practice.over:
            self._practice = None
            self._visit.say(_("You are in the lobby."))
        return True

    def stop(self) -> None:
        """Leave the practice without a word, to go elsewhere."""
        if self._practice:
            self._practice.stop()
        self._practice = None

    def list(self) -> None:
        """Offer what can be practised. Raises LobbyError for a guest."""
        self._check_key()
        options = [self._visit.option(f"{one.label}, {one.about}", self._begin, one.name) for one in offers()]
        self._visit.offer(_("What would you like to practise?"), options)

    def _check_key(self) -> None:
        if self._visit.user.is_guest:
            raise LobbyError(N_("Guests have no practice: connect with a key to have one."))

    async def _begin(self, name: str) -> None:
        """Practise what is offered by that name, or show the figures. Raises BackgammonError."""
        if name == FIGURES:
            self._visit.say(*(await find_figures(self._workspace)).splitlines())
        elif name:
            await self._ask(await find_drill(self._workspace, name, DRILL_CARDS))
        else:
            await self._ask(await find_due(self._workspace, utc_now(), CARDS))

    async def worst(self, record: GameRecord, name: str) -> None:
        """Ask the worst decisions of a match, which is analysed first where it is not. Raises BackgammonError."""
        self._check_key()
        workspace, path = self._workspace, self._workspace.path_of(name)
        analysis = await complete_analysis(workspace, record, path)
        if analysis:
            await self._ask(await find_worst(workspace, analysis, workspace.practice.seats(record)))
            return
        analyses = workspace.analyses
        analyses.begin(record, name, path, workspace.settings.engine)
        self._visit.say(_("{name} is being analysed: the questions come when it is done.", name=name))

        def hear() -> None:
            if not analyses.is_running:
                analyses.watchers.remove(hear)
                self._visit.later(lambda: self._visit.attempt(self._analysed(record, name)))

        analyses.watchers.append(hear)

    async def _analysed(self, record: GameRecord, name: str) -> None:
        """Ask the worst decisions of a match whose analysis has ended, or say why it is not made."""
        analyses = self._workspace.analyses
        self._visit.say(analyses.outcome)
        free = self._visit.in_lobby and self._practice is None
        if free and analyses.analysis and analyses.analysis.is_complete:
            await self.worst(record, name)

    async def _ask(self, found: Found) -> None:
        """Ask the first of the cards, or say why there is none."""
        if not found.cards:
            self._visit.say(found.reason)
            return
        self._visit.leave_list()
        practice, damage = practice_of(self._workspace, found.cards, utc_now)
        self._practice = PlainPractice(practice, self._visit.say_line, self._workspace.settings)
        await self._practice.ask(damage)
