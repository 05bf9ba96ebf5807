"""The finished matches of a user in plain mode: a list, and the details of each match."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

from bgterm.analysis import dice_proof
from bgterm.analysis.dice_statistics import count_dice
from bgterm.analysis.text_report import summary
from bgterm.catalog import N_, _
from bgterm.formats.record import GameRecord
from bgterm.lobby import messages
from bgterm.lobby.matches import public
from bgterm.plain import position_speech, speech
from bgterm.plain.server import AtServer
from bgterm.rules.variants import VARIANTS
from bgterm.storage.index import Entry
from bgterm.storage.journal import SUFFIX
from bgterm.storage.match_files import FORMATS
from bgterm.text.joining import join_list
from bgterm.text.score import kind_of

_Lines = Callable[[GameRecord], list[str]]
_MINUTE = len("2026-11-20T19:30")
_PROOF = N_("the proof of its dice")


async def offer_finished(visit: AtServer) -> None:
    """Offer the visitor a numbered list of their finished matches, the last played first.

    An entry offers the details of its match. Without a match, print why there is none.
    """
    entries = await visit.lobby.finished.of(visit.user)
    if entries:
        options = [visit.option(_about(entry), _open, visit, entry) for entry in entries]
        visit.offer(_("Your finished matches."), options)
    elif visit.user.is_guest:
        visit.say(_("Guests have no list of finished matches: connect with a key to have one."))
    else:
        visit.say(_(messages.NONE_FINISHED))


async def _open(visit: AtServer, entry: Entry) -> None:
    """Load a match, and offer its details. Raises FileError, SaveError."""
    _offer_details(visit, await visit.lobby.finished.read(entry.name), entry.name)


def _offer_details(visit: AtServer, record: GameRecord, name: str) -> None:
    answers = dict(_ANSWERS)
    if not record.evidence.commitment:
        del answers[_PROOF]
    options = [visit.option(_(about), _tell, visit, record, name, answer) for about, answer in answers.items()]
    options.append(visit.option(_("your worst decisions, as questions"), visit.practise, record, name))
    white, black = record.header.names
    visit.offer(_("{white} and {black}: what do you want to know?", white=white, black=black), options)


async def _tell(visit: AtServer, record: GameRecord, name: str, answer: _Lines) -> None:
    """Print one detail of the match, and offer the details again."""
    for line in await asyncio.to_thread(answer, record):
        visit.say_line(line)
    _offer_details(visit, record, name)


def _about(entry: Entry) -> str:
    """Return a line of the list: `2026-11-20 19:30, Bob beats Ann 5-3, Backgammon, match to 5, K7Q2M`."""
    ended = messages.result(entry.names, entry.score, entry.winner)
    begun = entry.date[:_MINUTE].replace("T", " ")
    return join_list([begun, ended, VARIANTS[entry.variant].name, kind_of(entry.length), entry.code])


def _dice(record: GameRecord) -> list[str]:
    return position_speech.luck(record.header.names, count_dice(record.header, record.events))


def _exported(suffix: str, record: GameRecord) -> list[str]:
    """Return the lines of the match as a file in this format."""
    anonymous = public(record)
    return FORMATS[suffix].write(anonymous.header, anonymous.items).splitlines()


_ANSWERS: Mapping[str, _Lines] = {
    N_("the games and the score"): summary,
    N_("every move"): lambda record: speech.games(record.header, record.events),
    N_("how the dice fell"): _dice,
    _PROOF: dice_proof.proof,
    N_("its text as a mat file, which GNU Backgammon and eXtreme Gammon read"): partial(_exported, ".mat"),
    N_("its text as an sgf file, which GNU Backgammon reads"): partial(_exported, ".sgf"),
    N_("its record, which bgterm reads and verifies"): partial(_exported, SUFFIX),
}
"""The details of a finished match, by their labels."""
