"""Irregularities of a valid match: illegal plays that stand, challenges, take-backs, and corrected rolls."""

from collections.abc import Iterator

from bgterm.analysis.dice_messages import cocked
from bgterm.analysis.replay_messages import describe, irregular
from bgterm.formats.exporter import withdrawn_plays
from bgterm.formats.messages import not_imported
from bgterm.formats.record import GameRecord
from bgterm.notation.json_codec import Note
from bgterm.rules.board import Player
from bgterm.rules.events import Challenged, OpeningCorrected, RollCorrected, TakenBack
from bgterm.rules.replay import Replay


def irregularities(found: GameRecord) -> Iterator[tuple[int, str]]:
    """Yield the number of the game, and a sentence, for each irregularity in order. [RULES A-18b, A-71, A-73]

    Irregularities are illegal plays that stand, unless they are among the faults of the file already; challenges;
    plays taken back; rolls that were cocked or mistyped.
    """
    replay = Replay(found.header, found.events)
    remade = withdrawn_plays(replay.steps())
    step = 0
    for item in found.items:
        if isinstance(item, Note):
            game, sentences = replay.at(step).game, _of_note(item, found.match.names)
        else:
            step += 1
            game = replay.at(step).shown_game
            sentences = [_of_event(replay, step, stands=step - 1 not in remade and not found.foreign)]
        for said in filter(None, sentences):
            yield game.number, said


def _of_event(replay: Replay, step: int, *, stands: bool) -> str:
    if stands and replay.is_irregular(step):
        return irregular(describe(replay, step))
    unusual = isinstance(replay.event(step), Challenged | TakenBack | OpeningCorrected | RollCorrected)
    return describe(replay, step) if unusual else ""


def _of_note(note: Note, names: tuple[str, str]) -> list[str]:
    named = {player.name.lower(): names[player.index] for player in Player}
    match note:
        case Note("cocked", {"player": str(player), "dice": dice}) if player in named:
            return [cocked(named[player], opening=dice == "one")]
        case Note("imported", {"from": str(name), "lost": list(lost)}):
            return [not_imported(name, str(said)) for said in lost]
        case _:
            return []
