"""The panels around the board: the players, the moves so far, the keys."""

from collections.abc import Sequence

from rich.cells import set_cell_size
from textual.binding import ActiveBinding, Binding
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from bgterm.catalog import _
from bgterm.rules.board import Player
from bgterm.rules.match import Match
from bgterm.text import score as text_score
from bgterm.tui.text_columns import ellipsis
from bgterm.tui.widgets.text_line import Line, TextLines


class PlayerCard(TextLines):
    """One player: the player's checker and name, score, pips, and the cube if the player holds it."""

    DEFAULT_CSS = """
    PlayerCard { height: 4; }
    PlayerCard.-timed { height: 5; }
    """

    def tell(self, match: Match, player: Player, mark: Content, pips: int, time: str) -> None:
        """Show `player`, whose checkers look like `mark`, with `pips` to go, and `time` if that is limited."""
        title = Content.assemble(_turn(match, player), mark, " ", match.names[player.index]).stylize("bold")
        cube = match.last_game.cube
        holds = _("holds cube {value}", value=cube.value) if cube.owner is player else ""
        limit = [_("time {time}", time=time)] if time else []
        score = _("score {score}", score=match.score[player.index])
        facts = [score, _("pips {pips}", pips=pips), *limit, holds]
        self.show(title, *(f"   {fact}" for fact in facts))
        self.set_class(bool(time), "-timed")


class MoveLog(Widget):
    """The last things that happened, as many as there is room for."""

    DEFAULT_CSS = "MoveLog { height: 1fr; }"

    def __init__(self) -> None:
        """Make an empty log."""
        super().__init__()
        self._lines: Sequence[Content] = ()

    def show(self, lines: Sequence[Content]) -> None:
        """Show the end of these lines, folded to the width."""
        same = len(lines) == len(self._lines) and all(map(Content.is_same, lines, self._lines))
        if not same:
            self._lines = tuple(lines)
            self.refresh()

    def render(self) -> Content:
        """Return the last lines that fit."""
        width, height = self.size
        rows = [row for line in self._lines[-height:] for row in _folded(line, width)] if height else []
        return Content("\n").join(rows[-height:])


def _folded(line: Content, width: int) -> list[Content]:
    """Break a line into rows, all but the first indented."""
    first, *others = line.wrap(width) if line.cell_length <= width else line.wrap(width - len(_INDENT))
    return [first, *(Content.assemble(_INDENT, row) for row in others)]


_INDENT = "  "


class KeyBar(Line):
    """The keys that do something now, from the bindings; for a moment, what is said of the key just pressed."""

    DEFAULT_CSS = "KeyBar { height: 1; padding: 0 1; }"

    _said = ""

    def say(self, sentence: str) -> None:
        """Show a sentence in place of the keys; an empty one brings them back."""
        if sentence != self._said:
            self._said = sentence
            self._show(self.screen)

    def on_mount(self) -> None:
        """Follow the bindings of the screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._show)
        self._show(self.screen)

    def on_resize(self) -> None:
        """Show as many keys as there is room for now."""
        self._show(self.screen)

    def _show(self, screen: Screen[object]) -> None:
        if self._said:
            self.show(Content.styled(self._said, "bold $warning"))
            return
        shown = {
            active.binding.id: active
            for active in screen.active_bindings.values()
            if active.binding.show and active.enabled
        }
        useful_first = sorted(shown.values(), key=lambda active: _place(active, screen))
        self.show(self._fitting([active.binding for active in useful_first], screen.size.width - 2))

    def _fitting(self, keys: Sequence[Binding], width: int) -> Content:
        """Join as many keys as fit, the most useful ones and the last, with a mark when some do not fit."""
        line = self._line(keys, "  ")
        for count in reversed(range(len(keys) - 1)):
            if line.cell_length <= width:
                break
            line = self._line([*keys[:count], keys[-1]], f" {ellipsis(self.app)} ")
        return line

    def _line(self, keys: Sequence[Binding], mark: str) -> Content:
        """Join keys, with the `mark` before those that stand at the end."""
        at_end = (*_LEAVE, _HELP)
        parts = [[self._item(key) for key in keys if (key.id in at_end) is end] for end in (False, True)]
        return Content(mark).join(Content("  ").join(part) for part in parts if part)

    def _item(self, binding: Binding) -> Content:
        return Content.assemble((self.app.get_key_display(binding), "bold"), f" {_(binding.description)}")


_FIRST = (
    "claim-flag",
    "challenge",
    "rematch",
    "form-next",
    "form-to-button",
    "form-accept",
    "menu-choose",
    "lobby-choose",
    "lobby-new",
    "book-open",
    "edit-play",
    "edit-put",
    "type-dice",
    "enter-dice",
    "replay-next",
    "replay-run",
    "replay-game",
)
"""The keys shown before all others: those that work only now, and Enter."""
_LEAVE = ("leave", "menu-quit", "lobby-quit", "book-back", "edit-leave")
"""The keys that leave a screen, which stand after all others but help."""
_HELP = "help"
"""The last key of the line."""
_EARLY = (
    "correct-roll",
    "end-session",
    "replay",
    "chat",
    *_LEAVE,
    "lobby-chat",
    "walk-left",
    "plays",
    "take-back",
    "export",
    "resign",
    "proof",
)
"""The keys of a screen before the others that are not answers to a question."""


def _place(active: ActiveBinding, screen: Screen[object]) -> tuple[int, int]:
    """Return how useful a key is: the lower, the sooner it is shown; help is always shown."""
    key = active.binding.id or ""
    for place, keys in ((0, _FIRST), (2, _EARLY), (4, (_HELP,))):
        if key in keys:
            return place, keys.index(key)
    return (3 if active.node is screen else 1), 0


class Title(Line):
    """The kind of match and its progress."""

    DEFAULT_CSS = "Title { padding: 0 1; }"

    def tell(self, match: Match, marks: tuple[Content, Content], left: tuple[str, str], *, players: bool) -> None:
        """Show the match's title, or the `players` with the time `left` to them where there is no other room."""
        if not players:
            self.show(Content.assemble(("bgterm", "bold"), f"   {text_score.title(match)}"))
            return
        self.show(
            Content(" ").join(_strip(match, player, marks[player.index], left[player.index]) for player in Player)
        )


_SHORT = 9
"""The cells of a name where there is little room."""


def _strip(match: Match, player: Player, mark: Content, left: str) -> Content:
    """Describe a player in a few cells."""
    name = Content.styled(set_cell_size(match.names[player.index], _SHORT).rstrip(), "bold")
    return Content.assemble(_turn(match, player), mark, " ", name, f" {match.score[player.index]} {left}")


def _turn(match: Match, player: Player) -> Content:
    """Point at the player who must act."""
    return Content.styled(">" if match.last_game.to_act is player else " ", "bold $accent")
