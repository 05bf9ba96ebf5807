"""An app with the themes of the program, to show single widgets."""

from textual.app import App

from bgterm.tui.look.themes import register


class ThemedApp(App[str]):
    def __init__(self) -> None:
        super().__init__()
        register(self)
        self.theme = "walnut"
