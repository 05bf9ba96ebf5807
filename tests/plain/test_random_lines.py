"""Lines typed at random in plain mode: each is answered, nothing breaks, nothing is lost."""

from random import Random

import pytest

from bgterm.plain.messages import COMMANDS
from bgterm.plain.session import PlainSession
from bgterm.play.venue import Venue
from bgterm.profile.settings import Settings
from bgterm.rules.ruleset import Ruleset
from bgterm.rules.variants import LONG
from bgterm.storage.durable import Disk
from bgterm.storage.journal import load
from bgterm.storage.library import find_save
from tests.cases import rest_long
from tests.plain.seats import HEADER
from tests.tables import begin_table
from tests.tui.moments import (
    beaver,
    contact,
    doubled,
    game_over,
    last_play,
    one_of_several,
    race,
    resignation,
    take_back,
    to_roll,
    two_ways,
)
from tests.tui.seat import played_until
from tests.waiting import wait

STARTS = {
    "opening": {},
    "to roll": {"moment": to_roll},
    "to move": {"moment": contact},
    "two ways": {"moment": two_ways},
    "race": {"moment": race},
    "doubled": {"moment": doubled},
    "resignation": {"moment": resignation},
    "take-back": {"moment": take_back},
    "game over": {"moment": game_over},
    "beaver": {"moment": beaver, "ruleset": Ruleset(beavers=2, jacoby=True, automatic_doubles=1)},
    "last play": {"moment": last_play, "ruleset": Ruleset(length=5, policing=True)},
    "Long": {"moment": one_of_several, "variant": LONG, "ruleset": Ruleset(koks=True, cube=False)},
    "dice that are typed": {"dice": "manual"},
    "dice with words": {"dice": "verifiable"},
}
WORDS = (
    *COMMANDS,
    *("r", "b", "h", "?", "drop", "yes", "no", "all", "single", "gammon", "13/7(2)", "bar/22", "6/off"),
)
COMMON = ("", "done", "roll", "plays", "1", "accept", "take", "decline", "words seven", "x" * 5000, "9" * 5000)
LONGEST = 400
"""A length that no line of an answer has, whatever is typed."""
CHARACTERS = "0123456789/*()-,;: abcdefpxqz?\t\x00\x1b\x7füß李🎲\u202e\ud800"


def line(rng: Random) -> str:
    """Return a random line, from those that players type to those that nobody would."""
    match rng.randrange(6):
        case 0:
            return "".join(rng.choices(CHARACTERS, k=rng.randrange(1, 30)))
        case 1:
            return " ".join(rng.choices(WORDS, k=rng.randrange(1, 4)))
        case 2:
            return f"{rng.randrange(26)}/{rng.randrange(26)}"
        case 3:
            return str(rng.randrange(70))
        case 4:
            return rng.choice(WORDS)[: rng.randrange(1, 5)]
        case _:
            return rng.choice(COMMON)


@pytest.mark.parametrize("lines", [200, pytest.param(10_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("start", rest_long(4, STARTS))
def test_each_random_line_is_answered_and_kept(tmp_path, start, lines):
    rng = Random(f"{start} {lines}")
    agreed = {**STARTS[start]}
    moment = agreed.pop("moment", None)
    past = played_until(moment, HEADER._replace(**agreed)) if moment else ()
    table = begin_table(tmp_path, HEADER._replace(**{"dice": "seed:3", **agreed}), disk=Disk(sync=lambda _: None))
    for event in past:
        wait(table.apply(event))
    heard: list[str] = []
    by_itself = dict.fromkeys(("auto_roll", "auto_play_forced", "auto_confirm_race"), rng.random() < 0.5)

    async def rematch() -> None:
        seat.participant.leave()

    seat = PlainSession(Venue(table), heard.append, Settings(**by_itself), rematch=rematch)
    seat.sit_down()
    for _ in range(lines):
        chosen = seat.listing and rng.random() < 0.5
        before, match, typed = len(heard), table.match, "1" if chosen else line(rng)
        wait(seat.take(typed))
        assert len(heard) > before or seat.participant.left, f"{typed!r} is not answered"
        assert all(told.isprintable() and len(told) < LONGEST for told in heard[before:])
        assert table.match is match or load(find_save(tmp_path, table.name)).match == table.match
        seat.participant.left = False  # stay after quit: else no later line would have to be answered
    table.close().result()
    kept = load(find_save(tmp_path, table.name))
    assert kept.damage is None
    assert (kept.match, kept.events) == (table.match, table.history)
    assert len(table.history) > len(past), "no line did anything"
