"""Practice of a visitor to a server in plain mode: the list of practices, and the current one."""

from bgterm.catalog import _
from bgterm.formats.record import GameRecord
from bgterm.plain.practice import PlainPractice, follow
from bgterm.plain.server import AtServer
from bgterm.practice.drills import FIGURES, POSITIONS, offers, seed_in
from bgterm.practice.mistakes import report
from bgterm.profile.practising import Wanted, find_figures, find_practice
from bgterm.profile.workspace import MatchFile


class Practising(AtServer):
    """A session of a player who may practise in the lobby."""

    _practice: PlainPractice | None = None
    """The practice to which typed lines are passed; None without one."""

    async def take_in_practice(self, line: str) -> bool:
        """Pass a line to the practice; return False without a practice."""
        if self._practice is None:
            return False
        await self._practice.take(line)
        if self._practice.over:
            self._practice = None
            self.say(_("You are in the lobby."))
        return True

    def stop_practice(self) -> None:
        """End the practice, if there is one, without a summary."""
        if self._practice:
            self._practice.stop()
        self._practice = None

    async def choose_practice(self, position: str) -> None:
        """Offer the practices; with a position's id, begin the drill near it. Raises BackgammonError."""
        if position:
            await self._practise(Wanted(drill=POSITIONS, seed=seed_in(position)))
            return
        own = self.workspace.practice.reviews.keeps
        options = [self.option(f"{one.label}, {one.about}", self._begin, one.name) for one in offers(own=own)]
        self.offer(_("What would you like to practise?"), options)

    async def _begin(self, name: str) -> None:
        """Begin the practice with this name, or print the figures. Raises BackgammonError."""
        if name == FIGURES:
            self.say(*report(*await find_figures(self.workspace)).splitlines())
        else:
            await self._practise(Wanted(drill=name))

    async def practise(self, record: GameRecord, name: str) -> None:
        """Ask the worst decisions of a match, which is analysed first if necessary. Raises BackgammonError."""
        await self._practise(Wanted(MatchFile(record, name, self.workspace.path_of(name))))

    async def _practise(self, wanted: Wanted) -> None:
        """Ask the first card, or print why there is none. Raises BackgammonError."""
        practice = await find_practice(self.workspace, wanted)
        if practice and practice.cards:
            self.leave_list()
            self._practice = PlainPractice(practice, self.say_line, self.workspace.settings)
            await self._practice.ask()
        elif practice:
            self.say(practice.notice)
        elif wanted.match:
            name = wanted.match.name
            self.say(_("{name} is being analysed: the questions come when it is done.", name=name))
            self._practise_later(wanted)

    def _practise_later(self, wanted: Wanted) -> None:
        """Begin the practice once the analysis has ended; print its outcome."""
        analyses = self.workspace.analyses

        async def go_on() -> None:
            self.say(analyses.outcome)
            if self.in_lobby and self._practice is None and analyses.is_complete:
                await self._practise(wanted)

        follow(analyses, self._say_in_lobby, lambda: self.later(lambda: self.attempt(go_on())))

    def _say_in_lobby(self, line: str) -> None:
        if self.in_lobby and self._practice is None:
            self.say(line)
