"""The screen of a match: the board, the players, the current question, and pages to read.

It shows the view of a participant, and its keys perform actions; it computes no rules itself.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from textual.binding import ActiveBinding
from textual.events import Key
from textual.screen import Screen

from bgterm.catalog import _
from bgterm.editing.turn_draft import Draft
from bgterm.formats.engine_notes import engine_seat
from bgterm.play.actions.everything import KEYS
from bgterm.play.participant import Action
from bgterm.play.table import Table
from bgterm.play.venue import Venue
from bgterm.profile.workspace import MatchFile, Workspace
from bgterm.rules.errors import BackgammonError
from bgterm.text.joining import sentence
from bgterm.tui.board.pointing import Spot, Way, step
from bgterm.tui.input import KeyMeaning, shown_keys, use_of
from bgterm.tui.screens.base import asks
from bgterm.tui.screens.match.keys import MatchKeys
from bgterm.tui.screens.match.participant_screen import ParticipantScreen
from bgterm.tui.widgets.text_edit import TextEdit

if TYPE_CHECKING:
    from bgterm.tui.screens.dialogs import PageScreen

_PAGES = ("moves", "dice", "ids", "ledger", "proof", "export", "help")
"""The actions that open a page."""


class MatchScreen(ParticipantScreen):
    """The screen of a match for the players at this terminal: two, one, or none for a spectator on a server."""

    def __init__(
        self, venue: Venue, workspace: Workspace, notice: str = "", actions: tuple[Action, ...] = KEYS
    ) -> None:
        """Show the match at a venue for the players there; `notice` is shown first."""
        super().__init__(venue, workspace, notice, actions)
        self.table_view.board.on_spot = self._board_clicked
        self._keys = MatchKeys(self.here, actions, workspace.settings.keys)
        self._active: tuple[object, dict[str, ActiveBinding]] = (None, {})
        """A cache of the keys that do something, with the possible actions and the list that it depends on."""
        self._own = {
            **{name: partial(self.open_page, name) for name in _PAGES},
            **{f"walk-{way.name.lower()}": partial(self._walk, way) for way in Way},
            "move-delete-all": partial(self._rub_out, TextEdit.delete_before),
            "move-delete-word": partial(self._rub_out, TextEdit.delete_word),
            "go-on": self._go_on,
            "finish": self.action_leave,
            "leave": self.action_leave,
            "rematch": lambda: self.act(self.rematch),
            "turn-board": self._turn_board,
            "settings": self._settings,
            "hint": lambda: self.begin_act(partial(self.adviser.hint, self.show_hint)),
            "no-hints": partial(self.venue.set_hints, wanted=False),
            "replay": self._replay,
            "practise": self._practise,
            "toggle-result": self._display.toggle_result,
        }

    # Keys

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The bindings that do something now, by key: those of the actions possible now, and of an open list."""
        view, numbered = self.view, self.area.numbered
        now = view.possible, numbered, view.draft and (bool(view.draft.text), view.draft.goes_on_with("o"))
        if self._active[0] != now:
            self._active = now, {**super().active_bindings, **self._keys.active(numbered, self, self.area)}
        return self._active[1]

    def catch_up(self) -> None:
        """Show all events of the match not shown yet, so that a key is judged by the present state."""
        super().catch_up()
        if self.here.behind:
            self._catch_up()
        if self.venue.clocks:  # a flag falls at any moment
            self.here.tick()

    def meaning_of(self, key: Key) -> KeyMeaning:
        """Return what a key would do in the present view: decide the question, or only draft or look."""
        active = self.active_bindings.get(key.key)
        if self._types(key) or (active and not use_of(active.binding).decides):
            drafts = active is not None and active.node is self.area and not self._types(key)
            return KeyMeaning(self, self.view.decision if drafts else None)
        since = self.shown_since if active and active.node is self else self.area.shown_since
        return KeyMeaning(self, self.view.decision if active else None, since, self.opponent_acted_at)

    def _types(self, key: Key) -> bool:
        """Return whether the key continues the typed play."""
        draft = None if self.area.numbered else self.view.draft
        return draft is not None and draft.goes_on_with(key.character or "")

    def use(self, key: Key) -> bool:
        """Handle a key, or show why it does nothing; return False for a key of the app, which then runs."""
        if self._types(key):
            self.edit(partial(Draft.typed, text=f"{self.here.drafted.text}{key.character}"))
            return True
        if active := self.active_bindings.get(key.key):
            if active.node is self.app:
                return False
            self._use(key, active.binding.id or "")
            return True
        choosing = self.area.numbered is not None
        self.reply(self._keys.why_unused(key, shown_keys(self, self.area), choosing=choosing))
        return True

    def _use(self, key: Key, name: str) -> None:
        """Perform the action that the binding of the key names."""
        numbered, typed = self.area.numbered, key.character or ""
        match name:
            case "type-dice" | "type-number" | "type-point":
                self.here.type_digits(self.view.typed_digits + typed)
                self._draft_changed()
            case "next-page" | "previous-page" if numbered:
                self.area.offer(numbered.turned(1 if name == "next-page" else -1))
                self.refresh_bindings()
            case "leave-list":
                self._ask()
            case _ if numbered and name.startswith("choose-"):
                self._ask()
                numbered.chosen(int(typed)).choose()
            case _:
                self.action_do(name)

    def action_do(self, name: str) -> None:
        """Perform the action whose id is `name`."""
        self.perform(next(action for action in self._actions if action.id == name))

    @property
    def undo_key(self) -> str:  # type: ignore[override]  # constant elsewhere
        """The key that the right mouse button stands for now: Backspace during a move, else Escape."""
        return "backspace" if self.asked == "move" else "escape"

    def _board_clicked(self, spot: int | Spot | None, again: bool) -> str:
        """Move a checker by a click on the board, or return the key that the click stands for."""
        draft = self.view.draft
        if spot is Spot.CUBE:
            return "d"
        if draft is None or self.asked != "move":
            if spot is Spot.DICE and self.asked in ("roll", "dice"):
                return "space"
            self.reply(self._keys.why_no_move() if isinstance(spot, int) else "")
            return ""
        if spot is Spot.DICE and draft.complete:
            return "enter"
        if not again:
            self.edit(partial(Draft.clicked, point=spot if isinstance(spot, int) else None), whole=True)
        return ""

    def receive_paste(self, text: str) -> None:
        """Put a pasted play into the draft if a move is asked, and show at once if it is illegal."""
        if self.view.draft and self.asked == "move":
            self.edit(partial(Draft.pasted, text=text), whole=True)
        else:
            super().receive_paste(text)

    @property
    def how_to_quit(self) -> str:
        """The message shown after Ctrl+C: how to leave or quit, and whether the match is saved."""
        key = self._keys.of("leave", "q")
        if not self.here.table.journal.kept:
            return _("Press {key} to leave or Ctrl+Q to quit; the match is not kept.", key=key)
        return _("Press {key} to leave or Ctrl+Q to quit; the match is saved.", key=key)

    # Actions on the screen only

    def _walk(self, way: Way) -> None:
        """Move the cursor; the messages stay unless the last key was refused."""
        draft, faulty, shown = self.here.drafted, self.view.fault is not None, self.table_view.board.shown
        point = step((shown or self._display.scene).perspective, draft.stops, draft.cursor, way)
        self.here.move_cursor(point)
        if faulty:
            self._ask()
        else:
            self.area.shown_since = monotonic()
        self._display.show_turn()

    def _rub_out(self, delete: Callable[[TextEdit], TextEdit]) -> None:
        """Delete the whole text or its last word, as in a form."""
        text = self.here.drafted.text
        self.edit(partial(Draft.typed, text=delete(TextEdit(text, len(text))).text))

    def open_page(self, name: str) -> None:
        """Open the page about the match with this name, such as "dice", or show why its record cannot be read."""
        try:
            page = self._page(name)
        except BackgammonError as error:
            self.reply(self._in_words(error))
        else:
            self.app.push_screen(page)

    # The modules of a page are loaded when it is opened.

    def _page(self, name: str) -> Screen[None]:
        """Return the page for an action of `_PAGES`. Raises SaveError when the record cannot be read."""
        from bgterm.tui.screens.pages import MovesScreen, page_of

        table, match, width = self.here.table, self.view.match, self.app.size.width
        match name:
            case "help":
                return self._help()
            case "moves":
                return MovesScreen(match.names, self._display.game_log.all)
            case _:
                return page_of(name, table, table.name, match, table.history, self.workspace, width)

    def _help(self) -> "PageScreen":
        """Return the page of the keys and the rules of this match."""
        from bgterm.text.help import rules_in_force
        from bgterm.tui.screens.dialogs import help_screen

        header, evidence, match = self.here.table.header, self.view.evidence, self.view.match
        rules = rules_in_force(match, self.workspace.preset_of(match), header, evidence)
        typed = [("8/5 6/5", _("type the play"))] if self.view.draft else []
        return help_screen(self.active_bindings, rules, typed=typed)

    def _replay(self) -> None:
        from bgterm.tui.screens.replay.screen import ReplayScreen

        table, workspace = self.here.table, self.workspace
        path = workspace.path_of(table.name) if self.venue.practises and table.saved else None
        self.app.push_screen(ReplayScreen(table.record, workspace, table.name, at_one_keyboard, path))

    def _practise(self) -> None:
        from bgterm.tui.screens.analysing import PracticeWanted

        table = self.here.table
        match = MatchFile(table.record, table.name, self.workspace.path_of(table.name))
        self.app.post_message(PracticeWanted(match))

    def _go_on(self) -> None:
        self.here.go_on()
        self._display.game_log.clear()
        self.say("")
        self.show_match()

    async def rematch(self) -> None:
        """Replace the screen by one of a new match with the same seats and rules."""
        table = self.workspace.rematch_table(self.here.table)
        self.venue.leave()
        self.give_way(MatchScreen(self.workspace.venue(table), self.workspace))

    def _turn_board(self) -> None:
        """Flip the board, or let it flip to the player to act."""

        async def turn() -> str:
            settings = self.workspace.settings
            warning = await self.workspace.change(replace(settings, turn_board=not settings.turn_board))
            self._display.show_board()
            return warning

        if self.venue.turns_board:
            self._display.turned = not self._display.turned
            self._display.show_board()
        else:
            self.act(turn)

    @asks
    async def _settings(self) -> None:
        """Change the settings of this terminal."""
        from bgterm.tui.screens.setup.forms import OptionsScreen

        warning = await self.app.push_screen_wait(OptionsScreen(self.workspace))
        if warning is not None:
            self.here.vocabulary = self.workspace.settings.vocabulary
            self.say(warning)
            self._display.show_board()

    def put_away(self) -> str:
        """Leave the match; return a sentence for the shell about how it can be resumed."""
        return self.venue.leave()


def at_one_keyboard(table: Table, workspace: Workspace, notice: str = "") -> MatchScreen:
    """Return the screen of a match whose players sit at this keyboard, or of one player and an engine.

    It first shows `notice` or, without one, the level of the engine.
    """
    if (seat := engine_seat(table.notes)) and not notice:
        from bgterm.lobby.messages import level_of_bot  # only for matches against engines

        names = table.match.names
        notice = sentence(level_of_bot(names[seat.player.index], seat.level), names)
    return MatchScreen(workspace.venue(table), workspace, notice)
