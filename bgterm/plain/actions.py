"""The actions of the commands of plain mode that change something and are not a single event."""

from functools import partial
from itertools import islice

from bgterm.analysis import dice_messages
from bgterm.analysis.ledger import sure_to_end
from bgterm.catalog import N_, _
from bgterm.editing.turn_draft import MOST_LISTED
from bgterm.notation.dice import read_roll
from bgterm.plain import messages
from bgterm.plain.lists import Option
from bgterm.plain.player import Seat
from bgterm.plain.speech import in_words
from bgterm.play.errors import DiceRolledForYou
from bgterm.rules.board import Player
from bgterm.rules.errors import IllegalAction
from bgterm.rules.events import ResignationOffered
from bgterm.rules.illegal_actions import NoClock
from bgterm.rules.match import Phase, Win
from bgterm.rules.variants import Variant
from bgterm.text import drafting, questions, score


class NothingToUndo(IllegalAction):
    """No move of the turn has been made."""

    message = N_("there is no move to undo")


def roll(seat: Seat, text: str) -> None:
    """Throw the dice, or take what the players' own show."""
    player = seat.default_player if seat.thrower is None else seat.thrower
    if text and seat.table.dice_typed:
        seat.do(seat.table.enter_roll(player, *read_roll(text)))
    elif text:
        raise DiceRolledForYou()
    else:
        seat.do(seat.table.roll(player))


def may_be_cocked(seat: Seat) -> bool:
    """Whether dice of the players' own are to be thrown."""
    return seat.table.dice_typed and seat.thrower is not None


def cocked(seat: Seat, _text: str) -> None:
    """Report a cocked roll. [RULES A-71]"""
    if not seat.table.dice_typed:
        raise DiceRolledForYou()
    player = seat.thrower
    if player is None or seat.match.game.phase is not Phase.OPENING or len(seat.players) == 1:
        _cocked(seat, seat.default_player if player is None else player)
    else:
        names = seat.match.names
        seat.offer(
            _(dice_messages.WHOSE_DIE),
            [Option(names[one.index], partial(_cocked, seat, one)) for one in seat.players],
        )


def _cocked(seat: Seat, player: Player) -> None:
    opening = seat.match.game.phase is Phase.OPENING
    said = dice_messages.cocked(seat.match.names[player.index], opening=opening)
    seat.do(seat.table.report_cocked_dice(player), partial(seat.say, f"{said}."))


def correct(seat: Seat, text: str) -> None:
    """Take what the dice show that were typed wrongly."""
    player = seat.player_who(lambda can: can.correct)
    seat.do(seat.table.correct_roll(seat.default_player if player is None else player, *read_roll(text)))


def done(seat: Seat, text: str) -> None:
    """Pick up the dice, after playing what is typed."""
    draft = seat.read(text) if text else seat.drafted
    if draft:
        seat.draft = draft
        if draft.leaves_dice:
            seat.offer(_(drafting.LEAVE_DICE), [Option(_(drafting.LEAVE_THEM), seat.pick_up)])
        else:
            seat.pick_up()


def undo(seat: Seat, text: str) -> None:
    """Take back the last move, or all of the turn."""
    draft = seat.drafted
    if not draft.moves:
        raise NothingToUndo()
    if text and text.lower() != messages.EVERYTHING:
        seat.say(messages.explained("undo"))
        return
    seat.set_draft(draft.cleared() if text else draft.back())


def plays(seat: Seat, _text: str) -> None:
    """List the plays that go on from the turn so far."""
    draft = seat.drafted
    board, player = draft.plays.board, draft.plays.player
    found = (way.moves for way in islice(draft.legal_plays_matching(), MOST_LISTED))
    ways = [(in_words(board, player, draft.moves + moves), moves) for moves in found]
    if ways:
        seat.choose_from(_(drafting.WHICH_PLAY), draft, ways)
    else:
        seat.say(_(drafting.POLICED))


def may_resign(seat: Seat) -> bool:
    """Return whether the player who is meant here may offer to resign."""
    return bool(seat.choices_of(seat.default_player).resign)


def resign(seat: Seat, text: str) -> None:
    """Offer to lose the game in the way that is named, or ask in which."""
    player = seat.default_player
    wins = seat.choices_of(player).resign
    if not wins:
        seat.do(seat.table.apply(ResignationOffered(player, Win.SINGLE)))  # which is refused, with its reason
        return
    named = [win for win in wins if text and _is_called(win, text.lower(), seat.match.variant)]
    if named:
        _resign(seat, player, named[0])
        return
    offers = questions.resignation_offers(seat.match, player, wins, seat.settings.vocabulary)
    options = [Option(cost, partial(_resign, seat, player, win)) for win, cost in offers]
    seat.offer(questions.which_resignation(seat.match, player, len(offers)), options)


def _is_called(win: Win, begun: str, variant: Variant) -> bool:
    """Return whether the name of a win, that of the help or of the variant, begins so."""
    return any(name.startswith(begun) for name in (win.name.lower(), score.win_name(variant, win)))


def _resign(seat: Seat, player: Player, win: Win) -> None:
    seat.do(seat.table.apply(ResignationOffered(player, win)))


def may_claim(seat: Seat) -> bool:
    """Whether somebody here may claim the flag of the other."""
    return seat.clocks is not None and seat.clocks.claimant in seat.players


def claim_flag(seat: Seat, _: str) -> None:
    """Win the match because the other has no time left."""
    clocks = seat.clocks
    if clocks is None:
        raise NoClock()
    claimant = clocks.claimant
    seat.do(clocks.claim(claimant if claimant is not None and claimant in seat.players else seat.default_player))


def end(seat: Seat, _text: str) -> None:
    """Ask whether the money session is to be ended for good."""
    if not seat.table.may_close_session:
        seat.do(seat.table.close_session())  # which is refused, with its reason
        return
    asked = sure_to_end(seat.match, seat.table.header.stake)
    seat.offer(asked, [Option(_("end the session"), partial(_end, seat))])


def _end(seat: Seat) -> None:
    seat.do(seat.close_session(), partial(setattr, seat, "left", True))
