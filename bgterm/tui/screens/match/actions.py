"""The actions of players at a match at any time, beside the answers to its questions.

Their keys are in `keys`. The modules that an action needs are imported when it is done: the first board needs
none of them.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from textual.screen import Screen

from bgterm.catalog import _
from bgterm.notation.dice import read_roll
from bgterm.rules.errors import BackgammonError
from bgterm.rules.events import ResignationOffered
from bgterm.text import questions
from bgterm.text.joining import sentence
from bgterm.tui.prompts.choice import Option
from bgterm.tui.screens.base import BaseScreen, asks
from bgterm.tui.screens.match.host import Host

if TYPE_CHECKING:
    from bgterm.tui.screens.pages.page import PageScreen
    from bgterm.tui.screens.pages.proof import ProofScreen


def _resign(host: Host) -> None:
    """Ask which loss the player concedes, with the resulting score of each."""
    session, player = host.session, host.session.speaking
    if player is None:
        return
    wins = session.choices(player).resign
    offers = questions.resignation_offers(session.match, player, wins, session.settings.vocabulary)
    facts = [(cost, ResignationOffered(player, win)) for win, cost in offers]
    options = [Option(cost, partial(host.act, partial(session.table.apply, fact))) for cost, fact in facts]
    host.area.offer(questions.which_resignation(session.match, player, len(offers)), options)


def _contest(host: Host, action: str) -> None:
    """Ask for the last play back, or challenge it. [RULES A-18b, A-73]"""
    if event := host.session.contested(action):
        host.act(partial(host.session.table.apply, event))


def _claim_flag(host: Host) -> None:
    """Win the match because the opponent has no time left."""
    clocks = host.session.clocks
    if clocks and clocks.claimant is not None:
        host.act(partial(clocks.claim, clocks.claimant))


@asks
async def _correct_roll(host: Host) -> None:
    """Ask what the dice show that were typed wrongly."""
    from bgterm.analysis.dice_messages import dice_wanted_again
    from bgterm.tui.screens.dialogs import TextDialog

    session, player = host.session, host.session.correcting

    def describe(error: BackgammonError) -> str:
        return error.describe(session.match.names)

    async def correct(text: str) -> None:
        if player is not None:
            await session.table.correct_roll(player, *read_roll(text))

    title, hint = _("Typed wrongly"), dice_wanted_again(session.match)
    dialog = TextDialog(title, _("They show"), hint=hint, longest=20, accept=correct, describe=describe)
    await host.app.push_screen_wait(dialog)


@asks
async def _end_session(host: Host) -> None:
    """End the money session when the player agrees to its settlement."""
    from bgterm.analysis.ledger import sure_to_end
    from bgterm.tui.screens.dialogs import ConfirmDialog

    async def end() -> None:
        await host.session.end_session()
        if host.is_attached:  # it may have been left meanwhile
            host.show_match()

    question = sure_to_end(host.session.match, host.session.table.header.stake)
    if await host.app.push_screen_wait(ConfirmDialog(question)):
        host.act(end)


def _hint(host: Host) -> None:
    """Show what an engine recommends, or ask the opponent for hints for both."""
    if host.session.may_ask_for_hints:
        host.act(partial(host.session.set_hints, wanted=True))
    else:
        host.show_hint()


def _no_hints(host: Host) -> None:
    """Turn hints off for both players, or decline them."""
    host.act(partial(host.session.set_hints, wanted=False))


def _rematch(host: Host) -> None:
    """Begin another match with the same seats and rules, or ask for it."""

    async def rematch() -> None:
        if another := await host.session.rematch():
            host.go_to(another)

    host.act(rematch)


def _turn_board(host: Host) -> None:
    """Turn the board, or let it turn to the player who is to act."""

    async def turn() -> None:
        try:
            await host.session.turn_board()
        finally:
            host.settings_changed()

    host.act(turn)


@asks
async def _settings(host: Host) -> None:
    """Change what this terminal shows and does by itself."""
    from bgterm.tui.screens.setup.options import OptionsScreen

    warning = await host.app.push_screen_wait(OptionsScreen(host.session.workspace))
    if warning is not None:
        host.notify_line(warning)
        host.settings_changed()


# Pages


def _open(host: Host, page: Callable[[Host], Screen[None]]) -> None:
    """Open a page about the match, or say why the record cannot be read."""
    try:
        screen = page(host)
    except BackgammonError as error:
        host.reply(sentence(error.describe(host.session.match.names)))
    else:
        host.app.push_screen(screen)


def _moves(host: Host) -> "PageScreen":
    """Return the page of the moves so far."""
    from bgterm.tui.screens.pages.moves import MovesScreen

    return MovesScreen(host.session.match.names, host.session.log.all)


def _of_record(host: Host, name: str) -> "PageScreen":
    """Return the page of that name about the record so far."""
    from bgterm.tui.screens.pages.record import page_of

    table, ascii_only = host.session.table, host.session.workspace.ascii_only
    width = host.app.size.width
    return page_of(name, table.header, host.session.match, table.history, width, ascii_only=ascii_only)


def _proof(host: Host) -> "ProofScreen":
    """Return the page of what the dice can be verified by."""
    from bgterm.tui.screens.pages.proof import ProofScreen, Proven

    return ProofScreen(Proven.at_table(host.session.table), host.session.workspace.exports)


def _help(host: Host) -> "PageScreen":
    """Return the page of the keys and the rules of this match."""
    from bgterm.analysis.dice_messages import about_dice
    from bgterm.text import help as text_help
    from bgterm.tui.screens.pages.page import help_screen

    header, evidence = host.session.table.header, host.session.table.exchange.evidence
    rules = [
        *host.session.about_preset(),
        *text_help.rules_of(host.session.match),
        *text_help.about_stake(header.stake),
        about_dice(header.dice, evidence.commitment if evidence else ""),
    ]
    typed = [("8/5 6/5", _("type the play"))] if host.session.draft else []
    return help_screen(host.active_bindings, rules, text_help.glossary().items(), typed=typed)


def _exported(host: Host) -> "PageScreen":
    """Export the match, and return the page that names the files."""
    from bgterm.tui.screens.pages.record import export_page

    table, folder = host.session.table, host.session.workspace.exports
    if folder is None:
        raise ValueError("there is no folder to export to")
    return export_page(folder, table.header, table.record.items, table.name)


def _replay(host: Host) -> BaseScreen:
    """Return the replay of the match."""
    from bgterm.tui.screens.replay.screen import ReplayScreen

    table, workspace = host.session.table, host.session.workspace
    path = table.path if workspace.exports and table.saved else None
    return ReplayScreen(table.record, workspace, table.name, host.table_screen, path)


ACTIONS: Mapping[str, Callable[[Host], None]] = {
    "resign": _resign,
    "take_back": partial(_contest, action="take_back"),
    "challenge": partial(_contest, action="challenge"),
    "claim_flag": _claim_flag,
    "correct_roll": _correct_roll,
    "end_session": _end_session,
    "hint": _hint,
    "no_hints": _no_hints,
    "rematch": _rematch,
    "turn_board": _turn_board,
    "settings": _settings,
    "moves": partial(_open, page=_moves),
    "dice": partial(_open, page=partial(_of_record, name="dice")),
    "ids": partial(_open, page=partial(_of_record, name="ids")),
    "ledger": partial(_open, page=partial(_of_record, name="ledger")),
    "proof": partial(_open, page=_proof),
    "export": partial(_open, page=_exported),
    "replay": partial(_open, page=_replay),
    "help": partial(_open, page=_help),
}
"""The actions by the names that the keys give them."""
