"""The practice of a visitor of a server in plain mode: its list, and the questions that take their lines."""

from collections.abc import Sequence

from bgterm.catalog import N_, _
from bgterm.formats.record import GameRecord
from bgterm.lobby.errors import LobbyError
from bgterm.plain.practice import PlainPractice
from bgterm.plain.server import AtServer
from bgterm.practice.drills import FIGURES, offers
from bgterm.profile.practising import Wanted, find_figures, find_practice
from bgterm.profile.workspace import MatchFile
from bgterm.rules.board import Player


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
        else:
            await self._practise(Wanted(drill=name))

    async def worst(self, record: GameRecord, name: str) -> None:
        """Ask the worst decisions of a match, which is analysed first where it is not. Raises BackgammonError."""
        self._check_key()
        await self._practise(Wanted(MatchFile(record, name, self._workspace.path_of(name))))

    async def _practise(self, wanted: Wanted) -> None:
        """Ask the first card, or say why there is none. Raises BackgammonError."""
        practice = await find_practice(self._workspace, wanted, _ask_nobody)
        if practice and practice.cards:
            self._visit.leave_list()
            self._practice = PlainPractice(practice, self._visit.say_line, self._workspace.settings)
            await self._practice.ask()
        elif practice:
            self._visit.say(practice.notice)
        elif wanted.match:
            name = wanted.match.name
            self._visit.say(_("{name} is being analysed: the questions come when it is done.", name=name))
            self._practise_later(wanted)

    def _practise_later(self, wanted: Wanted) -> None:
        """Practise once the analysis has ended, or say why it is not made."""
        analyses = self._workspace.analyses

        async def go_on() -> None:
            self._visit.say(analyses.outcome)
            free = self._visit.in_lobby and self._practice is None
            if free and analyses.is_complete:
                await self._practise(wanted)

        def hear() -> None:
            if not analyses.is_running:
                analyses.watchers.remove(hear)
                self._visit.later(lambda: self._visit.attempt(go_on()))

        analyses.watchers.append(hear)


async def _ask_nobody(_names: tuple[str, str]) -> Sequence[Player]:
    """Return no player: a server knows the players of its matches."""
    return ()
