"""The least Textual app there is, against which the bench holds the start of bgterm."""

from textual.app import App, ComposeResult
from textual.widgets import Static


class BareApp(App[None]):
    def compose(self) -> ComposeResult:
        yield Static("ready")


if __name__ == "__main__":
    BareApp().run()
