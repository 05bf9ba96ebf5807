"""The page of a player's mistakes: what their decisions cost by kind and over time, as figures and a chart."""

from textual.app import App
from textual.content import Content

from bgterm.catalog import _
from bgterm.practice.mistakes import Figure, report
from bgterm.profile.practising import find_figures
from bgterm.profile.workspace import Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.text.joining import sentence
from bgterm.tui.look.themes import glyphs_of
from bgterm.tui.screens.pages.page import PageScreen


class MistakesPage(PageScreen):
    """The page of the figures of a player's decisions."""

    def __init__(self, kinds: list[Figure], matches: list[Figure]) -> None:
        """Show the figures of each kind of decision, and of each match."""
        super().__init__(_("Your mistakes"), Content(report(kinds, matches)))
        self._kinds, self._matches = kinds, matches

    def broken(self, width: int) -> Content:
        """Return the figures in lines of `width` columns, with a chart if there is room for it."""
        marks = "─●" if glyphs_of(self.app.theme_variables).solid else "-o"
        return Content(report(self._kinds, self._matches, width, marks))


async def show_mistakes(app: App[str], workspace: Workspace) -> None:
    """Open the page of the player's mistakes, or a page with the reason why there are no figures."""
    try:
        page: PageScreen = MistakesPage(*await find_figures(workspace))
    except BackgammonError as error:
        page = PageScreen(_("Your mistakes"), Content(sentence(str(error))))
    app.push_screen(page)
