"""The three lines of the current question, from a participant's view, or of a numbered list in its place."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Self

from rich.cells import cell_len, set_cell_size
from textual.binding import Binding
from textual.content import Content

from bgterm.catalog import N_, _, ngettext
from bgterm.editing.turn_draft import Draft
from bgterm.notation.dice_evidence import Evidence
from bgterm.notation.errors import UnreadablePlay
from bgterm.notation.plays import play_text
from bgterm.play.participant import View
from bgterm.rules.board import BAR, Board, Move, Movement, Player, point_text
from bgterm.rules.match import MatchState
from bgterm.text import contributions, questions
from bgterm.text import score as text_score
from bgterm.text.score import WinNames
from bgterm.tui.input import bind, key_named, stands_for

Lines = tuple[str | Content, str | Content, str | Content]
"""The text of a prompt: the question, and two lines below it."""


def keyed(key: str, answer: str, own: str = "") -> Content:
    """Return an answer's label with its key highlighted and clickable; `own` is the player's own key, or empty."""
    if own:
        key, answer = key_named(own), own + answer[1:]
    return Content(answer).stylize("bold $accent", 0, len(own) or 1).stylize(stands_for(key))


def lines(
    view: View, vocabulary: WinNames, width: int, chosen: Mapping[str, str], *, shows_result: bool, noticed: bool
) -> Lines:
    """Return the three lines of the question that a participant's view asks.

    `vocabulary` are the words for kinds of wins, `width` the columns of the window, and `chosen` the player's
    custom keys by action id. `shows_result` is whether a result covers the board. If `noticed`, a notice will
    cover the last line, so that only more urgent text is put there.
    """
    if view.question == "move" and view.draft:
        return move_question(view.match, view.draft), _input_line(view.draft), _below(view, view.draft, noticed)
    question = questions.question(view.match, vocabulary)
    match view.question:
        case "contribution":
            asked, answers, status = contributions.lines(view.match.names, view.evidence or Evidence(), view.seats)
            return asked, answers, "" if noticed else status
        case "wait":
            return _waiting(question, view, shows_result)
        case "roll":
            return question, questions.meaning_of_roll(view.match, view.can), no_double(view)
        case "dice":
            return question, _typed_dice(view), no_double(view)
        case "cube":
            return _double(question, view, width, chosen)
        case "resignation":
            return _offer(question, view, width, chosen)
        case "over":
            return _over(question, view, shows_result, chosen)
        case _:
            return question, "", ""


def _waiting(question: str, view: View, shows_result: bool) -> Lines:
    """Return the player who is awaited; after a game also how it was won, unless the result is shown elsewhere."""
    if any(view.waiting):
        return question, *view.waiting
    over = view.match.shown_game.result is not None and not shows_result
    return _result(question, view.match) if over else (question, "", "")


def no_double(view: View) -> str:
    """Return the reason why the player to roll may not double; empty if they may, or in a match without a cube."""
    refusal = view.can.no_double if view.match.ruleset.cube else None
    return refusal.describe(view.match.names) if refusal else ""


def _typed_dice(view: View) -> Content:
    from bgterm.analysis.dice_messages import dice_wanted  # only for dice that are typed

    return Content.assemble(
        (_("dice> "), "bold"), view.typed_digits, ("_", "bold"), f"   {dice_wanted(view.match)}"
    )


def _double(question: str, view: View, width: int, chosen: Mapping[str, str]) -> Lines:
    """Return the question about a double, with the score after each answer."""
    match = view.match
    passing, taking = questions.answers_to_double(match)
    take = keyed("t", _("t take: {stake}", stake=taking), chosen.get("take", ""))
    drop = keyed("p", _("p pass: {score}", score=passing), chosen.get("pass", ""))
    if "beaver" not in view.possible:
        return question, take, drop
    beaver = keyed("b", _("b {choice}", choice=questions.beaver(match)), chosen.get("beaver", ""))
    column = max(take.cell_length, drop.cell_length) + len("   ")
    if column + beaver.cell_length > width - 2:
        return question, take, Content("   ").join([beaver, drop])
    return question, take.pad_right(column - take.cell_length) + beaver, drop


def _offer(question: str, view: View, width: int, chosen: Mapping[str, str]) -> Lines:
    """Return the question about a resignation, with the score after each answer, and its arithmetic if it fits."""
    arithmetic, score, refusing = questions.answers_to_resignation(view.match)
    accept, short = (
        keyed("a", _("a accept: {score}", score=text), chosen.get("accept", ""))
        for text in (f"{arithmetic}, {score}", score)
    )
    refuse = keyed("n", _("n refuse: {outcome}", outcome=refusing), chosen.get("refuse", ""))
    return question, accept if accept.cell_length <= width - 2 else short, refuse


def _over(question: str, view: View, shows_result: bool, chosen: Mapping[str, str]) -> Lines:
    """Return the lines after a game: its result or, while that is shown over the board, what Enter does next."""
    match = view.match
    if not shows_result:
        over = _("The session is over"), "", text_score.score_line(match)
        return over if view.session_closed else _result(question, match)
    if view.over:
        game, arithmetic = match.shown_game, text_score.arithmetic(match)
        last = _("Game {number}: {arithmetic}", number=game.number, arithmetic=arithmetic) if arithmetic else ""
        rematch = _("Press {key} for a rematch, or Enter to leave.", key=chosen.get("rematch", "R"))
        return rematch if "rematch" in view.possible else _("Press Enter to leave."), last, ""
    game = match.at_next_game().shown_game
    if game.crawford:
        return _("Enter starts game {number}, the Crawford game.", number=game.number), "", ""
    return _("Enter starts game {number}.", number=game.number), "", ""


def _result(question: str, match: MatchState) -> Lines:
    """Return how a game was won, the arithmetic of its points, and the score."""
    return question, text_score.arithmetic(match), text_score.score_line(match)


# The draft


def move_question(match: MatchState, draft: Draft) -> str:
    """Return the prompt for a play: the player, the roll, and what to do next."""
    plays = draft.plays
    name, roll = match.names[plays.player.index], plays.dice
    if draft.free and draft.moves:
        return _("{name} to move {roll}: make your play; Enter leaves it so", name=name, roll=roll)
    if draft.free:
        return _("{name} to move {roll}: make your play; Enter plays nothing", name=name, roll=roll)
    if not plays.moves_needed:
        return _("{name} rolled {roll}: no legal move. Enter ends the turn.", name=name, roll=roll)
    if draft.complete and draft.forced:
        return _("{name} rolled {roll}: only one play. Enter ends your turn.", name=name, roll=roll)
    if draft.complete:
        return _("{name} to move {roll}: Enter ends your turn", name=name, roll=roll)
    if draft.sources == {BAR}:
        return _("{name} to move {roll}: enter from the bar", name=name, roll=roll)
    return _("{name} to move {roll}: choose or type a move", name=name, roll=roll)


def legal_moves(board: Board, player: Player, moves: Iterable[Move]) -> str:
    """Return a line with the moves that a player may make next with one die, hits starred: `legal: 8/5* 6/5`."""
    texts = [play_text(board, player, (move,)) for move in sorted(moves, reverse=True)]
    return _("legal: {moves}", moves="  ".join(texts)) if texts else ""


def _input_line(draft: Draft) -> Content:
    if draft.text:
        text, quiet = draft.text, f"   = {draft.echo}" if draft.echo else ""
    else:
        in_hand = "" if draft.picked is None else f"{point_text(draft.picked)}/"
        text, quiet = f"{draft.echo} {in_hand}".lstrip(), ""
    return Content.assemble(("> ", "bold $accent"), (f"{text}_", "bold"), (quiet, "$board-quiet"))


def _below(view: View, draft: Draft, noticed: bool) -> str | Content:
    fault = view.fault or draft.fault
    if fault and (view.fault or not isinstance(fault, UnreadablePlay)):
        return Content.styled(fault.describe(view.match.names), "$error")
    if draft.options:
        ways = ngettext(
            "{count} way to play that: Enter to choose",
            "{count} ways to play that: Enter to choose",
            len(draft.options),
        )
        return Content(ways)
    if draft.free:
        return Content(_(questions.POLICED))
    if noticed:
        return ""
    src = draft.picked
    moves = draft.next_moves if src is None else [Move(src, dst) for dst in draft.destinations]
    legal = legal_moves(draft.board, draft.plays.player, moves)
    limits = () if draft.board.movement is Movement.HITTING else questions.limits_of_long(draft)
    return Content.styled("   ".join(filter(None, (*limits, legal))), "$board-quiet")


# A numbered list

_DIGITS = 9
"""The digit keys that choose an entry."""
_ROWS = 2
"""The rows for entries on a page."""
_GAP = 2
"""The blanks between two entries."""
BINDINGS = (
    *(
        bind("1", "", f"choose-of-{n}", N_("choose"), shown=f"1-{n}" if n > 1 else "", decides=True)
        for n in range(1, _DIGITS + 1)
    ),
    *(bind(str(n), "", f"choose-{n}", decides=True) for n in range(2, _DIGITS + 1)),
    bind("tab,right,down,pagedown", "", "next-page", N_("more"), shown="Tab"),
    bind("shift+tab,left,up,pageup", "", "previous-page"),
    bind("escape", "", "leave-list", N_("cancel"), shown="Esc"),
)
"""The keys of a list, as bindings; the match screen looks up their actions by id."""


class ListOption(NamedTuple):
    """An answer in a numbered list below the board: its text, and the function that choosing it calls."""

    text: str
    choose: Callable[[], None]
    """The function to call when the entry is chosen."""
    short: str = ""
    """The text where all whole ones would take more than a page."""


class NumberedList(NamedTuple):
    """A question with numbered answers that replaces the match's question, such as the ways to play a typed move.

    It holds the page that is shown; a page has the answers that fit in two lines of `room` columns.
    """

    question: str
    options: Sequence[ListOption]
    room: int
    page: int = 0
    short: str = ""
    """The question where there is no room for the whole one."""

    def turned(self, by: int) -> Self:
        """Return the list with another page shown, `by` pages further, wrapping around."""
        return self._replace(page=(self.page + by) % self._pages)

    def fitted(self, room: int) -> Self:
        """Return the list with its pages made for `room` columns."""
        other = self._replace(room=room)
        return other._replace(page=min(self.page, other._pages - 1))  # noqa: SLF001 - of the same class

    @property
    def _texts(self) -> tuple[list[str], list[int]]:
        """The texts of all entries, and the widths of the columns: their own on a single page, else equal ones."""
        for texts in ([one.text for one in self.options], [one.short or one.text for one in self.options]):
            widths = [cell_len(text) + len("1 ") + _GAP for text in texts]
            columns = -(-len(widths) // _ROWS)
            own = [max(widths[column::columns]) for column in range(columns)]
            if len(widths) <= _DIGITS and sum(own) <= self.room:
                return texts, own
        return texts, [min(max(widths), self.room)] * max(self.room // max(widths), 1)

    @property
    def _per_page(self) -> int:
        return min(_ROWS * len(self._texts[1]), _DIGITS)

    @property
    def _pages(self) -> int:
        return -(-len(self.options) // self._per_page)

    @property
    def _shown(self) -> Sequence[ListOption]:
        return self.options[self.page * self._per_page :][: self._per_page]

    def lines(self) -> Lines:
        """Return the three lines of the shown page: the question, and two lines of answers."""
        all_texts, widths = self._texts
        page = all_texts[self.page * self._per_page :][: self._per_page]
        columns = min(len(widths), -(-len(page) // _ROWS))
        texts = [
            keyed(str(n), set_cell_size(f"{n} {text}", widths[(n - 1) % columns]))
            for n, text in enumerate(page, 1)
        ]
        page_of = ""
        if self._pages > 1:
            page_of = "  " + _("(page {page} of {pages})", page=self.page + 1, pages=self._pages)
        question = self.question + page_of
        if self.short and cell_len(question) > self.room:
            question = self.short + page_of
        return question, Content.assemble(*texts[:columns]), Content.assemble(*texts[columns:])

    def bindings(self) -> list[Binding]:
        """Return the bindings of the shown page: digits for its answers, and keys that turn pages or close it."""
        count, ids = len(self._shown), {"leave-list"}
        ids |= {f"choose-of-{count}", *(f"choose-{n}" for n in range(2, count + 1))}
        ids |= {"next-page", "previous-page"} if self._pages > 1 else set()
        return [one for one in Binding.make_bindings(BINDINGS) if one.id in ids]

    def chosen(self, number: int) -> ListOption:
        """Return the answer with this number on the shown page."""
        return self._shown[number - 1]
